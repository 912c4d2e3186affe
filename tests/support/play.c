#include "tests/support/play.h"

#include <stdlib.h>
#include <string.h>

#define TICKS 10 /* of a microsecond */

void play_init(struct play *p)
{
    memset(p, 0, sizeof *p);
    p->os_build = 22631;
    p->noise = 12345;
}

void play_done(struct play *p)
{
    text_done(&p->bytes);
    free(p->events);
}

static uint32_t dice(struct play *p, uint32_t below)
{
    p->noise = p->noise * 1664525u + 1013904223u;
    return (p->noise >> 8) % below;
}

void play_u8(struct text *t, uint8_t value)
{
    text_add_bytes(t, &value, 1);
}

void play_u16(struct text *t, uint16_t value)
{
    uint8_t b[2];
    etlw_u16(b, value);
    text_add_bytes(t, b, 2);
}

void play_u32(struct text *t, uint32_t value)
{
    uint8_t b[4];
    etlw_u32(b, value);
    text_add_bytes(t, b, 4);
}

void play_u64(struct text *t, uint64_t value)
{
    uint8_t b[8];
    etlw_u64(b, value);
    text_add_bytes(t, b, 8);
}

void play_utf16(struct text *t, const char *ascii)
{
    do {
        play_u16(t, (uint8_t)*ascii);
    } while (*ascii++);
}

static struct etlw_record record_of(enum trace_source source, uint16_t id, uint8_t version, struct play_who who)
{
    struct etlw_record r = {0};
    r.guid = *trace_source_guid(source);
    r.id = id;
    r.version = version;
    r.level = 4;
    r.pid = who.pid;
    r.tid = who.tid;
    r.hook = id;
    if (!trace_source_is_kernel(source))
        r.kind = ETLW_EVENT64;
    else
        r.kind = source == TRACE_k_perf ? ETLW_PERFINFO64 : ETLW_SYSTEM64;
    return r;
}

void play_add(struct play *p, int64_t at_us, enum trace_source source, uint16_t id, uint8_t version, struct play_who who,
              const struct text *payload)
{
    if (p->count == p->room) {
        p->room = p->room ? p->room * 2 : 4096;
        p->events = realloc(p->events, p->room * sizeof *p->events);
        if (!p->events)
            abort();
    }
    struct play_event *e = &p->events[p->count];
    memset(e, 0, sizeof *e);
    e->at = PLAY_RAW + at_us * TICKS;
    e->order = (uint32_t)p->count++;
    e->cpu = who.cpu % PLAY_CPUS;
    e->record = record_of(source, id, version, who);
    e->record.time = e->at;
    e->payload = p->bytes.len;
    if (payload) {
        e->record.payload_len = (uint32_t)payload->len;
        text_add_bytes(&p->bytes, text_str(payload), payload->len);
    }
}

/* An event with these fields, by its layout: 1 2 4 8 are numbers of so many
 * bytes, U and A the name, in UTF-16 or as it is. */
static void add_event(struct play *p, int64_t at_us, enum trace_source source, uint16_t id, uint8_t version,
                      struct play_who who, const char *layout, const char *name, const uint64_t *numbers)
{
    struct text t = TEXT_EMPTY;
    for (; *layout; layout++) {
        if (*layout == 'U') {
            play_utf16(&t, name);
        } else if (*layout == 'A') {
            text_add_bytes(&t, name, strlen(name) + 1);
        } else {
            uint8_t b[8];
            etlw_u64(b, *numbers++);
            text_add_bytes(&t, b, (size_t)(*layout - '0'));
        }
    }
    play_add(p, at_us, source, id, version, who, &t);
    text_done(&t);
}
#define NUMBERS(...) ((const uint64_t[]){__VA_ARGS__})

void play_frames(struct play *p, int64_t from_us, int64_t to_us, int64_t frame_us)
{
    for (int64_t at = from_us; at < to_us; at += frame_us + (int64_t)dice(p, 200) - 100) {
        struct play_who who = {dice(p, PLAY_CPUS), PLAY_GAME, PLAY_GAME_THREAD};
        add_event(p, at, TRACE_dxgi, 42, 0, who, "84444", NULL, NUMBERS(0x1A2B3C4D00, 0, 1, 0, 0));
        add_event(p, at + 120, TRACE_dxgi, 43, 0, who, "4", NULL, NUMBERS(0));
    }
}

void play_disk(struct play *p, int64_t end_us, int64_t long_us, uint16_t id, uint32_t bytes, uint32_t flags, uint32_t pid)
{
    struct play_who who = {1, pid, pid + 4};
    uint64_t response = (uint64_t)long_us * TICKS;
    if (id == 14)
        add_event(p, end_us, TRACE_disk, id, 0, who, "4488", NULL, NUMBERS(0, flags, response, 0xFFFF8A0012340000));
    else
        add_event(p, end_us, TRACE_disk, id, 0, who, "44448888", NULL,
                  NUMBERS(0, flags, bytes, 0, 4096 * 77, 0xFFFF8A0012345600, 0xFFFF8A0012340000, response));
}

