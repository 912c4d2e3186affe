/* Log-off and shutdown while a snapshot is written: the program's own window
 * messages, its worker and a recorder on a simulated machine. A second of
 * Windows is a tenth here. */
#include "app/app.h"

#include <string.h>

#include "tests/sim/sim_client.h"
#include "tests/support/sim_rig.h"
#include "tests/support/suite.h"

#define SECOND_MS 100
#define END_WAIT_S 4
#define LOG_OFF 0x80000000u
#define CRITICAL 0x40000000u
/* A computer that is busy with other tests. */
#define SLACK_S 15

struct desk {
    struct rig b;
    struct app app;
};

static LRESULT CALLBACK desk_proc(HWND window, UINT message, WPARAM wparam, LPARAM lparam)
{
    struct app *app = (struct app *)GetWindowLongPtrW(window, GWLP_USERDATA);
    if (app && message == APP_MESSAGE_NEWS) {
        app_on_news(app, (struct news *)lparam);
        return 0;
    }
    return DefWindowProcW(window, message, wparam, lparam);
}

static HWND make_window(void)
{
    WNDCLASSW class = {0};
    class.lpfnWndProc = desk_proc;
    class.lpszClassName = L"HitchboxTestDesk";
    RegisterClassW(&class);
    return CreateWindowExW(0, class.lpszClassName, L"", WS_POPUP, 0, 0, 0, 0, NULL, NULL, NULL, NULL);
}

static bool is_ready(const struct app *app)
{
    return app->model.phase == TRAY_READY;
}

static bool is_flushing(const struct app *app)
{
    return app->model.saving && !app->model.unflushed;
}

static bool has_ended(const struct app *app)
{
    return app->ended;
}

static void run_until(struct app *app, bool (*done)(const struct app *))
{
    int64_t end_ns = os_ticks_ns() + 30000000000;
    while (!done(app)) {
        MSG msg;
        if (PeekMessageW(&msg, NULL, 0, 0, PM_REMOVE))
            DispatchMessageW(&msg);
        else
            MsgWaitForMultipleObjects(0, NULL, FALSE, 100, QS_ALLINPUT);
        assert_true(os_ticks_ns() < end_ns);
    }
}

static void desk_open(struct desk *d, const char *name)
{
    memset(d, 0, sizeof *d);
    sim_rig_machine();
    sim_rig_tell("habits more_data=never"); /* else the first FLUSH comes twice, with both waits */
    sim_rig_init(&d->b, name);
    d->app.log = d->b.log;
    d->app.model = tray_model_first();
    d->app.query_wait_ms = 60 * SECOND_MS;
    d->app.end_wait_ms = END_WAIT_S * SECOND_MS;
    app_config_init(&d->app.config);
    d->app.window = make_window();
    if (!d->app.window)
        SUITE_SKIP("no display");
    SetWindowLongPtrW(d->app.window, GWLP_USERDATA, (LONG_PTR)&d->app);
    notify_icon_init(&d->app.tray, d->app.window, APP_MESSAGE_TRAY);
    assert_false(outcome_failed(worker_open(d->app.window, APP_MESSAGE_NEWS, &d->b.recorder, &d->app.worker)));
    assert_false(outcome_failed(worker_ask(d->app.worker, JOB_START, 0)));
    run_until(&d->app, is_ready);
    sim_advance_by(sim_client_machine(), 5);
}

/* Everything ends in its own time. */
static void desk_close(struct desk *d)
{
    if (d->app.model.phase != TRAY_STOPPING)
        app_step(&d->app, EVENT_EXIT, 0);
    run_until(&d->app, has_ended);
    assert_true(worker_close(d->app.worker));
    notify_icon_done(&d->app.tray);
    notices_done(&d->app.notices);
    app_config_done(&d->app.config);
    text_done(&d->app.trouble_what);
    if (IsWindow(d->app.window))
        DestroyWindow(d->app.window);
    sim_rig_done(&d->b);
}

static void press_until_flush(struct desk *d, unsigned flush_s)
{
    char line[64];
    snprintf(line, sizeof line, "behaviour flush_delay_ms=%u", flush_s * SECOND_MS);
    sim_rig_tell(line);
    app_on_hotkey(&d->app);
    run_until(&d->app, is_flushing);
}

static double seconds_since(int64_t start_ns)
{
    return (double)(os_ticks_ns() - start_ns) / 1e6 / SECOND_MS;
}

