#include "app/app.h"

#include "win/elevate.h"
#include "win/instance.h"
#include "win/language.h"
#include "win/utf16.h"

#define TAG_BYTES 100u

static LRESULT CALLBACK window_proc(HWND window, UINT message, WPARAM wparam, LPARAM lparam)
{
    struct app *app = (struct app *)GetWindowLongPtrW(window, GWLP_USERDATA);
    if (!app)
        return DefWindowProcW(window, message, wparam, lparam);
    if (app->tray.taskbar_created && message == app->tray.taskbar_created) {
        app_on_taskbar_created(app);
        return 0;
    }
    if (app->second_start && message == app->second_start) {
        ReplyMessage(INSTANCE_ANSWER); /* the menu may stay open for long */
        app_on_second_start(app);
        return INSTANCE_ANSWER;
    }
    if (app->asked && message == app->asked) {
        app_on_asked(app, wparam, lparam);
        return 0;
    }
    switch (message) {
    case WM_HOTKEY: app_on_hotkey(app); return 0;
    case WM_TIMER: app_on_timer(app, wparam); return 0;
    case APP_MESSAGE_TRAY: app_on_tray(app, wparam, lparam); return 0;
    case APP_MESSAGE_NEWS: app_on_news(app, (struct news *)lparam); return 0;
    case APP_MESSAGE_PROBLEMS: app_on_problems(app); return 0;
    case APP_MESSAGE_AUTOSTART: app_autostart_answered(app, APP_AUTOSTART_WAIT_MS); return 0;
    case WM_DPICHANGED:
    case WM_DISPLAYCHANGE:
    case WM_SETTINGCHANGE:
        notify_icon_reload_icons(&app->tray);
        return DefWindowProcW(window, message, wparam, lparam);
    case WM_POWERBROADCAST: app_on_power(app, wparam); return TRUE;
    case WM_QUERYENDSESSION: app_on_query_end_session(app, lparam); return TRUE;
    case WM_ENDSESSION:
        if (wparam)
            app_on_end_session(app, lparam);
        else
            app_on_end_called_off(app);
        return 0;
    case WM_CLOSE: app_step(app, EVENT_EXIT, 0); return 0;
    case WM_DESTROY: PostQuitMessage(0); return 0;
    default: return DefWindowProcW(window, message, wparam, lparam);
    }
}

/* A hidden top-level window: a message-only one hears neither TaskbarCreated
 * nor the end of the session. */
static struct outcome make_window(struct app *app)
{
    WNDCLASSEXW class = {0};
    class.cbSize = sizeof class;
    class.lpfnWndProc = window_proc;
    class.hInstance = app->instance;
    class.lpszClassName = INSTANCE_WINDOW_CLASS;
    if (!RegisterClassExW(&class))
        return outcome_of(WHY_window_create, GetLastError());
    HWND window = CreateWindowExW(WS_EX_TOOLWINDOW, INSTANCE_WINDOW_CLASS, INSTANCE_WINDOW_TITLE, WS_POPUP, 0, 0, 0, 0, NULL,
                                  NULL, app->instance, NULL);
    if (!window)
        return outcome_of(WHY_window_create, GetLastError());
    app->window = window;
    app->second_start = instance_message();
    if (!app->second_start)
        log_outcome(app->log, "second_start_unheard", outcome_of(WHY_window_create, GetLastError()), "");
    return outcome_ok();
}

static void box_outcome(struct app *app, struct outcome outcome, const char *what)
{
    struct text sentence = TEXT_EMPTY;
    string_explain_lines(app->language, outcome, what, &sentence);
    app_box(app, STR_box_title, text_str(&sentence), MB_OK | MB_ICONERROR);
    text_done(&sentence);
}

void app_choose_language(struct app *app)
{
    const char *setting = text_str(&app->config.settings.language);
    char room[TAG_BYTES];
    struct text tag;
    text_init_over(&tag, room, sizeof room);
    /* Without memory for the settings this is what is left of them. */
    if (str_equal_nocase(setting, "auto") || setting == text_lost)
        language_of_user(&tag);
    else
        text_add(&tag, setting);
    app->language = language_from_tag(text_str(&tag));
}

static void log_guard(struct app *app)
{
    const struct guard *g = &app->guard;
    log_outcome(app->log, "folder_rights", g->rights, "path=\"%s\"", text_str(&app->run_folder));
    if (outcome_failed(g->place))
        log_outcome(app->log, "folder_place", g->place, "path=\"%s\"", text_str(&g->base));
    if (outcome_failed(g->reader))
        log_outcome(app->log, "folder_reader", g->reader, "path=\"%s\"", text_str(&app->run_folder));
}

