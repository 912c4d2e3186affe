#include "gather/private/gather_parts.h"

#include <stdlib.h>
#include <string.h>

#define PIECE_BREAK SECOND   /* a chain that rests so long may have been left */
#define FEWEST_OF_PIECE 30u
#define TAKES_OVER 50u /* percent of a gap that another chain fills */

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* ---- presents that were refused ---- */

static int by_thread(const void *a, const void *b)
{
    const struct refusal *r = a, *q = b;
    if (r->pid != q->pid)
        return r->pid < q->pid ? -1 : 1;
    if (r->source != q->source)
        return r->source < q->source ? -1 : 1;
    if (r->tid != q->tid)
        return r->tid < q->tid ? -1 : 1;
    return ascending(&r->time, &q->time);
}

static bool is_of(const struct stream *s, const struct refusal *r)
{
    return s->screen == SCREEN_none && s->count && s->pid == r->pid && s->source == r->source;
}

/* Presents of a stream as refusals are held against them. */
struct crossed {
    uint32_t behind; /* the first present behind the refusal */
    bool *out;
};

static bool has_stream_of_thread(const struct trace *t, const struct refusal *r)
{
    for (uint32_t i = 0; i < t->stream_count; i++) {
        if (is_of(&t->streams[i], r) && t->streams[i].tid == r->tid)
            return true;
    }
    return false;
}

/* The answer comes behind its present and before the thread's next one. */
static void cross_out(struct trace *t, struct crossed *all, const struct refusal *r, bool any_thread)
{
    uint32_t best = t->stream_count;
    int64_t latest = INT64_MIN;
    for (uint32_t i = 0; i < t->stream_count; i++) {
        const struct stream *s = &t->streams[i];
        struct crossed *c = &all[i];
        if (!is_of(s, r) || (!any_thread && s->tid != r->tid) || !c->out)
            continue;
        while (c->behind < s->count && s->times[c->behind] <= r->time)
            c->behind++;
        if (c->behind && !c->out[c->behind - 1] && s->times[c->behind - 1] > latest) {
            latest = s->times[c->behind - 1];
            best = i;
        }
    }
    if (best < t->stream_count)
        all[best].out[all[best].behind - 1] = true;
}

static void take_out(struct stream *s, const bool *out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (!out[i])
            s->times[kept++] = s->times[i];
    }
    s->count = kept;
}

static void drop_refused(struct trace *t)
{
    struct crossed all[MAX_STREAMS];
    bool any_thread = false;
    memset(all, 0, sizeof all);
    if (!t->refusal_count)
        return;
    qsort(t->refusals, t->refusal_count, sizeof *t->refusals, by_thread);
    for (uint32_t i = 0; i < t->stream_count; i++) {
        all[i].out = t->streams[i].count ? calloc(t->streams[i].count, sizeof *all[i].out) : NULL;
        t->short_of_memory = t->short_of_memory || (t->streams[i].count && !all[i].out);
    }
    for (uint32_t i = 0; i < t->refusal_count; i++) {
        const struct refusal *r = &t->refusals[i], *last = i ? r - 1 : NULL;
        if (!last || last->pid != r->pid || last->source != r->source || last->tid != r->tid) {
            any_thread = !has_stream_of_thread(t, r);
            for (uint32_t k = 0; k < t->stream_count; k++)
                all[k].behind = 0;
        }
        cross_out(t, all, r, any_thread);
    }
    for (uint32_t i = 0; i < t->stream_count; i++) {
        if (all[i].out)
            take_out(&t->streams[i], all[i].out);
        free(all[i].out);
    }
}

/* ---- chains of one process ---- */

/* One stream being made of several. */
struct joint {
    int64_t *times; /* room for all of them */
    uint32_t count;
    uint32_t marks[MAX_CHAIN_CHANGES]; /* presents with which another chain takes over */
    uint32_t mark_count;
};

static void mark(struct joint *j, uint32_t at)
{
    uint32_t i = j->mark_count;
    if (j->mark_count == MAX_CHAIN_CHANGES || at == 0 || at >= j->count)
        return;
    for (; i && j->marks[i - 1] > at; i--)
        j->marks[i] = j->marks[i - 1];
    j->marks[i] = at;
    j->mark_count++;
}

static void insert(struct joint *j, uint32_t at, const int64_t *times, uint32_t count)
{
    memmove(&j->times[at + count], &j->times[at], (j->count - at) * sizeof *j->times);
    memcpy(&j->times[at], times, count * sizeof *times);
    j->count += count;
    for (uint32_t i = 0; i < j->mark_count; i++)
        j->marks[i] += j->marks[i] >= at ? count : 0;
    mark(j, at);
    mark(j, at + count);
}

/* What a chain presented in one go joins where it lies before or behind the
 * rest, or fills a gap of it. Beside the rest it is another window. */