/* What the next log-on, or the next start of the computer, finds. */
static void look_at_next_start(struct desk *d, bool log_off, bool saved)
{
    struct rig next;
    sim_rig_tell("behaviour flush_delay_ms=0");
    sim_rig_tell("behaviour flush_result=write");
    if (!log_off)
        sim_rig_tell("power_loss");
    sim_advance_by(sim_client_machine(), 2); /* a FLUSH may have emptied the ring */
    sim_rig_init_in(&next, text_str(&d->b.base));
    recorder_start(&next.recorder, &next.started);
    assert_false(outcome_failed(recorder_look_back(&next.recorder, &next.started)));
    if (saved) {
        assert_int_equal(next.started.unclean.len, 0);
        assert_int_equal(next.started.recovered.len, 0);
    } else if (log_off) {
        assert_true(next.started.recovered.len > 0);
        assert_false(next.started.unsaved);
    } else {
        assert_true(next.started.unclean.len > 0);
        assert_true(next.started.unsaved);
    }
    sim_rig_done(&next);
}

static void end_session(unsigned flush_s, bool log_off, bool critical)
{
    struct desk d;
    LPARAM flags = (LPARAM)((log_off ? LOG_OFF : 0) | (critical ? CRITICAL : 0));
    desk_open(&d, "shutdown");
    if (!log_off && critical && flush_s > END_WAIT_S)
        sim_rig_tell("behaviour flush_result=half"); /* as far as it came */
    press_until_flush(&d, flush_s);
    int64_t asked_ns = os_ticks_ns();
    app_on_query_end_session(&d.app, flags);
    if (critical)
        assert_true(seconds_since(asked_ns) < SLACK_S);
    else
        assert_int_equal(d.app.model.saving, 0);
    int64_t ended_ns = os_ticks_ns();
    app_on_end_session(&d.app, flags);
    assert_true(seconds_since(ended_ns) < END_WAIT_S + SLACK_S);
    bool saved = worker_wait_stopped(d.app.worker, 0);
    if (!critical || flush_s < END_WAIT_S)
        assert_true(saved);
    if (critical && flush_s > END_WAIT_S)
        assert_false(saved);
    assert_int_equal(sim_rig_log_holds(&d.b, "session_answered"), !critical);
    if (saved || flush_s > END_WAIT_S)
        look_at_next_start(&d, log_off, saved);
    desk_close(&d);
}

static void the_answer_waits_for_the_snapshot(void **state)
{
    static const unsigned flush_s[] = {1, 4, 10, 40};
    (void)state;
    for (size_t i = 0; i < sizeof flush_s / sizeof flush_s[0]; i++) {
        end_session(flush_s[i], true, false);
        end_session(flush_s[i], false, false);
    }
}

static void what_is_critical_is_answered_at_once_and_ends_in_four_seconds(void **state)
{
    static const unsigned flush_s[] = {1, 4, 10, 40};
    (void)state;
    for (size_t i = 0; i < sizeof flush_s / sizeof flush_s[0]; i++) {
        end_session(flush_s[i], true, true);
        end_session(flush_s[i], false, true);
    }
}

static void without_a_snapshot_the_answer_comes_at_once(void **state)
{
    struct desk d;
    (void)state;
    desk_open(&d, "shutdown-idle");
    app_on_query_end_session(&d.app, 0);
    assert_false(d.app.rushed);
    app_on_end_session(&d.app, 0);
    assert_true(worker_wait_stopped(d.app.worker, 0));
    desk_close(&d);
}

/* A FLUSH that never ends does not hold the answer for ever. */
static void the_answer_does_not_wait_for_ever(void **state)
{
    struct desk d;
    (void)state;
    desk_open(&d, "shutdown-hang");
    d.app.query_wait_ms = 2 * SECOND_MS;
    press_until_flush(&d, 60);
    int64_t asked_ns = os_ticks_ns();
    app_on_query_end_session(&d.app, 0);
    assert_true(d.app.model.saving);
    assert_true(seconds_since(asked_ns) < 2 + SLACK_S);
    desk_close(&d);
}

/* What was hurried for it takes its time again. */
static void after_a_log_off_that_is_called_off_a_press_has_its_post_roll(void **state)
{
    struct desk d;
    (void)state;
    for (int told = 0; told < 2; told++) { /* Windows does not always say so */
        desk_open(&d, "shutdown-off");
        press_until_flush(&d, 3);
        app_on_query_end_session(&d.app, (LPARAM)LOG_OFF);
        assert_true(d.app.rushed);
        if (told)
            app_on_end_called_off(&d.app);
        d.b.settings.post_roll_s = 1;
        int64_t pressed_ns = os_ticks_ns();
        app_on_hotkey(&d.app);
        run_until(&d.app, is_flushing);
        assert_true(os_ticks_ns() - pressed_ns > 900000000);
        desk_close(&d);
    }
}

void suite_shutdown(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_waits_for_the_snapshot),
        cmocka_unit_test(what_is_critical_is_answered_at_once_and_ends_in_four_seconds),
        cmocka_unit_test(without_a_snapshot_the_answer_comes_at_once),
        cmocka_unit_test(the_answer_does_not_wait_for_ever),
        cmocka_unit_test(after_a_log_off_that_is_called_off_a_press_has_its_post_roll),
    };
    SUITE_RUN("shutdown", tests);
}
