/* Keeps what an elevated program writes out of the hands of programs that are
 * not: the runs folder and each run's are held from the moment they are made or
 * found, so that nobody can rename them or put a link in their place, and they
 * are writable by administrators and readable by the desktop's user only, in the
 * user's own profile too: whoever may write into a folder can make a link of it. */
#ifndef HB_WIN_GUARD_H
#define HB_WIN_GUARD_H

#include "base/outcome.h"
#include "base/text.h"

struct guard {
    bool plain;            /* this process has no rights that others lack: nothing to guard */
    bool resolved;         /* `base` is known with no link on its way */
    struct outcome rights; /* how closing the folders went where they are not; a disk
                            * without rights (FAT, network) is WHY_folder_rights */
    struct outcome place;  /* why `base` is not resolved; then links on its way are not seen */
    struct outcome reader; /* why nobody but administrators may read the folders */
    struct text base;      /* as Windows knows it: absolute, no link on its way */
    void *runs, *run;      /* what is held */
};

/* Makes `base` and the folder `name` of all runs in it, and holds that one until
 * guard_close. WHY_folder_create; WHY_folder_link: it is a link or a file,
 * or a link was put on the way to it;
 * WHY_folder_foreign: it is there and belongs to somebody who is no
 * administrator, and who might take back any rights given to it.
 * The guard must be zeroed, or closed after an earlier use; close it after a
 * failure too. */
struct outcome guard_open(const char *base, const char *name, struct guard *guard);
void guard_close(struct guard *guard);

/* Makes one run's folder in that one, with its rights from the first moment, and
 * holds it too (runs/runs.h, runs_make_fn; ctx is a struct guard). WHY_exists
 * where anything stands. */
struct outcome guard_make_run(void *ctx, const char *folder);

/* Makes a folder `name` in `parent` for what an elevated tool writes for a while,
 * with the rights of a run's folder, and holds it until guard_close. `path`
 * receives its path as Windows knows it, with no link on its way. WHY_exists
 * where anything stands: it may be somebody's link. The guard as for guard_open. */
struct outcome guard_make_fresh(const char *parent, const char *name, struct guard *guard, struct text *path);
/* The same with a name of its own: `start`, this process's id and the time. */
struct outcome guard_make_own(const char *parent, const char *start, struct guard *guard, struct text *path);
/* A parent for such folders, Temp below Windows's own folder, which no program
 * without rights can replace; what the environment calls the temporary one,
 * anybody may. Others may make folders there, too. WHY_folder_create,
 * WHY_out_of_memory. */
struct outcome guard_windows_temp(struct text *path);

/* For who asks how it is with other files. A path as Windows knows it, with no link
 * on its way; WHY_not_found. */
struct outcome guard_final_path(const char *path, struct text *final);
/* Opens a file or folder to ask for its rights; the caller closes the handle. */
struct outcome guard_look(const char *path, void **held);
/* Does it lie on a disk of this machine that knows rights? */
bool guard_has_rights(void *held);

#endif
