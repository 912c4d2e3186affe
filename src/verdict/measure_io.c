#include "verdict/private/measure.h"

#define TOLD_DISK (20 * MILLISECOND)
#define TOLD_FAULT (2 * MILLISECOND)
#define TOLD_GPU (30 * MILLISECOND)

static unsigned power_of(int64_t span)
{
    unsigned power = 0;
    for (; span > 1 && power < DISK_POWERS - 1; span >>= 1)
        power++;
    return power;
}

static uint32_t disk_process(const struct measuring *s, const struct disk_record *r)
{
    if (r->by_thread)
        return machine_thread_process(&s->t->machine, r->who);
    return r->who ? machine_process_at(&s->t->machine, r->who, 0) : s->t->machine.process_count;
}

static struct fact fact_of_op(const struct measuring *s, const struct disk_record *r, int64_t whole, uint32_t process)
{
    struct fact f = {0};
    f.kind = r->what == DISK_READ ? FACT_disk_read : r->what == DISK_WRITE ? FACT_disk_write : FACT_disk_flush;
    f.to = trace_time(s->t, r->time);
    f.from = f.to - whole;
    f.value = r->bytes;
    f.more = r->disk | (uint64_t)r->irp_flags << 32;
    f.id = r->id;
    f.version = r->version;
    f.source = r->source;
    f.pid = process < s->t->machine.process_count ? s->t->machine.processes[process].pid : 0;
    return f;
}

static bool is_paging(const struct disk_record *r)
{
    return r->what == DISK_READ && (r->irp_flags & IRP_PAGING);
}

/* The slices of the moment that an operation was under way in, but for those in
 * which the machine stood still. */
static void mark_slices(struct moment *m, const struct fact *f, unsigned power)
{
    int64_t slice = (m->to - m->from) / DISK_SLICES + 1;
    int64_t from = f->from > m->from ? (f->from - m->from) / slice : 0, to = f->to < m->to ? (f->to - m->from) / slice : DISK_SLICES - 1;
    for (int64_t i = from; i <= to && i < DISK_SLICES; i++) {
        int64_t middle = m->from + i * slice + slice / 2;
        if (middle < m->silent_from || middle >= m->silent_to)
            m->disk.slices[power][i / 64] |= UINT64_C(1) << i % 64;
    }
    m->disk.count[power]++;
}

static void book_op(const struct trace *t, struct moment *m, const struct disk_record *r, const struct fact *f, int64_t part, uint32_t process)
{
    /* What was under way while the machine stood still only looks slow. */
    part -= overlap(f->from, f->to, m->silent_from, m->silent_to);
    if (part < 0 || trace_hole_at(t, f->from, f->to))
        part = 0;
    m->ops++;
    m->bytes += r->bytes;
    m->op_time += (uint64_t)part;
    m->paging_reads += is_paging(r);
    m->paging_time += is_paging(r) ? part : 0;
    m->processes[process].disk_bytes += r->bytes;
    if (part)
        mark_slices(m, f, power_of(f->to - f->from));
    if (part > m->slowest_overlap) {
        m->slowest_overlap = part;
        m->slowest = *f;
    }
}

void measure_disk(struct measuring *s, const struct disk_record *r)
{
    if ((r->source == TRACE_k_disk) != s->kernel_disk)
        return;
    /* A response longer than the trace is no response time. */
    int64_t began = i64_down_capped(r->time, r->response > INT64_MAX ? 0 : r->response);
    int64_t whole = measure_between(s, began, r->time);
    if (whole > s->t->last - s->t->first + 600 * SECOND)
        return;
    if (began < s->first_raw && r->time > s->first_raw) {
        began = s->first_raw;
        whole = measure_between(s, began, r->time);
    }
    uint32_t process = disk_process(s, r);
    bool near = r->time >= s->near_from && began <= s->near_to, inside = false;
    if (near || whole >= TOLD_DISK) {
        struct fact f = fact_of_op(s, r, whole, process);
        for (uint32_t i = 0; i < s->all->count && near; i++) {
            struct moment *m = &s->all->list[i];
            if (r->time < m->raw_from || began > m->raw_to)
                continue;
            book_op(s->t, m, r, &f, measure_part(s, m, began, r->time), process);
            inside = true;
        }
        struct fact *kept = whole < TOLD_DISK ? NULL : facts_add(&s->all->found, (enum fact_kind)f.kind, f.from, f.to, NULL, TRACE_other);
        if (kept)
            *kept = f;
    }
    if (inside)
        return;
    s->all->base.disk_ops++;
    s->all->base.disk_bytes += r->bytes;
    s->all->base.paging_reads += is_paging(r);
    s->all->base.paging_time = i64_add_capped(s->all->base.paging_time, is_paging(r) ? whole : 0);
    s->all->base.latency[power_of(whole)]++;
    s->all->base.processes[process].disk_bytes += r->bytes;
}

