/* Keeps what an elevated program writes out of the hands of programs that are
 * not: the runs folder and each run's are held from the moment they are made or
 * found, so that nobody can rename them or put a link in their place, and
 * outside the user's own profile they are readable by users and writable by
 * administrators only. */
#ifndef HB_WIN_GUARD_H
#define HB_WIN_GUARD_H

#include "base/outcome.h"
#include "base/text.h"

struct guard {
    bool own;              /* in the profile of this user, where Windows's own rights are right */
    struct outcome rights; /* how closing the folders went where they are not; a disk
                            * without rights (FAT, network) is WHY_folder_rights */
    struct text base;      /* as Windows knows it: absolute, no link on its way */
    void *runs, *run;      /* what is held */
};

/* Makes `base` and the folder `runs` in it, and holds that one until
 * guard_close. WHY_folder_create; WHY_folder_link: `runs` is a link or a file;
 * WHY_folder_foreign: it is there and belongs to somebody who is no
 * administrator, and who might take back any rights given to it.
 * The guard must be zeroed, or closed after an earlier use; close it after a
 * failure too. */
struct outcome guard_open(const char *base, struct guard *guard);
void guard_close(struct guard *guard);

/* Makes one run's folder in `runs`, with its rights from the first moment, and
 * holds it too (core/runs.h, runs_make_fn; ctx is a struct guard). WHY_exists
 * where anything stands. */
struct outcome guard_make_run(void *ctx, const char *folder);

/* Makes a folder `name` in `parent` for what an elevated tool writes for a while,
 * with the rights of a run's folder, and holds it until guard_close. `path`
 * receives its path as Windows knows it, with no link on its way. WHY_exists
 * where anything stands: it may be somebody's link. The guard as for guard_open. */
struct outcome guard_make_fresh(const char *parent, const char *name, struct guard *guard, struct text *path);

/* Does the folder, all links followed, lie in the profile that Windows keeps
 * for the user of this process? False for one that is not there. */
bool guard_is_own(const char *folder);

#endif
