/* What the simulator's own files share. */
#ifndef HB_TESTS_SIM_SIM_INTERNAL_H
#define HB_TESTS_SIM_SIM_INTERNAL_H

#include "os/os.h"
#include "tests/sim/sim.h"
#include "tests/sim/sim_rules.h"
#include "tests/sim/sim_truth.h"
#include "tests/support/etl_write.h"

#define SIM_TICKS_PER_MS 10000
#define SIM_TICKS_PER_S 10000000
#define SIM_MAX_SESSIONS 64u
#define SIM_MAX_PER_PROVIDER 8u
#define SIM_MAX_SYSTEM_LOGGERS 8u
#define SIM_MAX_PROVIDERS 128u
#define SIM_MAX_IDS 64u
#define SIM_MAX_CPUS 64u

/* Modes of LogFileMode that matter here. */
#define MODE_SEQUENTIAL 0x00000001u
#define MODE_CIRCULAR 0x00000002u
#define MODE_APPEND 0x00000004u
#define MODE_NEWFILE 0x00000008u
#define MODE_PREALLOCATE 0x00000020u
#define MODE_REAL_TIME 0x00000100u
#define MODE_BUFFERING 0x00000400u
#define MODE_PRIVATE 0x00000800u
#define MODE_KBYTES 0x00002000u
#define MODE_STOP_HYBRID 0x00400000u
#define MODE_PERSIST_HYBRID 0x00800000u
#define MODE_PAGED 0x01000000u
#define MODE_SYSTEM_LOGGER 0x02000000u
#define MODE_COMPRESSED 0x04000000u
#define MODE_INDEPENDENT 0x08000000u
#define MODE_NO_PER_CPU 0x10000000u

/* The Windows error codes that the functions answer. */
#define E_PATH_NOT_FOUND 3u
#define E_ACCESS_DENIED 5u
#define E_NOT_ENOUGH_MEMORY 8u
#define E_BAD_LENGTH 24u
#define E_NOT_SUPPORTED 50u
#define E_INVALID_PARAMETER 87u
#define E_DISK_FULL 112u
#define E_INVALID_NAME 123u
#define E_BAD_PATHNAME 161u
#define E_ALREADY_EXISTS 183u
#define E_MORE_DATA 234u
#define E_NO_SYSTEM_RESOURCES 1450u
#define E_TIMEOUT 1460u
#define E_NOT_RUNNING 4201u

/* ---- providers and their events ---- */

enum sim_provider_id {
#define SIM_PROVIDER(symbol, name, a, b, c, d0, d1, d2, d3, d4, d5, d6, d7) P_##symbol,
#define SIM_EVENT(id, version, level, opcode, keyword, builds, name, layout)
#include "tests/sim/facts.h"
#undef SIM_PROVIDER
#undef SIM_EVENT
    P_count
};

struct sim_field {
    char type;
    const char *name; /* not ended by NUL: see name_len */
    uint8_t name_len;
};

/* One event of the build that is simulated. */
struct sim_def {
    uint16_t id;
    uint8_t version, level, opcode;
    uint8_t provider;
    uint64_t keyword;
    const char *name;
    struct sim_field *fields;
    uint32_t field_count;
    uint64_t sessions; /* bit per slot: sessions that let it in */
    uint64_t emitted;  /* also where nobody listened */
};

struct sim_provider {
    struct guid guid;
    const char *name; /* "" for one that nobody registered */
    uint32_t first_def, def_count;
    uint32_t late_ms; /* answers CAPTURE_STATE only after this time */
};

/* What one session asked of one provider. */
struct sim_enable {
    bool on, filter_ids, ids_in;
    uint8_t level;
    uint64_t any, all;
    uint32_t property;
    uint32_t id_count;
    uint16_t ids[SIM_MAX_IDS];
};

/* ---- sessions ---- */

struct sim_chunk {
    struct etlw_buffer b;
    uint32_t cpu;
    bool after_loss; /* events were lost before its first */
    struct sim_chunk *next;
};

struct sim_session {
    bool used, foreign;
    bool dead; /* its file could not be written: ends at the next chance */
    uint32_t slot;
    uint64_t handle;
    struct text name, path;
    struct guid guid;
    uint32_t mode, buffer_bytes, min_buffers, max_buffers, max_file, flush_timer, clock, enable_flags;
    uint32_t pid, tid;
    int64_t start_raw;
    struct sim_enable enables[SIM_MAX_PROVIDERS];

