#include "verdict/weigh.h"

#include <string.h>

#define TENTH (SECOND / 10)
#define LEVEL_ERROR 2u
#define BURST (3 * SECOND)
#define MANY_STARTS 8u
#define FEWEST_ALONE 3u
#define FAR (5 * SECOND)
#define TIMER_SET 95u

/* What is suspicious when it happens next to a hitch: how long before and after
 * it may lie, and what it is worth there and alone. */
struct rule {
    enum fact_kind fact;
    enum suspect_kind suspect;
    int64_t before, after;
    uint32_t score, alone;
};

static const struct rule rules[] = {
    {FACT_sleep, SUSPECT_sleep_resume, 3 * SECOND, 3 * SECOND, 98, 62},
    {FACT_resume, SUSPECT_sleep_resume, 3 * SECOND, 3 * SECOND, 98, 62},
    {FACT_gpu_timeout, SUSPECT_gpu_timeout, SECOND, 5 * SECOND, 97, 88},
    {FACT_hardware, SUSPECT_hardware_error, SECOND, SECOND, 80, 58},
    {FACT_device_gone, SUSPECT_device_lost, 15 * TENTH, 10 * TENTH, 80, 62},
    {FACT_device_reset, SUSPECT_device_lost, 15 * TENTH, 10 * TENTH, 78, 60},
    {FACT_device_trouble, SUSPECT_device_lost, 15 * TENTH, 10 * TENTH, 72, 50},
    {FACT_radio, SUSPECT_device_lost, 15 * TENTH, 10 * TENTH, 68, 52},
    {FACT_device_new, SUSPECT_device_lost, 10 * TENTH, 5 * TENTH, 58, 0},
    {FACT_process_crash, SUSPECT_process_crash, SECOND, 3 * SECOND, 74, 60},
    {FACT_display_mode, SUSPECT_display_change, 7 * TENTH, 5 * TENTH, 79, 0},
    {FACT_mains, SUSPECT_power_change, 10 * TENTH, 2 * TENTH, 70, 0},
    {FACT_power_setting, SUSPECT_power_change, 10 * TENTH, 2 * TENTH, 60, 0},
    {FACT_timer, SUSPECT_power_change, 3 * TENTH, TENTH / 2, 46, 0},
    {FACT_net_down, SUSPECT_network_loss, 2 * SECOND, SECOND, 64, 64},
    {FACT_glitch, SUSPECT_audio_glitch, 3 * TENTH, 6 * TENTH, 50, 54},
};
#define RULES (sizeof rules / sizeof rules[0])

static bool is_path(const struct verdict *v, uint32_t name)
{
    return !name || strchr(store_str(v, name), '\\') != NULL;
}

/* Several drivers tell of one device, and not all of them by its name: a plain
 * name is best, then the path, `otherwise`. */
static uint32_t name_near(const struct verdict *v, int64_t from, int64_t to, uint32_t otherwise)
{
    const struct fact_list *list = &v->facts[LANE_DEVICES];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (!f->name || f->kind == FACT_radio || f->from < from - SECOND || f->from > to + SECOND)
            continue;
        if (!is_path(v, f->name))
            return f->name;
        if (!otherwise)
            otherwise = f->name;
    }
    return otherwise;
}

static void describe(struct verdict *v, struct suspect *c, const struct rule *r, const struct fact *f, int64_t from, int64_t to)
{
    c->value = weigh_proofs(v, c, r->fact, from, to);
    c->name = f->name;
    c->more = f->kind;
    c->span = f->to - f->from;
    if (r->suspect == SUSPECT_process_crash)
        c->span = (int64_t)f->value; /* the exit code */
    for (uint32_t i = 0; !c->name && i < c->proof_count; i++)
        c->name = c->proofs[i].name;
    if (r->suspect == SUSPECT_device_lost && is_path(v, c->name))
        c->name = name_near(v, f->from, f->to, c->name);
}

static bool of_game(const struct verdict *v, uint32_t pid)
{
    return v->game && pid && v->streams[v->game - 1].pid == pid;
}

/* Did the game stutter then? Its hitches lie together and in order. */
static bool stuttered(const struct scales *s, int64_t from, int64_t to)
{
    const struct verdict *v = s->v;
    uint32_t low = s->first_hitch, high = s->first_hitch + s->game_hitches;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (v->hitches[middle].to < from)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->first_hitch + s->game_hitches && v->hitches[low].from <= to; low++) {
        if (!v->hitches[low].excuse)
            return true;
    }
    return false;
}

/* What the rule calls the same thing happening again. Radios have several ways
 * to speak, each with its own rhythm; of the timer only changes count. */
