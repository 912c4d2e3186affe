#include "verdict/measure.h"

#define TOLD_DISK (20 * MILLISECOND)
#define TOLD_FAULT (2 * MILLISECOND)
#define TOLD_GPU (30 * MILLISECOND)

static unsigned power_of(int64_t span)
{
    unsigned power = 0;
    for (; span > 1 && power < 47; span >>= 1)
        power++;
    return power;
}

static uint32_t disk_process(const struct measuring *s, const struct disk_record *r)
{
    if (r->by_thread)
        return store_thread_process(s->v, r->who);
    const struct process *p = r->who ? store_process_at(s->v, r->who, 0) : NULL;
    return p ? (uint32_t)(p - s->v->processes) : s->v->process_count;
}

static struct fact fact_of_op(const struct measuring *s, const struct disk_record *r, int64_t whole, uint32_t process)
{
    struct fact f = {0};
    f.kind = r->what == DISK_READ ? FACT_disk_read : r->what == DISK_WRITE ? FACT_disk_write : FACT_disk_flush;
    f.to = verdict_time(s->v, r->time);
    f.from = f.to - whole;
    f.value = r->bytes;
    f.more = r->disk | (uint64_t)r->irp_flags << 32;
    f.id = r->id;
    f.version = r->version;
    f.source = r->source;
    f.pid = process < s->v->process_count ? s->v->processes[process].pid : 0;
    return f;
}

static bool is_paging(const struct disk_record *r)
{
    return r->what == DISK_READ && (r->irp_flags & IRP_PAGING);
}

static void book_op(struct moment *m, const struct disk_record *r, const struct fact *f, int64_t part, uint32_t process)
{
    /* What was under way while the machine stood still only looks slow. */
    part -= overlap(f->from, f->to, m->silent_from, m->silent_to);
    if (part < 0)
        part = 0;
    m->ops++;
    m->bytes += r->bytes;
    m->op_time += (uint64_t)part;
    m->paging_reads += is_paging(r);
    m->paging_time += is_paging(r) ? part : 0;
    m->processes[process].disk_bytes += r->bytes;
    if (part > m->slowest_overlap) {
        m->slowest_overlap = part;
        m->slowest = *f;
    }
}

void measure_disk(struct measuring *s, const struct disk_record *r)
{
    struct verdict *v = s->v;
    if ((r->source == TRACE_k_disk) != s->kernel_disk)
        return;
    /* A response longer than the trace is no response time. */
    int64_t ticks = r->response > INT64_MAX ? 0 : (int64_t)r->response;
    int64_t whole = measure_span(s, ticks), began = r->time - ticks;
    if (whole > v->last - v->first + 600 * SECOND || began > r->time)
        return;
    uint32_t process = disk_process(s, r);
    bool near = r->time >= s->near_from && began <= s->near_to, inside = false;
    measure_bucket(s, r->time)->disk_kb += r->bytes >> 10;
    if (near || whole >= TOLD_DISK) {
        struct fact f = fact_of_op(s, r, whole, process);
        for (uint32_t i = 0; i < v->moment_count && near; i++) {
            struct moment *m = &v->moments[i];
            if (r->time < m->raw_from || began > m->raw_to)
                continue;
            book_op(m, r, &f, measure_part(s, m, began, r->time), process);
            inside = true;
        }
        struct fact *kept = whole < TOLD_DISK ? NULL : store_fact(v, (enum fact_kind)f.kind, f.from, f.to, NULL, TRACE_other);
        if (kept)
            *kept = f;
    }
    if (inside)
        return;
    v->base.disk_ops++;
    v->base.disk_bytes += r->bytes;
    v->base.paging_reads += is_paging(r);
    v->base.paging_time += is_paging(r) ? whole : 0;
    v->base.latency[power_of(whole)]++;
    v->base.processes[process].disk_bytes += r->bytes;
}

