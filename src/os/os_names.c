#include "os/os_names.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"

#define DEEPEST 32u

void os_names_init(struct os_names *names)
{
    memset(names, 0, sizeof *names);
}

void os_names_done(struct os_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        text_done(&names->list[i]);
    free(names->list);
    memset(names, 0, sizeof *names);
}

static void fail(struct os_names *names, struct outcome o)
{
    if (!outcome_failed(names->failed))
        names->failed = o;
}

void os_names_add(struct os_names *names, const char *name)
{
    struct text own = TEXT_EMPTY;
    if (names->count == names->room) {
        size_t room = names->room ? names->room * 2 : 16;
        struct text *list = realloc(names->list, room * sizeof *list);
        if (!list) {
            fail(names, outcome_of(WHY_out_of_memory, 0));
            return;
        }
        names->list = list;
        names->room = room;
    }
    text_add(&own, name);
    if (own.failed)
        fail(names, outcome_of(WHY_out_of_memory, 0));
    names->list[names->count++] = own;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(text_str(a), text_str(b));
}

static bool is_separator(char c)
{
    return c == '/' || c == os_separator;
}

/* \\?\ in front is Windows's way to say that a path may be long. */
static size_t prefix_len(const char *word)
{
    return str_starts(word, "\\\\?\\") ? 4 : 0;
}

/* Up to `end`; NULL: all of it. */
static bool is_wild(const char *at, const char *end)
{
    while (at != end && *at && *at != '*' && *at != '?')
        at++;
    return at != end && *at;
}

bool os_names_is_pattern(const char *word)
{
    struct os_stat st;
    return is_wild(word + prefix_len(word), NULL) && outcome_failed(os_stat(word, &st));
}

/* Windows's own names do not differ by case. */
static bool same_letter(char a, char b)
{
    if (os_separator != '\\')
        return a == b;
    char pair[2][2] = {{a, 0}, {b, 0}};
    return str_equal_nocase(pair[0], pair[1]);
}

/* `pattern` ends at `end`. */
static bool matches(const char *pattern, const char *end, const char *name)
{
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            from = name;
        } else if (pattern < end && (*pattern == '?' || same_letter(*pattern, *name))) {
            pattern++;
            /* One character of UTF-8 may be several bytes. */
            for (name++; pattern[-1] == '?' && ((unsigned char)*name & 0xC0) == 0x80; name++) {
            }
        } else if (star) {
            pattern = star;
            name = ++from;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*')
        pattern++;
    return pattern == end;
}

/* One step down: the part from `part` to `end` of the pattern, in `folder`. */
struct step {
    struct os_names *names;
    const char *folder, *part, *end; /* without a pattern, `end` is how names end */
    unsigned depth;
};

static void walk(struct os_names *names, const char *done, const char *rest, unsigned depth);

static bool step_into(void *ctx, const char *name, const struct os_stat *st)
{
    const struct step *s = ctx;
    struct text path = TEXT_EMPTY;
    (void)st;
    if ((name[0] == '.' && *s->part != '.') || !matches(s->part, s->end, name))
        return true;
    text_addf(&path, "%s%s", s->folder, name);
    walk(s->names, text_str(&path), s->end, s->depth + 1);
    text_done(&path);
    return true;
}

/* What stands in `rest` behind the path `done`. */
static void walk(struct os_names *names, const char *done, const char *rest, unsigned depth)
{
    struct text folder = TEXT_EMPTY;
    struct os_stat st;
    const char *part = rest;
    while (is_separator(*part))
        part++;
    const char *end = part;
    while (*end && !is_separator(*end))
        end++;
    text_add(&folder, done);
    text_add_bytes(&folder, rest, (size_t)(part - rest));
    if (folder.failed || depth > DEEPEST) {
        fail(names, outcome_of(WHY_out_of_memory, 0));
    } else if (part == end) {
        os_names_add(names, text_str(&folder));
    } else if (!is_wild(part, end)) {
        text_add_bytes(&folder, part, (size_t)(end - part));
        struct outcome seen = os_stat(text_str(&folder), &st);
        if (seen.why == WHY_out_of_memory)
            fail(names, seen);
        else if (!outcome_failed(seen) || is_wild(end, NULL))
            walk(names, text_str(&folder), end, depth + 1);
    } else {
        struct step step = {names, text_str(&folder), part, end, depth};
        struct outcome listed = os_folder_list(folder.len ? text_str(&folder) : ".", step_into, &step);
        if (listed.why == WHY_out_of_memory)
            fail(names, listed);
    }
    text_done(&folder);
}

static void sort_from(struct os_names *names, size_t first)
{
    if (names->count > first)
        qsort(names->list + first, names->count - first, sizeof *names->list, by_name);
}

void os_names_add_pattern(struct os_names *names, const char *pattern)
{
    size_t first = names->count, prefix = prefix_len(pattern);
    struct text done = TEXT_EMPTY;
    text_add_bytes(&done, pattern, prefix);
    walk(names, text_str(&done), pattern + prefix, 0);
    text_done(&done);
    sort_from(names, first);
}

static void add_below(struct os_names *names, const char *folder, const char *end, unsigned depth);

static bool add_ending(void *ctx, const char *name, const struct os_stat *st)
{
    const struct step *s = ctx;
    struct text path = TEXT_EMPTY;
    size_t len = strlen(name), end_len = strlen(s->end);
    text_add(&path, s->folder);
    if (path.len && !is_separator(path.bytes[path.len - 1]))
        text_add_char(&path, os_separator);
    text_add(&path, name);
    if (path.failed)
        fail(s->names, outcome_of(WHY_out_of_memory, 0));
    else if (st->is_folder && !st->is_link)
        add_below(s->names, text_str(&path), s->end, s->depth + 1);
    else if (!st->is_folder && len > end_len && str_equal_nocase(name + len - end_len, s->end))
        os_names_add(s->names, text_str(&path));
    text_done(&path);
    return true;
}

static void add_below(struct os_names *names, const char *folder, const char *end, unsigned depth)
{
    struct step step = {names, folder, NULL, end, depth};
    if (depth > DEEPEST)
        return;
    struct outcome o = os_folder_list(folder, add_ending, &step);
    if (outcome_failed(o))
        fail(names, o);
}

void os_names_add_below(struct os_names *names, const char *folder, const char *end)
{
    size_t first = names->count;
    add_below(names, folder, end, 0);
    sort_from(names, first);
}
