#include "tests/support/etw_calls.h"

#include <stddef.h>
#include <string.h>

#include "tests/sim/sim_client.h"
#include "tests/support/suite.h"
#include "win/utf16.h"

const GUID ETW_DXGI = {0xca11c036, 0x0102, 0x4a2d, {0xa6, 0xad, 0xf0, 0x3c, 0xfe, 0xd5, 0xd3, 0xc9}};

int etw_fresh_machine(void **state)
{
    struct sim_options o = sim_options_default();
    (void)state;
    o.manual = true;
    SetEnvironmentVariableW(L"HITCHBOX_SIM", NULL);
    sim_client_reset(&o);
    return 0;
}

int etw_calls_arrived(void **state)
{
    uint32_t count = 0;
    (void)state;
    for (int f = 0; f < SIM_FUNCTION_COUNT; f++)
        count += sim_call_count(sim_client_machine(), (enum sim_function)f, SIM_ANY_CODE);
    sim_client_reset(NULL);
    return count ? 0 : -1;
}

void etw_tell(const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), line, &answer);
    assert_string_equal(text_str(&answer), "ok\n");
    text_done(&answer);
}

void etw_block_init(struct etw_block *b)
{
    memset(b, 0, sizeof *b);
    b->p.Wnode.BufferSize = sizeof *b;
    b->p.Wnode.Flags = WNODE_FLAG_TRACED_GUID;
    b->p.Wnode.ClientContext = 1;
    b->p.LoggerNameOffset = offsetof(struct etw_block, name);
}

void etw_ring_init(struct etw_block *b)
{
    etw_block_init(b);
    b->p.BufferSize = 64;
    b->p.MinimumBuffers = 64;
    b->p.LogFileMode = EVENT_TRACE_BUFFERING_MODE;
}

void etw_block_set_file(struct etw_block *b, const char *path)
{
    struct wide w = WIDE_EMPTY;
    wide_add_path(&w, path);
    assert_true(w.count < 1024);
    memcpy(b->file, wide_str(&w), (w.count + 1) * sizeof(wchar_t));
    b->p.LogFileNameOffset = offsetof(struct etw_block, file);
    wide_done(&w);
}

void etw_file_init(struct etw_block *b, const char *path)
{
    etw_block_init(b);
    b->p.LogFileMode = EVENT_TRACE_FILE_MODE_CIRCULAR;
    b->p.MaximumFileSize = 4;
    etw_block_set_file(b, path);
}

TRACEHANDLE etw_start_ring(void)
{
    struct etw_block b;
    TRACEHANDLE handle = 0;
    etw_ring_init(&b);
    assert_int_equal(StartTraceW(&handle, ETW_NAME, &b.p), ERROR_SUCCESS);
    assert_true(handle != 0);
    return handle;
}

ULONG etw_start(struct etw_block *b)
{
    TRACEHANDLE handle = 0;
    return StartTraceW(&handle, ETW_NAME, &b->p);
}
