/* Writes the seeds: seeds FOLDER [RECORDING...]. Of the recordings, plain or
 * gzipped, it takes what is left when they are cut down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "runs/snapinfo.h"
#include "export/scenario_info.h"
#include "tests/fuzz/cutter.h"
#include "tests/fuzz/parts.h"
#include "tests/fuzz/records.h"
#include "tests/fuzz/told.h"
#include "tests/support/etl_pack.h"
#include "tests/support/etl_ring.h"
#include "tests/support/etl_sample.h"
#include "tests/support/gunzip.h"
#include "tests/support/play.h"

#define SECOND 1000000
#define RECORDING_MOST (64u << 20)
#define PACKED_MOST 16384u
#define SEED_MOST 12288u
#define TOLD_IN_ONE 12u
#define MARKUP "</title><script>x</script>\x1b[2J.exe"

static const char *folder;
static int failed;

static void save(const char *name, const struct text *t)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s/%s", folder, name);
    if (t->failed || outcome_failed(os_file_replace(text_str(&path), t->bytes, t->len))) {
        fprintf(stderr, "seeds: cannot write %s\n", text_str(&path));
        failed = 1;
    }
    text_done(&path);
}

static void add_part(struct text *t, enum fuzz_part part, const struct text *bytes)
{
    text_addf(t, PART_MARK "%c\n", part_letters[part]);
    text_add_bytes(t, text_str(bytes), bytes->len);
}

/* As it is, and packed. The file is done with. */
static void save_file(const char *name, struct etlw_file *w)
{
    struct text packed = TEXT_EMPTY, packed_name = TEXT_EMPTY;
    text_addf(&packed_name, "%s-packed", name);
    save(name, &w->bytes);
    pack_trace(&w->bytes, &packed);
    save(text_str(&packed_name), &packed);
    text_done(&packed);
    text_done(&packed_name);
    etlw_file_done(w);
}

static void save_samples(void)
{
    struct etlw_file w;
    sample_trace(&w, 1, 20);
    save_file("one-cpu", &w);
    sample_trace(&w, 4, 60);
    save_file("four-cpus", &w);
    sample_kinds_trace(&w, 2);
    save_file("kinds", &w);
    struct etlw_facts f = sample_facts(2);
    f.layout32 = true;
    f.partition_info = true;
    etlw_file_init(&w, &f);
    for (uint32_t i = 0; i < 2 * SAMPLE_KINDS; i++) {
        struct etlw_record r = sample_kind(i % SAMPLE_KINDS, 2000 + i);
        etlw_file_add(&w, i % 2, &r);
    }
    save_file("layout32-open", &w);
}

/* Buffers of half the size, for half of them is filler. */
static void halve(struct etlw_file *w)
{
    struct text t = TEXT_EMPTY;
    uint8_t buffer[SAMPLE_UNIT / 2];
    for (size_t at = 0; at < w->bytes.len; at += SAMPLE_UNIT) {
        memcpy(buffer, w->bytes.bytes + at, sizeof buffer);
        etlw_u32(buffer, sizeof buffer);
        if (!at)
            etlw_u32(buffer + FILE_AT_BUFFER_SIZE, sizeof buffer);
        text_add_bytes(&t, buffer, sizeof buffer);
    }
    text_clear(&w->bytes);
    text_add_bytes(&w->bytes, t.bytes, t.len);
    text_done(&t);
}

/* A circular file and a ring, both wrapped, and one with a number missing. */
static void save_rings(void)
{
    static const struct ring_buffer buffers[] = {
        {0, 14, 10, 13, 13, 0}, {1, 11, 4, 9, 9, 0},   {0, 12, 5, 8, 8, 0},
        {1, 15, 9, 14, 14, ETLW_BUFFER_EVENTS_LOST}, {0, 13, 8, 10, 10, 0}, {1, 17, 14, 16, 16, 0}};
    static const uint32_t modes[] = {1, 2, 0x400};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        struct etlw_file w;
        struct etlw_facts f = ring_facts(modes[i]);
        char name[16];
        snprintf(name, sizeof name, "ring-%x", (unsigned)modes[i]);
        ring_put(&w, &f, buffers, sizeof buffers / sizeof buffers[0]);
        halve(&w);
        save_file(name, &w);
    }
}

