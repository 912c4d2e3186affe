#include "app/app.h"

#include <stdlib.h>
#include <string.h>

#include "os/ask_answer.h"
#include "win/asked.h"

#define CLASS_UNITS 32u
#define ANSWER_WAIT_MS 2000u
#define DROPPED_MOST 1000

/* The one message that programs without rights may send. */
static void set_door(struct app *app, DWORD how)
{
    if (app->asked && !ChangeWindowMessageFilterEx(app->window, app->asked, how, NULL))
        log_outcome(app->log, "asked_unheard", outcome_of(WHY_window_create, GetLastError()), "open=%d", how == MSGFLT_ALLOW);
}

void app_asked_begin(struct app *app)
{
    app->asked = RegisterWindowMessageW(ASKED_MESSAGE);
    app->asked_answer = app->asked ? RegisterWindowMessageW(ASKER_MESSAGE) : 0;
    if (app->asked_answer) {
        set_door(app, MSGFLT_ALLOW);
        return;
    }
    app->asked = 0;
    log_outcome(app->log, "asked_unheard", outcome_of(WHY_window_create, GetLastError()), "open=0");
}

void app_asked_watch(struct app *app)
{
    bool was_shut = app->ask_limit.shut_until_ns != 0;
    if (was_shut && !ask_limit_is_shut(&app->ask_limit, os_ticks_ns()))
        set_door(app, MSGFLT_ALLOW);
}

/* Windows would send a message with our rights to whatever window is named. */
static bool is_asker(HWND window)
{
    static const wchar_t wanted[] = ASKER_CLASS;
    wchar_t name[CLASS_UNITS];
    int count = window ? GetClassNameW(window, name, CLASS_UNITS) : 0;
    return (size_t)count == sizeof wanted / sizeof wanted[0] - 1 && memcmp(name, wanted, sizeof wanted) == 0;
}

void app_take_press_first(struct app *app)
{
    MSG msg;
    while (PeekMessageW(&msg, app->window, WM_HOTKEY, WM_HOTKEY, PM_REMOVE))
        DispatchMessageW(&msg);
}

void app_drop_queued(struct app *app, UINT message)
{
    MSG msg;
    for (int i = 0; i < DROPPED_MOST && PeekMessageW(&msg, app->window, message, message, PM_REMOVE); i++)
        app_take_press_first(app);
}

static void shut_door(struct app *app)
{
    set_door(app, MSGFLT_RESET);
    app_drop_queued(app, app->asked);
    log_event(app->log, "asked_shut", "refused=%llu", (unsigned long long)app->ask_limit.refused_in_all);
}

static void answer_number(struct app *app, struct asker to, enum ask_kind kind, uint32_t wait_s)
{
    PostMessageW(to.window, app->asked_answer, MAKEWPARAM(kind, to.ticket), (LPARAM)wait_s);
}

static void refuse(struct app *app, struct asker to, struct ask_decision decision)
{
    static const enum ask_kind kinds[] = {ASK_TAKEN, ASK_SOON, ASK_HOUR, ASK_STARTING, ASK_SAVING, ASK_OFF, ASK_ENDING};
    if (app->ask_limit.refused_in_all == 1) /* the next ones are counted */
        log_event(app->log, "asked_refused", "verdict=%d wait_s=%u", decision.verdict, (unsigned)decision.wait_s);
    if (decision.verdict != ASK_NOBODY)
        answer_number(app, to, kinds[decision.verdict], decision.wait_s);
}

static void grant(struct app *app, struct asker asker, uint64_t refused)
{
    int64_t now = os_utc_now();
    app->asker = asker;
    app_step(app, EVENT_ASKED, 0);
    memset(&app->asker, 0, sizeof app->asker);
    log_event_of(app->log, now, "asked", "refused_before=%llu", (unsigned long long)refused);
    answer_number(app, asker, ASK_TAKEN, 0);
}

void app_on_asked(struct app *app, WPARAM wparam, LPARAM lparam)
{
    int64_t now = os_ticks_ns();
    app_take_press_first(app);
    if (ask_limit_is_shut(&app->ask_limit, now))
        return;
    struct asker asker = {(HWND)wparam, (uint16_t)lparam};
    uint64_t refused = app->ask_limit.refused_in_all;
    struct ask_decision decision = ask_limit_decide(&app->ask_limit, app->model.phase, is_asker(asker.window), now);
    if (decision.verdict == ASK_GRANT)
        grant(app, asker, refused);
    else if (decision.verdict == ASK_SHUT)
        shut_door(app);
    else
        refuse(app, asker, decision);
}

/* An answer under way: all that its thread is given, and its own. */
struct delivery {
    HWND from, to;
    struct text bytes;
};

static DWORD WINAPI deliver(void *argument)
{
    struct delivery *d = argument;
    DWORD_PTR heard = 0;
    COPYDATASTRUCT data = {ASKER_DATA, (DWORD)d->bytes.len, d->bytes.bytes};
    if (is_asker(d->to))
        SendMessageTimeoutW(d->to, WM_COPYDATA, (WPARAM)d->from, (LPARAM)&data, SMTO_ABORTIFHUNG, ANSWER_WAIT_MS, &heard);
    text_done(&d->bytes);
    free(d);
    return 0;
}

/* Words cannot be posted to another process, and who is to hear them may hang:
 * not the window's thread nor the worker waits for that. */
static void answer_words(struct app *app, struct asker to, const struct ask_answer *answer)
{
    struct outcome result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    struct delivery *d = calloc(1, sizeof *d);
    HANDLE thread = NULL;
    if (d) {
        d->from = app->window;
        d->to = to.window;
        ask_answer_write(answer, to.ticket, &d->bytes);
    }
    if (d && !d->bytes.failed) {
        thread = CreateThread(NULL, 0, deliver, d, 0, NULL);
        result = outcome_of(WHY_thread_start, GetLastError());
    }
    if (thread) {
        CloseHandle(thread);
        return;
    }
    log_outcome(app->log, "asked_unanswered", result, "kind=%d", answer->kind);
    if (d)
        text_done(&d->bytes);
    free(d);
}

void app_asked_failed(struct app *app, struct asker to, struct outcome outcome, const char *path)
{
    struct ask_answer answer = {0};
    answer.kind = ASK_FAILED;
    answer.outcome = outcome;
    text_set(&answer.path, path);
    answer_words(app, to, &answer);
    ask_answer_done(&answer);
}

/* What went wrong with the check of a snapshot that stands is said, too. */
void app_asked_news(struct app *app, const struct news *news)
{
    struct ask_answer answer = {0};
    if (!news->asker.window)
        return;
    if (news->kind == NEWS_FLUSHING || news->kind == NEWS_SAVED || news->kind == NEWS_FAILED)
        app_step(app, EVENT_ASKED_FLUSHING, 0);
    if (news->kind != NEWS_SAVED && news->kind != NEWS_FAILED && news->kind != NEWS_CHECKED)
        return;
    answer.kind = news->kind == NEWS_SAVED ? ASK_SAVED : news->kind == NEWS_FAILED ? ASK_FAILED : ASK_CHECKED;
    answer.outcome = news->outcome;
    if (answer.kind == ASK_CHECKED && !outcome_failed(news->outcome)) {
        answer.span_ms = snapinfo_span_ms(&news->info);
        answer.events_lost = news->info.summary.events_lost;
    }
    text_set(&answer.path, text_str(&news->path));
    text_set(&answer.verdict, text_str(&news->verdict));
    answer_words(app, news->asker, &answer);
    ask_answer_done(&answer);
}
