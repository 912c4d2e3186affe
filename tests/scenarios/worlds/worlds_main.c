/* worlds: everyday worlds on the simulated machine, recorded as the product
 * does, and what the report says of them.
 *
 *   worlds [--part I/N] [--every N] [--only NAME] [--world N] [--seed N] [--keep] [--proof] FOLDER
 *
 * For each world a line goes to out: what is right, and behind a tab the report
 * as `hitch report --json` gives it. judge.py compares them. --keep leaves the
 * files of the last world; --proof looks whether the file has the frames that
 * were played; --every 40 plays every fortieth; --seed 900000 throws other dice
 * for all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/hitch.h"
#include "config/providers.h"
#include "os/os.h"
#include "runs/snapinfo.h"
#include "tests/scenarios/worlds/worlds.h"

#define BUILDS 3u
#define FIRST_SEED UINT64_C(260113)
#define MARGIN_S 3.0 /* what belongs to the truth is that much younger than the file's beginning */
#define RING_MOST_MB 256u

struct worlds {
    struct providers providers[BUILDS];
    struct text snap, keys, info, json, out;
    unsigned part, parts, every;
    const char *only;
    long one;
    uint64_t first_seed;
    bool keep, proof;
};

struct played {
    int64_t pressed; /* raw, as all others */
    int64_t needed;  /* from here on the file has to be whole */
    const struct sim_truth *truth;
    unsigned ring_mb;
};

static bool read_config(struct worlds *o)
{
    struct text bytes = TEXT_EMPTY;
    bool fine = !outcome_failed(os_file_read("config/providers.ini", 1u << 20, &bytes));
    for (unsigned i = 0; i < BUILDS; i++) {
        struct problems problems;
        problems_init(&problems);
        providers_init(&o->providers[i]);
        fine = fine && providers_read(&o->providers[i], "providers.ini", text_str(&bytes), bytes.len, world_builds[i], &problems);
        problems_done(&problems);
    }
    text_done(&bytes);
    return fine;
}

static const struct providers *config_of(const struct worlds *o, uint32_t build)
{
    for (unsigned i = 0; i < BUILDS; i++)
        if (world_builds[i] == build)
            return &o->providers[i];
    return &o->providers[0];
}

/* The player looks at another window while the game goes on. */
static void look_away(struct stage *st)
{
    life_focus(st, stage_game(st), st->pid[DISCORD]);
    stage_advance(st, 0.8);
    life_focus(st, st->pid[DISCORD], stage_game(st));
}

static void play_until(struct stage *st, int64_t at)
{
    if (at > stage_now(st))
        stage_advance(st, (double)(at - stage_now(st)) / SECOND);
}

static void finish_trouble(struct stage *st)
{
    play_until(st, st->trouble_to + SIM_TICKS_PER_S / 20);
}

/* Everything before the trouble that was felt, which begins at `felt`. */
static void play_earlier(struct stage *st, int64_t felt, struct played *p)
{
    const struct world *w = st->w;
    int64_t beside = felt - (int64_t)(dice_between(&st->dice, 8, 20) * SECOND);
    int64_t away = felt - (int64_t)(dice_between(&st->dice, 8, 20) * SECOND);
    p->needed = felt - 2 * (int64_t)SIM_TICKS_PER_S;
    for (unsigned i = 0; i < w->earlier_count; i++) {
        play_until(st, felt - (int64_t)(w->earlier[i].before_s * SECOND));
        if (!i)
            p->needed = stage_now(st);
        w->earlier[i].kind->play(st, w->earlier[i].ms);
        finish_trouble(st);
    }
    if (w->gap_beside && beside > stage_now(st)) {
        play_until(st, beside);
        st->gap_beside_until = stage_now(st) + (int64_t)(dice_between(&st->dice, 0.2, 0.5) * SECOND);
    }
    if (w->alt_tab && away > stage_now(st) + SIM_TICKS_PER_S) {
        play_until(st, away);
        look_away(st);
    }
    st->named = NULL;
}

