#include "tests/support/suite.h"

#include "tray/tray_model.h"

static uint32_t do_event(struct tray_model *m, enum tray_event_kind kind, uint32_t troubles)
{
    struct tray_input input = {kind, troubles};
    struct tray_step step = tray_model_step(*m, input);
    *m = step.model;
    return step.actions;
}

static struct tray_model ready(void)
{
    struct tray_model m = tray_model_first();
    do_event(&m, EVENT_STARTED, 0);
    return m;
}

static void press_saves_and_sounds(void **state)
{
    (void)state;
    struct tray_model m = tray_model_first();
    assert_int_equal(tray_model_icon(&m), TRAY_SAVING);
    assert_int_equal(do_event(&m, EVENT_STARTED, 0), 0);
    assert_int_equal(tray_model_icon(&m), TRAY_ARMED);
    assert_int_equal(tray_model_text(&m), STR_state_armed);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAVE);
    assert_int_equal(tray_model_icon(&m), TRAY_SAVING);
    do_event(&m, EVENT_FLUSHING, 0);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED);
    assert_int_equal(tray_model_icon(&m), TRAY_ARMED);
}

static void press_before_the_flush_belongs_to_the_snapshot_under_way(void **state)
{
    (void)state;
    struct tray_model m = ready();
    do_event(&m, EVENT_PRESS, 0);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_BUSY);
    do_event(&m, EVENT_FLUSHING, 0);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED);
    assert_int_equal(m.phase, TRAY_READY);
}

static void presses_during_the_flush_make_one_more_snapshot(void **state)
{
    (void)state;
    struct tray_model m = ready();
    do_event(&m, EVENT_PRESS, 0);
    do_event(&m, EVENT_FLUSHING, 0);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_BUSY | ACTION_SAVE);
    for (int i = 0; i < 50; i++)
        assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_BUSY);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED);
    assert_int_equal(m.phase, TRAY_SAVE);
    do_event(&m, EVENT_FLUSHING, 0);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED);
    assert_int_equal(m.phase, TRAY_READY);
}

/* Two were written and wait for their names. */
static void presses_while_two_are_under_way_make_one_more_afterwards(void **state)
{
    (void)state;
    struct tray_model m = ready();
    do_event(&m, EVENT_PRESS, 0);
    do_event(&m, EVENT_FLUSHING, 0);
    do_event(&m, EVENT_PRESS, 0);
    do_event(&m, EVENT_FLUSHING, 0);
    for (int i = 0; i < 50; i++)
        assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_BUSY);
    assert_int_equal(do_event(&m, EVENT_SAVE_FAILED, 0), ACTION_SOUND_FAILED | ACTION_SAVE);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED);
    assert_int_equal(m.phase, TRAY_SAVE);
    do_event(&m, EVENT_FLUSHING, 0);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED);
    assert_int_equal(m.phase, TRAY_READY);
}

static void press_while_starting_is_kept(void **state)
{
    (void)state;
    struct tray_model m = tray_model_first();
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_EARLY);
    assert_int_equal(do_event(&m, EVENT_STARTED, 0), ACTION_SAVE);
}

static void failed_snapshot_shows_trouble_until_the_next_good_one(void **state)
{
    (void)state;
    struct tray_model m = ready();
    do_event(&m, EVENT_PRESS, 0);
    assert_int_equal(do_event(&m, EVENT_SAVE_FAILED, 0), ACTION_SOUND_FAILED);
    assert_int_equal(tray_model_icon(&m), TRAY_TROUBLE);
    assert_int_equal(tray_model_text(&m), STR_state_save_failed);
    assert_int_equal(do_event(&m, EVENT_SAVE, 0), ACTION_SAVE);
    do_event(&m, EVENT_SAVED, 0);
    assert_int_equal(tray_model_icon(&m), TRAY_ARMED);
}

static void without_a_ring_a_press_says_why(void **state)
{
    (void)state;
    struct tray_model m = tray_model_first();
    assert_int_equal(do_event(&m, EVENT_STARTED, TROUBLE_BUFFER), ACTION_SOUND_FAILED);
    assert_int_equal(tray_model_icon(&m), TRAY_TROUBLE);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_OFF | ACTION_SOUND_FAILED);
    assert_int_equal(do_event(&m, EVENT_SAVE_EXIT, 0), ACTION_STOP);
}

