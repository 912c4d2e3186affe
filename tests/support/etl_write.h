/* Makes the bytes of real .etl files, for the simulated ETW and for tests of
 * the reader. It shares nothing with the reader: what one believes about the
 * format, the other has to find in the bytes.
 *
 * Three layers, each usable alone:
 *   records   etlw_record_size, etlw_record_put: one event at an address
 *   buffers   etlw_buffer_*: records into caller's storage, then its header
 *   files     etlw_file_*: a whole file in memory, one open buffer per CPU
 *
 * Layouts follow Windows 8 and later: 72-byte buffer headers, records at
 * multiples of 8, 0xFF behind the last one. All times are ticks of the
 * session's clock unless named otherwise; FILETIMEs are UTC. */
#ifndef HB_TESTS_SUPPORT_ETL_WRITE_H
#define HB_TESTS_SUPPORT_ETL_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/guid.h"
#include "base/text.h"

/* ---- records ---- */

enum etlw_kind {
    ETLW_EVENT64, /* manifest and TraceLogging events, 0x50 byte header */
    ETLW_EVENT32,
    ETLW_SYSTEM64, /* kernel records with thread and process, 0x20 bytes */
    ETLW_SYSTEM32,
    ETLW_COMPACT64, /* SYSTEM without the two CPU times, 0x18 bytes */
    ETLW_COMPACT32,
    ETLW_PERFINFO64, /* kernel records without a thread, 0x10 bytes */
    ETLW_PERFINFO32,
    ETLW_FULL64, /* classic TraceEvent, 0x30 bytes */
    ETLW_FULL32,
    ETLW_INSTANCE64, /* classic TraceEventInstance, 0x48 bytes */
    ETLW_INSTANCE32,
    ETLW_WPP /* trace message */
};

/* EVENT_HEADER.Flags as they stand on disk. ETLW_FLAG_EXTENDED is set for you
 * where items are given. */
#define ETLW_FLAG_EXTENDED 0x0001u
#define ETLW_FLAG_STRING_ONLY 0x0004u

/* One extended data item of an EVENT record: type 1 related activity, 2 SID,
 * 5/6 stack, 0xB TraceLogging schema, 0xC provider traits, 0xD process key. */
struct etlw_item {
    uint16_t type;
    uint16_t len;
    const void *bytes;
};

/* WPP option bits; they also say which fields are written. */
#define ETLW_WPP_SEQUENCE 0x01u
#define ETLW_WPP_GUID 0x02u
#define ETLW_WPP_COMPONENT 0x04u
#define ETLW_WPP_TIMESTAMP 0x08u
#define ETLW_WPP_SYSTEMINFO 0x20u
#define ETLW_WPP_POINTER64 0x80u

/* What a record says. Fields that its kind does not have are ignored; zero the
 * struct, set what you need. */
struct etlw_record {
    enum etlw_kind kind;
    int64_t time;
    uint32_t tid, pid;
    struct guid guid; /* provider, or class of FULL and INSTANCE, or WPP's */
    uint16_t id;      /* event id, or WPP's message number */
    uint16_t version; /* SYSTEM, COMPACT, PERFINFO, FULL take all 16 bits */
    uint8_t channel, level, opcode;
    uint16_t task;
    uint64_t keyword;
    uint16_t flags, property; /* EVENT only */
    uint64_t processor_time;  /* EVENT only */
    struct guid activity;     /* EVENT; INSTANCE's parent class */
    uint16_t hook;            /* SYSTEM, COMPACT, PERFINFO: group << 8 | type */
    uint32_t kernel_time, user_time;         /* SYSTEM, FULL, INSTANCE */
    uint32_t instance_id, parent_instance_id; /* INSTANCE */
    uint64_t extras[5];   /* PERFINFO: counters and PEBS index before the payload; */
    uint32_t extra_count; /* their bits of `version` are for you to set */
    uint16_t wpp_options;
    uint32_t wpp_sequence, wpp_component;
    const struct etlw_item *items; /* EVENT only */
    uint32_t item_count;
    const void *payload;
    uint32_t payload_len;
};

/* The record's Size field: header, extras, items and payload, not rounded. A
 * result over 65535 cannot be written. */
uint32_t etlw_record_size(const struct etlw_record *r);
/* Writes exactly etlw_record_size bytes and returns that number. The 0..7
 * bytes up to the next multiple of 8 are not touched (real files hold garbage
 * there). */
uint32_t etlw_record_put(const struct etlw_record *r, uint8_t *at);

/* ---- buffers ---- */

#define ETLW_BUFFER_HEADER 72u
/* Offsets in a buffer of its flush time and its number, both i64. */
#define ETLW_AT_BUFFER_STAMP 0x10u
#define ETLW_AT_BUFFER_SEQUENCE 0x18u

#define ETLW_BUFFER_FLUSH_MARKER 0x01u
#define ETLW_BUFFER_EVENTS_LOST 0x02u
#define ETLW_BUFFER_BUFFER_LOST 0x04u
#define ETLW_BUFFER_PROC_INDEX 0x20u
#define ETLW_BUFFER_COMPRESSED 0x40u