void play_background(struct play *p, int64_t from_us, int64_t to_us)
{
    for (int64_t at = from_us; at < to_us; at += 4000 + (int64_t)dice(p, 4000)) {
        struct play_who who = {dice(p, PLAY_CPUS), PLAY_OTHER, PLAY_OTHER_THREAD};
        switch (dice(p, 8)) {
        case 0:
            play_disk(p, at, 100 + dice(p, 900), (uint16_t)(10 + dice(p, 2)), 4096u << dice(p, 4), 0, PLAY_OTHER);
            break;
        case 1:
            add_event(p, at, TRACE_processor, 111, 1, who, "2148", NULL, NUMBERS(0, who.cpu, 95 + dice(p, 20), 1000));
            break;
        default: /* never where play_dpc's DPCs run */
            who.cpu = 1;
            add_event(p, at, TRACE_dwm, 15, 0, who, "8", NULL, NUMBERS((uint64_t)at / 1000));
            break;
        }
        if (dice(p, 400) == 0)
            add_event(p, at + 10, TRACE_tcpip, 1351, 0, who, "84444", NULL, NUMBERS(0xFFFF8A0000770000, 1, 1, 20, 300));
    }
}

static const struct play_who kernel = {0, 4, 8};

static void list_process(struct play *p, int64_t at_us, uint32_t pid, const char *image)
{
    add_event(p, at_us, TRACE_process, 15, 0, kernel, "48444U4422", image, NUMBERS(pid, 133499999000000000, 4, 1, 0, 0, 0, 0, 0));
}

static void list_thread(struct play *p, int64_t at_us, uint32_t pid, uint32_t tid)
{
    add_event(p, at_us, TRACE_k_thread, 0x0503, 3, kernel, "4488888888", NULL, NUMBERS(pid, tid, 0, 0, 0, 0, 0, 0, 0, 8));
}

static void list_driver(struct play *p, int64_t at_us, uint64_t base, const char *path)
{
    add_event(p, at_us, TRACE_k_image, 0x1403, 3, kernel, "884444888U", path, NUMBERS(base, 0x20000, 0, 0, 0, 0, base, 0, 0));
}

void play_rundown(struct play *p, int64_t at_us, bool deep)
{
    list_process(p, at_us, PLAY_GAME, "\\Device\\HarddiskVolume3\\Games\\game.exe");
    list_process(p, at_us, PLAY_OTHER, "\\Device\\HarddiskVolume3\\Windows\\System32\\svchost.exe");
    if (!deep)
        return;
    list_thread(p, at_us, PLAY_GAME, PLAY_GAME_THREAD);
    list_thread(p, at_us, PLAY_GAME, PLAY_GAME_THREAD + 4);
    list_thread(p, at_us, PLAY_OTHER, PLAY_OTHER_THREAD);
    list_driver(p, at_us, PLAY_DRIVER, "\\SystemRoot\\System32\\drivers\\badwifi.sys");
    list_driver(p, at_us, PLAY_QUIET_DRIVER, "\\SystemRoot\\System32\\drivers\\good.sys");
}

void play_dpc(struct play *p, int64_t end_us, int64_t long_us, uint64_t routine)
{
    struct play_who who = {2, 0, 0};
    add_event(p, end_us, TRACE_k_perf, 0x0F44, 2, who, "88", NULL,
              NUMBERS((uint64_t)(PLAY_RAW + (end_us - long_us) * TICKS), routine));
}

void play_switch(struct play *p, int64_t at_us, uint32_t cpu, uint32_t old_tid, uint32_t new_tid, bool waits)
{
    struct play_who who = {cpu, 0, 0};
    add_event(p, at_us, TRACE_k_thread, 0x0524, 4, who, "444111144", NULL,
              NUMBERS(new_tid, old_tid, 0x08080808, 6, 0, waits ? 5 : 1, 0, 0, 0));
}

void play_ready(struct play *p, int64_t at_us, uint32_t by_pid, uint32_t by_tid, uint32_t tid)
{
    struct play_who who = {3, by_pid, by_tid};
    add_event(p, at_us, TRACE_k_thread, 0x0532, 2, who, "44", NULL, NUMBERS(tid, 0));
}

