#include "app/app.h"

#include <string.h>

#include "runs/retention.h"
#include "win/utf16.h"
#include "app/viewer.h"

static void explain_failure(struct app *app, struct outcome result, const char *path)
{
    struct text name = TEXT_EMPTY, sentence = TEXT_EMPTY;
    runs_short_name(path, &name);
    string_explain_lines(app->language, result, text_str(&name), &sentence);
    app_say(app, NOTICE_OPENED, BALLOON_WARNING, STR_balloon_trouble, text_str(&sentence), NULL, TARGET_NONE);
    text_done(&name);
    text_done(&sentence);
}

static void open_snapshot(struct app *app, const char *path)
{
    enum viewer_place place = VIEWER_NONE;
    struct outcome result = viewer_open(text_str(&app->config.settings.viewer), path, &place);
    log_outcome(app->log, "viewer", result, "path=\"%s\" place=%d", path, place);
    if (outcome_failed(result))
        explain_failure(app, result, path);
}

static void open_folder(struct app *app)
{
    struct outcome result = viewer_open_folder(text_str(&app->run_folder));
    log_outcome(app->log, "open_folder", result, "path=\"%s\"", text_str(&app->run_folder));
    if (outcome_failed(result))
        explain_failure(app, result, text_str(&app->run_folder));
}

static void open_config(struct app *app)
{
    const char *path = text_str(&app->config.ini_path);
    struct outcome result = app_config_write_absent(&app->config);
    if (!outcome_failed(result))
        result = viewer_open_folder(path);
    log_outcome(app->log, "open_config", result, "path=\"%s\"", path);
    if (outcome_failed(result))
        explain_failure(app, result, path);
}

void app_open_target(struct app *app, enum notice_target target, const char *path)
{
    switch (target) {
    case TARGET_SNAPSHOT:
        open_snapshot(app, path);
        break;
    case TARGET_LOG:
        open_folder(app);
        break;
    case TARGET_NONE:
        break;
    }
}

/* The page of that entry: what the menu's line named. */
static void open_report(struct app *app, const struct history_entry *entry)
{
    struct text path = TEXT_EMPTY;
    runs_report_path(text_str(&entry->path), &path);
    struct outcome result = viewer_open_text(text_str(&path));
    log_outcome(app->log, "open_report", result, "path=\"%s\"", text_str(&path));
    if (outcome_failed(result))
        explain_failure(app, result, text_str(&path));
    text_done(&path);
}

static void keep(struct app *app, const struct history_entry *entry)
{
    struct outcome result = retention_pin(text_str(&entry->path), !entry->pinned);
    log_outcome(app->log, "keep", result, "path=\"%s\" kept=%d", text_str(&entry->path), !entry->pinned);
    if (outcome_failed(result))
        explain_failure(app, result, text_str(&entry->path));
}

static void share_newest(struct app *app)
{
    struct history history;
    history_init(&history);
    history_read(text_str(&app->config.base), &history);
    const char *path = text_str(&history.newest);
    struct outcome result = *path                           ? viewer_open_folder(path)
                            : outcome_failed(history.read) ? history.read
                                                           : outcome_of(WHY_no_snapshot, 0);
    log_outcome(app->log, "share", result, "path=\"%s\"", path);
    if (outcome_failed(result))
        explain_failure(app, result, *path ? path : text_str(&app->config.base));
    history_done(&history);
}

/* What a trace tells of its owner is said before its folder opens. The box may
 * stand for hours, so what is newest is looked up after it. */
static void share(struct app *app)
{
    struct text words = TEXT_EMPTY;
    text_addf(&words, string_get(app->language, STR_box_share_text), string_get(app->language, STR_privacy_holds),
              string_get(app->language, STR_privacy_lacks));
    log_event(app->log, "share_asked", "");
    if (app_box(app, STR_box_share, text_str(&words), MB_OKCANCEL | MB_ICONINFORMATION) == IDOK)
        share_newest(app);
    text_done(&words);
}

static void do_choice(struct app *app, struct menu_choice choice, const struct history *history)
{
    switch (choice.command) {
    case MENU_SAVE:
        log_event(app->log, "menu_save", "");
        app_step(app, EVENT_SAVE, 0);
        break;
    case MENU_HISTORY:
        if (choice.history < history->count)
            open_snapshot(app, text_str(&history->entries[choice.history].path));
        break;
    case MENU_REPORT:
        if (choice.history < history->count)
            open_report(app, &history->entries[choice.history]);
        break;
    case MENU_KEEP:
        if (choice.history < history->count)
            keep(app, &history->entries[choice.history]);
        break;
    case MENU_SHARE:
        share(app);
        break;
    case MENU_OPEN_FOLDER:
        open_folder(app);
        break;
    case MENU_OPEN_CONFIG:
        open_config(app);
        break;
    case MENU_SAVE_EXIT:
        log_event(app->log, "menu_save_exit", "");
        app_step(app, EVENT_SAVE_EXIT, 0);
        break;
    case MENU_EXIT:
        log_event(app->log, "menu_exit", "");
        app_step(app, EVENT_EXIT, 0);
        break;
    case MENU_NOTHING:
        break;
    }
}

static BOOL CALLBACK to_front(HWND window, LPARAM unused)
{
    wchar_t name[8] = {0};
    (void)unused;
    if (!IsWindowVisible(window) || !GetClassNameW(window, name, 8) || memcmp(name, L"#32770", sizeof L"#32770") != 0)
        return TRUE;
    SetForegroundWindow(window);
    return FALSE;
}

/* A menu or a box runs a loop of its own, in which all messages of the window
 * arrive: what would open another one waits or shows the one that is up. */
static bool begin_busy(struct app *app)
{
    if (app->busy)
        EnumThreadWindows(GetCurrentThreadId(), to_front, 0);
    bool free_before = !app->busy;
    app->busy = true;
    return free_before;
}

static void end_busy(struct app *app)
{
    app->busy = false;
    if (app->problems_wait)
        PostMessageW(app->window, APP_MESSAGE_PROBLEMS, 0, 0);
}

int app_box(struct app *app, enum string_id title, const char *text, UINT look)
{
    struct wide head = WIDE_EMPTY, line = WIDE_EMPTY;
    if (!begin_busy(app))
        return 0;
    wide_add_utf8(&head, string_get(app->language, title));
    wide_add_utf8(&line, text);
    int answer = MessageBoxW(NULL, wide_str(&line), wide_str(&head), look | MB_SETFOREGROUND);
    wide_done(&head);
    wide_done(&line);
    end_busy(app);
    return answer;
}

void app_menu(struct app *app, int x, int y)
{
    struct history history;
    if (!begin_busy(app))
        return;
    history_init(&history);
    history_read(text_str(&app->config.base), &history);
    log_event(app->log, "menu", "history=%u report_of=%u", (unsigned)history.count, (unsigned)app_view_report(&history));
    if (outcome_failed(history.read))
        log_outcome(app->log, "history_failed", history.read, "");
    struct menu_choice choice = app_view_menu(app, &history, x, y);
    end_busy(app);
    do_choice(app, choice, &history);
    history_done(&history);
}
