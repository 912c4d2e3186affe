/* The settings in a window, for who does not want to edit an ini.
 *
 *   settings_window_open(&host, &window);            at the menu's "Settings..."; again: to the front
 *   if (!settings_window_message(window, &msg))      in the thread's loop, before TranslateMessage
 *       ...
 *   settings_window_close(window);                   at the end; NULL is fine
 *
 * hitchbox.ini stays the truth: the window shows what it says at that moment, and
 * the first of its faults; OK and Apply hand over the keys that the user changed, and
 * no others. What the host makes of them (writing, using, starting the recording
 * anew) it answers by an outcome; while it failed, the window stays and says why.
 *
 * The keyboard alone is enough: Tab, Alt with the underlined letter, Enter for OK,
 * Esc for Cancel. The layout is computed of the system's font at the window's own
 * resolution, and anew where that or the language changes. Nothing of it is loaded
 * or made before the first opening: the controls are those of comctl32 of the
 * program's manifest, from System32 (private/controls.h).
 *
 * For one thread, which runs the loop. The window frees itself when the user
 * closes it, and host.closed is told. */
#ifndef HB_WINDOWS_SETTINGS_WINDOW_H
#define HB_WINDOWS_SETTINGS_WINDOW_H

#include "config/ini_edit.h"
#include "config/settings.h"
#include "win/win.h"

/* What needs the recording started anew, and the user's answer. */
enum settings_restart { SETTINGS_NO_RESTART, SETTINGS_RESTART, SETTINGS_SAVE_AND_RESTART };

/* Start with Windows, as far as it is known. */
struct settings_autostart {
    bool busy; /* it is being looked up or set; settings_window_autostart tells of the end */
    bool on;
    bool can;  /* it may be changed */
    struct text words; /* the line below, empty before: why not, or what is under way */
};

/* What the program does for the window. */
struct settings_host {
    void *ctx; /* first argument of each */
    HINSTANCE instance;
    int icon; /* the resource's id in `instance`; 0: none */
    enum language (*language)(void *ctx);
    /* hitchbox.ini as it is on the disk now. *s has the defaults, *p is empty. The
     * texts are as they are written there, variables and all. */
    void (*read)(void *ctx, struct settings *s, struct problems *p);
    /* What is wrong with settings on this computer, besides what settings_read finds. */
    void (*check)(void *ctx, struct settings *s, struct problems *p);
    /* Could this key be had? WHY_hotkey_... */
    struct outcome (*try_key)(void *ctx, const char *key);
    /* The program's own key is let go, so that the window sees it, and taken again. */
    void (*hold_key)(void *ctx, bool held);
    /* Both sounds, as *s says. */
    void (*play)(void *ctx, const struct settings *s);
    /* For how long a ring of that size lasts here; 0: not known. */
    int64_t (*ring_span_ms)(void *ctx, uint32_t ring_mb);
    /* As MessageBoxW over the window; 0: it was not shown, and GetLastError says why. */
    int (*ask)(void *ctx, HWND owner, enum string_id text, UINT look);
    struct outcome (*apply)(void *ctx, const struct ini_change *changes, size_t count, enum settings_restart restart);
    void (*autostart)(void *ctx, struct settings_autostart *now);
    /* Begins to set it. */
    struct outcome (*set_autostart)(void *ctx, bool on);
    void (*closed)(void *ctx);
};

struct settings_window;

/* *window: NULL, or the one that is open. WHY_window_create, WHY_out_of_memory. */
struct outcome settings_window_open(const struct settings_host *host, struct settings_window **window);
/* True: the message was the window's, and is done with. */
bool settings_window_message(struct settings_window *window, MSG *msg);
void settings_window_close(struct settings_window *window);
/* What host.autostart says has changed. `words` are shown; NULL: none. */
void settings_window_autostart(struct settings_window *window, const char *words);
/* Adds the path of comctl32 as it was loaded: version 6 lies in WinSxS, and the
 * folder's name has it. */
void settings_window_controls(const struct settings_window *window, struct text *path);

/* Ids of the controls, for tests: a row's parts follow one another. */
#define SETTINGS_ID_APPLY 3
#define SETTINGS_ID_STATUS 90
#define SETTINGS_ID_ROWS 100
#define SETTINGS_ID_STEP 10
enum settings_part { PART_LABEL, PART_FIELD, PART_UNIT, PART_BUTTON, PART_HINT, PART_count };
enum settings_row {
    ROW_KEY, ROW_MEMORY, ROW_POST_ROLL, ROW_SOUND, ROW_VOLUME, ROW_LANGUAGE, ROW_CLICK, ROW_FOLDER,
    ROW_GB, ROW_COUNT, ROW_DAYS, ROW_AUTOSTART, ROW_count
};

#endif