static struct outcome begin_run_in(struct app *app)
{
    struct text path = TEXT_EMPTY;
    guard_close(&app->guard);
    struct outcome result = guard_open(text_str(&app->config.base), RUN_FILES_ROOT, &app->guard);
    if (!outcome_failed(result)) {
        text_set(&app->config.base, text_str(&app->guard.base));
        result = runs_begin(text_str(&app->config.base), os_utc_now(), guard_make_run, &app->guard, &app->run_folder);
    }
    if (!outcome_failed(result)) {
        os_path_join(text_str(&app->run_folder), RUN_FILES_LOG, &path);
        result = log_open(text_str(&path), &app->log);
    }
    if (!outcome_failed(result) && !app->guard.plain)
        log_guard(app);
    if (!outcome_failed(result) && outcome_failed(app->config.last_good))
        log_outcome(app->log, "last_good_failed", app->config.last_good, "");
    text_done(&path);
    return result;
}

/* Where the configured folder cannot be used, the user's own is, and that is
 * said; without that one there is nothing to record into. */
static bool begin_run(struct app *app)
{
    struct outcome result = begin_run_in(app);
    if (!outcome_failed(result))
        return true;
    app_config_use_fallback(&app->config, result);
    result = begin_run_in(app);
    if (outcome_failed(result))
        box_outcome(app, result, text_str(&app->config.base));
    return !outcome_failed(result);
}

static bool start(struct app *app)
{
    app_choose_language(app);
    if (!begin_run(app))
        return false;
    log_event(app->log, "start", "folder=\"%s\" os_build=%u elevated=%d language=%d", text_str(&app->run_folder),
              (unsigned)app->config.os_build, elevate_is_elevated(), app->language);
    struct outcome result = make_window(app);
    if (!outcome_failed(result) && !settings_copy(&app->recorded, &app->config.settings))
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    if (!outcome_failed(result)) {
        result = recorder_init(&app->recorder, &app->recorded, &app->config.providers, app->log,
                               text_str(&app->config.base), text_str(&app->run_folder));
        app->recorder.language = app->language;
        app->recorder.no_games = &app->config.no_games;
    }
    if (!outcome_failed(result)) {
        result = worker_open(app->window, APP_MESSAGE_NEWS, &app->recorder, &app->worker);
    }
    if (!outcome_failed(result))
        result = worker_ask(app->worker, JOB_START, 0);
    if (outcome_failed(result)) {
        log_outcome(app->log, "start_failed", result, "");
        box_outcome(app, result, "");
        return false;
    }
    notify_icon_init(&app->tray, app->window, APP_MESSAGE_TRAY);
    SetWindowLongPtrW(app->window, GWLP_USERDATA, (LONG_PTR)app);
    app->power = RegisterSuspendResumeNotification(app->window, DEVICE_NOTIFY_WINDOW_HANDLE);
    if (!app->power) /* without Modern Standby they are broadcast as well */
        log_outcome(app->log, "power_events", outcome_of(WHY_window_create, GetLastError()), "");
    app_asked_begin(app);
    app_add_icon(app);
    app_autostart_tell_kept(app);
    app_set_up_hotkey(app);
    if (app->config.problems.count || app->config.problems.short_of_memory) {
        app_step(app, EVENT_CONFIG, TROUBLE_CONFIG);
        PostMessageW(app->window, APP_MESSAGE_PROBLEMS, 0, 0);
    }
    return true;
}

static void loop(struct app *app)
{
    MSG msg;
    while (GetMessageW(&msg, NULL, 0, 0) > 0) {
        if (settings_window_message(app->settings_window, &msg))
            continue;
        TranslateMessage(&msg);
        DispatchMessageW(&msg);
    }
}

/* A worker that cannot be reached goes on with all that it was given: then only
 * the process as a whole can end. */
static void done(struct app *app, int code)
{
    if (app->worker)
        worker_rush(app->worker); /* without an icon nothing goes on for long */
    app_autostart_end(app);
    if (!worker_close(app->worker)) {
        log_event(app->log, "exit", "worker=1");
        ExitProcess((UINT)code);
    }
    recorder_done(&app->recorder);
    log_event(app->log, "exit", "");
    log_close(app->log);
    app_config_done(&app->config);
    settings_done(&app->recorded);
    guard_close(&app->guard);
    text_done(&app->run_folder);
    text_done(&app->trouble_what);
    sound_done(&app->player);
    notices_done(&app->notices);
}

static int run_once(HINSTANCE instance, struct app_told *told, bool *again)
{
    struct app app = {0};
    app.instance = instance;
    app.told = told;
    app.model = tray_model_first();
    app.query_wait_ms = APP_QUERY_WAIT_MS;
    app.end_wait_ms = APP_END_WAIT_MS;
    app_config_init(&app.config);
    bool started = start(&app);
    int code = started ? 0 : 1;
    if (started) {
        loop(&app);
        settings_window_close(app.settings_window);
        notify_icon_done(&app.tray);
        if (app.power)
            UnregisterSuspendResumeNotification(app.power);
    }
    *again = started && app.restart && !app.ending;
    done(&app, code);
    UnregisterClassW(INSTANCE_WINDOW_CLASS, instance);
    return code;
}

int app_run(HINSTANCE instance)
{
    struct app_told told = {0};
    bool again = false;
    int code;
    do {
        code = run_once(instance, &told, &again);
    } while (again);
    text_done(&told.autostart);
    return code;
}
