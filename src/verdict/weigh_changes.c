#include "verdict/private/chance.h"

#include <string.h>

#define TENTH (SECOND / 10)
#define LEVEL_ERROR 2u
#define BURST (3 * SECOND)
#define LONGEST_BY_SOUND (2 * SECOND)
#define MANY_STARTS 8u
#define STARTED_BEFORE (2 * SECOND)
#define STARTS_PER_HOUR 600u
#define FEWEST_ALONE 3u
#define FAR (5 * SECOND)
#define CRACKLE SECOND
#define FEWEST_OF_CRACKLE 4u

/* What is suspicious when it happens next to a hitch: how long before and after
 * it may lie, how often it comes in an hour of any machine, and what it is worth
 * there and alone. */
struct rule {
    enum fact_kind fact;
    enum suspect_kind suspect;
    int64_t before, after;
    uint32_t per_hour;
    uint32_t score, alone;
};

static const struct rule rules[] = {
    {FACT_sleep, SUSPECT_sleep_resume, 3 * SECOND, 3 * SECOND, 1, 98, 62},
    {FACT_resume, SUSPECT_sleep_resume, 3 * SECOND, 3 * SECOND, 1, 98, 62},
    {FACT_gpu_timeout, SUSPECT_gpu_timeout, SECOND, 5 * SECOND, 1, 97, 88},
    {FACT_hardware, SUSPECT_hardware_error, SECOND, SECOND, 1, 80, 58},
    {FACT_device_gone, SUSPECT_device_lost, 15 * TENTH, 10 * TENTH, 1, 80, 62},
    {FACT_device_reset, SUSPECT_device_lost, 15 * TENTH, 10 * TENTH, 1, 78, 60},
    {FACT_device_trouble, SUSPECT_device_lost, 15 * TENTH, 10 * TENTH, 2, 72, 50},
    {FACT_radio, SUSPECT_device_lost, 15 * TENTH, 10 * TENTH, 60, 68, 52},
    {FACT_device_new, SUSPECT_device_lost, 10 * TENTH, 5 * TENTH, 4, 58, 0},
    {FACT_process_crash, SUSPECT_process_crash, SECOND, 3 * SECOND, 1, 74, 60},
    {FACT_display_mode, SUSPECT_display_change, 7 * TENTH, 5 * TENTH, 2, 79, 0},
    {FACT_mains, SUSPECT_power_change, 10 * TENTH, 2 * TENTH, 1, 70, 0},
    {FACT_power_setting, SUSPECT_power_change, 10 * TENTH, 2 * TENTH, 6, 60, 0},
    {FACT_timer, SUSPECT_power_change, TENTH, TENTH / 2, 120, 46, 0},
    {FACT_net_down, SUSPECT_network_loss, 2 * SECOND, SECOND, 1, 64, 64},
    {FACT_glitch, SUSPECT_audio_glitch, 3 * TENTH, 6 * TENTH, 60, 50, 54},
};
#define RULES (sizeof rules / sizeof rules[0])

static bool is_path(const struct scales *s, uint32_t name)
{
    return !name || strchr(names_str(&s->t->names, name), '\\') != NULL;
}

/* Several drivers tell of one device, and not all of them by its name: a plain
 * name is best, then the path, `otherwise`. */
static uint32_t name_near(const struct scales *s, int64_t from, int64_t to, uint32_t otherwise)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_DEVICES];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (!f->name || f->kind == FACT_radio || f->from < from - SECOND || f->from > to + SECOND)
            continue;
        if (!is_path(s, f->name))
            return f->name;
        if (!otherwise)
            otherwise = f->name;
    }
    return otherwise;
}

static void describe(const struct scales *s, struct suspect *c, const struct rule *r, const struct fact *f, int64_t from, int64_t to)
{
    c->value = weigh_proofs(&s->t->facts, c, r->fact, from, to);
    c->name = f->name;
    c->more = f->kind;
    c->span = f->to - f->from;
    if (r->suspect == SUSPECT_process_crash)
        c->span = (int64_t)f->value; /* the exit code */
    for (uint32_t i = 0; !c->name && i < c->proof_count; i++)
        c->name = c->proofs[i].name;
    if (r->suspect == SUSPECT_device_lost && is_path(s, c->name))
        c->name = name_near(s, f->from, f->to, c->name);
}