/* The game's thread runs three quarters of each frame of 16 ms on CPU 0. */
void play_deep(struct play *p, int64_t from_us, int64_t to_us)
{
    for (int64_t at = from_us; at < to_us; at += 16000) {
        play_ready(p, at + 11900, PLAY_GAME, PLAY_GAME_THREAD + 4, PLAY_GAME_THREAD);
        play_switch(p, at + 12000, 0, PLAY_OTHER_THREAD, PLAY_GAME_THREAD, false);
        play_switch(p, at + 24000, 0, PLAY_GAME_THREAD, PLAY_OTHER_THREAD, true);
        play_dpc(p, at + 5000, 30 + dice(p, 40), PLAY_QUIET_DRIVER + 0x1000);
        play_dpc(p, at + 9000, 20 + dice(p, 60), PLAY_DRIVER + 0x1000);
    }
}

void play_process(struct play *p, int64_t at_us, uint32_t pid, const char *image)
{
    struct play_who who = {1, PLAY_OTHER, PLAY_OTHER_THREAD};
    add_event(p, at_us, TRACE_process, 1, 1, who, "48444U", image,
              NUMBERS(pid, (uint64_t)(PLAY_START + at_us * 10), PLAY_OTHER, 1, 0));
}

void play_exit(struct play *p, int64_t at_us, uint32_t pid, uint32_t code, const char *image)
{
    struct play_who who = {1, pid, pid + 4};
    add_event(p, at_us, TRACE_process, 2, 0, who, "48844488A", image,
              NUMBERS(pid, 133499999000000000, (uint64_t)(PLAY_START + at_us * 10), code, 1, 200, 1 << 20, 900 << 20));
}

static void leave_out(struct play *p, int64_t from_us, int64_t to_us, const struct guid *only)
{
    size_t kept = 0;
    int64_t from = PLAY_RAW + from_us * TICKS, to = PLAY_RAW + to_us * TICKS;
    for (size_t i = 0; i < p->count; i++) {
        const struct play_event *e = &p->events[i];
        if (e->at <= from || e->at >= to || (only && !guid_equal(only, &e->record.guid)))
            p->events[kept++] = *e;
    }
    p->count = kept;
}

void play_silence(struct play *p, int64_t from_us, int64_t to_us)
{
    leave_out(p, from_us, to_us, NULL);
}

void play_without(struct play *p, enum trace_source source, int64_t from_us, int64_t to_us)
{
    leave_out(p, from_us, to_us, trace_source_guid(source));
}

static int earlier(const void *a, const void *b)
{
    const struct play_event *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

#define RING_BUFFER 4096u
#define RING_SEQUENCE 500 /* so many buffers were filled before the oldest one */
#define MODE_BUFFERING 0x400u

void play_write(struct play *p, struct etlw_file *w)
{
    struct etlw_facts facts = etlw_facts_default(PLAY_CPUS);
    bool lost = false;
    facts.start_raw = PLAY_RAW - 1000;
    facts.start_time = PLAY_START - 1000;
    facts.boot_time = PLAY_START - 36000000000;
    facts.perf_freq = 10000000;
    facts.os_build = p->os_build;
    facts.events_lost = p->lost_events;
    facts.logger_name = "play";
    facts.file_name = "play.etl";
    if (p->clock)
        facts.clock = p->clock;
    if (p->is_ring) {
        facts.buffer_size = RING_BUFFER;
        facts.log_file_mode = MODE_BUFFERING;
    }
    qsort(p->events, p->count, sizeof *p->events, earlier);
    etlw_file_init(w, &facts);
    w->sequence = p->is_ring ? RING_SEQUENCE : 0;
    for (size_t i = 0; i < p->count; i++) {
        struct play_event *e = &p->events[i];
        if (e->at < PLAY_RAW + p->kept_from[e->cpu] * TICKS)
            continue;
        if (p->hole_to && e->at > PLAY_RAW + p->hole_from * TICKS && e->at < PLAY_RAW + p->hole_to * TICKS)
            continue;
        if (p->hole_to && !lost && e->at >= PLAY_RAW + p->hole_to * TICKS) {
            for (uint32_t cpu = 0; cpu < PLAY_CPUS; cpu++)
                etlw_file_flush(w, cpu, ETLW_BUFFER_PROC_INDEX);
            lost = true;
        }
        e->record.payload = text_str(&p->bytes) + e->payload;
        etlw_file_add(w, e->cpu, &e->record);
        if (lost && p->hole_to && e->at >= PLAY_RAW + (p->hole_to + 50000) * TICKS) {
            for (uint32_t cpu = 0; cpu < PLAY_CPUS; cpu++)
                etlw_file_flush(w, cpu, ETLW_BUFFER_PROC_INDEX | ETLW_BUFFER_EVENTS_LOST);
            p->hole_to = 0;
        }
    }
    etlw_file_finish(w);
}

bool play_save(struct play *p, const char *path)
{
    struct etlw_file w;
    play_write(p, &w);
    bool good = etlw_file_save(&w, path);
    etlw_file_done(&w);
    return good;
}
