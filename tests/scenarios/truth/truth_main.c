/* truth: incidents on the simulated machine, recorded with the product's own
 * configuration, and what the verdict says of them.
 *
 *   truth [--sample] [--tuning] [--seeds N] [--only NAME] [--verbose] FOLDER
 *
 * Prints a table and ends with 1 where fewer than 95 % of the incidents were
 * named rightly or a quiet run was not clean. --sample plays one of each kind.
 * The rules were made with the seeds that --tuning plays; without it others
 * are played, which no rule has seen. Seeds are spread over the builds of
 * Windows. The verdict sees only the two files; that each of its statements can
 * be found in them is checked as well. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/providers.h"
#include "os/os.h"
#include "report/report.h"
#include "tests/scenarios/truth/kinds.h"
#include "tests/scenarios/truth/traceable.h"
#include "tests/sim/sim_block.h"

#define STRENGTHS 3u
#define SEEDS 5u
#define QUIET_RUNS 40u
#define FRAMES_144 69444
#define FIRST_TUNING 1u
#define FIRST_HELD_OUT 700001u
#define BUILDS 3u
#define BASE 0x1u                       /* DxgKrnl's keyword */
#define TRAFFIC UINT64_C(0x4000000000000000) /* a channel of BTHPORT */

static const uint32_t builds[BUILDS] = {19045, 22631, 26100};

struct truth {
    struct providers providers[BUILDS];
    struct text snapshot, keyevents;
    bool verbose, sample;
    const char *only;    /* kinds whose name has this in it; NULL: all */
    uint64_t first_seed;
    unsigned seeds; /* of each incident, strength and frame rate */
    unsigned right, total, clean, quiet, untraceable;
};

void advance(struct run *r, double seconds)
{
    if (run_is_deep(r))
        deep_advance(&r->deep, seconds);
    else if (r->extra == EXTRA_gpu)
        gpu_advance(&r->gpu, seconds);
    else
        sim_advance_by(r->s, seconds);
}

static bool read_config(struct truth *t)
{
    struct text bytes = TEXT_EMPTY;
    bool fine = !outcome_failed(os_file_read("config/providers.ini", 1u << 20, &bytes));
    for (unsigned i = 0; i < BUILDS && fine; i++) {
        struct problems problems;
        problems_init(&problems);
        providers_init(&t->providers[i]);
        fine = providers_read(&t->providers[i], "providers.ini", text_str(&bytes), bytes.len, builds[i], &problems);
        problems_done(&problems);
    }
    text_done(&bytes);
    return fine;
}

static uint64_t mask_of(const struct provider *p, enum truth_extra extra)
{
    if (extra == EXTRA_gpu && strcmp(text_str(&p->name), "Microsoft-Windows-DxgKrnl") == 0)
        return p->mask | BASE;
    if (extra == EXTRA_radio && strcmp(text_str(&p->name), "Microsoft-Windows-BTH-BTHPORT") == 0)
        return p->mask | TRAFFIC;
    return p->mask;
}

static uint32_t enable(const struct providers *all, const struct run *r, uint64_t handle, enum session_kind session,
                       bool capture)
{
    uint32_t code = 0;
    for (size_t i = 0; i < all->count && !code; i++) {
        const struct provider *p = &all->items[i];
        uint16_t ids[PROVIDER_MAX_IDS];
        for (uint32_t k = 0; k < p->story_count; k++)
            ids[k] = p->stories[k].id;
        if (p->session != session || p->skipped)
            continue;
        if (!capture)
            code = sim_enable(r->s, handle, &p->guid, p->level, mask_of(p, session == SESSION_BUFFER ? r->extra : EXTRA_none),
                              ids, session == SESSION_FILE ? p->story_count : 0);
        else if (p->capture_state)
            sim_capture(r->s, handle, &p->guid, 1000);
    }
    return code;
}