bool weigh_is_game(const struct scales *s, uint32_t pid)
{
    return s->all->game && pid && s->t->streams[s->all->game - 1].pid == pid;
}

/* Did the game stutter then? Its hitches lie together and in order. */
bool weigh_stuttered(const struct scales *s, int64_t from, int64_t to)
{
    uint32_t low = s->first_hitch, high = s->first_hitch + s->game_hitches;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (s->all->hitches[middle].to < from)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->first_hitch + s->game_hitches && s->all->hitches[low].from <= to; low++) {
        if (!s->all->hitches[low].excuse)
            return true;
    }
    return false;
}

/* Radios have several ways to speak, each with its own rhythm; of the timer only
 * changes count. */
static bool same_word(const struct scales *s, const struct fact *f, const struct fact *like)
{
    (void)s;
    if (f->kind == FACT_timer)
        return f->id == TIMER_SET && f->more;
    return f->kind != FACT_radio || (f->source == like->source && f->id == like->id);
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
    const struct fact_list *list = &s->t->facts.lanes[fact_lane(r->fact)];
    struct habit h = {0};
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind != r->fact || !same_word(s, f, like))
            continue;
        if (!h.all++)
            h.first = f->from;
        h.last = f->from;
        if (f->to >= from && f->from <= to)
            h.near++;
        else if (f->to < from - FAR || f->from > to + FAR)
            h.harmless += !weigh_stuttered(s, f->from - r->after, f->to + r->before);
    }
    h.far = trace_judged(s->t) - overlap(s->t->complete_from, s->t->last, from - FAR, to + FAR);
    return h;
}

struct group {
    uint32_t count;
    int64_t end;
};

/* Most facts of a kind that lie within `width`. */
static struct group densest(const struct scales *s, enum fact_kind kind, int64_t from, int64_t to, int64_t width)
{
    const struct fact_list *list = &s->t->facts.lanes[fact_lane(kind)];
    struct group best = {0, from + width};
    uint32_t count = 0;
    for (uint32_t i = 0, first = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind != kind || f->from < from || f->from > to)
            continue;
        count++;
        for (; list->items[first].from < from || list->items[first].from < f->from - width; first++)
            count -= list->items[first].kind == kind && list->items[first].from >= from;
        if (count > best.count) {
            best.count = count;
            best.end = f->from;
        }
    }
    return best;
}

/* Do several lie together here, and nowhere else nearly so many? Sound has a gap,
 * and a radio has a word, now and then when nothing is wrong. */
static bool is_group(const struct scales *s, enum fact_kind kind, int64_t from, int64_t to, int64_t width, uint32_t fewest)
{
    uint32_t here = densest(s, kind, from, to, width).count;
    uint32_t before = densest(s, kind, s->t->complete_from, from - FAR, width).count;
    uint32_t after = densest(s, kind, to + FAR, s->t->last, width).count;
    return here >= fewest && here > 2 * before && here > 2 * after;
}

/* Of what is told without a stutter: what this machine does all the time anyway. */
static bool is_ordinary(const struct scales *s, const struct rule *r, const struct habit *h, int64_t from, int64_t to)
{
    int64_t whole = trace_judged(s->t);
    if (r->fact == FACT_glitch)
        return !is_group(s, FACT_glitch, from, to, CRACKLE, FEWEST_OF_CRACKLE);
    if (r->fact == FACT_radio)
        return !is_group(s, FACT_radio, from, to, BURST, FEWEST_ALONE);
    if (h->near == h->all) /* the whole trace is the moment: is it spread over all of it? */
        return h->all >= 3 && h->last - h->first > whole / 4 && h->last - h->first > 10 * SECOND;
    if (h->near < FEWEST_ALONE && h->all - h->near > 2)
        return true;
    int64_t slack = h->harmless > 2 ? h->far : 0;
    return h->near * (h->far / MILLISECOND) <
           4 * (int64_t)h->harmless * ((to - from) / MILLISECOND) + slack / MILLISECOND;
}

