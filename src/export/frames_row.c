#include "export/private/frames_row.h"

#include <string.h>

static void add_ms(struct text *out, bool known, uint64_t ns)
{
    if (known)
        text_addf(out, ",%llu.%06u", (unsigned long long)(ns / 1000000), (unsigned)(ns % 1000000));
    else
        text_add(out, ",NA");
}

static void add_na(struct text *out, unsigned count)
{
    while (count--)
        text_add(out, ",NA");
}

static void add_name(struct text *out, const char *name)
{
    bool plain = !strchr(name, ',') && !strchr(name, '"');
    if (plain) {
        text_add(out, *name ? name : "<unknown>");
        return;
    }
    text_add_char(out, '"');
    for (; *name; name++) {
        if (*name == '"')
            text_add_char(out, '"');
        text_add_char(out, *name);
    }
    text_add_char(out, '"');
}

static void add_number(struct text *out, bool known, uint64_t number)
{
    if (known)
        text_addf(out, ",%llu", (unsigned long long)number);
    else
        text_add(out, ",NA");
}

static void add_first(struct text *out, const struct frames_row *r)
{
    add_name(out, r->process);
    text_addf(out, ",%u,0x%016llX,%s", (unsigned)r->pid, (unsigned long long)r->chain, r->runtime);
    add_number(out, r->knows_interval, r->interval);
    add_number(out, r->knows_flags, r->flags);
}

static void add_rest_1(struct text *out, const struct frames_row *r)
{
    uint64_t us = r->from_begin_ns / 1000;
    add_na(out, 1); /* dropped */
    text_addf(out, ",%llu.%06u", (unsigned long long)(us / 1000000), (unsigned)(us % 1000000));
    add_ms(out, r->knows_in_api, r->in_api_ns);
    add_ms(out, r->knows_before, r->between_ns);
    add_na(out, 10);
    text_addf(out, ",%lld\n", (long long)r->raw);
}

static void add_rest_2(struct text *out, const struct frames_row *r)
{
    add_na(out, 3); /* tearing, mode, type */
    text_addf(out, ",%lld,NA", (long long)r->raw);
    add_ms(out, r->knows_before, r->between_ns);
    add_na(out, 1);
    add_ms(out, r->knows_in_api, r->in_api_ns);
    add_na(out, 3);
    if (r->knows_cpu)
        text_addf(out, ",%lld", (long long)r->cpu_start_raw);
    else
        add_na(out, 1);
    add_na(out, 1);
    add_ms(out, r->knows_cpu, r->cpu_busy_ns);
    add_ms(out, r->knows_in_api, r->in_api_ns);
    add_na(out, 11);
    text_add_char(out, '\n');
}

void frames_row_add(struct text *out, enum frames_columns columns, const struct frames_row *r)
{
    add_first(out, r);
    if (columns == FRAMES_COLUMNS_1)
        add_rest_1(out, r);
    else
        add_rest_2(out, r);
}
