/* Traces of a game that tests write themselves: a machine with a game and some
 * background, to which incidents are added. Times are microseconds from the
 * start of the trace; events may be added in any order and are sorted when the
 * trace is written. */
#ifndef HB_TESTS_SUPPORT_PLAY_H
#define HB_TESTS_SUPPORT_PLAY_H

#include "events/trace_source.h"
#include "tests/support/etl_write.h"

#define PLAY_GAME 4000u        /* its process id */
#define PLAY_GAME_THREAD 4004u
#define PLAY_OTHER 888u
#define PLAY_OTHER_THREAD 892u
#define PLAY_CPUS 4u
#define PLAY_NO_CLOCK 9u
#define PLAY_DRIVER 0xFFFFF80612340000u /* base of badwifi.sys */
#define PLAY_QUIET_DRIVER 0xFFFFF80655550000u /* of good.sys */
#define PLAY_RAW 1000000000        /* raw time of the start */
#define PLAY_START 133500000000000000 /* the same as FILETIME */

struct play_event {
    int64_t at; /* raw */
    uint32_t order;
    uint32_t cpu;
    struct etlw_record record;
    size_t payload; /* offset in the bytes */
};

struct play {
    struct text bytes;
    struct play_event *events;
    size_t count, room;
    uint32_t os_build;
    uint32_t lost_events;
    uint32_t noise; /* state of the dice */
    bool is_ring; /* a snapshot of a ring that has turned, in small buffers */
    int64_t kept_from[PLAY_CPUS]; /* us; what each CPU said before was overwritten */
    uint32_t clock; /* of the header; 0: QPC, PLAY_NO_CLOCK: unknown */
    int64_t hole_from, hole_to; /* events of CPU 0 in between are lost, and its next buffer is flagged */
};

void play_init(struct play *p);
void play_done(struct play *p);

/* ---- payloads ---- */
void play_u8(struct text *t, uint8_t value);
void play_u16(struct text *t, uint16_t value);
void play_u32(struct text *t, uint32_t value);
void play_u64(struct text *t, uint64_t value);
void play_utf16(struct text *t, const char *ascii); /* with its NUL */

/* ---- events ---- */
struct play_who {
    uint32_t cpu, pid, tid;
};
void play_add(struct play *p, int64_t at_us, enum trace_source source, uint16_t id, uint8_t version, struct play_who who,
              const struct text *payload);

/* The game's frames from DXGI, each `frame_us` long with a little jitter. */
void play_frames(struct play *p, int64_t from_us, int64_t to_us, int64_t frame_us);
/* What any machine does: small disk reads and writes, desktop frames, clock
 * reports, now and then a packet sent again. */
void play_background(struct play *p, int64_t from_us, int64_t to_us);
/* Rundown: processes, and with `deep` threads and drivers. */
void play_rundown(struct play *p, int64_t at_us, bool deep);
/* Context switches, DPCs and samples of a healthy machine. */
void play_deep(struct play *p, int64_t from_us, int64_t to_us);

void play_disk(struct play *p, int64_t end_us, int64_t long_us, uint16_t id, uint32_t bytes, uint32_t flags, uint32_t pid);
void play_dpc(struct play *p, int64_t end_us, int64_t long_us, uint64_t routine);
void play_switch(struct play *p, int64_t at_us, uint32_t cpu, uint32_t old_tid, uint32_t new_tid, bool waits);
void play_ready(struct play *p, int64_t at_us, uint32_t by_pid, uint32_t by_tid, uint32_t tid);
void play_process(struct play *p, int64_t at_us, uint32_t pid, const char *image);
void play_exit(struct play *p, int64_t at_us, uint32_t pid, uint32_t code, const char *image);

/* Leaves out every event in a span, as if the machine had stood still. */
void play_silence(struct play *p, int64_t from_us, int64_t to_us);
/* The same for one source only. */
void play_without(struct play *p, enum trace_source source, int64_t from_us, int64_t to_us);

/* The file's bytes; their owner calls etlw_file_done. */
void play_write(struct play *p, struct etlw_file *w);
bool play_save(struct play *p, const char *path);

#endif