static void each_trouble_has_its_words_and_mends(void **state)
{
    (void)state;
    static const struct {
        enum tray_event_kind kind;
        uint32_t trouble;
        enum string_id text;
    } cases[] = {
        {EVENT_STARTED, TROUBLE_FILE, STR_state_no_file_session},
        {EVENT_STARTED, TROUBLE_PROVIDER, STR_state_provider_missing},
        {EVENT_HOTKEY, TROUBLE_HOTKEY, STR_state_no_hotkey},
        {EVENT_CONFIG, TROUBLE_CONFIG, STR_state_config},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tray_model m = ready();
        do_event(&m, cases[i].kind, cases[i].trouble);
        assert_int_equal(tray_model_icon(&m), TRAY_TROUBLE);
        assert_int_equal(tray_model_text(&m), cases[i].text);
        assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAVE);
        do_event(&m, EVENT_SAVED, 0);
        do_event(&m, cases[i].kind, 0);
        assert_int_equal(tray_model_icon(&m), TRAY_ARMED);
    }
}

static void a_gap_is_trouble_until_the_next_good_snapshot(void **state)
{
    (void)state;
    struct tray_model m = ready();
    assert_int_equal(do_event(&m, EVENT_WATCHED, TROUBLE_GAP), 0);
    assert_int_equal(tray_model_icon(&m), TRAY_TROUBLE);
    assert_int_equal(tray_model_text(&m), STR_state_gap);
    do_event(&m, EVENT_PRESS, 0);
    do_event(&m, EVENT_SAVE_FAILED, 0);
    assert_int_equal(tray_model_icon(&m), TRAY_TROUBLE);
    do_event(&m, EVENT_PRESS, 0);
    do_event(&m, EVENT_SAVED, 0);
    assert_int_equal(tray_model_icon(&m), TRAY_ARMED);
}

static void a_ring_that_is_lost_and_comes_back_is_followed(void **state)
{
    (void)state;
    struct tray_model m = ready();
    do_event(&m, EVENT_WATCHED, TROUBLE_BUFFER | TROUBLE_GAP);
    assert_int_equal(m.phase, TRAY_OFF);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_OFF | ACTION_SOUND_FAILED);
    do_event(&m, EVENT_WATCHED, TROUBLE_GAP);
    assert_int_equal(m.phase, TRAY_READY);
    do_event(&m, EVENT_PRESS, 0);
    do_event(&m, EVENT_WATCHED, TROUBLE_BUFFER | TROUBLE_GAP);
    assert_int_equal(m.phase, TRAY_SAVE);
    do_event(&m, EVENT_SAVE_FAILED, 0);
    assert_int_equal(m.phase, TRAY_OFF);
}

static void save_and_exit_saves_first(void **state)
{
    (void)state;
    struct tray_model m = ready();
    assert_int_equal(do_event(&m, EVENT_SAVE_EXIT, 0), ACTION_SAVE);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED | ACTION_STOP);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), 0);
    assert_int_equal(do_event(&m, EVENT_STOPPED, 0), ACTION_QUIT);
}

static void save_and_exit_during_a_flush_saves_what_came_after(void **state)
{
    (void)state;
    struct tray_model m = ready();
    do_event(&m, EVENT_PRESS, 0);
    do_event(&m, EVENT_FLUSHING, 0);
    assert_int_equal(do_event(&m, EVENT_SAVE_EXIT, 0), ACTION_HURRY | ACTION_SAVE);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED | ACTION_STOP);
}

static void save_and_exit_while_starting_starts_saves_and_exits(void **state)
{
    (void)state;
    struct tray_model m = tray_model_first();
    assert_int_equal(do_event(&m, EVENT_SAVE_EXIT, 0), 0);
    assert_int_equal(do_event(&m, EVENT_STARTED, 0), ACTION_SAVE);
    do_event(&m, EVENT_FLUSHING, 0);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED | ACTION_STOP);
    assert_int_equal(do_event(&m, EVENT_STOPPED, 0), ACTION_QUIT);
    m = tray_model_first();
    do_event(&m, EVENT_SAVE_EXIT, 0);
    assert_int_equal(do_event(&m, EVENT_STARTED, TROUBLE_BUFFER), ACTION_SOUND_FAILED | ACTION_STOP);
}

