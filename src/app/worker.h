/* The one thread for calls that block. The window's thread gives it jobs, it
 * answers with news; both travel as posted messages only.
 *
 * A job is done in its turn, but a watch that meets a key press or a stop is
 * left to the next timer, or does only what cannot wait. What has time comes
 * after all jobs, is given up for a key press or a stop, and made anew later: a
 * snapshot that is written and only lacks its name because another program
 * holds it, the look back at former runs, and the check of a file with its
 * verdict.
 *
 * Nothing that the window waits for hangs on memory: a job brings its news
 * along, and one job of each kind is made ahead. */
#ifndef HB_APP_WORKER_H
#define HB_APP_WORKER_H

#include "recorder/recorder.h"

enum worker_job { JOB_START = WM_APP + 64, JOB_SNAPSHOT, JOB_WATCH, JOB_STOP, JOB_ASKED, JOB_SETTINGS };

/* A program that asked for a snapshot (win/asked.h); window NULL: none did. */
struct asker {
    HWND window;
    uint16_t ticket;
};

enum news_kind {
    NEWS_STARTED,  /* started, but for the runs before */
    NEWS_FOUND,    /* started: the runs before; only when there is something to say */
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
    struct asker asker; /* with news of a snapshot that a program asked for */
    struct recorder_started started;
    struct recorder_watched watched;
};
void news_close(struct news *news);

struct worker;

/* Starts the thread. News arrive at `window` as `message` with lParam. The
 * recorder is the worker's from here until worker_close. */
struct outcome worker_open(HWND window, UINT message, struct recorder *recorder, struct worker **worker);
/* Asks for a job; tries for a second where the thread's queue is full. `pressed`:
 * FILETIME of the key press, 0 without one. For the window's thread. */
struct outcome worker_ask(struct worker *worker, enum worker_job job, int64_t pressed);
/* JOB_ASKED: a snapshot that a program asked for. As JOB_SNAPSHOT, but a press
 * ends its post-roll and goes first. */
struct outcome worker_ask_for(struct worker *worker, struct asker asker, int64_t asked);
/* What the recorder goes by from the next job on: a copy of these settings, which
 * must have the ring, the files and the folder that it was started with. */
struct outcome worker_use_settings(struct worker *worker, const struct settings *settings, enum language language);
/* Ends a post-roll that is being waited for. */
void worker_hurry(struct worker *worker);
/* Windows is about to end this process, or the window has gone: no post-roll, no
 * capture state, no waiting for files that are held, no check after the stop. */
void worker_rush(struct worker *worker);
/* It does not, after all. */
void worker_calm(struct worker *worker);
/* Waits until both sessions are stopped after JOB_STOP; false after the time. */
bool worker_wait_stopped(struct worker *worker, DWORD timeout_ms);
/* Gives it JOB_STOP if that was not done yet, waits for the thread and frees.
 * False, with nothing freed, where the thread cannot be reached: it lives on,
 * and so must all that it was given. */
bool worker_close(struct worker *worker);

#endif
