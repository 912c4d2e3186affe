#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_internal.h"

#define MAX_EVENT 65535u
#define WINDOW_TICKS (10 * SIM_TICKS_PER_MS)
#define CYCLES_PER_TICK 360
#define ANY_CPU UINT32_MAX
#define OF_EACH_CPU 2u

int64_t sim_session_time(const struct sim *s, const struct sim_session *n, int64_t raw)
{
    return n->clock == 2 ? sim_clock_utc(&s->clock, raw) : n->clock == 3 ? raw * CYCLES_PER_TICK : raw;
}

static struct sim_chunk *chunk_make(struct sim_session *n)
{
    struct sim_chunk *c = n->chunk_count < n->chunk_limit ? calloc(1, sizeof *c) : NULL;
    uint8_t *bytes = c ? malloc(n->buffer_bytes) : NULL;
    if (!bytes) {
        free(c);
        return NULL;
    }
    n->chunk_count++;
    etlw_buffer_begin(&c->b, bytes, n->buffer_bytes);
    return c;
}

/* Takes the oldest full buffer out of the ring, of that CPU or of any. */
static struct sim_chunk *chunk_reuse(struct sim_session *n, uint32_t cpu)
{
    struct sim_chunk *before = NULL, *c = n->oldest;
    while (c && cpu != ANY_CPU && c->cpu != cpu) {
        before = c;
        c = c->next;
    }
    if (!c)
        return NULL;
    if (before)
        before->next = c->next;
    else
        n->oldest = c->next;
    if (n->newest == c)
        n->newest = before;
    n->cpu_chunks[c->cpu]--;
    sim_truth_forget(n, c->b.last_time);
    return c;
}

/* Two buffers are every CPU's, however many the others would take. */
static bool is_left_for_others(const struct sim_session *n, uint32_t cpus)
{
    uint32_t spare = n->chunk_limit, lacking = 0;
    for (uint32_t i = 0; i < cpus; i++) {
        spare -= n->cpu_chunks[i];
        lacking += n->cpu_chunks[i] < OF_EACH_CPU ? OF_EACH_CPU - n->cpu_chunks[i] : 0;
    }
    return spare <= lacking;
}

static bool has_its_share(const struct sim *s, const struct sim_session *n, uint32_t cpu)
{
    uint32_t cpus = n->mode & MODE_NO_PER_CPU ? 1 : s->options.cpu_count;
    uint8_t reuse = sim_habit(s, SIM_HABIT_reuse);
    if (!(n->mode & MODE_BUFFERING) || reuse == SIM_REUSE_AGE || n->cpu_chunks[cpu] < OF_EACH_CPU)
        return false;
    return reuse == SIM_REUSE_SHARE ? n->cpu_chunks[cpu] >= n->chunk_limit / cpus : is_left_for_others(n, cpus);
}

static struct sim_chunk *chunk_take(const struct sim *s, struct sim_session *n, uint32_t cpu)
{
    struct sim_chunk *c = NULL;
    if (!has_its_share(s, n, cpu)) {
        c = n->free;
        if (c)
            n->free = c->next;
        else
            c = chunk_make(n);
    }
    if (c || !sim_rule(s, SIM_RULE_ring_forgets))
        return c;
    if (sim_habit(s, SIM_HABIT_reuse) != SIM_REUSE_AGE)
        c = chunk_reuse(n, cpu);
    return c ? c : chunk_reuse(n, ANY_CPU);
}

static void chunk_release(struct sim_session *n, struct sim_chunk *c)
{
    n->cpu_chunks[c->cpu]--;
    c->next = n->free;
    n->free = c;
}

void sim_chunk_end(const struct sim *s, const struct sim_session *n, struct sim_chunk *c, int64_t sequence)
{
    int64_t now = sim_session_time(s, n, s->done_until);
    etlw_buffer_end(&c->b, c->cpu, (uint16_t)(n->slot + 1), sequence, now > c->b.last_time ? now : c->b.last_time,
                    (uint16_t)(ETLW_BUFFER_PROC_INDEX | (c->after_loss ? ETLW_BUFFER_EVENTS_LOST : 0)));
}

static void chunk_close(struct sim *s, struct sim_session *n, uint32_t cpu)
{
    struct sim_chunk *c = n->open[cpu];
    n->open[cpu] = NULL;
    sim_chunk_end(s, n, c, ++n->sequence);
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
    struct sim_chunk *c = chunk_take(s, n, cpu);
    if (!c)
        return false;
    etlw_buffer_begin(&c->b, c->b.bytes, n->buffer_bytes);
    c->cpu = cpu;
    n->cpu_chunks[cpu]++;
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
        sim_truth_lose(s, n, UINT64_C(1) << cpu, r->time, 1);
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
    free(n->holes);
    n->holes = NULL;
    n->hole_count = n->hole_room = 0;
    free(n->slot_last);
    n->slot_last = NULL;
}

void sim_ring_empty(struct sim_session *n)
{
    while (n->oldest) {
        struct sim_chunk *next = n->oldest->next;
        sim_truth_forget(n, n->oldest->b.last_time);
        chunk_release(n, n->oldest);
        n->oldest = next;
    }
    n->newest = NULL;
    for (uint32_t cpu = 0; cpu < SIM_MAX_CPUS; cpu++)
        if (n->open[cpu]) {
            sim_truth_forget(n, n->open[cpu]->b.last_time);
            chunk_release(n, n->open[cpu]);
            n->open[cpu] = NULL;
        }
}
