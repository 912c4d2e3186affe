/* Allocations that fail: the product's objects are linked with a layer under
 * malloc, calloc and realloc that lets the n-th one fail, or all from the n-th
 * on. Each operation is done once to count them, and then once for each of
 * them.
 *
 * An operation does between memory_on and memory_off what is the product's, and
 * fills in what came of it. It allocates nothing that it does not free. */
#ifndef HB_TESTS_MEMORY_MEMORY_H
#define HB_TESTS_MEMORY_MEMORY_H

#include "base/outcome.h"
#include "base/text.h"

/* What came of an operation. */
struct memory_answer {
    bool told;         /* that memory was short: nothing else is looked at */
    bool wrong_set;
    char wrong[200];   /* a promise that was broken whatever was told */
    uint64_t sum;      /* of all that came out */
    size_t len;
    char shown[4000];  /* the last of it, for whoever reads a failure */
};

/* Adds to what came out. */
void memory_came(struct memory_answer *a, const void *bytes, size_t len);
void memory_came_text(struct memory_answer *a, const struct text *t);
void memory_came_number(struct memory_answer *a, uint64_t value);
/* ok adds nothing; want of memory is told; any other failure came out. */
void memory_came_outcome(struct memory_answer *a, struct outcome o);
void memory_wrong(struct memory_answer *a, const char *what, const char *which);

/* ---- the layer ---- */

enum memory_mode { MEMORY_COUNT, MEMORY_ONCE, MEMORY_ON };
/* Before an operation. `show`: the call that fails prints its stack. */
void memory_arm(enum memory_mode mode, uint32_t nth, bool show);
void memory_on(void);
void memory_off(void);
uint32_t memory_asked(void);  /* allocations since memory_arm, between on and off */
uint32_t memory_failed(void); /* how many of them failed */
int64_t memory_live(void);    /* blocks that are allocated now */
/* For blocks of the C library's own. */
void memory_free_foreign(void *block);

/* ---- operations ---- */

/* The folder that the operations' files lie in. */
extern const char *memory_folder;
/* Writes the traces and recordings that they read; false where that failed. */
bool memory_make_files(void);

struct memory_op {
    const char *name;
    void (*run)(struct memory_answer *a);
};
extern const struct memory_op memory_ops_reader[], memory_ops_report[], memory_ops_config[], memory_ops_runs[],
    memory_ops_hitch[]; /* each ends in a name NULL */

#endif
