#include "verdict/private/search.h"

#include "verdict/private/unsure.h"
#include "verdict/thresholds.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_FRAMES 30u
#define FIRST_SPAN (1 * SECOND)
#define LEAST_LEFT (10 * MILLISECOND)
#define LOADING_REACH (2 * SECOND)
#define LOADING_HITCHES 4u
#define FOCUS_REACH (400 * MILLISECOND)
#define FROZEN_BEFORE (1 * SECOND)
#define COVERED_REACH (1 * SECOND)
#define LONGEST_CHANGE (3 * SECOND)
#define RESET_BEFORE (1 * SECOND)
#define IDLE_TIMES 5
#define RESTS_WITHIN (60 * SECOND)
#define RESTS_FEWEST 2u

/* ---- what the game itself read ---- */

struct read {
    int64_t time; /* FILETIME of its end */
    uint64_t own, others; /* bytes */
};

struct reads {
    struct read *list; /* by time; bytes are sums up to it */
    uint32_t count;
    bool any;
};

static int earlier(const void *a, const void *b)
{
    const struct read *r = a, *s = b;
    return (r->time > s->time) - (r->time < s->time);
}

static uint32_t reader_of(const struct trace *t, const struct disk_record *r)
{
    uint32_t at = r->by_thread ? machine_thread_process(&t->machine, r->who)
                  : r->who     ? machine_process_at(&t->machine, r->who, 0)
                               : t->machine.process_count;
    return at < t->machine.process_count ? t->machine.processes[at].pid : 0;
}

static bool is_page(const struct disk_record *r)
{
    return (r->irp_flags & IRP_PAGING) != 0;
}

/* Where more operations were recorded than are kept nothing is known of them.
 * Pages that come back are no loading. */
static bool reads_of(const struct trace *t, uint32_t pid, struct reads *out)
{
    bool kernel = t->coverage[TRACE_k_disk].count > 0;
    out->list = t->disk.count ? malloc(t->disk.count * sizeof *out->list) : NULL;
    if (t->disk.count && !out->list)
        return false;
    for (uint32_t i = 0; i < t->disk.count; i++) {
        const struct disk_record *r = &t->disk.list[i];
        if ((r->source == TRACE_k_disk) != kernel)
            continue;
        struct read *n = &out->list[out->count++];
        bool own = r->what == DISK_READ && !is_page(r) && reader_of(t, r) == pid;
        n->time = trace_time(t, r->time);
        n->own = own ? r->bytes : 0;
        n->others = own ? 0 : r->bytes;
        out->any = out->any || own;
    }
    if (out->count)
        qsort(out->list, out->count, sizeof *out->list, earlier);
    for (uint32_t i = 1; i < out->count; i++) {
        out->list[i].own += out->list[i - 1].own;
        out->list[i].others += out->list[i - 1].others;
    }
    return true;
}

static struct read read_before(const struct reads *r, int64_t time)
{
    static const struct read none = {0, 0, 0};
    uint32_t low = 0, high = r->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (r->list[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? r->list[low - 1] : none;
}

static struct read read_in(const struct reads *r, int64_t from, int64_t to)
{
    struct read a = read_before(r, from), b = read_before(r, to + 1);
    b.own -= a.own;
    b.others -= a.others;
    return b;
}

/* Much, more than others moved, and more than it reads all the time. */
static bool reads_much(const struct search *q, const struct reads *r, int64_t from, int64_t to)
{
    struct read here = read_in(r, from, to), all = read_in(r, q->t->complete_from, q->t->last);
    int64_t rest = trace_judged(q->t) - (to - from);
    uint64_t elsewhere = all.own > here.own ? all.own - here.own : 0;
    uint64_t usual = rest > 0 ? u64_scaled(elsewhere, (uint64_t)(to - from), (uint64_t)rest) : 0;
    return here.own >= LOADED_BYTES && here.own >= here.others && here.own >= usual * 2;
}

static bool is_loading(const struct search *q, const struct reads *r, const struct hitch *h)
{
    int64_t late = 0;
    uint32_t count = 0;
    if (h->kind == FINDING_slow)
        return reads_much(q, r, h->from, h->to);
    for (uint32_t i = 0; i < q->all->hitch_count && h->kind == FINDING_stutter; i++) {
        const struct hitch *o = &q->all->hitches[i];
        int64_t part = o->stream == h->stream ? overlap(o->from, o->to, h->from - LOADING_REACH, h->to + LOADING_REACH) : 0;
        late += part;
        count += part > 0 ? o->count : 0;
    }
    return count >= LOADING_HITCHES && late * 2 > (h->to - h->from) + 2 * LOADING_REACH &&
           reads_much(q, r, h->from - LOADING_REACH, h->to + LOADING_REACH);
}

/* ---- the rest ---- */

static bool fact_near(const struct search *q, enum fact_kind kind, uint32_t pid, int64_t from, int64_t to)
{
    const struct fact_list *list = &q->t->facts.lanes[fact_lane(kind)];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == kind && f->to >= from && f->from <= to && (!pid || f->pid == pid))
            return true;
    }
    return false;
}

