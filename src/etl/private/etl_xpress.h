/* XPRESS, plain LZ77: how Windows packs the buffers of a compressed trace.
 * Source: MS-XCA 2.3 and 2.4, checked on 680 buffers of real files. */
#ifndef HB_ETL_ETL_XPRESS_H
#define HB_ETL_ETL_XPRESS_H

#include <stddef.h>
#include <stdint.h>

enum etl_unpacked {
    ETL_UNPACKED_WHOLE, /* exactly out_len bytes came out */
    ETL_UNPACKED_SHORT, /* the input ended before */
    ETL_UNPACKED_BAD    /* it points before its own start, or past its end */
};

/* Unpacks `in` into `out`, at most out_len bytes; *made says how many are
 * good. Never reads or writes outside the two. */
enum etl_unpacked etl_xpress_unpack(const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len, size_t *made);

#endif