    struct sim_chunk *open[SIM_MAX_CPUS]; /* being filled */
    struct sim_chunk *oldest, *newest;    /* a ring's full ones, in order */
    struct sim_chunk *free;
    uint32_t chunk_count, chunk_limit;
    uint32_t cpu_chunks[SIM_MAX_CPUS]; /* so many of them hold events of that CPU */
    bool lost_since_chunk[SIM_MAX_CPUS];
    uint32_t events_lost, buffers_lost, buffers_written;
    int64_t sequence;
    int64_t flush_sequence;   /* of the last buffer that a FLUSH numbered */
    uint32_t flushed_buffers; /* of all FLUSHes, headers left out */
    bool said_more_data;
    int64_t complete_from; /* see sim_truth.h */
    bool wrapped;
    struct sim_hole *holes;
    uint32_t hole_count, hole_room;
    int64_t window_start; /* of the throughput measure */
    uint64_t window_bytes;

    struct os_file *file;
    uint32_t file_slots, file_next, file_end; /* in buffers; slot 0 is the header */
    int64_t *slot_last;                       /* each slot's newest event */
    uint32_t file_number;                     /* of a NEWFILE session */
    int64_t next_flush;                          /* raw; 0: no timer */
    uint32_t birth;                              /* the how-manieth session of this machine */
    uint64_t numbers[SIM_MAX_CPUS];              /* events taken so far */
};

/* ---- time and tasks ---- */

struct sim_clock {
    bool manual;
    double speed;
    int64_t sim_base, real_base_ns, boot_utc;
};

/* Something that happens at a time; the population is made of these. */
struct sim_task {
    int64_t at;
    uint64_t order;
    uint32_t kind;
    uint64_t a, b, c;
};

struct sim_process {
    uint32_t pid, parent;
    uint64_t key;
    uint64_t cycles; /* of its whole life, as its end tells */
    int64_t created;
    const char *image;
    bool alive;
};

/* ---- injected failures and choices ---- */

#define SIM_MAX_FAULTS 64u
struct sim_fault {
    bool used, nothing; /* nothing: succeed and do nothing */
    bool act;           /* do it all the same, then answer the code */
    enum sim_function function;
    uint32_t code_filter; /* control code or SIM_ANY_CODE */
    uint32_t error;
    uint64_t after, times;
    enum sim_hold hold; /* not a failure: the call waits until "release" */
};

enum sim_flush_result { FLUSH_WRITES, FLUSH_NOTHING, FLUSH_GARBAGE, FLUSH_HEADER_ONLY, FLUSH_HALF };

/* Where machines differ, and what is made to go wrong. */
struct sim_behaviour {
    bool strict_independent; /* INDEPENDENT_SESSION only for private loggers: 87 */
    bool loose_names;        /* QUERY needs room for the names only, not 1024 each */
    bool access_denied;      /* StartTrace answers 5; running sessions still obey */
    bool quiet;              /* no rare errors among the ordinary noise */
    bool numbered;           /* ProcessorTime holds session and number instead: see sim_number */
    bool no_buffers;         /* none is free: what comes now is lost to every session */
    enum sim_flush_result flush_result;
    uint32_t flush_delay_ms, start_delay_ms, query_delay_ms;
    uint32_t flush_counts_more; /* buffers that the file's header names and that are not in it */
    uint32_t flush_loses;      /* events lost at each FLUSH */
    uint32_t capacity_kb_s;    /* per session; what comes faster is lost */
    uint32_t memory_limit_mb;  /* for all rings together; 0: none */
    uint32_t max_buffers_granted; /* lower MinimumBuffers to this; 0: as asked */
    bool free_space_set;
    uint64_t free_space;
};

/* The truth of a file that was written, with what it points to. */
struct sim_told {
    struct text session, path;
    struct sim_hole *holes;
    struct sim_truth truth;
};

struct sim_counter {
    uint32_t function, code, count;
};

struct sim {
    struct sim_options options;
    struct sim_clock clock;
    int64_t done_until; /* raw time up to which everything has happened */

    struct sim_provider providers[SIM_MAX_PROVIDERS];
    uint32_t provider_count;
    struct sim_def *defs;
    uint32_t def_count;
    struct sim_field *fields;

    struct sim_session *sessions; /* SIM_MAX_SESSIONS */
    uint32_t next_generation;
    uint32_t births;
    struct text number_log; /* flushes and ends of sessions, a line each */

    struct sim_task *tasks; /* heap by time */
    uint32_t task_count, task_room;
    uint64_t task_order;
    struct sim_process *processes;
    uint32_t process_count, process_room;
    uint32_t next_pid;
    struct sim_load *load;
    uint64_t emitted;

