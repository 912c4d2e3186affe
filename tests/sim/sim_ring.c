#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_internal.h"

#define MAX_EVENT 65535u
#define WINDOW_TICKS (10 * SIM_TICKS_PER_MS)
#define CYCLES_PER_TICK 360

int64_t sim_session_time(const struct sim *s, const struct sim_session *n, int64_t raw)
{
    return n->clock == 2 ? sim_clock_utc(&s->clock, raw) : n->clock == 3 ? raw * CYCLES_PER_TICK : raw;
}

static struct sim_chunk *chunk_take(const struct sim *s, struct sim_session *n)
{
    struct sim_chunk *c = n->free;
    if (c) {
        n->free = c->next;
        return c;
    }
    if (n->chunk_count < n->chunk_limit) {
        c = calloc(1, sizeof *c);
        uint8_t *bytes = c ? malloc(n->buffer_bytes) : NULL;
        if (bytes) {
            n->chunk_count++;
            etlw_buffer_begin(&c->b, bytes, n->buffer_bytes);
            return c;
        }
        free(c);
    }
    c = sim_rule(s, SIM_RULE_ring_forgets) ? n->oldest : NULL;
    if (c) {
        n->oldest = c->next;
        if (!n->oldest)
            n->newest = NULL;
    }
    return c;
}

static void chunk_release(struct sim_session *n, struct sim_chunk *c)
{
    c->next = n->free;
    n->free = c;
}

static void chunk_end(const struct sim *s, const struct sim_session *n, struct sim_chunk *c, int64_t sequence)
{
    int64_t now = sim_session_time(s, n, s->done_until);
    etlw_buffer_end(&c->b, c->cpu, (uint16_t)(n->slot + 1), sequence, now > c->b.last_time ? now : c->b.last_time,
                    (uint16_t)(ETLW_BUFFER_PROC_INDEX | (c->after_loss ? ETLW_BUFFER_EVENTS_LOST : 0)));
}

static void chunk_close(struct sim *s, struct sim_session *n, uint32_t cpu)
{
    struct sim_chunk *c = n->open[cpu];
    n->open[cpu] = NULL;
    c->sequence = ++n->sequence;
    chunk_end(s, n, c, c->sequence);
    if (n->mode & MODE_BUFFERING) {
        c->next = NULL;
        if (n->newest)
            n->newest->next = c;
        else
            n->oldest = c;
        n->newest = c;
        return;
    }
    sim_file_add(s, n, c);
    chunk_release(n, c);
}

static bool chunk_open(const struct sim *s, struct sim_session *n, uint32_t cpu)
{
    struct sim_chunk *c = chunk_take(s, n);
    if (!c)
        return false;
    etlw_buffer_begin(&c->b, c->b.bytes, n->buffer_bytes);
    c->cpu = cpu;
    c->after_loss = n->lost_since_chunk[cpu];
    n->lost_since_chunk[cpu] = false;
    n->open[cpu] = c;
    return true;
}

static bool too_fast(const struct sim *s, struct sim_session *n, uint32_t size)
{
    if (s->done_until - n->window_start >= WINDOW_TICKS) {
        n->window_start = s->done_until;
        n->window_bytes = 0;
    }
    n->window_bytes += size;
    return n->window_bytes > (uint64_t)s->behaviour.capacity_kb_s * 1024 / (SIM_TICKS_PER_S / WINDOW_TICKS);
}

void sim_ring_add(struct sim *s, struct sim_session *n, uint32_t cpu, struct etlw_record *r)
{
    uint32_t size = etlw_record_size(r);
    bool added = false;
    if (n->dead)
        return;
    if (n->mode & MODE_NO_PER_CPU)
        cpu = 0;
    if (s->behaviour.numbered)
        r->processor_time = sim_number(n, cpu);
    if (s->behaviour.no_buffers && n->open[cpu])
        chunk_close(s, n, cpu);
    if (!s->behaviour.no_buffers && size <= MAX_EVENT && size + 8 <= n->buffer_bytes - ETLW_BUFFER_HEADER && !too_fast(s, n, size)) {
        if (n->open[cpu])
            added = etlw_buffer_add(&n->open[cpu]->b, r);
        if (n->open[cpu] && !added)
            chunk_close(s, n, cpu);
        if (!added && !n->dead && chunk_open(s, n, cpu))
            added = etlw_buffer_add(&n->open[cpu]->b, r);
    }
    n->numbers[cpu] += added;
    if (!added) {
        n->events_lost += sim_rule(s, SIM_RULE_loss_counted);
        n->lost_since_chunk[cpu] = true;
    } else if (s->listen) {
        s->listen(s->listen_ctx, text_str(&n->name), cpu, r);
    }
}

void sim_ring_flush(struct sim *s, struct sim_session *n)
{
    for (uint32_t cpu = 0; cpu < SIM_MAX_CPUS; cpu++)
        if (n->open[cpu])
            chunk_close(s, n, cpu);
}

