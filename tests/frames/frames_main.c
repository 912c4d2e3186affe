/* How much of what is felt the rules see, on the frame times of real captures:
 *
 *   frames FOLDER [--tuning] [--verbose]
 *
 * First the captures as they are: every finding, and who else sees it. Then one
 * frame in each 5 s of a capture, at a place that a seed names, is made longer;
 * the blocks stay in their order, and each capture is judged as a whole. Beside
 * it stands CapFrameX's rule (a frame over 2.5 times the moving average). Ends
 * with 1 where a promise is broken. */
#include "tests/frames/series.h"

#include "base/text.h"
#include "frames/frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS FRAMES_PER_MS
#define BLOCK (5000LL * MS)
#define SEEDS 20u
#define MOST_TOLD 20000u

struct told {
    struct frame_finding list[MOST_TOLD];
    uint32_t count;
};

struct speed {
    const char *name;
    int64_t shortest, longest; /* a frame, 100 ns */
    unsigned add_ms, least_percent;
};

/* What the rules promise. */
static const struct speed PROMISES[] = {
    {"over 70 fps", 0, 142857, 15, 95},
    {"50 to 70 fps", 142857, 200000, 30, 100},
    {"30 to 50 fps", 200000, 333334, 40, 99},
    {"up to 33 fps", 303030, INT64_MAX, 40, 95},
};
static const struct speed TABLE[] = {
    {"over 200", 0, 50000, 0, 0},          {"120 to 200", 50000, 83333, 0, 0},
    {"70 to 120", 83333, 142857, 0, 0},    {"50 to 70", 142857, 200000, 0, 0},
    {"33 to 50", 200000, 303030, 0, 0},    {"up to 33", 303030, INT64_MAX, 0, 0},
};
static const unsigned ADDED[] = {10, 15, 20, 30, 40, 60};
#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

struct share {
    unsigned told, capframex, all;
};

static void take(void *ctx, const struct frame_finding *f)
{
    struct told *t = ctx;
    if (t->count < MOST_TOLD)
        t->list[t->count++] = *f;
}

static void judge(const struct series *s, struct told *told)
{
    struct frames_sink sink = {told, NULL, take, NULL};
    struct frames *f = frames_open(&sink);
    int64_t time = 0;
    told->count = 0;
    if (!f)
        return;
    frames_add(f, 0);
    for (uint32_t i = 0; i < s->count; i++)
        frames_add(f, time += s->lengths[i]);
    frames_end(f);
    frames_close(f);
}

static bool is_told(const struct told *told, int64_t from, int64_t to)
{
    for (uint32_t i = 0; i < told->count; i++) {
        if (told->list[i].from < to && told->list[i].to > from)
            return true;
    }
    return false;
}

