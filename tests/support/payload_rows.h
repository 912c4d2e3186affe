/* Every event and version that the verdict reads, with the layout that the
 * manifests give it: a letter for the type of each field, and after it where
 * the decoder's answer shows it (a to e), n for the name.
 *   1 2 4 8  integers    P pointer    G GUID    S SID
 *   U A      strings ended by NUL (UTF-16, 8 bit)    C counted UTF-16 */
#ifndef HB_TESTS_SUPPORT_PAYLOAD_ROWS_H
#define HB_TESTS_SUPPORT_PAYLOAD_ROWS_H

#include "etl/etl_event.h"

/* Runs the decoder of one event; `out` has room for five numbers. */
typedef bool run_fn(const struct etl_event *e, uint64_t *out, struct text *name);
struct row {
    run_fn *run;
    uint16_t id;
    uint8_t version;
    const char *layout;
};

/* Is a number of `out` only true or false? */
bool payload_row_is_flag(const struct row *row, unsigned number);
/* Is it a kernel record, whose id is a hook? */
bool payload_row_is_kernel(const struct row *row);
/* Is it an event of Microsoft-Windows-TCPIP? */
bool payload_row_is_tcpip(const struct row *row);

extern const struct row payload_rows[];
extern const size_t payload_row_count;

#endif
