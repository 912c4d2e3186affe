/* The folders on disk. What is not done for want of memory may be done at the
 * next start; what must not happen is that evidence goes, or that half of
 * something is left. */
#include "tests/memory/memory.h"

#include <string.h>

#include "runs/history.h"
#include "runs/retention.h"
#include "runs/ring_mark.h"
#include "runs/run_files.h"
#include "runs/runs.h"
#include "runs/stale_temp.h"
#include "tests/memory/memory_files.h"
#include "tests/support/folder.h"

#define DAY INT64_C(864000000000)
#define LOG "main.log"
#define OLD "20200101_000000"
#define NEW "20210101_000000"

static const struct guid ring = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
static char base[MEMORY_PATH_MOST], run[2][MEMORY_PATH_MOST];

static void put_info(const char *folder, const char *name, int64_t pressed)
{
    struct snapinfo info;
    struct snapinfo_words words = {0};
    struct device_names devices = {0};
    struct text json = TEXT_EMPTY;
    memset(&info, 0, sizeof info);
    info.pressed = pressed;
    info.summary.bytes = 1000;
    info.summary.first_time = pressed - 1000;
    info.summary.last_time = pressed;
    text_set(&words.verdict, "It was the disk, and this sentence is long enough to need room.");
    text_set(&words.cause[LANGUAGE_ENGLISH], "the disk took 380 ms for one read, and more");
    text_set(&words.felt[LANGUAGE_ZH_CN], "卡顿 412 毫秒");
    device_names_add(&devices, "USB\\VID_046D&PID_C539\\5&2A1F0B3C", "A mouse whose name is long enough to need room");
    snapinfo_write(&info, &words, &devices, &json);
    snapinfo_words_done(&words);
    device_names_done(&devices);
    folder_put(folder, name, json.bytes, json.len);
    text_done(&json);
}

/* Two runs of two snapshots each, the first pinned and not ended. */
static void make_base(void)
{
    static const char *const names[] = {OLD, NEW};
    memory_path(base, "base");
    folder_remove(base);
    for (int i = 0; i < 2; i++) {
        char inside[40];
        memcpy(inside, "base/runs/", 10);
        memcpy(inside + 10, names[i], sizeof OLD);
        memory_path(run[i], inside);
        os_folder_make(run[i]);
        folder_put(run[i], "snap.etl", "1", 1);
        folder_put(run[i], "snap-2.etl", "12", 2);
        folder_put(run[i], "keyevents.etl", "123", 3);
        folder_put(run[i], "ring", "{00000001-0002-0003-0405-060708090a0b}\n", 39);
        folder_put(run[i], "snap.json.123.tmp", "1", 1);
        folder_put(run[i], "mine.txt", "1", 1);
        put_info(run[i], "snap.json", 133000000000000000 + i * DAY);
        put_info(run[i], "snap-2.json", 133000000000000000 + i * DAY + 1000);
    }
    folder_put(run[0], "snap.pin", "", 0);
    folder_put(run[0], "running", "", 0);
    folder_put(run[1], "unclean", "", 0);
}

static void stands(struct memory_answer *a, const char *folder, const char *name)
{
    if (!folder_has(folder, name))
        memory_wrong(a, "is gone:", name);
}

static bool see_name(void *ctx, const char *name, const struct os_stat *st)
{
    uint64_t *sum = ctx, own = st->len;
    for (; *name; name++)
        own = own * 31 + (unsigned char)*name;
    *sum += own * own;
    return true;
}

static void came_names(struct memory_answer *a, const char *folder)
{
    uint64_t sum = 0;
    os_folder_list(folder, see_name, &sum);
    memory_came_number(a, sum);
}

static bool log_tells(const char *folder)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    folder_join(&path, folder, LOG);
    bool told = !outcome_failed(os_file_read(text_str(&path), 100000, &bytes)) && strstr(text_str(&bytes), "out_of_memory");
    text_done(&path);
    text_done(&bytes);
    return told;
}

static struct log *open_log(const char *folder)
{
    struct text path = TEXT_EMPTY;
    struct log *log = NULL;
    folder_join(&path, folder, LOG);
    (void)log_open(text_str(&path), &log);
    text_done(&path);
    return log;
}

static void begin(struct memory_answer *a)
{
    struct text folder = TEXT_EMPTY, path = TEXT_EMPTY;
    struct log *log = NULL;
    make_base();
    memory_on();
    struct outcome o = runs_begin(base, 133000000000000000, NULL, NULL, &folder);
    if (!outcome_failed(o))
        o = runs_mark_running(text_str(&folder));
    os_path_join(text_str(&folder), LOG, &path);
    if (!outcome_failed(o))
        o = log_open(text_str(&path), &log);
    log_event(log, "start", "folder=\"%s\" and something more that needs much more room than there is", text_str(&folder));
    log_outcome(log, "failed", outcome_of(WHY_disk_full, 112), "path=\"%s\"", "C:\\x");
    if (!outcome_failed(o))
        o = runs_mark_ended(text_str(&folder));
    memory_off();
    log_close(log);
    memory_came_outcome(a, o);
    a->told = a->told || log_tells(text_str(&folder));
    came_names(a, text_str(&folder));
    text_done(&folder);
    text_done(&path);
}