void measure_fault(struct measuring *s, const struct etl_event *e)
{
    struct verdict *v = s->v;
    struct hard_fault h;
    if (!payload_hard_fault(e, &h) || h.began > s->now)
        return;
    uint32_t at = store_thread_process(v, h.tid);
    int64_t whole = measure_span(s, s->now - h.began);
    bool inside = false, of_game = at < v->process_count && s->game_pid && v->processes[at].pid == s->game_pid;
    measure_bucket(s, s->now)->faults++;
    for (uint32_t i = 0; i < v->moment_count; i++) {
        struct moment *m = &v->moments[i];
        if (s->now < m->raw_from || h.began > m->raw_to)
            continue;
        int64_t part = measure_part(s, m, h.began, s->now);
        inside = true;
        m->faults++;
        m->processes[at].faults++;
        m->processes[at].fault_time += (uint64_t)part;
        m->game_faults += of_game;
        m->game_fault_time += of_game ? part : 0;
    }
    v->base.faults += !inside;
    if (whole < TOLD_FAULT && !inside)
        return;
    int64_t to = verdict_time(v, s->now);
    struct fact *f = store_fact(v, FACT_hard_fault, to - whole, to, e, TRACE_k_fault);
    if (!f)
        return;
    f->value = h.bytes;
    f->pid = at < v->process_count ? v->processes[at].pid : 0;
}

static struct gpu_context *context_of(struct measuring *s, uint64_t context)
{
    for (uint32_t probe = 0; probe < 16; probe++) {
        struct gpu_context *c = &s->contexts[(context / 64 + probe) % GPU_CONTEXTS];
        if (c->context == context)
            return c;
        if (!c->context) {
            c->context = context;
            return c;
        }
    }
    return NULL;
}

static void book_gpu(struct measuring *s, const struct gpu_context *c, const struct etl_event *e, int64_t began)
{
    struct verdict *v = s->v;
    int64_t whole = measure_span(s, s->now - began), to = verdict_time(v, s->now);
    const struct process *p = store_process_at(v, c->pid, 0);
    uint32_t at = p ? (uint32_t)(p - v->processes) : v->process_count;
    bool inside = false, of_game = s->game_pid && c->pid == s->game_pid;
    for (uint32_t i = 0; i < v->moment_count; i++) {
        struct moment *m = &v->moments[i];
        int64_t part = measure_part(s, m, began, s->now);
        if (!part)
            continue;
        inside = true;
        *(of_game ? &m->gpu_game : &m->gpu_other) += part;
        m->processes[at].gpu += (uint64_t)part;
        if (m->gpu_longest.kind == FACT_count || part > m->gpu_longest.to - m->gpu_longest.from) {
            m->gpu_longest.kind = FACT_gpu_work;
            m->gpu_longest.from = to - whole;
            m->gpu_longest.to = to;
            m->gpu_longest.pid = c->pid;
            m->gpu_longest.id = e->id;
            m->gpu_longest.version = (uint8_t)e->version;
            m->gpu_longest.source = TRACE_dxgkrnl;
        }
    }
    v->base.gpu_packets++;
    if (!inside)
        v->base.gpu_busy += whole;
    struct fact *f = whole < TOLD_GPU ? NULL : store_fact(v, FACT_gpu_work, to - whole, to, e, TRACE_dxgkrnl);
    if (f)
        f->pid = c->pid;
}

static void end_packet(struct measuring *s, struct gpu_context *c, const struct etl_event *e, uint32_t sequence)
{
    for (uint32_t i = 0; i < GPU_PACKETS; i++) {
        uint32_t at = (c->next + i) % GPU_PACKETS; /* the oldest first */
        int64_t began = c->packets[at].began;
        if (!began || c->packets[at].sequence != sequence)
            continue;
        book_gpu(s, c, e, began > c->ended ? began : c->ended);
        c->packets[at].began = 0;
        c->ended = s->now;
        return;
    }
}

void measure_gpu(struct measuring *s, const struct etl_event *e)
{
    struct gpu_packet g;
    if (e->id == 180 || e->id == 177 || e->id == 179 || !payload_gpu_packet(e, &g) || !g.context)
        return;
    struct gpu_context *c = context_of(s, g.context);
    if (!c)
        return;
    if (e->id == 178) {
        /* The program queues its work itself; the GPU's start and end are
         * logged wherever the interrupt came. */
        if (e->has_thread)
            c->pid = e->pid;
    } else if (e->id == 175) {
        c->packets[c->next].sequence = g.sequence;
        c->packets[c->next].began = s->now;
        c->next = (c->next + 1) % GPU_PACKETS;
    } else {
        end_packet(s, c, e, g.sequence);
    }
}
