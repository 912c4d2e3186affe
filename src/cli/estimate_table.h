/* What providers cost: how much they write, and how long a ring holds it. */
#ifndef HB_CLI_PRICE_H
#define HB_CLI_PRICE_H

#include "cli/hitch.h"
#include "config/providers.h"

#define PRICE_MOST 1024u

struct price_row {
    struct guid provider;
    char name[64];
    uint64_t events, bytes; /* of the records, as they lie in a buffer */
};

struct price {
    struct price_row *rows; /* room for PRICE_MOST */
    uint32_t count;
    uint64_t events, bytes; /* of all, those of further providers too */
    uint64_t lost;          /* events and buffers, as ETW counts them */
    double seconds;         /* that they cover */
};

/* False where memory ran out. */
bool price_init(struct price *p);
void price_done(struct price *p);
void price_add(struct price *p, const struct etl_event *e);

/* The table: each provider and all together, then what it means for a disk and
 * for rings of 64 to 1024 MB. Names come from `providers` (may be NULL) first. */
void price_put(struct hitch *h, struct price *p, const struct providers *providers);

#endif
