/* The contract: what the product relies on from ETW, as cases written against
 * the Win32 functions alone. One program holds it, bound to Windows (contract,
 * built by app.sln) or to the simulated ETW (contract-sim.exe), so that both
 * are measured by the same yardstick.
 *
 * Every session is named Hitchbox-Contract..., is stopped after its case, and
 * again when the program ends, is interrupted or fails. Events come from a
 * provider of this program's own, so nothing else has to be going on.
 *
 * What Windows's documents leave open is observed, never judged: observations
 * print what was seen, and nothing in the product depends on it. */
#ifndef HB_TESTS_CONTRACT_CONTRACT_H
#define HB_TESTS_CONTRACT_CONTRACT_H

/* Not dllimport, so that the provider's functions can be replaced at link time
 * like those of win/win.h. */
#ifndef EVNTAPI
#define EVNTAPI __stdcall
#endif
#include "win/win.h"

#include <evntprov.h>
#include <wchar.h>

#include "base/text.h"
#include "tests/support/folder.h"
#include "tests/support/suite.h"

/* Where the promise stands: the Windows documentation's page, or "kernel
 * studies" (published disassembly), or "tools" (what long-lived ETW tools do). */
struct contract_case {
    const char *name;
    const char *source;
    void (*run)(void **state);
    bool slow; /* waits for real time to pass */
};
struct contract_group {
    const char *name;
    const struct contract_case *cases;
    size_t count;
};
#define CONTRACT_GROUP(name, cases) {name, cases, sizeof(cases) / sizeof((cases)[0])}

extern const struct contract_group contract_start, contract_file_start, contract_control, contract_list,
    contract_enable, contract_filter, contract_record, contract_recording;

/* ---- which ETW this program is bound to ---- */
/* "Windows" or "the simulated ETW". */
const char *contract_backend(void);
/* Once, before anything else; the simulated one tells how it is made. */
void contract_backend_begin(void);
/* Did the calls reach it? Always true on Windows, where nothing can tell. */
bool contract_backend_reached(void);
/* Between cases. */
void contract_backend_fresh(void);
/* A child process of this program began or ended: the simulated machine cannot
 * see it for itself. */
void contract_backend_process(uint32_t pid, const char *image, bool ended, uint32_t exit_code);

/* ---- sessions ---- */
#define CONTRACT_NAME L"Hitchbox-Contract"
#define CONTRACT_UNITS 1024u

struct block {
    EVENT_TRACE_PROPERTIES p;
    wchar_t name[CONTRACT_UNITS];
    wchar_t file[CONTRACT_UNITS];
};
/* Empty but for its sizes, as QUERY, STOP and FLUSH take it. */
void block_init(struct block *b);
/* Gives it room for the file's name, for an answer. */
void block_want_file(struct block *b);
void block_set_file(struct block *b, const char *path);
/* A ring of `buffers` times 64 KB; a circular file of `mb` MB. */
void block_ring(struct block *b, uint32_t buffers);
void block_circular(struct block *b, const char *path, uint32_t mb);

/* Starts under CONTRACT_NAME and "-<suffix>" where that is not NULL. */
ULONG start_block(struct block *b, const wchar_t *suffix, TRACEHANDLE *handle);
ULONG start_code(struct block *b); /* and forgets the handle */
TRACEHANDLE start_ring(const wchar_t *suffix);
TRACEHANDLE start_circular(const wchar_t *suffix, const char *path, uint32_t mb);
void full_name(wchar_t name[64], const wchar_t *suffix);
ULONG control(TRACEHANDLE handle, ULONG code, struct block *b);
/* The same with a fresh block that has room for the answer. */
ULONG ask(TRACEHANDLE handle, ULONG code, struct block *b);
void stop_session(TRACEHANDLE handle);
/* The ring to a new file whose path is added to `path`; fails the test where
 * Windows does. */
void flush_ring(TRACEHANDLE handle, struct text *path);
/* The same to this path, by handle, or by name with 0. The code 234 may mean
 * that it was done; where no file stands it is asked once more. */
void flush_named(TRACEHANDLE handle, const wchar_t *name, const char *path);
/* Whatever code Windows answers. */
ULONG flush_to(TRACEHANDLE handle, const char *path);

/* Stops every session of this program; how many there were. */
unsigned contract_sweep(void);

/* ---- files ---- */
/* A path in this run's own folder that nothing has used yet. */
void fresh_path(struct text *path, const char *name);
const char *contract_folder(void);
void contract_folder_remove(void);
uint64_t file_len(const char *path);

/* What a file holds of this program's own events: how many there are of each
 * id below 100, and the numbers that the first and the last carry. */
struct seen {
    bool readable;
    uint32_t count;
    uint32_t ids[100];
    uint32_t first, last; /* numbers; 0 without events */
    uint32_t events;      /* of all providers */
    int64_t end_time;     /* of the file's header */
    uint32_t buffers_written, buffer_size;
    uint64_t bytes;
};
void look_into(const char *path, struct seen *seen);
void look_into_ring(TRACEHANDLE handle, struct seen *seen);

/* ---- the provider ---- */
extern const GUID CONTRACT_PROVIDER;
void provider_open(void);  /* no callback */
void provider_open_with(PENABLECALLBACK callback);
void provider_close(void); /* fine when it is not open */
/* Event `id` with this level and keyword; its payload begins with a number
 * that grows by one at each write, the first of a case being 1, and is `len`
 * bytes long. */
void write_sized(USHORT id, UCHAR level, ULONGLONG keyword, uint32_t len);
void write_event(USHORT id, UCHAR level, ULONGLONG keyword);
uint32_t written_so_far(void);

ULONG enable(TRACEHANDLE handle, UCHAR level, ULONGLONG any, ULONGLONG all, ENABLE_TRACE_PARAMETERS *parameters);
/* Everything. */
void enable_all(TRACEHANDLE handle);

/* ---- filters (evntprov.h of the SDK; the mingw headers lack them) ---- */
#define FILTER_PID 0x80000004u
#define FILTER_EVENT_ID 0x80000200u
#define FILTER_STACKWALK 0x80001000u
#define MOST_IDS 80u
struct id_list {
    BOOLEAN filter_in;
    UCHAR reserved;
    USHORT count;
    USHORT ids[MOST_IDS];
};
struct id_filter {
    EVENT_FILTER_DESCRIPTOR descriptor;
    struct id_list list;
    ENABLE_TRACE_PARAMETERS parameters;
};
/* The parameters of an EnableTraceEx2 whose only filter are these ids. */
void id_filter_init(struct id_filter *f, bool in, const USHORT *ids, USHORT count);

/* ---- observations ---- */
/* Adds a row; `what` and `seen` are printed as a Markdown table at the end. */
void observe(const char *what, const char *format, ...) HB_PRINTF(2, 3);
void contract_observe(void);
size_t contract_observed(struct text *table);

/* ---- the product on the real thing ---- */
bool contract_product_runs(void); /* its sessions are up: hands off */

#endif
