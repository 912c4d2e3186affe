/* The reader of .etl files: from a path or from memory to events in time order.
 *
 *   struct etl_reader *r = NULL;
 *   struct outcome o = etl_open("snap.etl", &r);
 *   struct etl_event e;
 *   while (etl_next(r, &e)) { ... etl_payload(&e) ... }
 *   enum etl_state state = etl_state_of(etl_header(r), etl_findings(r));
 *   etl_close(r);
 *
 * Two ways through a file. etl_next merges the CPUs' buffers by time (of equal
 * stamps, the lower sequence number, then the lower file offset comes first);
 * an event whose stamp is later than its buffer's flush takes its neighbour's
 * place, so that one damaged stamp holds nothing up. Appended sessions come one
 * after the other, since their clocks need not agree. etl_next_stored goes
 * through the file as it lies, which is faster and enough for counting.
 *
 * Memory beside the mapping: 24 bytes for each buffer, for at most 524,288
 * buffers at a time (12 MB), and under 300 bytes for each CPU; packed files add
 * the size of one unpacked buffer for each CPU, 512 MB at most. A file with
 * more buffers is merged through a window that slides by half: events are then
 * in order as long as no buffer lies more than 262,144 buffers from its place.
 *
 * A file may be opened while it is written; it is read as long as it was. */
#ifndef HB_ETL_ETL_READER_H
#define HB_ETL_ETL_READER_H

#include "etl/etl_event.h"
#include "etl/etl_holes.h"

#define ETL_WINDOW 524288u

struct etl_reader;

/* WHY_etl_not_etl where no logfile header stands (etl_header()->reason
 * says why; the reader is made all the same, without events, so close it); otherwise what
 * os_map_open says, or WHY_out_of_memory, and *reader stays as it was. */
struct outcome etl_open(const char *path, struct etl_reader **reader);
/* The bytes must outlive the reader. */
struct outcome etl_open_memory(const void *bytes, uint64_t len, struct etl_reader **reader);
void etl_close(struct etl_reader *reader);

const struct etl_header *etl_header(const struct etl_reader *reader);
uint64_t etl_len(const struct etl_reader *reader);

/* Complete once etl_next or etl_next_stored has returned false. */
const struct etl_findings *etl_findings(const struct etl_reader *reader);

/* Only events that match are given; the rest is passed by. All zero: every
 * event. Stays over rewinds. The lists are borrowed. */
struct etl_wanted {
    struct guid provider;
    uint16_t id;
    bool any_id;
    uint16_t version;
    bool any_version;
};
struct etl_filter {
    const struct etl_wanted *wanted; /* any of them; count 0: all events */
    size_t wanted_count;
    bool has_from, has_to;
    int64_t from, to; /* raw, both included */
};
void etl_set_filter(struct etl_reader *reader, const struct etl_filter *filter);
bool etl_filter_passes(const struct etl_filter *filter, const struct etl_event *event);

/* How many buffers a merge keeps in view, at least 2. Before the first
 * etl_next or a rewind. */
void etl_set_window(struct etl_reader *reader, uint32_t buffers);

/* One pass uses one of the two; etl_rewind begins the next. When memory for the
 * merge cannot be had, etl_next returns false and etl_error says so; so it does
 * where memory to unpack a buffer could not, which is then passed over, and
 * (WHY_file_lost) where the file became shorter or unreadable meanwhile: what
 * was given until then is good, what the findings say since is not. */
bool etl_next(struct etl_reader *reader, struct etl_event *event);
bool etl_next_stored(struct etl_reader *reader, struct etl_event *event);
void etl_rewind(struct etl_reader *reader);
struct outcome etl_error(const struct etl_reader *reader);

/* How far the pass has come, in bytes of the file. */
uint64_t etl_progress(const struct etl_reader *reader);

/* Segment of the last event: 0, or which appended session it comes from. */
uint32_t etl_segment(const struct etl_reader *reader);

/* From when on the trace is complete, as etl_complete.h derives it; in raw ticks
 * and as FILETIME. `flush_before`: FILETIME of the FLUSH before, 0 where none is
 * known. May be asked at any time, before or between passes. WHY_out_of_memory,
 * or what etl_error says; *complete stays as it was then. */
struct outcome etl_complete_from(struct etl_reader *reader, int64_t flush_before, struct etl_complete *complete);

/* Where something of the recording is missing, as etl_holes.h says, in raw ticks
 * from etl_complete_from on; and how much of the file is. Damage inside buffers
 * is known only behind a pass that came to its end. Fails as etl_complete_from. */
struct outcome etl_holes(struct etl_reader *reader, struct etl_holes *holes);

/* FILETIME of an event; 0 where the clock is unknown. */
int64_t etl_event_filetime(const struct etl_reader *reader, const struct etl_event *event);

#endif