static void begin_extra(struct run *r, uint64_t seed)
{
    if (run_is_deep(r))
        deep_begin(&r->deep, r->s, "Truth", seed, r->extra == EXTRA_profile);
    else if (r->extra == EXTRA_gpu)
        gpu_begin(&r->gpu, r->s);
}

static void end_extra(struct run *r)
{
    if (run_is_deep(r))
        deep_end(&r->deep);
    else if (r->extra == EXTRA_gpu)
        gpu_end(&r->gpu);
}

/* Plays a run and asks for the verdict; `kind` NULL: the quiet noise `n`. */
static struct verdict *play(struct truth *t, const struct truth_kind *kind, unsigned n, uint64_t seed, bool fast)
{
    struct sim_options o = sim_options_default();
    const struct providers *all = &t->providers[seed % BUILDS];
    struct run r = {0};
    uint64_t ring = 0, file = 0;
    struct sim_block b;
    struct verdict *v = NULL;
    o.manual = true;
    o.seed = seed;
    o.os_build = builds[seed % BUILDS];
    (void)os_remove(text_str(&t->snapshot));
    (void)os_remove(text_str(&t->keyevents));
    r.s = sim_open(&o);
    if (!r.s)
        return NULL;
    r.extra = kind ? kind->extra : EXTRA_none;
    if (fast)
        r.s->load->frame_ticks = FRAMES_144;
    uint32_t code = sim_start_ring(r.s, "Truth", 64, 64, &ring);
    if (!code)
        code = sim_start_file(r.s, "Truth key events", text_str(&t->keyevents), 16, 64, &file);
    if (!code)
        code = enable(all, &r, ring, SESSION_BUFFER, false);
    if (!code)
        code = enable(all, &r, file, SESSION_FILE, false);
    enable(all, &r, file, SESSION_FILE, true);
    begin_extra(&r, seed);
    advance(&r, 12.0 + 0.377 * (double)(seed % 11));
    if (kind)
        kind->play(&r, n);
    else
        truth_quiet[n](&r);
    advance(&r, 9.0);
    enable(all, &r, ring, SESSION_BUFFER, true);
    end_extra(&r);
    if (!code)
        code = sim_flush_to(r.s, "Truth", text_str(&t->snapshot));
    sim_block_init(&b, NULL);
    sim_control(r.s, "Truth key events", SIM_CONTROL_STOP, &b);
    struct verdict_options options = {0};
    options.providers = all;
    if (code || outcome_failed(verdict_open(text_str(&t->snapshot), text_str(&t->keyevents), &options, &v)))
        fprintf(stderr, "truth: run failed (%u)\n", (unsigned)code);
    sim_close(r.s);
    return v;
}

static void check_proofs(struct truth *t, const struct verdict *v, const char *what, uint64_t seed)
{
    struct text why = TEXT_EMPTY;
    if (!traceable(v, text_str(&t->snapshot), text_str(&t->keyevents), &why)) {
        t->untraceable++;
        fprintf(stderr, "%s, seed %u: %s", what, (unsigned)seed, text_str(&why));
    }
    text_done(&why);
}

static bool judge(struct truth *t, struct verdict *v, enum suspect_kind expected, const char *what, unsigned strength,
                  uint64_t seed, bool fast)
{
    bool right = v && verdict_top(v) == expected;
    if (!right && t->verbose && v) {
        struct text line = TEXT_EMPTY;
        report_sentence(v, LANGUAGE_ENGLISH, &line);
        fprintf(stderr, "%s, strength %u, seed %u, build %u, %s: %s (%s)\n", what, strength + 1, (unsigned)seed,
                (unsigned)builds[seed % BUILDS], fast ? "144" : "60", suspect_name(verdict_top(v)), text_str(&line));
        text_done(&line);
    }
    if (v)
        check_proofs(t, v, what, seed);
    verdict_close(v);
    return right;
}

