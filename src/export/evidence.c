#include "export/evidence.h"

#include "report/phrases.h"

#define KINDS_MOST 8u
#define NO_KIND FACT_count

static const enum fact_kind of_scenario[SCENARIO_kinds][KINDS_MOST] = {
    [SCENARIO_process_crash] = {FACT_process_crash, FACT_process_end, FACT_process_start, NO_KIND},
    [SCENARIO_disk_burst] = {FACT_disk_read, FACT_disk_write, FACT_disk_flush, NO_KIND},
    [SCENARIO_cpu_saturation] = {FACT_process_start, FACT_process_end, NO_KIND},
    [SCENARIO_cpu_throttling] = {FACT_cap, FACT_cap_percent, FACT_throttle, FACT_slow_clock, FACT_power_setting, NO_KIND},
    [SCENARIO_memory_pressure] = {FACT_memory, FACT_hard_fault, NO_KIND},
    [SCENARIO_network_disconnect] = {FACT_net_down, FACT_net_up, FACT_net_abort, FACT_net_reset, FACT_net_failed,
                                     FACT_retransmit, NO_KIND},
};

static enum fact_kind kind_of_disk(const struct disk_record *r)
{
    return r->what == DISK_READ ? FACT_disk_read : r->what == DISK_WRITE ? FACT_disk_write : FACT_disk_flush;
}

/* Of the disk each operation counts, not only those that are slow enough to be
 * told of one by one. */
static uint64_t count_disk(const struct verdict *v, enum fact_kind kind, int64_t from, int64_t to)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < v->trace.disk.count; i++) {
        int64_t time = trace_time(&v->trace, v->trace.disk.list[i].time);
        count += kind_of_disk(&v->trace.disk.list[i]) == kind && time >= from && time <= to;
    }
    return count;
}

static uint64_t count(const struct verdict *v, enum fact_kind kind, int64_t from, int64_t to)
{
    if (!from && !to) {
        from = v->trace.first;
        to = v->trace.last;
    }
    if (fact_lane(kind) == LANE_DISK && !v->trace.disk.cut)
        return count_disk(v, kind, from, to);
    return facts_in(&v->trace.facts, kind, from, to);
}

enum survival evidence_compare(const struct verdict *full, const struct verdict *filtered, enum scenario_kind scenario,
                               int64_t from, int64_t to, enum language language, struct text *out)
{
    uint32_t there = 0, lost = 0;
    for (const enum fact_kind *kind = of_scenario[scenario]; *kind != NO_KIND; kind++) {
        uint64_t before = count(full, *kind, from, to), after = count(filtered, *kind, from, to);
        if (!before && !after)
            continue;
        there++;
        lost += after == 0;
        text_addf(out, "  %s%s%llu -> %llu\n", phrases_fact_kind(language, *kind), string_get(language, STR_colon),
                  (unsigned long long)before, (unsigned long long)after);
    }
    return !there ? SURVIVAL_absent : lost == there ? SURVIVAL_gone : lost ? SURVIVAL_part : SURVIVAL_whole;
}
