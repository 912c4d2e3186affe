#include "app/order.h"

#include <stdlib.h>
#include <string.h>

#include "win/front.h"

/* Sound and icon come first: a check begins when the window has had its say. */
#define CHECK_WAIT_MS 50u

/* A window whose queue is full takes messages again when it has had its say. */
#define POST_TRIES 40
#define POST_WAIT_MS 25
#define UNSENT_WAIT_MS 1000u

/* Those that are made ahead; JOB_SETTINGS is made when it is asked for. */
#define JOBS (JOB_ASKED - JOB_START + 1)

struct worker {
    HANDLE thread;
    DWORD thread_id;
    HANDLE ready;   /* the thread has its message queue */
    HANDLE hurry;   /* set: no post-roll */
    HANDLE rush;    /* set: nothing that can be left out */
    HANDLE stopped; /* set: both sessions are stopped */
    HWND window;
    UINT message;
    struct recorder *recorder;
    struct order *ahead[JOBS]; /* the window's thread's: the next one of each kind */
    bool stop_asked;           /* the window's thread's; what follows is the worker's */
    bool stopping;
    struct order *unsettled; /* written, and put off for a press */
    struct order *pending;   /* saved and not yet walked through */
    struct order *last;      /* with the news of the end */
    struct order *in_use;    /* with the settings that the recorder goes by; NULL: those that it began with */
    struct order *back;      /* with the news of the look back at former runs */
    bool back_due;
    struct recorder_started found; /* by it so far */
    struct news *unsent; /* in order; the window's queue did not take them */
};

void news_close(struct news *news)
{
    if (!news)
        return;
    text_done(&news->path);
    text_done(&news->verdict);
    recorder_started_done(&news->started);
    free(news);
}

/* News that is lost leaves the window waiting for ever, so it is kept and comes
 * again with the next. */
static bool send_unsent(struct worker *w)
{
    while (w->unsent) {
        struct news *first = w->unsent, *next = first->next;
        if (!PostMessageW(w->window, w->message, 0, (LPARAM)first))
            return false;
        w->unsent = next;
    }
    return true;
}

static void add_unsent(struct worker *w, struct news *news)
{
    struct news **end = &w->unsent;
    while (*end)
        end = &(*end)->next;
    *end = news;
}

static void tell(struct worker *w, struct news *news)
{
    add_unsent(w, news);
    for (int i = 0; i < POST_TRIES && !send_unsent(w); i++)
        Sleep(POST_WAIT_MS);
}

struct flush_teller {
    struct worker *w;
    struct order *order;
};

/* The FLUSH does not wait for a window whose queue is full. */
static void tell_flushing(void *ctx)
{
    struct flush_teller *teller = ctx;
    add_unsent(teller->w, order_news(teller->order, NEWS_FLUSHING));
    send_unsent(teller->w);
}

static void do_start(struct worker *w, struct order *order)
{
    struct news *news = order_news(order, NEWS_STARTED);
    recorder_start(w->recorder, &news->started);
    tell(w, news);
    w->back = order;
    w->back_due = true;
}

static void do_look_back(struct worker *w)
{
    if (recorder_look_back(w->recorder, &w->found).why == WHY_given_up)
        return;
    w->back_due = false;
    if (w->back && w->found.unclean.len) {
        struct news *news = order_news(w->back, NEWS_FOUND);
        news->started = w->found;
        memset(&w->found, 0, sizeof w->found);
        tell(w, news);
    }
    order_close(w->back);
    w->back = NULL;
}

static void do_watch(struct worker *w, struct order *order)
{
    struct recorder_watched watched = recorder_watch(w->recorder);
    w->back_due = w->back_due || w->recorder->recovered_due;
    if (!watched.changed && !watched.providers_changed)
        return;
    struct news *news = order_news(order, NEWS_WATCHED);
    news->watched = watched;
    tell(w, news);
}