static void play_incident(struct stage *st, struct played *p)
{
    const struct world *w = st->w;
    frames_begin(st, 0.1);
    int64_t felt = stage_now(st) + (int64_t)(w->before_s * SECOND);
    int64_t begin = felt - (int64_t)w->kind->lead_ms * SIM_TICKS_PER_MS;
    play_earlier(st, felt, p);
    play_until(st, begin - (int64_t)(world_numbers.settle_s * SECOND));
    if (w->decoy)
        life_decoy(st, w->decoy, world_numbers.settle_s + (double)w->kind->lead_ms / 1000 + w->decoy_s);
    play_until(st, begin);
    w->kind->play(st, w->ms);
    finish_trouble(st);
    stage_advance(st, w->reaction_s);
}

static void press(struct stage *st, struct played *p)
{
    const struct world *w = st->w;
    if (w->menu_press && !st->game.ends) {
        life_focus(st, stage_game(st), st->s->processes[WHO_EXPLORER].pid);
        stage_advance(st, 0.4);
    }
    p->pressed = stage_now(st);
    stage_advance(st, w->post_roll_s);
}

/* So small that it wraps, and so large that what is needed may be in it. */
static unsigned first_ring_mb(const struct world *w)
{
    const struct world_numbers *n = &world_numbers;
    double span = n->quiet_s, rate = w->rate * (w->generated ? 2.0 : 1.0);
    if (w->kind) {
        double before = w->earlier_count ? w->earlier[0].before_s : 2;
        span = before + ((double)w->ms + w->kind->lead_ms) / 1000 + w->reaction_s + w->post_roll_s + n->span_more_s;
        span = span < n->span_least_s ? n->span_least_s : span;
    }
    double mb_s = (n->mb_s_still + n->mb_s_frame * rate) * (world_has_packets(w) ? n->packets_times : 1);
    mb_s += w->kind && (w->kind->extra == KERNEL || w->kind->extra == PROFILE) ? n->deep_mb_s : 0;
    return (unsigned)(n->mb_at_rest + span * mb_s);
}

static bool write_info(struct worlds *o, const struct stage *st, const struct played *p)
{
    struct snapinfo info;
    struct text json = TEXT_EMPTY;
    memset(&info, 0, sizeof info);
    bool fine = !outcome_failed(etl_summarise(text_str(&o->snap), &info.summary));
    info.pressed = sim_clock_utc(&st->s->clock, p->pressed);
    info.flushed = sim_now_utc(st->s);
    info.ring_mb = p->ring_mb;
    snapinfo_write(&info, NULL, NULL, &json);
    fine = fine && !outcome_failed(os_file_replace(text_str(&o->info), text_str(&json), json.len));
    text_done(&json);
    return fine;
}

/* Records the world, with a ring so small that it wraps and so large that what
 * matters is in it: where it was too small, all is played again. */
static bool record(struct worlds *o, const struct world *w, struct stage *st, struct played *p)
{
    const struct providers *all = config_of(o, w->build);
    for (p->ring_mb = first_ring_mb(w); p->ring_mb <= RING_MOST_MB; p->ring_mb += p->ring_mb / 2) {
        (void)os_remove(text_str(&o->snap));
        (void)os_remove(text_str(&o->keys));
        uint32_t code = stage_open(st, w, all, p->ring_mb, text_str(&o->keys)) ? 0 : 1;
        if (!code && w->kind)
            play_incident(st, p);
        else if (!code)
            w->quiet->play(st);
        if (!code) {
            press(st, p);
            p->needed = w->quiet ? p->pressed - 12 * (int64_t)SIM_TICKS_PER_S : p->needed;
            code = stage_save(st, all, text_str(&o->snap));
        }
        if (code) {
            fprintf(stderr, "worlds: world %u: error %u\n", w->number, (unsigned)code);
            return false;
        }
        p->truth = sim_truth_last(st->s, "World");
        if (p->truth && p->truth->complete_from + (int64_t)(MARGIN_S * SECOND) < p->needed)
            return true;
        stage_close(st);
    }
    fprintf(stderr, "worlds: world %u: no ring is large enough\n", w->number);
    return false;
}

