/* The verdict: what most likely made the game stutter, read out of a snapshot.
 *
 *   struct verdict *v = NULL;
 *   struct outcome o = verdict_open("snap.etl", NULL, &options, &v);
 *   verdict_sentence(v, LANGUAGE_ENGLISH, &text);
 *   verdict_json(v, LANGUAGE_ENGLISH, &text);
 *   verdict_html(v, LANGUAGE_ENGLISH, &text);
 *   verdict_close(v);
 *
 * verdict_open walks the file twice and blocks for up to a second for 256 MB;
 * what follows is quick. Memory beside the mapping stays under 64 MB. Nothing
 * is written anywhere, and a trace that is damaged gives a verdict on what can
 * be read of it. Not thread-safe; one verdict belongs to one thread.
 *
 * All times are FILETIMEs. Where the trace's clock is unknown they are raw
 * ticks, and no rule that needs a span is applied. */
#ifndef HB_CORE_VERDICT_H
#define HB_CORE_VERDICT_H

#include "config/providers.h"
#include "strings/strings.h"

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

enum suspect_kind {
    SUSPECT_none, /* nothing stands out */
#define SUSPECT(name, lane) SUSPECT_##name,
#include "verdict/verdict_kinds.h"
#undef SUSPECT
    SUSPECT_count
};

struct verdict;

struct verdict_options {
    int64_t pressed; /* when the player pressed the key; 0: not known */
    int64_t at;      /* look only around this moment; 0: the whole trace */
    const struct providers *providers; /* stories of key events; may be NULL; outlives the verdict */
    /* Asked every few thousand events, if given: true ends verdict_open with
     * WHY_given_up. For a thread with something better to do. */
    bool (*give_up)(void *ctx);
    void *give_up_ctx;
};

/* Fails with what etl_open says of the first file. The second one (NULL: none)
 * is the key events of the same run; where it cannot be read, the report says
 * so and goes on. `options` may be NULL. */
struct outcome verdict_open(const char *snapshot, const char *keyevents, const struct verdict_options *options,
                            struct verdict **verdict);
/* The same over bytes, which must outlive the verdict. */
struct outcome verdict_open_memory(const void *bytes, uint64_t len, const struct verdict_options *options,
                                   struct verdict **verdict);
void verdict_close(struct verdict *verdict);

/* The top suspect; SUSPECT_none where nothing stands out. */
enum suspect_kind verdict_top(const struct verdict *verdict);
/* "disk_slow", ...; "none". */
const char *suspect_name(enum suspect_kind kind);

/* One line without a line break, for the balloon and the history:
 * "Stutter of 412 ms at 21:14:07: the disk took 380 ms for one read".
 * "No stutter found, and nothing else stands out". */
void verdict_sentence(const struct verdict *verdict, enum language language, struct text *out);

/* The reports; `out` is added to. Text is for 80 columns, JSON is one object,
 * HTML one file that needs nothing else. Everything that comes from the trace
 * is escaped. */
void verdict_text(const struct verdict *verdict, enum language language, struct text *out);
void verdict_json(const struct verdict *verdict, enum language language, struct text *out);
void verdict_html(const struct verdict *verdict, enum language language, struct text *out);

/* After a crash: which processes ended and how, and what happened last. */
void verdict_crash(const struct verdict *verdict, enum language language, struct text *out);

#endif
