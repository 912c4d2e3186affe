/* Cuts a recording down to a seed: some of its records, in small buffers. */
#ifndef HB_TESTS_FUZZ_CUTTER_H
#define HB_TESTS_FUZZ_CUTTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct cut_to {
    double from_end_s, to_end_s; /* of this span before the end more is kept */
    size_t most;                 /* bytes, about */
};
/* Adds the seed. Kept are some records of every kind, and of the span so many of
 * each kind as fit; CPUs, numbers and flags of their buffers stay. False where the
 * bytes are no plain trace whose header fits into a small buffer. */
bool cut_trace(const uint8_t *bytes, size_t len, const struct cut_to *to, struct text *out);

#endif