/* How the snapshot of an order ended; takes the order over. */
static void saved(struct worker *w, struct order *order, struct outcome result)
{
    bool failed = outcome_failed(result);
    struct news *news = order_news(order, failed ? NEWS_FAILED : NEWS_SAVED);
    news->outcome = result;
    text_set(&news->path, text_str(&order->path));
    tell(w, news);
    if (failed)
        log_outcome(w->recorder->log, "failed", result, "path=\"%s\"", text_str(&order->path));
    else
        log_event(w->recorder->log, "saved", "path=\"%s\"", text_str(&order->path));
    if (result.why == WHY_session_gone)
        do_watch(w, order); /* the next press need not fail as well */
    order->flush = w->recorder->flush;
    if (failed)
        order_close(order);
    else
        order_append(&w->pending, order);
}

static void snapshot(struct worker *w, struct order *order)
{
    struct flush_teller teller = {w, order};
    w->recorder->outside = order->asker.window != NULL;
    struct outcome result = recorder_snapshot(w->recorder, tell_flushing, &teller, &order->path);
    w->recorder->outside = false;
    if (result.why == WHY_given_up)
        order_append(&w->unsettled, order);
    else
        saved(w, order, result);
}

static void do_snapshot(struct worker *w, struct order *order)
{
    DWORD post_roll_ms = (DWORD)w->recorder->settings->post_roll_s * 1000;
    if (post_roll_ms)
        WaitForSingleObject(w->hurry, post_roll_ms);
    snapshot(w, order);
}

static bool is_pressed(void)
{
    MSG msg;
    return PeekMessageW(&msg, NULL, JOB_SNAPSHOT, JOB_SNAPSHOT, PM_NOREMOVE) != 0;
}

static void roll_unless_pressed(struct worker *w)
{
    int64_t end_ns = os_ticks_ns() + (int64_t)w->recorder->settings->post_roll_s * 1000000000;
    int64_t left_ms = (end_ns - os_ticks_ns()) / 1000000;
    while (left_ms > 0 && !is_pressed() &&
           MsgWaitForMultipleObjects(1, &w->hurry, FALSE, (DWORD)left_ms, QS_POSTMESSAGE) == WAIT_OBJECT_0 + 1)
        left_ms = (end_ns - os_ticks_ns()) / 1000000;
}

/* Nothing from outside comes before a press. */
static void do_asked(struct worker *w, struct order *order)
{
    if (!order->rolled)
        roll_unless_pressed(w);
    order->rolled = true;
    if (!is_pressed() || !PostThreadMessageW(w->thread_id, JOB_ASKED, 0, (LPARAM)order))
        snapshot(w, order);
}

/* `last`: there is no later. */
static void do_settle(struct worker *w, bool last)
{
    while (w->unsettled) {
        struct order *order = order_first(&w->unsettled);
        struct outcome result = recorder_settle(w->recorder, &order->path);
        if (result.why == WHY_given_up && !last) {
            order_append(&w->unsettled, order); /* as the recorder has put it at the end */
            return;
        }
        saved(w, order, result);
    }
}

static bool is_rushed(void *ctx)
{
    struct worker *w = ctx;
    return WaitForSingleObject(w->rush, 0) == WAIT_OBJECT_0;
}

/* A press or a stop waits for no check and no watch; a watch waits for a check,
 * or a slow one would never come to its end. */
static bool is_wanted(void *ctx)
{
    MSG msg;
    struct worker *w = ctx;
    return is_pressed() || PeekMessageW(&msg, NULL, JOB_ASKED, JOB_ASKED, PM_NOREMOVE) ||
           PeekMessageW(&msg, NULL, JOB_STOP, JOB_STOP, PM_NOREMOVE) || (w->stopping && is_rushed(w));
}

static bool pause_unless_hurried(void *ctx, uint32_t ms)
{
    struct worker *w = ctx;
    return !is_wanted(w) && WaitForSingleObject(w->hurry, ms) == WAIT_TIMEOUT;
}

