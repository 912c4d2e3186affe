#include "win/app.h"

#include "core/format.h"
#include "win/notify_state.h"
#include "win/sound.h"
#include "win/utf16.h"

#define TIMER_NOTICE 1
#define TIMER_ICON 2
#define TIMER_WATCH 3
#define WATCH_MS 10000u
#define WATCH_TOLERANCE_MS 5000u
#define NOTICE_RETRY_MS 10000u
#define ICON_RETRY_MS 2000u
#define END_SESSION_WAIT_MS 4000u

/* --- showing --- */

void app_refresh(struct app *app)
{
    struct text tip = TEXT_EMPTY;
    enum tray_icon icon = tray_model_icon(&app->model);
    static const char *const names[] = {"armed", "saving", "trouble"};
    app_view_tip(app, &tip);
    bool changed = icon != app->tray.icon;
    struct outcome shown = tray_show(&app->tray, icon, text_str(&tip));
    if (changed)
        log_outcome(app->log, "icon", shown, "state=%s", names[icon]);
    if (outcome_failed(shown))
        SetTimer(app->window, TIMER_ICON, ICON_RETRY_MS, NULL);
    text_done(&tip);
}

static void show_notice(struct app *app)
{
    struct notice *n = &app->notice;
    struct balloon balloon = {n->kind, text_str(&n->title), text_str(&n->text), n->path.len ? text_str(&n->path) : NULL};
    if (!notify_state_visible()) {
        log_event(app->log, "balloon_waits", "");
        SetTimer(app->window, TIMER_NOTICE, NOTICE_RETRY_MS, NULL);
        return;
    }
    struct outcome shown = tray_balloon(&app->tray, &balloon);
    log_outcome(app->log, "balloon", shown, "title=\"%s\" text=\"%s\" path=\"%s\"", balloon.title, balloon.text,
                text_str(&n->path));
    if (outcome_failed(shown)) {
        SetTimer(app->window, TIMER_NOTICE, NOTICE_RETRY_MS, NULL);
        return;
    }
    KillTimer(app->window, TIMER_NOTICE);
    n->waiting = false;
    app->shown_target = n->target;
    text_set(&app->shown_path, text_str(&n->path));
}

void app_say(struct app *app, enum balloon_kind kind, enum string_id title, const char *text, const char *path,
             enum balloon_target target)
{
    struct notice *n = &app->notice;
    n->waiting = true;
    n->kind = kind;
    n->target = target;
    text_set(&n->title, string_get(app->language, title));
    text_set(&n->text, text);
    text_set(&n->path, path ? path : "");
    show_notice(app);
}

static void say_outcome(struct app *app, enum balloon_kind kind, enum string_id title, struct outcome outcome, const char *what)
{
    struct text sentence = TEXT_EMPTY;
    string_explain_lines(app->language, outcome, what, &sentence);
    app_say(app, kind, title, text_str(&sentence), NULL, TARGET_LOG);
    text_done(&sentence);
}

/* --- deciding and doing --- */

static void play(struct app *app, enum sound sound)
{
    if (app->config.settings.sound)
        sound_play(sound);
    log_event(app->log, "sound", "kind=%s muted=%d", sound == SOUND_SAVED ? "saved" : "failed",
              !app->config.settings.sound);
}

static void take_trouble(struct app *app, struct outcome outcome, const char *what)
{
    app->trouble = outcome;
    text_set(&app->trouble_what, what);
}

/* Nobody may wait for a job that was not taken. */
static void ask_worker(struct app *app, enum worker_job job, int64_t pressed)
{
    struct outcome asked = worker_ask(app->worker, job, pressed);
    if (!outcome_failed(asked))
        return;
    log_outcome(app->log, "worker_lost", asked, "job=%d", job);
    if (job == JOB_SNAPSHOT) {
        take_trouble(app, asked, session_name(SESSION_BUFFER));
        app_step(app, EVENT_SAVE_FAILED, 0);
        say_outcome(app, BALLOON_ERROR, STR_balloon_failed, app->trouble, text_str(&app->trouble_what));
    } else if (job == JOB_STOP) {
        app_step(app, EVENT_STOPPED, 0);
    }
}

