/* What is open about rings: each value of each habit shows in what the machine
 * says and writes. */
#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_masks.h"
#include "tests/support/etl_walk.h"
#include "tests/support/suite.h"

#define CPUS 8u
#define BUFFER_KB 16u
#define RING_MB 1u
#define SHARE (RING_MB * 1024 / BUFFER_KB / CPUS)
#define MOST_BUFFERS 256u

struct bench {
    struct sim *sim;
    struct text folder, path;
    uint64_t said[CPUS];
};

static void hear(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct bench *b = ctx;
    (void)session;
    (void)r;
    b->said[cpu]++;
}

/* What the case does not name is as this run has chosen. */
static void bench_open(struct bench *b, const char *habits)
{
    struct sim_options o = sim_options_default();
    uint64_t handle = 0;
    o.manual = true;
    o.cpu_count = CPUS;
    assert_true(sim_habits_read(&o.habits, habits));
    memset(b, 0, sizeof *b);
    b->sim = sim_open(&o);
    assert_non_null(b->sim);
    text_set(&b->folder, suite_folder("habits"));
    assert_int_equal(sim_start_ring(b->sim, "Ring", RING_MB, BUFFER_KB, &handle), 0);
    assert_int_equal(sim_enable_usual(b->sim, handle, false), 0);
    sim_listen(b->sim, hear, b);
}

static void bench_done(struct bench *b)
{
    sim_close(b->sim);
    text_done(&b->folder);
    text_done(&b->path);
}

/* One FLUSH and its code, whatever that means. */
static uint32_t flush(struct bench *b, const char *name)
{
    struct sim_block block;
    text_set(&b->path, text_str(&b->folder));
    text_addf(&b->path, "/%s", name);
    sim_block_init(&block, text_str(&b->path));
    return sim_control(b->sim, "Ring", SIM_CONTROL_FLUSH, &block);
}

struct buffer {
    uint32_t cpu;
    int64_t sequence, stamp, first, last;
};

struct file {
    struct buffer buffers[MOST_BUFFERS];
    uint32_t count, named; /* without the header */
    uint32_t of_cpu[CPUS];
};

static void take(void *ctx, const struct etl_walked *e)
{
    struct file *f = ctx;
    if (e->buffer == 0)
        return;
    assert_true(e->buffer <= MOST_BUFFERS);
    struct buffer *b = &f->buffers[e->buffer - 1];
    if (f->count < e->buffer) {
        f->count = e->buffer;
        f->of_cpu[e->cpu]++;
        b->first = e->time;
    }
    b->cpu = e->cpu;
    b->sequence = e->sequence;
    b->stamp = e->flush_time;
    b->last = e->time;
}

static void read_file(const char *path, struct file *f)
{
    struct os_map map;
    memset(f, 0, sizeof *f);
    etl_walk_file(path, take, f);
    assert_false(outcome_failed(os_map_open(path, &map)));
    f->named = etl_walk_u32(map.bytes + ETLW_AT_BUFFERS_WRITTEN) - 1;
    os_map_close(&map);
}

/* A wrapped ring of a machine with these habits, written and read. */
static void record(struct bench *b, const char *habits, struct file *f)
{
    bench_open(b, habits);
    sim_advance_by(b->sim, 12);
    assert_int_equal(flush(b, "snap.etl"), 0);
    read_file(text_str(&b->path), f);
}

static void a_seed_chooses_the_same_and_seeds_choose_everything(void **state)
{
    uint32_t seen[SIM_HABIT_count][4] = {{0}};
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct sim_habits a, again = {{0}};
        struct text line = TEXT_EMPTY;
        sim_habits_choose(&a, seed);
        sim_habits_add(&a, &line);
        assert_true(sim_habits_read(&again, text_str(&line)));
        assert_memory_equal(&again, &a, sizeof a);
        text_set(&line, "");
        text_addf(&line, "order=mixed,seed=%u", (unsigned)seed);
        assert_true(sim_habits_read(&again, text_str(&line)));
        assert_memory_equal(&again, &a, sizeof a);
        for (int i = 0; i < SIM_HABIT_count; i++)
            seen[i][a.value[i]]++;
        text_done(&line);
    }
    for (int i = 0; i < SIM_HABIT_count; i++)
        assert_true(seen[i][0] > 30 && seen[i][1] > 30);
}

