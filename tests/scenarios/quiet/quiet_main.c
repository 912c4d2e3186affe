/* quiet: snapshots of quiet simulated machines whose ring has wrapped, and what
 * the product says of them, first as they are and then with one stutter planted
 * at least a second behind the moment from which they are truly complete.
 *
 *   quiet [--tuning] [--seeds N] [--seed N] [--habits WORDS] FOLDER
 *
 * Every switch of the simulator is the seed's choice, as are the sizes, earlier
 * FLUSHes and a loss of events (plan.h). The moment that the product says may be
 * later than the true one by the longest buffer of the busiest CPU. It is later
 * still where a CPU was silent just then and has filled two buffers since, which
 * no file can tell from a CPU that reused its own (etl_complete.h): counted
 * apart. A stutter is planted a few frames behind what it says, if that is later
 * than a second. Prints what failed, with the seed that
 * has it again, a table by each switch's values, and "N passed, N failed": of
 * each snapshot, of each planted stutter, and that the median snapshot covers
 * 90 % of what is complete. The rules are made with the seeds of --tuning;
 * without it others are played. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/scenarios/quiet/table.h"
#include "tests/sim/sim_internal.h"

#define SEEDS 200u
#define FIRST_TUNING 1u
#define FIRST_HELD_OUT 820001u
#define LEAST_COVERED 0.9
#define LEAST_BEHIND SIM_TICKS_PER_S
#define A_FEW_FRAMES (3 * SIM_TICKS_PER_S / 10)
#define TRIES 8u

struct quiet {
    struct text snapshot, other, key_file;
    const char *habits; /* over those of the seeds; or NULL */
    uint64_t first_seed;
    uint32_t seeds, passed, failed;
    uint32_t later; /* stutters that were planted later than a second */
    int64_t longest_sleep;
    struct table table;
};

static int ms(int64_t ticks)
{
    return (int)(ticks / SIM_TICKS_PER_MS);
}

static void fail(struct quiet *q, const struct plan *plan, const char *what)
{
    struct text words = TEXT_EMPTY;
    plan_add_words(plan, &words);
    printf("--seed %llu: %s\n    %s\n", (unsigned long long)plan->quiet.seed, what, text_str(&words));
    fflush(stdout);
    text_done(&words);
    q->failed++;
}

static bool play(struct quiet *q, const struct plan *plan, struct played *played, struct judged *judged)
{
    return played_make(plan, text_str(&q->snapshot), text_str(&q->other), played) &&
           judged_make(plan, played, text_str(&q->snapshot), judged);
}

/* ---- as it is ---- */

static void look(struct quiet *q, const struct plan *plan, const struct played *p, const struct judged *j,
                 struct result *r)
{
    struct text why = TEXT_EMPTY;
    r->covered = j->covered;
    r->late = j->buffer > 0 ? (double)j->late / (double)j->buffer : 0;
    r->early = j->early || j->key_early;
    r->slept = j->slept;
    if (j->slept && j->late > q->longest_sleep)
        q->longest_sleep = j->late;
    r->too_late = j->late > j->buffer && !j->slept;
    r->false_alarm = j->told || j->suspects;
    if (!p->wrapped)
        text_add(&why, "the ring did not wrap; ");
    if (j->early)
        text_addf(&why, "complete %d ms before the truth; ", ms(j->early));
    if (j->key_early)
        text_addf(&why, "key events complete %d ms before the truth; ", ms(j->key_early));
    if (r->too_late)
        text_addf(&why, "complete %d ms behind the truth, a buffer is %d ms; ", ms(j->late), ms(j->buffer));
    if (r->false_alarm)
        text_addf(&why, "%u stutters, %u suspects (%s); ", (unsigned)j->told, (unsigned)j->suspects, text_str(&j->says));
    if (why.len) {
        text_addf(&why, "truly complete for %d ms", ms(p->until - p->complete_from));
        fail(q, plan, text_str(&why));
    } else {
        q->passed++;
    }
    text_done(&why);
}

/* ---- with a stutter ---- */

/* How far behind the true moment it has to be: the product may know less than
 * what is there by a buffer or a sleep, and needs some frames before it. */
static int64_t behind(const struct judged *j)
{
    return j->late + A_FEW_FRAMES > LEAST_BEHIND ? j->late + A_FEW_FRAMES : LEAST_BEHIND;
}

