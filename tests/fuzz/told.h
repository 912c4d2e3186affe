/* The events that the verdict looks at, for seeds and for the mutator, which
 * makes one of them of any record. */
#ifndef HB_TESTS_FUZZ_TOLD_H
#define HB_TESTS_FUZZ_TOLD_H

#include <stddef.h>

#include "events/trace_source.h"

#define TOLD_VERSIONS 5u /* 0 to 4 */

struct told {
    enum trace_source source;
    uint16_t id; /* of kernel records: the hook */
};
extern const struct told told_events[];
extern const size_t told_count;

#endif
