/* What a recording cannot tell: from when on it is complete, where it has holes,
 * whether it is all there.
 *
 *   file_state_begin    at any time
 *   a whole pass of the reader
 *   file_state_end      fills the rest
 *
 * Both fail as etl_complete_from does. */
#ifndef HB_GATHER_FILE_STATE_H
#define HB_GATHER_FILE_STATE_H

#include "etl/etl_reader.h"

struct file_state {
    bool has_clock; /* its stamps are times */
    enum etl_state state;
    struct etl_complete complete;
    struct etl_holes holes;
    uint64_t stray_times; /* events left out, whose stamp cannot be */
};

/* `flush_before`: FILETIME of the FLUSH before; 0 where none is known. */
struct outcome file_state_begin(struct etl_reader *reader, int64_t flush_before, struct file_state *state);
struct outcome file_state_end(struct etl_reader *reader, struct file_state *state);

/* Is it damaged, cut short or with holes? That a ring has overwritten what was
 * old is its trade; and one that was never closed may be read to its end. */
bool file_state_is_faulty(const struct file_state *state);

#endif
