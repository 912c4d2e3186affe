/* Which program opens a snapshot, and how its command line is written.
 * Nothing here asks the system; app/viewer does, through the functions given. */
#ifndef HB_TRAY_VIEWER_PLAN_H
#define HB_TRAY_VIEWER_PLAN_H

#include "base/text.h"

/* Where WPA may be, in the order in which it is looked for. */
enum viewer_place {
    VIEWER_SETTING,      /* hitchbox.ini, viewer = ... */
    VIEWER_KITS,         /* Windows Kits: SDK or ADK */
    VIEWER_APP_PATHS,    /* registry, App Paths\wpa.exe */
    VIEWER_PATH,         /* the PATH variable */
    VIEWER_STORE_ALIAS,  /* %LOCALAPPDATA%\Microsoft\WindowsApps\wpa.exe */
    VIEWER_ASSOCIATION,  /* what .etl files open with: no exe, Explorer decides */
    VIEWER_NONE          /* nothing found: the folder is opened instead */
};

/* What the system knows. `setting` is the viewer = line ("" for none; quotes
 * around it, as Explorer's "Copy as path" makes them, are taken off).
 * `candidate` adds the n-th full path that one of the places after
 * VIEWER_SETTING offers (n from 0) to `path`, or nothing where that one is
 * absent; false when there are no more. `exists` says whether something that
 * is no folder stands there (an alias is a reparse point that cannot be
 * opened: by attributes only). `associated`: is there a program for .etl
 * files? */
struct viewer_world {
    const char *setting;
    void *ctx;
    bool (*candidate)(void *ctx, enum viewer_place place, unsigned n, struct text *path);
    bool (*exists)(void *ctx, const char *path);
    bool (*associated)(void *ctx);
};

/* The first place with a program that exists. `exe` receives its full path
 * (nothing for VIEWER_ASSOCIATION and VIEWER_NONE). Paths that are not
 * full (path_is_full) are never taken: an elevated process must not start what happens
 * to lie in the current folder. */
enum viewer_place viewer_find(const struct viewer_world *world, struct text *exe);
/* Is Explorer to open the file before the program is started by its path? So it is
 * where viewer_find met an alias of the Store, below \WindowsApps\: it belongs to
 * the user of the desktop, whose Explorer starts it as a click does, while a
 * borrowed token may not (ERROR_CANT_ACCESS_FILE). What the setting names is
 * started as it stands there. */
bool viewer_goes_by_explorer(const struct viewer_world *world, enum viewer_place place, const char *exe);

/* Adds a path without blanks and one pair of quotes around it. */
void viewer_add_unquoted(struct text *path, const char *str, size_t len);

/* Adds one argument so that CommandLineToArgvW and the C run-time read back
 * exactly `arg`: quoted when empty or holding blanks or quotes, \ doubled only
 * before a quote. No shell sees the line, so & | % ^ need nothing. A blank
 * goes before it if the line is not empty. */
void command_line_add(struct text *line, const char *arg);
/* Adds the program's own name, the first of a line. It is always quoted, and
 * \ is never special there. */
void command_line_add_program(struct text *line, const char *exe);

/* Adds `"path"` as explorer.exe takes it: its own parser knows no escapes, and
 * a file name cannot hold a quote. False if the path holds one. */
bool explorer_line_add_path(struct text *line, const char *path);

#endif