static void note_hitches(struct scales *s)
{
    for (uint32_t i = 0; i < s->all->hitch_count; i++) {
        if (s->all->hitches[i].stream + 1u == s->all->game && !s->game_hitches++)
            s->first_hitch = i;
    }
}

void weigh_changes_begin(struct scales *s)
{
    note_hitches(s);
    s->kinds = chance_kinds(s->t);
}

/* Before a stutter's begin lies what may have caused it, so what is nearest to
 * it is named; without a stutter the first. */
static const struct fact *fact_to_name(const struct scales *s, enum fact_kind kind, int64_t from, int64_t to, bool standing)
{
    const struct fact_list *list = &s->t->facts.lanes[fact_lane(kind)];
    const struct fact *best = NULL;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->to < from || f->from > to || f->kind != kind || !same_word(s, f, f))
            continue;
        int64_t distance = standing ? 0 : chance_distance(s, f);
        if (distance < least) {
            least = distance;
            best = f;
        }
    }
    return best;
}

static void apply(struct scales *s, const struct rule *r, int64_t from, int64_t to, uint32_t score, bool standing)
{
    const struct fact *f = score ? fact_to_name(s, r->fact, from, to, standing) : NULL;
    if (!f)
        return;
    struct habit habit = habit_of(s, r, f, from, to);
    struct chance chance = {r->fact, r->before, r->after, r->per_hour, same_word, f};
    score = !standing ? chance_points(s, &chance, score) : is_ordinary(s, r, &habit, from, to) ? 0 : score;
    if (!score)
        return;
    /* One word of a radio that speaks of itself elsewhere, too, may mean nothing. */
    if (r->fact == FACT_radio && !standing && habit.near < FEWEST_ALONE && habit.harmless)
        score = SCORE_NAMED + 4;
    if (r->suspect == SUSPECT_process_crash && weigh_is_game(s, f->pid))
        score = 92;
    if (r->suspect == SUSPECT_hardware_error && f->value > LEVEL_ERROR) /* corrected by the hardware */
        score = standing ? 0 : score - 22;
    if (!score)
        return;
    struct suspect *c = weigh_add(s, r->suspect, score);
    c->standing = standing;
    describe(s, c, r, f, from, to);
}

/* Processes start all the time. */
static void starts(struct scales *s)
{
    const struct chance c = {FACT_process_start, STARTED_BEFORE, 0, STARTS_PER_HOUR, NULL, NULL};
    int64_t from = s->m->from - STARTED_BEFORE;
    const struct fact *f = fact_to_name(s, FACT_process_start, from, s->until, false);
    uint32_t near = facts_in(&s->t->facts, FACT_process_start, from, s->until);
    int64_t distance = f ? s->m->from - f->from : 0;
    uint32_t score = f ? chance_points(s, &c, near >= MANY_STARTS ? 66 : distance < 5 * TENTH ? 56 : 48) : 0;
    if (!score)
        return;
    struct suspect *new = weigh_add(s, SUSPECT_process_start, score);
    new->name = f->name;
    new->span = distance > 0 ? distance : 0;
    new->value = near;
    weigh_proofs(&s->t->facts, new, FACT_process_start, from, s->until);
}

void weigh_changes(struct scales *s)
{
    for (size_t i = 0; i < RULES; i++) {
        /* A gap of the sound does not hold a game up for long: it follows from what did. */
        if (rules[i].fact == FACT_glitch && s->len > LONGEST_BY_SOUND)
            continue;
        apply(s, &rules[i], s->m->from - rules[i].before, s->until + rules[i].after, rules[i].score, false);
    }
    starts(s);
}

void weigh_standing(struct scales *s, int64_t from, int64_t to)
{
    bool whole = from == s->t->complete_from && to == s->t->last;
    s->index = s->all->main ? s->all->main - 1 : MAX_MOMENTS;
    for (size_t i = 0; i < RULES && !patience_ends_now(s->patience); i++) {
        int64_t at = whole ? densest(s, rules[i].fact, from, to, BURST).end - BURST : from;
        apply(s, &rules[i], at, whole ? at + BURST : to, rules[i].alone, true);
    }
    weigh_network_standing(s, from, to);
}
