/* What StartTrace accepts, grants and refuses. */
#include "tests/contract/contract.h"

#include <string.h>

#define MOST_SESSIONS 300u

static void a_ring_starts_and_its_block_is_filled(void **state)
{
    struct block b;
    TRACEHANDLE handle = 0;
    wchar_t name[64];
    (void)state;
    block_ring(&b, 64);
    assert_int_equal(start_block(&b, NULL, &handle), ERROR_SUCCESS);
    full_name(name, NULL);
    assert_true(handle != 0);
    assert_int_equal(b.p.Wnode.HistoricalContext, handle);
    assert_int_equal(wcscmp(b.name, name), 0);
    assert_true(b.p.NumberOfBuffers > 0);
    assert_true(b.p.BufferSize >= 64);
}

static void a_ring_gets_two_buffers_for_each_cpu_at_least(void **state)
{
    struct block b;
    SYSTEM_INFO info;
    TRACEHANDLE handle = 0;
    (void)state;
    GetSystemInfo(&info);
    block_ring(&b, 1);
    assert_int_equal(start_block(&b, NULL, &handle), ERROR_SUCCESS);
    assert_int_equal(ask(handle, EVENT_TRACE_CONTROL_QUERY, &b), ERROR_SUCCESS);
    assert_true(b.p.NumberOfBuffers >= 2 * info.dwNumberOfProcessors);
}

static void null_arguments_are_refused_with_87(void **state)
{
    struct block b;
    TRACEHANDLE handle = 0;
    (void)state;
    block_ring(&b, 64);
    assert_int_equal(StartTraceW(NULL, CONTRACT_NAME, &b.p), ERROR_INVALID_PARAMETER);
    assert_int_equal(StartTraceW(&handle, CONTRACT_NAME, NULL), ERROR_INVALID_PARAMETER);
}

static void a_block_shorter_than_the_structure_is_24(void **state)
{
    struct block b;
    (void)state;
    block_ring(&b, 64);
    b.p.Wnode.BufferSize = sizeof b.p - 1;
    assert_int_equal(start_code(&b), ERROR_BAD_LENGTH);
}

static void a_block_without_room_for_the_name_is_24(void **state)
{
    struct block b;
    (void)state;
    block_ring(&b, 64);
    b.p.Wnode.BufferSize = sizeof b.p + 8;
    assert_int_equal(start_code(&b), ERROR_BAD_LENGTH);
}

static void names_outside_the_block_are_87(void **state)
{
    struct block b;
    (void)state;
    block_ring(&b, 64);
    b.p.LoggerNameOffset = sizeof b + 2;
    assert_int_equal(start_code(&b), ERROR_INVALID_PARAMETER);
    block_ring(&b, 64);
    b.p.LoggerNameOffset = sizeof b.p - 8;
    assert_int_equal(start_code(&b), ERROR_INVALID_PARAMETER);
}

static void no_name_an_empty_one_and_one_too_long_are_123(void **state)
{
    struct block b;
    TRACEHANDLE handle = 0;
    wchar_t longest[1027];
    (void)state;
    block_ring(&b, 64);
    assert_int_equal(StartTraceW(&handle, NULL, &b.p), ERROR_INVALID_NAME);
    assert_int_equal(StartTraceW(&handle, L"", &b.p), ERROR_INVALID_NAME);
    for (int i = 0; i < 1026; i++)
        longest[i] = L'n';
    longest[1026] = 0;
    memcpy(longest, CONTRACT_NAME, sizeof CONTRACT_NAME - sizeof(wchar_t));
    /* Longer than a name may be, or than the block has room for. */
    ULONG code = StartTraceW(&handle, longest, &b.p);
    assert_true(code == ERROR_INVALID_NAME || code == ERROR_BAD_LENGTH);
}

static void the_kernel_loggers_guid_needs_its_name(void **state)
{
    static const GUID system_trace = {
        0x9e814aad, 0x3204, 0x11d2, {0x9a, 0x82, 0x00, 0x60, 0x08, 0xa8, 0x69, 0x39}};
    struct block b;
    (void)state;
    block_ring(&b, 64);
    b.p.Wnode.Guid = system_trace;
    assert_int_equal(start_code(&b), ERROR_INVALID_PARAMETER);
}

