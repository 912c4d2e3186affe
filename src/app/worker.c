#include "app/worker.h"

#include <stdlib.h>
#include <string.h>

/* Sound and icon come first: a check begins when the window has had its say. */
#define CHECK_WAIT_MS 50u

/* A window whose queue is full takes messages again when it has had its say. */
#define POST_TRIES 40
#define POST_WAIT_MS 25
#define UNSENT_WAIT_MS 1000u

/* One file that was saved and not yet walked through. */
struct pending {
    struct pending *next;
    struct text path;
    int64_t pressed;
    struct recorder_loss lost;
    int64_t flushed;
};

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
    struct pending *pending;
    struct news *unsent; /* in order; the window's queue did not take them */
    bool stop_asked;
};

/* A press carries its time through a posted message's two words. */
static WPARAM time_high(int64_t t) { return (WPARAM)((uint64_t)t >> 32); }
static LPARAM time_low(int64_t t) { return (LPARAM)((uint64_t)t & 0xFFFFFFFFu); }
static int64_t time_of(WPARAM high, LPARAM low)
{
    return (int64_t)((uint64_t)high << 32 | ((uint64_t)low & 0xFFFFFFFFu));
}

void news_close(struct news *news)
{
    if (!news)
        return;
    text_done(&news->path);
    text_done(&news->verdict);
    recorder_started_done(&news->started);
    free(news);
}

static struct news *news_open(enum news_kind kind)
{
    struct news *news = calloc(1, sizeof *news);
    if (news)
        news->kind = kind;
    return news;
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

static void tell(struct worker *w, struct news *news)
{
    struct news **end = &w->unsent;
    while (*end)
        end = &(*end)->next;
    *end = news;
    for (int i = 0; i < POST_TRIES && !send_unsent(w); i++)
        Sleep(POST_WAIT_MS);
}

static void tell_flushing(void *ctx)
{
    tell(ctx, news_open(NEWS_FLUSHING));
}

static void do_start(struct worker *w)
{
    struct news *news = news_open(NEWS_STARTED);
    struct recorder_started spare = {0};
    recorder_start(w->recorder, news ? &news->started : &spare);
    tell(w, news);
}

static void do_watch(struct worker *w)
{
    struct recorder_watched watched = recorder_watch(w->recorder);
    struct news *news = watched.changed || watched.providers_changed ? news_open(NEWS_WATCHED) : NULL;
    if (news)
        news->watched = watched;
    tell(w, news);
}

static void remember(struct worker *w, const char *path, int64_t pressed)
{
    struct pending **end = &w->pending;
    while (*end)
        end = &(*end)->next;
    *end = calloc(1, sizeof **end);
    if (!*end)
        return;
    text_set(&(*end)->path, path);
    (*end)->pressed = pressed;
    (*end)->lost = w->recorder->lost;
    (*end)->flushed = w->recorder->flushed;
}

static void do_snapshot(struct worker *w, int64_t pressed)
{
    struct text path = TEXT_EMPTY;
    DWORD post_roll_ms = (DWORD)w->recorder->settings->post_roll_s * 1000;
    if (post_roll_ms)
        WaitForSingleObject(w->hurry, post_roll_ms);
    struct outcome result = recorder_snapshot(w->recorder, tell_flushing, w, &path);
    struct news *news = news_open(outcome_failed(result) ? NEWS_FAILED : NEWS_SAVED);
    if (news) {
        news->outcome = result;
        text_set(&news->path, text_str(&path));
    }
    tell(w, news);
    if (outcome_failed(result))
        log_outcome(w->recorder->log, "failed", result, "path=\"%s\"", text_str(&path));
    else
        log_event(w->recorder->log, "saved", "path=\"%s\"", text_str(&path));
    if (!outcome_failed(result))
        remember(w, text_str(&path), pressed);
    if (result.why == WHY_session_gone)
        do_watch(w); /* the next press need not fail as well */
    text_done(&path);
}

/* A press or a stop waits for no check and no watch; a watch waits for a check,
 * or a slow one would never come to its end. */
static bool is_wanted(void *ctx)
{
    MSG msg;
    (void)ctx;
    return PeekMessageW(&msg, NULL, JOB_SNAPSHOT, JOB_SNAPSHOT, PM_NOREMOVE) ||
           PeekMessageW(&msg, NULL, JOB_STOP, JOB_STOP, PM_NOREMOVE);
}

static bool is_rushed(void *ctx)
{
    struct worker *w = ctx;
    return WaitForSingleObject(w->rush, 0) == WAIT_OBJECT_0;
}

static bool pause_unless_hurried(void *ctx, uint32_t ms)
{
    struct worker *w = ctx;
    return WaitForSingleObject(w->hurry, ms) == WAIT_TIMEOUT;
}

static void do_check(struct worker *w)
{
    struct pending *item = w->pending;
    struct snapinfo info = {0};
    struct text verdict = TEXT_EMPTY;
    info.pressed = item->pressed;
    w->recorder->lost = item->lost;
    w->recorder->flushed = item->flushed;
    struct outcome result = recorder_check(w->recorder, text_str(&item->path), &info, &verdict);
    if (result.why == WHY_given_up) {
        text_done(&verdict);
        return;
    }
    w->pending = item->next;
    struct news *news = news_open(NEWS_CHECKED);
    log_outcome(w->recorder->log, "checked", result, "path=\"%s\" events=%llu lost=%llu span_ms=%lld state=%d",
                text_str(&item->path), (unsigned long long)info.summary.events,
                (unsigned long long)info.summary.events_lost, (long long)snapinfo_span_ms(&info), info.summary.state);
    if (news) {
        news->outcome = result;
        news->info = info;
        text_set(&news->verdict, text_str(&verdict));
        text_set(&news->path, text_str(&item->path));
    }
    tell(w, news);
    text_done(&verdict);
    text_done(&item->path);
    free(item);
}

static DWORD WINAPI worker_run(void *argument)
{
    struct worker *w = argument;
    MSG msg;
    bool stopping = false;
    PeekMessageW(&msg, NULL, 0, 0, PM_NOREMOVE); /* makes the queue */
    SetEvent(w->ready);
    while (!stopping || (w->pending && !is_rushed(w))) {
        bool idle = !stopping && !w->pending && !w->unsent;
        if (!(idle ? GetMessageW(&msg, NULL, 0, 0) > 0 : PeekMessageW(&msg, NULL, 0, 0, PM_REMOVE) != 0)) {
            if (w->unsent && !w->pending) {
                send_unsent(w);
                MsgWaitForMultipleObjects(0, NULL, FALSE, w->unsent ? UNSENT_WAIT_MS : 0, QS_ALLINPUT);
            }
            if (w->pending && (stopping || MsgWaitForMultipleObjects(0, NULL, FALSE, CHECK_WAIT_MS, QS_ALLINPUT) == WAIT_TIMEOUT))
                do_check(w);
            continue;
        }
        if (msg.message == JOB_START)
            do_start(w);
        else if (msg.message == JOB_SNAPSHOT && !stopping)
            do_snapshot(w, time_of(msg.wParam, msg.lParam));
        else if (msg.message == JOB_WATCH && !stopping && !is_wanted(w))
            do_watch(w);
        else if (msg.message == JOB_STOP) {
            recorder_stop(w->recorder);
            SetEvent(w->stopped);
            stopping = true;
        }
    }
    tell(w, news_open(NEWS_STOPPED));
    return 0;
}

static void close_handle(HANDLE handle)
{
    if (handle)
        CloseHandle(handle);
}

struct outcome worker_open(HWND window, UINT message, struct recorder *recorder, struct worker **worker)
{
    struct outcome result = outcome_of(WHY_thread_start, 0);
    struct worker *w = calloc(1, sizeof *w);
    if (!w)
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
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
        close_handle(w->ready);
        close_handle(w->hurry);
        close_handle(w->rush);
        close_handle(w->stopped);
        free(w);
        return result;
    }
    WaitForSingleObject(w->ready, INFINITE);
    *worker = w;
    return outcome_ok();
}

