/* Rings and their snapshots: eviction, order, loss, what FLUSH does. */
#include <stdlib.h>
#include <string.h>

#include "etl/etl_check.h"
#include "etl/etl_reader.h"
#include "os/os.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_masks.h"
#include "tests/support/suite.h"
#include "tests/support/etl_walk.h"

struct bench {
    struct sim *sim;
    uint64_t handle;
    struct text folder, path;
    uint64_t heard; /* records that went into the ring */
};

static void hear(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct bench *b = ctx;
    (void)session;
    (void)cpu;
    (void)r;
    b->heard++;
}

static void bench_open(struct bench *b, const char *name, uint32_t ring_mb, uint64_t seed)
{
    struct sim_options o = sim_options_default();
    o.manual = true;
    o.seed = seed;
    memset(b, 0, sizeof *b);
    b->sim = sim_open(&o);
    assert_non_null(b->sim);
    text_set(&b->folder, suite_folder(name));
    assert_int_equal(sim_start_ring(b->sim, "Ring", ring_mb, 64, &b->handle), 0);
    assert_int_equal(sim_enable_usual(b->sim, b->handle, false), 0);
    sim_listen(b->sim, hear, b);
}

static void bench_done(struct bench *b)
{
    assert_true(sim_call_count(b->sim, SIM_ENABLE_TRACE, SIM_ANY_CODE) > 0);
    sim_close(b->sim);
    text_done(&b->folder);
    text_done(&b->path);
}

static const char *path_of(struct bench *b, const char *name)
{
    text_set(&b->path, text_str(&b->folder));
    text_addf(&b->path, "/%s", name);
    return text_str(&b->path);
}

static void tell(struct bench *b, const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(b->sim, line, &answer);
    assert_string_equal(text_str(&answer), "ok\n");
    text_done(&answer);
}

static bool stands(const char *path)
{
    struct os_stat st;
    return !outcome_failed(os_stat(path, &st));
}

/* What a file holds, and whether each CPU's buffers are in time order by sequence. */
struct content {
    uint64_t events;
    int64_t first, last, last_sequence[64], last_time[64];
    uint32_t lost_flags, disordered;
};

static void take(void *ctx, const struct etl_walked *e)
{
    struct content *c = ctx;
    if (!e->is_event)
        return;
    c->events++;
    c->first = c->events == 1 || e->time < c->first ? e->time : c->first;
    c->last = e->time > c->last ? e->time : c->last;
    c->lost_flags += (e->flags & 2) != 0;
    c->disordered += e->sequence < c->last_sequence[e->cpu % 64] || e->time < c->last_time[e->cpu % 64];
    c->last_sequence[e->cpu % 64] = e->sequence;
    c->last_time[e->cpu % 64] = e->time;
}

static struct content read_file(const char *path)
{
    struct content c;
    memset(&c, 0, sizeof c);
    etl_walk_file(path, take, &c);
    return c;
}

static void a_snapshot_holds_every_event_of_a_ring_that_did_not_wrap(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "whole", 64, 1);
    tell(&b, "habits order=oldest number=filled");
    sim_advance_by(b.sim, 10);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "snap.etl")), 0);
    struct content c = read_file(text_str(&b.path));
    assert_int_equal(c.events, b.heard);
    assert_int_equal(c.disordered, 0);
    assert_true(c.events > 20000);
    bench_done(&b);
}

static void the_products_reader_reads_the_same(void **state)
{
    struct bench b;
    struct etl_summary summary;
    (void)state;
    bench_open(&b, "reader", 64, 1);
    sim_advance_by(b.sim, 5);
    sim_capture_usual(b.sim, b.handle);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "snap.etl")), 0);
    assert_false(outcome_failed(etl_summarise(text_str(&b.path), &summary)));
    assert_int_equal(summary.state, ETL_WHOLE);
    assert_int_equal(summary.payload_events, b.heard);
    assert_int_equal(summary.events_lost, 0);
    assert_int_equal(summary.cpus, 8);
    assert_int_equal(summary.os_build, 22631);
    bench_done(&b);
}