static void words_that_are_none_change_nothing(void **state)
{
    static const char *const wrong[] = {"order", "order=", "order=last", "ordering=newest", "seed=", "seed=7x", "newest",
                                        "order=newest stamp=never"};
    struct sim_habits usual = {{0}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct sim_habits h = {{0}};
        assert_false(sim_habits_read(&h, wrong[i]));
        assert_memory_equal(&h, &usual, sizeof h);
    }
}

static void sums(struct bench *b, uint64_t *least, uint64_t *most)
{
    *least = UINT64_MAX;
    *most = 0;
    for (uint32_t cpu = 0; cpu < CPUS; cpu++) {
        *least = b->said[cpu] < *least ? b->said[cpu] : *least;
        *most = b->said[cpu] > *most ? b->said[cpu] : *most;
    }
}

static void some_cpus_fill_ten_times_as_fast(void **state)
{
    struct bench b;
    uint64_t busy = 0, slow = 0, least, most;
    (void)state;
    bench_open(&b, "load=even parked=none");
    sim_advance_by(b.sim, 30);
    sums(&b, &least, &most);
    assert_true(most < 4 * least);
    bench_done(&b);
    bench_open(&b, "load=tenfold parked=none");
    sim_advance_by(b.sim, 30);
    for (uint32_t cpu = 0; cpu < CPUS; cpu++)
        *((cpu + b.sim->options.seed) % 2 ? &slow : &busy) += b.said[cpu];
    assert_in_range(busy / slow, 7, 15);
    bench_done(&b);
}

static void parked_cpus_say_hardly_anything(void **state)
{
    static const struct {
        const char *habits;
        uint32_t parked;
    } cases[] = {{"parked=one load=even", 1}, {"parked=half load=tenfold", CPUS / 2}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        uint32_t parked = 0;
        uint64_t all = 0;
        bench_open(&b, cases[i].habits);
        sim_advance_by(b.sim, 60);
        for (uint32_t cpu = 0; cpu < CPUS; cpu++)
            all += b.said[cpu];
        for (uint32_t cpu = 0; cpu < CPUS; cpu++)
            parked += b.said[cpu] < all / 2000;
        assert_int_equal(parked, cases[i].parked);
        bench_done(&b);
    }
}

static void the_oldest_goes_first_or_each_cpus_own(void **state)
{
    struct bench b;
    struct file f;
    int64_t least = INT64_MAX, most = 0;
    (void)state;
    record(&b, "reuse=age number=filled order=oldest after=kept more_data=never parked=none", &f);
    for (uint32_t i = 0; i < f.count; i++) {
        least = f.buffers[i].sequence < least ? f.buffers[i].sequence : least;
        most = f.buffers[i].sequence > most ? f.buffers[i].sequence : most;
    }
    assert_int_equal(most - least + 1, f.count);
    bench_done(&b);
    record(&b, "reuse=share load=tenfold parked=none after=kept more_data=never", &f);
    for (uint32_t cpu = 0; cpu < CPUS; cpu++)
        assert_true(f.of_cpu[cpu] && f.of_cpu[cpu] <= SHARE);
    bench_done(&b);
    record(&b, "reuse=cpu load=tenfold parked=none after=kept more_data=never", &f);
    uint32_t before[CPUS];
    memcpy(before, f.of_cpu, sizeof before);
    sim_advance_by(b.sim, 20);
    assert_int_equal(flush(&b, "later.etl"), 0);
    read_file(text_str(&b.path), &f);
    assert_memory_equal(f.of_cpu, before, sizeof before);
    assert_true(f.of_cpu[0] != f.of_cpu[1]);
    bench_done(&b);
}

