/* The traces and recordings that the operations read. */
#include "tests/memory/memory.h"

#include <stdlib.h>
#include <string.h>

#include "export/scenario_info.h"
#include "etl/etl_check.h"
#include "runs/snapinfo.h"
#include "tests/memory/memory_files.h"
#include "tests/support/etl_pack.h"
#include "tests/support/etl_sample.h"
#include "tests/support/folder.h"
#include "tests/support/play.h"

#define TICKS_S INT64_C(10000000)
#define QUIET_S 20
#define EFFECT_S 5
#define WHOLE_S 35

void memory_path(char *path, const char *name)
{
    struct text t = TEXT_EMPTY;
    text_addf(&t, "%s/%s", memory_folder, name);
    memcpy(path, text_str(&t), t.len < MEMORY_PATH_MOST ? t.len + 1 : 1);
    text_done(&t);
}

static bool put(const char *name, const void *bytes, size_t len)
{
    return folder_put(memory_folder, name, bytes, len);
}

static bool put_trace(const char *name, struct etlw_file *w, bool packed)
{
    struct text out = TEXT_EMPTY;
    if (packed)
        pack_trace(&w->bytes, &out);
    bool good = packed ? put(name, out.bytes, out.len) : put(name, w->bytes.bytes, w->bytes.len);
    text_done(&out);
    etlw_file_done(w);
    return good;
}

/* Something of every kind, with holes, on four CPUs. */
static bool put_played(const char *name, bool as_key_events)
{
    struct play p;
    struct etlw_file w;
    play_init(&p);
    play_rundown(&p, 1000, !as_key_events);
    play_process(&p, 400000, 5001, "\\Device\\HarddiskVolume3\\Tools\\updater.exe");
    play_exit(&p, 3000000, 5001, 0xC0000005, "updater.exe");
    if (!as_key_events) {
        play_background(&p, 2000, 5000000);
        play_frames(&p, 2000, 2500000, 16000);
        play_frames(&p, 2912000, 5000000, 16000);
        play_deep(&p, 2000, 5000000);
        play_disk(&p, 2900000, 380000, 10, 65536, 0, PLAY_OTHER);
        play_dpc(&p, 2850000, 30000, PLAY_DRIVER + 0x1000);
        p.hole_from = 4000000;
        p.hole_to = 4100000;
        p.lost_events = 7;
    }
    play_write(&p, &w);
    play_done(&p);
    return put_trace(name, &w, false);
}

static bool put_ring(const char *name)
{
    struct etlw_facts facts = sample_facts(2);
    struct etlw_file w;
    facts.log_file_mode = 0x400; /* EVENT_TRACE_BUFFERING_MODE */
    etlw_file_init(&w, &facts);
    for (uint16_t i = 0; i < 400; i++) {
        struct etlw_record r = sample_event(i, 2000 + (int64_t)i * 10);
        etlw_file_add(&w, i % 2, &r);
    }
    etlw_file_finish(&w);
    return put_trace(name, &w, false);
}

static bool put_info(const char *folder, int64_t start)
{
    struct scenario_info *info = malloc(sizeof *info);
    struct text json = TEXT_EMPTY;
    if (!info)
        return false;
    scenario_info_init(info);
    info->kind = SCENARIO_disk_burst;
    info->started = start;
    info->effect_from = start + QUIET_S * TICKS_S;
    info->effect_to = info->effect_from + EFFECT_S * TICKS_S;
    info->ended = start + WHOLE_S * TICKS_S;
    info->child_count = 1;
    scenario_info_write(info, &json);
    bool good = folder_put(folder, SCENARIO_FILE, json.bytes, json.len);
    text_done(&json);
    free(info);
    return good;
}