struct outcome worker_ask(struct worker *w, enum worker_job job, int64_t pressed)
{
    DWORD code = 0;
    for (int i = 0; i < POST_TRIES; i++) {
        if (PostThreadMessageW(w->thread_id, job, time_high(pressed), time_low(pressed))) {
            w->stop_asked = w->stop_asked || job == JOB_STOP;
            return outcome_ok();
        }
        code = GetLastError();
        Sleep(POST_WAIT_MS);
    }
    return outcome_of(WHY_thread_start, code);
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

bool worker_wait_stopped(struct worker *w, DWORD timeout_ms)
{
    return WaitForSingleObject(w->stopped, timeout_ms) == WAIT_OBJECT_0;
}

void worker_close(struct worker *w)
{
    if (!w)
        return;
    if (!w->stop_asked && outcome_failed(worker_ask(w, JOB_STOP, 0)))
        return; /* it cannot be reached; the process ends with it */
    WaitForSingleObject(w->thread, INFINITE);
    while (w->unsent) {
        struct news *next = w->unsent->next;
        news_close(w->unsent);
        w->unsent = next;
    }
    while (w->pending) {
        struct pending *next = w->pending->next;
        text_done(&w->pending->path);
        free(w->pending);
        w->pending = next;
    }
    close_handle(w->thread);
    close_handle(w->ready);
    close_handle(w->hurry);
    close_handle(w->rush);
    close_handle(w->stopped);
    free(w);
}
