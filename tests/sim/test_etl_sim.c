/* What the simulated ETW says it recorded, the reader finds in its files, event
 * by event. */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "etl/etl_kernel.h"
#include "etl/etl_reader.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_masks.h"
#include "tests/support/etl_write.h"

#define CPUS 4u

struct note {
    int64_t time;
    struct guid provider;
    uint32_t pid, tid, size, payload_len;
    uint16_t id, version;
    uint8_t opcode, level;
    uint64_t payload; /* a sum that tells one from another */
};

struct notes {
    struct note *list;
    size_t count, room;
};

static uint64_t sum(const uint8_t *bytes, size_t len)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ bytes[i]) * 1099511628211u;
    return h;
}

static void add(struct notes *n, const struct note *note)
{
    if (n->count == n->room) {
        n->room = n->room ? n->room * 2 : 4096;
        n->list = realloc(n->list, n->room * sizeof *n->list);
        assert_non_null(n->list);
    }
    n->list[n->count++] = *note;
}

static bool is_kernel(const struct etlw_record *r)
{
    return r->kind >= ETLW_SYSTEM64 && r->kind <= ETLW_PERFINFO32;
}

static void listen(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct notes *said = ctx;
    struct note n;
    (void)session;
    memset(&n, 0, sizeof n);
    n.time = r->time;
    n.provider = is_kernel(r) ? *etl_hook_guid(r->hook) : r->guid;
    n.id = is_kernel(r) ? r->hook : r->id;
    n.version = is_kernel(r) ? r->version & 0xFF : r->version;
    n.opcode = is_kernel(r) ? r->hook & 0xFF : r->opcode;
    n.level = is_kernel(r) ? 0 : r->level;
    if (r->kind < ETLW_PERFINFO64) {
        n.pid = r->pid;
        n.tid = r->tid;
    }
    n.size = etlw_record_size(r);
    n.payload_len = r->payload_len;
    n.payload = sum(r->payload, r->payload_len);
    assert_true(cpu < CPUS);
    add(&said[cpu], &n);
}

static struct note seen(const struct etl_event *e)
{
    struct note n;
    memset(&n, 0, sizeof n);
    n.time = e->time;
    n.provider = e->provider;
    n.id = e->id;
    n.version = e->version;
    n.opcode = e->opcode;
    n.level = e->level;
    n.pid = e->pid;
    n.tid = e->tid;
    n.size = e->size;
    n.payload_len = e->payload_len;
    n.payload = sum(e->payload, e->payload_len);
    return n;
}

/* Each CPU's events must be the newest of what was said there, in order. */
static void compare(const char *path, struct notes *said, enum etl_state state, bool all)
{
    size_t total = 0;
    struct notes found[CPUS];
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    int64_t last = INT64_MIN;
    memset(found, 0, sizeof found);
    assert_false(outcome_failed(etl_open(path, &r)));
    while (etl_next(r, &e)) {
        struct note n = seen(&e);
        assert_true(e.time >= last);
        last = e.time;
        if (!guid_equal(&e.provider, &etl_classes[ETL_CLASS_EVENT_TRACE].guid))
            add(&found[e.cpu], &n);
    }
    assert_int_equal(etl_findings(r)->first_fault, ETL_FAULT_NONE);
    assert_string_equal(etl_state_name(etl_state_of(etl_header(r), etl_findings(r))), etl_state_name(state));
    etl_close(r);
    for (uint32_t cpu = 0; cpu < CPUS; cpu++) {
        total += found[cpu].count;
        assert_true(found[cpu].count <= said[cpu].count);
        if (all)
            assert_int_equal(found[cpu].count, said[cpu].count);
        struct note *tail = said[cpu].list + (said[cpu].count - found[cpu].count);
        for (size_t i = 0; i < found[cpu].count; i++)
            assert_memory_equal(&found[cpu].list[i], &tail[i], sizeof tail[i]);
        free(found[cpu].list);
        free(said[cpu].list);
    }
    assert_true(total > 100 * CPUS);
}

