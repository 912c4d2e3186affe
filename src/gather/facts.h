/* What happened, as single facts: one event, or what began and ended with it.
 *
 * facts_add as they are met, in any order; facts_sort once; then the lists are
 * by time and the questions below may be asked. A list has a bound: where a
 * lane is too full its lightest facts go, and `seen` still counts them. */
#ifndef HB_GATHER_FACTS_H
#define HB_GATHER_FACTS_H

#include "etl/etl_event.h"
#include "events/trace_source.h"

#define MILLISECOND 10000LL /* in FILETIME units */
#define SECOND 10000000LL

#define LANE_FACTS 1500u

enum lane {
    LANE_DRIVER,
    LANE_DISK,
    LANE_FAULTS,
    LANE_DEVICES,
    LANE_POWER,
    LANE_PROCESSES,
    LANE_GRAPHICS,
    LANE_NETWORK,
    LANE_AUDIO,
    LANE_RECORDER,
    LANE_count
};

enum fact_kind {
#define FACT(name, lane, weight) FACT_##name,
#include "gather/fact_kinds.h"
#undef FACT
    FACT_count
};

struct fact {
    int64_t from, to; /* FILETIMEs; equal where it has no length */
    uint64_t value, more; /* what they mean depends on the kind */
    uint32_t name;        /* in the names; 0: none */
    uint32_t pid;         /* whom it concerns; 0: nobody */
    uint16_t id;
    uint8_t version;
    uint8_t source; /* enum trace_source */
    uint8_t kind;   /* enum fact_kind */
    uint8_t file;   /* 0 the snapshot, 1 the key events */
};
struct fact_list {
    struct fact *items; /* by time, once sorted */
    uint32_t count, room;
    uint64_t floor; /* lighter ones are not kept any more */
    uint64_t seen;
};
struct facts {
    struct fact_list lanes[LANE_count];
    bool short_of_memory; /* some are missing for that */
};

void facts_done(struct facts *facts);
enum lane fact_lane(enum fact_kind kind);
const char *fact_name(enum fact_kind kind);

/* Adds a fact of an event (NULL: of none); the rest is the caller's to fill.
 * NULL where it is too light to be kept. Valid until the next call. */
struct fact *facts_add(struct facts *facts, enum fact_kind kind, int64_t from, int64_t to, const struct etl_event *e,
                       enum trace_source source);
void facts_sort(struct facts *facts);
/* By time; equal ones by all else that they say, since sorts differ in what they
 * do with equals, and the verdict must not. 0: nothing tells the two apart. */
int facts_compare(const struct fact *a, const struct fact *b);
/* Moves what is in `more` over, sorts anew and leaves `more` empty. */
void facts_join(struct facts *facts, struct facts *more);

/* Facts of a kind that touch a span: how many, and the first one (or NULL). */
uint32_t facts_in(const struct facts *facts, enum fact_kind kind, int64_t from, int64_t to);
const struct fact *facts_first(const struct facts *facts, enum fact_kind kind, int64_t from, int64_t to);

#endif