static bool same_kind(const struct scales *s, const struct rule *r, const struct fact *f, const struct fact *like)
{
    if (f->kind != r->fact || (f->kind == FACT_radio && (f->source != like->source || f->id != like->id)))
        return false;
    return f->kind != FACT_timer || !s->timer_told || f->more;
}

/* How often it happened, when, and how often nothing came of it, far from here:
 * what comes with a stutter every time is no habit of the machine, and a device
 * that drops out three times in a row is one incident. */
struct habit {
    uint32_t near, all, harmless;
    int64_t first, last;
    int64_t far; /* how much of the trace is far from here */
};

static struct habit habit_of(const struct scales *s, const struct rule *r, const struct fact *like, int64_t from, int64_t to)
{
    const struct fact_list *list = &s->v->facts[fact_lane(r->fact)];
    struct habit h = {0};
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (!same_kind(s, r, f, like))
            continue;
        if (!h.all++)
            h.first = f->from;
        h.last = f->from;
        if (f->to >= from && f->from <= to)
            h.near++;
        else if (f->to < from - FAR || f->from > to + FAR)
            h.harmless += !stuttered(s, f->from - r->after, f->to + r->before);
    }
    h.far = (s->v->last - s->v->first) - overlap(s->v->first, s->v->last, from - FAR, to + FAR);
    return h;
}

/* What this machine does all the time anyway says nothing about a moment. */
static bool is_ordinary(const struct scales *s, const struct rule *r, const struct habit *h, int64_t from, int64_t to,
                        bool standing)
{
    int64_t whole = s->v->last - s->v->first;
    if (h->near == h->all) /* the whole trace is the moment: is it spread over all of it? */
        return h->all >= 3 && h->last - h->first > whole / 4 && h->last - h->first > 10 * SECOND;
    /* Sound has a gap now and then when nothing is wrong. */
    if (h->near < FEWEST_ALONE && ((r->fact == FACT_glitch && h->all > h->near) || (standing && h->all - h->near > 2)))
        return true;
    if (r->fact == FACT_radio && h->harmless <= 1 && !standing)
        return false; /* said once more elsewhere: possible, see apply */
    int64_t slack = h->harmless > 2 ? h->far : 0;
    return h->near * (h->far / MILLISECOND) <
           4 * (int64_t)h->harmless * ((to - from) / MILLISECOND) + slack / MILLISECOND;
}

/* Facts of the timer's resolution that told a new one: `more` is set. Where the
 * trace has none that tell it (Kernel-Power 95), each request counts. */
static void note_timer(struct scales *s)
{
    struct fact_list *list = &s->v->facts[LANE_POWER];
    uint64_t last = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct fact *f = &list->items[i];
        if (f->kind != FACT_timer || f->id != TIMER_SET)
            continue;
        f->more = last && last != f->value;
        last = f->value;
        s->timer_told = true;
    }
}

static void note_hitches(struct scales *s)
{
    const struct verdict *v = s->v;
    for (uint32_t i = 0; i < v->hitch_count; i++) {
        if (v->hitches[i].stream + 1u == v->game && !s->game_hitches++)
            s->first_hitch = i;
    }
}

void weigh_changes_begin(struct scales *s)
{
    note_timer(s);
    note_hitches(s);
}

static const struct fact *first_of_rule(const struct scales *s, const struct rule *r, int64_t from, int64_t to)
{
    const struct fact_list *list = &s->v->facts[fact_lane(r->fact)];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->to >= from && f->from <= to && same_kind(s, r, f, f))
            return f;
    }
    return NULL;
}

static void apply(struct scales *s, const struct rule *r, int64_t from, int64_t to, uint32_t score, bool standing)
{
    const struct fact *f = score ? first_of_rule(s, r, from, to) : NULL;
    if (!f)
        return;
    struct habit habit = habit_of(s, r, f, from, to);
    if (is_ordinary(s, r, &habit, from, to, standing))
        return;
    /* One word of a radio that speaks of itself elsewhere, too, may mean nothing. */
    if (r->fact == FACT_radio && habit.near < FEWEST_ALONE && (standing || habit.harmless))
        score = standing ? 0 : SCORE_NAMED + 4;
    if (r->suspect == SUSPECT_process_crash && of_game(s->v, f->pid))
        score = 92;
    if (r->suspect == SUSPECT_hardware_error && f->value > LEVEL_ERROR) /* corrected by the hardware */
        score = standing ? 0 : score - 22;
    if (!score)
        return;
    struct suspect *c = weigh_add(s, r->suspect, score);
    c->standing = standing;
    describe(s->v, c, r, f, from, to);
}

/* Processes start all the time; one that starts right before a hitch counts if
 * that is rare in this trace. */
