/* For suites that call the ETW functions as programs do: property blocks with
 * room for both names, and a simulated machine of this process for each case. */
#ifndef HB_TESTS_SUPPORT_ETW_CALLS_H
#define HB_TESTS_SUPPORT_ETW_CALLS_H

#include "win/win.h"

#define ETW_NAME L"Etw-Suite"

struct etw_block {
    EVENT_TRACE_PROPERTIES p;
    wchar_t name[1024];
    wchar_t file[1024];
};

extern const GUID ETW_DXGI;

/* Setup and teardown of a case; the latter fails where no call reached the
 * machine: a case whose calls went to the system instead proves nothing. */
int etw_fresh_machine(void **state);
int etw_calls_arrived(void **state);
/* A control line, which must be understood. */
void etw_tell(const char *line);

/* Zeroed, with size, flags, QPC and the name's offset. */
void etw_block_init(struct etw_block *b);
void etw_block_set_file(struct etw_block *b, const char *path);
/* The block of a ring of 4 MB, and of a circular file of 4 MB. */
void etw_ring_init(struct etw_block *b);
void etw_file_init(struct etw_block *b, const char *path);
ULONG etw_start(struct etw_block *b);
/* Starts the ring; fails the case where that does. */
TRACEHANDLE etw_start_ring(void);

#endif