static bool put_recording(const char *name)
{
    struct etlw_facts facts = sample_facts(1);
    struct etlw_file full, filtered;
    struct text folder = TEXT_EMPTY;
    text_addf(&folder, "%s/%s", memory_folder, name);
    bool good = !outcome_failed(os_folder_make(text_str(&folder)));
    etlw_file_init(&full, &facts);
    etlw_file_init(&filtered, &facts);
    sample_spread(&full, 100, 0, WHOLE_S * 1000, 100);
    sample_spread(&full, 101, QUIET_S * 1000, (QUIET_S + EFFECT_S) * 1000, 30);
    sample_spread(&filtered, 101, QUIET_S * 1000, (QUIET_S + EFFECT_S) * 1000, 30);
    etlw_file_finish(&full);
    etlw_file_finish(&filtered);
    good = good && folder_put(text_str(&folder), SCENARIO_FULL, full.bytes.bytes, full.bytes.len) &&
           folder_put(text_str(&folder), SCENARIO_FILTERED, filtered.bytes.bytes, filtered.bytes.len) &&
           put_info(text_str(&folder), facts.start_time);
    etlw_file_done(&full);
    etlw_file_done(&filtered);
    text_done(&folder);
    return good;
}

/* With a buffer of zeros and a damaged event. */
static bool put_damaged(const char *name)
{
    struct etlw_file w;
    sample_trace(&w, 3, 400);
    memset(w.bytes.bytes + 3 * SAMPLE_UNIT, 0, SAMPLE_UNIT);
    memset(w.bytes.bytes + 4 * SAMPLE_UNIT + 200, 0xFF, 8);
    return put_trace(name, &w, false);
}

/* A recording beside which it stands what the recorder knew. */
static bool put_known(void)
{
    struct snapinfo info;
    struct snapinfo_words words = {0};
    struct device_names devices = {0};
    struct text json = TEXT_EMPTY;
    char folder[MEMORY_PATH_MOST], trace[MEMORY_PATH_MOST];
    memory_path(folder, "known");
    memory_path(trace, "known/snap.etl");
    memset(&info, 0, sizeof info);
    bool good = !outcome_failed(os_folder_make(folder)) && put_played("known/snap.etl", false) &&
                !outcome_failed(etl_summarise(trace, &info.summary));
    info.pressed = info.summary.last_time - TICKS_S;
    info.flushed = info.summary.last_time;
    info.complete_from = info.summary.first_time + 1;
    info.flush_before = info.summary.first_time;
    info.covered.since = info.summary.first_time;
    info.covered.events = 3;
    text_set(&words.verdict, "A sentence.");
    device_names_add(&devices, "USB\\VID_046D&PID_C539\\5&2A1F0B3C", "A mouse");
    snapinfo_write(&info, &words, &devices, &json);
    snapinfo_words_done(&words);
    device_names_done(&devices);
    good = good && folder_put(folder, "snap.json", json.bytes, json.len);
    text_done(&json);
    return good;
}

bool memory_make_files(void)
{
    static const char list_ini[] = "[file Microsoft-Windows-Kernel-Process]\n"
                                   "guid = {22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716}\n"
                                   "level = 4\nkeyword.PROCESS = 0x10\nmask = PROCESS\nmask from 22000 = PROCESS\n"
                                   "id 100 en = A.\nid 100 zh = A\xE3\x80\x82\nid 101 en = B.\nid 101 zh = B\xE3\x80\x82\n"
                                   "[buffer Microsoft-Windows-Kernel-Disk]\n"
                                   "guid = {c7bde69a-e1e0-4177-b6ef-283ad1525271}\nlevel = 4\nmask = ALL\n";
    struct etlw_file w;
    folder_remove(memory_folder);
    bool good = !outcome_failed(os_folder_make(memory_folder));
    sample_trace(&w, 20, 600);
    good = good && put_trace("many.etl", &w, false);
    sample_kinds_trace(&w, 6);
    good = good && put_trace("kinds.etl", &w, false);
    sample_trace(&w, 3, 400);
    good = good && put_trace("packed.etl", &w, true);
    return good && put_damaged("damaged.etl") && put_ring("ring.etl") && put_played("snap.etl", false) &&
           put_played("keys.etl", true) && put_known() && put_recording("scenarios/one") && put_recording("scenarios/two") &&
           put("list.ini", list_ini, sizeof list_ini - 1) && put("no.etl", "this is no trace", 16) &&
           put("bad.ini", "[nothing]\nx\n= 3\nring_mb = 99999999\nkey = 1\n", 44);
}
