#include "verdict/verdict_model.h"

#include <stdlib.h>
#include <string.h>

/* A frame is a hitch when it is late against the frames before and after it, by
 * more than the eye forgives (15 ms) and more than these frames themselves
 * vary. Taking the slower side of the two keeps the step to another frame cap
 * (a menu, a cutscene) from looking like one. */
#define BEFORE 32u
#define AFTER 16u
#define LEAST_EXCESS (15 * MILLISECOND)
#define FIRST_FRAMES 30u
#define FEWEST_FRAMES 90u
#define FIRST_SPAN (1 * SECOND)
#define LONGEST_STUTTER (10 * SECOND)
#define LOADING_REACH (2 * SECOND)
#define LOADING_HITCHES 4u
#define FOCUS_REACH (400 * MILLISECOND)
#define COVERED_REACH SECOND
#define BLOCK (SECOND / 2)
#define LONGEST_SPELL (20 * SECOND)
#define PRESS_REACH (30 * SECOND)
#define AT_REACH (5 * SECOND)

/* ---- frame times of a stream ---- */

#define STEP 100u      /* 10 microseconds */
#define STEPS 200000u  /* 2 seconds */

static int64_t at_share(const uint32_t *histogram, uint64_t total, unsigned per_mille)
{
    uint64_t want = total * per_mille / 1000, sum = 0;
    for (uint32_t i = 0; i < STEPS; i++) {
        sum += histogram[i];
        if (sum > want)
            return (int64_t)i * STEP;
    }
    return (int64_t)(STEPS - 1) * STEP;
}

static void take_figures(struct stream *s, uint32_t *histogram)
{
    memset(histogram, 0, STEPS * sizeof *histogram);
    for (uint32_t i = 1; i < s->count; i++) {
        int64_t frame = s->times[i] - s->times[i - 1];
        if (frame > s->longest)
            s->longest = frame;
        uint64_t step = (uint64_t)frame / STEP;
        histogram[step < STEPS ? step : STEPS - 1]++;
    }
    s->median = at_share(histogram, s->count - 1, 500);
    s->low_1 = at_share(histogram, s->count - 1, 990);
    s->low_01 = at_share(histogram, s->count - 1, 999);
}

/* ---- the neighbours of a frame ---- */

struct ring {
    int64_t values[BEFORE]; /* in the order of their coming */
    int64_t sorted[BEFORE]; /* as of the last ring_sort */
    int64_t low;            /* no value is below it */
    uint32_t count, next;
};

static void ring_add(struct ring *r, int64_t value)
{
    if (!r->count || value < r->low)
        r->low = value;
    r->values[r->next] = value;
    r->next = (r->next + 1) % BEFORE;
    r->count += r->count < BEFORE;
}

static void ring_sort(struct ring *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t at = i;
        for (; at > 0 && r->sorted[at - 1] > r->values[i]; at--)
            r->sorted[at] = r->sorted[at - 1];
        r->sorted[at] = r->values[i];
    }
    r->low = r->count ? r->sorted[0] : 0;
}

static int64_t median_after(const struct stream *s, uint32_t i)
{
    int64_t sorted[AFTER];
    uint32_t count = 0;
    for (uint32_t k = i + 1; k < s->count && count < AFTER; k++) {
        int64_t value = s->times[k] - s->times[k - 1];
        uint32_t at = count++;
        for (; at > 0 && sorted[at - 1] > value; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = value;
    }
    return count >= 5 ? sorted[count / 2] : 0;
}

static int64_t allowed(const struct ring *r, int64_t usual)
{
    int64_t spread = r->sorted[r->count * 9 / 10] - r->sorted[r->count / 2];
    int64_t most = LEAST_EXCESS;
    if (usual * 6 / 5 > most)
        most = usual * 6 / 5;
    return spread * 4 > most ? spread * 4 : most;
}

/* ---- hitches ---- */

static bool add_hitch(struct verdict *v, uint32_t stream, uint32_t i, int64_t usual, uint32_t *last)
{
    const struct stream *s = &v->streams[stream];
    if (*last && i - *last <= 2 && v->hitch_count) {
        v->hitches[v->hitch_count - 1].to = s->times[i];
        *last = i;
        return true;
    }
    if (v->hitch_count == MAX_HITCHES)
        return false;
    struct hitch *h = &v->hitches[v->hitch_count++];
    memset(h, 0, sizeof *h);
    h->from = s->times[i - 1];
    h->to = s->times[i];
    h->usual = usual;
    h->stream = (uint16_t)stream;
    if (i <= FIRST_FRAMES || h->from - s->times[0] < FIRST_SPAN)
        h->excuse = EXCUSE_first_frames;
    else if (h->to - h->from > LONGEST_STUTTER)
        h->excuse = EXCUSE_pause;
    *last = i;
    return true;
}

static void find_in(struct verdict *v, uint32_t stream)
{
    struct stream *s = &v->streams[stream];
    struct ring before;
    uint32_t last = 0;
    memset(&before, 0, sizeof before);
    for (uint32_t i = 1; i < s->count; i++) {
        int64_t frame = s->times[i] - s->times[i - 1];
        /* Most frames end here, before the costly looks around. */
        if (before.count >= 8 && frame - before.low >= LEAST_EXCESS) {
            ring_sort(&before);
            int64_t usual = before.sorted[before.count / 2];
            if (frame - usual >= LEAST_EXCESS) {
                int64_t after = median_after(s, i);
                if (after > usual)
                    usual = after;
                if (frame - usual >= allowed(&before, usual)) {
                    add_hitch(v, stream, i, usual, &last);
                    s->hitches++;
                    continue;
                }
            }
        }
        ring_add(&before, frame);
    }
}

/* ---- what is no stutter ---- */

static bool fact_near(const struct verdict *v, enum fact_kind kind, uint32_t pid, int64_t from, int64_t to)
{
    const struct fact_list *list = &v->facts[fact_lane(kind)];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == kind && f->to >= from && f->from <= to && (!pid || f->pid == pid || f->value == pid))
            return true;
    }
    return false;
}