void app_step(struct app *app, enum tray_event_kind kind, uint32_t troubles)
{
    struct tray_input input = {kind, troubles};
    struct tray_step step = tray_model_step(app->model, input);
    app->model = step.model;
    if (step.actions & ACTION_SAVE)
        ask_worker(app, JOB_SNAPSHOT, os_utc_now());
    if (step.actions & ACTION_SOUND_SAVED)
        play(app, SOUND_SAVED);
    if (step.actions & ACTION_SOUND_FAILED)
        play(app, SOUND_FAILED);
    app_refresh(app);
    if (step.actions & ACTION_HURRY)
        worker_hurry(app->worker);
    if (step.actions & ACTION_STOP)
        ask_worker(app, JOB_STOP, 0);
    if (step.actions & ACTION_SAY_BUSY)
        app_say(app, BALLOON_INFO, STR_balloon_busy, string_get(app->language, STR_balloon_busy_text), NULL, TARGET_NONE);
    if (step.actions & ACTION_SAY_OFF)
        say_outcome(app, BALLOON_ERROR, STR_balloon_failed, app->trouble, text_str(&app->trouble_what));
    if (step.actions & ACTION_QUIT)
        DestroyWindow(app->window);
}

static void say_unclean(struct app *app, const struct recorder_started *s)
{
    struct text when = TEXT_EMPTY, line = TEXT_EMPTY;
    if (s->unclean_last)
        format_moment(&when, s->unclean_last, os_utc_now());
    else
        text_set(&when, "?");
    text_addf(&line, string_get(app->language, STR_balloon_unclean_text), text_str(&when));
    app_say(app, BALLOON_INFO, STR_balloon_unclean, text_str(&line), text_str(&s->unclean), TARGET_SNAPSHOT);
    text_done(&when);
    text_done(&line);
}

/* The most pressing of what there is to say; the log has all of it. */
static void say_started(struct app *app, const struct recorder_started *s, uint32_t troubles)
{
    struct text line = TEXT_EMPTY;
    if (troubles) {
        say_outcome(app, troubles & TROUBLE_BUFFER ? BALLOON_ERROR : BALLOON_WARNING, STR_balloon_trouble, app->trouble,
                    text_str(&app->trouble_what));
    } else if (s->recovered.len) {
        app_say(app, BALLOON_INFO, STR_balloon_recovered, string_get(app->language, STR_balloon_recovered_text),
                text_str(&s->recovered), TARGET_SNAPSHOT);
    } else if (s->unclean.len) {
        say_unclean(app, s);
    } else if (outcome_failed(app->hotkey)) {
        say_outcome(app, BALLOON_WARNING, STR_balloon_trouble, app->hotkey, text_str(&app->config.settings.hotkey));
    } else if (s->ring_reduced) {
        text_addf(&line, string_get(app->language, STR_balloon_smaller_text), (unsigned)s->ring_mb,
                  (unsigned)app->config.settings.ring_mb);
        app_say(app, BALLOON_WARNING, STR_balloon_smaller, text_str(&line), NULL, TARGET_NONE);
    }
    text_done(&line);
}

static void on_started(struct app *app, const struct recorder_started *s)
{
    uint32_t troubles = 0;
    app->ring_mb = s->ring_mb;
    if (s->providers_failed) {
        troubles |= TROUBLE_PROVIDER;
        take_trouble(app, s->provider, text_str(&s->provider_name));
    }
    if (outcome_failed(s->file)) {
        troubles |= TROUBLE_FILE;
        take_trouble(app, s->file, session_name(SESSION_FILE));
    }
    if (outcome_failed(s->buffer)) {
        troubles |= TROUBLE_BUFFER;
        take_trouble(app, s->buffer, session_name(SESSION_BUFFER));
    }
    app_step(app, EVENT_STARTED, troubles);
    if (!(troubles & TROUBLE_BUFFER))
        log_event(app->log, "armed", "ring_mb=%u troubles=%u", (unsigned)s->ring_mb, (unsigned)app->model.troubles);
    SetCoalescableTimer(app->window, TIMER_WATCH, WATCH_MS, NULL, WATCH_TOLERANCE_MS);
    say_started(app, s, troubles);
}

