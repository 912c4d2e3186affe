/* truth: incidents on the simulated machine, recorded with the product's own
 * configuration, and what the verdict says of them.
 *
 *   truth [--sample] [--seeds N] [--verbose] FOLDER
 *
 * Prints a table and ends with 1 where fewer than 95 % of the incidents were
 * named rightly or a quiet run was not clean. --sample plays one of each kind.
 * The verdict sees only the two files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/providers.h"
#include "os/os.h"
#include "tests/scenarios/truth/kinds.h"
#include "tests/sim/sim_block.h"

#define STRENGTHS 3u
#define SEEDS 5u
#define QUIET_RUNS 40u
#define BUILD 26100u
#define FRAMES_144 69444

struct truth {
    struct providers providers;
    struct text snapshot, keyevents;
    bool verbose;
    unsigned seeds; /* of each incident, strength and frame rate */
    unsigned right, total, clean, quiet;
};

void advance(struct run *r, double seconds)
{
    if (r->is_deep)
        deep_advance(&r->deep, seconds);
    else
        sim_advance_by(r->s, seconds);
}

static bool read_config(struct truth *t)
{
    struct text bytes = TEXT_EMPTY;
    struct problems problems;
    problems_init(&problems);
    providers_init(&t->providers);
    bool fine = !outcome_failed(os_file_read("config/providers.ini", 1u << 20, &bytes)) &&
                providers_read(&t->providers, "providers.ini", text_str(&bytes), bytes.len, BUILD, &problems);
    problems_done(&problems);
    text_done(&bytes);
    return fine;
}

static uint32_t enable(struct truth *t, struct sim *s, uint64_t handle, enum session_kind session, bool capture)
{
    uint32_t code = 0;
    for (size_t i = 0; i < t->providers.count && !code; i++) {
        const struct provider *p = &t->providers.items[i];
        uint16_t ids[PROVIDER_MAX_IDS];
        for (uint32_t k = 0; k < p->story_count; k++)
            ids[k] = p->stories[k].id;
        if (p->session != session || p->skipped)
            continue;
        if (!capture)
            code = sim_enable(s, handle, &p->guid, p->level, p->mask, ids, session == SESSION_FILE ? p->story_count : 0);
        else if (p->capture_state)
            sim_capture(s, handle, &p->guid, 1000);
    }
    return code;
}

/* Plays a run and asks for the verdict; `kind` NULL: the quiet noise `n`. */
static struct verdict *play(struct truth *t, const struct truth_kind *kind, unsigned n, uint64_t seed, bool fast)
{
    struct sim_options o = sim_options_default();
    struct run r = {0};
    uint64_t ring = 0, file = 0;
    struct sim_block b;
    struct verdict *v = NULL;
    o.manual = true;
    o.seed = seed;
    o.os_build = BUILD;
    (void)os_remove(text_str(&t->snapshot));
    (void)os_remove(text_str(&t->keyevents));
    r.s = sim_open(&o);
    if (!r.s)
        return NULL;
    if (fast)
        r.s->load->frame_ticks = FRAMES_144;
    uint32_t code = sim_start_ring(r.s, "Truth", 64, 64, &ring);
    if (!code)
        code = sim_start_file(r.s, "Truth key events", text_str(&t->keyevents), 16, 64, &file);
    if (!code)
        code = enable(t, r.s, ring, SESSION_BUFFER, false);
    if (!code)
        code = enable(t, r.s, file, SESSION_FILE, false);
    enable(t, r.s, file, SESSION_FILE, true);
    r.is_deep = kind && kind->deep;
    if (r.is_deep)
        deep_begin(&r.deep, r.s, "Truth", seed);
    advance(&r, 12.0 + 0.377 * (double)(seed % 11));
    if (kind)
        kind->play(&r, n);
    else
        truth_quiet[n](&r);
    advance(&r, 9.0);
    enable(t, r.s, ring, SESSION_BUFFER, true);
    if (r.is_deep)
        deep_end(&r.deep);
    if (!code)
        code = sim_flush_to(r.s, "Truth", text_str(&t->snapshot));
    sim_block_init(&b, NULL);
    sim_control(r.s, "Truth key events", SIM_CONTROL_STOP, &b);
    struct verdict_options options = {0};
    options.providers = &t->providers;
    if (code || outcome_failed(verdict_open(text_str(&t->snapshot), text_str(&t->keyevents), &options, &v)))
        fprintf(stderr, "truth: run failed (%u)\n", (unsigned)code);
    sim_close(r.s);
    return v;
}

