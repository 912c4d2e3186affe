/* How processes end: exit codes as Windows and run-times choose them. */
#ifndef HB_EVENTS_EXIT_CODE_H
#define HB_EVENTS_EXIT_CODE_H

#include <stdbool.h>
#include <stdint.h>

/* A NTSTATUS or HRESULT that means an error, as exit codes of crashes do. */
bool exit_code_is_crash(uint32_t code);
/* Windows closed a program that did not respond: no crash, and nothing in Event
 * Viewer names a module. */
bool exit_code_is_hang(uint32_t code);
/* "STATUS_ACCESS_VIOLATION", or NULL. */
const char *exit_code_name(uint32_t code);

#endif