static uint32_t frames_from(const struct stream *s, int64_t begin, int64_t time)
{
    return trace_times_until(s->times, s->count, time - 1) - trace_times_until(s->times, s->count, begin - 1);
}

static bool is_of_first(const struct stream *s, int64_t begin, const struct hitch *h)
{
    return h->from >= begin && (h->from - begin < FIRST_SPAN || frames_from(s, begin, h->from) <= FIRST_FRAMES);
}

/* Only what began in the trace has first frames. */
static bool is_first(const struct search *q, const struct stream *s, const struct hitch *h)
{
    if (!unsure_is_older(q->t, s) && is_of_first(s, s->times[0], h))
        return true;
    for (uint32_t i = 0; i < s->change_count; i++) {
        if (is_of_first(s, s->changes[i], h))
            return true;
    }
    return false;
}

/* Has a thief of the focus given it back? Then what follows is no doing of the
 * player's. The first such loan from a little before the hitch on. */
static bool was_taken(const struct search *q, const struct stream *s, const struct hitch *h, struct focus_loan *loan)
{
    return s->pid && focus_was_borrowed(q->t, s->pid, h->from - FOCUS_REACH, h->to, loan);
}

/* The focus may go round because the display changed. */
static bool made_it_change(const struct search *q, const struct stream *s, const struct hitch *h)
{
    struct focus_loan loan;
    return was_taken(q, s, h, &loan) &&
           !facts_first(&q->t->facts, FACT_display_mode, loan.gone->from - MODE_MOVES_FOCUS, loan.gone->from);
}

/* The game made itself another swap chain, and nothing made it do so. */
static bool is_display_change(const struct search *q, const struct stream *s, const struct hitch *h)
{
    bool ends_so = false;
    for (uint32_t i = 0; i < s->change_count; i++)
        ends_so = ends_so || (s->changes[i] > h->from && s->changes[i] <= h->to);
    return ends_so && h->to - h->from <= LONGEST_CHANGE && !made_it_change(q, s, h) &&
           !fact_near(q, FACT_gpu_removed, s->pid, h->from - RESET_BEFORE, h->to) &&
           !fact_near(q, FACT_gpu_timeout, 0, h->from - RESET_BEFORE, h->to);
}

/* A change behind it explains nothing, nor does one when it had lasted long: the
 * player gave up. Of one that goes on it is known that the game is still in front. */
static bool is_focus_change(const struct search *q, const struct stream *s, const struct hitch *h)
{
    int64_t from = h->from - FOCUS_REACH;
    struct focus_loan loan = {NULL, NULL};
    while (focus_was_borrowed(q->t, s->pid, from, h->to, &loan))
        from = loan.back->from + 1;
    if (!loan.back && focus_is_elsewhere(q->t, s->pid, h->from - 1))
        return true;
    const struct fact *f = focus_change(q->t, s->pid, from, h->to);
    if (!f)
        return false;
    int64_t before = f->from - h->from;
    return before < FROZEN_BEFORE || (!h->open && before * 2 < h->to - h->from);
}

/* While a thief has the focus, what a game presents in full screen is covered. */
static bool is_covered(const struct search *q, const struct stream *s, const struct hitch *h)
{
    struct focus_loan loan;
    int64_t from = h->from - COVERED_REACH, to = h->to + COVERED_REACH;
    if (!was_taken(q, s, h, &loan))
        return fact_near(q, FACT_covered, s->pid, from, to);
    return fact_near(q, FACT_covered, s->pid, from, loan.gone->from - 1) || fact_near(q, FACT_covered, s->pid, h->to + 1, to);
}