static bool judge(struct truth *t, struct verdict *v, enum suspect_kind expected, const char *what, unsigned strength,
                  uint64_t seed, bool fast)
{
    bool right = v && verdict_top(v) == expected;
    if (!right && t->verbose && v) {
        struct text line = TEXT_EMPTY;
        verdict_sentence(v, LANGUAGE_ENGLISH, &line);
        fprintf(stderr, "%s, strength %u, seed %u, %s: %s (%s)\n", what, strength + 1, (unsigned)seed,
                fast ? "144" : "60", suspect_name(verdict_top(v)), text_str(&line));
        text_done(&line);
    }
    verdict_close(v);
    return right;
}

static void incidents(struct truth *t, bool sample)
{
    printf("%-20s %-16s %10s %10s %10s\n", "incident", "suspect", "weak", "middle", "strong");
    for (unsigned k = 0; k < truth_kind_count; k++) {
        const struct truth_kind *kind = &truth_kinds[k];
        printf("%-20s %-16s", kind->name, suspect_name(kind->expected));
        for (unsigned n = 0; n < STRENGTHS; n++) {
            unsigned right = 0, total = 0;
            for (uint64_t i = 0; i < t->seeds * 2; i++) {
                if (sample && (n != 1 || i != k % (t->seeds * 2)))
                    continue;
                uint64_t seed = 1 + i / 2 + 100 * k;
                right += judge(t, play(t, kind, n, seed, i % 2), kind->expected, kind->name, n, seed, i % 2);
                total++;
            }
            printf(" %7u/%-2u", right, total);
            fflush(stdout);
            t->right += right;
            t->total += total;
        }
        printf("\n");
    }
}

static void quiet(struct truth *t, bool sample)
{
    unsigned clean[4] = {0}, total[4] = {0};
    for (unsigned i = 0; i < (sample ? 4 : QUIET_RUNS); i++) {
        unsigned n = i % 4;
        bool fast = i / 4 % 2;
        clean[n] += judge(t, play(t, NULL, n, 9000 + i, fast), SUSPECT_none, truth_quiet_names[n], 0, 9000 + i, fast);
        total[n]++;
    }
    for (unsigned n = 0; n < 4; n++) {
        printf("quiet: %-13s %-16s %7u/%-2u\n", truth_quiet_names[n], "none", clean[n], total[n]);
        t->clean += clean[n];
        t->quiet += total[n];
    }
}

int main(int argc, char **argv)
{
    struct truth t = {0};
    const char *folder = NULL;
    bool sample = false;
    t.seeds = SEEDS;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--sample") == 0)
            sample = true;
        else if (strcmp(argv[i], "--verbose") == 0)
            t.verbose = true;
        else if (strcmp(argv[i], "--seeds") == 0 && i + 1 < argc)
            t.seeds = (unsigned)strtoul(argv[++i], NULL, 10);
        else
            folder = argv[i];
    }
    if (!folder || !read_config(&t)) {
        fprintf(stderr, "usage: truth [--sample] [--seeds N] [--verbose] FOLDER, where config/providers.ini is\n");
        return 2;
    }
    text_addf(&t.snapshot, "%s/snap.etl", folder);
    text_addf(&t.keyevents, "%s/keyevents.etl", folder);
    incidents(&t, sample);
    quiet(&t, sample);
    printf("truth: %u of %u right, %u of %u quiet runs clean\n", t.right, t.total, t.clean, t.quiet);
    text_done(&t.snapshot);
    text_done(&t.keyevents);
    providers_done(&t.providers);
    return t.right * 100 >= t.total * 95 && t.clean == t.quiet && t.total ? 0 : 1;
}
