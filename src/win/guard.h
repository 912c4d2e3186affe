/* Keeps what an elevated program writes out of the hands of programs that are
 * not: run folders outside the user's own profile are readable by users and
 * writable by administrators only. */
#ifndef HB_WIN_GUARD_H
#define HB_WIN_GUARD_H

#include "base/outcome.h"

/* Does `folder` lie in the profile of this user? There, Windows's own rights
 * are right: nobody else writes there. */
bool guard_is_own(const char *folder);

/* Gives the folder its rights (system and administrators all, users reading),
 * cut off from those of the folder above. WHY_folder_rights with Windows's
 * code; a file system without rights (FAT) answers so too. */
struct outcome guard_close_folder(const char *folder);

#endif