/* As Windows allots them: who comes late finds two buffers left. */
static void each_cpu_has_two_buffers_of_its_own(void **state)
{
    struct bench b;
    struct file f;
    (void)state;
    record(&b, "reuse=cpu load=even parked=half after=kept more_data=never exists=refused", &f);
    struct text answer = TEXT_EMPTY;
    assert_true(sim_control_line(b.sim, "habits parked=none", &answer));
    assert_string_equal(text_str(&answer), "ok\n");
    text_done(&answer);
    sim_advance_by(b.sim, 20);
    assert_int_equal(flush(&b, "later.etl"), 0);
    read_file(text_str(&b.path), &f);
    uint32_t fewest = MOST_BUFFERS;
    for (uint32_t cpu = 0; cpu < CPUS; cpu++)
        fewest = f.of_cpu[cpu] < fewest ? f.of_cpu[cpu] : fewest;
    assert_int_equal(fewest, 2);
    bench_done(&b);
}

static void stamps_are_the_fillings_or_the_flushs(void **state)
{
    struct bench b;
    struct file f;
    (void)state;
    record(&b, "stamp=filled order=oldest more_data=never after=kept", &f);
    assert_true(f.buffers[0].stamp < sim_now_raw(b.sim) - SIM_TICKS_PER_S / 4);
    bench_done(&b);
    record(&b, "stamp=flush more_data=never", &f);
    for (uint32_t i = 0; i < f.count; i++)
        assert_int_equal(f.buffers[i].stamp, sim_now_raw(b.sim));
    bench_done(&b);
}

static void numbers_are_the_fillings_or_the_flushs(void **state)
{
    struct bench b;
    struct file f;
    (void)state;
    record(&b, "number=filled order=oldest more_data=never", &f);
    assert_true(f.buffers[0].sequence > 1);
    bench_done(&b);
    record(&b, "number=flush more_data=never", &f);
    for (uint32_t i = 0; i < f.count; i++)
        assert_int_equal(f.buffers[i].sequence, i + 1);
    uint32_t before = f.count;
    sim_advance_by(b.sim, 1);
    assert_int_equal(flush(&b, "second.etl"), 0);
    read_file(text_str(&b.path), &f);
    assert_int_equal(f.buffers[0].sequence, before + 1);
    bench_done(&b);
}

/* How often a buffer was filled later than the one before it in the file. */
static uint32_t rises(const struct file *f)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < f->count; i++)
        count += f->buffers[i].sequence > f->buffers[i - 1].sequence;
    return count;
}

static void a_file_has_the_oldest_or_the_newest_first_or_neither(void **state)
{
    struct bench b;
    struct file f;
    (void)state;
    record(&b, "order=oldest number=filled more_data=never", &f);
    assert_int_equal(rises(&f), f.count - 1);
    bench_done(&b);
    record(&b, "order=newest number=filled more_data=never", &f);
    assert_int_equal(rises(&f), 0);
    bench_done(&b);
    record(&b, "order=mixed number=filled more_data=never", &f);
    assert_in_range(rises(&f), f.count / 4, f.count - f.count / 4);
    bench_done(&b);
}

static void buffers_written_are_the_files_of_all_flushes_or_of_all_ever_filled(void **state)
{
    struct bench b;
    struct file f;
    (void)state;
    record(&b, "written=anew after=kept more_data=never", &f);
    assert_int_equal(f.named, f.count);
    bench_done(&b);
    record(&b, "written=on after=kept more_data=never", &f);
    uint32_t first = f.count;
    assert_int_equal(f.named, first);
    assert_int_equal(flush(&b, "second.etl"), 0);
    read_file(text_str(&b.path), &f);
    assert_int_equal(f.named, first + f.count);
    bench_done(&b);
    record(&b, "written=all after=kept more_data=never reuse=age", &f);
    assert_true(f.named > f.count + 10);
    bench_done(&b);
}

