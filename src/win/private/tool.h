/* Runs one of Windows's own tools to its end, and hears what it says. */
#ifndef HB_WIN_PRIVATE_TOOL_H
#define HB_WIN_PRIVATE_TOOL_H

#include "base/outcome.h"
#include "base/text.h"

/* `name` is looked for in the system folder only. `arguments` follow it on its command
 * line as they are. It gets no window and no input, and of this process's handles its
 * output alone; *code receives its exit code, `said` (empty before) its output: UTF-8,
 * whatever it was, and at most 64 KB.
 * WHY_autostart_tool with Windows's number where it cannot be started;
 * WHY_autostart_hung where it has not ended after `ms`, or when *stop (NULL: never) is set: then it is ended. */
struct outcome tool_run(const char *name, const char *arguments, uint32_t ms, const volatile bool *stop, uint32_t *code,
                        struct text *said);

#endif
