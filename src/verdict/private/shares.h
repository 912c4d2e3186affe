#ifndef HB_VERDICT_SHARES_H
#define HB_VERDICT_SHARES_H

#include <stdint.h>

#include "base/checked.h"

/* part of whole in percent, at most 100. */
static inline uint32_t share_of(int64_t part, int64_t whole)
{
    if (whole <= 0 || part <= 0)
        return 0;
    return part >= whole ? 100 : (uint32_t)u64_scaled((uint64_t)part, 100, (uint64_t)whole);
}

#endif