/* It was told that it will be saved. */
static void a_press_while_starting_is_saved_before_an_exit_but_not_before_a_log_off(void **state)
{
    (void)state;
    struct tray_model m = tray_model_first();
    do_event(&m, EVENT_PRESS, 0);
    assert_int_equal(do_event(&m, EVENT_EXIT, 0), 0);
    assert_int_equal(do_event(&m, EVENT_STARTED, 0), ACTION_SAVE);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED | ACTION_STOP);
    m = tray_model_first();
    do_event(&m, EVENT_PRESS, 0);
    assert_int_equal(do_event(&m, EVENT_SESSION_END, 0), ACTION_HURRY | ACTION_STOP);
}

static void save_and_exit_stops_after_a_failure_too(void **state)
{
    (void)state;
    struct tray_model m = ready();
    do_event(&m, EVENT_SAVE_EXIT, 0);
    assert_int_equal(do_event(&m, EVENT_SAVE_FAILED, 0), ACTION_SOUND_FAILED | ACTION_STOP);
}

static void exit_stops_once_from_every_phase(void **state)
{
    (void)state;
    for (int phase = TRAY_STARTING; phase <= TRAY_OFF; phase++) {
        struct tray_model m = ready();
        m.phase = (enum tray_phase)phase;
        uint32_t first = do_event(&m, EVENT_EXIT, 0);
        assert_int_equal(first, phase == TRAY_STOPPING ? 0 : ACTION_HURRY | ACTION_STOP);
        assert_int_equal(do_event(&m, EVENT_SESSION_END, 0), 0);
        assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED);
        assert_int_equal(m.phase, TRAY_STOPPING);
        assert_int_equal(do_event(&m, EVENT_STARTED, 0), 0);
        assert_int_equal(do_event(&m, EVENT_STOPPED, 0), ACTION_QUIT);
    }
}

/* Whatever comes in whatever order, there are never more than two saves or one
 * stop under way, and a stop is always answered by the end. */
static void no_order_of_events_saves_too_often_or_stops_twice(void **state)
{
    (void)state;
    uint32_t seed = 12345;
    for (int round = 0; round < 2000; round++) {
        struct tray_model m = tray_model_first();
        bool stopping = false;
        int saving = 0, unflushed = 0, asked = 0;
        for (int i = 0; i < 60; i++) {
            seed = seed * 1664525u + 1013904223u;
            enum tray_event_kind kind = (enum tray_event_kind)(seed >> 24) % (EVENT_STOPPED + 1);
            bool of_save = kind == EVENT_SAVED || kind == EVENT_SAVE_FAILED || kind == EVENT_FLUSHING;
            if ((of_save && !saving) || (kind == EVENT_FLUSHING && !unflushed) || (kind == EVENT_STOPPED && !stopping))
                continue;
            saving -= kind == EVENT_SAVED || kind == EVENT_SAVE_FAILED;
            unflushed -= kind == EVENT_FLUSHING;
            asked = asked && saving && kind != EVENT_ASKED_FLUSHING;
            if (asked != m.asked) /* its end comes with its news */
                do_event(&m, EVENT_ASKED_FLUSHING, 0);
            unflushed = unflushed > saving - asked ? saving - asked : unflushed;
            uint32_t actions = do_event(&m, kind, 0);
            assert_false(unflushed && (actions & ACTION_SAVE));
            assert_false(stopping && (actions & (ACTION_STOP | ACTION_SAVE)));
            saving += (actions & ACTION_SAVE) != 0;
            unflushed += (actions & ACTION_SAVE) && kind != EVENT_ASKED;
            asked = asked || ((actions & ACTION_SAVE) && kind == EVENT_ASKED);
            assert_int_equal(m.asked, asked);
            assert_in_range(saving, 0, 2);
            assert_int_equal(m.saving, saving);
            stopping = stopping || (actions & ACTION_STOP);
            if (actions & ACTION_QUIT) {
                assert_true(stopping);
                break;
            }
        }
    }
}

