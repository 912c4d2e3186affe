#include "app/app.h"

#include "strings/format.h"
#include "app/app_settings.h"
#include "app/notify_state.h"

#define NOTICE_RETRY_MS 10000u

/* Once set it runs on: news that keeps coming must not put it off for ever. */
static void set_timer(struct app *app)
{
    if (notices_waiting(&app->notices) && !app->notice_timer)
        app->notice_timer = SetCoalescableTimer(app->window, APP_TIMER_NOTICE, NOTICE_RETRY_MS, NULL, APP_TIMER_TOLERANCE_MS) != 0;
    else if (!notices_waiting(&app->notices) && app->notice_timer)
        app->notice_timer = !KillTimer(app->window, APP_TIMER_NOTICE);
}

/* What stands in the way is logged when it begins, not at each try. */
static bool may_be_seen(struct app *app)
{
    bool visible = balloon_wait_is_over(&app->wait, notify_state_now(), os_ticks_ns());
    if (!visible && !app->balloon_waits)
        log_event(app->log, "balloon_waits", "");
    app->balloon_waits = !visible;
    return visible;
}

static void give(struct app *app, const struct balloon *balloon)
{
    struct outcome shown = notify_icon_balloon(&app->tray, balloon);
    if (app_is_news(&app->balloon_told, shown))
        log_outcome(app->log, "balloon", shown, "title=\"%s\" text=\"%s\" path=\"%s\"", balloon->title, balloon->text,
                    balloon->path ? balloon->path : "");
    if (outcome_failed(shown))
        return;
    notices_sent(&app->notices);
    app->notice_timer = app->notice_timer && !KillTimer(app->window, APP_TIMER_NOTICE); /* this one has its whole time */
}

void app_show_notices(struct app *app)
{
    struct balloon balloon;
    bool is_due = notices_next(&app->notices, &balloon) && may_be_seen(app);
    if (is_due && balloon.text == text_lost)
        balloon.text = string_get(app->language, STR_why_out_of_memory);
    if (is_due)
        give(app, &balloon);
    set_timer(app);
}

void app_on_notice_timer(struct app *app)
{
    notices_pass(&app->notices);
    app_show_notices(app);
}

void app_say(struct app *app, enum notice_topic topic, enum balloon_kind kind, enum string_id title, const char *text,
             const char *path, enum notice_target target)
{
    notices_add(&app->notices, topic, kind, string_get(app->language, title), text, path, target);
    app_show_notices(app);
}

void app_say_outcome(struct app *app, enum notice_topic topic, enum balloon_kind kind, enum string_id title,
                     struct outcome outcome, const char *what)
{
    struct text sentence = TEXT_EMPTY;
    string_explain_lines(app->language, outcome, what, &sentence);
    app_say(app, topic, kind, title, text_str(&sentence), NULL, TARGET_LOG);
    text_done(&sentence);
}

static void say_unclean(struct app *app, const struct recorder_started *s)
{
    struct text when = TEXT_EMPTY, line = TEXT_EMPTY, click = TEXT_EMPTY;
    if (s->unclean_last)
        format_moment(&when, s->unclean_last, os_utc_now());
    else
        text_set(&when, "?");
    text_addf(&line, string_get(app->language, s->unsaved ? STR_balloon_unsaved_text : STR_balloon_unclean_text), text_str(&when));
    app_view_click(app, text_str(&s->unclean), false, &click);
    text_addf(&line, "\n%s", text_str(&click));
    app_say(app, NOTICE_UNCLEAN, BALLOON_INFO, STR_balloon_unclean, text_str(&line), text_str(&s->unclean), TARGET_SNAPSHOT);
    text_done(&when);
    text_done(&line);
    text_done(&click);
}

static void say_smaller(struct app *app, const struct recorder_started *s)
{
    struct text line = TEXT_EMPTY;
    text_addf(&line, string_get(app->language, STR_balloon_smaller_text), (unsigned)s->ring_mb,
              (unsigned)app->config.settings.ring_mb);
    app_say(app, NOTICE_SMALLER, BALLOON_WARNING, STR_balloon_smaller, text_str(&line), NULL, TARGET_NONE);
    text_done(&line);
}

/* Logs are uploaded from there, and OneDrive reads each file that is written. */
static void say_cloud(struct app *app)
{
    struct text line = TEXT_EMPTY;
    text_addf(&line, string_get(app->language, STR_balloon_cloud_text), text_str(&app->config.base));
    log_event(app->log, "folder_uploaded", "path=\"%s\"", text_str(&app->config.base));
    app_say(app, NOTICE_CLOUD, BALLOON_WARNING, STR_balloon_cloud, text_str(&line), text_str(&app->config.base), TARGET_LOG);
    text_done(&line);
}

struct run_search {
    const char *own;
    bool others;
};

static bool look_at_run(void *ctx, const char *folder, const char *name)
{
    struct run_search *search = ctx;
    (void)folder;
    search->others = !str_ends(search->own, name);
    return !search->others;
}

/* A first start leaves a run, so that there is no other first one; where it cannot
 * be told, nothing is said. */