    struct sim_habits habits;
    struct sim_behaviour behaviour;
    struct sim_told told[SIM_MAX_SESSIONS];
    struct sim_fault faults[SIM_MAX_FAULTS];
    struct sim_counter counters[256];
    uint32_t counter_count;
    struct text call_log; /* in order, a line each */
    uint64_t releases;
    uint32_t held;
    double rate;
    bool rule_off[SIM_RULE_count];

    sim_listen_fn *listen;
    void *listen_ctx;
    FILE *meant;
};

/* Is the rule kept? */
static inline bool sim_rule(const struct sim *s, enum sim_rule rule)
{
    return !s->rule_off[rule];
}

static inline uint8_t sim_habit(const struct sim *s, enum sim_habit habit)
{
    return s->habits.value[habit];
}

/* sim_log.c: the rules by name; false where there is none of that name. */
bool sim_set_rule(struct sim *s, const char *name, bool on);
void sim_list_rules(const struct sim *s, struct text *out);

/* sim_clock.c */
void sim_clock_init(struct sim_clock *c, const struct sim_options *o);
void sim_clock_set_speed(struct sim_clock *c, double speed);
void sim_clock_skip(struct sim_clock *c, int64_t ticks);
int64_t sim_clock_now(const struct sim_clock *c);
int64_t sim_clock_utc(const struct sim_clock *c, int64_t raw);

/* sim_random.c: small, fast, the same everywhere */
uint64_t sim_random_mix(uint64_t x);
/* Below `limit`, from the machine's seed and two numbers. */
uint64_t sim_random_of(const struct sim *s, uint64_t stream, uint64_t n);
double sim_random_unit(const struct sim *s, uint64_t stream, uint64_t n);

/* sim_providers.c */
bool sim_providers_init(struct sim *s);
void sim_providers_done(struct sim *s);
/* The provider's index, made for an unknown GUID; SIM_MAX_PROVIDERS when full. */
uint32_t sim_providers_find(struct sim *s, const struct guid *guid);
/* The event of this build, or NULL where it does not exist. */
struct sim_def *sim_providers_def(struct sim *s, enum sim_provider_id provider, uint16_t id);
/* Works out anew who lets which event in; after every enable and stop. */
void sim_providers_route(struct sim *s);
bool sim_enable_passes(const struct sim *s, const struct sim_enable *e, const struct sim_def *d);

/* sim_payload.c */
struct sim_value {
    const char *field;
    uint64_t number;
    const char *string;  /* for U, A, c, m: wins over number */
    const void *bytes;   /* for B and arrays: raw */
    uint32_t byte_count;
};
/* Encodes by the event's layout: named values where given, plausible ones
 * elsewhere. Returns the length, at most `room`. */
uint32_t sim_payload_encode(const struct sim *s, const struct sim_def *d, int64_t at, uint32_t pid, uint32_t tid,
                        const struct sim_value *values, size_t count, uint8_t *out, uint32_t room);

/* sim_emit.c */
struct sim_where {
    int64_t at;
    uint32_t cpu, pid, tid;
};
/* Where an event of that CPU and time is said: some CPUs hand theirs to others. */
uint32_t sim_cpu_of(const struct sim *s, uint32_t cpu, int64_t at);
void sim_emit(struct sim *s, struct sim_def *d, const struct sim_where *w, const struct sim_value *values,
          size_t count);

/* sim_ring.c: a session's buffers */
void sim_ring_done(struct sim_session *n);
void sim_ring_add(struct sim *s, struct sim_session *n, uint32_t cpu, struct etlw_record *r);
/* Sends every partly filled buffer of a file session to its file. */
void sim_ring_flush(struct sim *s, struct sim_session *n);
/* Takes all buffers out of a BUFFERING session. */
void sim_ring_empty(struct sim_session *n);
/* Writes the header of a buffer whose events are all in. */
void sim_chunk_end(const struct sim *s, const struct sim_session *n, struct sim_chunk *c, int64_t sequence);
/* sim_snapshot.c: writes all of a BUFFERING session to a file; an error code. */
uint32_t sim_ring_snapshot(struct sim *s, struct sim_session *n, const char *path);
int64_t sim_session_time(const struct sim *s, const struct sim_session *n, int64_t raw);

