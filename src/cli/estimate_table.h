/* What providers cost: how much they write, and how long a ring holds it. */
#ifndef HB_CLI_ESTIMATE_TABLE_H
#define HB_CLI_ESTIMATE_TABLE_H

#include "cli/hitch.h"
#include "config/providers.h"

#define PRICE_MOST 1024u

struct estimate_row {
    struct guid provider;
    char name[64];
    uint64_t events, bytes; /* of the records, as they lie in a buffer */
};

struct estimate_table {
    struct estimate_row *rows; /* room for PRICE_MOST */
    uint32_t count;
    uint64_t events, bytes; /* of all, those of further providers too */
    uint64_t lost;          /* events and buffers, as ETW counts them */
    double seconds;         /* that they cover */
    bool short_of_memory;   /* a name is missing for that */
};

/* False where memory ran out. */
bool estimate_table_init(struct estimate_table *p);
void estimate_table_done(struct estimate_table *p);
void estimate_table_add(struct estimate_table *p, const struct etl_event *e);

/* Whether they cover enough time for a rate: a few events in a few microseconds
 * would be millions a second. */
#define ESTIMATE_LEAST_S 1.0
bool estimate_table_rated(const struct estimate_table *p);

/* The table: each provider and all together, then what it means for a disk and
 * for rings of 64 to 1024 MB. Names come from `providers` (may be NULL) first. */
void estimate_table_put(struct hitch *h, struct estimate_table *p, const struct providers *providers);

#endif
