/* Is a program closed to those without administrator rights: may they write into
 * it or its folder, or rename or remove what lies above? */
#ifndef HB_WIN_PRIVATE_CLOSED_H
#define HB_WIN_PRIVATE_CLOSED_H

#include "base/outcome.h"
#include "base/text.h"

/* `real` (empty before) receives the exe's path with no link on its way. ok: it is
 * closed. WHY_autostart_open: it is not, and `open` (empty before) receives the file
 * or folder that is not; likewise where it lies on another machine or on a disk without
 * rights. WHY_not_found, WHY_folder_rights: Windows does not say. */
struct outcome closed_check(const char *exe, struct text *real, struct text *open);

#endif
