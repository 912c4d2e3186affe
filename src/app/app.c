#include "app/app.h"

#include "app/hotkey.h"
#include "win/instance.h"

#define WATCH_MS 10000u
/* While Explorer starts, an icon that it refused is tried again soon; where
 * there is no Explorer, seldom. */
#define ICON_RETRY_MS 2000u
#define ICON_SOON_TRIES 15u
#define ICON_SELDOM_MS 30000u

/* --- showing --- */

void app_refresh(struct app *app)
{
    struct text tip = TEXT_EMPTY;
    enum tray_icon icon = tray_model_icon(&app->model);
    static const char *const names[] = {"armed", "saving", "trouble"};
    app_view_tip(app, &tip);
    const char *shown_tip = tip.failed ? string_get(app->language, tray_model_text(&app->model)) : text_str(&tip);
    bool changed = icon != app->tray.icon, stood = app->tray.added;
    struct outcome shown = notify_icon_show(&app->tray, icon, shown_tip);
    if (changed || (stood && outcome_failed(shown)))
        log_outcome(app->log, "icon", shown, "state=%s", names[icon]);
    if (outcome_failed(shown))
        SetTimer(app->window, APP_TIMER_ICON, ICON_RETRY_MS, NULL);
    text_done(&tip);
}

bool app_is_news(struct outcome *told, struct outcome now)
{
    bool news = !outcome_failed(now) || now.why != told->why || now.os != told->os;
    *told = now;
    return news;
}

void app_add_icon(struct app *app)
{
    struct outcome added = notify_icon_add(&app->tray);
    bool failed = outcome_failed(added), stood = !failed && app->tray.stood;
    app->icon_late = false;
    if (!stood)
        notices_restart(&app->notices);
    if (app_is_news(&app->icon_told, added) && !stood)
        log_outcome(app->log, "icon_added", added, "tries=%u", app->icon_tries + 1);
    if (failed) {
        SetTimer(app->window, APP_TIMER_ICON, app->icon_tries < ICON_SOON_TRIES ? ICON_RETRY_MS : ICON_SELDOM_MS, NULL);
        app->icon_tries++;
        return;
    }
    app->icon_tries = 0;
    KillTimer(app->window, APP_TIMER_ICON);
    app_show_notices(app);
}

/* --- deciding and doing --- */

void app_play(struct app *app, const struct settings *settings, enum tone tone)
{
    static const char *const kinds[] = {"saved", "failed", "both"};
    bool own = str_equal_nocase(text_str(&settings->sounds), "own");
    struct outcome played = outcome_ok();
    if (settings->sound && own)
        played = sound_play_own(&app->player, tone, (unsigned)settings->sound_volume);
    else if (settings->sound)
        sound_play_windows(tone);
    log_outcome(app->log, "sound", played, "kind=%s muted=%d own=%d", kinds[tone], !settings->sound, own);
}

static void take_trouble(struct app *app, struct outcome outcome, const char *what)
{
    app->trouble = outcome;
    text_set(&app->trouble_what, what);
    if (app->trouble_what.failed)
        text_done(&app->trouble_what); /* the sentence is worth more than what it names */
}

static void say_failed(struct app *app)
{
    app_say_outcome(app, NOTICE_SNAPSHOT, BALLOON_ERROR, STR_balloon_failed, app->trouble, text_str(&app->trouble_what));
}

static void say_noticed(struct app *app, enum string_id title, enum string_id text)
{
    app_say(app, NOTICE_SNAPSHOT, BALLOON_INFO, title, string_get(app->language, text), NULL, TARGET_NONE);
}

/* Nobody may wait for a job that was not taken. */
static void ask_worker(struct app *app, enum worker_job job, int64_t pressed)
{
    struct outcome asked = job == JOB_ASKED ? worker_ask_for(app->worker, app->asker, pressed)
                                            : worker_ask(app->worker, job, pressed);
    if (!outcome_failed(asked))
        return;
    log_outcome(app->log, "worker_lost", asked, "job=%d", job);
    if (job == JOB_ASKED) {
        app_asked_failed(app, app->asker, asked, session_name(SESSION_BUFFER));
        app_step(app, EVENT_ASKED_FLUSHING, 0);
    }
    if (job == JOB_SNAPSHOT || job == JOB_ASKED) {
        take_trouble(app, asked, session_name(SESSION_BUFFER));
        app_step(app, EVENT_SAVE_FAILED, 0);
        say_failed(app);
    } else if (job == JOB_STOP) {
        app_step(app, EVENT_STOPPED, 0);
    }
}

