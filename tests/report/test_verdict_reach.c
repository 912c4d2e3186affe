/* What the verdict reads is let in by our own list of providers, or known to be
 * in richer traces only. */
#include "tests/support/suite.h"

#include <string.h>

#include "verdict/verdict_model.h"
#include "config/providers.h"
#include "os/os.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/support/source_file.h"

#define BUILDS 3u
static const uint32_t builds[BUILDS] = {19045, 22631, 26100};

/* As docs/verdict.md marks them. */
static const struct {
    enum trace_source source;
    uint16_t ids[12];
} richer[] = {
    {TRACE_power, {1, 107}}, /* the channel of 107 differs from build to build and was not published */
    {TRACE_processor, {8, 38, 39, 41, 46, 47, 48}},
    {TRACE_win32k, {192, 193, 194, 195}},
    {TRACE_pnp, {411}},
    {TRACE_hub3, {102, 103, 122, 194, 195, 196}},
    {TRACE_xhci, {14, 28}},
    {TRACE_bthport, {310, 311, 312, 313, 314}},
    {TRACE_tcpip, {1077, 1187}},
};

static bool is_richer(enum trace_source source, uint16_t id)
{
    for (size_t i = 0; i < sizeof richer / sizeof richer[0]; i++) {
        for (size_t k = 0; k < 12 && richer[i].source == source; k++) {
            if (richer[i].ids[k] == id)
                return true;
        }
    }
    return false;
}

static void read_list(struct providers *p, uint32_t build)
{
    struct text ini = TEXT_EMPTY;
    struct problems problems;
    assert_true(source_read("config/providers.ini", &ini));
    problems_init(&problems);
    providers_init(p);
    assert_true(providers_read(p, "providers.ini", text_str(&ini), ini.len, build, &problems));
    problems_done(&problems);
    text_done(&ini);
}

static bool lets_in(const struct sim *s, const struct provider *p, const struct sim_def *d)
{
    struct sim_enable e;
    memset(&e, 0, sizeof e);
    e.on = true;
    e.level = p->level;
    e.any = p->mask;
    e.filter_ids = e.ids_in = p->session == SESSION_FILE;
    for (uint32_t i = 0; i < p->story_count && e.filter_ids; i++)
        e.ids[e.id_count++] = p->stories[i].id;
    return !p->skipped && sim_enable_passes(s, &e, d);
}

static const struct sim_def *def_of(struct sim *s, enum trace_source source, uint16_t id)
{
    const struct guid *guid = trace_source_guid(source);
    uint32_t at = guid ? sim_providers_find(s, guid) : SIM_MAX_PROVIDERS;
    return at < SIM_MAX_PROVIDERS ? sim_providers_def(s, (enum sim_provider_id)at, id) : NULL;
}

static bool is_let_in(struct sim *s, const struct providers *list, enum trace_source source, uint16_t id)
{
    const struct sim_def *d = def_of(s, source, id);
    for (size_t i = 0; d && i < list->count; i++) {
        if (guid_equal(&list->items[i].guid, trace_source_guid(source)) && lets_in(s, &list->items[i], d))
            return true;
    }
    return false;
}

/* A machine of which everything is recorded says everything once. */
static struct verdict *hear_everything(struct sim *s, const char *path)
{
    struct text answer = TEXT_EMPTY;
    struct verdict *v = NULL;
    uint64_t ring = 0;
    assert_int_equal(sim_start_ring(s, "Everything", 64, 128, &ring), 0);
    for (uint32_t i = 0; i < s->provider_count; i++)
        (void)sim_enable(s, ring, &s->providers[i].guid, 255, UINT64_MAX, NULL, 0);
    sim_advance_by(s, 2.0);
    assert_true(sim_incident_start(s, "all", "ms=2000", &answer));
    sim_advance_by(s, 4.0);
    (void)os_remove(path);
    assert_int_equal(sim_flush_to(s, "Everything", path), 0);
    assert_int_equal(verdict_open(path, NULL, NULL, &v).why, WHY_ok);
    text_done(&answer);
    return v;
}