static bool is_first_start(const struct app *app)
{
    struct run_search search = {text_str(&app->run_folder), false};
    struct outcome listed = run_files_each_run(text_str(&app->config.base), look_at_run, &search);
    log_unread(app->log, listed, text_str(&app->config.base));
    return !outcome_failed(listed) && !search.others;
}

static void say_welcome(struct app *app)
{
    struct text line = TEXT_EMPTY;
    if (!outcome_failed(app->hotkey)) {
        text_addf(&line, string_get(app->language, STR_balloon_running_text), text_str(&app->config.settings.hotkey));
        text_add_char(&line, '\n');
    }
    text_add(&line, string_get(app->language, STR_balloon_welcome_icon));
    app_say(app, NOTICE_WELCOME, BALLOON_INFO, STR_balloon_welcome, text_str(&line), NULL, TARGET_NONE);
    text_done(&line);
}

/* Its report is made when there is time; a click may come before. */
static void say_recovered(struct app *app, const char *path)
{
    struct text line = TEXT_EMPTY, click = TEXT_EMPTY;
    text_add(&line, string_get(app->language, STR_balloon_recovered_text));
    app_view_click(app, path, true, &click);
    text_addf(&line, "\n%s", text_str(&click));
    app_say(app, NOTICE_RECOVERED, BALLOON_INFO, STR_balloon_recovered, text_str(&line), path, TARGET_SNAPSHOT);
    text_done(&line);
    text_done(&click);
}

/* The most pressing first. */
void app_say_started(struct app *app, const struct recorder_started *s, uint32_t troubles)
{
    if (troubles)
        app_say_outcome(app, NOTICE_TROUBLE, troubles & TROUBLE_BUFFER ? BALLOON_ERROR : BALLOON_WARNING,
                        STR_balloon_trouble, app->trouble, text_str(&app->trouble_what));
    if (outcome_failed(app->hotkey))
        app_say_outcome(app, NOTICE_HOTKEY, BALLOON_WARNING, STR_balloon_trouble, app->hotkey,
                        text_str(&app->config.settings.hotkey));
    if (s->recovered.len)
        say_recovered(app, text_str(&s->recovered));
    if (s->ring_reduced)
        say_smaller(app, s);
    if (app_settings_is_uploaded(text_str(&app->config.base)))
        say_cloud(app);
    if (!(troubles & TROUBLE_BUFFER) && is_first_start(app))
        say_welcome(app);
}

void app_say_found(struct app *app, const struct recorder_started *s)
{
    if (s->unclean.len)
        say_unclean(app, s);
}

/* Interrupted from ... to ..., or refused at first and recording since ... */
static void say_gap(struct app *app, const struct recorder_watched *w)
{
    struct text from = TEXT_EMPTY, to = TEXT_EMPTY, line = TEXT_EMPTY;
    format_moment(&from, w->from, w->to);
    format_moment(&to, w->to, w->to);
    notices_drop(&app->notices, NOTICE_TROUBLE);
    if (w->interrupted)
        text_addf(&line, string_get(app->language, STR_balloon_gap_text), text_str(&from), text_str(&to));
    else
        text_addf(&line, string_get(app->language, STR_balloon_late_text), text_str(&to));
    app_say(app, NOTICE_GAP, w->interrupted ? BALLOON_WARNING : BALLOON_INFO,
            w->interrupted ? STR_balloon_gap : STR_balloon_late, text_str(&line), NULL, TARGET_LOG);
    text_done(&from);
    text_done(&to);
    text_done(&line);
}

void app_say_watched(struct app *app, const struct recorder_watched *w, uint32_t troubles)
{
    if (troubles & (TROUBLE_FILE | TROUBLE_BUFFER))
        app_say_outcome(app, NOTICE_TROUBLE, BALLOON_ERROR, STR_balloon_trouble, app->trouble, text_str(&app->trouble_what));
    else
        say_gap(app, w);
}

void app_say_checked(struct app *app, const struct news *news)
{
    struct text line = TEXT_EMPTY;
    if (outcome_failed(news->outcome)) {
        /* Saved it was, but what has gone since is none. */
        app_say_outcome(app, NOTICE_SNAPSHOT, BALLOON_WARNING,
                        news->outcome.why == WHY_not_found ? STR_balloon_failed : STR_balloon_saved_doubt, news->outcome,
                        text_str(&news->path));
        return;
    }
    app_view_saved(app, news, &line);
    enum string_id title = app_view_saved_title(&news->info);
    app_say(app, NOTICE_SNAPSHOT, title == STR_balloon_saved ? BALLOON_INFO : BALLOON_WARNING, title, text_str(&line),
            text_str(&news->path), TARGET_SNAPSHOT);
    text_done(&line);
}

void app_say_running(struct app *app)
{
    struct text line = TEXT_EMPTY;
    if (outcome_failed(app->hotkey))
        string_explain_lines(app->language, app->hotkey, text_str(&app->config.settings.hotkey), &line);
    else
        text_addf(&line, string_get(app->language, STR_balloon_running_text), text_str(&app->config.settings.hotkey));
    app_say(app, NOTICE_RUNNING, BALLOON_INFO, STR_balloon_running, text_str(&line), NULL, TARGET_NONE);
    text_done(&line);
}
