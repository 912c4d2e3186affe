#include "app/app.h"

#include "win/utf16.h"

static bool is_saving(const struct app *app)
{
    return app->model.saving > 0;
}

void app_block_shutdown(struct app *app)
{
    bool saving = is_saving(app);
    if (saving == app->blocking)
        return;
    app->blocking = saving;
    if (!saving) {
        ShutdownBlockReasonDestroy(app->window);
        return;
    }
    struct wide reason = WIDE_EMPTY;
    wide_add_utf8(&reason, string_get(app->language, STR_shutdown_saving));
    if (!ShutdownBlockReasonCreate(app->window, wide_str(&reason)))
        log_outcome(app->log, "shutdown_reason", outcome_of(WHY_window_create, GetLastError()), "");
    wide_done(&reason);
}

/* The news of the snapshot's end are messages; so is WM_ENDSESSION, where
 * Windows or the user does not wait for the answer. */
static void run_while_saving(struct app *app)
{
    int64_t end_ns = os_ticks_ns() + (int64_t)app->query_wait_ms * 1000000;
    while (is_saving(app) && !app->ending) {
        MSG msg;
        int64_t left_ms = (end_ns - os_ticks_ns()) / 1000000;
        if (left_ms <= 0)
            return;
        if (!PeekMessageW(&msg, NULL, 0, 0, PM_REMOVE)) {
            MsgWaitForMultipleObjects(0, NULL, FALSE, (DWORD)left_ms, QS_ALLINPUT);
        } else if (msg.message == WM_QUIT) {
            PostQuitMessage((int)msg.wParam);
            return;
        } else {
            TranslateMessage(&msg);
            DispatchMessageW(&msg);
        }
    }
}

/* A reason alone does not make Windows wait: the answer has to be late, too.
 * What is critical is not held up. */
void app_on_query_end_session(struct app *app, LPARAM flags)
{
    bool waits = is_saving(app) && !(flags & (LPARAM)ENDSESSION_CRITICAL);
    log_event(app->log, "session_asked", "saving=%d flags=0x%x", is_saving(app), (unsigned)flags);
    if (!waits)
        return;
    menu_close();
    app->rushed = true;
    worker_rush(app->worker);
    run_while_saving(app);
    log_event(app->log, "session_answered", "saving=%d", is_saving(app));
}

void app_on_end_called_off(struct app *app)
{
    log_event(app->log, "session_goes_on", "");
    if (app->rushed)
        worker_calm(app->worker);
    app->rushed = false;
}

/* Windows ends the process when this returns, and at the latest after 5 s. So
 * it waits for the sessions to be stopped and keyevents.etl to be finalised,
 * but not for long. A FLUSH that takes longer leaves the ring in its session:
 * at a log-off that outlives the process, and the next start saves it. */
void app_on_end_session(struct app *app, LPARAM flags)
{
    app->ending = true;
    log_event(app->log, "session_end", "saving=%d flags=0x%x", is_saving(app), (unsigned)flags);
    menu_close();
    worker_rush(app->worker);
    app_step(app, EVENT_SESSION_END, 0);
    bool stopped = worker_wait_stopped(app->worker, app->end_wait_ms);
    log_event(app->log, "session_end_done", "stopped=%d", stopped);
}
