/* What is in an .etl file, in numbers: the check of every snapshot. */
#ifndef HB_ETL_ETL_CHECK_H
#define HB_ETL_ETL_CHECK_H

#include "base/outcome.h"

enum etl_state {
    ETL_WHOLE,      /* closed and complete */
    ETL_NOT_CLOSED, /* its session never stopped: header not finalised */
    ETL_WRAPPED,    /* circular, and the oldest buffers were overwritten */
    ETL_TRUNCATED,  /* fewer buffers than were written */
    ETL_DAMAGED,    /* some buffers or events could not be read */
    ETL_NOT_ETL
};

struct etl_summary {
    enum etl_state state;
    uint64_t bytes;
    uint64_t events;        /* all records, the header event among them */
    uint64_t payload_events; /* without header and rundown marks of ETW itself (EventTrace) */
    uint64_t events_lost;   /* of the header */
    uint64_t buffers_lost;
    int64_t first_time;     /* FILETIME of the first and last payload event; 0 without any */
    int64_t last_time;
    uint32_t cpus;
    uint32_t os_build;
};

/* Reads as little as tells a file with events from one without: the header
 * buffer and the data buffers up to the first event. For the moment after a
 * FLUSH, when a player waits for the sound.
 * WHY_etl_not_etl: no logfile header. WHY_snapshot_empty: no event of any
 * provider. WHY_file_lost: what os_map_lost says. Otherwise ok, or the failure
 * to open the file. */
struct outcome etl_glance(const char *path);

/* The same, and how much of the file is there. A file that ends within a buffer
 * was cut. `claimed` is the header's number of buffers: of this file as every
 * closed file that was seen has it; Windows's documents call it the session's,
 * so after a second FLUSH it may be more than the file ever held. */
struct etl_extent {
    uint64_t buffers; /* whole ones, the header's among them; 0 in compressed files */
    uint32_t claimed;
    uint32_t cpus; /* as the header says */
    bool cut;
};
struct outcome etl_glance_extent(const char *path, struct etl_extent *extent);

/* Walks the whole file. *summary is filled whenever the file could be opened
 * (state ETL_NOT_ETL included); fails with what os_map_open says, or with
 * WHY_file_lost, and *summary stays as it was. */
struct outcome etl_summarise(const char *path, struct etl_summary *summary);
/* The same, but `stop` (NULL: never) is asked now and then whether there is
 * something better to do: WHY_given_up, and *summary as it was. */
typedef bool etl_stop_fn(void *ctx);
struct outcome etl_summarise_unless(const char *path, etl_stop_fn *stop, void *ctx, struct etl_summary *summary);

/* The same over a reader at its beginning, for callers that want its header
 * and findings too; they ask etl_error afterwards. `progress` may be NULL; it is told now and then how many
 * bytes of the file are done. */
struct etl_reader;
typedef void etl_progress_fn(void *ctx, uint64_t done);
void etl_summarise_reader(struct etl_reader *reader, etl_progress_fn *progress, void *ctx,
                          struct etl_summary *summary);

#endif