static unsigned check_facts(struct sim *s, const struct verdict *v, const struct providers *list, unsigned *checked)
{
    unsigned bad = 0;
    for (unsigned lane = 0; lane < LANE_count; lane++) {
        for (uint32_t i = 0; i < v->trace.facts.lanes[lane].count; i++) {
            const struct fact *f = &v->trace.facts.lanes[lane].items[i];
            enum trace_source source = (enum trace_source)f->source;
            if (source == TRACE_other || trace_source_is_kernel(source))
                continue;
            (*checked)++;
            if (is_let_in(s, list, source, f->id) || is_richer(source, f->id))
                continue;
            print_error("%u: %s %u is read but never let in\n", (unsigned)s->options.os_build, trace_source_name(source), f->id);
            bad++;
        }
    }
    return bad;
}

static void each_event_that_is_read_is_let_in_or_marked(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%ceverything.etl", suite_folder("verdict-reach"), os_separator);
    for (unsigned i = 0; i < BUILDS; i++) {
        struct sim_options o = sim_options_default();
        struct providers list;
        unsigned checked = 0;
        o.manual = true;
        o.os_build = builds[i];
        struct sim *s = sim_open(&o);
        assert_non_null(s);
        read_list(&list, builds[i]);
        struct verdict *v = hear_everything(s, text_str(&path));
        assert_int_equal(check_facts(s, v, &list, &checked), 0);
        assert_true(checked > 100);
        verdict_close(v);
        providers_done(&list);
        sim_close(s);
    }
    text_done(&path);
}

/* What is read without becoming an event of the report: frames, names, disks. */
static void frames_disks_and_names_are_let_in(void **state)
{
    (void)state;
    static const struct {
        enum trace_source source;
        uint16_t id;
    } needed[] = {{TRACE_dxgi, 42},    {TRACE_dxgi, 43},   {TRACE_dxgi, 55},   {TRACE_d3d9, 1},    {TRACE_dxgkrnl, 184},
                  {TRACE_dxgkrnl, 17}, {TRACE_disk, 10},   {TRACE_disk, 11},   {TRACE_disk, 14},   {TRACE_process, 1},
                  {TRACE_process, 2},  {TRACE_process, 15}, {TRACE_hub3, 6},   {TRACE_hid, 3},     {TRACE_tcpip, 1300},
                  {TRACE_memory, 1},   {TRACE_win32k, 2},  {TRACE_win32k, 26}, {TRACE_power, 105}, {TRACE_processor, 111}};
    for (unsigned i = 0; i < BUILDS; i++) {
        struct sim_options o = sim_options_default();
        struct providers list;
        o.manual = true;
        o.os_build = builds[i];
        struct sim *s = sim_open(&o);
        assert_non_null(s);
        read_list(&list, builds[i]);
        for (size_t k = 0; k < sizeof needed / sizeof needed[0]; k++) {
            if (!is_let_in(s, &list, needed[k].source, needed[k].id))
                fail_msg("%u: %s %u is not let in", (unsigned)builds[i], trace_source_name(needed[k].source), needed[k].id);
        }
        providers_done(&list);
        sim_close(s);
    }
}

static void what_is_marked_as_rare_is_rare(void **state)
{
    (void)state;
    struct sim_options o = sim_options_default();
    struct providers list;
    o.manual = true;
    o.os_build = 22631;
    struct sim *s = sim_open(&o);
    assert_non_null(s);
    read_list(&list, 22631);
    for (size_t i = 0; i < sizeof richer / sizeof richer[0]; i++) {
        for (size_t k = 0; k < 12 && richer[i].ids[k]; k++) {
            if (is_let_in(s, &list, richer[i].source, richer[i].ids[k]))
                fail_msg("%s %u is let in after all", trace_source_name(richer[i].source), richer[i].ids[k]);
        }
    }
    providers_done(&list);
    sim_close(s);
}

void suite_verdict_reach(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(each_event_that_is_read_is_let_in_or_marked),
                                              cmocka_unit_test(frames_disks_and_names_are_let_in),
                                              cmocka_unit_test(what_is_marked_as_rare_is_rare)};
    SUITE_RUN("verdict_reach", tests);
}