/* sim_file.c: a file session's file */
uint32_t sim_file_check_target(struct sim *s, const char *path, bool may_exist);
uint32_t sim_file_open(struct sim *s, struct sim_session *n);
void sim_file_add(struct sim *s, struct sim_session *n, struct sim_chunk *c);
void sim_file_finish(struct sim *s, struct sim_session *n);
void sim_file_abandon(struct sim_session *n);
bool sim_file_next(struct sim *s, struct sim_session *n);
void sim_file_facts(const struct sim *s, const struct sim_session *n, struct etlw_facts *f);
uint32_t sim_file_code(struct outcome o);
uint64_t sim_file_free_space(const struct sim *s, const char *path);
bool sim_file_spend(struct sim *s, uint64_t bytes);

/* sim_props.c: EVENT_TRACE_PROPERTIES of 64-bit Windows, as bytes */
#define PROPS_SIZE 120u
struct sim_props {
    uint32_t buffer_size; /* Wnode.BufferSize, at most the bytes at hand */
    uint32_t clock, wnode_flags;
    struct guid guid;
    uint32_t buffer_kb, min_buffers, max_buffers, max_file, mode, flush_timer, enable_flags;
    uint32_t file_offset, name_offset;
};
/* 0, or 24 or 87 where the block contradicts itself. */
uint32_t sim_props_read(const struct sim *s, const struct sim_call *call, uint32_t at, struct sim_props *p);
/* The file name inside the block as UTF-8; 87 where it does not end. */
uint32_t sim_props_file_name(const struct sim_call *call, uint32_t at, const struct sim_props *p, struct text *name);
void sim_props_write_session(const struct sim *s, const struct sim_session *n, uint8_t *block);
/* Copies the names; 234 where one has no room. */
uint32_t sim_props_write_names(const struct sim *s, const struct sim_session *n, uint8_t *block,
                           const struct sim_props *p);
bool sim_props_put_name(uint8_t *block, uint32_t offset, uint32_t end, const char *utf8);
uint32_t sim_utf16_units(const char *utf8);

/* sim_start.c, sim_session.c, sim_enable.c */
struct sim_reply sim_start_trace(struct sim *s, const struct sim_call *call);
struct sim_reply sim_control_trace(struct sim *s, const struct sim_call *call);
struct sim_reply sim_query_all(struct sim *s, const struct sim_call *call);
struct sim_reply sim_enable_trace(struct sim *s, const struct sim_call *call);
struct sim_reply sim_set_information(struct sim *s, const struct sim_call *call);
struct sim_reply sim_query_information(struct sim *s, const struct sim_call *call);
struct sim_session *sim_session_by_name(struct sim *s, const char *name);
struct sim_session *sim_session_by_handle(struct sim *s, uint64_t handle);
struct sim_session *sim_session_take(struct sim *s, const char *name);
void sim_session_stop(struct sim *s, struct sim_session *n);
void sim_session_drop(struct sim *s, struct sim_session *n);
bool sim_name_equal(const char *a, const char *b);
void sim_sessions_power_loss(struct sim *s);

/* sim_tasks.c */
void sim_task_add(struct sim *s, int64_t at, uint32_t kind, uint64_t a, uint64_t b, uint64_t c);
/* All of them happen that much later. */
void sim_tasks_put_off(struct sim *s, int64_t ticks);
bool sim_task_pop_until(struct sim *s, int64_t until, struct sim_task *t);

/* sim_log.c: numbers of events. An event's number counts its session's events
 * of that processor from 1; in files it stands beside the session's own. */
static inline uint64_t sim_number(const struct sim_session *n, uint32_t cpu)
{
    return (uint64_t)n->birth << 48 | (n->numbers[cpu] + 1);
}
/* Words between tabs: what, birth, name, file, the newest number of each
 * processor. */
void sim_add_numbers(const struct sim *s, const struct sim_session *n, const char *what, const char *file,
                     struct text *out);

/* sim_log.c: the in-order log of calls, and their names in control lines */
/* The call's name as control lines have it, with its control code. */
void sim_add_call_name(struct text *t, enum sim_function function, uint32_t code);
/* Reads "ControlTraceW:FLUSH" and the like (/ does as well) into function and
 * code_filter. */
bool sim_parse_call_name(const char *word, struct sim_fault *f);
/* Counts by function, then by function and control code. */
void sim_list_calls(const struct sim *s, struct text *out);
void sim_log_call(struct sim *s, const struct sim_call *call, const struct sim_reply *reply);

/* sim_load.c, sim_incident.c */
bool sim_load_init(struct sim *s);
void sim_load_done(struct sim *s);
void sim_load_run(struct sim *s, const struct sim_task *t);
/* The state that a provider tells on CAPTURE_STATE, at time `at`. */
void sim_load_rundown(struct sim *s, uint32_t provider, int64_t at);
bool sim_incident_start(struct sim *s, const char *name, const char *options, struct text *why);

#endif