/* It belongs to another, may be removed for its sake, and waits behind the press. */
static void a_press_while_one_from_outside_waits_has_its_own(void **state)
{
    (void)state;
    struct tray_model m = ready();
    assert_int_equal(do_event(&m, EVENT_ASKED, 0), ACTION_SAVE);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_BUSY | ACTION_SAVE);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_BUSY); /* joins the first press */
    do_event(&m, EVENT_FLUSHING, 0);
    do_event(&m, EVENT_SAVED, 0);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_BUSY | ACTION_SAVE); /* still before the other's FLUSH */
    do_event(&m, EVENT_ASKED_FLUSHING, 0);
    do_event(&m, EVENT_SAVED, 0);
    do_event(&m, EVENT_FLUSHING, 0);
    assert_int_equal(do_event(&m, EVENT_SAVED, 0), ACTION_SOUND_SAVED);
    assert_int_equal(m.phase, TRAY_READY);
    assert_int_equal(m.saving + m.unflushed + m.asked, 0);
}

static void a_press_that_fails_before_one_from_outside_leaves_no_trace(void **state)
{
    (void)state;
    struct tray_model m = ready();
    do_event(&m, EVENT_ASKED, 0);
    do_event(&m, EVENT_PRESS, 0);
    do_event(&m, EVENT_SAVE_FAILED, 0);
    assert_int_equal(do_event(&m, EVENT_PRESS, 0), ACTION_SAY_BUSY | ACTION_SAVE);
    do_event(&m, EVENT_ASKED_FLUSHING, 0);
    do_event(&m, EVENT_SAVE_FAILED, 0);
    do_event(&m, EVENT_FLUSHING, 0);
    do_event(&m, EVENT_SAVED, 0);
    assert_int_equal(m.phase, TRAY_READY);
}

static void one_from_outside_is_saved_only_while_ready(void **state)
{
    (void)state;
    struct tray_model m = tray_model_first();
    assert_int_equal(do_event(&m, EVENT_ASKED, 0), 0);
    do_event(&m, EVENT_STARTED, 0);
    do_event(&m, EVENT_PRESS, 0);
    assert_int_equal(do_event(&m, EVENT_ASKED, 0), 0);
    do_event(&m, EVENT_EXIT, 0);
    assert_int_equal(do_event(&m, EVENT_ASKED, 0), 0);
    assert_false(m.asked);
}

void suite_tray_model(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(press_saves_and_sounds),
        cmocka_unit_test(press_before_the_flush_belongs_to_the_snapshot_under_way),
        cmocka_unit_test(presses_during_the_flush_make_one_more_snapshot),
        cmocka_unit_test(presses_while_two_are_under_way_make_one_more_afterwards),
        cmocka_unit_test(press_while_starting_is_kept),
        cmocka_unit_test(failed_snapshot_shows_trouble_until_the_next_good_one),
        cmocka_unit_test(without_a_ring_a_press_says_why),
        cmocka_unit_test(each_trouble_has_its_words_and_mends),
        cmocka_unit_test(a_gap_is_trouble_until_the_next_good_snapshot),
        cmocka_unit_test(a_ring_that_is_lost_and_comes_back_is_followed),
        cmocka_unit_test(save_and_exit_saves_first),
        cmocka_unit_test(save_and_exit_during_a_flush_saves_what_came_after),
        cmocka_unit_test(save_and_exit_stops_after_a_failure_too),
        cmocka_unit_test(save_and_exit_while_starting_starts_saves_and_exits),
        cmocka_unit_test(a_press_while_starting_is_saved_before_an_exit_but_not_before_a_log_off),
        cmocka_unit_test(exit_stops_once_from_every_phase),
        cmocka_unit_test(a_press_while_one_from_outside_waits_has_its_own),
        cmocka_unit_test(a_press_that_fails_before_one_from_outside_leaves_no_trace),
        cmocka_unit_test(one_from_outside_is_saved_only_while_ready),
        cmocka_unit_test(no_order_of_events_saves_too_often_or_stops_twice),
    };
    SUITE_RUN("tray_model", tests);
}