static void after_a_flush_the_ring_is_kept_or_its_buffers_closed_or_gone(void **state)
{
    struct bench b;
    struct file f;
    uint32_t counts[2];
    static const char *const habits[] = {"after=kept order=oldest more_data=never", "after=closed order=oldest more_data=never"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        bench_open(&b, habits[i]);
        sim_advance_by(b.sim, 0.5);
        assert_int_equal(flush(&b, "first.etl"), 0);
        int64_t then = sim_now_raw(b.sim);
        sim_advance_by(b.sim, 0.2);
        assert_int_equal(flush(&b, "second.etl"), 0);
        read_file(text_str(&b.path), &f);
        assert_true(f.buffers[0].first < then);
        counts[i] = f.count;
        bench_done(&b);
    }
    assert_true(counts[1] > counts[0]);
    record(&b, "after=emptied more_data=never", &f);
    int64_t then = sim_now_raw(b.sim);
    sim_advance_by(b.sim, 0.5);
    assert_int_equal(flush(&b, "second.etl"), 0);
    read_file(text_str(&b.path), &f);
    for (uint32_t i = 0; i < f.count; i++)
        assert_true(f.buffers[i].first > then);
    bench_done(&b);
}

static void the_first_flush_may_answer_234_done_or_not(void **state)
{
    struct bench b;
    struct os_stat st;
    (void)state;
    bench_open(&b, "more_data=done");
    sim_advance_by(b.sim, 1);
    assert_int_equal(flush(&b, "first.etl"), 234);
    assert_int_equal(os_stat(text_str(&b.path), &st).why, WHY_ok);
    assert_int_equal(flush(&b, "second.etl"), 0);
    bench_done(&b);
    bench_open(&b, "more_data=undone");
    sim_advance_by(b.sim, 1);
    assert_int_equal(flush(&b, "first.etl"), 234);
    assert_int_equal(os_stat(text_str(&b.path), &st).why, WHY_not_found);
    assert_int_equal(flush(&b, "first.etl"), 0);
    bench_done(&b);
}

static void a_control_line_tells_and_changes_them(void **state)
{
    struct bench b;
    struct text answer = TEXT_EMPTY;
    (void)state;
    bench_open(&b, "usual");
    sim_control_line(b.sim, "habits order=newest no_name=87", &answer);
    assert_string_equal(text_str(&answer), "ok\n");
    sim_control_line(b.sim, "habits", &answer);
    assert_non_null(strstr(text_str(&answer), " order=newest exists=refused no_name=87 "));
    text_set(&answer, "");
    sim_control_line(b.sim, "habits help", &answer);
    assert_non_null(strstr(text_str(&answer), "oldest newest mixed"));
    text_set(&answer, "");
    sim_control_line(b.sim, "habits order=last", &answer);
    assert_true(str_starts(text_str(&answer), "error "));
    text_done(&answer);
    bench_done(&b);
}

void suite_sim_habits(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_chooses_the_same_and_seeds_choose_everything),
        cmocka_unit_test(words_that_are_none_change_nothing),
        cmocka_unit_test(some_cpus_fill_ten_times_as_fast),
        cmocka_unit_test(parked_cpus_say_hardly_anything),
        cmocka_unit_test(the_oldest_goes_first_or_each_cpus_own),
        cmocka_unit_test(each_cpu_has_two_buffers_of_its_own),
        cmocka_unit_test(stamps_are_the_fillings_or_the_flushs),
        cmocka_unit_test(numbers_are_the_fillings_or_the_flushs),
        cmocka_unit_test(a_file_has_the_oldest_or_the_newest_first_or_neither),
        cmocka_unit_test(buffers_written_are_the_files_of_all_flushes_or_of_all_ever_filled),
        cmocka_unit_test(after_a_flush_the_ring_is_kept_or_its_buffers_closed_or_gone),
        cmocka_unit_test(the_first_flush_may_answer_234_done_or_not),
        cmocka_unit_test(a_control_line_tells_and_changes_them),
    };
    SUITE_RUN("sim_habits", tests);
}
