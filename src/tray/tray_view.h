/* What the notification area shows, as plain data: core decides it, win/tray
 * and win/menu draw it. All strings are UTF-8 and only borrowed for the call. */
#ifndef HB_CORE_TRAY_VIEW_H
#define HB_CORE_TRAY_VIEW_H

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

struct menu_view {
    const char *title;        /* greyed first line: the state */
    struct menu_item save;    /* the default entry */
    const char *history_head; /* greyed line above the history; NULL: none */
    struct menu_item history[MENU_HISTORY_MAX];
    size_t history_count;
    struct menu_item report; /* text NULL: no entry */
    size_t report_of;        /* whose it is: index into history */
    const char *keep;        /* a submenu with a check for each of the history; NULL: none */
    bool kept[MENU_HISTORY_MAX];
    struct menu_item share;  /* text NULL: no entry */
    const char *open_folder;
    const char *open_config;
    const char *save_exit;
    const char *exit;
};

enum menu_command {
    MENU_NOTHING, /* closed without a choice */
    MENU_SAVE,
    MENU_HISTORY,
    MENU_REPORT,
    MENU_KEEP,
    MENU_SHARE,
    MENU_OPEN_FOLDER,
    MENU_OPEN_CONFIG,
    MENU_SAVE_EXIT,
    MENU_EXIT
};

struct menu_choice {
    enum menu_command command;
    size_t history; /* index into view.history with MENU_HISTORY, MENU_REPORT and MENU_KEEP */
};

#endif