static void say_watched(struct app *app, const struct recorder_watched *w)
{
    struct text from = TEXT_EMPTY, to = TEXT_EMPTY, line = TEXT_EMPTY;
    format_moment(&from, w->from, w->to);
    format_moment(&to, w->to, w->to);
    text_addf(&line, string_get(app->language, STR_balloon_gap_text), text_str(&from), text_str(&to));
    app_say(app, BALLOON_WARNING, STR_balloon_gap, text_str(&line), NULL, TARGET_LOG);
    text_done(&from);
    text_done(&to);
    text_done(&line);
}

static void on_watched(struct app *app, const struct recorder_watched *w)
{
    uint32_t troubles = TROUBLE_GAP;
    if (w->providers_changed)
        app_step(app, EVENT_PROVIDERS, w->providers_missing ? TROUBLE_PROVIDER : 0);
    if (!w->changed)
        return;
    if (outcome_failed(w->file)) {
        troubles |= TROUBLE_FILE;
        take_trouble(app, w->file, session_name(SESSION_FILE));
    }
    if (outcome_failed(w->buffer)) {
        troubles |= TROUBLE_BUFFER;
        take_trouble(app, w->buffer, session_name(SESSION_BUFFER));
    }
    app_step(app, EVENT_WATCHED, troubles);
    if (troubles & (TROUBLE_FILE | TROUBLE_BUFFER))
        say_outcome(app, BALLOON_ERROR, STR_balloon_trouble, app->trouble, text_str(&app->trouble_what));
    else
        say_watched(app, w);
}

static void on_failed(struct app *app, const struct news *news)
{
    struct text name = TEXT_EMPTY;
    if (news->path.len)
        runs_short_name(text_str(&news->path), &name);
    else
        text_set(&name, session_name(SESSION_BUFFER));
    take_trouble(app, news->outcome, text_str(&name));
    app_step(app, EVENT_SAVE_FAILED, 0);
    say_outcome(app, BALLOON_ERROR, STR_balloon_failed, app->trouble, text_str(&app->trouble_what));
    text_done(&name);
}

static void on_checked(struct app *app, const struct news *news)
{
    struct text line = TEXT_EMPTY;
    if (outcome_failed(news->outcome)) {
        say_outcome(app, BALLOON_WARNING, STR_balloon_saved_doubt, news->outcome, text_str(&news->path));
        return;
    }
    app->last = news->info;
    app->last_known = true;
    app_refresh(app);
    app_view_saved(app, &news->info, &line);
    if (news->verdict.len)
        text_addf(&line, "\n%s", text_str(&news->verdict));
    enum string_id title = app_view_saved_title(&news->info);
    app_say(app, title == STR_balloon_saved ? BALLOON_INFO : BALLOON_WARNING, title, text_str(&line),
            text_str(&news->path), TARGET_SNAPSHOT);
    text_done(&line);
}

void app_on_news(struct app *app, struct news *news)
{
    switch (news->kind) {
    case NEWS_STARTED:
        on_started(app, &news->started);
        break;
    case NEWS_FLUSHING:
        app_step(app, EVENT_FLUSHING, 0);
        break;
    case NEWS_SAVED:
        app_step(app, EVENT_SAVED, 0);
        break;
    case NEWS_FAILED:
        on_failed(app, news);
        break;
    case NEWS_CHECKED:
        on_checked(app, news);
        break;
    case NEWS_WATCHED:
        on_watched(app, &news->watched);
        break;
    case NEWS_STOPPED:
        app->ended = true;
        app_step(app, EVENT_STOPPED, 0);
        break;
    }
    news_close(news);
}

