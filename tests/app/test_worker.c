#include "app/worker.h"

#include <string.h>

#include "tests/sim/sim_client.h"
#include "tests/support/account.h"
#include "tests/support/other_window.h"
#include "tests/support/folder.h"
#include "tests/support/sim_rig.h"
#include "tests/support/suite.h"

#define NEWS (WM_APP + 1)

/* A window that takes news down. */
struct desk {
    struct rig b;
    struct worker *worker;
    HWND window;
    enum news_kind kinds[64];
    uint16_t asked[4]; /* the tickets of those saved */
    size_t saved;
    size_t count;
};

static LRESULT CALLBACK desk_proc(HWND window, UINT message, WPARAM wparam, LPARAM lparam)
{
    struct desk *d = (struct desk *)GetWindowLongPtrW(window, GWLP_USERDATA);
    if (!d || message != NEWS)
        return DefWindowProcW(window, message, wparam, lparam);
    struct news *news = (struct news *)lparam;
    if (news->kind == NEWS_SAVED && d->saved < 4)
        d->asked[d->saved++] = news->asker.window ? news->asker.ticket : 0;
    if (d->count < 64)
        d->kinds[d->count++] = news->kind;
    news_close(news);
    return 0;
}

static size_t heard(const struct desk *d, enum news_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < d->count; i++)
        count += d->kinds[i] == kind;
    return count;
}

static void wait_for(struct desk *d, enum news_kind kind, size_t count)
{
    int64_t end_ns = os_ticks_ns() + 30000000000;
    while (heard(d, kind) < count) {
        MSG msg;
        if (PeekMessageW(&msg, d->window, 0, 0, PM_REMOVE))
            DispatchMessageW(&msg);
        else
            MsgWaitForMultipleObjects(0, NULL, FALSE, 100, QS_ALLINPUT);
        assert_true(os_ticks_ns() < end_ns);
    }
}

static void desk_open(struct desk *d, const char *name)
{
    WNDCLASSW class = {0};
    memset(d, 0, sizeof *d);
    class.lpfnWndProc = desk_proc;
    class.lpszClassName = L"HitchboxTestNews";
    RegisterClassW(&class);
    d->window = CreateWindowExW(0, class.lpszClassName, L"", WS_POPUP, 0, 0, 0, 0, NULL, NULL, NULL, NULL);
    if (!d->window)
        SUITE_SKIP("no display");
    SetWindowLongPtrW(d->window, GWLP_USERDATA, (LONG_PTR)d);
    sim_rig_machine();
    sim_rig_init(&d->b, name);
    assert_false(outcome_failed(worker_open(d->window, NEWS, &d->b.recorder, &d->worker)));
}

static void desk_close(struct desk *d)
{
    DestroyWindow(d->window);
    sim_rig_done(&d->b);
}

static void each_job_has_its_answer(void **state)
{
    struct desk d;
    (void)state;
    desk_open(&d, "worker");
    assert_false(outcome_failed(worker_ask(d.worker, JOB_START, 0)));
    wait_for(&d, NEWS_STARTED, 1);
    for (size_t i = 1; i <= 3; i++) {
        assert_false(outcome_failed(worker_ask(d.worker, JOB_SNAPSHOT, os_utc_now())));
        wait_for(&d, NEWS_SAVED, i);
        wait_for(&d, NEWS_CHECKED, i);
    }
    assert_int_equal(heard(&d, NEWS_FLUSHING), 3);
    assert_false(outcome_failed(worker_ask(d.worker, JOB_WATCH, 0)));
    assert_false(outcome_failed(worker_ask(d.worker, JOB_STOP, 0)));
    wait_for(&d, NEWS_STOPPED, 1);
    assert_true(worker_close(d.worker));
    assert_int_equal(heard(&d, NEWS_FAILED) + heard(&d, NEWS_WATCHED), 0);
    desk_close(&d);
}

/* The file is checked when another window may be in front. */
static void who_was_in_front_at_the_key_stands_beside_the_snapshot(void **state)
{
    struct desk d;
    struct other_window game, later;
    struct snapinfo info = {0};
    struct text snap = TEXT_EMPTY;
    (void)state;
    desk_open(&d, "worker-front");
    bool there = other_window_open(&game, OTHER_plain, NULL) && other_window_open(&later, OTHER_plain, NULL);
    assert_false(outcome_failed(worker_ask(d.worker, JOB_START, 0)));
    wait_for(&d, NEWS_STARTED, 1);
    there = there && other_window_to_front(game.window);
    assert_false(outcome_failed(worker_ask(d.worker, JOB_SNAPSHOT, os_utc_now())));
    there = there && other_window_to_front(later.window);
    wait_for(&d, NEWS_CHECKED, 1);
    uint32_t wanted = game.pid;
    other_window_close(&game);
    other_window_close(&later);
    assert_true(worker_close(d.worker));
    text_addf(&snap, "%s\\snap.etl", text_str(&d.b.folder));
    assert_false(outcome_failed(snapinfo_load(text_str(&snap), &info, NULL, NULL)));
    text_done(&snap);
    desk_close(&d);
    if (!there && !account_can_be_set())
        SUITE_SKIP("this desktop shows no windows in front of others");
    assert_true(there);
    assert_int_equal(info.foreground, wanted);
}

