/* What the machine says that a file lacks is what the file lacks: everything
 * that was said is kept here and compared. */
#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_quiet.h"
#include "tests/support/etl_walk.h"
#include "tests/support/suite.h"

#define SEEDS 12u
#define CPUS 8u

/* Times of the events of each CPU, as said and as found. */
struct times {
    int64_t *list;
    size_t count, room;
};

struct heard {
    const char *session;
    struct times said[CPUS], found[CPUS];
};

static void add(struct times *t, int64_t time)
{
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 4096;
        t->list = realloc(t->list, t->room * sizeof *t->list);
        assert_non_null(t->list);
    }
    t->list[t->count++] = time;
}

static void hear(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct heard *h = ctx;
    if (strcmp(session, h->session) == 0)
        add(&h->said[cpu], r->time);
}

static void find(void *ctx, const struct etl_walked *e)
{
    struct heard *h = ctx;
    if (e->is_event)
        add(&h->found[e->cpu], e->time);
}

static size_t count_from(const struct times *t, int64_t from)
{
    size_t count = 0;
    for (size_t i = 0; i < t->count; i++)
        count += t->list[i] >= from;
    return count;
}

/* From the true moment on nothing is missing, and just before it something is. */
static void compare(struct heard *h, const struct sim_truth *t)
{
    size_t said = 0, found = 0;
    etl_walk_file(t->path, find, h);
    for (uint32_t cpu = 0; cpu < CPUS; cpu++) {
        assert_int_equal(count_from(&h->found[cpu], t->complete_from), count_from(&h->said[cpu], t->complete_from));
        said += count_from(&h->said[cpu], t->complete_from - 1);
        found += count_from(&h->found[cpu], t->complete_from - 1);
    }
    assert_true(t->wrapped ? said > found : said == found);
    for (uint32_t cpu = 0; cpu < CPUS; cpu++)
        h->found[cpu].count = 0;
}

static void heard_done(struct heard *h)
{
    for (uint32_t cpu = 0; cpu < CPUS; cpu++) {
        free(h->said[cpu].list);
        free(h->found[cpu].list);
    }
}

static void path_of(struct text *path, const char *folder, const char *name)
{
    text_set(path, folder);
    text_addf(path, "/%s", name);
}

static void a_rings_true_moment_is_that_of_the_file(void **state)
{
    struct text folder = TEXT_EMPTY, path = TEXT_EMPTY;
    (void)state;
    text_set(&folder, suite_folder("truth"));
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        struct sim_quiet q = {.seed = seed, .ring_mb = 1, .cpus = CPUS};
        struct heard h = {.session = SIM_QUIET_RING};
        struct sim *s = sim_quiet_open(&q);
        assert_non_null(s);
        sim_listen(s, hear, &h);
        for (uint32_t i = 0; i < 3; i++) {
            char name[32];
            snprintf(name, sizeof name, "snap-%u-%u.etl", (unsigned)seed, (unsigned)i);
            path_of(&path, text_str(&folder), name);
            sim_advance_by(s, i == 0 ? 0.5 : 6);
            const struct sim_truth *t = sim_quiet_save(s, text_str(&path));
            assert_non_null(t);
            assert_true(i == 2 ? t->wrapped : i || !t->wrapped);
            assert_int_equal(t->until, sim_now_raw(s));
            compare(&h, t);
        }
        sim_close(s);
        heard_done(&h);
    }
    text_done(&folder);
    text_done(&path);
}

static void a_circular_files_true_moment_is_that_of_the_file(void **state)
{
    struct text folder = TEXT_EMPTY, path = TEXT_EMPTY, key = TEXT_EMPTY;
    (void)state;
    text_set(&folder, suite_folder("truth-file"));
    path_of(&path, text_str(&folder), "snap.etl");
    path_of(&key, text_str(&folder), "keyevents.etl");
    struct sim_quiet q = {.seed = 5, .cpus = CPUS, .key_file = text_str(&key), .key_mb = 1};
    struct heard h = {.session = SIM_QUIET_FILE};
    struct sim *s = sim_quiet_open(&q);
    assert_non_null(s);
    sim_listen(s, hear, &h);
    sim_advance_by(s, 5);
    assert_non_null(sim_quiet_save(s, text_str(&path)));
    assert_false(sim_truth_last(s, SIM_QUIET_FILE)->wrapped);
    compare(&h, sim_truth_last(s, SIM_QUIET_FILE));
    struct text answer = TEXT_EMPTY;
    sim_control_line(s, "rate 10", &answer);
    text_done(&answer);
    sim_advance_by(s, 60);
    os_remove(text_str(&path));
    assert_non_null(sim_quiet_save(s, text_str(&path)));
    assert_true(sim_truth_last(s, SIM_QUIET_FILE)->wrapped);
    compare(&h, sim_truth_last(s, SIM_QUIET_FILE));
    sim_close(s);
    heard_done(&h);
    text_done(&folder);
    text_done(&path);
    text_done(&key);
}

