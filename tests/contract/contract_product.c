/* The product's own recorder on the real thing: both sessions, a child process
 * that comes and goes, a snapshot, a clean stop; then what others make of the
 * two files. The recording is made once; the cases look at it. */
#include "tests/contract/contract.h"

#include <stdlib.h>
#include <string.h>

#include "etl/etl_reader.h"
#include "tests/support/hitch_call.h"
#include "tests/support/rig.h"
#include "tests/support/tracerpt_summary.h"
#include "win/utf16.h"

#define RING_MB 16
#define CHILD_EXIT 7u
#define TRACERPT_MS 180000u
#define LARGEST_SUMMARY (8u * 1024 * 1024)

static const struct guid KERNEL_PROCESS = {
    0x22fb2cd6, 0x0e7b, 0x422b, {0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16}};

/* Made by the first case, looked at by the others. */
static struct recording {
    bool tried, made;
    struct text snapshot, key_events;
    struct text base;
    uint32_t child;
} recording;

bool contract_product_runs(void)
{
    struct session s;
    memset(&s, 0, sizeof s);
    return !outcome_failed(session_find(&s, SESSION_FILE, NULL)) ||
           !outcome_failed(session_find(&s, SESSION_BUFFER, NULL));
}

/* This program once more, which ends at once with CHILD_EXIT. */
static uint32_t run_child(void)
{
    wchar_t exe[1024], line[1100];
    STARTUPINFOW start;
    PROCESS_INFORMATION child;
    DWORD code = 0;
    memset(&start, 0, sizeof start);
    start.cb = sizeof start;
    assert_in_range(GetModuleFileNameW(NULL, exe, 1024), 1, 1023);
    struct wide w = WIDE_EMPTY;
    wide_add(&w, L"\"");
    wide_add(&w, exe);
    wide_add(&w, L"\" --child");
    assert_true(w.count < 1100);
    memcpy(line, wide_str(&w), (w.count + 1) * sizeof(wchar_t));
    wide_done(&w);
    assert_true(CreateProcessW(exe, line, NULL, NULL, FALSE, CREATE_NO_WINDOW, NULL, NULL, &start, &child));
    contract_backend_process(child.dwProcessId, "\\Device\\HarddiskVolume3\\contract.exe", false, 0);
    assert_int_equal(WaitForSingleObject(child.hProcess, 60000), WAIT_OBJECT_0);
    GetExitCodeProcess(child.hProcess, &code);
    contract_backend_process(child.dwProcessId, "contract.exe", true, code);
    CloseHandle(child.hThread);
    CloseHandle(child.hProcess);
    assert_int_equal(code, CHILD_EXIT);
    return child.dwProcessId;
}

static void make_recording(void)
{
    struct rig r;
    struct outcome snapshot = outcome_ok();
    if (recording.tried)
        return;
    recording.tried = true;
    text_addf(&recording.base, "%s%crecording", contract_folder(), os_separator);
    assert_true(rig_init(&r, text_str(&recording.base), RING_MB));
    recorder_start(&r.recorder, &r.started);
    bool both = !outcome_failed(r.started.file) && !outcome_failed(r.started.buffer);
    if (both) {
        recording.child = run_child();
        Sleep(1500);
        snapshot = rig_snapshot(&r, &recording.snapshot);
    }
    /* Whatever happened, nothing of ours goes on. */
    recorder_stop(&r.recorder);
    folder_join(&recording.key_events, text_str(&r.folder), "keyevents.etl");
    recording.made = both && !outcome_failed(snapshot);
    if (!both)
        printf("the recorder did not start: file %u/%lu, buffer %u/%lu\n", (unsigned)r.started.file.why,
               (unsigned long)r.started.file.os, (unsigned)r.started.buffer.why, (unsigned long)r.started.buffer.os);
    if (r.started.providers_failed)
        printf("%u providers were refused, the first is %s (%lu)\n", (unsigned)r.started.providers_failed,
               text_str(&r.started.provider_name), (unsigned long)r.started.provider.os);
    rig_done(&r);
}

static void need_recording(void)
{
    if (!recording.tried && contract_product_runs())
        SUITE_SKIP("Hitchbox itself is running; end it for the recording cases");
    make_recording();
    if (!recording.made)
        fail_msg("there is no recording");
}

/* ---- the cases ---- */

static void the_recorder_runs_both_sessions_and_writes_both_files(void **state)
{
    (void)state;
    need_recording();
    assert_true(path_stands(text_str(&recording.snapshot)));
    assert_true(path_stands(text_str(&recording.key_events)));
    assert_false(contract_product_runs());
}

static uint32_t events_of_child(const char *path, uint16_t id)
{
    struct etl_reader *reader = NULL;
    struct etl_event e;
    uint32_t count = 0, pid;
    if (!outcome_failed(etl_open(path, &reader)))
        while (etl_next(reader, &e)) {
            if (!guid_equal(&e.provider, &KERNEL_PROCESS) || e.id != id || e.payload_len < sizeof pid)
                continue;
            memcpy(&pid, e.payload, sizeof pid); /* ProcessID stands first in both */
            count += pid == recording.child;
        }
    etl_close(reader);
    return count;
}