/* ---- what the verdict looks at ---- */

/* Small numbers, long enough for any layout of it. */
static void add_told(struct play *p, int64_t at, const struct told *told, uint8_t version)
{
    struct text t = TEXT_EMPTY;
    struct play_who who = {version, version % 2 ? PLAY_GAME : PLAY_OTHER, version % 2 ? PLAY_GAME_THREAD : PLAY_OTHER_THREAD};
    for (unsigned k = 0; k < 24; k++)
        play_u32(&t, k % 5 ? k : 0);
    play_add(p, at, told->source, told->id, version, who, &t);
    text_done(&t);
}

static void save_play(const char *name, struct play *p)
{
    struct etlw_file w;
    struct text seed = TEXT_EMPTY;
    static const struct cut_to all = {1000, 0, SEED_MOST};
    play_write(p, &w);
    if (!cut_trace((const uint8_t *)w.bytes.bytes, w.bytes.len, &all, &seed))
        failed = 1;
    save(name, &seed);
    text_done(&seed);
    etlw_file_done(&w);
    play_done(p);
}

static void save_told(void)
{
    for (size_t from = 0; from < told_count; from += TOLD_IN_ONE) {
        struct play p;
        char name[24];
        play_init(&p);
        play_rundown(&p, 100, true);
        play_frames(&p, 0, 1500000, 33333);
        play_frames(&p, 1900000, 2300000, 33333);
        for (size_t i = from; i < from + TOLD_IN_ONE && i < told_count; i++) {
            for (uint8_t version = 0; version < TOLD_VERSIONS; version++)
                add_told(&p, 1510000 + (int64_t)(i - from) * 30000 + version * 1000, &told_events[i], version);
        }
        snprintf(name, sizeof name, "told-%u", (unsigned)from);
        save_play(name, &p);
    }
}

static void begin_game(struct play *p, bool deep)
{
    play_init(p);
    play_rundown(p, 2 * SECOND - 100, deep);
    play_frames(p, 0, 1200000, 25000);
    play_frames(p, 1450000, 2 * SECOND, 25000);
}

static void save_games(void)
{
    struct play p;
    begin_game(&p, true);
    play_deep(&p, 0, 2 * SECOND);
    play_dpc(&p, 1440000, 200000, PLAY_DRIVER + 0x1000);
    save_play("game-deep", &p);
    begin_game(&p, false);
    play_background(&p, 0, 2 * SECOND);
    play_disk(&p, 1440000, 220000, 10, 65536, 0, PLAY_GAME);
    play_process(&p, 1300000, 5000, "C:\\Tools\\" MARKUP);
    play_exit(&p, 1700000, 5000, 0xC0000374, MARKUP);
    play_exit(&p, 1800000, PLAY_GAME, 0xC0000005, "game.exe");
    save_play("game-disk-crash", &p);
    begin_game(&p, false);
    play_background(&p, 0, 2 * SECOND);
    play_silence(&p, 1200000, 1450000);
    save_play("game-silent", &p);
    begin_game(&p, false);
    p.clock = PLAY_NO_CLOCK;
    p.lost_events = 77;
    save_play("game-no-clock", &p);
    begin_game(&p, false);
    play_background(&p, 0, 2 * SECOND);
    p.hole_from = 1210000;
    p.hole_to = 1440000;
    save_play("game-hole", &p);
    begin_game(&p, true);
    play_deep(&p, 0, 2 * SECOND);
    p.is_ring = true;
    p.kept_from[1] = 300000;
    p.kept_from[2] = 500000;
    save_play("game-ring", &p);
}