/* One that a program asked for ends its post-roll for a press, and comes after
 * it; each carries the name of who is to hear of it, and its mark. */
static void a_press_goes_before_what_was_asked_for_from_outside(void **state)
{
    struct desk d;
    struct asker asker = {NULL, 7};
    (void)state;
    desk_open(&d, "worker-asked");
    asker.window = d.window;
    d.b.settings.post_roll_s = 20;
    assert_false(outcome_failed(worker_ask(d.worker, JOB_START, 0)));
    wait_for(&d, NEWS_STARTED, 1);
    assert_false(outcome_failed(worker_ask_for(d.worker, asker, os_utc_now())));
    Sleep(300);
    d.b.settings.post_roll_s = 0;
    int64_t began_ns = os_ticks_ns();
    assert_false(outcome_failed(worker_ask(d.worker, JOB_SNAPSHOT, os_utc_now())));
    wait_for(&d, NEWS_SAVED, 2);
    assert_true(os_ticks_ns() - began_ns < INT64_C(15000000000));
    assert_int_equal(d.asked[0], 0);
    assert_int_equal(d.asked[1], 7);
    wait_for(&d, NEWS_CHECKED, 2);
    assert_true(worker_close(d.worker));
    assert_false(folder_has(text_str(&d.b.folder), "snap.outside"));
    assert_true(folder_has(text_str(&d.b.folder), "snap-2.outside"));
    desk_close(&d);
}

/* A start is told of when both sessions run; the runs before it come later. */
static void a_run_that_was_cut_off_is_told_after_the_start(void **state)
{
    struct rig dead;
    struct desk d;
    (void)state;
    sim_rig_start(&dead, "worker-found");
    sim_advance_by(sim_client_machine(), 70);
    desk_open(&d, "worker-found-other");
    sim_rig_done(&d.b);
    sim_rig_init_in(&d.b, text_str(&dead.base));
    assert_false(outcome_failed(worker_ask(d.worker, JOB_START, 0)));
    wait_for(&d, NEWS_FOUND, 1);
    assert_int_equal(d.kinds[0], NEWS_STARTED);
    assert_true(worker_close(d.worker));
    desk_close(&d);
    sim_rig_forget(&dead);
}

static void a_session_that_is_gone_is_started_again_for_the_next_press(void **state)
{
    struct desk d;
    (void)state;
    desk_open(&d, "worker-gone");
    assert_false(outcome_failed(worker_ask(d.worker, JOB_START, 0)));
    wait_for(&d, NEWS_STARTED, 1);
    sim_rig_tell("stop Hitchbox-Buffer");
    assert_false(outcome_failed(worker_ask(d.worker, JOB_SNAPSHOT, os_utc_now())));
    wait_for(&d, NEWS_WATCHED, 1);
    assert_int_equal(heard(&d, NEWS_FAILED), 1);
    assert_false(outcome_failed(worker_ask(d.worker, JOB_SNAPSHOT, os_utc_now())));
    wait_for(&d, NEWS_SAVED, 1);
    assert_true(worker_close(d.worker));
    desk_close(&d);
}

/* False where Windows's queue has no end (Wine's has none). */
static bool fill_queue(struct worker *worker)
{
    for (int i = 0; i < 12000; i++)
        if (outcome_failed(worker_ask(worker, JOB_WATCH, 0)))
            return true;
    return false;
}

/* Its thread lives on and uses all that it was given. */
static void nothing_is_freed_under_a_thread_that_cannot_be_reached(void **state)
{
    struct desk d;
    (void)state;
    desk_open(&d, "worker-full");
    assert_false(outcome_failed(worker_ask(d.worker, JOB_START, 0)));
    wait_for(&d, NEWS_STARTED, 1);
    sim_rig_tell("behaviour flush_delay_ms=6000");
    assert_false(outcome_failed(worker_ask(d.worker, JOB_SNAPSHOT, os_utc_now())));
    wait_for(&d, NEWS_FLUSHING, 1);
    bool full = fill_queue(d.worker);
    if (full)
        assert_false(worker_close(d.worker));
    int64_t end_ns = os_ticks_ns() + 60000000000;
    while (!worker_close(d.worker)) /* the rest of the queue is passed over when it meets the stop */
        assert_true(os_ticks_ns() < end_ns);
    desk_close(&d);
    if (!full)
        SUITE_SKIP("the queue of a thread has no end here");
}

void suite_worker(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_press_goes_before_what_was_asked_for_from_outside),
        cmocka_unit_test(each_job_has_its_answer),
        cmocka_unit_test(who_was_in_front_at_the_key_stands_beside_the_snapshot),
        cmocka_unit_test(a_run_that_was_cut_off_is_told_after_the_start),
        cmocka_unit_test(a_session_that_is_gone_is_started_again_for_the_next_press),
        cmocka_unit_test(nothing_is_freed_under_a_thread_that_cannot_be_reached),
    };
    SUITE_RUN("worker", tests);
}
