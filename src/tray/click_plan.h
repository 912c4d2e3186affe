/* What a click on a balloon opens, and the first entry of a snapshot's submenu.
 * Nothing here asks the system; app/app_open.c carries it out. */
#ifndef HB_TRAY_CLICK_PLAN_H
#define HB_TRAY_CLICK_PLAN_H

#include "strings/strings.h"
#include "tray/viewer_plan.h"

enum click_way {
    CLICK_VIEWER, /* the snapshot, in WPA or the viewer that was set */
    CLICK_REPORT, /* its page in the browser */
    CLICK_FOLDER, /* its folder, with the file selected */
    CLICK_ways    /* the end of a list */
};

/* The ways in the order in which they are tried, CLICK_ways at their end.
 * `setting` is the click = line; what is none of its words is auto:
 * auto: the viewer, the report, the folder; viewer: the viewer, the folder;
 * report: the report, the folder. */
const enum click_way *click_ways(const char *setting);
/* The first way that can be gone now. */
enum click_way click_plan(const char *setting, enum viewer_place viewer, bool has_report);

/* What a click will do, as balloons say it: "Click: opens the report". `exe` is
 * the viewer's program; "" where Explorer decides. */
void click_add_promise(struct text *out, enum language language, enum click_way way, enum viewer_place viewer,
                       const char *exe);
/* The entry for the viewer in menus: "Open in WPA", "Open in program.exe". */
void click_add_viewer(struct text *out, enum language language, enum viewer_place viewer, const char *exe);

#endif
