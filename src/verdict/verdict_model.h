/* What a verdict is made of. Private to the files of the verdict.
 *
 * The way: gather (first walk, as the file lies) -> hitches -> measure (second
 * walk, in time order, looking closely at the chosen moments) -> weigh -> tell.
 * Every table has a bound, so memory does not grow with the file; what did not
 * fit is counted. */
#ifndef HB_CORE_VERDICT_MODEL_H
#define HB_CORE_VERDICT_MODEL_H

#include "events/payload.h"
#include "gather/silence.h"
#include "verdict/verdict.h"
#include "etl/etl_reader.h"

#define MILLISECOND 10000LL /* in FILETIME units */
#define SECOND 10000000LL

#define MAX_MOMENTS 12u
#define MAX_STREAMS 48u
#define MAX_FRAMES 1000000u /* of all streams together */
#define MAX_PROCESSES 4096u
#define MAX_THREADS 16384u
#define MAX_MODULES 1024u
#define MAX_DEVICES 512u
#define MAX_HITCHES 4096u
#define MAX_SUSPECTS 8u
#define MAX_DISK_RECORDS 600000u
#define FIRST_BUILD_WITH_TDR 26100u /* that DxgKrnl tells of resets */
#define MAX_PROOFS 6u
#define LANE_FACTS 1500u
#define NAMES_MAX_BYTES (1024u * 1024u)
#define BUCKETS 1024u /* of the time line */
#define MAX_CPUS 256u

enum fact_kind {
#define FACT(name, lane, weight) FACT_##name,
#include "gather/fact_kinds.h"
#undef FACT
    FACT_count
};

/* One event, or what began and ended with it. */
struct fact {
    int64_t from, to; /* equal where it has no length */
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
    struct fact *items; /* by time, once gathered */
    uint32_t count, room;
    uint64_t floor; /* lighter ones are not kept any more */
    uint64_t seen;
};

/* Names: NUL-terminated UTF-8 one after the other, clean; offset 0 is "". */
struct names {
    struct text bytes;
    uint32_t *slots; /* hash table of offsets */
};

struct process {
    uint32_t pid;
    uint32_t name; /* without its folder */
    int64_t start, end; /* 0: before or after the trace */
    uint32_t exit_code;
    uint64_t commit_peak;
    bool ended;
    uint16_t next; /* of the same hash; index + 1 */
};

struct module {
    uint64_t base, len;
    uint32_t name;
};

struct device {
    uint64_t device;
    uint16_t vendor, product;
    uint32_t name;
};

enum screen_kind { SCREEN_none, SCREEN_flips, SCREEN_refresh };

struct stream {
    uint32_t pid;
    uint32_t tid; /* the thread that presents */
    uint32_t tid_votes;
    uint64_t chain;
    uint8_t source; /* dxgi, d3d9, dxgkrnl */
    uint8_t screen; /* enum screen_kind: flips and vertical syncs are of no process */
    int64_t *times; /* of presents, ascending once gathered */
    uint32_t count, room;
    int64_t last_covered; /* a present was answered with "covered" */
    /* of frame times, in 100 ns; 0 where there are too few */
    int64_t median, low_1, low_01, longest;
    uint32_t hitches;
};

enum excuse { EXCUSE_none, EXCUSE_first_frames, EXCUSE_loading, EXCUSE_focus, EXCUSE_covered, EXCUSE_pause, EXCUSE_end, EXCUSE_count };

struct hitch {
    int64_t from, to; /* the present before and the late one */
    int64_t usual;    /* frame time around it */
    uint16_t stream;
    uint8_t excuse; /* enum excuse */
};

/* One driver's part in a moment. */
struct driver_use {
    uint64_t time;    /* of DPCs and ISRs, less what fell into silence */
    uint64_t longest;
    int64_t longest_from;
    uint32_t count;
    uint16_t longest_id; /* hook of that event */
};

struct process_use {
    uint64_t cpu;    /* on CPU, 100 ns; by switches */
    uint32_t samples;
    uint32_t faults;
    uint64_t fault_time;
    uint64_t disk_bytes;
    uint64_t gpu;
};

/* A moment that is looked at closely: a hitch, or the press of the key. */
struct moment {
    int64_t from, to;
    int64_t usual; /* 0: no hitch */
    uint16_t stream;
    bool is_hitch;
    bool is_slow_spell; /* many frames somewhat late instead of one very late */
    int64_t raw_from, raw_to;

