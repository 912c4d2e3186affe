/* The recorder's window: everything that the UI thread owns.
 *
 * main takes care that there is one recorder at a time (instance.h) and calls
 * app_run, which reads the configuration, begins the run, makes the hidden
 * window, starts the worker and loops until Windows or the user ends it. All
 * else here is between the room's own files.
 *
 * The window procedure (app_window.c) cracks messages and calls app_on_x; each
 * asks tray/tray_model what to do, by app_step, and carries it out (app.c). What
 * blocks goes to the one other thread (worker.h), which answers with news. What
 * is shown is put into words by app_view.c and app_say.c; notify_icon.h, menu.h
 * and viewer.h do the showing.
 *
 * Two threads, no lock (an answer to another program, and the start with Windows, are
 * for one that owns all it needs, and ends with it): struct app is the window's thread's own, but for
 * `recorder`, which is the worker's from worker_open to worker_close; they talk
 * by posted messages. `log` may be written by both. What fails is in the log and
 * is told by icon, tooltip and balloon, and by a box where there can be no run. */
#ifndef HB_APP_APP_H
#define HB_APP_APP_H

#include "tray/ask_limit.h"
#include "tray/balloon_wait.h"
#include "tray/notices.h"
#include "runs/history.h"
#include "runs/run_files.h"
#include "runs/runs.h"
#include "tray/tray_model.h"
#include "app/app_config.h"
#include "win/guard.h"
#include "app/menu.h"
#include "app/notify_icon.h"
#include "app/sound.h"
#include "app/worker.h"
#include "windows/settings_window.h"

/* What a run that begins anew leaves to the next one to say. */
struct app_told {
    struct text autostart; /* what came of setting it; "": nothing */
    bool failed;
};

struct app {
    HINSTANCE instance;
    HWND window;
    UINT second_start; /* registered message of a second start */
    UINT asked, asked_answer; /* registered messages of programs that ask for a snapshot; 0: not heard */
    struct ask_limit ask_limit;
    struct asker asker;       /* while a request is being granted */
    struct app_config config;
    enum language language;
    struct guard guard;         /* of the folders that are recorded into */
    struct text run_folder;
    struct log *log;
    struct recorder recorder;
    struct settings recorded;   /* that it began with; the worker's, too */
    struct worker *worker;
    struct notify_icon tray;
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
    struct balloon_wait wait;   /* for a player who seems busy */
    struct outcome balloon_told;/* the failure that the log names already */
    struct outcome icon_told;   /* the same of the icon */
    unsigned icon_tries;        /* since it was last there */
    int64_t icon_rest_ns;       /* until then TaskbarCreated waits */
    bool icon_late;             /* one does: the icon's timer is set */
    bool busy;                  /* a menu or a box of ours is up */
    bool problems_wait;         /* the configuration's, until it is not */
    bool ended;                 /* the worker has stopped */
    bool blocking;              /* Windows was told why a shutdown should wait */
    bool rushed;                /* the worker was, for a log-off that may be called off */
    bool ending;                /* the end of the session is certain */
    uint32_t query_wait_ms, end_wait_ms; /* longest waits in WM_QUERYENDSESSION and WM_ENDSESSION */
    HPOWERNOTIFY power;         /* NULL: not granted */
    bool asleep;                /* the log says so already */
    struct sound_player player;
    struct settings_window *settings_window; /* NULL: not open */
    bool key_held;              /* by that window: the key is let go */
    struct autostart *autostart;/* NULL: not looked up yet */
    struct {                    /* of the newest snapshot that is known */
        int64_t span_ms;
        uint64_t bytes;
    } filled;
    bool restart;               /* when it has ended */
    enum settings_restart restart_waits; /* for the start with Windows to be set */
    int64_t restart_by_ns;      /* but not longer */
    struct app_told *told;      /* for the next run */
};

#define APP_MESSAGE_TRAY (WM_APP + 1)
#define APP_MESSAGE_NEWS (WM_APP + 2)
#define APP_MESSAGE_PROBLEMS (WM_APP + 3)
#define APP_MESSAGE_AUTOSTART (WM_APP + 4)
#define APP_HOTKEY_ID 1
#define APP_HOTKEY_PROBE_ID 2

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
/* Programs that ask for a snapshot (app_asked.c, win/asked.h): the door is opened
 * once, app_asked_watch opens it again after a flood, and the asker hears of the
 * news that are its own. */
void app_asked_begin(struct app *app);
void app_asked_watch(struct app *app);
void app_on_asked(struct app *app, WPARAM wparam, LPARAM lparam);
void app_asked_news(struct app *app, const struct news *news);
void app_asked_failed(struct app *app, struct asker to, struct outcome outcome, const char *path);
/* What programs without rights may send, others can send without end: a press that
 * waits in the queue goes first, and what else waits of that message is dropped. */
