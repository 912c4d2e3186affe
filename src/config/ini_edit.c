#include "config/ini_edit.h"

#include <string.h>

#include "config/ini.h"

/* What is looked for in one reading. */
struct search {
    const char *key;
    struct text value;
    uint32_t line; /* of the first such key; 0: none */
    bool fault;    /* of the text */
    bool lost;     /* there was no memory to look */
};

static bool on_entry(void *ctx, const struct ini_entry *e)
{
    struct search *s = ctx;
    if (!e->key || !str_equal(e->key, s->key))
        return true;
    s->line = e->line;
    text_set(&s->value, e->value);
    return false;
}

static bool on_fault(void *ctx, enum ini_fault fault, uint32_t line, const char *str)
{
    struct search *s = ctx;
    (void)fault;
    (void)line;
    (void)str;
    s->fault = true;
    return true;
}

static struct search find(const struct text *t, const char *key)
{
    struct search s = {key, TEXT_EMPTY, 0, false, false};
    bool whole = ini_read(text_str(t), t->len, on_entry, on_fault, &s);
    s.lost = t->failed || s.value.failed || (!whole && !s.fault && !s.line);
    return s;
}

static bool on_file_fault(void *ctx, enum ini_fault fault, uint32_t line, const char *str)
{
    bool *readable = ctx;
    (void)line;
    (void)str;
    *readable = *readable && fault != INI_TOO_BIG && fault != INI_UTF16 && fault != INI_NUL;
    return true;
}

static bool ignore_entry(void *ctx, const struct ini_entry *e)
{
    (void)ctx;
    (void)e;
    return true;
}

