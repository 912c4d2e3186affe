#include "cli/cli_strings.h"

#include <stdlib.h>

static const char *const english_texts[] = {
#define CLI_STRING(id, text) text,
#include "cli/cli_strings_list.h"
#undef CLI_STRING
};

static const char *const zh_cn_texts[CLI_count] = {
#define CLI_STRING(id, text) [CLI_##id] = text,
#include "cli/lang/zh_cn.h"
#undef CLI_STRING
};

const char *cli_string_own(enum language language, enum cli_string_id id)
{
    return language == LANGUAGE_ZH_CN ? zh_cn_texts[id] : english_texts[id];
}

const char *cli_string(enum language language, enum cli_string_id id)
{
    const char *own = cli_string_own(language, id);
    return own ? own : english_texts[id];
}

/* From U+3000 on (first byte E3) stand the wide characters, Chinese
 * punctuation with them. */
int cli_places(const char *str)
{
    int sum = 0;
    for (; *str; str++) {
        unsigned char c = (unsigned char)*str;
        if ((c & 0xC0) != 0x80)
            sum += c >= 0xE3 ? 2 : 1;
    }
    return sum;
}

void cli_put_column(FILE *out, const char *str, int width)
{
    int gap = abs(width) - cli_places(str);
    if (gap < 0)
        gap = 0;
    if (width < 0)
        fprintf(out, "%*s%s", gap, "", str);
    else
        fprintf(out, "%s%*s", str, gap, "");
}