struct told {
    int64_t time;
    uint32_t cpu, pid, tid, payload_len;
    uint16_t id, version;
    uint8_t level, opcode;
    struct guid guid;
    uint64_t sum; /* of the payload */
};

#define MAX_TOLD 40000u
struct tale {
    struct told *list;
    size_t count;
};

static uint64_t sum_of(const uint8_t *bytes, uint32_t len)
{
    uint64_t sum = len;
    for (uint32_t i = 0; i < len; i++)
        sum = sum * 1099511628211u + bytes[i];
    return sum;
}

static void note(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct tale *tale = ctx;
    (void)session;
    assert_true(tale->count < MAX_TOLD);
    struct told *t = &tale->list[tale->count++];
    memset(t, 0, sizeof *t);
    t->time = r->time;
    t->cpu = cpu;
    t->pid = r->pid;
    t->tid = r->tid;
    t->payload_len = r->payload_len;
    t->id = r->id;
    t->version = r->version;
    t->level = r->level;
    t->opcode = r->opcode;
    t->guid = r->guid;
    t->sum = sum_of(r->payload, r->payload_len);
}

static bool next_of_a_provider(struct etl_reader *reader, struct told *t)
{
    struct etl_event e;
    do {
        if (!etl_next(reader, &e))
            return false;
    } while (e.kind != ETL_EVENT);
    memset(t, 0, sizeof *t);
    t->time = e.time;
    t->cpu = e.cpu;
    t->pid = e.pid;
    t->tid = e.tid;
    t->payload_len = e.payload_len;
    t->id = e.id;
    t->version = e.version;
    t->level = e.level;
    t->opcode = e.opcode;
    t->guid = e.provider;
    t->sum = sum_of(e.payload, e.payload_len);
    return true;
}

/* Equal stamps may come in any order; the sort must not be the one to decide. */
static int by_time_and_cpu(const void *a, const void *b)
{
    const struct told *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->cpu != y->cpu)
        return x->cpu < y->cpu ? -1 : 1;
    return memcmp(x, y, sizeof *x);
}

static void the_products_reader_gives_back_event_by_event_in_time_order(void **state)
{
    struct bench b;
    struct tale told = {calloc(MAX_TOLD, sizeof(struct told)), 0}, read = {calloc(MAX_TOLD, sizeof(struct told)), 0};
    struct etl_reader *reader = NULL;
    (void)state;
    assert_true(told.list && read.list);
    bench_open(&b, "events", 64, 3);
    sim_listen(b.sim, note, &told);
    sim_advance_by(b.sim, 6);
    sim_capture_usual(b.sim, b.handle);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "snap.etl")), 0);
    assert_false(outcome_failed(etl_open(text_str(&b.path), &reader)));
    int64_t last = 0;
    while (read.count < MAX_TOLD && next_of_a_provider(reader, &read.list[read.count])) {
        assert_true(read.list[read.count].time >= last);
        last = read.list[read.count++].time;
    }
    etl_close(reader);
    assert_int_equal(read.count, told.count);
    qsort(told.list, told.count, sizeof(struct told), by_time_and_cpu);
    qsort(read.list, read.count, sizeof(struct told), by_time_and_cpu);
    for (size_t i = 0; i < told.count; i++)
        assert_memory_equal(&read.list[i], &told.list[i], sizeof(struct told));
    free(told.list);
    free(read.list);
    bench_done(&b);
}

static void a_full_ring_forgets_the_oldest_buffer_first(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "evict", 2, 1);
    tell(&b, "habits load=even parked=none reuse=age");
    sim_advance_by(b.sim, 30);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "snap.etl")), 0);
    struct content c = read_file(text_str(&b.path));
    assert_true(c.events < b.heard / 2);
    assert_true(c.last - c.first < 12 * (int64_t)SIM_TICKS_PER_S);
    assert_true(sim_now_raw(b.sim) - c.last < SIM_TICKS_PER_S);
    struct sim_block q;
    sim_block_init(&q, NULL);
    assert_int_equal(sim_control(b.sim, "Ring", SIM_CONTROL_QUERY, &q), 0);
    assert_int_equal(sim_block_get(&q, SIM_AT_BUFFERS), 32);
    assert_int_equal(sim_block_get(&q, SIM_AT_EVENTS_LOST), 0);
    bench_done(&b);
}

