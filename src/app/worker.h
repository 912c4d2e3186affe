/* The one thread for calls that block. The window's thread gives it jobs, it
 * answers with news; both travel as posted messages only.
 *
 * A job is done in its turn, but a watch that meets a key press or a stop is
 * left to the next timer, or does only what cannot wait. Checks of files that
 * were saved come after all jobs; the count of a file's events and its verdict
 * are given up for a key press or a stop and made anew later. */
#ifndef HB_WIN_WORKER_H
#define HB_WIN_WORKER_H

#include "recorder/recorder.h"

enum worker_job { JOB_START = WM_APP + 64, JOB_SNAPSHOT, JOB_WATCH, JOB_STOP };

enum news_kind {
    NEWS_STARTED,  /* started */
    NEWS_FLUSHING, /* nothing else */
    NEWS_SAVED,    /* path */
    NEWS_FAILED,   /* outcome, path (may be "") */
    NEWS_CHECKED,  /* outcome, path, info */
    NEWS_WATCHED,  /* watched; only when something was found */
    NEWS_STOPPED   /* nothing else; the thread ends */
};

/* lParam of the news message; the window frees it with news_close. */
struct news {
    struct news *next; /* the worker's, until it is sent */
    enum news_kind kind;
    struct outcome outcome;
    struct text path;
    struct text verdict; /* with NEWS_CHECKED: the sentence; "" without one */
    struct snapinfo info;
    struct recorder_started started;
    struct recorder_watched watched;
};
void news_close(struct news *news);

struct worker;

/* Starts the thread. News arrive at `window` as `message` with lParam. The
 * recorder is the worker's from here until worker_close. */
struct outcome worker_open(HWND window, UINT message, struct recorder *recorder, struct worker **worker);
/* Asks for a job; tries for a second where the thread's queue is full. `pressed`: FILETIME of the key press, 0 without one. */
struct outcome worker_ask(struct worker *worker, enum worker_job job, int64_t pressed);
/* Ends a post-roll that is being waited for. */
void worker_hurry(struct worker *worker);
/* Windows is about to end this process: no post-roll, no capture state, no
 * waiting for files that are held, no check after the stop. */
void worker_rush(struct worker *worker);
/* Waits until both sessions are stopped after JOB_STOP; false after the time. */
bool worker_wait_stopped(struct worker *worker, DWORD timeout_ms);
/* Gives it JOB_STOP if that was not done yet, waits for the thread and frees. */
void worker_close(struct worker *worker);

#endif