static void a_name_that_runs_is_183_in_any_case_of_letters(void **state)
{
    struct block b;
    TRACEHANDLE handle = 0;
    (void)state;
    start_ring(NULL);
    block_ring(&b, 64);
    assert_int_equal(start_code(&b), ERROR_ALREADY_EXISTS);
    block_ring(&b, 64);
    assert_int_equal(StartTraceW(&handle, L"HITCHBOX-CONTRACT", &b.p), ERROR_ALREADY_EXISTS);
}

static void a_guid_that_runs_is_183(void **state)
{
    static const GUID own = {0x0d6a3c11, 0x52f6, 0x4d0b, {0x8a, 0x77, 0x21, 0x3e, 0x90, 0x5b, 0x64, 0xc2}};
    struct block b;
    TRACEHANDLE handle = 0;
    (void)state;
    block_ring(&b, 64);
    b.p.Wnode.Guid = own;
    assert_int_equal(start_block(&b, L"a", &handle), ERROR_SUCCESS);
    block_ring(&b, 64);
    b.p.Wnode.Guid = own;
    assert_int_equal(start_block(&b, L"b", &handle), ERROR_ALREADY_EXISTS);
}

static void modes_that_exclude_each_other_are_87(void **state)
{
    static const ULONG pairs[] = {
        EVENT_TRACE_FILE_MODE_CIRCULAR | EVENT_TRACE_FILE_MODE_SEQUENTIAL,
        EVENT_TRACE_FILE_MODE_CIRCULAR | EVENT_TRACE_FILE_MODE_APPEND,
        EVENT_TRACE_BUFFERING_MODE | EVENT_TRACE_FILE_MODE_CIRCULAR,
    };
    struct block b;
    struct text path = TEXT_EMPTY;
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        fresh_path(&path, "modes");
        block_circular(&b, text_str(&path), 4);
        b.p.LogFileMode = pairs[i];
        if (pairs[i] & EVENT_TRACE_BUFFERING_MODE)
            b.p.LogFileNameOffset = 0;
        assert_int_equal(start_code(&b), ERROR_INVALID_PARAMETER);
    }
    text_done(&path);
}

static void a_ring_takes_no_file_name(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    (void)state;
    fresh_path(&path, "ring-with-file");
    block_ring(&b, 64);
    block_set_file(&b, text_str(&path));
    assert_int_equal(start_code(&b), ERROR_INVALID_PARAMETER);
    text_done(&path);
}

static void compression_is_for_rings_only(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    (void)state;
    fresh_path(&path, "packed");
    block_circular(&b, text_str(&path), 4);
    b.p.LogFileMode |= 0x04000000u; /* EVENT_TRACE_COMPRESSED_MODE */
    assert_int_equal(start_code(&b), ERROR_INVALID_PARAMETER);
    text_done(&path);
}

static void without_rights_starting_is_5(void **state)
{
    struct block b;
    HANDLE token = NULL, weak = NULL;
    SID_IDENTIFIER_AUTHORITY nt = SECURITY_NT_AUTHORITY;
    SID_AND_ATTRIBUTES off[2];
    ULONG code = ERROR_SUCCESS;
    (void)state;
    memset(off, 0, sizeof off);
    assert_true(OpenProcessToken(GetCurrentProcess(), TOKEN_DUPLICATE | TOKEN_ASSIGN_PRIMARY | TOKEN_QUERY, &token));
    assert_true(AllocateAndInitializeSid(&nt, 2, SECURITY_BUILTIN_DOMAIN_RID, DOMAIN_ALIAS_RID_ADMINS, 0, 0, 0, 0, 0,
                                         0, &off[0].Sid));
    /* The Performance Log Users may start sessions as well. */
    assert_true(AllocateAndInitializeSid(&nt, 2, SECURITY_BUILTIN_DOMAIN_RID, DOMAIN_ALIAS_RID_LOGGING_USERS, 0, 0, 0,
                                         0, 0, 0, &off[1].Sid));
    assert_true(CreateRestrictedToken(token, DISABLE_MAX_PRIVILEGE, 2, off, 0, NULL, 0, NULL, &weak));
    block_ring(&b, 64);
    if (ImpersonateLoggedOnUser(weak)) {
        code = start_code(&b);
        RevertToSelf();
    }
    CloseHandle(weak);
    CloseHandle(token);
    FreeSid(off[0].Sid);
    FreeSid(off[1].Sid);
    assert_int_equal(code, ERROR_ACCESS_DENIED);
}