/* The last change of the focus that names the process says whether it has it. */
static bool is_elsewhere(const struct verdict *v, uint32_t pid, int64_t time)
{
    const struct fact_list *list = &v->facts[LANE_PROCESSES];
    bool elsewhere = false;
    for (uint32_t i = 0; i < list->count && list->items[i].from <= time; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == FACT_focus && (f->pid == pid || f->value == pid))
            elsewhere = f->pid != pid;
    }
    return pid && elsewhere;
}

static bool is_loading(const struct verdict *v, uint32_t index)
{
    const struct hitch *h = &v->hitches[index];
    int64_t late = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->hitch_count; i++) {
        const struct hitch *o = &v->hitches[i];
        int64_t part = o->stream == h->stream ? overlap(o->from, o->to, h->from - LOADING_REACH, h->to + LOADING_REACH) : 0;
        late += part;
        count += part > 0;
    }
    return count >= LOADING_HITCHES && late * 2 > (h->to - h->from) + 2 * LOADING_REACH;
}

static void excuse(struct verdict *v)
{
    for (uint32_t i = 0; i < v->hitch_count; i++) {
        struct hitch *h = &v->hitches[i];
        uint32_t pid = v->streams[h->stream].pid;
        if (h->excuse)
            continue;
        if (pid && (fact_near(v, FACT_focus, pid, h->from - FOCUS_REACH, h->to + FOCUS_REACH) ||
                    is_elsewhere(v, pid, h->from)))
            h->excuse = EXCUSE_focus;
        else if (pid && fact_near(v, FACT_covered, pid, h->from - COVERED_REACH, h->to + COVERED_REACH))
            h->excuse = EXCUSE_covered;
        else if (is_loading(v, i))
            h->excuse = EXCUSE_loading;
        else if (v->game == h->stream + 1u)
            v->real_hitches++;
    }
}

/* ---- which stream is the game ---- */

static uint64_t likeness(const struct verdict *v, const struct stream *s)
{
    uint64_t points = s->count;
    if (s->screen == SCREEN_refresh || s->count < 2)
        return 0;
    if (s->screen == SCREEN_flips)
        return points / 64 + 1;
    if (s->pid == v->dwm || str_equal_nocase(store_process_name(v, s->pid, 0), "dwm.exe"))
        return 1;
    if (s->source != TRACE_dxgkrnl)
        points *= 2; /* the same presents, seen from the program's side */
    if (fact_near(v, FACT_focus, s->pid, v->first, v->last))
        points *= 4;
    return points;
}

static void choose_game(struct verdict *v)
{
    uint64_t best = 0;
    for (uint32_t i = 0; i < v->stream_count; i++) {
        uint64_t points = likeness(v, &v->streams[i]);
        if (points > best) {
            best = points;
            v->game = i + 1;
        }
    }
}

/* ---- moments ---- */

static struct moment *add_moment(struct verdict *v, int64_t from, int64_t to)
{
    if (v->moment_count == MAX_MOMENTS)
        return NULL;
    struct moment *m = &v->moments[v->moment_count++];
    memset(m, 0, sizeof *m);
    m->from = from;
    m->to = to;
    m->slowest.kind = FACT_count;
    m->gpu_longest.kind = FACT_count;
    return m;
}

