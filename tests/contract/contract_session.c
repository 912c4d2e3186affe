#include "tests/contract/contract.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "win/utf16.h"

#define SESSIONS_AT_ONCE 64u

void block_init(struct block *b)
{
    memset(b, 0, sizeof *b);
    b->p.Wnode.BufferSize = sizeof *b;
    b->p.Wnode.Flags = WNODE_FLAG_TRACED_GUID;
    b->p.Wnode.ClientContext = 1; /* QPC */
    b->p.LoggerNameOffset = FIELD_OFFSET(struct block, name);
}

void block_want_file(struct block *b)
{
    b->p.LogFileNameOffset = FIELD_OFFSET(struct block, file);
}

void block_set_file(struct block *b, const char *path)
{
    struct wide w = WIDE_EMPTY;
    wide_add_path(&w, path);
    assert_true(w.count < CONTRACT_UNITS);
    memcpy(b->file, wide_str(&w), (w.count + 1) * sizeof(wchar_t));
    block_want_file(b);
    wide_done(&w);
}

void block_ring(struct block *b, uint32_t buffers)
{
    block_init(b);
    b->p.BufferSize = 64;
    b->p.MinimumBuffers = buffers;
    b->p.LogFileMode = EVENT_TRACE_BUFFERING_MODE;
}

void block_circular(struct block *b, const char *path, uint32_t mb)
{
    block_init(b);
    b->p.BufferSize = 64;
    b->p.LogFileMode = EVENT_TRACE_FILE_MODE_CIRCULAR;
    b->p.MaximumFileSize = mb;
    block_set_file(b, path);
}

void full_name(wchar_t name[64], const wchar_t *suffix)
{
    struct wide w = WIDE_EMPTY;
    wide_add(&w, CONTRACT_NAME);
    if (suffix) {
        wide_add(&w, L"-");
        wide_add(&w, suffix);
    }
    assert_true(w.count < 64);
    memcpy(name, wide_str(&w), (w.count + 1) * sizeof(wchar_t));
    wide_done(&w);
}

ULONG start_block(struct block *b, const wchar_t *suffix, TRACEHANDLE *handle)
{
    wchar_t name[64];
    full_name(name, suffix);
    return StartTraceW(handle, name, &b->p);
}

ULONG start_code(struct block *b)
{
    TRACEHANDLE handle = 0;
    return start_block(b, NULL, &handle);
}

TRACEHANDLE start_ring(const wchar_t *suffix)
{
    struct block b;
    TRACEHANDLE handle = 0;
    block_ring(&b, 64);
    assert_int_equal(start_block(&b, suffix, &handle), ERROR_SUCCESS);
    return handle;
}

TRACEHANDLE start_circular(const wchar_t *suffix, const char *path, uint32_t mb)
{
    struct block b;
    TRACEHANDLE handle = 0;
    block_circular(&b, path, mb);
    assert_int_equal(start_block(&b, suffix, &handle), ERROR_SUCCESS);
    return handle;
}

ULONG control(TRACEHANDLE handle, ULONG code, struct block *b)
{
    return ControlTraceW(handle, NULL, &b->p, code);
}

ULONG ask(TRACEHANDLE handle, ULONG code, struct block *b)
{
    block_init(b);
    block_want_file(b);
    return control(handle, code, b);
}

void stop_session(TRACEHANDLE handle)
{
    struct block b;
    assert_int_equal(ask(handle, EVENT_TRACE_CONTROL_STOP, &b), ERROR_SUCCESS);
}

ULONG flush_to(TRACEHANDLE handle, const char *path)
{
    struct block b;
    block_init(&b);
    if (path)
        block_set_file(&b, path);
    return control(handle, EVENT_TRACE_CONTROL_FLUSH, &b);
}

void flush_named(TRACEHANDLE handle, const wchar_t *name, const char *path)
{
    struct block b;
    ULONG code = ERROR_MORE_DATA;
    for (int tries = 0; tries < 2 && code == ERROR_MORE_DATA && !path_stands(path); tries++) {
        block_init(&b);
        block_set_file(&b, path);
        code = ControlTraceW(handle, name, &b.p, EVENT_TRACE_CONTROL_FLUSH);
    }
    if (code != ERROR_MORE_DATA)
        assert_int_equal(code, ERROR_SUCCESS);
    assert_true(path_stands(path));
}

void flush_ring(TRACEHANDLE handle, struct text *path)
{
    fresh_path(path, "ring");
    flush_named(handle, NULL, text_str(path));
}

static bool is_ours(const wchar_t *name)
{
    size_t len = sizeof CONTRACT_NAME / sizeof(wchar_t) - 1;
    return wcsncmp(name, CONTRACT_NAME, len) == 0;
}

unsigned contract_sweep(void)
{
    unsigned stopped = 0, before;
    ULONG count = 0;
    struct block *blocks = calloc(SESSIONS_AT_ONCE, sizeof *blocks);
    EVENT_TRACE_PROPERTIES *list[SESSIONS_AT_ONCE];
    if (!blocks)
        return 0;
    do {
        before = stopped;
        for (size_t i = 0; i < SESSIONS_AT_ONCE; i++) {
            block_init(&blocks[i]);
            block_want_file(&blocks[i]);
            list[i] = &blocks[i].p;
        }
        ULONG code = QueryAllTracesW(list, SESSIONS_AT_ONCE, &count);
        if (code != ERROR_SUCCESS && code != ERROR_MORE_DATA)
            break;
        for (ULONG i = 0; i < count && i < SESSIONS_AT_ONCE; i++) {
            struct block b;
            blocks[i].name[CONTRACT_UNITS - 1] = 0;
            if (!is_ours(blocks[i].name))
                continue;
            block_init(&b);
            block_want_file(&b);
            if (ControlTraceW(0, blocks[i].name, &b.p, EVENT_TRACE_CONTROL_STOP) == ERROR_SUCCESS)
                stopped++;
        }
    } while (stopped != before); /* more than one listful */
    free(blocks);
    return stopped;
}