    struct driver_use *drivers;   /* module_count + 1, the last one is "unknown" */
    struct process_use *processes; /* process_count + 1 */
    /* the game's thread, by switches */
    int64_t running, ready, waiting;
    int64_t ran_from, ran_to;   /* its longest stretch on a CPU there, FILETIMEs */
    int64_t waited_from, waited_to;
    uint32_t readied_by; /* tid of the last one that woke it */
    uint32_t taken_by;   /* tid that had the CPU while it was ready */
    int64_t longest_ready;
    /* disk */
    uint32_t ops, paging_reads;
    uint64_t bytes, op_time;
    int64_t paging_time; /* of reads of the pager; those at once count twice */
    struct fact slowest; /* the operation that overlaps most; kind FACT_count: none */
    int64_t slowest_overlap;
    /* hard faults */
    uint32_t faults, game_faults;
    int64_t game_fault_time;
    /* no events of anybody */
    int64_t silent_from, silent_to;
    /* GPU */
    int64_t gpu_game, gpu_other;
    uint32_t gpu_other_process;
    struct fact gpu_longest;
    uint32_t samples;
};

/* What the rest of the trace is like; the moments are left out. */
struct baseline {
    int64_t span;          /* without the moments */
    uint64_t events_other; /* of anybody but the graphics, in the whole trace */
    int64_t longest_silence; /* outside of every moment */
    uint64_t disk_ops, disk_bytes, paging_reads;
    int64_t paging_time;
    uint32_t latency[48];  /* responses by power of two of 100 ns */
    uint64_t faults;
    struct driver_use *drivers;
    struct process_use *processes;
    uint64_t samples;
    int64_t gpu_busy;
    uint32_t gpu_packets;
};

struct bucket {
    uint32_t disk_kb;
    uint32_t driver_us;
    uint32_t faults;
};

struct suspect {
    enum suspect_kind kind;
    uint32_t score; /* 0 to 100 */
    uint32_t name;  /* driver, process, device */
    uint32_t moment;
    int64_t span;   /* the main number: a length in 100 ns */
    uint64_t value, more;
    bool standing;  /* of itself, without a hitch */
    struct fact proofs[MAX_PROOFS];
    uint32_t proof_count;
};

/* A disk operation as the first walk met it, so that a trace with nothing else
 * to measure need not be walked twice. */
struct disk_record {
    int64_t time; /* raw; its end */
    uint64_t response;
    uint32_t bytes, irp_flags;
    uint32_t disk;
    uint32_t who; /* thread where `by_thread`, else process */
    uint16_t id;
    uint8_t version;
    uint8_t source; /* enum trace_source */
    uint8_t what;   /* enum disk_what */
    bool by_thread;
};

struct coverage {
    uint64_t count;
    int64_t first, last;
};

struct trace_file {
    struct etl_reader *reader;
    bool same_clock; /* as the snapshot: raw times mean the same */
    bool simple;     /* the clock counts in FILETIME units: time = raw + offset */
    int64_t offset;
    bool failed;
    struct outcome outcome;
};

struct verdict {
    struct verdict_options options;
    uint32_t asked;     /* events since options.give_up was asked */
    bool given_up;
    struct trace_file files[2];
    uint32_t file_count;
    uint8_t file; /* that is being walked */
    struct text file_names[2];

    struct names names;
    struct fact_list facts[LANE_count];
    struct coverage coverage[TRACE_source_count];
    uint64_t events;
    int64_t first, last; /* of all events */
    struct silence silence;
    int64_t all_cpus;    /* from here on every CPU has events */
    int64_t cpu_first[MAX_CPUS];
    int64_t cpu_last[MAX_CPUS];
    uint32_t cpu_count;
    uint64_t lost_events, lost_buffers;
    uint32_t os_build;

    struct process *processes;
    uint32_t process_count;
    uint16_t process_hash[256];
    uint64_t *threads; /* tid << 32 | process index + 1; open addressing */
    uint32_t thread_count;
    struct module *modules;
    uint32_t module_count;
    struct device *devices;
    uint32_t device_count;
    struct stream streams[MAX_STREAMS];
    uint32_t stream_count;
    uint32_t frame_count;
    bool frames_cut;
    uint32_t kinds_seen; /* bits of enum seen */
    uint32_t clocks[256]; /* reports of the delivered clock, by percent */
    uint64_t tcbs[1024]; /* low bits of the control block << 32 | pid */

    struct disk_record *disk_records; /* as they lie in the file */
    uint32_t disk_count, disk_room;
    bool disk_cut; /* more than fit: none is kept, and the trace is walked again */

    uint32_t dwm;   /* pid of the desktop's compositor; 0: unknown */
    uint32_t game;  /* stream + 1; 0: nothing presents */
    struct hitch *hitches; /* by time */
    uint32_t hitch_count;
    uint32_t real_hitches; /* without excuse */
    struct moment moments[MAX_MOMENTS];
    uint32_t moment_count;
    uint32_t main_moment; /* index + 1; 0: none */
    struct baseline base;
    struct bucket *buckets; /* BUCKETS over first..last */