static int64_t wanted_time(const struct verdict *v, int64_t *reach_before, int64_t *reach_after)
{
    *reach_before = v->options.at ? AT_REACH : PRESS_REACH;
    *reach_after = v->options.at ? AT_REACH : SECOND;
    return v->options.at ? v->options.at : v->options.pressed;
}

/* How much a hitch asks to be looked at: its length, and more where the player
 * pointed at it. */
static int64_t urgency(const struct verdict *v, int64_t from, int64_t to, int64_t usual)
{
    int64_t before, after, time = wanted_time(v, &before, &after), excess = to - from - usual;
    bool pointed = time && to >= time - before && from <= time + after;
    return pointed ? excess * 4 : v->options.at ? 0 : excess;
}

static void moments_of_hitches(struct verdict *v)
{
    bool taken[MAX_HITCHES] = {false};
    while (v->moment_count < MAX_MOMENTS - 2) {
        int64_t most = 0;
        uint32_t best = 0;
        for (uint32_t i = 0; i < v->hitch_count; i++) {
            const struct hitch *h = &v->hitches[i];
            int64_t points = urgency(v, h->from, h->to, h->usual);
            if (!taken[i] && !h->excuse && h->stream + 1u == v->game && points > most) {
                most = points;
                best = i + 1;
            }
        }
        if (!best)
            return;
        taken[best - 1] = true;
        const struct hitch *h = &v->hitches[best - 1];
        struct moment *m = add_moment(v, h->from, h->to);
        m->usual = h->usual;
        m->stream = h->stream;
        m->is_hitch = true;
        if (v->moment_count == 1)
            v->main_moment = 1;
    }
}

/* Stretches in which most frames took half as long again as usual. A menu with
 * another cap looks alike, so they need a reason to be told of. */
static void moments_of_spells(struct verdict *v)
{
    const struct stream *s = &v->streams[v->game - 1];
    int64_t began = 0, best_from = 0, best_to = 0;
    uint32_t i = 1;
    for (int64_t block = s->times[0] + FIRST_SPAN; block < s->times[s->count - 1]; block += BLOCK) {
        uint32_t frames = 0;
        while (i < s->count && s->times[i] < block)
            i++;
        for (uint32_t k = i; k < s->count && s->times[k] < block + BLOCK; k++)
            frames++;
        bool slow = frames >= 3 && frames * s->median * 3 < BLOCK * 2;
        if (slow && !began)
            began = block;
        if (began && (!slow || block + BLOCK >= s->times[s->count - 1])) {
            if (block - began > best_to - best_from && block - began >= 2 * BLOCK && block - began <= LONGEST_SPELL) {
                best_from = began;
                best_to = block;
            }
            began = 0;
        }
    }
    if (!best_to || fact_near(v, FACT_focus, s->pid, best_from - SECOND, best_to + SECOND) ||
        is_elsewhere(v, s->pid, best_from))
        return;
    struct moment *m = add_moment(v, best_from, best_to);
    m->usual = s->median;
    m->stream = (uint16_t)(v->game - 1);
    m->is_slow_spell = true;
}

static void moment_of_press(struct verdict *v)
{
    int64_t before, after, time = wanted_time(v, &before, &after);
    if (!time || time < v->first || time > v->last + 60 * SECOND)
        return;
    struct moment *m = add_moment(v, v->options.at ? time - 2 * SECOND : time - 10 * SECOND, time + SECOND);
    if (m && !v->main_moment)
        v->main_moment = v->moment_count;
}

struct outcome hitches_find(struct verdict *v)
{
    uint32_t *histogram = malloc(STEPS * sizeof *histogram);
    v->hitches = calloc(MAX_HITCHES, sizeof *v->hitches);
    if (!histogram || !v->hitches) {
        free(histogram);
        return outcome_of(WHY_out_of_memory, 0);
    }
    choose_game(v);
    for (uint32_t i = 0; i < v->stream_count; i++) {
        if (v->streams[i].count < FEWEST_FRAMES)
            continue;
        take_figures(&v->streams[i], histogram);
        if (v->streams[i].screen != SCREEN_refresh)
            find_in(v, i);
    }
    free(histogram);
    excuse(v);
    moments_of_hitches(v);
    if (v->game && v->streams[v->game - 1].median)
        moments_of_spells(v);
    if (!v->main_moment)
        moment_of_press(v);
    return outcome_ok();
}
