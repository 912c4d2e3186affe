#include "app/app.h"

#include "win/utf16.h"

/* Windows waits about 5 s for a program that gives no reason, and asks the user
 * about one that does. */
#define END_SESSION_WAIT_MS 4000u
#define END_SESSION_WAIT_SAVING_MS 30000u

static bool is_saving(const struct app *app)
{
    return app->model.phase == TRAY_SAVE || (app->model.phase == TRAY_STOPPING && app->blocking);
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

/* Windows ends the process when this returns, so it waits for the sessions to
 * be stopped and keyevents.etl to be finalised. */
void app_on_end_session(struct app *app)
{
    bool saving = is_saving(app);
    log_event(app->log, "session_end", "saving=%d", saving);
    menu_close();
    worker_rush(app->worker);
    app_step(app, EVENT_SESSION_END, 0);
    bool stopped = worker_wait_stopped(app->worker, saving ? END_SESSION_WAIT_SAVING_MS : END_SESSION_WAIT_MS);
    log_event(app->log, "session_end_done", "stopped=%d", stopped);
}