static void do_check(struct worker *w)
{
    struct order *order = w->pending;
    struct snapinfo info = {0};
    struct text verdict = TEXT_EMPTY;
    info.foreground = order->foreground;
    info.pressed = order->pressed;
    info.outside = w->recorder->outside = order->asker.window != NULL;
    w->recorder->flush = order->flush;
    struct outcome result = recorder_check(w->recorder, text_str(&order->path), &info, &verdict);
    w->recorder->outside = false;
    if (result.why == WHY_given_up) {
        text_done(&verdict);
        return;
    }
    order_first(&w->pending);
    struct news *news = order_news(order, NEWS_CHECKED);
    log_outcome(w->recorder->log, "checked", result, "path=\"%s\" events=%llu lost=%llu span_ms=%lld state=%d",
                text_str(&order->path), (unsigned long long)info.summary.events,
                (unsigned long long)info.summary.events_lost, (long long)snapinfo_span_ms(&info), info.summary.state);
    news->outcome = result;
    news->info = info;
    news->verdict = verdict;
    text_set(&news->path, text_str(&order->path));
    tell(w, news);
    order_close(order);
}

static void do_stop(struct worker *w, struct order *order)
{
    do_settle(w, true);
    recorder_stop(w->recorder);
    SetEvent(w->stopped);
    w->stopping = true;
    w->last = order;
}

static void do_settings(struct worker *w, struct order *order)
{
    w->recorder->settings = &order->settings;
    w->recorder->language = order->language;
    order_close(w->in_use);
    w->in_use = order;
}

static void do_job(struct worker *w, const MSG *msg)
{
    struct order *order = (struct order *)msg->lParam;
    if (msg->message == JOB_STOP) {
        do_stop(w, order);
    } else if (msg->message == JOB_SNAPSHOT && !w->stopping) {
        do_snapshot(w, order);
    } else if (msg->message == JOB_ASKED && !w->stopping) {
        do_asked(w, order);
    } else if (msg->message == JOB_START) {
        do_start(w, order);
    } else if (msg->message == JOB_SETTINGS) {
        do_settings(w, order);
    } else if (msg->message >= JOB_START && msg->message <= JOB_ASKED) {
        if (msg->message == JOB_WATCH && !w->stopping && !is_wanted(w))
            do_watch(w, order);
        order_close(order);
    }
}

/* What has time, where no job is waiting. */
static void do_rest(struct worker *w)
{
    if (w->unsettled)
        do_settle(w, false);
    else if (w->back_due && !w->stopping)
        do_look_back(w);
    else if (w->pending && (w->stopping || MsgWaitForMultipleObjects(0, NULL, FALSE, CHECK_WAIT_MS, QS_ALLINPUT) == WAIT_TIMEOUT))
        do_check(w);
    else if (!w->pending && !send_unsent(w))
        MsgWaitForMultipleObjects(0, NULL, FALSE, UNSENT_WAIT_MS, QS_ALLINPUT);
}

static DWORD WINAPI worker_run(void *argument)
{
    struct worker *w = argument;
    MSG msg;
    PeekMessageW(&msg, NULL, 0, 0, PM_NOREMOVE); /* makes the queue */
    SetEvent(w->ready);
    while (!w->stopping || (w->pending && !is_rushed(w))) {
        bool rests = !w->stopping && !w->unsettled && !w->back_due && !w->pending && !w->unsent;
        if (rests ? GetMessageW(&msg, NULL, 0, 0) > 0 : PeekMessageW(&msg, NULL, 0, 0, PM_REMOVE) != 0)
            do_job(w, &msg);
        else
            do_rest(w);
    }
    tell(w, order_news(w->last, NEWS_STOPPED));
    return 0;
}

static void close_handle(HANDLE handle)
{
    if (handle)
        CloseHandle(handle);
}

static void worker_free(struct worker *w)
{
    close_handle(w->thread);
    close_handle(w->ready);
    close_handle(w->hurry);
    close_handle(w->rush);
    close_handle(w->stopped);
    for (size_t i = 0; i < JOBS; i++)
        order_close(w->ahead[i]);
    orders_close(w->unsettled);
    orders_close(w->pending);
    order_close(w->back);
    order_close(w->last);
    order_close(w->in_use);
    recorder_started_done(&w->found);
    while (w->unsent) {
        struct news *next = w->unsent->next;
        news_close(w->unsent);
        w->unsent = next;
    }
    free(w);
}

static bool make_ahead(struct worker *w)
{
    for (size_t i = 0; i < JOBS; i++) {
        w->ahead[i] = order_open((enum worker_job)(JOB_START + i));
        if (!w->ahead[i])
            return false;
    }
    return true;
}

