/* A simulated ETW kernel: sessions, rings, files, and a population of
 * providers that talk as a gaming machine does. It refuses what Windows is
 * known to refuse and writes real .etl files.
 *
 * One `struct sim` is one machine. It does nothing by itself: every call first
 * lets the machine's time catch up with the clock, then acts. The caller may
 * also call sim_advance now and then so that no call has much to catch up.
 * Not thread-safe: one thread, or the caller's lock.
 *
 * Calls carry the bytes that a program handed to the Win32 functions; the
 * structures are those of 64-bit Windows. Nothing here needs Windows. */
#ifndef HB_TESTS_SIM_SIM_H
#define HB_TESTS_SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/guid.h"
#include "base/text.h"
#include "tests/sim/sim_habits.h"

struct sim;

struct sim_options {
    uint64_t seed;      /* same seed, same options, same calls: same events */
    uint32_t os_build;  /* 19045, 22631 or 26100; anything else counts as 22631 */
    uint32_t cpu_count; /* 1..64 */
    double speed;       /* simulated seconds in a real one */
    bool manual;        /* time moves only by sim_advance_by */
    int64_t start_utc;  /* FILETIME at the start; 0: now (manual: a fixed day) */
    struct sim_habits habits;
};
/* With the habits of sim_habits_here. */
struct sim_options sim_options_default(void);

/* NULL when out of memory. Closing abandons all sessions like a power loss. */
struct sim *sim_open(const struct sim_options *options);
void sim_close(struct sim *s);

/* Catches up with the clock: emits what the providers had to say since. */
void sim_advance(struct sim *s);
/* Moves the clock forward, manual or not, and catches up. */
void sim_advance_by(struct sim *s, double seconds);
/* The machine sleeps: its clock goes on and nothing happens meanwhile. */
void sim_sleep(struct sim *s, double seconds);
/* Raw time (100 ns ticks since the machine's boot) and the same as FILETIME. */
int64_t sim_now_raw(const struct sim *s);
int64_t sim_now_utc(const struct sim *s);

/* ---- the Win32 calls ---- */

enum sim_function {
    SIM_START_TRACE,
    SIM_CONTROL_TRACE,
    SIM_ENABLE_TRACE,
    SIM_QUERY_ALL,
    SIM_SET_INFORMATION,
    SIM_QUERY_INFORMATION,
    SIM_FUNCTION_COUNT
};

#define SIM_CONTROL_QUERY 0u
#define SIM_CONTROL_STOP 1u
#define SIM_CONTROL_UPDATE 2u
#define SIM_CONTROL_FLUSH 3u
#define SIM_CONTROL_NEW_FILE 4u

#define SIM_ENABLE_OFF 0u
#define SIM_ENABLE_ON 1u
#define SIM_ENABLE_CAPTURE 2u

/* The controller that the incident pad_lost is about. */
#define SIM_PAD_PATH "HID\\{00001124-0000-1000-8000-00805F9B34FB}_VID&0002054C_PID&09CC\\8&1A2B3C4D&0&0000"

#define SIM_MAX_FILTERS 16u

struct sim_filter {
    uint32_t type, size;
    const uint8_t *bytes; /* NULL where the caller's pointer was NULL */
};

/* The arguments of any of the functions; what one does not have stays zero. */
struct sim_call {
    enum sim_function function;
    uint32_t pid, tid; /* the caller */
    uint64_t handle;
    bool null_handle_out;  /* StartTrace without a place for the handle */
    const char *name;      /* session name, UTF-8; NULL: none given */
    uint32_t code;         /* control code, or information class */
    uint8_t *block;        /* property block(s) or information; changed in place */
    uint32_t block_len;
    bool unprivileged;     /* the thread acts for somebody without the right; not carried to simetw */
    const char *full_path; /* the block's file name made absolute; NULL: as it is */
    uint32_t count;        /* QueryAllTraces: blocks, back to back */

    const struct guid *provider; /* NULL: none given */
    uint8_t level;
    uint64_t match_any, match_all;
    uint32_t timeout_ms;
    bool has_params;
    uint32_t params_version, property, filter_count;
    bool filters_null; /* a count without a pointer */
    struct sim_filter filters[SIM_MAX_FILTERS];
};

struct sim_reply {
    uint32_t code;
    uint64_t handle;
    uint32_t count;    /* sessions, or bytes of information */
    uint32_t delay_ms; /* the call is to return only after this real time */
    bool notify;       /* the provider hears of it, where it is this program's own */
    bool may_be_late;  /* ... and the call succeeds however long that takes */
};

/* Counts and logs the call, applies injected failures, then does it. */
struct sim_reply sim_do(struct sim *s, const struct sim_call *call);

/* A call may be told to wait: before it is done, or done but unanswered, until
 * the control line "release". Whoever serves other programs (simetw) asks this
 * before sim_do and keeps the caller waiting; sim_do itself never waits. */
enum sim_hold { SIM_HOLD_NO, SIM_HOLD_BEFORE, SIM_HOLD_AFTER };
enum sim_hold sim_hold_for(struct sim *s, const struct sim_call *call);
/* How often "release" was said so far. */
uint64_t sim_releases(const struct sim *s);
/* Tells the machine how many callers wait, for the line "held". */
void sim_set_held(struct sim *s, uint32_t count);

/* ---- what tests ask and tell ---- */

/* One control line, as it comes over TCP; the answer's lines are added to
 * `answer`, the last being "ok" or "error <why>". False after "quit". `help`
 * lists all lines. */
bool sim_control_line(struct sim *s, const char *line, struct text *answer);

/* How often a function was called, failures included; with a control code, or
 * SIM_ANY_CODE for all. */
#define SIM_ANY_CODE 0xFFFFFFFFu
uint32_t sim_call_count(const struct sim *s, enum sim_function function, uint32_t code);

/* Called for every record that goes into a session's buffer. */
struct etlw_record;
typedef void sim_listen_fn(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r);
void sim_listen(struct sim *s, sim_listen_fn *fn, void *ctx);

/* A table of what the machine means with its kernel records, for a reader that
 * nobody here wrote (tests/scenarios/opinion): whoever puts a record says beside it, in a
 * line "kind <tab> raw time <tab> cpu <tab> field=value..", what the record says;
 * kinds and fields are those of tests/scenarios/opinion/kinds.tsv. Without a table nothing
 * is said. */
void sim_meant_to(struct sim *s, FILE *table);
void sim_meant(const struct sim *s, int64_t time, uint32_t cpu, const char *kind, const char *fields, ...)
    HB_PRINTF(5, 6);

#endif
