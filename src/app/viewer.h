/* Opens snapshots, folders and configuration files, always without the
 * administrator rights that Hitchbox has (win/elevate.h).
 *
 * Where another account's password raised Hitchbox, the Store's alias and the
 * user's own associations are looked up in that account: WPA is then found
 * through Windows Kits, App Paths, PATH or the setting only. Where WPA is the
 * Store's alias, Explorer is asked first to open the file: it starts WPA, or
 * whatever else the user opens .etl files with. */
#ifndef HB_APP_VIEWER_H
#define HB_APP_VIEWER_H

#include "base/outcome.h"
#include "tray/viewer_plan.h"

/* Opens `file` in the viewer: `setting` (the viewer = line, may be ""), then
 * WPA as tray/viewer_plan.h orders it, then the program of .etl files.
 * WHY_viewer_missing: there is none, the remedy says where WPA comes from.
 * WHY_viewer_setting: the same where `setting` names one that is not there; both
 * say that the folder is open, which is the caller's to do. WHY_viewer_shell: Explorer
 * is not there to lend its rights, nothing was started. WHY_viewer_start: the
 * program did not start. WHY_not_found: the file has gone.
 * `used` (may be NULL) receives the place it was opened by. */
struct outcome viewer_open(const char *setting, const char *file, enum viewer_place *used);

/* Which one that would be now, and its program to `exe`: nothing where Explorer
 * decides. VIEWER_NONE, too, where memory is short. */
enum viewer_place viewer_look(const char *setting, struct text *exe);

/* Shows a folder, or the folder of a file with the file selected.
 * WHY_not_found if nothing stands there. */
struct outcome viewer_open_folder(const char *path);
/* Opens a file with the program associated with it: an .ini in its editor. */
struct outcome viewer_open_text(const char *path);

/* The system's answers for viewer_find; `setting` must outlive the world. */
struct viewer_world viewer_world_of_windows(const char *setting);

#endif