/* How many more of these start; ends them. */
static unsigned start_many(ULONG mode, ULONG *code)
{
    struct block b;
    wchar_t suffix[8] = L"000";
    unsigned count = 0;
    TRACEHANDLE handle = 0;
    for (; count < MOST_SESSIONS; count++) {
        suffix[0] = (wchar_t)(L'0' + count / 100);
        suffix[1] = (wchar_t)(L'0' + count / 10 % 10);
        suffix[2] = (wchar_t)(L'0' + count % 10);
        block_ring(&b, 2);
        b.p.BufferSize = 4;
        b.p.LogFileMode |= mode;
        *code = start_block(&b, suffix, &handle);
        if (*code != ERROR_SUCCESS)
            break;
    }
    contract_sweep();
    return count;
}

static void when_all_sessions_are_taken_the_next_is_1450(void **state)
{
    ULONG code = 0;
    (void)state;
    unsigned started = start_many(0, &code);
    assert_int_equal(code, ERROR_NO_SYSTEM_RESOURCES);
    assert_in_range(started, 1, 255);
}

static void more_than_eight_system_loggers_are_1450(void **state)
{
    ULONG code = 0;
    (void)state;
    unsigned started = start_many(0x02000000u /* EVENT_TRACE_SYSTEM_LOGGER_MODE */, &code);
    assert_int_equal(code, ERROR_NO_SYSTEM_RESOURCES);
    assert_in_range(started, 1, 8);
}

static const struct contract_case cases[] = {
    {"a ring starts and its block is filled", "StartTraceW: remarks", a_ring_starts_and_its_block_is_filled, false},
    {"a ring gets two buffers for each CPU at least", "EVENT_TRACE_PROPERTIES: MinimumBuffers",
     a_ring_gets_two_buffers_for_each_cpu_at_least, false},
    {"NULL arguments are refused with 87", "StartTraceW: return value", null_arguments_are_refused_with_87, false},
    {"a block shorter than the structure is 24", "StartTraceW: return value",
     a_block_shorter_than_the_structure_is_24, false},
    {"a block without room for the name is 24", "StartTraceW: return value", a_block_without_room_for_the_name_is_24,
     false},
    {"names outside the block are 87", "StartTraceW: return value", names_outside_the_block_are_87, false},
    {"no name, an empty one and one too long are 123", "kernel studies: StartTrace, session name",
     no_name_an_empty_one_and_one_too_long_are_123, false},
    {"the kernel logger's GUID needs its name", "StartTraceW: return value", the_kernel_loggers_guid_needs_its_name,
     false},
    {"a name that runs is 183, in any case of letters", "StartTraceW: return value",
     a_name_that_runs_is_183_in_any_case_of_letters, false},
    {"a GUID that runs is 183", "StartTraceW: return value", a_guid_that_runs_is_183, false},
    {"modes that exclude each other are 87", "Logging Mode Constants", modes_that_exclude_each_other_are_87, false},
    {"a ring takes no file name", "kernel studies: LogFileMode, buffering", a_ring_takes_no_file_name, false},
    {"compression is for rings only", "kernel studies: LogFileMode, compressed", compression_is_for_rings_only, false},
    {"without rights, starting is 5", "StartTraceW: return value", without_rights_starting_is_5, false},
    {"when all sessions are taken the next is 1450", "StartTraceW: return value",
     when_all_sessions_are_taken_the_next_is_1450, false},
    {"more than eight system loggers are 1450", "StartTraceW: return value", more_than_eight_system_loggers_are_1450,
     false},
};
const struct contract_group contract_start = CONTRACT_GROUP("start", cases);
