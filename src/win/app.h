/* The recorder's window: everything that the UI thread owns.
 *
 * The window procedure cracks messages and calls on_x; each on_x asks
 * core/tray_model what to do and carries it out (app.c). What is shown is put
 * into words by app_view.c. */
#ifndef HB_WIN_APP_H
#define HB_WIN_APP_H

#include "core/runs.h"
#include "core/tray_model.h"
#include "win/app_config.h"
#include "win/menu.h"
#include "win/tray.h"
#include "win/worker.h"

enum balloon_target { TARGET_NONE, TARGET_SNAPSHOT, TARGET_LOG, TARGET_CONFIG };

/* One thing to say, kept until it can be seen. */
struct notice {
    bool waiting;
    enum balloon_kind kind;
    struct text title, text, path;
    enum balloon_target target;
};

struct app {
    HINSTANCE instance;
    HWND window;
    UINT second_start; /* registered message of a second start */
    struct app_config config;
    enum language language;
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
    struct notice notice;
    enum balloon_target shown_target; /* what a click on the balloon that is up opens */
    struct text shown_path;
    bool menu_up;
    bool ended;                 /* the worker has stopped */
};

#define APP_MESSAGE_TRAY (WM_APP + 1)
#define APP_MESSAGE_NEWS (WM_APP + 2)
#define APP_MESSAGE_PROBLEMS (WM_APP + 3)
#define APP_HOTKEY_ID 1

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
void app_on_end_session(struct app *app);
void app_step(struct app *app, enum tray_event_kind kind, uint32_t troubles);

/* Icon and tooltip as the model says. */
void app_refresh(struct app *app);
/* Says one thing in a balloon, now or when it can be seen. */
void app_say(struct app *app, enum balloon_kind kind, enum string_id title, const char *text, const char *path,
             enum balloon_target target);

/* Opens things, and says what went wrong if that fails (app_open.c). */
void app_open_target(struct app *app, enum balloon_target target, const char *path);
/* Shows the menu at a point and does what was chosen. */
void app_menu(struct app *app, int x, int y);

/* Words (app_view.c). All add to `out`. */
void app_view_tip(const struct app *app, struct text *out);
void app_view_saved(const struct app *app, const struct snapinfo *info, struct text *out);
enum string_id app_view_saved_title(const struct snapinfo *info);
void app_view_problems(const struct app *app, struct text *out);
bool app_view_report(const struct history *history, struct text *path);
struct menu_choice app_view_menu(struct app *app, const struct history *history, int x, int y);

#endif
