#include "win/app.h"

#include "core/retention.h"
#include "win/utf16.h"
#include "win/viewer.h"

static void explain_failure(struct app *app, struct outcome result, const char *path)
{
    struct text name = TEXT_EMPTY, sentence = TEXT_EMPTY;
    runs_short_name(path, &name);
    string_explain_lines(app->language, result, text_str(&name), &sentence);
    app_say(app, BALLOON_WARNING, STR_balloon_trouble, text_str(&sentence), NULL, TARGET_NONE);
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

void app_open_target(struct app *app, enum balloon_target target, const char *path)
{
    switch (target) {
    case TARGET_SNAPSHOT:
        open_snapshot(app, path);
        break;
    case TARGET_LOG:
        open_folder(app);
        break;
    case TARGET_CONFIG:
        open_config(app);
        break;
    case TARGET_NONE:
        break;
    }
}

static void open_report(struct app *app, const struct history *history)
{
    struct text path = TEXT_EMPTY;
    struct outcome result = outcome_of(WHY_not_found, 0);
    if (app_view_report(history, &path))
        result = viewer_open_text(text_str(&path));
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

/* What a trace tells of its owner is said before its folder opens. */
static void share(struct app *app, const struct history *history)
{
    struct wide title = WIDE_EMPTY, line = WIDE_EMPTY;
    wide_add_utf8(&title, string_get(app->language, STR_box_share));
    wide_add_utf8(&line, string_get(app->language, STR_box_share_text));
    log_event(app->log, "share_asked", "");
    int answer = MessageBoxW(NULL, wide_str(&line), wide_str(&title), MB_OKCANCEL | MB_ICONINFORMATION | MB_SETFOREGROUND);
    wide_done(&title);
    wide_done(&line);
    if (answer != IDOK || !history->count)
        return;
    const char *path = text_str(&history->entries[0].path);
    struct outcome result = viewer_open_folder(path);
    log_outcome(app->log, "share", result, "path=\"%s\"", path);
    if (outcome_failed(result))
        explain_failure(app, result, path);
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
        open_report(app, history);
        break;
    case MENU_KEEP:
        if (choice.history < history->count)
            keep(app, &history->entries[choice.history]);
        break;
    case MENU_SHARE:
        share(app, history);
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

void app_menu(struct app *app, int x, int y)
{
    struct history history;
    if (app->menu_up)
        return;
    app->menu_up = true;
    history_init(&history);
    history_read(text_str(&app->config.base), &history);
    log_event(app->log, "menu", "history=%u", (unsigned)history.count);
    struct menu_choice choice = app_view_menu(app, &history, x, y);
    app->menu_up = false;
    do_choice(app, choice, &history);
    history_done(&history);
}