static void starts(struct scales *s)
{
    const struct verdict *v = s->v;
    int64_t from = s->m->from - 2 * SECOND, to = s->m->from + s->len / 2, span = v->last - v->first;
    const struct fact *f = weigh_first(v, FACT_process_start, from, to);
    if (!f)
        return;
    uint32_t near = weigh_count(v, FACT_process_start, from, to);
    uint32_t all = weigh_count(v, FACT_process_start, v->first, v->last);
    int64_t expected = (all - near) * (to - from) * 100 / (span > 0 ? span : 1); /* in hundredths */
    int64_t distance = s->m->from - f->from;
    bool usual = expected > 50 && (near < MANY_STARTS || near * INT64_C(100) < expected * 8);
    uint32_t score = usual ? 30 : near >= MANY_STARTS ? 66 : distance < 5 * TENTH ? 56 : 48;
    struct suspect *c = weigh_add(s, SUSPECT_process_start, score);
    c->name = f->name;
    c->span = distance > 0 ? distance : 0;
    c->value = near;
    weigh_proofs(v, c, FACT_process_start, from, to);
}

static uint32_t lost_packets(const struct verdict *v, int64_t from, int64_t to)
{
    return weigh_count(v, FACT_retransmit, from, to) + weigh_count(v, FACT_net_drops, from, to);
}

static void network(struct scales *s, int64_t from, int64_t to, uint32_t score, uint32_t fewest, bool standing)
{
    const struct verdict *v = s->v;
    uint32_t near = lost_packets(v, from, to), all = lost_packets(v, v->first, v->last);
    int64_t rest = (v->last - v->first) - (to - from);
    int64_t expected = rest > 0 ? (int64_t)(all - near) * (to - from) / rest : 0;
    if (near >= fewest && near > expected * 4) {
        struct suspect *c = weigh_add(s, SUSPECT_network_loss, score);
        c->value = near;
        c->more = FACT_retransmit;
        c->span = to - from;
        c->standing = standing;
        weigh_proofs(v, c, FACT_retransmit, from, to);
        weigh_proofs(v, c, FACT_net_drops, from, to);
    }
    static const enum fact_kind cut[] = {FACT_net_abort, FACT_net_reset};
    for (size_t i = 0; i < 2; i++) {
        const struct fact *f = weigh_first(v, cut[i], from, to);
        uint32_t count = weigh_count(v, cut[i], from, to);
        if (!f || (!of_game(v, f->pid) && count < 3))
            continue;
        struct suspect *c = weigh_add(s, SUSPECT_network_loss, score + 4);
        c->value = count;
        c->more = cut[i];
        c->standing = standing;
        weigh_proofs(v, c, cut[i], from, to);
    }
}

void weigh_changes(struct scales *s)
{
    for (size_t i = 0; i < RULES; i++)
        apply(s, &rules[i], s->m->from - rules[i].before, s->m->to + rules[i].after, rules[i].score, false);
    starts(s);
    network(s, s->m->from - SECOND, s->m->to + SECOND, 54, 5, false);
}

/* The two seconds with the most lost packets. */
static void worst_network(struct scales *s, int64_t from, int64_t to)
{
    const struct fact_list *list = &s->v->facts[LANE_NETWORK];
    int64_t best = from;
    uint32_t most = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->from < from || f->from > to || (f->kind != FACT_retransmit && f->kind != FACT_net_drops))
            continue;
        uint32_t count = lost_packets(s->v, f->from, f->from + 2 * SECOND);
        if (count > most) {
            most = count;
            best = f->from;
        }
        if (most > 200)
            break;
    }
    if (most)
        network(s, best, best + 2 * SECOND, 58, 8, true);
    else
        network(s, from, to, 58, 8, true);
}

/* Where most facts of a kind lie close together. */
static int64_t densest(const struct verdict *v, enum fact_kind kind)
{
    const struct fact_list *list = &v->facts[fact_lane(kind)];
    int64_t best = v->first;
    uint32_t most = 0, count = 0;
    for (uint32_t i = 0, first = 0; i < list->count; i++) {
        if (list->items[i].kind != kind)
            continue;
        count++;
        for (; list->items[first].from < list->items[i].from - BURST; first++)
            count -= list->items[first].kind == kind;
        if (count > most) {
            most = count;
            best = list->items[i].from - BURST;
        }
    }
    return best;
}

void weigh_standing(struct scales *s, int64_t from, int64_t to)
{
    bool whole = from == s->v->first && to == s->v->last;
    s->index = s->v->main_moment ? s->v->main_moment - 1 : MAX_MOMENTS;
    for (size_t i = 0; i < RULES; i++) {
        int64_t at = whole ? densest(s->v, rules[i].fact) : from;
        apply(s, &rules[i], at, whole ? at + BURST : to, rules[i].alone, true);
    }
    worst_network(s, from, to);
}
