#include "config/problem.h"

#include <stdlib.h>
#include <string.h>

#define PROBLEMS_KEPT 100u
#define VALUE_BYTES 200u

void problems_init(struct problems *p)
{
    memset(p, 0, sizeof *p);
}

void problems_done(struct problems *p)
{
    for (size_t i = 0; i < p->count; i++) {
        text_done(&p->items[i].file);
        text_done(&p->items[i].value);
    }
    free(p->items);
    problems_init(p);
}

/* Cut at a whole character, so that a message box can show it. */
static size_t value_cut(const char *value)
{
    size_t len = strlen(value);
    if (len <= VALUE_BYTES)
        return len;
    len = VALUE_BYTES;
    while (len > 0 && ((unsigned char)value[len] & 0xC0) == 0x80)
        len--;
    return len;
}

/* The sentence is worth more than what it names. */
static void keep_whole(struct problems *p, struct text *t)
{
    if (!t->failed)
        return;
    text_done(t);
    p->short_of_memory = true;
}

void problems_add(struct problems *p, const char *file, uint32_t line, enum string_id what,
                  const char *value, enum string_id remedy)
{
    if (p->count == PROBLEMS_KEPT)
        return;
    if (p->count == p->room) {
        size_t room = p->room ? p->room * 2 : 8;
        struct problem *items = realloc(p->items, room * sizeof *items);
        if (!items) {
            p->short_of_memory = true;
            return;
        }
        p->items = items;
        p->room = room;
    }
    struct problem *item = &p->items[p->count];
    memset(item, 0, sizeof *item);
    text_add(&item->file, file);
    if (value)
        text_add_bytes(&item->value, value, value_cut(value));
    item->line = line;
    item->what = what;
    item->remedy = remedy;
    keep_whole(p, &item->file);
    keep_whole(p, &item->value);
    p->count++;
}

void problems_add_advice(struct problems *p, const char *file, uint32_t line, enum string_id what,
                         const char *value, enum string_id remedy)
{
    size_t count = p->count;
    problems_add(p, file, line, what, value, remedy);
    if (p->count > count)
        p->items[count].advice = true;
}

void problems_add_outcome(struct problems *p, const char *file, uint32_t line, struct outcome outcome, const char *value)
{
    size_t count = p->count;
    problems_add(p, file, line, STR_count, value, STR_count);
    if (p->count > count)
        p->items[count].outcome = outcome;
}

void problems_drop(struct problems *p, const char *file)
{
    size_t left = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (str_equal(text_str(&p->items[i].file), file)) {
            text_done(&p->items[i].file);
            text_done(&p->items[i].value);
        } else {
            p->items[left++] = p->items[i];
        }
    }
    p->count = left;
}

void problem_explain(const struct problem *p, enum language language, struct text *out)
{
    text_add(out, text_str(&p->file));
    if (p->line)
        text_addf(out, string_get(language, STR_line_number), p->line);
    text_add(out, string_get(language, STR_colon));
    if (outcome_failed(p->outcome)) {
        string_explain(language, p->outcome, text_str(&p->value), out);
        return;
    }
    string_fill(out, string_get(language, p->what), text_str(&p->value));
    text_add(out, string_get(language, STR_sentence_gap));
    text_add(out, string_get(language, p->remedy));
}