static void free_names(struct memory_answer *a)
{
    struct text free_one = TEXT_EMPTY, like = TEXT_EMPTY, part = TEXT_EMPTY, bad = TEXT_EMPTY;
    char snap[MEMORY_PATH_MOST];
    make_base();
    memory_path(snap, "base/runs/" OLD "/snap.etl");
    memory_on();
    struct outcome o = run_files_free(run[0], RUN_FILES_SNAP, 1, &free_one);
    struct outcome p = run_files_free_like(snap, &like);
    run_files_part(snap, &part);
    run_files_bad(text_str(&free_one), &bad);
    run_files_short_name(text_str(&bad), &part);
    memory_off();
    memory_came_outcome(a, o);
    memory_came_outcome(a, p);
    memory_came_text(a, &free_one);
    memory_came_text(a, &like);
    memory_came_text(a, &part);
    memory_came_text(a, &bad);
    text_done(&free_one);
    text_done(&like);
    text_done(&part);
    text_done(&bad);
}

static bool note_run(void *ctx, const char *folder)
{
    (void)folder;
    ++*(uint32_t *)ctx;
    return true;
}

static void unclean(struct memory_answer *a)
{
    uint32_t told = 0;
    make_base();
    memory_on();
    runs_take_unclean(base, run[1], NULL, note_run, &told);
    memory_off();
    /* Not now, then at the next start. */
    if (folder_has(run[0], "running") == (told == 1) || folder_has(run[0], "unclean") != (told == 1))
        memory_wrong(a, "told of and not marked, or the other way round", "");
    a->told = !told;
    memory_came_number(a, told);
}

static void history(struct memory_answer *a)
{
    struct history h;
    make_base();
    history_init(&h);
    memory_on();
    history_read(base, &h);
    memory_off();
    memory_came_outcome(a, h.read);
    for (size_t i = 0; i < h.count; i++) {
        const struct history_entry *e = &h.entries[i];
        memory_came_text(a, &e->path);
        memory_came_text(a, &e->words.verdict);
        memory_came_text(a, &e->words.cause[LANGUAGE_ENGLISH]);
        memory_came_text(a, &e->words.felt[LANGUAGE_ZH_CN]);
        memory_came_number(a, e->known + 2u * e->pinned + 4u * e->gone + 8u * e->kind);
        memory_came_number(a, e->known ? (uint64_t)e->time : 0);
    }
    history_done(&h);
}

static void retention(struct memory_answer *a)
{
    struct retention_limits limits = {0, 1, 0, 0, false};
    make_base();
    struct log *log = open_log(run[1]);
    memory_on();
    struct retention_result r = retention_apply(base, run[1], &limits, 133000000000000000 + 3 * DAY, log);
    memory_off();
    log_close(log);
    a->told = log_tells(run[1]);
    memory_came_number(a, r.removed);
    came_names(a, run[0]);
    stands(a, run[0], "snap.etl");
    stands(a, run[0], "snap.pin");
    stands(a, run[0], "mine.txt");
    stands(a, run[1], "keyevents.etl");
}

static void pins(struct memory_answer *a)
{
    char snap[MEMORY_PATH_MOST];
    bool pinned = false;
    make_base();
    memory_path(snap, "base/runs/" OLD "/snap-2.etl");
    memory_on();
    struct outcome o = retention_pin(snap, true);
    struct outcome asked = retention_pinned(snap, &pinned);
    memory_off();
    memory_came_outcome(a, o);
    memory_came_outcome(a, asked);
    memory_on();
    o = retention_pin(snap, false);
    memory_off();
    memory_came_outcome(a, o);
    came_names(a, run[0]);
}

static void info(struct memory_answer *a)
{
    char snap[MEMORY_PATH_MOST];
    struct snapinfo read;
    struct snapinfo_words words = {0};
    struct device_names devices = {0};
    memset(&read, 0, sizeof read);
    make_base();
    memory_path(snap, "base/runs/" OLD "/snap-2.etl");
    memory_on();
    struct outcome o = snapinfo_load(snap, &read, &words, &devices);
    memory_off();
    memory_came_outcome(a, o);
    memory_came_number(a, (uint64_t)read.pressed);
    memory_came_text(a, &words.verdict);
    memory_came_text(a, &words.cause[LANGUAGE_ENGLISH]);
    memory_came_number(a, devices.count);
    snapinfo_words_done(&words);
    device_names_done(&devices);
}

static void marks(struct memory_answer *a)
{
    static const struct guid other = {2, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
    struct text folder = TEXT_EMPTY;
    make_base();
    memory_on();
    bool found = ring_mark_find(base, &ring, &folder);
    struct outcome written = ring_mark_write(run[0], &other);
    struct outcome removed = ring_mark_remove(run[1]);
    memory_off();
    a->told = !found; /* the ring is then saved in the present run */
    memory_came_outcome(a, written);
    memory_came_outcome(a, removed);
    memory_came_text(a, &folder);
    came_names(a, run[0]);
    came_names(a, run[1]);
    text_done(&folder);
}

static void left_over(struct memory_answer *a)
{
    make_base();
    memory_on();
    stale_temp_remove(base, run[1], NULL);
    memory_off();
    stands(a, run[0], "snap.json");
    stands(a, run[1], "snap.json.123.tmp");
    a->told = folder_has(run[0], "snap.json.123.tmp"); /* the next start removes it */
    came_names(a, run[0]);
}

const struct memory_op memory_ops_runs[] = {
    {"runs: begin and log", begin},
    {"runs: free names", free_names},
    {"runs: unclean", unclean},
    {"runs: history", history},
    {"runs: retention", retention},
    {"runs: pins", pins},
    {"runs: snap.json", info},
    {"runs: ring marks", marks},
    {"runs: left over", left_over},
    {NULL, NULL},
};