static bool is_readable(const char *bytes, size_t len)
{
    bool readable = true;
    ini_read(bytes, len, ignore_entry, on_file_fault, &readable);
    return readable;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_trimmed(const char *str, size_t len)
{
    return len == 0 || !(is_blank(str[0]) || is_blank(str[len - 1]));
}

static bool is_one_line(const char *str)
{
    return !strchr(str, '\r') && !strchr(str, '\n') && utf8_valid(str, strlen(str));
}

static bool fits_a_line(const struct ini_change *c)
{
    size_t key = strlen(c->key), value = strlen(c->value);
    return key > 0 && key + value + 3 <= INI_MAX_LINE && is_trimmed(c->key, key) && is_trimmed(c->value, value) &&
           !strchr("[;#", c->key[0]) && !strchr(c->key, '=') && is_one_line(c->key) &&
           is_one_line(c->value);
}

struct span {
    size_t from, to; /* without the line end */
    size_t end;      /* behind the line end */
};

static struct span line_at(const struct text *t, uint32_t number)
{
    struct span s = {0, 0, 0};
    for (; number > 0; number--) {
        const char *end = s.end < t->len ? memchr(t->bytes + s.end, '\n', t->len - s.end) : NULL;
        s.from = s.end;
        s.end = end ? (size_t)(end - t->bytes) + 1 : t->len;
        s.to = s.end - (end ? 1 : 0);
    }
    if (s.to > s.from && t->bytes[s.to - 1] == '\r')
        s.to--;
    return s;
}

/* Behind the = and its blanks, up to the blanks at the end. */
static struct span value_at(const struct text *t, uint32_t number)
{
    struct span s = line_at(t, number);
    while (t->bytes[s.from] != '=')
        s.from++;
    s.from++;
    while (s.to > s.from && is_blank(t->bytes[s.to - 1]))
        s.to--;
    while (s.from < s.to && is_blank(t->bytes[s.from]))
        s.from++;
    return s;
}

/* `with` takes the place of what stands in the span. */
static void replace(struct text *t, size_t from, size_t to, const struct text *with)
{
    struct text whole = TEXT_EMPTY;
    text_add_bytes(&whole, text_str(t), from);
    text_add_bytes(&whole, text_str(with), with->len);
    text_add_bytes(&whole, text_str(t) + to, t->len - to);
    whole.failed = whole.failed || with->failed;
    text_move(t, &whole);
    text_done(&whole);
}

static void change(struct text *t, uint32_t line, const char *value)
{
    struct span at = value_at(t, line), whole = line_at(t, line);
    struct text with = TEXT_EMPTY;
    /* "key =" is written with a blank behind = as before it. */
    if (at.from == at.to) {
        size_t equals = whole.from;
        while (t->bytes[equals] != '=')
            equals++;
        at.from = at.to = whole.to;
        if (equals + 1 == whole.to && equals > whole.from && is_blank(t->bytes[equals - 1]))
            text_add_char(&with, ' ');
    }
    text_add(&with, value);
    replace(t, at.from, at.to, &with);
    text_done(&with);
}

/* The line that a missing key follows; 0: the last one. Without memory to look the text is lost. */
static uint32_t place_of(struct text *t, const char *key, const char *const *order)
{
    size_t i = 0;
    while (order && order[i] && !str_equal(order[i], key))
        i++;
    if (!order || !order[i])
        return 0;
    while (i-- > 0) {
        struct search before = find(t, order[i]);
        text_done(&before.value);
        t->failed = t->failed || before.lost;
        if (before.line || before.lost)
            return before.line;
    }
    return 0;
}

static bool is_ended(const struct text *t, const struct span *line)
{
    return line->end > line->from && t->bytes[line->end - 1] == '\n';
}

static const char *line_end_near(const struct text *t, const struct span *line)
{
    struct span first = line_at(t, 1);
    const struct span *like = is_ended(t, line) ? line : &first;
    return like->end - like->to == 2 ? "\r\n" : "\n";
}

static void add(struct text *t, const struct ini_change *c, const char *const *order)
{
    struct text with = TEXT_EMPTY;
    uint32_t place = place_of(t, c->key, order), lines = 0;
    for (size_t i = 0; i < t->len; i++)
        lines += t->bytes[i] == '\n' || i + 1 == t->len ? 1 : 0;
    struct span line = line_at(t, place ? place : lines);
    const char *end = line_end_near(t, &line);
    bool open = line.end > line.from && !is_ended(t, &line);
    bool only_bom = open && t->len == 3 && memcmp(t->bytes, "\xEF\xBB\xBF", 3) == 0;
    if (open && !only_bom)
        text_add(&with, end);
    text_addf(&with, *c->value ? "%s = %s" : "%s =", c->key, c->value);
    if (!open || only_bom)
        text_add(&with, end);
    replace(t, line.end, line.end, &with);
    text_done(&with);
}

static struct outcome apply(struct text *t, const struct ini_change *c, const char *const *order)
{
    struct search s = find(t, c->key);
    bool lost = s.lost;
    if (!lost && !s.line)
        add(t, c, order);
    else if (!lost && !str_equal(text_str(&s.value), c->value))
        change(t, s.line, c->value);
    text_done(&s.value);
    if (lost)
        return outcome_of(WHY_out_of_memory, 0);
    s = find(t, c->key);
    bool counts = s.line && str_equal(text_str(&s.value), c->value);
    lost = s.lost;
    text_done(&s.value);
    return lost ? outcome_of(WHY_out_of_memory, 0) : counts ? outcome_ok() : outcome_of(WHY_config_invalid, 0);
}

struct outcome ini_edit(const char *bytes, size_t len, const struct ini_change *changes, size_t count,
                        const char *const *order, struct text *out)
{
    struct text t = TEXT_EMPTY;
    struct outcome result = outcome_ok();
    for (size_t i = 0; i < count; i++) {
        if (changes[i].value == text_lost)
            return outcome_of(WHY_out_of_memory, 0);
        if (!fits_a_line(&changes[i]))
            return outcome_of(WHY_bad_argument, 0);
    }
    if (bytes == text_lost)
        return outcome_of(WHY_out_of_memory, 0);
    if (!is_readable(bytes, len))
        return outcome_of(WHY_config_invalid, 0);
    text_add_bytes(&t, bytes, len);
    for (size_t i = 0; i < count && !outcome_failed(result); i++)
        result = apply(&t, &changes[i], order);
    if (!outcome_failed(result) && t.failed)
        result = outcome_of(WHY_out_of_memory, 0);
    if (!outcome_failed(result) && !is_readable(text_str(&t), t.len))
        result = outcome_of(WHY_config_invalid, 0); /* grown too big */
    if (!outcome_failed(result))
        text_move(out, &t);
    text_done(&t);
    return result;
}
