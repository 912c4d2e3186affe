#include "gather/names.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SLOTS 16384u
#define NAMES_MAX_BYTES (1024u * 1024u)

bool names_init(struct names *names)
{
    names->slots = calloc(NAME_SLOTS, sizeof *names->slots);
    text_add_char(&names->bytes, '\0');
    return names->slots && !names->bytes.failed;
}

void names_done(struct names *names)
{
    free(names->slots);
    text_done(&names->bytes);
}

const char *names_str(const struct names *names, uint32_t name)
{
    return names->bytes.bytes + name;
}

uint32_t names_add(struct names *names, const char *str)
{
    uint32_t hash = 2166136261u;
    size_t len = strlen(str);
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)str[i]) * 16777619u;
    for (uint32_t probe = 0; len && probe < 64; probe++) {
        uint32_t *slot = &names->slots[(hash + probe) % NAME_SLOTS];
        if (*slot && strcmp(names_str(names, *slot), str) == 0)
            return *slot;
        if (*slot)
            continue;
        size_t at = names->bytes.len;
        if (at + len + 1 > NAMES_MAX_BYTES)
            return 0;
        text_add_bytes(&names->bytes, str, len + 1);
        if (names->bytes.failed)
            return 0;
        *slot = (uint32_t)at;
        return (uint32_t)at;
    }
    return 0;
}

uint32_t names_add_file(struct names *names, const char *path)
{
    const char *name = path;
    for (const char *at = path; *at; at++) {
        if (*at == '\\')
            name = at + 1;
    }
    return names_add(names, *name ? name : path);
}