void sim_ring_done(struct sim_session *n)
{
    for (uint32_t cpu = 0; cpu < SIM_MAX_CPUS; cpu++)
        if (n->open[cpu])
            chunk_release(n, n->open[cpu]);
    memset(n->open, 0, sizeof n->open);
    struct sim_chunk *lists[2] = {n->oldest, n->free};
    for (int i = 0; i < 2; i++)
        while (lists[i]) {
            struct sim_chunk *next = lists[i]->next;
            free(lists[i]->b.bytes);
            free(lists[i]);
            lists[i] = next;
        }
    n->oldest = n->newest = n->free = NULL;
    n->chunk_count = 0;
}

static uint32_t write_bytes(struct sim *s, struct os_file *file, const void *bytes, size_t len)
{
    if (!sim_file_spend(s, len))
        return E_DISK_FULL;
    struct outcome o = os_file_write(file, bytes, len);
    return outcome_failed(o) ? sim_file_code(o) : 0;
}

static uint32_t chunks_ready(const struct sim *s, struct sim_session *n)
{
    uint32_t count = 0;
    for (struct sim_chunk *c = n->oldest; c; c = c->next)
        count++;
    int64_t sequence = n->sequence;
    for (uint32_t cpu = 0; cpu < SIM_MAX_CPUS; cpu++)
        if (n->open[cpu]) {
            chunk_end(s, n, n->open[cpu], ++sequence);
            count++;
        }
    return count;
}

static uint32_t write_garbage(struct sim *s, struct os_file *file)
{
    uint8_t bytes[4096];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)sim_random_of(s, 0x6A2BA6E, i);
    return write_bytes(s, file, bytes, sizeof bytes);
}

static uint32_t write_ring(struct sim *s, struct sim_session *n, struct os_file *file, const char *path)
{
    struct etlw_facts f;
    uint32_t count = chunks_ready(s, n), written = 0;
    enum sim_flush_result result = s->behaviour.flush_result;
    if (result == FLUSH_GARBAGE)
        return write_garbage(s, file);
    sim_file_facts(s, n, &f);
    f.file_name = path;
    f.buffers_written = count + 1 + s->behaviour.flush_counts_more;
    f.end_time = sim_clock_utc(&s->clock, s->done_until);
    uint8_t *header = malloc(n->buffer_bytes);
    if (!header)
        return E_NOT_ENOUGH_MEMORY;
    etlw_header_put(&f, header);
    uint32_t code = write_bytes(s, file, header, n->buffer_bytes);
    free(header);
    if (result == FLUSH_HEADER_ONLY)
        return code;
    uint32_t stop = result == FLUSH_HALF ? count / 2 : count;
    for (struct sim_chunk *c = n->oldest; c && !code && written < stop; c = c->next, written++)
        code = write_bytes(s, file, c->b.bytes, n->buffer_bytes);
    for (uint32_t cpu = 0; cpu < SIM_MAX_CPUS && !code && written < stop; cpu++)
        if (n->open[cpu]) {
            code = write_bytes(s, file, n->open[cpu]->b.bytes, n->buffer_bytes);
            written++;
        }
    if (result == FLUSH_HALF && !code && n->newest)
        code = write_bytes(s, file, n->newest->b.bytes, n->buffer_bytes / 2);
    return code;
}

static void ring_empty(struct sim_session *n)
{
    while (n->oldest) {
        struct sim_chunk *next = n->oldest->next;
        chunk_release(n, n->oldest);
        n->oldest = next;
    }
    n->newest = NULL;
    for (uint32_t cpu = 0; cpu < SIM_MAX_CPUS; cpu++)
        if (n->open[cpu]) {
            chunk_release(n, n->open[cpu]);
            n->open[cpu] = NULL;
        }
}

uint32_t sim_ring_snapshot(struct sim *s, struct sim_session *n, const char *path)
{
    struct os_file *file = NULL;
    bool may_exist = s->behaviour.flush_overwrites || !sim_rule(s, SIM_RULE_flush_new_file);
    if (!*path && !sim_rule(s, SIM_RULE_ring_needs_target))
        return 0;
    uint32_t code = sim_file_check_target(s, path, may_exist);
    if (code)
        return code;
    if (s->behaviour.flush_result == FLUSH_NOTHING)
        return 0;
    if (may_exist)
        os_remove(path);
    struct outcome o = os_file_open(path, OS_OPEN_NEW, &file);
    if (outcome_failed(o))
        return sim_file_code(o);
    code = write_ring(s, n, file, path);
    os_file_close(file);
    if (!code)
        n->buffers_written += n->chunk_count;
    if (!code && s->behaviour.numbered && s->behaviour.flush_result == FLUSH_WRITES)
        sim_add_numbers(s, n, "flushed", path, &s->number_log);
    if (s->behaviour.flush_loses) {
        n->events_lost += s->behaviour.flush_loses;
        memset(n->lost_since_chunk, true, sizeof n->lost_since_chunk);
    }
    if (!code && s->behaviour.flush_empties)
        ring_empty(n);
    return code;
}
