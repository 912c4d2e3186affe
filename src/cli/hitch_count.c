#include "cli/hitch.h"

#include "etl/etl_tally.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void put_header(FILE *out, const struct etl_header *h)
{
    const struct {
        const char *name;
        int64_t value;
    } fields[] = {{"BufferSize", h->buffer_size},
                  {"MajorVersion", h->os_major},
                  {"MinorVersion", h->os_minor},
                  {"SubVersion", h->log_major},
                  {"SubMinorVersion", h->log_minor},
                  {"ProviderVersion", h->os_build},
                  {"NumberOfProcessors", h->processors},
                  {"EndTime", h->end_time},
                  {"TimerResolution", h->timer_resolution},
                  {"MaximumFileSize", h->maximum_file_size},
                  {"LogFileMode", h->mode},
                  {"BuffersWritten", h->buffers_written},
                  {"StartBuffers", h->start_buffers},
                  {"PointerSize", h->pointer_size},
                  {"EventsLost", h->events_lost},
                  {"CpuSpeedInMHz", h->cpu_mhz},
                  {"LoggerName", (int64_t)h->logger_name_field},
                  {"LogFileName", (int64_t)h->file_name_field},
                  {"BootTime", h->boot_time},
                  {"PerfFreq", h->perf_freq},
                  {"StartTime", h->start_time},
                  {"ReservedFlags", h->clock_type},
                  {"BufferLost", h->buffers_lost},
                  {"TimeZoneBias", h->bias_min},
                  {"FirstEventTime", h->t0}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        fprintf(out, "H\t%s\t%" PRId64 "\n", fields[i].name, fields[i].value);
}

/* Names come from the file: what would break the table becomes a blank. */
static void put_name(struct hitch *h, const char *name, const uint8_t *bytes, size_t len)
{
    struct text t = TEXT_EMPTY, line = TEXT_EMPTY;
    etl_add_utf16(&t, bytes, len);
    text_clean(&t, 0);
    text_addf(&line, "H\t%s\t%s\n", name, text_str(&t));
    hitch_put(h, &line);
    text_done(&t);
    text_done(&line);
}

static void put_sums(FILE *out, struct etl_reader *r, const struct etl_tally *t)
{
    const struct etl_findings *f = etl_findings(r);
    const struct etl_clock_base *clock = &etl_header(r)->clock;
    fprintf(out, "S\tbuffers_read\t%" PRIu64 "\n", f->buffers);
    fprintf(out, "S\ttotal_events\t%" PRIu64 "\n", t->events);
    fprintf(out, "S\tmin_raw\t%" PRId64 "\n", t->min_time);
    fprintf(out, "S\tmax_raw\t%" PRId64 "\n", t->max_time);
    fprintf(out, "S\tmin_filetime\t%" PRId64 "\n", etl_filetime(clock, t->min_time));
    fprintf(out, "S\tmax_filetime\t%" PRId64 "\n", etl_filetime(clock, t->max_time));
    fprintf(out, "S\terrors\t%" PRIu64 "\n", f->buffers_skipped + f->buffers_broken + f->events_broken + f->cut);
    if (t->others)
        fprintf(out, "S\tevents_of_further_kinds\t%" PRIu64 "\n", t->others);
}

struct line {
    const char *kind;
    char guid[GUID_ROOM];
    char id[8];
    char version[8];
    uint64_t count;
};

static struct line line_of(const struct etl_tally_row *row)
{
    struct line l;
    (void)guid_str(&row->provider, l.guid);
    l.kind = etl_kind_name(row->kind);
    snprintf(l.id, sizeof l.id, row->kind <= ETL_PERFINFO ? "0x%04x" : "%u", row->id);
    snprintf(l.version, sizeof l.version, "%u", row->version);
    l.count = row->count;
    return l;
}

/* As text, column by column: 10 before 2. */
static int compare_rows(const void *a, const void *b)
{
    struct line x = line_of(a), y = line_of(b);
    int order = strcmp(x.kind, y.kind);
    if (!order)
        order = strcmp(x.guid, y.guid);
    if (!order)
        order = strcmp(x.id, y.id);
    return order ? order : strcmp(x.version, y.version);
}

static bool put_rows(FILE *out, const struct etl_tally *t)
{
    struct etl_tally_row *rows = NULL;
    size_t count = 0;
    if (!etl_tally_rows(t, &rows, &count))
        return false;
    qsort(rows, count, sizeof *rows, compare_rows);
    for (size_t i = 0; i < count; i++) {
        struct line l = line_of(&rows[i]);
        fprintf(out, "C\t%s\t%s\t%s\t%s\t%" PRIu64 "\n", l.kind, l.guid, l.id, l.version, l.count);
    }
    free(rows);
    return true;
}

static bool tally_file(struct hitch *h, struct etl_reader *r, struct etl_tally *t)
{
    struct etl_event e = {0};
    struct hitch_progress progress;
    bool complete = true;
    hitch_progress_begin(&progress, h, etl_len(r));
    while (etl_next_stored(r, &e)) {
        complete &= etl_tally_add(t, &e);
        if (hitch_progress_wants(&progress))
            hitch_progress_step(&progress, etl_progress(r));
    }
    hitch_progress_end(&progress);
    return complete;
}

int hitch_count(struct hitch *h, const struct words *words)
{
    const char *file = words_file(words, 0);
    struct etl_reader *r = hitch_open(h, file);
    if (!r)
        return HITCH_FAILED;
    struct etl_tally t;
    etl_tally_init(&t);
    bool complete = tally_file(h, r, &t);
    const struct etl_header *header = etl_header(r);
    put_header(h->out, header);
    put_name(h, "LoggerNameString", header->logger_name, header->logger_name_len);
    put_name(h, "LogFileNameString", header->file_name, header->file_name_len);
    put_sums(h->out, r, &t);
    complete &= put_rows(h->out, &t);
    etl_tally_done(&t);
    if (!complete)
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), file);
    int code = hitch_close(h, file, r);
    return complete ? code : HITCH_FAILED;
}