void app_on_hotkey(struct app *app)
{
    log_event(app->log, "press", "");
    app_step(app, EVENT_PRESS, 0);
}

void app_on_tray(struct app *app, WPARAM wparam, LPARAM lparam)
{
    struct tray_event event = tray_decode(wparam, lparam);
    switch (event.click) {
    case TRAY_CLICK_MENU:
    case TRAY_CLICK_ACTIVATE:
        app_menu(app, event.x, event.y);
        break;
    case TRAY_CLICK_BALLOON:
        log_event(app->log, "balloon_clicked", "path=\"%s\"", text_str(&app->shown_path));
        app_open_target(app, app->shown_target, text_str(&app->shown_path));
        break;
    default:
        break;
    }
}

static void add_icon(struct app *app)
{
    struct outcome added = tray_add(&app->tray);
    log_outcome(app->log, "icon_added", added, "");
    if (outcome_failed(added)) {
        SetTimer(app->window, TIMER_ICON, ICON_RETRY_MS, NULL);
        return;
    }
    KillTimer(app->window, TIMER_ICON);
    if (app->notice.waiting)
        show_notice(app);
}

void app_on_taskbar_created(struct app *app)
{
    add_icon(app);
}

void app_on_timer(struct app *app, UINT_PTR id)
{
    if (id == TIMER_ICON)
        add_icon(app);
    else if (id == TIMER_WATCH)
        ask_worker(app, JOB_WATCH, 0);
    else if (id == TIMER_NOTICE && app->notice.waiting)
        show_notice(app);
}

void app_on_second_start(struct app *app)
{
    struct text line = TEXT_EMPTY;
    log_event(app->log, "second_start", "");
    if (outcome_failed(app->hotkey))
        string_explain_lines(app->language, app->hotkey, text_str(&app->config.settings.hotkey), &line);
    else
        text_addf(&line, string_get(app->language, STR_balloon_running_text), text_str(&app->config.settings.hotkey));
    app_say(app, BALLOON_INFO, STR_balloon_running, text_str(&line), NULL, TARGET_NONE);
    text_done(&line);
}

void app_on_problems(struct app *app)
{
    struct text sentence = TEXT_EMPTY;
    struct wide title = WIDE_EMPTY, line = WIDE_EMPTY;
    app_view_problems(app, &sentence);
    wide_add_utf8(&title, string_get(app->language, STR_box_config));
    wide_add_utf8(&line, text_str(&sentence));
    log_event(app->log, "config_problems", "count=%u text=\"%s\"", (unsigned)app->config.problems.count, text_str(&sentence));
    MessageBoxW(NULL, wide_str(&line), wide_str(&title), MB_OK | MB_ICONWARNING | MB_SETFOREGROUND);
    text_done(&sentence);
    wide_done(&title);
    wide_done(&line);
}

/* Sessions sleep and wake with the machine. The log says when, because the
 * snapshot then has a hole that is nobody's fault; after waking they are looked
 * after at once. */
void app_on_power(struct app *app, WPARAM what)
{
    if (what == PBT_APMSUSPEND)
        log_event(app->log, "sleep", "");
    if (what != PBT_APMRESUMEAUTOMATIC)
        return;
    log_event(app->log, "resume", "");
    ask_worker(app, JOB_WATCH, 0);
}

/* Windows ends the process when this returns, so it waits for the sessions to
 * be stopped and keyevents.etl to be finalised. */
void app_on_end_session(struct app *app)
{
    log_event(app->log, "session_end", "");
    app_step(app, EVENT_SESSION_END, 0);
    bool stopped = worker_wait_stopped(app->worker, END_SESSION_WAIT_MS);
    log_event(app->log, "session_end_done", "stopped=%d", stopped);
}
