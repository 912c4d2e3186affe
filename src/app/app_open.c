#include "app/app.h"

#include <string.h>

#include "runs/retention.h"
#include "tray/click_plan.h"
#include "win/utf16.h"
#include "app/viewer.h"

#define HEAD_UNITS 200u

static void explain_failure(struct app *app, struct outcome result, const char *path)
{
    struct text name = TEXT_EMPTY, sentence = TEXT_EMPTY;
    run_files_short_name(path, &name);
    string_explain_lines(app->language, result, text_str(&name), &sentence);
    app_say(app, NOTICE_OPENED, BALLOON_WARNING, STR_balloon_trouble, text_str(&sentence), NULL, TARGET_NONE);
    text_done(&name);
    text_done(&sentence);
}

bool app_has_report(const char *snapshot)
{
    struct text html = TEXT_EMPTY;
    struct os_stat st;
    run_files_report(snapshot, &html);
    struct outcome seen = os_stat(text_str(&html), &st);
    text_done(&html);
    /* Without memory to look, opening it will tell. */
    return outcome_failed(seen) ? seen.why == WHY_out_of_memory : !st.is_folder;
}

static struct outcome open_viewer(struct app *app, const char *path)
{
    enum viewer_place place = VIEWER_NONE;
    struct outcome result = viewer_open(text_str(&app->config.settings.viewer), path, &place);
    log_outcome(app->log, "viewer", result, "path=\"%s\" place=%d", path, place);
    return result;
}

static struct outcome open_report(struct app *app, const char *snapshot)
{
    struct text path = TEXT_EMPTY;
    run_files_report(snapshot, &path);
    struct outcome result = viewer_open_text(text_str(&path));
    log_outcome(app->log, "open_report", result, "path=\"%s\"", text_str(&path));
    text_done(&path);
    return result;
}

static struct outcome show_file(struct app *app, const char *path)
{
    struct outcome result = viewer_open_folder(path);
    log_outcome(app->log, "show_file", result, "path=\"%s\"", path);
    return result;
}

static struct outcome go(struct app *app, enum click_way way, const char *path)
{
    return way == CLICK_VIEWER ? open_viewer(app, path) : way == CLICK_REPORT ? open_report(app, path) : show_file(app, path);
}

/* The first way that leads somewhere. A word is due where none does, and where the
 * one that was wanted did not. */
static void open_by(struct app *app, const enum click_way *ways, bool wants_first, const char *path)
{
    struct outcome first = go(app, *ways, path), last = first;
    for (const enum click_way *way = ways + 1; outcome_failed(last) && *way != CLICK_ways; way++)
        last = go(app, *way, path);
    if (outcome_failed(last))
        explain_failure(app, last, path);
    else if (wants_first && outcome_failed(first))
        explain_failure(app, first, path);
}

static void open_clicked(struct app *app, const char *path)
{
    const enum click_way *ways = click_ways(text_str(&app->config.settings.click));
    open_by(app, ways, ways[0] == CLICK_VIEWER && ways[1] == CLICK_FOLDER, path);
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
        result = viewer_open_text(path);
    log_outcome(app->log, "open_config", result, "path=\"%s\"", path);
    if (outcome_failed(result))
        explain_failure(app, result, path);
}

void app_open_target(struct app *app, enum notice_target target, const char *path)
{
    switch (target) {
    case TARGET_SNAPSHOT:
        open_clicked(app, path);
        break;
    case TARGET_LOG:
        open_folder(app);
        break;
    case TARGET_NONE:
        break;
    }
}

static void keep(struct app *app, const struct history_entry *entry)
{
    struct outcome result = retention_pin(text_str(&entry->path), !entry->pinned);
    log_outcome(app->log, "keep", result, "path=\"%s\" kept=%d", text_str(&entry->path), !entry->pinned);
    if (outcome_failed(result))
        explain_failure(app, result, text_str(&entry->path));
}

/* A box that may not be shown counts as a no, with its outcome. */
static bool asks(struct app *app, enum string_id title, const char *text, UINT look, struct outcome *asked)
{
    int answer = app_box(app, title, text, MB_OKCANCEL | look);
    *asked = answer ? outcome_ok() : outcome_of(WHY_window_create, GetLastError());
    return answer == IDOK;
}

/* What a trace tells of its owner is said before its folder opens. */
static void share(struct app *app, const char *path)
{
    struct text text = TEXT_EMPTY;
    struct outcome result;
    text_addf(&text, string_get(app->language, STR_box_share_text), string_get(app->language, STR_privacy_holds),
              string_get(app->language, STR_privacy_lacks));
    log_event(app->log, "share_asked", "path=\"%s\"", path);
    bool agreed = asks(app, STR_box_share, text_str(&text), MB_ICONINFORMATION, &result);
    if (agreed)
        result = viewer_open_folder(path);
    if (agreed || outcome_failed(result))
        log_outcome(app->log, "share", result, "path=\"%s\"", path);
    if (outcome_failed(result))
        explain_failure(app, result, path);
    text_done(&text);
}