static bool is_gap(const struct hitch *h)
{
    return h->kind == FINDING_stutter && (h->to - h->from) / h->count >= IDLE_TIMES * h->usual;
}

/* Who stood still again and again, for no known reason, may rest once more. */
static bool rests(const struct search *q, const struct hitch *h)
{
    uint32_t count = 0;
    for (const struct hitch *o = q->all->hitches; o < h && h->open; o++) {
        bool known = o->excuse && o->excuse != EXCUSE_idle;
        count += o->stream == h->stream && o->kind == FINDING_stutter && !known && o->longest >= OPEN_LEAST &&
                 o->to >= h->from - RESTS_WITHIN;
    }
    return count >= RESTS_FEWEST;
}

static enum excuse excuse_of(const struct search *q, struct hitch *h)
{
    const struct stream *s = &q->t->streams[h->stream];
    bool is_stutter = h->kind == FINDING_stutter;
    enum excuse why = unsure_excuse(q->t, h, LEAST_LEFT);
    if (why)
        return why;
    if (is_stutter && is_first(q, s, h))
        return EXCUSE_first_frames;
    if (is_stutter && is_display_change(q, s, h))
        return EXCUSE_display;
    if (s->pid && is_focus_change(q, s, h))
        return EXCUSE_focus;
    if (s->pid && is_covered(q, s, h))
        return EXCUSE_covered;
    return EXCUSE_none;
}

/* Did the stream present only when something changed? Gaps that have a reason
 * say nothing of that. `list` has room for all findings. */
static bool is_on_change(const struct search *q, uint32_t stream, struct frame_finding *list)
{
    const struct stream *s = &q->t->streams[stream];
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->all->hitch_count; i++) {
        const struct hitch *h = &q->all->hitches[i];
        if (h->stream != stream || h->excuse || h->open)
            continue;
        struct frame_finding *f = &list[count++];
        f->from = h->from;
        f->to = h->to;
        f->usual = h->usual;
        f->longest = h->longest;
        f->count = h->count;
        f->kind = h->kind;
    }
    return s->count && frame_patterns_on_change(list, count, s->times[s->count - 1] - s->times[0]);
}

/* Behind all other reasons. */
static struct outcome excuse_idle(struct search *q)
{
    struct frame_finding *list = calloc(q->all->hitch_count + 1u, sizeof *list);
    uint8_t *streams = calloc(q->t->stream_count + 1u, 1);
    bool there = list && streams;
    for (uint32_t i = 0; there && i < q->t->stream_count && !patience_ends(q->patience); i++)
        streams[i] = is_on_change(q, i, list);
    for (uint32_t i = 0; there && i < q->all->hitch_count; i++) {
        struct hitch *h = &q->all->hitches[i];
        if (!h->excuse && ((streams[h->stream] && is_gap(h)) || rests(q, h)))
            h->excuse = EXCUSE_idle;
    }
    free(list);
    free(streams);
    return there ? outcome_ok() : outcome_of(WHY_out_of_memory, 0);
}

static void count_told(struct search *q)
{
    for (uint32_t i = 0; i < q->all->hitch_count; i++) {
        const struct hitch *h = &q->all->hitches[i];
        q->all->figures[h->stream].told += !h->excuse;
        q->all->real_hitches += !h->excuse && search_is_of_game(q, h) && h->kind == FINDING_stutter;
    }
}

struct outcome excuses_find(struct search *q)
{
    struct reads reads = {NULL, 0, false};
    if (q->all->game && !reads_of(q->t, q->t->streams[q->all->game - 1].pid, &reads))
        return outcome_of(WHY_out_of_memory, 0);
    for (uint32_t i = 0; i < q->all->hitch_count && !patience_ends(q->patience); i++) {
        struct hitch *h = &q->all->hitches[i];
        if (h->excuse)
            continue;
        h->excuse = (uint8_t)excuse_of(q, h);
        if (!h->excuse && reads.any && search_is_of_game(q, h) && is_loading(q, &reads, h))
            h->excuse = EXCUSE_loading;
    }
    free(reads.list);
    struct outcome o = excuse_idle(q);
    count_told(q);
    return o;
}
