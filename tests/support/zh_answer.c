#include "tests/support/zh_answer.h"

#include <string.h>

#include "export/scenario_info.h"
#include "tests/support/suite.h"

/* A Chinese character takes two. */
static int places(const char *from, const char *to)
{
    int sum = 0;
    for (; from < to; from++) {
        if (((unsigned char)*from & 0xC0) != 0x80)
            sum += (unsigned char)*from >= 0xE3 ? 2 : 1;
    }
    return sum;
}

int zh_answer_end_of(const struct hitch_answer *answer, const char *from, const char *word)
{
    const char *at = from ? strstr(from, word) : NULL;
    if (!at)
        fail_msg("\"%s\" is not in:\n%s", word, text_str(&answer->out));
    const char *line = at;
    while (line > text_str(&answer->out) && line[-1] != '\n')
        line--;
    return places(line, at + strlen(word));
}

void zh_answer_speaks_no_english(const struct hitch_answer *answer, const char *const *own, size_t count)
{
    struct text word = TEXT_EMPTY;
    for (const char *at = text_str(&answer->out); *at;) {
        size_t len = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-");
        bool known = len < 3;
        text_clear(&word);
        text_add_bytes(&word, at, len);
        for (size_t i = 0; i < count; i++)
            known |= strcmp(text_str(&word), own[i]) == 0;
        for (int i = 0; i < SCENARIO_kinds; i++)
            known |= strcmp(text_str(&word), scenario_name((enum scenario_kind)i)) == 0;
        if (!known)
            fail_msg("\"%s\" is English, in:\n%s", text_str(&word), text_str(&answer->out));
        at += len ? len : 1;
    }
    text_done(&word);
}