static void a_child_that_comes_and_goes_stands_in_both_files(void **state)
{
    (void)state;
    need_recording();
    assert_int_equal(events_of_child(text_str(&recording.snapshot), 1), 1);
    assert_int_equal(events_of_child(text_str(&recording.snapshot), 2), 1);
    assert_int_equal(events_of_child(text_str(&recording.key_events), 1), 1);
    assert_int_equal(events_of_child(text_str(&recording.key_events), 2), 1);
}

static uint64_t number_in(const char *json, const char *name)
{
    struct text key = TEXT_EMPTY;
    text_addf(&key, "\"%s\":", name);
    const char *at = strstr(json, text_str(&key));
    size_t len = key.len;
    text_done(&key);
    return at ? strtoull(at + len, NULL, 10) : UINT64_MAX;
}

static uint64_t hitch_check_events(const char *path, uint64_t *lost)
{
    struct hitch_answer answer = {0};
    hitch_call(&answer, "check", "--json", path, NULL);
    uint64_t events = number_in(text_str(&answer.out), "events");
    *lost = number_in(text_str(&answer.out), "events_lost");
    if (answer.code != 0)
        fail_msg("hitch check: %s%s", text_str(&answer.out), text_str(&answer.err));
    hitch_answer_done(&answer);
    return events;
}

static void hitch_check_calls_both_files_whole(void **state)
{
    uint64_t lost = 0;
    (void)state;
    need_recording();
    const char *files[] = {text_str(&recording.snapshot), text_str(&recording.key_events)};
    for (int i = 0; i < 2; i++) {
        uint64_t events = hitch_check_events(files[i], &lost);
        assert_in_range(events, 2, 100000000);
        /* For whoever counts them by other means. */
        printf("recorded %s events=%llu lost=%llu\n", files[i], (unsigned long long)events, (unsigned long long)lost);
    }
}

static bool run_tracerpt(const char *path, struct text *summary)
{
    wchar_t exe[1024];
    struct wide line = WIDE_EMPTY;
    struct text out = TEXT_EMPTY, dump = TEXT_EMPTY;
    STARTUPINFOW start;
    PROCESS_INFORMATION child;
    DWORD code = 1;
    if (!SearchPathW(NULL, L"tracerpt.exe", NULL, 1024, exe, NULL))
        return false;
    memset(&start, 0, sizeof start);
    start.cb = sizeof start;
    fresh_path(&out, "summary");
    fresh_path(&dump, "dump");
    struct text words = TEXT_EMPTY;
    text_addf(&words, "tracerpt.exe \"%s\" -o \"%s\" -of CSV -summary \"%s\" -y", path, text_str(&dump), text_str(&out));
    wide_add_utf8(&line, text_str(&words));
    bool started = CreateProcessW(exe, line.units, NULL, NULL, FALSE, CREATE_NO_WINDOW, NULL, NULL, &start, &child) != 0;
    assert_true(started);
    assert_int_equal(WaitForSingleObject(child.hProcess, TRACERPT_MS), WAIT_OBJECT_0);
    GetExitCodeProcess(child.hProcess, &code);
    CloseHandle(child.hThread);
    CloseHandle(child.hProcess);
    assert_int_equal(code, 0);
    assert_false(outcome_failed(os_file_read(text_str(&out), LARGEST_SUMMARY, summary)));
    text_done(&words);
    text_done(&out);
    text_done(&dump);
    wide_done(&line);
    return true;
}

static void agree_about(const char *path)
{
    static struct tracerpt_summary s;
    struct text summary = TEXT_EMPTY;
    uint64_t lost = 0;
    if (!run_tracerpt(path, &summary))
        SUITE_SKIP("there is no tracerpt.exe here to count the events by other means");
    assert_true(tracerpt_read(&s, summary.bytes, summary.len));
    assert_int_equal(s.events, hitch_check_events(path, &lost));
    text_done(&summary);
}

static void tracerpt_accepts_the_snapshot_and_counts_as_hitch_does(void **state)
{
    (void)state;
    need_recording();
    agree_about(text_str(&recording.snapshot));
}

static void tracerpt_accepts_the_key_events_and_counts_as_hitch_does(void **state)
{
    (void)state;
    need_recording();
    agree_about(text_str(&recording.key_events));
}

static const struct contract_case cases[] = {
    {"the recorder runs both sessions and writes both files", "the product's own promise",
     the_recorder_runs_both_sessions_and_writes_both_files, true},
    {"a child that comes and goes stands in both files", "Kernel-Process manifest: events 1 and 2",
     a_child_that_comes_and_goes_stands_in_both_files, true},
    {"hitch check calls both files whole", "the product's own promise", hitch_check_calls_both_files_whole, true},
    {"tracerpt accepts the snapshot and counts as hitch does", "tracerpt: -summary",
     tracerpt_accepts_the_snapshot_and_counts_as_hitch_does, true},
    {"tracerpt accepts the key events and counts as hitch does", "tracerpt: -summary",
     tracerpt_accepts_the_key_events_and_counts_as_hitch_does, true},
};
const struct contract_group contract_recording = CONTRACT_GROUP("recording", cases);