void app_take_press_first(struct app *app);
void app_drop_queued(struct app *app, UINT message);
/* Log-off and shutdown (app_shutdown.c); `flags` is the messages' lParam. While
 * a snapshot is saved the answer to the first message waits for it; between the
 * two the log-off may be called off. */
#define APP_QUERY_WAIT_MS 60000u
#define APP_END_WAIT_MS 4000u
void app_on_query_end_session(struct app *app, LPARAM flags);
void app_on_end_session(struct app *app, LPARAM flags);
void app_on_end_called_off(struct app *app);
/* Tells Windows why a shutdown should wait while a snapshot is being written,
 * and takes it back afterwards. After each step of the model. */
void app_block_shutdown(struct app *app);
void app_step(struct app *app, enum tray_event_kind kind, uint32_t troubles);

/* The sound that the settings ask for. */
void app_play(struct app *app, const struct settings *settings, enum tone tone);

/* What is tried again and again is logged when it succeeds, and when it fails
 * otherwise than the last time, which *told keeps. */
bool app_is_news(struct outcome *told, struct outcome now);
/* Icon and tooltip as the model says. */
void app_refresh(struct app *app);
/* Tries to add the icon, and again by a timer until it is there. Where it was not,
 * Explorer is another one, and has shown nothing yet. */
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
void app_say_found(struct app *app, const struct recorder_started *s);
void app_say_watched(struct app *app, const struct recorder_watched *w, uint32_t troubles);
void app_say_checked(struct app *app, const struct news *news);
void app_say_running(struct app *app);
void app_show_notices(struct app *app);
void app_on_notice_timer(struct app *app);

/* Opens things, and says what went wrong if that fails (app_open.c). */
void app_open_target(struct app *app, enum notice_target target, const char *path);
/* Whether the report of a snapshot stands beside it. */
bool app_has_report(const char *snapshot);
/* Shows the menu at a point and does what was chosen. While a menu or a box of
 * ours is up, it only brings that one to the front. */
void app_menu(struct app *app, int x, int y);
/* One box at a time, and no menu beside it. Returns what MessageBoxW does; 0
 * with GetLastError: ERROR_BUSY where another one is up, else why it cannot be shown,
 * which the log says. */
int app_box(struct app *app, enum string_id title, const char *text, UINT look);
/* The same over a window of ours. */
int app_box_over(struct app *app, HWND owner, enum string_id title, const char *text, UINT look);

/* The settings in a window, and what becomes of a change (app_change.c). */
void app_open_settings(struct app *app);
/* Begins the recording anew: at once, or when what is being set of the start with
 * Windows has come to its end, 20 s at most. */
void app_restart(struct app *app, enum settings_restart restart);
/* Is it time? With each watch, and when it is set. */
void app_restart_waiting(struct app *app);
struct outcome app_change(struct app *app, const struct ini_change *changes, size_t count, enum settings_restart restart);
/* Start with Windows (app_autostart.c). Looking it up and setting it block, for up to
 * 20 s, so each has a thread of its own: not the window's, and not the worker either,
 * where a press would wait behind it. `look` begins it and `answered` takes what came of
 * it, by message, or, where that was lost, with the watch; `now` and `set` are the
 * window's (settings_window.h). What came of setting it before a restart is kept, and
 * said by `tell_kept` of the next run. `end` gives what is being set 2 s, ends schtasks.exe,
 * and waits 3 s at most. */
#define APP_AUTOSTART_WAIT_MS 2000u
void app_autostart_look(struct app *app);
void app_autostart_now(void *ctx, struct settings_autostart *now);
struct outcome app_autostart_set(void *ctx, bool on);
void app_autostart_answered(struct app *app, DWORD wait_ms);
bool app_autostart_sets(const struct app *app);
void app_autostart_tell_kept(struct app *app);
void app_autostart_end(struct app *app);
/* The language that the settings ask for. */
void app_choose_language(struct app *app);

/* Words (app_view.c). All add to `out`. */
void app_view_tip(const struct app *app, struct text *out);
void app_view_saved(const struct app *app, const struct news *news, struct text *out);
enum string_id app_view_saved_title(const struct snapinfo *info);
void app_view_problems(const struct app *app, struct text *out);
/* What a click on a snapshot's balloon will do. `soon`: its report is still to be
 * made. */
void app_view_click(const struct app *app, const char *snapshot, bool soon, struct text *out);
/* A snapshot as a line: "21:14 · game.exe · the disk took 295 ms for one read · stutter of 290 ms". */
void app_view_line(const struct app *app, const struct history_entry *entry, int64_t now, struct text *out);
/* Adds as much of `str` as there is room for, with an ellipsis where that is not all. */
void app_view_add_cut(struct text *out, const char *str, size_t most_units);
size_t app_view_units(const char *str);
struct menu_choice app_view_menu(struct app *app, const struct history *history, int x, int y);

#endif
