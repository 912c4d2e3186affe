#include "app/app.h"

#include <stdlib.h>

#include "win/autostart_thread.h"

#define END_WAIT_MS 3000u
#define SAID_UNITS 200u

static struct outcome begin(struct app *app, enum autostart_doing doing)
{
    struct outcome result = autostart_begin(app->autostart, doing);
    log_outcome(app->log, "autostart_begun", result, "doing=%d", doing);
    return result;
}

static struct autostart *make(const struct app *app)
{
    struct autostart *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->window = app->window;
    a->message = APP_MESSAGE_AUTOSTART;
    os_path_join(text_str(&app->config.exe_folder), "hitchbox.exe", &a->exe);
    return a;
}

void app_autostart_look(struct app *app)
{
    if (!app->autostart)
        app->autostart = make(app);
    if (app->autostart && !app->autostart->thread)
        app->autostart->looked = begin(app, AUTOSTART_LOOK);
    settings_window_autostart(app->settings_window, NULL);
}

static void say_known(const struct app *app, struct settings_autostart *now)
{
    const struct autostart *a = app->autostart;
    struct outcome why = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    if (a)
        why = outcome_failed(a->offered) ? a->offered : a->looked;
    now->on = a && a->found.ours;
    now->can = !outcome_failed(why) || now->on;
    if (outcome_failed(why))
        string_explain(app->language, why, a ? text_str(&a->what) : "", &now->words);
    if (a && a->found.there && !now->on) {
        text_add(&now->words, now->words.len ? "\n" : "");
        string_fill(&now->words, string_get(app->language, STR_set_autostart_other), text_str(&a->found.exe));
    }
}

void app_autostart_now(void *ctx, struct settings_autostart *now)
{
    const struct app *app = ctx;
    const struct autostart *a = app->autostart;
    now->busy = a && a->thread;
    if (!now->busy) {
        say_known(app, now);
        return;
    }
    now->on = a->doing == AUTOSTART_ON;
    text_add(&now->words, string_get(app->language, a->doing == AUTOSTART_LOOK ? STR_set_autostart_look : STR_set_autostart_set));
}

struct outcome app_autostart_set(void *ctx, bool on)
{
    return begin(ctx, on ? AUTOSTART_ON : AUTOSTART_OFF);
}

static void say(struct app *app, bool failed, const char *line)
{
    app_say(app, NOTICE_OPENED, failed ? BALLOON_WARNING : BALLOON_INFO, failed ? STR_balloon_trouble : STR_box_title, line,
            NULL, failed ? TARGET_LOG : TARGET_NONE);
}

bool app_autostart_sets(const struct app *app)
{
    return app->autostart && app->autostart->thread && app->autostart->doing != AUTOSTART_LOOK;
}

void app_autostart_tell_kept(struct app *app)
{
    if (app->told->autostart.len)
        say(app, app->told->failed, text_str(&app->told->autostart));
    text_done(&app->told->autostart);
}

/* A window or a balloon of this run is gone with it. */
static void keep(struct app *app, bool failed, struct text *line)
{
    text_move(&app->told->autostart, line);
    app->told->failed = failed;
}

static void tell_set(struct app *app)
{
    struct autostart *a = app->autostart;
    struct text line = TEXT_EMPTY;
    bool failed = outcome_failed(a->set), on = a->doing == AUTOSTART_ON;
    if (failed) {
        string_explain_lines(app->language, a->set, text_str(&a->exe), &line);
        text_add(&line, a->done.said.len ? "\n" : "");
        app_view_add_cut(&line, text_str(&a->done.said), SAID_UNITS);
    } else {
        a->found.there = a->found.ours = on;
        text_add(&line, string_get(app->language, on ? STR_set_autostart_on : STR_set_autostart_off));
    }
    if (app->restart_waits != SETTINGS_NO_RESTART)
        keep(app, failed, &line);
    else if (app->settings_window)
        settings_window_autostart(app->settings_window, text_str(&line));
    else
        say(app, failed, text_str(&line));
    text_done(&line);
}

static bool take_answer(struct app *app, DWORD wait_ms)
{
    struct autostart *a = app->autostart;
    if (!a || !autostart_ended(a, wait_ms))
        return false;
    if (a->doing == AUTOSTART_LOOK) {
        log_outcome(app->log, "autostart_offered", a->offered, "what=\"%s\"", text_str(&a->what));
        log_outcome(app->log, "autostart_look", a->looked, "there=%d ours=%d exe=\"%s\"", a->found.there, a->found.ours,
                    text_str(&a->found.exe));
    } else {
        log_outcome(app->log, "autostart_set", a->set, "on=%d code=%u said=\"%s\"", a->doing == AUTOSTART_ON, (unsigned)a->done.code,
                    text_str(&a->done.said));
    }
    return true;
}

void app_autostart_answered(struct app *app, DWORD wait_ms)
{
    if (!take_answer(app, wait_ms))
        return;
    if (app->autostart->doing == AUTOSTART_LOOK)
        settings_window_autostart(app->settings_window, NULL);
    else
        tell_set(app);
    app_restart_waiting(app);
}

void app_autostart_end(struct app *app)
{
    struct autostart *a = app->autostart;
    bool sets = a && a->doing != AUTOSTART_LOOK && !app->ending;
    if (sets)
        take_answer(app, APP_AUTOSTART_WAIT_MS);
    if (a && a->thread) {
        a->stop = true;
        take_answer(app, END_WAIT_MS);
    }
    autostart_close(a);
}