static struct sim *machine(struct notes *said)
{
    struct sim_options o = sim_options_default();
    struct text answer = TEXT_EMPTY;
    o.manual = true;
    o.cpu_count = CPUS;
    struct sim *s = sim_open(&o);
    assert_non_null(s);
    sim_control_line(s, "free_space 1000000000000", &answer);
    text_done(&answer);
    memset(said, 0, CPUS * sizeof *said);
    sim_listen(s, listen, said);
    return s;
}

static void snapshot(uint32_t ring_mb, uint32_t seconds, bool all)
{
    struct notes said[CPUS];
    struct text path = TEXT_EMPTY;
    uint64_t handle = 0;
    struct sim *s = machine(said);
    text_addf(&path, "%s/snap.etl", suite_folder("etl-sim"));
    assert_int_equal(sim_start_ring(s, "ring", ring_mb, 64, &handle), 0);
    assert_int_equal(sim_enable_usual(s, handle, false), 0);
    sim_advance_by(s, seconds);
    assert_int_equal(sim_flush_to(s, "ring", text_str(&path)), 0);
    bool counts_all = sim_habit(s, SIM_HABIT_written) == SIM_WRITTEN_ALL;
    compare(text_str(&path), said, all || !counts_all ? ETL_WHOLE : ETL_WRAPPED, all);
    sim_close(s);
    text_done(&path);
}

static void finds_all_that_a_ring_held(void **state)
{
    (void)state;
    snapshot(64, 20, true);
}

static void finds_the_newest_of_a_ring_that_turned(void **state)
{
    (void)state;
    snapshot(2, 20, false);
}

static void finds_all_of_a_file_that_was_closed(void **state)
{
    (void)state;
    struct notes said[CPUS];
    struct text path = TEXT_EMPTY;
    struct sim_block b;
    uint64_t handle = 0;
    struct sim *s = machine(said);
    text_addf(&path, "%s/file.etl", suite_folder("etl-sim"));
    assert_int_equal(sim_start_file(s, "file", text_str(&path), 64, 64, &handle), 0);
    /* The ring's providers talk more. */
    assert_int_equal(sim_enable_usual(s, handle, false), 0);
    sim_advance_by(s, 20);
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "file", SIM_CONTROL_STOP, &b), 0);
    compare(text_str(&path), said, ETL_WHOLE, true);
    sim_close(s);
    text_done(&path);
}

static void finds_the_newest_of_a_file_that_wrapped(void **state)
{
    (void)state;
    struct notes said[CPUS];
    struct text path = TEXT_EMPTY;
    struct sim_block b;
    uint64_t handle = 0;
    struct sim *s = machine(said);
    text_addf(&path, "%s/file.etl", suite_folder("etl-sim"));
    assert_int_equal(sim_start_file(s, "file", text_str(&path), 2, 64, &handle), 0);
    assert_int_equal(sim_enable_usual(s, handle, false), 0);
    sim_advance_by(s, 30);
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "file", SIM_CONTROL_STOP, &b), 0);
    compare(text_str(&path), said, ETL_WRAPPED, false);
    sim_close(s);
    text_done(&path);
}

static void calls_a_file_after_power_loss_not_closed(void **state)
{
    (void)state;
    struct notes said[CPUS];
    struct text path = TEXT_EMPTY;
    struct sim_block b;
    uint64_t handle = 0;
    struct sim *s = machine(said);
    text_addf(&path, "%s/file.etl", suite_folder("etl-sim"));
    assert_int_equal(sim_start_file(s, "file", text_str(&path), 64, 64, &handle), 0);
    assert_int_equal(sim_enable_usual(s, handle, false), 0);
    sim_advance_by(s, 20);
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "file", SIM_CONTROL_FLUSH, &b), 0);
    sim_close(s);
    compare(text_str(&path), said, ETL_NOT_CLOSED, true);
    text_done(&path);
}

void suite_etl_sim(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_all_that_a_ring_held),
        cmocka_unit_test(finds_the_newest_of_a_ring_that_turned),
        cmocka_unit_test(finds_all_of_a_file_that_was_closed),
        cmocka_unit_test(finds_the_newest_of_a_file_that_wrapped),
        cmocka_unit_test(calls_a_file_after_power_loss_not_closed),
    };
    SUITE_RUN("etl_sim", tests);
}