static void tell(struct sim *s, const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(s, line, &answer);
    assert_string_equal(text_str(&answer), "ok\n");
    text_done(&answer);
}

static void losses_are_told_with_begin_end_cpus_and_number(void **state)
{
    struct text path = TEXT_EMPTY;
    struct sim_quiet q = {.seed = 3, .cpus = CPUS, .ring_mb = 32, .habits = "parked=none after=kept"};
    struct sim_block block;
    int64_t begin[2], end[2];
    (void)state;
    path_of(&path, suite_folder("holes"), "snap.etl");
    struct sim *s = sim_quiet_open(&q);
    assert_non_null(s);
    for (int i = 0; i < 2; i++) {
        sim_advance_by(s, 2);
        begin[i] = sim_now_raw(s);
        tell(s, "behaviour no_buffers=1");
        sim_advance_by(s, 1 + i);
        tell(s, "behaviour no_buffers=0");
        end[i] = sim_now_raw(s);
    }
    sim_advance_by(s, 2);
    const struct sim_truth *t = sim_quiet_save(s, text_str(&path));
    assert_non_null(t);
    assert_false(t->wrapped);
    assert_int_equal(t->hole_count, 2);
    uint32_t count = 0;
    for (int i = 0; i < 2; i++) {
        assert_in_range(t->holes[i].begin, begin[i], begin[i] + 20 * SIM_TICKS_PER_MS);
        assert_in_range(t->holes[i].end, end[i] - 20 * SIM_TICKS_PER_MS, end[i]);
        assert_int_equal(t->holes[i].cpus, 0xFF);
        count += t->holes[i].count;
    }
    sim_block_init(&block, NULL);
    assert_int_equal(sim_control(s, SIM_QUIET_RING, SIM_CONTROL_QUERY, &block), 0);
    assert_int_equal(sim_block_get(&block, SIM_AT_EVENTS_LOST), count);
    struct text answer = TEXT_EMPTY;
    sim_control_line(s, "truth " SIM_QUIET_RING, &answer);
    assert_true(str_starts(text_str(&answer), "complete_from="));
    assert_non_null(strstr(text_str(&answer), "hole begin="));
    text_done(&answer);
    sim_close(s);
    text_done(&path);
}

static void a_quiet_machine_is_the_same_for_the_same_description(void **state)
{
    struct text folder = TEXT_EMPTY, path[2] = {TEXT_EMPTY, TEXT_EMPTY};
    struct os_map map[2];
    struct sim_quiet q = {.seed = 11, .ring_mb = 1};
    int64_t at[2];
    (void)state;
    text_set(&folder, suite_folder("quiet"));
    for (int i = 0; i < 2; i++) {
        path_of(&path[i], text_str(&folder), i ? "b.etl" : "a.etl");
        struct sim *s = sim_quiet_open(&q);
        assert_non_null(s);
        sim_advance_by(s, 8);
        at[i] = sim_quiet_stutter(s, "present_gap ms=200");
        assert_int_equal(sim_quiet_stutter(s, "nothing_known"), -1);
        sim_advance_by(s, 2);
        assert_non_null(sim_quiet_save(s, text_str(&path[i])));
        sim_close(s);
        assert_false(outcome_failed(os_map_open(text_str(&path[i]), &map[i])));
    }
    assert_int_equal(at[0], at[1]);
    assert_int_equal(map[0].len, map[1].len);
    assert_memory_equal(map[0].bytes + 16 * 1024, map[1].bytes + 16 * 1024, (size_t)map[0].len - 16 * 1024);
    for (int i = 0; i < 2; i++) {
        os_map_close(&map[i]);
        text_done(&path[i]);
    }
    text_done(&folder);
}

void suite_sim_truth(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rings_true_moment_is_that_of_the_file),
        cmocka_unit_test(a_circular_files_true_moment_is_that_of_the_file),
        cmocka_unit_test(losses_are_told_with_begin_end_cpus_and_number),
        cmocka_unit_test(a_quiet_machine_is_the_same_for_the_same_description),
    };
    SUITE_RUN("sim_truth", tests);
}
