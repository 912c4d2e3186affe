#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_internal.h"

static uint32_t write_bytes(struct sim *s, struct os_file *file, const void *bytes, size_t len)
{
    if (!sim_file_spend(s, len))
        return E_DISK_FULL;
    struct outcome o = os_file_write(file, bytes, len);
    return outcome_failed(o) ? sim_file_code(o) : 0;
}

static uint32_t write_garbage(struct sim *s, struct os_file *file)
{
    uint8_t bytes[4096];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)sim_random_of(s, 0x6A2BA6E, i);
    return write_bytes(s, file, bytes, sizeof bytes);
}

/* ---- the ring's buffers, in the order in which they go into the file ---- */

struct row {
    struct sim_chunk **chunks;
    uint32_t count, open;
};

static void swap(struct row *r, uint32_t a, uint32_t b)
{
    struct sim_chunk *c = r->chunks[a];
    r->chunks[a] = r->chunks[b];
    r->chunks[b] = c;
}

static void put_in_order(const struct sim *s, const struct sim_session *n, struct row *r)
{
    if (sim_habit(s, SIM_HABIT_order) == SIM_ORDER_NEWEST)
        for (uint32_t i = 0; i < r->count / 2; i++)
            swap(r, i, r->count - 1 - i);
    if (sim_habit(s, SIM_HABIT_order) == SIM_ORDER_MIXED)
        for (uint32_t i = r->count; i > 1; i--)
            swap(r, i - 1, (uint32_t)(sim_random_of(s, 0x0DE2 + n->flushed_buffers, i) % i));
}

/* Those that are still being filled get their headers now, as far as they are. */
static bool line_up(const struct sim *s, struct sim_session *n, struct row *r)
{
    int64_t sequence = n->sequence, now = sim_session_time(s, n, s->done_until);
    memset(r, 0, sizeof *r);
    r->chunks = calloc(n->chunk_count + 1, sizeof(struct sim_chunk *));
    if (!r->chunks)
        return false;
    for (struct sim_chunk *c = n->oldest; c; c = c->next)
        r->chunks[r->count++] = c;
    for (uint32_t cpu = 0; cpu < SIM_MAX_CPUS; cpu++)
        if (n->open[cpu]) {
            sim_chunk_end(s, n, n->open[cpu], ++sequence);
            r->chunks[r->count++] = n->open[cpu];
            r->open++;
        }
    put_in_order(s, n, r);
    for (uint32_t i = 0; i < r->count; i++) {
        if (sim_habit(s, SIM_HABIT_stamp) == SIM_STAMP_FLUSH)
            etlw_u64(r->chunks[i]->b.bytes + ETLW_AT_BUFFER_STAMP, (uint64_t)now);
        if (sim_habit(s, SIM_HABIT_number) == SIM_NUMBER_FLUSH)
            etlw_u64(r->chunks[i]->b.bytes + ETLW_AT_BUFFER_SEQUENCE, (uint64_t)++n->flush_sequence);
    }
    return true;
}

/* ---- the file ---- */

static uint32_t buffers_named(const struct sim *s, const struct sim_session *n, const struct row *r)
{
    uint32_t more = s->behaviour.flush_counts_more + 1;
    switch (sim_habit(s, SIM_HABIT_written)) {
    case SIM_WRITTEN_ON:
        return n->flushed_buffers + r->count + more;
    case SIM_WRITTEN_ALL:
        return (uint32_t)n->sequence + r->open + more;
    default:
        return r->count + more;
    }
}

static uint32_t write_header(struct sim *s, struct sim_session *n, const struct row *r, struct os_file *file,
                             const char *path)
{
    struct etlw_facts f;
    sim_file_facts(s, n, &f);
    f.file_name = path;
    f.buffers_written = buffers_named(s, n, r);
    f.end_time = sim_clock_utc(&s->clock, s->done_until);
    uint8_t *header = malloc(n->buffer_bytes);
    if (!header)
        return E_NOT_ENOUGH_MEMORY;
    etlw_header_put(&f, header);
    uint32_t code = write_bytes(s, file, header, n->buffer_bytes);
    free(header);
    return code;
}

