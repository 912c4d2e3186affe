#include "tests/fuzz/parts.h"

#include <stdbool.h>
#include <string.h>

const char part_letters[PART_count] = {0, 'k', 's', 'c', 'p'};

static bool is_mark(const uint8_t *at, size_t left, enum fuzz_part *which)
{
    if (left < PART_MARK_LEN || memcmp(at, PART_MARK, PART_MARK_LEN - 2) != 0 || at[PART_MARK_LEN - 1] != '\n')
        return false;
    const char *letter = memchr(part_letters + 1, at[PART_MARK_LEN - 2], PART_count - 1);
    if (!letter)
        return false;
    *which = (enum fuzz_part)(letter - part_letters);
    return true;
}

void fuzz_parts_split(const uint8_t *data, size_t size, struct fuzz_parts *parts)
{
    enum fuzz_part now = PART_TRACE, next;
    size_t from = 0, at = 0;
    memset(parts, 0, sizeof *parts);
    for (; at <= size; at++) {
        bool mark = at < size && is_mark(data + at, size - at, &next);
        if (!mark && at < size)
            continue;
        parts->of[now].bytes = data + from;
        parts->of[now].len = at - from;
        if (!mark)
            break;
        now = next;
        from = at + PART_MARK_LEN;
        at = from - 1;
    }
}