static void the_session_goes_on_after_a_snapshot(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "again", 64, 1);
    tell(&b, "habits after=kept");
    sim_advance_by(b.sim, 3);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "one.etl")), 0);
    struct content one = read_file(text_str(&b.path));
    sim_advance_by(b.sim, 3);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "two.etl")), 0);
    struct content two = read_file(text_str(&b.path));
    assert_int_equal(two.first, one.first);
    assert_true(two.events > one.events * 3 / 2);
    assert_int_equal(two.events, b.heard);
    bench_done(&b);
}

static void a_machine_whose_flush_empties_gives_two_parts(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "empties", 64, 1);
    tell(&b, "habits after=emptied");
    sim_advance_by(b.sim, 3);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "one.etl")), 0);
    struct content one = read_file(text_str(&b.path));
    sim_advance_by(b.sim, 3);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "two.etl")), 0);
    struct content two = read_file(text_str(&b.path));
    assert_true(two.first > one.last);
    assert_int_equal(one.events + two.events, b.heard);
    bench_done(&b);
}

static void an_existing_file_is_183_unless_the_machine_overwrites(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "exists", 4, 1);
    tell(&b, "habits exists=refused after=kept");
    sim_advance_by(b.sim, 1);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "snap.etl")), 0);
    assert_int_equal(sim_flush_to(b.sim, "Ring", text_str(&b.path)), 183);
    tell(&b, "habits exists=overwritten");
    assert_int_equal(sim_flush_to(b.sim, "Ring", text_str(&b.path)), 0);
    assert_int_equal(read_file(text_str(&b.path)).events, b.heard);
    bench_done(&b);
}

static void a_missing_folder_is_3_and_no_name_161_or_87(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "folder", 4, 1);
    tell(&b, "habits no_name=161");
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "none/snap.etl")), 3);
    assert_int_equal(sim_flush_to(b.sim, "Ring", NULL), 161);
    tell(&b, "habits no_name=87");
    assert_int_equal(sim_flush_to(b.sim, "Ring", NULL), 87);
    assert_int_equal(sim_flush_to(b.sim, "Ring", text_str(&b.folder)), 5);
    bench_done(&b);
}

static void a_full_disk_is_112_and_leaves_half(void **state)
{
    struct bench b;
    struct os_stat st;
    (void)state;
    bench_open(&b, "full", 4, 1);
    sim_advance_by(b.sim, 5);
    tell(&b, "free_space 300000");
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "snap.etl")), 112);
    assert_false(outcome_failed(os_stat(text_str(&b.path), &st)));
    assert_true(st.len > 0 && st.len <= 300000);
    tell(&b, "free_space real");
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "snap-2.etl")), 0);
    bench_done(&b);
}

static void flush_can_be_made_to_lie(void **state)
{
    struct bench b;
    struct os_stat st;
    (void)state;
    bench_open(&b, "lies", 4, 1);
    tell(&b, "habits after=kept more_data=never");
    sim_advance_by(b.sim, 5);
    tell(&b, "behaviour flush_result=nothing");
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "nothing.etl")), 0);
    assert_false(stands(text_str(&b.path)));
    tell(&b, "behaviour flush_result=header_only");
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "header.etl")), 0);
    assert_int_equal(read_file(text_str(&b.path)).events, 0);
    tell(&b, "behaviour flush_result=garbage");
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "garbage.etl")), 0);
    assert_int_equal(etl_glance(text_str(&b.path)).why, WHY_etl_not_etl);
    tell(&b, "behaviour flush_result=half");
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "half.etl")), 0);
    assert_false(outcome_failed(os_stat(text_str(&b.path), &st)));
    assert_true(st.len % 65536 != 0);
    tell(&b, "behaviour flush_result=write");
    tell(&b, "fail ControlTraceW:FLUSH code=0 times=1");
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "faked.etl")), 0);
    assert_false(stands(text_str(&b.path)));
    assert_int_equal(sim_flush_to(b.sim, "Ring", text_str(&b.path)), 0);
    assert_true(stands(text_str(&b.path)));
    bench_done(&b);
}

