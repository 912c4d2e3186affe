/* Whose ring is it? A Buffer session has no file that would tell, and it may
 * outlive its process and even the next one. So a run's folder holds the file
 * `ring` with the GUID of the Buffer session that records for that run, for as
 * long as that session may be running. */
#ifndef HB_RUNS_RING_MARK_H
#define HB_RUNS_RING_MARK_H

#include "base/guid.h"
#include "base/outcome.h"

/* The run of `folder` records with that session from now on; what the mark said
 * before is replaced. */
struct outcome ring_mark_write(const char *folder, const struct guid *guid);
/* Nothing of that run is left in a session. WHY_not_found where no mark stood. */
struct outcome ring_mark_remove(const char *folder);
/* Does the folder's mark name that session? It does not, either, where no mark can
 * be read; WHY_out_of_memory then leaves it open. */
struct outcome ring_mark_names(const char *folder, const struct guid *guid, bool *named);
/* Adds the full path of the run under `base` that the session records for; of
 * several the one with the last name. False, and nothing added, where no run
 * names it, or without memory to look at all. Folders that are links are passed
 * over. */
bool ring_mark_find(const char *base, const struct guid *guid, struct text *folder);

#endif
