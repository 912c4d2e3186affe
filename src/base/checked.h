/* Sums and products that stop at the end of their type instead of wrapping.
 *
 * For everything that is reckoned with numbers out of a file: times, sizes,
 * counts. A result that does not fit becomes the nearest that does, so that a
 * damaged stamp gives an absurd answer and never undefined behaviour. Plain C:
 * every compiler takes it, and none needs a wider type. */
#ifndef HB_BASE_CHECKED_H
#define HB_BASE_CHECKED_H

#include <stdint.h>

static inline uint64_t u64_add_capped(uint64_t a, uint64_t b)
{
    return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

/* Stops at 0. */
static inline uint64_t u64_sub_capped(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

static inline uint64_t u64_mul_capped(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* How far `a` lies after `b`; 0 where it does not. Always fits. */
static inline uint64_t i64_ahead(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : 0;
}

/* `a` moved up or down by a distance. */
static inline int64_t i64_up_capped(int64_t a, uint64_t distance)
{
    return distance > (uint64_t)INT64_MAX - (uint64_t)a ? INT64_MAX : (int64_t)((uint64_t)a + distance);
}

static inline int64_t i64_down_capped(int64_t a, uint64_t distance)
{
    return distance > (uint64_t)a - (uint64_t)INT64_MIN ? INT64_MIN : (int64_t)((uint64_t)a - distance);
}

static inline int64_t i64_add_capped(int64_t a, int64_t b)
{
    return b < 0 ? i64_down_capped(a, 0 - (uint64_t)b) : i64_up_capped(a, (uint64_t)b);
}

static inline int64_t i64_sub_capped(int64_t a, int64_t b)
{
    return b < 0 ? i64_up_capped(a, 0 - (uint64_t)b) : i64_down_capped(a, (uint64_t)b);
}

/* part * mul / whole, where whole is not 0: exact as long as the product fits,
 * else of a coarser part and whole. Stops at the end of its type. */
static inline uint64_t u64_scaled(uint64_t part, uint64_t mul, uint64_t whole)
{
    if (!mul || part <= UINT64_MAX / mul)
        return part * mul / whole;
    return whole >= mul ? part / (whole / mul) : u64_mul_capped(part / whole, mul);
}

/* The largest int64_t where it is more. */
static inline int64_t i64_of_u64_capped(uint64_t a)
{
    return a > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)a;
}

#endif