void app_step(struct app *app, enum tray_event_kind kind, uint32_t troubles)
{
    struct tray_input input = {kind, troubles};
    struct tray_step step = tray_model_step(app->model, input);
    app->model = step.model;
    if (kind == EVENT_EXIT || kind == EVENT_SAVE_EXIT)
        app->restart_waits = SETTINGS_NO_RESTART; /* this one comes first */
    if ((step.actions & ACTION_SAVE) && app->rushed && !app->blocking)
        app_on_end_called_off(app); /* nobody said so, but the player is here */
    if (step.actions & ACTION_SAVE)
        ask_worker(app, kind == EVENT_ASKED ? JOB_ASKED : JOB_SNAPSHOT, os_utc_now()); /* before anything that may wait */
    app_block_shutdown(app);
    if (step.actions & ACTION_SOUND_SAVED)
        app_play(app, &app->config.settings, TONE_SAVED);
    if (step.actions & ACTION_SOUND_FAILED)
        app_play(app, &app->config.settings, TONE_FAILED);
    app_refresh(app);
    if (step.actions & ACTION_HURRY)
        worker_hurry(app->worker);
    if (step.actions & ACTION_STOP) {
        SetWindowTextW(app->window, INSTANCE_ENDING_TITLE);
        ask_worker(app, JOB_STOP, 0);
    }
    if (step.actions & ACTION_SAY_BUSY)
        say_noticed(app, STR_balloon_busy, STR_balloon_busy_text);
    if (step.actions & ACTION_SAY_EARLY)
        say_noticed(app, STR_balloon_early, STR_balloon_early_text);
    if (step.actions & ACTION_SAY_OFF)
        say_failed(app);
    if (step.actions & ACTION_QUIT) {
        menu_close();
        notify_icon_remove(&app->tray); /* Explorer asks for the window of an icon that goes */
        DestroyWindow(app->window);
    }
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
    if (!SetCoalescableTimer(app->window, APP_TIMER_WATCH, WATCH_MS, NULL, APP_TIMER_TOLERANCE_MS))
        SetTimer(app->window, APP_TIMER_WATCH, WATCH_MS, NULL);
    app_say_started(app, s, troubles);
}

static void on_watched(struct app *app, const struct recorder_watched *w)
{
    uint32_t troubles = w->interrupted ? TROUBLE_GAP : 0;
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
    app_say_watched(app, w, troubles);
}

static void on_failed(struct app *app, const struct news *news)
{
    struct text name = TEXT_EMPTY;
    if (news->path.len)
        run_files_short_name(text_str(&news->path), &name);
    else
        text_set(&name, session_name(SESSION_BUFFER));
    take_trouble(app, news->outcome, text_str(&name));
    app_step(app, EVENT_SAVE_FAILED, 0);
    say_failed(app);
    text_done(&name);
}

static void on_checked(struct app *app, const struct news *news)
{
    if (!outcome_failed(news->outcome)) {
        app->last = news->info;
        app->last_known = true;
        app_refresh(app);
    }
    app_say_checked(app, news);
}