static uint32_t random_of(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* ---- one frame of each block made longer ---- */

struct block {
    uint32_t begin, end, at; /* frames; the one that is made longer */
    int64_t speed;          /* the usual frame there */
};

#define MOST_BLOCKS 64u

static uint32_t find_blocks(const struct series *s, struct block *blocks)
{
    uint32_t count = 0, begin = 0;
    int64_t time = 0;
    for (uint32_t i = 0; i < s->count && count < MOST_BLOCKS; i++) {
        time += s->lengths[i];
        if (time < BLOCK)
            continue;
        blocks[count].begin = begin;
        blocks[count++].end = i + 1;
        begin = i + 1;
        time = 0;
    }
    return count;
}

/* A frame that nobody sees as it is, and that has others around it. */
static bool choose(const struct series *s, const struct told *as_is, struct block *b, uint64_t *random)
{
    for (unsigned tries = 0; tries < 20; tries++) {
        b->at = b->begin + random_of(random) % (b->end - b->begin);
        int64_t from = series_time(s, b->at);
        if (b->at >= 30 && b->at + 30 < s->count && !series_changes(s, b->at) &&
            !is_told(as_is, from, from + s->lengths[b->at]) &&
            s->lengths[b->at] * 2 > series_speed(s, b->at)) {
            b->speed = series_speed(s, b->at);
            return true;
        }
    }
    return false;
}

static void count_block(struct share *share, bool told, bool capframex)
{
    share->all++;
    share->told += told;
    share->capframex += capframex;
}

static struct share promised[COUNT_OF(PROMISES)];
static struct share table[COUNT_OF(TABLE)][COUNT_OF(ADDED)];

static bool verbose;

static void count(const struct series *s, const struct block *b, unsigned add, bool told, bool capframex)
{
    for (unsigned p = 0; p < COUNT_OF(PROMISES); p++) {
        if (ADDED[add] == PROMISES[p].add_ms && b->speed >= PROMISES[p].shortest && b->speed < PROMISES[p].longest) {
            count_block(&promised[p], told, capframex);
            if (!told && verbose)
                printf("missed: %s at %lld ms, a frame of %.1f ms (usual %.1f) and %u ms\n", s->name,
                       (long long)(series_time(s, b->at) / MS), (double)s->lengths[b->at] / MS,
                       (double)b->speed / MS, ADDED[add]);
        }
    }
    for (unsigned t = 0; t < COUNT_OF(TABLE); t++) {
        if (b->speed >= TABLE[t].shortest && b->speed < TABLE[t].longest)
            count_block(&table[t][add], told, capframex);
    }
}

static void lengthen(struct series *s, const struct told *as_is, uint64_t seed, struct told *told)
{
    struct block blocks[MOST_BLOCKS];
    bool chosen[MOST_BLOCKS];
    uint32_t count_of = find_blocks(s, blocks);
    for (unsigned add = 0; add < COUNT_OF(ADDED); add++) {
        uint64_t random = seed * 1000003u + add;
        int64_t more = (int64_t)ADDED[add] * MS;
        for (uint32_t i = 0; i < count_of; i++) {
            chosen[i] = choose(s, as_is, &blocks[i], &random);
            if (chosen[i])
                s->lengths[blocks[i].at] += more;
        }
        judge(s, told);
        for (uint32_t i = 0; i < count_of; i++) {
            int64_t from = series_time(s, blocks[i].at), to = from + s->lengths[blocks[i].at];
            if (chosen[i])
                count(s, &blocks[i], add, is_told(told, from, to), series_capframex(s, blocks[i].at));
        }
        for (uint32_t i = 0; i < count_of; i++) {
            if (chosen[i])
                s->lengths[blocks[i].at] -= more;
        }
    }
}

/* ---- as they are ---- */

static unsigned tell_as_is(const struct series *s, const struct told *told)
{
    static const char *const kinds[] = {"stutter", "slow", "uneven"};
    unsigned unseen = 0;
    for (uint32_t i = 0; i < told->count; i++) {
        const struct frame_finding *f = &told->list[i];
        bool capframex, felt, seen;
        series_others(s, f->from, f->to, &capframex, &felt);
        seen = capframex || felt || f->kind != FINDING_stutter;
        unseen += !seen;
        printf("  %-26s %-8s %8.2f s %8.1f ms  usual %5.1f%s%s%s\n", s->name, kinds[f->kind],
               (double)f->from / MS / 1000,
               (double)(f->to - f->from) / MS, (double)f->usual / MS, capframex ? "  CapFrameX" : "",
               felt ? "  felt" : "", seen ? "" : "  NOBODY ELSE");
    }
    return unseen;
}

static double percent(unsigned part, unsigned all)
{
    return all ? 100.0 * part / all : 0;
}

static bool report(unsigned unseen)
{
    bool good = unseen == 0;
    printf("\nA frame made longer: told, in %% (CapFrameX's rule)\n  %-12s", "fps");
    for (unsigned add = 0; add < COUNT_OF(ADDED); add++)
        printf("      +%2u ms", ADDED[add]);
    printf("\n");
    for (unsigned t = 0; t < COUNT_OF(TABLE); t++) {
        printf("  %-12s", TABLE[t].name);
        for (unsigned add = 0; add < COUNT_OF(ADDED); add++) {
            const struct share *s = &table[t][add];
            printf("  %3.0f (%3.0f)", percent(s->told, s->all), percent(s->capframex, s->all));
        }
        printf("  of %u\n", table[t][0].all);
    }
    printf("\n");
    for (unsigned p = 0; p < COUNT_OF(PROMISES); p++) {
        const struct share *s = &promised[p];
        bool kept = s->all && s->told * 100 >= s->all * PROMISES[p].least_percent;
        printf("%s: %s + %u ms: %.1f %% of %u (promised %u %%; CapFrameX's rule %.1f %%)\n", kept ? "kept" : "BROKEN",
               PROMISES[p].name, PROMISES[p].add_ms, percent(s->told, s->all), s->all, PROMISES[p].least_percent,
               percent(s->capframex, s->all));
        good = good && kept;
    }
    printf("%s: %u stutters that nobody else sees\n", unseen ? "BROKEN" : "kept", unseen);
    return good;
}

int main(int argc, char **argv)
{
    static struct told as_is, told;
    struct series_list list;
    bool tuning = false;
    unsigned unseen = 0;
    for (int i = 2; i < argc; i++) {
        tuning = tuning || str_equal(argv[i], "--tuning");
        verbose = verbose || str_equal(argv[i], "--verbose");
    }
    if (argc < 2 || !series_load(&list, argv[1])) {
        printf("make frames: skipped, there are no frame times in %s\n", argc > 1 ? argv[1] : "(none)");
        return 0;
    }
    printf("The captures as they are:\n");
    for (uint32_t i = 0; i < list.count; i++) {
        judge(&list.items[i], &as_is);
        unseen += tell_as_is(&list.items[i], &as_is);
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            lengthen(&list.items[i], &as_is, (tuning ? 7000 : 1000) + seed, &told);
    }
    bool good = report(unseen);
    series_done(&list);
    return good ? 0 : 1;
}