    struct suspect suspects[MAX_SUSPECTS];
    uint32_t suspect_count;
};

/* Which kinds of kernel records and GPU work the trace has. */
enum seen {
    SEEN_interrupts = 1,
    SEEN_switches = 2,
    SEEN_samples = 4,
    SEEN_faults = 8,
    SEEN_gpu = 16,
    SEEN_ready = 32
};

/* ---- store.c ---- */
bool store_init(struct verdict *v);
void store_done(struct verdict *v);
/* The offset of a name; 0 where no room is left. */
uint32_t store_name(struct verdict *v, const char *str);
/* The same without the folder before it. */
uint32_t store_file_name(struct verdict *v, const char *path);
const char *store_str(const struct verdict *v, uint32_t name);
/* Adds a fact of an event; the rest is the caller's to fill. NULL where it is
 * too light to be kept. Valid until the next call. */
struct fact *store_fact(struct verdict *v, enum fact_kind kind, int64_t from, int64_t to, const struct etl_event *e,
                        enum trace_source source);
void store_sort_facts(struct verdict *v);
enum lane fact_lane(enum fact_kind kind);
const char *fact_name(enum fact_kind kind);

/* Reads an event of the disk; false for one that is no operation. */
bool store_read_disk(const struct etl_event *e, enum trace_source source, struct disk_record *r);
void store_disk(struct verdict *v, const struct etl_event *e, enum trace_source source);

/* The process that has the pid at `time` (0: the last one that had it); NULL
 * for an unknown one. */
struct process *store_process_at(struct verdict *v, uint32_t pid, int64_t time);
const char *store_process_name(const struct verdict *v, uint32_t pid, int64_t time);
struct process *store_process_add(struct verdict *v, uint32_t pid, int64_t start);
void store_thread(struct verdict *v, uint32_t tid, uint32_t pid);
/* Index into the processes, or process_count for an unknown thread. */
uint32_t store_thread_process(const struct verdict *v, uint32_t tid);
void store_module(struct verdict *v, const struct image *image, const char *path);
void store_sort_modules(struct verdict *v);
/* Index into the modules, or module_count. */
uint32_t store_module_at(const struct verdict *v, uint64_t address);
void store_device(struct verdict *v, uint64_t device, uint16_t vendor, uint16_t product, const char *name);
/* 0 where nothing is known of it. */
uint32_t store_device_name(const struct verdict *v, const struct usb_device *d);

/* ---- the steps ---- */
/* Times of the file that is being walked, as FILETIMEs of the snapshot. */
int64_t verdict_time(const struct verdict *v, int64_t raw);
int64_t verdict_raw(const struct verdict *v, int64_t filetime);

struct outcome gather(struct verdict *v);
void gather_graphics(struct verdict *v, const struct etl_event *e, enum trace_source source);
void gather_process(struct verdict *v, const struct etl_event *e, enum trace_source source, struct text *scratch);
void gather_power(struct verdict *v, const struct etl_event *e, enum trace_source source, struct text *scratch);
void gather_device(struct verdict *v, const struct etl_event *e, enum trace_source source, struct text *scratch);
void gather_device_names(struct verdict *v);
void gather_network(struct verdict *v, const struct etl_event *e);

struct outcome hitches_find(struct verdict *v);

struct outcome measure(struct verdict *v);
void weigh(struct verdict *v);

/* How long two spans overlap; 0 if not at all. */
static inline int64_t overlap(int64_t a_from, int64_t a_to, int64_t b_from, int64_t b_to)
{
    int64_t from = a_from > b_from ? a_from : b_from, to = a_to < b_to ? a_to : b_to;
    return to > from ? to - from : 0;
}
static inline const struct stream *verdict_game(const struct verdict *v)
{
    return v->game ? &v->streams[v->game - 1] : NULL;
}
static inline const struct moment *verdict_moment(const struct verdict *v)
{
    return v->main_moment ? &v->moments[v->main_moment - 1] : NULL;
}
/* A NTSTATUS or HRESULT that means an error, as exit codes of crashes do. */
bool exit_is_crash(uint32_t code);
/* "STATUS_ACCESS_VIOLATION", or NULL. */
const char *exit_name(uint32_t code);

/* For every event of a walk: is it to end here? */
static inline bool verdict_gives_up(struct verdict *v)
{
    if (!v->options.give_up || ++v->asked < 4096)
        return false;
    v->asked = 0;
    v->given_up = v->given_up || v->options.give_up(v->options.give_up_ctx);
    return v->given_up;
}

#endif
