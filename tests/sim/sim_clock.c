#include "tests/sim/sim_internal.h"

/* A machine that has been up for five days. */
#define UPTIME_TICKS (INT64_C(5) * 86400 * SIM_TICKS_PER_S)
/* 2024-01-18, where nothing may depend on the day. */
#define FIXED_START_UTC INT64_C(133500000000000000)

void sim_clock_init(struct sim_clock *c, const struct sim_options *o)
{
    int64_t start = o->start_utc ? o->start_utc : o->manual ? FIXED_START_UTC : os_utc_now();
    c->manual = o->manual;
    c->speed = o->speed;
    c->sim_base = UPTIME_TICKS;
    c->real_base_ns = os_ticks_ns();
    c->boot_utc = start - UPTIME_TICKS;
}

void sim_clock_set_speed(struct sim_clock *c, double speed)
{
    c->sim_base = sim_clock_now(c);
    c->real_base_ns = os_ticks_ns();
    c->speed = speed;
}

void sim_clock_skip(struct sim_clock *c, int64_t ticks)
{
    c->sim_base += ticks;
}

int64_t sim_clock_now(const struct sim_clock *c)
{
    if (c->manual)
        return c->sim_base;
    return c->sim_base + (int64_t)((double)(os_ticks_ns() - c->real_base_ns) / 100.0 * c->speed);
}

int64_t sim_clock_utc(const struct sim_clock *c, int64_t raw)
{
    return c->boot_utc + raw;
}

/* splitmix64's finaliser: every input bit reaches every output bit. */
uint64_t sim_random_mix(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

uint64_t sim_random_of(const struct sim *s, uint64_t stream, uint64_t n)
{
    return sim_random_mix(sim_random_mix(s->options.seed ^ stream << 32) + n);
}

double sim_random_unit(const struct sim *s, uint64_t stream, uint64_t n)
{
    return (double)(sim_random_of(s, stream, n) >> 11) / 9007199254740992.0;
}