static bool report(struct worlds *o, struct text *json)
{
    char verb[] = "report", json_word[] = "--json", config_word[] = "--providers", config[] = "config/providers.ini";
    char *list[] = {verb, json_word, o->json.bytes, config_word, config, o->snap.bytes, o->keys.bytes};
    FILE *out = fopen(text_str(&o->out), "wb");
    struct hitch h = {out, stderr, false, NULL, LANGUAGE_ENGLISH, NULL, TEXT_EMPTY, false, false};
    (void)os_remove(text_str(&o->json));
    int code = out ? hitch_run(&h, (int)COUNT(list), list) : HITCH_FAILED;
    if (out)
        fclose(out);
    return code != HITCH_FAILED && !outcome_failed(os_file_read(text_str(&o->json), 1u << 24, json));
}

/* The file has every frame that was played since it is whole, and no other. */
static bool prove(struct worlds *o, const struct stage *st, const struct played *p)
{
    static const struct guid dxgi = {0xca11c036, 0x0102, 0x4a2d, {0xa6, 0xad, 0xf0, 0x3c, 0xfe, 0xd5, 0xd3, 0xc9}};
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    unsigned there = 0, played = 0;
    if (st->w->kind && st->w->kind->play == play_hole)
        return true;
    if (!outcome_failed(etl_open(text_str(&o->snap), &r)))
        while (etl_next(r, &e))
            there += e.id == 42 && guid_equal(&e.provider, &dxgi) && e.pid == stage_game(st) && e.time > p->truth->complete_from;
    etl_close(r);
    for (unsigned i = 0; i < st->game.present_count; i++)
        played += st->game.presents[i] > p->truth->complete_from;
    if (there != played)
        fprintf(stderr, "worlds: world %u: %u frames played, %u in the file\n", st->w->number, played, there);
    return there == played;
}

static void put_time(const struct stage *st, const char *name, int64_t raw)
{
    printf(" %s=%lld", name, raw ? (long long)sim_clock_utc(&st->s->clock, raw) : 0LL);
}

/* The gaps that lie in the trouble; where frames were only slower, the trouble itself. */
static bool put_felt(const struct stage *st)
{
    const struct world *w = st->w;
    int64_t from = 0, to = 0;
    enum world_felt felt = w->kind ? w->kind->felt : FELT_nothing;
    for (unsigned i = 0; i < st->game.long_count && felt == FELT_stutter; i++) {
        const struct long_frame *f = &st->game.longs[i];
        if (f->to <= st->trouble_from || f->from >= st->trouble_to)
            continue;
        from = from ? from : f->from;
        to = f->to;
    }
    /* What touches it belongs to it. */
    for (unsigned i = 0; i < st->game.long_count && from; i++)
        to = st->game.longs[i].from == to ? st->game.longs[i].to : to;
    if (felt == FELT_slow) {
        from = st->trouble_from;
        to = st->trouble_to;
        double longer = st->game.step_ticks ? 0 : (st->game.stretch - 1) * (double)st->game.usual;
        if (st->game.step_ticks)
            longer = (double)(st->game.step_ticks - st->game.usual % st->game.step_ticks);
        felt = longer > 12.0 * SIM_TICKS_PER_MS ? FELT_slow : FELT_open;
    }
    static const char *const names[] = {"stutter", "slow", "nothing", "open"};
    printf(" felt=%s", names[felt]);
    put_time(st, "from", from);
    put_time(st, "to", to);
    if (felt == FELT_stutter && !from)
        fprintf(stderr, "worlds: world %u: nothing was felt\n", w->number);
    return felt != FELT_stutter || from;
}