static uint32_t write_ring(struct sim *s, struct sim_session *n, const struct row *r, struct os_file *file,
                           const char *path)
{
    enum sim_flush_result result = s->behaviour.flush_result;
    if (result == FLUSH_GARBAGE)
        return write_garbage(s, file);
    uint32_t code = write_header(s, n, r, file, path);
    if (result == FLUSH_HEADER_ONLY)
        return code;
    uint32_t stop = result == FLUSH_HALF ? r->count / 2 : r->count;
    for (uint32_t i = 0; i < stop && !code; i++)
        code = write_bytes(s, file, r->chunks[i]->b.bytes, n->buffer_bytes);
    if (result == FLUSH_HALF && !code && r->count)
        code = write_bytes(s, file, r->chunks[stop]->b.bytes, n->buffer_bytes / 2);
    return code;
}

static uint32_t write_file(struct sim *s, struct sim_session *n, const char *path)
{
    struct os_file *file = NULL;
    struct row r;
    if (!line_up(s, n, &r))
        return E_NOT_ENOUGH_MEMORY;
    struct outcome o = os_file_open(path, OS_OPEN_NEW, &file);
    uint32_t code = outcome_failed(o) ? sim_file_code(o) : write_ring(s, n, &r, file, path);
    os_file_close(file);
    if (!code)
        n->flushed_buffers += r.count;
    free(r.chunks);
    return code;
}

static void note_written(struct sim *s, struct sim_session *n, const char *path)
{
    n->buffers_written += n->chunk_count;
    if (s->behaviour.flush_result != FLUSH_WRITES)
        return;
    sim_truth_note(s, n, path);
    if (s->behaviour.numbered)
        sim_add_numbers(s, n, "flushed", path, &s->number_log);
}

uint32_t sim_ring_snapshot(struct sim *s, struct sim_session *n, const char *path)
{
    bool replaces = sim_habit(s, SIM_HABIT_exists) == SIM_EXISTS_OVERWRITTEN || !sim_rule(s, SIM_RULE_flush_new_file);
    if (!*path && !sim_rule(s, SIM_RULE_ring_needs_target))
        return 0;
    if (!*path)
        return sim_habit(s, SIM_HABIT_no_name) == SIM_NO_NAME_87 ? E_INVALID_PARAMETER : E_BAD_PATHNAME;
    uint32_t code = sim_file_check_target(s, path, replaces);
    if (code)
        return code;
    uint8_t more_data = n->said_more_data ? SIM_MORE_DATA_NEVER : sim_habit(s, SIM_HABIT_more_data);
    n->said_more_data = true;
    if (more_data == SIM_MORE_DATA_UNDONE)
        return E_MORE_DATA;
    if (s->behaviour.flush_result == FLUSH_NOTHING)
        return 0;
    if (replaces)
        os_remove(path);
    if (sim_habit(s, SIM_HABIT_after) == SIM_AFTER_CLOSED)
        sim_ring_flush(s, n);
    code = write_file(s, n, path);
    if (!code)
        note_written(s, n, path);
    if (s->behaviour.flush_loses) {
        n->events_lost += s->behaviour.flush_loses;
        memset(n->lost_since_chunk, true, sizeof n->lost_since_chunk);
        sim_truth_lose(s, n, UINT64_MAX, sim_session_time(s, n, s->done_until), s->behaviour.flush_loses);
    }
    if (!code && sim_habit(s, SIM_HABIT_after) == SIM_AFTER_EMPTIED)
        sim_ring_empty(n);
    return code ? code : more_data == SIM_MORE_DATA_DONE ? E_MORE_DATA : 0;
}
