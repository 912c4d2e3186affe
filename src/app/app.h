/* The recorder's window: everything that the UI thread owns.
 *
 * The window procedure cracks messages and calls on_x; each on_x asks
 * core/tray_model what to do and carries it out (app.c). What is shown is put
 * into words by app_view.c. */
#ifndef HB_WIN_APP_H
#define HB_WIN_APP_H

#include "tray/notices.h"
#include "runs/runs.h"
#include "tray/tray_model.h"
#include "app/app_config.h"
#include "win/guard.h"
#include "app/menu.h"
#include "app/notify_icon.h"
#include "app/worker.h"

struct app {
    HINSTANCE instance;
    HWND window;
    UINT second_start; /* registered message of a second start */
    struct app_config config;
    enum language language;
    struct guard guard;         /* of the folders that are recorded into */
    struct text run_folder;
    struct log *log;
    struct recorder recorder;
    struct worker *worker;
    struct tray tray;
    struct tray_model model;
    struct outcome hotkey;      /* how registering it went */
    struct outcome trouble;     /* the newest failure of a session or snapshot */
    struct text trouble_what;
    uint32_t ring_mb;
    struct snapinfo last;       /* of the newest snapshot that was checked */
    bool last_known;
    struct notices notices;
    bool notice_timer;          /* runs while news waits */
    bool balloon_waits;         /* the log says so already */
    struct outcome balloon_told;/* the failure that the log names already */
    struct outcome icon_told;   /* the same of the icon */
    unsigned icon_tries;        /* since it was last there */
    bool busy;                  /* a menu or a box of ours is up */
    bool problems_wait;         /* the configuration's, until it is not */
    bool ended;                 /* the worker has stopped */
    bool blocking;              /* Windows was told why a shutdown should wait */
};

#define APP_MESSAGE_TRAY (WM_APP + 1)
#define APP_MESSAGE_NEWS (WM_APP + 2)
#define APP_MESSAGE_PROBLEMS (WM_APP + 3)
#define APP_HOTKEY_ID 1

/* Timers of the window. */
#define APP_TIMER_NOTICE 1
#define APP_TIMER_ICON 2
#define APP_TIMER_WATCH 3
#define APP_TIMER_TOLERANCE_MS 5000u

/* Runs from here to the end of the process; returns its exit code. */
int app_run(HINSTANCE instance);

/* The messages, as the window procedure hands them over (app.c). */
void app_on_hotkey(struct app *app);
void app_on_news(struct app *app, struct news *news);
void app_on_tray(struct app *app, WPARAM wparam, LPARAM lparam);
void app_on_taskbar_created(struct app *app);
void app_on_timer(struct app *app, UINT_PTR id);
void app_on_second_start(struct app *app);
void app_on_problems(struct app *app);
void app_on_power(struct app *app, WPARAM what);
/* Log-off and shutdown (app_shutdown.c). */
void app_on_end_session(struct app *app);
/* Tells Windows why a shutdown should wait while a snapshot is being written,
 * and takes it back afterwards. After each step of the model. */
void app_block_shutdown(struct app *app);
void app_step(struct app *app, enum tray_event_kind kind, uint32_t troubles);

/* What is tried again and again is logged when it succeeds, and when it fails
 * otherwise than the last time, which *told keeps. */
bool app_is_news(struct outcome *told, struct outcome now);
/* Icon and tooltip as the model says. */
void app_refresh(struct app *app);
/* Tries to add the icon, and again by a timer until it is there. */
void app_add_icon(struct app *app);
/* Registers the key; one that another program has is tried again with each
 * watch, because that program may end. */
void app_set_up_hotkey(struct app *app);

/* Balloons (app_say.c): one thing to say, now or when it can be seen. */
void app_say(struct app *app, enum notice_topic topic, enum balloon_kind kind, enum string_id title, const char *text,
             const char *path, enum notice_target target);
void app_say_outcome(struct app *app, enum notice_topic topic, enum balloon_kind kind, enum string_id title,
                     struct outcome outcome, const char *what);
void app_say_started(struct app *app, const struct recorder_started *s, uint32_t troubles);
void app_say_watched(struct app *app, const struct recorder_watched *w, uint32_t troubles);
void app_say_checked(struct app *app, const struct news *news);
void app_say_running(struct app *app);
void app_show_notices(struct app *app);
void app_on_notice_timer(struct app *app);

/* Opens things, and says what went wrong if that fails (app_open.c). */
void app_open_target(struct app *app, enum notice_target target, const char *path);
/* Shows the menu at a point and does what was chosen. While a menu or a box of
 * ours is up, it only brings that one to the front. */
void app_menu(struct app *app, int x, int y);
/* One box at a time, and no menu beside it. Returns what MessageBoxW does; 0
 * where another one is up. */
int app_box(struct app *app, enum string_id title, const char *text, UINT look);

/* Words (app_view.c). All add to `out`. */
void app_view_tip(const struct app *app, struct text *out);
void app_view_saved(const struct app *app, const struct snapinfo *info, struct text *out);
enum string_id app_view_saved_title(const struct snapinfo *info);
void app_view_problems(const struct app *app, struct text *out);
/* Whether the report of a snapshot stands beside it. */
bool app_view_has_report(const char *snapshot);
/* The index of the newest entry that has a report; history->count without one. */
size_t app_view_report(const struct history *history);
struct menu_choice app_view_menu(struct app *app, const struct history *history, int x, int y);

#endif
