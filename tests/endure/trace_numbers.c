/* What lies in a folder of runs, as a program of this machine sees it: the
 * portable reader on every trace, and the history that the menu would show.
 *
 *   trace_numbers BASE
 *
 * Lines of words between tabs:
 *   trace    path  state  events  lost
 *   numbers  path  session  cpu  first  last  count     (numbered events only)
 *   strange  path  session  cpu  number  after          (a number out of order)
 *   history  kind  gone  path */
#include <stdio.h>
#include <string.h>

#include "os/os.h"
#include "runs/history.h"
#include "etl/etl_header.h"
#include "etl/etl_reader.h"

#define PROCESSOR_TIME_AT 0x38u
#define CPUS 64u
#define SESSIONS 512u

struct row {
    uint64_t first, last, count;
};
static struct row rows[SESSIONS][CPUS];

static void take(const char *path, const struct etl_event *e)
{
    if (e->kind != ETL_EVENT || e->size < PROCESSOR_TIME_AT + 8)
        return;
    uint64_t word = etl_get_u64(e->record + PROCESSOR_TIME_AT), session = word >> 48, number = word & 0xFFFFFFFFFFFFu;
    if (session == 0 || session >= SESSIONS || e->cpu >= CPUS)
        return;
    struct row *r = &rows[session][e->cpu];
    if (r->count && number != r->last + 1)
        printf("strange\t%s\t%u\t%u\t%llu\t%llu\n", path, (unsigned)session, (unsigned)e->cpu, (unsigned long long)number,
               (unsigned long long)r->last);
    if (!r->count)
        r->first = number;
    r->last = number;
    r->count++;
}

static void trace(const char *path)
{
    static const char *const states[] = {"whole", "not_closed", "wrapped", "truncated", "damaged", "not_etl"};
    struct etl_summary summary;
    struct etl_reader *reader = NULL;
    struct etl_event e;
    if (outcome_failed(etl_summarise(path, &summary))) {
        printf("trace\t%s\tunreadable\t0\t0\n", path);
        return;
    }
    printf("trace\t%s\t%s\t%llu\t%llu\n", path, states[summary.state], (unsigned long long)summary.payload_events,
           (unsigned long long)summary.events_lost);
    memset(rows, 0, sizeof rows);
    if (!outcome_failed(etl_open(path, &reader)))
        while (etl_next(reader, &e))
            take(path, &e);
    etl_close(reader);
    for (unsigned s = 0; s < SESSIONS; s++)
        for (unsigned cpu = 0; cpu < CPUS; cpu++) {
            const struct row *r = &rows[s][cpu];
            if (r->count)
                printf("numbers\t%s\t%u\t%u\t%llu\t%llu\t%llu\n", path, s, cpu, (unsigned long long)r->first,
                       (unsigned long long)r->last, (unsigned long long)r->count);
        }
}

static bool in_run(void *ctx, const char *name, const struct os_stat *st)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", (const char *)ctx, os_separator, name);
    if (!st->is_folder && str_ends(name, ".etl"))
        trace(text_str(&path));
    text_done(&path);
    return true;
}

static bool in_runs(void *ctx, const char *name, const struct os_stat *st)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", (const char *)ctx, os_separator, name);
    if (st->is_folder)
        os_folder_list(text_str(&path), in_run, path.bytes);
    text_done(&path);
    return true;
}

static void history(const char *base)
{
    static const char *const kinds[] = {"snapshot", "recovered", "partial", "unclean"};
    struct history h;
    history_init(&h);
    history_read(base, &h);
    for (size_t i = 0; i < h.count; i++)
        printf("history\t%s\t%d\t%s\n", kinds[h.entries[i].kind], h.entries[i].gone, text_str(&h.entries[i].path));
    history_done(&h);
}

int main(int argc, char **argv)
{
    struct text runs = TEXT_EMPTY;
    if (argc != 2) {
        fprintf(stderr, "usage: trace_numbers BASE\n");
        return 2;
    }
    text_addf(&runs, "%s%cruns", argv[1], os_separator);
    os_folder_list(text_str(&runs), in_runs, runs.bytes);
    history(argv[1]);
    text_done(&runs);
    return 0;
}
