/* The two sessions of a scenario, side by side.
 *
 * `filtered` is the product's own File session, started by its session code
 * with the providers of its own configuration. One session enables a provider
 * once, so of a provider that stands in both parts of providers.ini the line of
 * the File session counts: filtered.etl never holds more than the product keeps.
 * `full` has every keyword of the same providers, level 4, no list of ids; those
 * that carry what was typed or sent keep the product's own mask. */
#ifndef HB_TESTS_SCENARIOS_RECORD_H
#define HB_TESTS_SCENARIOS_RECORD_H

#include "recorder/session.h"

#define RECORD_FULL_MB 2048u
#define RECORD_FILTERED_MB 512u
#define RECORD_FULL_NAME L"Hitchbox-Scenario-Full"

struct record {
    struct session full; /* for enabling only: it has a name of its own */
    struct session filtered;
    const struct providers *providers;
    uint32_t enabled, refused; /* providers, of both sessions */
};

/* Starts both, files as named. Nothing is left running after a failure. A full
 * session that a killed scenario left is stopped first; a File session of the
 * product is never touched: WHY_exists. */
struct outcome record_start(struct record *r, const struct providers *providers, const char *full_file,
                            const char *filtered_file);
/* Enables the providers, and asks them once for what is there. */
void record_enable(struct record *r);
/* Stops both. The first failure; both are tried. */
struct outcome record_stop(struct record *r, uint64_t *full_lost, uint64_t *filtered_lost);

/* Stops what a killed scenario left running: the full session, and the filtered
 * one if it is still that of the GUID that record_undo_words wrote. */
#define RECORD_UNDO_WORD "sessions"
void record_undo_words(const struct record *r, struct text *words);
int record_undo(int count, char **words);

#endif
