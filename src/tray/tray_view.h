/* What the notification area shows, as plain data: the room decides it,
 * app/notify_icon and app/menu draw it. All strings are UTF-8 and only borrowed for the call. */
#ifndef HB_TRAY_TRAY_VIEW_H
#define HB_TRAY_TRAY_VIEW_H

#include <stdbool.h>
#include <stddef.h>

enum tray_icon { TRAY_ARMED, TRAY_SAVING, TRAY_TROUBLE, TRAY_icons };

enum balloon_kind { BALLOON_INFO, BALLOON_WARNING, BALLOON_ERROR };

/* Longest texts in UTF-16 units; what is longer is cut at a whole character. */
#define TRAY_TIP_UNITS 127u
#define BALLOON_TITLE_UNITS 63u
#define BALLOON_TEXT_UNITS 255u

struct balloon {
    enum balloon_kind kind;
    const char *title;
    const char *text;
    /* NULL, or a path shown on a line of its own below the text. It is
     * shortened in the middle to 100 units; its file name stays whole. */
    const char *path;
};

#define MENU_HISTORY_MAX 10u

struct menu_item {
    const char *text;   /* & is only an & */
    bool enabled;
    const char *reason; /* NULL, or why it is greyed; shown behind the text */
};

/* What can be done with a snapshot, in the order of its submenu. */
enum menu_action { ACT_VIEWER, ACT_REPORT, ACT_SHOW, ACT_KEEP, ACT_SHARE, ACT_DELETE, ACT_count };

/* A line of the history, which opens a submenu. */
struct menu_snapshot {
    const char *text;
    const char *reason;     /* NULL, or why its file cannot be opened; behind the text */
    bool kept;              /* a mark at the line, and at Keep */
    enum menu_action first; /* what a click on its balloon does: the first entry */
    struct menu_item actions[ACT_count];
    const char *info;       /* greyed last line */
};

struct menu_view {
    const char *title;        /* greyed first line: the state */
    struct menu_item save;
    const char *history_head; /* greyed line above the history; NULL: none */
    struct menu_snapshot history[MENU_HISTORY_MAX];
    size_t history_count;
    const char *open_folder;
    const char *settings;
    const char *open_config;
    const char *save_exit;
    const char *exit;
};

enum menu_command {
    MENU_NOTHING, /* closed without a choice */
    MENU_SAVE,
    MENU_SNAPSHOT,
    MENU_OPEN_FOLDER,
    MENU_SETTINGS,
    MENU_OPEN_CONFIG,
    MENU_SAVE_EXIT,
    MENU_EXIT
};

struct menu_choice {
    enum menu_command command;
    size_t history;          /* with MENU_SNAPSHOT: index into view.history */
    enum menu_action action; /* with MENU_SNAPSHOT */
};

#endif