/* Its line, and where it lies. */
static void delete(struct app *app, const struct history_entry *entry)
{
    struct text line = TEXT_EMPTY, text = TEXT_EMPTY, name = TEXT_EMPTY, stays = TEXT_EMPTY;
    const char *path = text_str(&entry->path);
    struct outcome result;
    app_view_line(app, entry, os_utc_now(), &line);
    run_files_short_name(path, &name);
    text_addf(&text, string_get(app->language, STR_box_delete_text), text_str(&line), text_str(&name));
    if (entry->pinned)
        text_addf(&text, "\n\n%s", string_get(app->language, STR_box_delete_kept));
    log_event(app->log, "delete_asked", "path=\"%s\"", path);
    bool agreed = asks(app, STR_box_delete, text_str(&text), MB_ICONWARNING | MB_DEFBUTTON2, &result);
    if (agreed)
        result = retention_delete(path, app->log, &stays);
    if (agreed || outcome_failed(result))
        log_outcome(app->log, "delete", result, "path=\"%s\" stays=\"%s\"", path, text_str(&stays));
    if (outcome_failed(result))
        explain_failure(app, result, stays.len ? text_str(&stays) : path);
    text_done(&stays);
    text_done(&line);
    text_done(&text);
    text_done(&name);
}

static void do_action(struct app *app, enum menu_action action, const struct history_entry *entry)
{
    static const enum click_way viewer[] = {CLICK_VIEWER, CLICK_FOLDER, CLICK_ways};
    static const enum click_way alone[] = {CLICK_REPORT, CLICK_ways, CLICK_FOLDER, CLICK_ways};
    const char *path = text_str(&entry->path);
    switch (action) {
    case ACT_VIEWER: open_by(app, viewer, true, path); break;
    case ACT_REPORT: open_by(app, alone, true, path); break;
    case ACT_SHOW: open_by(app, alone + 2, true, path); break;
    case ACT_KEEP: keep(app, entry); break;
    case ACT_SHARE: share(app, path); break;
    case ACT_DELETE: delete(app, entry); break;
    case ACT_count: break;
    }
}

static void do_choice(struct app *app, struct menu_choice choice, const struct history *history)
{
    switch (choice.command) {
    case MENU_SAVE:
        app_step(app, EVENT_SAVE, 0);
        log_event(app->log, "menu_save", "");
        break;
    case MENU_SNAPSHOT:
        if (choice.history < history->count)
            do_action(app, choice.action, &history->entries[choice.history]);
        break;
    case MENU_OPEN_FOLDER:
        open_folder(app);
        break;
    case MENU_SETTINGS:
        app_open_settings(app);
        break;
    case MENU_OPEN_CONFIG:
        open_config(app);
        break;
    case MENU_SAVE_EXIT:
        app_step(app, EVENT_SAVE_EXIT, 0);
        log_event(app->log, "menu_save_exit", "");
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

int app_box_over(struct app *app, HWND owner, enum string_id title, const char *text, UINT look)
{
    wchar_t head[HEAD_UNITS], short_line[HEAD_UNITS];
    struct wide line = WIDE_EMPTY;
    if (!begin_busy(app)) {
        SetLastError(ERROR_BUSY);
        return 0;
    }
    utf16_copy_cut(head, HEAD_UNITS, string_get(app->language, title));
    utf16_copy_cut(short_line, HEAD_UNITS, string_get(app->language, STR_why_out_of_memory));
    wide_add_utf8(&line, text);
    const wchar_t *shown = line.failed ? short_line : wide_str(&line);
    int answer = MessageBoxW(owner, shown, head, look | MB_SETFOREGROUND);
    DWORD code = GetLastError();
    if (!answer)
        log_outcome(app->log, "box_failed", outcome_of(WHY_window_create, code), "text=\"%s\"", text);
    wide_done(&line);
    end_busy(app);
    SetLastError(code);
    return answer;
}

int app_box(struct app *app, enum string_id title, const char *text, UINT look)
{
    return app_box_over(app, NULL, title, text, look);
}

void app_menu(struct app *app, int x, int y)
{
    struct history history;
    if (!begin_busy(app))
        return;
    history_init(&history);
    history_read(text_str(&app->config.base), &history);
    log_event(app->log, "menu", "history=%u", (unsigned)history.count);
    if (outcome_failed(history.read))
        log_outcome(app->log, "history_failed", history.read, "");
    struct menu_choice choice = app_view_menu(app, &history, x, y);
    end_busy(app);
    do_choice(app, choice, &history);
    history_done(&history);
}