/* A buffer being filled, in the caller's storage of `size` bytes. `used`
 * counts from the start of its header and is the offset of the next record. */
struct etlw_buffer {
    uint8_t *bytes;
    uint32_t size, used;
    int64_t last_time; /* of the newest record, for the flush time */
};

void etlw_buffer_begin(struct etlw_buffer *b, uint8_t *bytes, uint32_t size);
/* False where the record has no room; then nothing was written. The alignment
 * bytes behind it are filled with a byte that is neither 0 nor 0xFF. */
bool etlw_buffer_add(struct etlw_buffer *b, const struct etlw_record *r);
/* Writes the header and the filler. `flush_time` 0: the last record's time.
 * Flags: PROC_INDEX is the normal value. The buffer's bytes are then ready
 * for the file; `used` stays, so more may be added and it be ended again. */
void etlw_buffer_end(struct etlw_buffer *b, uint32_t cpu, uint16_t logger_id, int64_t sequence,
                     int64_t flush_time, uint16_t flags);

/* ---- the header buffer ---- */

struct etlw_facts {
    uint32_t buffer_size; /* bytes; of every buffer of the file */
    uint32_t cpu_count;
    uint32_t os_major, os_minor, os_build;
    uint32_t log_file_mode;
    uint32_t max_file_size; /* MB, or KB with mode 0x2000 */
    uint32_t buffers_written; /* with the header buffer; 1 while not closed */
    uint32_t events_lost, buffers_lost;
    uint32_t clock;     /* 1 QPC, 2 system time, 3 CPU cycles */
    int64_t perf_freq;  /* ticks per second of QPC */
    int64_t start_raw;  /* the header event's time in the session's clock */
    int64_t start_time; /* the same moment as FILETIME */
    int64_t end_time;   /* FILETIME; 0 while not closed */
    int64_t boot_time;  /* FILETIME */
    uint32_t cpu_mhz, timer_resolution; /* MHz; 100 ns units */
    int32_t bias_minutes;               /* UTC minus local time */
    uint32_t pid, tid;                  /* who started the session */
    uint16_t logger_id;
    const char *logger_name, *file_name; /* UTF-8; NULL is "" */
    bool layout32;       /* the 32-bit layout of the logfile header */
    bool partition_info; /* the second record 0x0050 of Windows 10 and 11 */
};

/* Plausible values for a Windows 11 machine of `cpu_count` CPUs: 64 KB
 * buffers, QPC at 10 MHz, sequential mode, not closed. */
struct etlw_facts etlw_facts_default(uint32_t cpu_count);
/* The whole header buffer, buffer_size bytes, with its filler. */
void etlw_header_put(const struct etlw_facts *f, uint8_t *bytes);
/* Offsets in the file of fields that change while the session runs (64-bit
 * layout): EndTime i64, BuffersWritten, EventsLost and BuffersLost u32. */
#define ETLW_AT_END_TIME 0x78u
#define ETLW_AT_BUFFERS_WRITTEN 0x8Cu
#define ETLW_AT_EVENTS_LOST 0x98u
#define ETLW_AT_BUFFERS_LOST 0x17Cu

/* ---- whole files in memory ---- */

#define ETLW_MAX_CPUS 64u

struct etlw_file {
    struct etlw_facts facts;
    struct text bytes; /* the file so far: header buffer, then data buffers */
    struct etlw_buffer open[ETLW_MAX_CPUS]; /* one per CPU; bytes NULL: none */
    int64_t sequence; /* of the last buffer that was added */
};

/* Writes the header buffer. Names in `facts` must outlive the file. */
void etlw_file_init(struct etlw_file *w, const struct etlw_facts *facts);
/* Adds to the CPU's open buffer; a full one goes to the file first. False
 * where the record can never fit. Out of memory shows as w->bytes.failed. */
bool etlw_file_add(struct etlw_file *w, uint32_t cpu, const struct etlw_record *r);
/* Ends the CPU's open buffer and appends it, if it holds anything. */
void etlw_file_flush(struct etlw_file *w, uint32_t cpu, uint16_t flags);
/* Appends a data buffer as it is; flags and all from the caller. */
void etlw_file_append(struct etlw_file *w, const void *bytes, size_t len);
/* Flushes every CPU in turn, then writes BuffersWritten, EventsLost,
 * BuffersLost and EndTime (facts.end_time, or the last record's time) into
 * the header. Without this call the file is one that was never closed. */
void etlw_file_finish(struct etlw_file *w);
/* Writes the bytes to a new file; false where it could not. */
bool etlw_file_save(const struct etlw_file *w, const char *path);
void etlw_file_done(struct etlw_file *w);

/* UTF-8 to UTF-16LE with its NUL; returns the bytes written, at most `room`. */
uint32_t etlw_name(uint8_t *at, uint32_t room, const char *name);
/* Little-endian stores for tests that damage a file. */
void etlw_u16(uint8_t *at, uint16_t value);
void etlw_u32(uint8_t *at, uint32_t value);
void etlw_u64(uint8_t *at, uint64_t value);

#endif