static bool put_truth(const struct stage *st, const struct played *p)
{
    static const char *const decoys[] = {"none", "process", "reset", "timer", "sound", "power"};
    const struct world *w = st->w;
    const char *name = w->kind ? w->kind->name : w->quiet->name;
    printf("world=%u seed=%llu kind=", w->number, (unsigned long long)w->seed);
    for (; *name; name++)
        putchar(*name == ' ' ? '_' : *name);
    printf(" quiet=%d strength=%u build=%u cpus=%u fps=%u generated=%d beside=%u cause=%s also=%s named=%s decoy=%s earlier=%u",
           w->quiet != NULL, w->strength, (unsigned)w->build, (unsigned)w->cpus, (unsigned)w->rate, w->generated, w->beside,
           world_cause(w), w->kind && w->kind->also[0] ? w->kind->also : "-", st->named ? st->named : "-", decoys[w->decoy],
           w->earlier_count);
    bool fine = put_felt(st);
    put_time(st, "pressed", p->pressed);
    put_time(st, "complete", p->truth->complete_from);
    printf(" wrapped=%d ring_mb=%u habits=", p->truth->wrapped, p->ring_mb);
    struct text habits = TEXT_EMPTY;
    sim_habits_add(&w->habits, &habits);
    for (const char *at = text_str(&habits); *at; at++)
        putchar(*at == ' ' ? ',' : *at);
    text_done(&habits);
    return fine;
}

static bool one_world(struct worlds *o, const struct world *w)
{
    static struct stage st;
    struct played p = {0};
    struct text json = TEXT_EMPTY;
    bool fine = record(o, w, &st, &p);
    if (fine) {
        bool told = write_info(o, &st, &p) && report(o, &json);
        fine = told && (!o->proof || prove(o, &st, &p));
        fine = put_truth(&st, &p) && fine;
        putchar('\t');
        if (!told)
            text_set(&json, "{\"verdict\": \"failed\"}");
        for (size_t i = 0; i < json.len; i++)
            putchar(json.bytes[i] == '\n' ? ' ' : json.bytes[i]);
        putchar('\n');
        stage_close(&st);
    }
    text_done(&json);
    return fine;
}

static bool is_wanted(const struct worlds *o, const struct world *w)
{
    if (o->one >= 0)
        return w->number == (unsigned)o->one;
    const char *name = w->kind ? w->kind->name : w->quiet->name;
    return w->number / o->every % o->parts == o->part && w->number % o->every == 0 && (!o->only || strstr(name, o->only));
}

static const char *read_words(struct worlds *o, int argc, char **argv)
{
    const char *folder = NULL;
    o->parts = o->every = 1;
    o->one = -1;
    o->first_seed = FIRST_SEED;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--keep") == 0)
            o->keep = true;
        else if (strcmp(argv[i], "--proof") == 0)
            o->proof = true;
        else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc)
            (void)sscanf(argv[++i], "%u/%u", &o->part, &o->parts);
        else if (strcmp(argv[i], "--every") == 0 && i + 1 < argc)
            o->every = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--world") == 0 && i + 1 < argc)
            o->one = strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            o->first_seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            o->only = argv[++i];
        else
            folder = argv[i];
    }
    return o->parts && o->every ? folder : NULL;
}

int main(int argc, char **argv)
{
    struct worlds o;
    memset(&o, 0, sizeof o);
    const char *folder = read_words(&o, argc, argv);
    if (!folder || !read_config(&o)) {
        fprintf(stderr, "usage: worlds [--part I/N] [--every N] [--only NAME] [--world N] [--seed N] [--keep] [--proof] FOLDER,\n"
                        "where config/providers.ini is\n");
        return 2;
    }
    struct text *const paths[] = {&o.snap, &o.keys, &o.info, &o.json, &o.out};
    static const char *const names[] = {"snap.etl", "keyevents.etl", "snap.json", "report.json", "report.txt"};
    for (size_t i = 0; i < COUNT(paths); i++)
        text_addf(paths[i], "%s/part%u-%s", folder, o.part, names[i]);
    bool fine = true;
    for (unsigned i = 0; i < world_count(); i++) {
        struct world w;
        world_plan(&w, i, o.first_seed);
        if (is_wanted(&o, &w))
            fine = one_world(&o, &w) && fine;
    }
    for (size_t i = 0; i < COUNT(paths); i++) {
        if (!o.keep)
            (void)os_remove(text_str(paths[i]));
        text_done(paths[i]);
    }
    for (unsigned i = 0; i < BUILDS; i++)
        providers_done(&o.providers[i]);
    return fine ? 0 : 1;
}
