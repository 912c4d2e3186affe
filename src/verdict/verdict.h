/* The verdict: what most likely made the game stutter, read out of a snapshot.
 * The room's front door; what it found is told by the room report.
 *
 *   struct verdict *v = NULL;
 *   struct outcome o = verdict_open("snap.etl", NULL, &options, &v);
 *   enum suspect_kind kind = verdict_top(v);
 *   verdict_close(v);
 *
 * verdict_open walks the file once, and again where records of the kernel or
 * the GPU ask for a closer look, and blocks for up to a second for 256 MB;
 * what follows is quick. Memory beside the mapping stays under 64 MB. Nothing
 * is written anywhere, and a trace that is damaged gives a verdict on what can
 * be read of it. Not thread-safe; one verdict belongs to one thread.
 *
 * Inside it is a line of steps, each with a result of its own: gather (a room of
 * its own) -> the late frames and the moments to look at -> what went on in them
 * and otherwise -> suspects. Those who tell of it see them through
 * verdict_model.h (moments.h, suspects.h); docs/verdict.md has every rule, and
 * `make check` compares its numbers.
 *
 * All times are FILETIMEs. Where the trace's clock is unknown they are 0, which
 * is told as no time, and no rule that needs a span is applied. */
#ifndef HB_VERDICT_VERDICT_H
#define HB_VERDICT_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/outcome.h"

enum suspect_kind {
    SUSPECT_none, /* nothing stands out */
#define SUSPECT(name, lane) SUSPECT_##name,
#include "verdict/verdict_kinds.h"
#undef SUSPECT
};

struct verdict;
struct providers; /* of the room config */

struct verdict_options {
    int64_t pressed; /* when the player pressed the key; 0: not known */
    int64_t at;      /* look only around this moment; 0: the whole trace */
    int64_t flush_before; /* FILETIME of the FLUSH before this snapshot; 0: not known */
    bool loss_known;      /* the two below are what got lost after `lost_since`; else the header's count serves */
    uint64_t lost_events, lost_buffers;
    int64_t lost_since;   /* FILETIME; 0: since the recording began */
    const char *game;    /* the program to look at, as "game.exe"; NULL: the trace says; outlives verdict_open */
    uint32_t foreground; /* process that was in front before the press; 0: not known */
    /* Is a program of this name no game? NULL: that is known of none. */
    bool (*is_no_game)(void *ctx, const char *name);
    void *is_no_game_ctx;
    /* What Windows calls the device of an instance id, for who tells: NULL for one
     * without a name, and the whole NULL where none is known. It is asked anew each
     * time, so names may be found out after verdict_open; they outlive the verdict. */
    const char *(*device_name)(void *ctx, const char *id);
    void *device_name_ctx;
    const struct providers *providers; /* for who tells: stories of key events; may be NULL; outlives the verdict */
    /* Asked every few thousand events, if given: true ends verdict_open with
     * WHY_given_up. */
    bool (*give_up)(void *ctx);
    void *give_up_ctx;
};

/* Fails with what etl_open says of the first file. The second one (NULL: none)
 * is the key events of the same run; where it cannot be read, the report says
 * so and goes on. `options` may be NULL. */
struct outcome verdict_open(const char *snapshot, const char *keyevents, const struct verdict_options *options,
                            struct verdict **verdict);
/* The same over bytes, which must outlive the verdict; `name` is what reports call them. */
struct outcome verdict_open_memory(const char *name, const void *bytes, uint64_t len, const char *keyevents,
                                   const struct verdict_options *options, struct verdict **verdict);
void verdict_close(struct verdict *verdict);

/* Is one of its files damaged, cut short or with holes? */
bool verdict_is_of_faulty(const struct verdict *verdict);

/* Calls `fn` with the instance id of each device that a suspect or its evidence
 * names, those of the likeliest suspect first; one may come again. Until `fn`
 * returns false. */
typedef bool verdict_device_fn(void *ctx, const char *id);
void verdict_each_device(const struct verdict *verdict, verdict_device_fn *fn, void *ctx);
/* What Windows calls the device of that id, or NULL. */
const char *verdict_device_name(const struct verdict *verdict, const char *id);

/* The top suspect; SUSPECT_none where nothing stands out. */
enum suspect_kind verdict_top(const struct verdict *verdict);
/* "disk_slow", ...; "none". */
const char *suspect_name(enum suspect_kind kind);

#endif
