#include "etl/etl_time.h"

#include "base/checked.h"

#define FILETIMES_PER_SECOND 10000000u
#define FILETIMES_PER_MICROSECOND 10u
#define NS_PER_FILETIME 100u
#define MAX_FREQ 10000000000 /* keeps every remainder's product within 64 bits */

struct etl_clock_base etl_clock_of(uint32_t type, int64_t perf_freq, uint32_t cpu_mhz, int64_t t0,
                                   int64_t start)
{
    struct etl_clock_base b = {ETL_CLOCK_UNKNOWN, 1, 1, t0, start};
    if (type == ETL_CLOCK_QPC && perf_freq > 0 && perf_freq <= MAX_FREQ) {
        b.clock = ETL_CLOCK_QPC;
        b.ticks_per_unit = (uint64_t)perf_freq;
        b.units = FILETIMES_PER_SECOND;
    } else if (type == ETL_CLOCK_SYSTEM) {
        b.clock = ETL_CLOCK_SYSTEM;
    } else if (type == ETL_CLOCK_CYCLES && cpu_mhz) {
        b.clock = ETL_CLOCK_CYCLES;
        b.ticks_per_unit = cpu_mhz;
        b.units = FILETIMES_PER_MICROSECOND;
    }
    return b;
}

/* value * mul / div, stopping at UINT64_MAX; `up` rounds the other way. Callers
 * keep (div - 1) * mul within 64 bits. */
static uint64_t scale(uint64_t value, uint64_t mul, uint64_t div, bool up)
{
    uint64_t whole = value / div, rest = value % div;
    uint64_t part = rest * mul / div + (up && rest * mul % div ? 1 : 0);
    return u64_add_capped(u64_mul_capped(whole, mul), part);
}

int64_t etl_filetime(const struct etl_clock_base *base, int64_t raw)
{
    if (base->clock == ETL_CLOCK_UNKNOWN)
        return 0;
    if (base->clock == ETL_CLOCK_SYSTEM)
        return raw;
    bool before = raw < base->t0;
    uint64_t ticks = before ? i64_ahead(base->t0, raw) : i64_ahead(raw, base->t0);
    uint64_t span = scale(ticks, base->units, base->ticks_per_unit, before);
    return before ? i64_down_capped(base->start, span) : i64_up_capped(base->start, span);
}

int64_t etl_raw_time(const struct etl_clock_base *base, int64_t filetime)
{
    if (base->clock != ETL_CLOCK_QPC && base->clock != ETL_CLOCK_CYCLES)
        return filetime;
    bool before = filetime < base->start;
    uint64_t span = before ? i64_ahead(base->start, filetime) : i64_ahead(filetime, base->start);
    uint64_t ticks = scale(span, base->ticks_per_unit, base->units, !before);
    return before ? i64_down_capped(base->t0, ticks) : i64_up_capped(base->t0, ticks);
}

uint64_t etl_span_ns(const struct etl_clock_base *base, int64_t ticks)
{
    if (base->clock == ETL_CLOCK_UNKNOWN || ticks < 0)
        return 0;
    return scale((uint64_t)ticks, base->units * NS_PER_FILETIME, base->ticks_per_unit, false);
}