/* The stutter itself changes what the ring holds: the plan is made from what the
 * machine did without it, and later where that was too early. */
static bool plant(struct quiet *q, struct plan *plan, struct played *p, struct judged *j)
{
    int64_t from = p->complete_from - p->start + behind(j), to = p->until - p->start, apart = j->longest;
    for (uint32_t i = 0; i < TRIES; i++) {
        judged_done(j);
        if (!plan_stutter(plan, from, to, apart) || !play(q, plan, p, j))
            return false;
        int64_t short_by = p->complete_from + behind(j) - p->stutter;
        if (short_by <= 0) {
            q->later += behind(j) > LEAST_BEHIND;
            return true;
        }
        from += short_by;
    }
    return false;
}

static void plant_and_look(struct quiet *q, struct plan *plan, struct played *p, struct judged *j, struct result *r)
{
    struct text why = TEXT_EMPTY;
    r->planted = true;
    if (!plant(q, plan, p, j)) {
        fail(q, plan, "no stutter could be planted");
        return;
    }
    r->told = j->is_main && j->told == 1 && !j->elsewhere;
    if (r->told) {
        q->passed++;
    } else {
        text_addf(&why, "%s of %u ms, %d ms behind the truth and %d ms before the end: %u told, %u elsewhere (%s)",
                  plan->stutter_kind, (unsigned)plan->stutter_ms,
                  ms(p->stutter - p->complete_from), ms(p->until - p->stutter), (unsigned)j->told, (unsigned)j->elsewhere,
                  text_str(&j->says));
        fail(q, plan, text_str(&why));
    }
    text_done(&why);
}

static bool seed(struct quiet *q, uint64_t number)
{
    struct plan plan;
    struct played played;
    struct judged judged = {.says = TEXT_EMPTY};
    struct result result = {.words = TEXT_EMPTY};
    plan_make(&plan, number, text_str(&q->key_file));
    plan.quiet.habits = q->habits;
    plan_add_words(&plan, &result.words);
    bool fine = play(q, &plan, &played, &judged);
    if (fine) {
        look(q, &plan, &played, &judged, &result);
        plant_and_look(q, &plan, &played, &judged, &result);
    } else {
        fail(q, &plan, "the machine or the product failed");
    }
    judged_done(&judged);
    return table_add(&q->table, &result);
}

static const char *read_words(struct quiet *q, int argc, char **argv)
{
    const char *folder = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--tuning") == 0) {
            q->first_seed = FIRST_TUNING;
        } else if (strcmp(argv[i], "--seeds") == 0 && i + 1 < argc) {
            q->seeds = (uint32_t)strtoul(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            q->first_seed = strtoull(argv[++i], NULL, 10);
            q->seeds = 1;
        } else if (strcmp(argv[i], "--habits") == 0 && i + 1 < argc) {
            q->habits = argv[++i];
        } else {
            folder = argv[i];
        }
    }
    return folder;
}

int main(int argc, char **argv)
{
    struct quiet q = {.snapshot = TEXT_EMPTY, .other = TEXT_EMPTY, .key_file = TEXT_EMPTY};
    q.first_seed = FIRST_HELD_OUT;
    q.seeds = SEEDS;
    const char *folder = read_words(&q, argc, argv);
    if (!folder) {
        fprintf(stderr, "usage: quiet [--tuning] [--seeds N] [--seed N] [--habits WORDS] FOLDER\n");
        return 2;
    }
    text_addf(&q.snapshot, "%s/snap.etl", folder);
    text_addf(&q.other, "%s/before.etl", folder);
    text_addf(&q.key_file, "%s/keyevents.etl", folder);
    for (uint32_t i = 0; i < q.seeds; i++)
        if (!seed(&q, q.first_seed + i))
            return 2;
    table_print(&q.table);
    printf("where a CPU slept: complete up to %d ms behind the truth\n", ms(q.longest_sleep));
    printf("stutters planted later than a second, since a buffer or a sleep is that long: %u\n", (unsigned)q.later);
    bool covered = table_covered(&q.table) >= LEAST_COVERED;
    q.passed += covered;
    q.failed += !covered;
    printf("%u passed, %u failed\n", (unsigned)q.passed, (unsigned)q.failed);
    table_done(&q.table);
    text_done(&q.snapshot);
    text_done(&q.other);
    text_done(&q.key_file);
    return q.failed || !q.passed ? 1 : 0;
}
