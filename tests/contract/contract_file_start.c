/* What StartTrace asks of a session with a file. */
#include "tests/contract/contract.h"

#include "os/os.h"

static ULONG start_file(const char *path, ULONG mode, ULONG mb)
{
    struct block b;
    block_circular(&b, path, mb);
    b.p.LogFileMode = mode;
    return start_code(&b);
}

static void a_circular_file_starts_and_stands(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    (void)state;
    fresh_path(&path, "circular");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    assert_int_equal(ask(handle, EVENT_TRACE_CONTROL_QUERY, &b), ERROR_SUCCESS);
    assert_int_equal(b.p.MaximumFileSize, 4);
    assert_true(b.p.LogFileMode & EVENT_TRACE_FILE_MODE_CIRCULAR);
    assert_true(path_stands(text_str(&path)));
    text_done(&path);
}

static void circular_numbered_and_reserved_files_need_a_size(void **state)
{
    struct text path = TEXT_EMPTY;
    (void)state;
    fresh_path(&path, "sizeless");
    assert_int_equal(start_file(text_str(&path), EVENT_TRACE_FILE_MODE_CIRCULAR, 0), ERROR_INVALID_PARAMETER);
    assert_int_equal(start_file(text_str(&path), EVENT_TRACE_FILE_MODE_SEQUENTIAL | EVENT_TRACE_FILE_MODE_PREALLOCATE, 0),
                     ERROR_INVALID_PARAMETER);
    text_done(&path);
}

static void a_reserved_file_cannot_be_a_numbered_one(void **state)
{
    struct text path = TEXT_EMPTY;
    (void)state;
    text_addf(&path, "%s/numbered-%%d.etl", contract_folder());
    assert_int_equal(start_file(text_str(&path), EVENT_TRACE_FILE_MODE_NEWFILE | EVENT_TRACE_FILE_MODE_PREALLOCATE, 4),
                     ERROR_INVALID_PARAMETER);
    text_done(&path);
}

static void numbered_files_need_a_place_for_the_number(void **state)
{
    struct text path = TEXT_EMPTY;
    (void)state;
    fresh_path(&path, "unnumbered");
    assert_int_equal(start_file(text_str(&path), EVENT_TRACE_FILE_MODE_NEWFILE, 4), ERROR_INVALID_NAME);
    text_done(&path);
}

static void no_mode_and_no_file_is_161(void **state)
{
    struct block b;
    (void)state;
    block_init(&b);
    b.p.BufferSize = 64;
    assert_int_equal(start_code(&b), ERROR_BAD_PATHNAME);
}

static void another_sessions_file_is_161(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    TRACEHANDLE second = 0;
    (void)state;
    fresh_path(&path, "taken");
    start_circular(L"a", text_str(&path), 4);
    block_circular(&b, text_str(&path), 4);
    assert_int_equal(start_block(&b, L"b", &second), ERROR_BAD_PATHNAME);
    text_done(&path);
}

static void a_missing_folder_is_refused(void **state)
{
    struct text path = TEXT_EMPTY;
    (void)state;
    text_addf(&path, "%s/no-such-folder/file.etl", contract_folder());
    assert_int_equal(start_file(text_str(&path), EVENT_TRACE_FILE_MODE_CIRCULAR, 4), ERROR_PATH_NOT_FOUND);
    text_done(&path);
}

static void more_than_the_disk_has_free_is_112(void **state)
{
    struct text path = TEXT_EMPTY;
    uint64_t bytes = 0;
    (void)state;
    fresh_path(&path, "huge");
    assert_false(outcome_failed(os_free_space(contract_folder(), &bytes)));
    uint64_t mb = bytes / (1024 * 1024) + 4096;
    assert_in_range(mb, 1, 0x7FFFFFFF);
    assert_int_equal(start_file(text_str(&path), EVENT_TRACE_FILE_MODE_CIRCULAR, (ULONG)mb), ERROR_DISK_FULL);
    text_done(&path);
}

static void starting_again_replaces_the_old_file(void **state)
{
    struct seen seen;
    struct text path = TEXT_EMPTY;
    (void)state;
    provider_open();
    fresh_path(&path, "again");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    enable_all(handle);
    write_event(1, 4, 1);
    stop_session(handle);
    handle = start_circular(NULL, text_str(&path), 4);
    enable_all(handle);
    write_event(2, 4, 1);
    stop_session(handle);
    look_into(text_str(&path), &seen);
    assert_true(seen.readable);
    assert_int_equal(seen.ids[1], 0);
    assert_int_equal(seen.ids[2], 1);
    text_done(&path);
}

static const struct contract_case cases[] = {
    {"a circular file starts and stands", "StartTraceW: remarks", a_circular_file_starts_and_stands, false},
    {"circular and reserved files need a size", "Logging Mode Constants",
     circular_numbered_and_reserved_files_need_a_size, false},
    {"a reserved file cannot be a numbered one", "Logging Mode Constants", a_reserved_file_cannot_be_a_numbered_one,
     false},
    {"numbered files need a place for the number", "kernel studies: StartTrace, LogFileMode",
     numbered_files_need_a_place_for_the_number, false},
    {"no mode and no file is 161", "StartTraceW: return value", no_mode_and_no_file_is_161, false},
    {"another session's file is 161", "StartTraceW: return value", another_sessions_file_is_161, false},
    {"a missing folder is refused with 3", "EVENT_TRACE_PROPERTIES: LogFileNameOffset (the code is inferred)",
     a_missing_folder_is_refused, false},
    {"more than the disk has free is 112", "StartTraceW: return value", more_than_the_disk_has_free_is_112, false},
    {"starting again replaces the old file", "tools: circular files of a log manager",
     starting_again_replaces_the_old_file, false},
};
const struct contract_group contract_file_start = CONTRACT_GROUP("start with a file", cases);