void measure_fault(struct measuring *s, const struct etl_event *e)
{
    struct hard_fault h;
    if (!payload_hard_fault(e, &h) || h.began > s->now)
        return;
    if (h.began < s->first_raw)
        h.began = s->first_raw;
    uint32_t at = machine_thread_process(&s->t->machine, h.tid);
    int64_t whole = measure_between(s, h.began, s->now);
    bool inside = false, of_game = at < s->t->machine.process_count && s->game_pid && s->t->machine.processes[at].pid == s->game_pid;
    for (uint32_t i = 0; i < s->all->count; i++) {
        struct moment *m = &s->all->list[i];
        if (s->now < m->raw_from || h.began > m->raw_to)
            continue;
        int64_t part = measure_part(s, m, h.began, s->now);
        inside = true;
        m->faults++;
        m->game_faults += of_game;
        m->game_fault_time += of_game ? part : 0;
    }
    s->all->base.faults += !inside;
    if (whole < TOLD_FAULT && !inside)
        return;
    int64_t to = trace_time(s->t, s->now);
    struct fact *f = facts_add(&s->all->found, FACT_hard_fault, to - whole, to, e, TRACE_k_fault);
    if (!f)
        return;
    f->value = h.bytes;
    f->pid = at < s->t->machine.process_count ? s->t->machine.processes[at].pid : 0;
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

static void keep_longest_packet(struct moment *m, const struct gpu_context *c, const struct etl_event *e, int64_t part, int64_t from, int64_t to)
{
    if (m->gpu_longest.kind != FACT_count && part <= m->gpu_longest.to - m->gpu_longest.from)
        return;
    m->gpu_longest.kind = FACT_gpu_work;
    m->gpu_longest.from = from;
    m->gpu_longest.to = to;
    m->gpu_longest.pid = c->pid;
    m->gpu_longest.id = e->id;
    m->gpu_longest.version = (uint8_t)e->version;
    m->gpu_longest.source = TRACE_dxgkrnl;
}

/* The card worked for `ticks` up to now. */
static void book_gpu(struct measuring *s, const struct gpu_context *c, const struct etl_event *e, int64_t ticks)
{
    int64_t began = s->now - ticks, whole = measure_between(s, began, s->now), to = trace_time(s->t, s->now);
    bool inside = false, of_game = s->game_pid && c->pid == s->game_pid;
    uint32_t process = machine_process_at(&s->t->machine, c->pid, to);
    for (uint32_t i = 0; i < s->all->count; i++) {
        struct moment *m = &s->all->list[i];
        int64_t part = measure_part(s, m, began, s->now);
        if (!part)
            continue;
        inside = true;
        *(of_game ? &m->gpu_game : &m->gpu_other) += part;
        m->processes[process].gpu += (uint64_t)part;
        keep_longest_packet(m, c, e, part, to - whole, to);
    }
    s->all->base.gpu_packets++;
    if (!inside) {
        s->all->base.gpu_busy = i64_add_capped(s->all->base.gpu_busy, whole);
        s->all->base.gpu_other = i64_add_capped(s->all->base.gpu_other, of_game ? 0 : whole);
        s->all->base.gpu_long[power_of(whole)]++;
    }
    struct fact *f = whole < TOLD_GPU ? NULL : facts_add(&s->all->found, FACT_gpu_work, to - whole, to, e, TRACE_dxgkrnl);
    if (f)
        f->pid = c->pid;
}

static void begin_packet(struct measuring *s, struct gpu_context *c, uint32_t sequence)
{
    c->packets[c->next].sequence = sequence;
    c->packets[c->next].began = s->now;
    c->packets[c->next].others = s->gpu_worked - c->worked;
    c->next = (c->next + 1) % GPU_PACKETS;
}

/* From the queue alone: a packet had the card since it was queued and the one
 * before it was done, but for the time in which the card worked for others. */
static int64_t worked(const struct measuring *s, const struct gpu_context *c, uint32_t at)
{
    bool waited = c->ended > c->packets[at].began;
    int64_t began = waited ? c->ended : c->packets[at].began;
    if (!s->gpu_queue)
        return s->now - began;
    int64_t others = s->gpu_worked - c->worked - (waited ? c->others_ended : c->packets[at].others);
    return s->now - began > others ? s->now - began - others : 0;
}

static void end_packet(struct measuring *s, struct gpu_context *c, const struct etl_event *e, uint32_t sequence)
{
    for (uint32_t i = 0; i < GPU_PACKETS; i++) {
        uint32_t at = (c->next + i) % GPU_PACKETS; /* the oldest first */
        if (!c->packets[at].began || c->packets[at].sequence != sequence)
            continue;
        int64_t ticks = worked(s, c, at);
        if (!measure_has_hole(s, c->packets[at].began, s->now))
            book_gpu(s, c, e, ticks);
        c->packets[at].began = 0;
        c->ended = s->now;
        c->worked += ticks;
        s->gpu_worked += ticks;
        c->others_ended = s->gpu_worked - c->worked;
        return;
    }
}

void measure_gpu(struct measuring *s, const struct etl_event *e)
{
    struct gpu_packet g;
    bool starts = e->id == (s->gpu_queue ? 178 : 175), ends = e->id == (s->gpu_queue ? 180 : 176);
    if ((!starts && !ends && e->id != 178) || !payload_gpu_packet(e, &g) || !g.context)
        return;
    struct gpu_context *c = context_of(s, g.context);
    if (!c)
        return;
    /* The program queues its work itself; the GPU's start and end are logged
     * wherever the interrupt came. */
    if (e->id == 178 && e->has_thread)
        c->pid = e->pid;
    if (starts)
        begin_packet(s, c, g.sequence);
    else if (ends)
        end_packet(s, c, e, g.sequence);
}
