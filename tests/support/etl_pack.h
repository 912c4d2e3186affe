/* Packs bytes as XPRESS (plain LZ77), and whole plain traces into compressed
 * ones, as Windows 8 and later write them. For tests of the reader, with which
 * it shares nothing. */
#ifndef HB_TESTS_SUPPORT_ETL_PACK_H
#define HB_TESTS_SUPPORT_ETL_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* At most this many bytes come out for `len`. */
size_t pack_room(size_t len);
size_t pack_xpress(const uint8_t *in, size_t len, uint8_t *out);

/* `plain` is a whole trace of equal buffers; the packed one is added to `out`. */
void pack_trace(const struct text *plain, struct text *out);

#endif