/* With all that may lie beside it. */
static void save_beside(void)
{
    struct play p, keys;
    struct etlw_file w, k;
    struct text seed = TEXT_EMPTY, part = TEXT_EMPTY;
    struct snapinfo info = {0};
    struct snapinfo_words words = {0};
    struct device_names devices = {0};
    struct scenario_info scenario;
    static const struct cut_to all = {1000, 0, SEED_MOST / 2};
    begin_game(&p, false);
    play_disk(&p, 1440000, 220000, 10, 65536, 0, PLAY_GAME);
    play_write(&p, &w);
    play_init(&keys);
    play_process(&keys, 1300000, 5000, "C:\\Tools\\update.exe");
    play_exit(&keys, 1800000, PLAY_GAME, 0xC0000005, "game.exe");
    play_write(&keys, &k);
    cut_trace((const uint8_t *)w.bytes.bytes, w.bytes.len, &all, &seed);
    cut_trace((const uint8_t *)k.bytes.bytes, k.bytes.len, &all, &part);
    add_part(&seed, PART_KEYEVENTS, &part);
    info.pressed = PLAY_START + 19000000;
    info.flushed = PLAY_START + 20000000;
    info.flush_before = PLAY_START - 100;
    info.covered.events = 12;
    info.covered.since = PLAY_START;
    text_clear(&part);
    text_set(&words.verdict, "It stood still.");
    text_set(&words.felt[LANGUAGE_ENGLISH], "no stutter");
    device_names_add(&devices, "USB\\VID_046D&PID_C539\\5&2A1F0B3C", "A \"mouse\"");
    device_names_add(&devices, "HID\\VID_046D&PID_C539\\8&1", "\xE9\xBC\xA0\xE6\xA0\x87");
    snapinfo_write(&info, &words, &devices, &part);
    snapinfo_words_done(&words);
    device_names_done(&devices);
    add_part(&seed, PART_SNAPINFO, &part);
    scenario_info_init(&scenario);
    scenario.kind = SCENARIO_process_crash;
    scenario.started = PLAY_START;
    scenario.ended = PLAY_START + 20000000;
    scenario.effect_from = PLAY_START + 12000000;
    scenario.effect_to = PLAY_START + 18000000;
    scenario.children[0].pid = PLAY_GAME;
    scenario.child_count = 1;
    text_clear(&part);
    scenario_info_write(&scenario, &part);
    add_part(&seed, PART_SCENARIO, &part);
    scenario_info_done(&scenario);
    text_set(&part, "[file Microsoft-Windows-Kernel-Process]\n"
                    "guid = 22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716\nlevel = 4\nkeyword.P = 0x10\nmask = P\n"
                    "id 1 en = A program started.\nid 1 zh = \xE7\xA8\x8B\xE5\xBA\x8F\n"
                    "id 2 en = A program ended.\nid 2 zh = .\nid 2 from = 22000\n");
    add_part(&seed, PART_PROVIDERS, &part);
    save("beside", &seed);
    text_done(&seed);
    text_done(&part);
    etlw_file_done(&w);
    etlw_file_done(&k);
    play_done(&p);
    play_done(&keys);
}

/* ---- recordings ---- */

/* What happened in a recording of the truth set happened 9 s before its end. */
static void save_recording(const char *path)
{
    struct text bytes = TEXT_EMPTY, seed = TEXT_EMPTY, name = TEXT_EMPTY;
    static const struct cut_to incident = {9.8, 8.8, SEED_MOST};
    bool good = str_ends(path, ".gz") ? gunzip(path, &bytes)
                                      : !outcome_failed(os_file_read(path, RECORDING_MOST, &bytes));
    text_add(&name, path + os_path_folder_len(path));
    for (char *at = name.bytes; at && *at; at++)
        *at = *at == '/' || *at == ' ' ? '-' : *at;
    if (!good)
        fprintf(stderr, "seeds: cannot read %s\n", path);
    else if (cut_trace((const uint8_t *)bytes.bytes, bytes.len, &incident, &seed))
        save(text_str(&name), &seed);
    else if (bytes.len <= PACKED_MOST)
        save(text_str(&name), &bytes);
    text_done(&bytes);
    text_done(&seed);
    text_done(&name);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    folder = argv[1];
    if (outcome_failed(os_folder_make(folder)))
        return 1;
    save_samples();
    save_rings();
    save_told();
    save_games();
    save_beside();
    for (int i = 2; i < argc; i++)
        save_recording(argv[i]);
    return failed;
}