static void incident(struct truth *t, unsigned k)
{
    const struct truth_kind *kind = &truth_kinds[k];
    printf("%-21s %-16s", kind->name, suspect_name(kind->expected));
    for (unsigned n = 0; n < STRENGTHS; n++) {
        unsigned right = 0, total = 0;
        for (uint64_t i = 0; i < t->seeds * 2; i++) {
            if (t->sample && (n != 1 || i != k % (t->seeds * 2)))
                continue;
            uint64_t seed = t->first_seed + i / 2 + 100 * k;
            bool told = builds[seed % BUILDS] >= kind->first_build;
            right += judge(t, play(t, kind, n, seed, i % 2), told ? kind->expected : SUSPECT_none, kind->name, n, seed, i % 2);
            total++;
        }
        printf(" %7u/%-2u", right, total);
        fflush(stdout);
        t->right += right;
        t->total += total;
    }
    printf("\n");
}

static void incidents(struct truth *t)
{
    printf("%u kinds, seeds %u to %u and so on, %s\n", truth_kind_count, (unsigned)t->first_seed,
           (unsigned)(t->first_seed + t->seeds - 1),
           t->first_seed == FIRST_TUNING ? "with which the rules were made" : "which no rule has seen");
    printf("%-21s %-16s %10s %10s %10s\n", "incident", "suspect", "weak", "middle", "strong");
    for (unsigned k = 0; k < truth_kind_count; k++) {
        if (!t->only || strstr(truth_kinds[k].name, t->only))
            incident(t, k);
    }
}

static void quiet(struct truth *t)
{
    unsigned clean[4] = {0}, total[4] = {0};
    for (unsigned i = 0; i < (t->sample ? 4 : QUIET_RUNS); i++) {
        unsigned n = i % 4;
        uint64_t seed = t->first_seed + 9000 + i;
        bool fast = i / 4 % 2;
        clean[n] += judge(t, play(t, NULL, n, seed, fast), SUSPECT_none, truth_quiet_names[n], 0, seed, fast);
        total[n]++;
    }
    for (unsigned n = 0; n < 4; n++) {
        printf("quiet: %-14s %-16s %7u/%-2u\n", truth_quiet_names[n], "none", clean[n], total[n]);
        t->clean += clean[n];
        t->quiet += total[n];
    }
}

static const char *read_words(struct truth *t, int argc, char **argv)
{
    const char *folder = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--sample") == 0)
            t->sample = true;
        else if (strcmp(argv[i], "--tuning") == 0)
            t->first_seed = FIRST_TUNING;
        else if (strcmp(argv[i], "--verbose") == 0)
            t->verbose = true;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            t->only = argv[++i];
        else if (strcmp(argv[i], "--seeds") == 0 && i + 1 < argc)
            t->seeds = (unsigned)strtoul(argv[++i], NULL, 10);
        else
            folder = argv[i];
    }
    return folder;
}

int main(int argc, char **argv)
{
    struct truth t = {0};
    t.seeds = SEEDS;
    t.first_seed = FIRST_HELD_OUT;
    const char *folder = read_words(&t, argc, argv);
    if (!folder || !read_config(&t)) {
        fprintf(stderr, "usage: truth [--sample] [--tuning] [--seeds N] [--only NAME] [--verbose] FOLDER,\n"
                        "where config/providers.ini is\n");
        return 2;
    }
    text_addf(&t.snapshot, "%s/snap.etl", folder);
    text_addf(&t.keyevents, "%s/keyevents.etl", folder);
    incidents(&t);
    if (!t.only || strcmp(t.only, "quiet") == 0)
        quiet(&t);
    printf("truth: %u of %u right, %u of %u quiet runs clean, %u with a statement that no event proves\n", t.right,
           t.total, t.clean, t.quiet, t.untraceable);
    text_done(&t.snapshot);
    text_done(&t.keyevents);
    for (unsigned i = 0; i < BUILDS; i++)
        providers_done(&t.providers[i]);
    return t.right * 100 >= t.total * 95 && t.clean == t.quiet && !t.untraceable && t.total + t.quiet ? 0 : 1;
}
