/* Time stamps of a trace, in integers.
 *
 * A raw time stamp counts in the clock of its session. What it means stands in
 * the logfile header: clock type, frequency, StartTime, and T0, the raw stamp
 * of the header event, which was taken at StartTime.
 *   1 QPC:          FILETIME = StartTime + (t - T0) * 10^7 / PerfFreq
 *   2 system time:  t is a FILETIME
 *   3 CPU cycles:   FILETIME = StartTime + (t - T0) * 10 / CpuSpeedInMHz
 * Anything else is unknown and has only raw values. Sources: Microsoft's
 * WNODE_HEADER page, PerfView and dissect.etl, checked against PerfView's
 * baselines. All divisions round down. */
#ifndef HB_ETL_ETL_TIME_H
#define HB_ETL_ETL_TIME_H

#include <stdbool.h>
#include <stdint.h>

enum etl_clock { ETL_CLOCK_UNKNOWN, ETL_CLOCK_QPC, ETL_CLOCK_SYSTEM, ETL_CLOCK_CYCLES };

struct etl_clock_base {
    enum etl_clock clock;
    uint64_t ticks_per_unit; /* of `units`: ticks / ticks_per_unit * units is 100 ns */
    uint64_t units;
    int64_t t0;    /* raw */
    int64_t start; /* FILETIME */
};

/* From the header's fields; a frequency that cannot be (0, negative, above
 * 10^10 per second) makes the clock unknown. */
struct etl_clock_base etl_clock_of(uint32_t type, int64_t perf_freq, uint32_t cpu_mhz, int64_t t0,
                                   int64_t start);

/* FILETIME of a raw stamp; 0 for an unknown clock. Results that do not fit
 * stop at INT64_MIN and INT64_MAX. */
int64_t etl_filetime(const struct etl_clock_base *base, int64_t raw);

/* The raw stamp of a FILETIME (the first that reaches it), limited in the
 * same way; for an unknown clock `filetime` itself. */
int64_t etl_raw_time(const struct etl_clock_base *base, int64_t filetime);

/* A span of raw ticks (a DPC's duration, a disk's response) in nanoseconds,
 * rounded down; 0 for an unknown clock or a negative span. */
uint64_t etl_span_ns(const struct etl_clock_base *base, int64_t ticks);

#endif