static void what_comes_too_fast_is_lost_counted_and_marked(void **state)
{
    struct bench b;
    struct sim_block q;
    (void)state;
    bench_open(&b, "fast", 16, 1);
    tell(&b, "behaviour capacity_kb_s=200");
    sim_advance_by(b.sim, 10);
    assert_int_equal(sim_flush_to(b.sim, "Ring", path_of(&b, "snap.etl")), 0);
    sim_block_init(&q, NULL);
    assert_int_equal(sim_control(b.sim, "Ring", SIM_CONTROL_QUERY, &q), 0);
    uint32_t lost = sim_block_get(&q, SIM_AT_EVENTS_LOST);
    struct content c = read_file(text_str(&b.path));
    struct etl_summary summary;
    assert_true(lost > 1000);
    assert_true(c.lost_flags > 0);
    assert_int_equal(c.events, b.heard);
    assert_false(outcome_failed(etl_summarise(text_str(&b.path), &summary)));
    assert_int_equal(summary.events_lost, lost);
    bench_done(&b);
}

static void a_stop_writes_nothing(void **state)
{
    struct bench b;
    struct sim_block q;
    (void)state;
    bench_open(&b, "stop", 4, 1);
    sim_advance_by(b.sim, 1);
    sim_block_init(&q, path_of(&b, "snap.etl"));
    assert_int_equal(sim_control(b.sim, "Ring", SIM_CONTROL_STOP, &q), 0);
    assert_false(stands(text_str(&b.path)));
    bench_done(&b);
}

static void the_same_seed_writes_the_same_file_and_another_does_not(void **state)
{
    struct bench b[3];
    struct os_map map[3];
    (void)state;
    for (uint64_t i = 0; i < 3; i++) {
        bench_open(&b[i], "seed", 16, i < 2 ? 7 : 8);
        sim_advance_by(b[i].sim, 4);
        /* The file's name stands in its header: the same length, other bytes. */
        assert_int_equal(sim_flush_to(b[i].sim, "Ring", path_of(&b[i], "snap.etl")), 0);
        assert_false(outcome_failed(os_map_open(text_str(&b[i].path), &map[i])));
    }
    assert_int_equal(map[0].len, map[1].len);
    assert_memory_equal(map[0].bytes + 65536, map[1].bytes + 65536, (size_t)map[0].len - 65536);
    size_t least = (size_t)(map[0].len < map[2].len ? map[0].len : map[2].len) - 65536;
    assert_true(memcmp(map[0].bytes + 65536, map[2].bytes + 65536, least) != 0);
    for (int i = 0; i < 3; i++) {
        os_map_close(&map[i]);
        bench_done(&b[i]);
    }
}

void suite_sim_ring(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_holds_every_event_of_a_ring_that_did_not_wrap),
        cmocka_unit_test(the_products_reader_reads_the_same),
        cmocka_unit_test(the_products_reader_gives_back_event_by_event_in_time_order),
        cmocka_unit_test(a_full_ring_forgets_the_oldest_buffer_first),
        cmocka_unit_test(the_session_goes_on_after_a_snapshot),
        cmocka_unit_test(a_machine_whose_flush_empties_gives_two_parts),
        cmocka_unit_test(an_existing_file_is_183_unless_the_machine_overwrites),
        cmocka_unit_test(a_missing_folder_is_3_and_no_name_161_or_87),
        cmocka_unit_test(a_full_disk_is_112_and_leaves_half),
        cmocka_unit_test(flush_can_be_made_to_lie),
        cmocka_unit_test(what_comes_too_fast_is_lost_counted_and_marked),
        cmocka_unit_test(a_stop_writes_nothing),
        cmocka_unit_test(the_same_seed_writes_the_same_file_and_another_does_not),
    };
    SUITE_RUN("sim_ring", tests);
}