static void join_piece(struct joint *j, const int64_t *times, uint32_t count)
{
    if (count < FEWEST_OF_PIECE)
        return;
    uint32_t at = trace_times_until(j->times, j->count, times[0]);
    if (at == j->count) {
        insert(j, at, times, count);
        return;
    }
    if (times[count - 1] > j->times[j->count - 1]) { /* goes on behind it */
        uint32_t inside = trace_times_until(times, count, j->times[j->count - 1]);
        if (count - inside >= FEWEST_OF_PIECE)
            insert(j, j->count, times + inside, count - inside);
        return;
    }
    uint32_t fits = trace_times_until(times, count, j->times[at] - 1);
    if (fits < FEWEST_OF_PIECE)
        return;
    if (at == 0) {
        insert(j, 0, times, fits);
        return;
    }
    int64_t gap = j->times[at] - j->times[at - 1], filled = times[fits - 1] - times[0];
    if (fits == count && gap >= PIECE_BREAK && filled / TAKES_OVER >= gap / 100)
        insert(j, at, times, count);
}

static void join_chain(struct joint *j, const struct stream *s)
{
    uint32_t begin = 0;
    for (uint32_t i = 1; i <= s->count; i++) {
        if (i < s->count && s->times[i] - s->times[i - 1] < PIECE_BREAK)
            continue;
        join_piece(j, &s->times[begin], i - begin);
        begin = i;
    }
}

static bool is_same_process(const struct stream *a, const struct stream *b)
{
    return a->screen == SCREEN_none && b->screen == SCREEN_none && a->pid == b->pid && a->source == b->source;
}

/* The chain of a process with the most presents that `used` does not have yet. */
static uint32_t next_chain(const struct trace *t, uint32_t first, const bool *used)
{
    uint32_t best = t->stream_count;
    for (uint32_t i = first; i < t->stream_count; i++) {
        const struct stream *s = &t->streams[i];
        if (!used[i] && s->count && is_same_process(&t->streams[first], s) &&
            (best == t->stream_count || s->count > t->streams[best].count))
            best = i;
    }
    return best;
}

static void take_joint(struct stream *s, const struct stream *front, const struct joint *j)
{
    struct stream all = *front;
    free(s->times);
    all.times = j->times;
    all.count = j->count;
    all.change_count = j->mark_count;
    for (uint32_t i = 0; i < j->mark_count; i++)
        all.changes[i] = j->times[j->marks[i]];
    *s = all;
}

/* The chain with the most presents is what the player saw; what the others
 * presented while it rested joins it. */
static void join_process(struct trace *t, uint32_t first)
{
    bool used[MAX_STREAMS] = {false};
    uint32_t sum = 0, chains = 0;
    for (uint32_t i = first; i < t->stream_count; i++) {
        bool same = is_same_process(&t->streams[first], &t->streams[i]);
        sum += same ? t->streams[i].count : 0;
        chains += same && t->streams[i].count;
    }
    for (uint32_t i = first; i < t->stream_count; i++) {
        bool later = is_same_process(&t->streams[first], &t->streams[i]) && t->streams[i].latest > t->streams[first].latest;
        t->streams[first].latest = later ? t->streams[i].latest : t->streams[first].latest;
    }
    struct joint j;
    memset(&j, 0, sizeof j);
    j.times = chains > 1 ? malloc(sum * sizeof *j.times) : NULL;
    t->short_of_memory = t->short_of_memory || (chains > 1 && !j.times);
    if (!j.times)
        return;
    uint32_t front = next_chain(t, first, used);
    used[front] = true;
    memcpy(j.times, t->streams[front].times, t->streams[front].count * sizeof *j.times);
    j.count = t->streams[front].count;
    for (uint32_t i = next_chain(t, first, used); i < t->stream_count; i = next_chain(t, first, used)) {
        used[i] = true;
        join_chain(&j, &t->streams[i]);
    }
    struct stream of_front = t->streams[front];
    of_front.latest = t->streams[first].latest;
    for (uint32_t i = first + 1; i < t->stream_count; i++) {
        if (!used[i])
            continue;
        free(t->streams[i].times);
        t->streams[i].times = NULL;
        t->streams[i].count = t->streams[i].room = 0;
    }
    if (front != first) /* its own are gone already */
        of_front.times = NULL;
    take_joint(&t->streams[first], &of_front, &j);
}

static void drop_empty(struct trace *t)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->stream_count; i++) {
        if (t->streams[i].count)
            t->streams[kept++] = t->streams[i];
        else
            free(t->streams[i].times);
    }
    t->stream_count = kept;
}

void gather_streams_end(struct trace *t)
{
    for (uint32_t i = 0; i < t->stream_count; i++) {
        if (t->streams[i].count)
            qsort(t->streams[i].times, t->streams[i].count, sizeof(int64_t), ascending);
    }
    drop_refused(t);
    free(t->refusals);
    t->refusals = NULL;
    t->refusal_count = t->refusal_room = 0;
    for (uint32_t i = 0; i < t->stream_count; i++)
        t->streams[i].latest = t->streams[i].count ? t->streams[i].times[t->streams[i].count - 1] : 0;
    for (uint32_t i = 0; i < t->stream_count; i++) {
        if (t->streams[i].count && t->streams[i].screen == SCREEN_none)
            join_process(t, i);
    }
    drop_empty(t);
}
