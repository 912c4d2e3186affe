#include "report/phrases.h"

#include "events/exit_code.h"

#include "strings/format.h"

#include <stdlib.h>

#define LAST_EVENTS 20u

#define GET(id) string_get(language, STR_##id)

enum ending { ENDING_normal, ENDING_error, ENDING_hang, ENDING_crash, ENDING_count };

static enum ending ending_of(const struct process *p)
{
    if (exit_code_is_crash(p->exit_code))
        return ENDING_crash;
    if (exit_code_is_hang(p->exit_code))
        return ENDING_hang;
    return p->exit_code ? ENDING_error : ENDING_normal;
}

static int earlier_end(const void *a, const void *b)
{
    const struct process *x = *(const struct process *const *)a, *y = *(const struct process *const *)b;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return x < y ? -1 : x > y; /* of one list */
}

static void put_ended(struct text *out, enum language language, const struct verdict *v, const struct process *p)
{
    static const enum string_id words[] = {STR_crash_normal, STR_crash_error, STR_crash_hang, STR_crash_crash};
    text_add(out, "  ");
    phrases_time_ms(out, p->end);
    text_addf(out, "  %s (%u)%s%s", p->name ? verdict_str(v, p->name) : "?", p->pid, GET(colon),
              string_get(language, words[ending_of(p)]));
    if (p->exit_code) {
        text_addf(out, "%s0x%08X", GET(word_comma), (unsigned)p->exit_code);
        if (exit_code_name(p->exit_code))
            text_addf(out, " %s", exit_code_name(p->exit_code));
    }
    text_add_char(out, '\n');
}

static void put_processes(struct text *out, enum language language, const struct verdict *v)
{
    const struct process **ended = malloc((v->trace.machine.process_count + 1) * sizeof *ended);
    uint32_t count = 0, of[ENDING_count] = {0};
    if (!ended) {
        out->failed = true;
        return;
    }
    for (uint32_t i = 0; i < v->trace.machine.process_count; i++) {
        if (!v->trace.machine.processes[i].ended)
            continue;
        ended[count++] = &v->trace.machine.processes[i];
        of[ending_of(&v->trace.machine.processes[i])]++;
    }
    if (count)
        text_addf(out, GET(crash_counts), count, of[ENDING_normal], of[ENDING_error] + of[ENDING_hang], of[ENDING_crash]);
    else
        text_add(out, GET(crash_none));
    text_add_char(out, '\n');
    qsort(ended, count, sizeof *ended, earlier_end);
    for (uint32_t i = 0; i < count; i++)
        put_ended(out, language, v, ended[i]);
    free(ended);
}

static int later_first(const void *a, const void *b)
{
    return facts_compare(*(const struct fact *const *)b, *(const struct fact *const *)a);
}

static void put_last(struct text *out, enum language language, const struct verdict *v)
{
    const struct fact *last[LANE_count * LAST_EVENTS];
    uint32_t count = 0;
    for (unsigned lane = 0; lane < LANE_count; lane++) {
        const struct fact_list *list = &v->trace.facts.lanes[lane];
        uint32_t taken = 0;
        for (uint32_t i = list->count; i-- > 0 && taken < LAST_EVENTS;) {
            if (phrases_is_routine((enum fact_kind)list->items[i].kind))
                continue;
            last[count++] = &list->items[i];
            taken++;
        }
    }
    qsort(last, count, sizeof *last, later_first);
    if (count > LAST_EVENTS)
        count = LAST_EVENTS;
    if (!count)
        return;
    struct text time = TEXT_EMPTY;
    phrases_time_ms(&time, v->trace.last);
    text_add_char(out, '\n');
    text_addf(out, GET(crash_last), text_str(&time));
    text_add_char(out, '\n');
    for (uint32_t i = count; i-- > 0;) {
        text_add(out, "  ");
        phrases_time_ms(out, last[i]->from);
        text_add(out, "  ");
        phrases_fact(out, language, v, last[i]);
        text_add(out, " [");
        phrases_origin(out, last[i]);
        text_add(out, "]\n");
    }
    text_done(&time);
}

static void put_line(void *ctx, const char *line)
{
    text_addf(ctx, "%s\n", line);
}

void report_crash(const struct verdict *v, enum language language, struct text *out)
{
    const struct fact_list *memory = &v->trace.facts.lanes[LANE_FAULTS];
    struct text t = TEXT_EMPTY;
    report_state(v, language, out);
    if (out->len)
        text_add_char(out, '\n');
    put_processes(out, language, v);
    put_last(out, language, v);
    for (uint32_t i = memory->count; i-- > 0;) {
        if (memory->items[i].kind != FACT_memory)
            continue;
        format_size(&t, memory->items[i].value * PAGE);
        text_add_char(out, '\n');
        text_addf(out, GET(crash_memory), text_str(&t));
        text_add_char(out, '\n');
        break;
    }
    phrases_losses(v, language, put_line, out);
    text_done(&t);
}