struct outcome worker_open(HWND window, UINT message, struct recorder *recorder, struct worker **worker)
{
    struct outcome result = outcome_of(WHY_thread_start, 0);
    struct worker *w = calloc(1, sizeof *w);
    if (!w || !make_ahead(w)) {
        if (w)
            worker_free(w);
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    }
    w->window = window;
    w->message = message;
    w->recorder = recorder;
    recorder->busy = is_wanted;
    recorder->rushed = is_rushed;
    recorder->busy_ctx = w;
    recorder->pause = pause_unless_hurried;
    recorder->pause_ctx = w;
    /* The number of the first that fails stays the last error. */
    if ((w->ready = CreateEventW(NULL, TRUE, FALSE, NULL)) != NULL &&
        (w->hurry = CreateEventW(NULL, TRUE, FALSE, NULL)) != NULL &&
        (w->rush = CreateEventW(NULL, TRUE, FALSE, NULL)) != NULL &&
        (w->stopped = CreateEventW(NULL, TRUE, FALSE, NULL)) != NULL)
        w->thread = CreateThread(NULL, 0, worker_run, w, 0, &w->thread_id);
    if (!w->thread) {
        result.os = GetLastError();
        worker_free(w);
        return result;
    }
    WaitForSingleObject(w->ready, INFINITE);
    *worker = w;
    return outcome_ok();
}

static struct order *take_ahead(struct worker *w, enum worker_job job)
{
    struct order **ahead = &w->ahead[job - JOB_START], *order = *ahead;
    *ahead = order_open(job);
    if (order)
        return order;
    order = *ahead;
    *ahead = NULL;
    return order;
}

/* Takes the order over. */
static struct outcome post(struct worker *w, enum worker_job job, struct order *order)
{
    DWORD code = 0;
    for (int i = 0; i < POST_TRIES; i++) {
        if (PostThreadMessageW(w->thread_id, job, 0, (LPARAM)order)) {
            w->stop_asked = w->stop_asked || job == JOB_STOP;
            return outcome_ok();
        }
        code = GetLastError();
        Sleep(POST_WAIT_MS);
    }
    order_close(order);
    return outcome_of(WHY_thread_start, code);
}

static struct outcome ask(struct worker *w, enum worker_job job, int64_t pressed, struct asker asker)
{
    struct order *order = take_ahead(w, job);
    if (!order)
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    order->pressed = pressed;
    order->asker = asker;
    order->foreground = job == JOB_SNAPSHOT || job == JOB_ASKED ? front_process() : 0; /* later another may be in front */
    return post(w, job, order);
}

struct outcome worker_ask(struct worker *w, enum worker_job job, int64_t pressed)
{
    struct asker nobody = {NULL, 0};
    return ask(w, job, pressed, nobody);
}

struct outcome worker_ask_for(struct worker *w, struct asker asker, int64_t asked)
{
    return ask(w, JOB_ASKED, asked, asker);
}

struct outcome worker_use_settings(struct worker *w, const struct settings *settings, enum language language)
{
    struct order *order = order_open(JOB_SETTINGS);
    if (!order || !settings_copy(&order->settings, settings)) {
        order_close(order);
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    }
    order->language = language;
    return post(w, JOB_SETTINGS, order);
}

void worker_hurry(struct worker *w)
{
    SetEvent(w->hurry);
}

void worker_rush(struct worker *w)
{
    SetEvent(w->rush);
    SetEvent(w->hurry);
}

void worker_calm(struct worker *w)
{
    ResetEvent(w->rush);
    ResetEvent(w->hurry);
}

bool worker_wait_stopped(struct worker *w, DWORD timeout_ms)
{
    return WaitForSingleObject(w->stopped, timeout_ms) == WAIT_OBJECT_0;
}

bool worker_close(struct worker *w)
{
    if (!w)
        return true;
    if (!w->stop_asked && outcome_failed(worker_ask(w, JOB_STOP, 0)))
        return false;
    WaitForSingleObject(w->thread, INFINITE);
    worker_free(w);
    return true;
}