void app_on_news(struct app *app, struct news *news)
{
    app_asked_news(app, news);
    switch (news->kind) {
    case NEWS_STARTED:
        on_started(app, &news->started);
        break;
    case NEWS_FOUND:
        app_say_found(app, &news->started);
        break;
    case NEWS_FLUSHING:
        log_event(app->log, "flushing", ""); /* the worker's own lines come when the FLUSH has returned */
        if (!news->asker.window)
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

void app_set_up_hotkey(struct app *app)
{
    if (app->key_held)
        return;
    const char *key = text_str(&app->config.settings.hotkey);
    if (app_is_news(&app->hotkey, hotkey_register(app->window, APP_HOTKEY_ID, key)))
        log_outcome(app->log, "hotkey", app->hotkey, "key=\"%s\"", key);
    if (!outcome_failed(app->hotkey))
        notices_drop(&app->notices, NOTICE_HOTKEY);
    app_step(app, EVENT_HOTKEY, outcome_failed(app->hotkey) ? TROUBLE_HOTKEY : 0);
}

/* The news that both sessions are stopped may have found no way here. */
static void on_watch(struct app *app)
{
    app_autostart_answered(app, 0);
    app_restart_waiting(app);
    if (app->model.phase == TRAY_STOPPING) {
        if (worker_wait_stopped(app->worker, 0))
            app_step(app, EVENT_STOPPED, 0);
        return;
    }
    ask_worker(app, JOB_WATCH, 0);
    app_asked_watch(app);
    if (app->hotkey.why == WHY_hotkey_taken || app->hotkey.why == WHY_hotkey_register)
        app_set_up_hotkey(app);
}

void app_on_hotkey(struct app *app)
{
    int64_t pressed = os_utc_now();
    app_step(app, EVENT_PRESS, 0);
    log_event_of(app->log, pressed, "press", ""); /* a disk may be what stutters */
}

static void on_balloon_clicked(struct app *app)
{
    struct text path = TEXT_EMPTY;
    enum notice_target target = notices_clicked(&app->notices, &path);
    log_event(app->log, "balloon_clicked", "target=%d path=\"%s\"", target, text_str(&path));
    app_open_target(app, target, text_str(&path));
    app_show_notices(app);
    text_done(&path);
}

void app_on_tray(struct app *app, WPARAM wparam, LPARAM lparam)
{
    struct notify_icon_event event = notify_icon_decode(wparam, lparam);
    switch (event.click) {
    case TRAY_CLICK_MENU:
    case TRAY_CLICK_ACTIVATE:
        app_menu(app, event.x, event.y);
        break;
    case TRAY_CLICK_BALLOON:
        on_balloon_clicked(app);
        break;
    case TRAY_CLICK_BALLOON_SHOWN:
        notices_shown(&app->notices);
        app_show_notices(app);
        break;
    case TRAY_CLICK_BALLOON_GONE:
        notices_gone(&app->notices);
        app_show_notices(app);
        break;
    case TRAY_CLICK_NONE:
        break;
    }
}

void app_on_taskbar_created(struct app *app)
{
    int64_t now = os_ticks_ns();
    app_take_press_first(app);
    app_drop_queued(app, app->tray.taskbar_created);
    if (now >= app->icon_rest_ns) {
        app->icon_rest_ns = now + ICON_RETRY_MS * 1000000ll;
        app_add_icon(app);
    } else if (!app->icon_late) {
        app->icon_late = true;
        SetTimer(app->window, APP_TIMER_ICON, ICON_RETRY_MS, NULL);
    }
}

void app_on_timer(struct app *app, UINT_PTR id)
{
    if (id == APP_TIMER_ICON)
        app_add_icon(app);
    else if (id == APP_TIMER_WATCH)
        on_watch(app);
    else if (id == APP_TIMER_NOTICE)
        app_on_notice_timer(app);
}

void app_on_second_start(struct app *app)
{
    log_event(app->log, "second_start", "");
    app_say_running(app);
}

void app_on_problems(struct app *app)
{
    struct text sentence = TEXT_EMPTY;
    app->problems_wait = app->busy;
    if (app->busy)
        return;
    app_view_problems(app, &sentence);
    log_event(app->log, "config_problems", "count=%u text=\"%s\"", (unsigned)app->config.problems.count, text_str(&sentence));
    app_box(app, STR_box_config, text_str(&sentence), MB_OK | MB_ICONWARNING);
    text_done(&sentence);
}

/* Sessions sleep and wake with the machine. The log says when, because the
 * snapshot then has a hole that is nobody's fault; after waking they are looked
 * after at once. What is broadcast may come a second time by registration. */
void app_on_power(struct app *app, WPARAM what)
{
    if (what == PBT_APMSUSPEND && !app->asleep) {
        app->asleep = true;
        log_event(app->log, "sleep", "");
    }
    if (what != PBT_APMRESUMEAUTOMATIC)
        return;
    app->asleep = false;
    log_event(app->log, "resume", "");
    ask_worker(app, JOB_WATCH, 0);
}
