/* All data buffers of a file at a glance, for what can only be told from all of
 * them together: their headers, what stood between them, and on demand when
 * their events begin and end. 64 bytes for each buffer, for the first
 * ETL_SURVEY_MOST of a file. */
#ifndef HB_ETL_ETL_SURVEY_H
#define HB_ETL_ETL_SURVEY_H

#include "etl/private/etl_body.h"

#define ETL_SURVEY_MOST 524288u
#define ETL_SKIPS_MOST 64u

struct etl_kept {
    uint64_t offset;
    int64_t sequence;
    int64_t stamp; /* of its header: its filling or the FLUSH */
    int64_t first, last; /* stamps of its events; with is_timed, is_walked */
    uint64_t rest;       /* bytes that could not be read, with is_broken */
    uint32_t size;
    uint16_t cpu;
    uint16_t flags;
    bool is_asked, is_timed; /* looked into; and some event has a stamp */
    bool is_walked, is_broken;
    bool is_cut; /* the file ends in it */
};

/* Slots that hold no buffer, one after the other. */
struct etl_skip {
    int64_t before, after; /* numbers of the file's buffers around; INT64_MIN, INT64_MAX at its ends */
    uint64_t behind;       /* offset of the buffer before */
    uint64_t slots, bytes;
    bool zeros;
    bool is_used; /* by whoever places them */
};

struct etl_survey {
    struct etl_scan scan;
    struct etl_findings findings;
    struct etl_body body;
    size_t budget;
    struct etl_kept *kept; /* in the file's order */
    uint32_t count, room;
    struct etl_skip skips[ETL_SKIPS_MOST]; /* the last one takes what is over */
    uint32_t skip_count;
    uint32_t rising, falling; /* numbers, from one buffer in the file to the next */
};

/* Reads the headers. False without memory; etl_survey_done then, too. */
bool etl_survey_make(struct etl_survey *survey, const uint8_t *bytes, uint64_t len, const struct etl_header *header);
void etl_survey_done(struct etl_survey *survey);

/* Finds `first`; false where no event has a stamp. */
bool etl_survey_ask(struct etl_survey *survey, struct etl_kept *kept);

/* A time without an event between two of one buffer. */
struct etl_gap {
    int64_t from, to;
};
/* Finds `last` and whether all could be read, and the longest gap inside. */
struct etl_gap etl_survey_walk(struct etl_survey *survey, struct etl_kept *kept);

#endif
