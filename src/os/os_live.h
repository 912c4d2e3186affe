/* Recording here and now, for `hitch estimate --live`. One implementation for
 * each platform (src/recorder, src/posix), chosen by the linker; where there is no
 * ETW, os_live_open says WHY_needs_windows.
 *
 * Order: os_live_open, then os_live_wait and os_live_look in turn,
 * os_live_close. Windows: the recorder's own session code, both its sessions,
 * whose files lie in a fresh, guarded folder in the user's temporary one until
 * they are closed. */
#ifndef HB_OS_OS_LIVE_H
#define HB_OS_OS_LIVE_H

#include "base/outcome.h"
#include "base/text.h"

struct providers;
struct os_live;

/* Which Windows this is, for the masks; 0 where it is none. */
uint32_t os_live_build(void);

/* Starts both sessions. WHY_not_elevated without administrator rights;
 * WHY_exists where the recorder or another estimate runs: its sessions are not
 * touched. `refused` receives how many providers could not be enabled.
 * The providers must outlive the recording. */
struct outcome os_live_open(const struct providers *providers, struct os_live **live, uint32_t *refused);

/* False when the user has asked to end (Ctrl+C), at once. */
bool os_live_wait(struct os_live *live, uint32_t ms);

/* Makes readable what was recorded so far. Both paths are good until the next
 * look; what each session lost since the start, events and buffers, stands
 * beside them. */
struct os_live_files {
    struct text file, buffer;
    uint64_t file_lost, buffer_lost;
};
struct outcome os_live_look(struct os_live *live, struct os_live_files *files);

/* Stops both and removes their files; NULL is fine. */
void os_live_close(struct os_live *live);

#endif
