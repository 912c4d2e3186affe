#include "tests/sim/sim_words.h"

#include <stdlib.h>
#include <string.h>

void sim_words_split(const char *line, struct sim_words *w)
{
    size_t len = strlen(line);
    if (len >= sizeof w->text)
        len = sizeof w->text - 1;
    memcpy(w->text, line, len);
    w->text[len] = '\0';
    w->count = 0;
    for (char *p = w->text; *p && w->count < SIM_MAX_WORDS;) {
        p += strspn(p, " \t\r\n");
        if (!*p)
            break;
        w->word[w->count++] = p;
        p += strcspn(p, " \t\r\n");
        if (*p)
            *p++ = '\0';
    }
}

const char *sim_words_value(const struct sim_words *w, const char *key)
{
    size_t len = strlen(key);
    for (int i = 1; i < w->count; i++)
        if (strncmp(w->word[i], key, len) == 0 && w->word[i][len] == '=')
            return w->word[i] + len + 1;
    return NULL;
}

uint64_t sim_words_number(const struct sim_words *w, const char *key, uint64_t otherwise)
{
    const char *value = sim_words_value(w, key);
    return value ? strtoull(value, NULL, 0) : otherwise;
}

const char *sim_words_rest(const char *line)
{
    line += strspn(line, " ");
    line += strcspn(line, " ");
    return line + strspn(line, " ");
}
