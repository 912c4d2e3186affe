/* From the press to hitch's report: what the recorder asks of Windows beside ETW
 * lies with the snapshot, and is said again by whoever reads it there. */
#include "tests/support/suite.h"

#include <string.h>

#include "base/json.h"
#include "runs/run_files.h"
#include "runs/snapinfo.h"
#include "tests/sim/sim_client.h"
#include "tests/support/cfgmgr.h"
#include "tests/support/folder.h"
#include "tests/support/hitch_call.h"
#include "tests/support/sim_rig.h"
#include "win/utf16.h"
#include "win/win.h"

#define WIN32K "Microsoft-Windows-Win32k"
#define RECEIVER L"USB\\VID_046D&PID_C539\\5&2A1F0B3C&0&4" /* of pnp_lost */

/* The ring of a machine on which a game plays, without the provider of that name
 * (NULL: with all). */
static void begin(struct rig *b, const char *name, const char *without)
{
    sim_rig_machine();
    sim_rig_init(b, name);
    for (size_t i = 0; i < b->providers.count && without; i++)
        b->providers.items[i].skipped |= str_equal(text_str(&b->providers.items[i].name), without);
    recorder_start(&b->recorder, &b->started);
    recorder_look_back(&b->recorder, &b->started);
}

/* A press after some seconds and its check; what hitch's JSON says of the snapshot, and the recorder's
 * own page. */
static void report_of(struct rig *b, uint32_t foreground, struct text *json, struct text *page)
{
    struct text path = TEXT_EMPTY, html = TEXT_EMPTY, verdict = TEXT_EMPTY;
    struct snapinfo info = {0};
    struct hitch_answer answer;
    memset(&answer, 0, sizeof answer);
    sim_advance_by(sim_client_machine(), 8);
    assert_false(outcome_failed(sim_rig_snapshot(b, &path)));
    info.pressed = os_utc_now();
    info.foreground = foreground;
    assert_false(outcome_failed(recorder_check(&b->recorder, text_str(&path), &info, &verdict)));
    hitch_call(&answer, "report", text_str(&path), "--json", "-", NULL);
    text_set(json, text_str(&answer.out));
    text_clear(page);
    run_files_report(text_str(&path), &html);
    assert_false(outcome_failed(os_file_read(text_str(&html), 10000000, page)));
    hitch_answer_done(&answer);
    text_done(&path);
    text_done(&html);
    text_done(&verdict);
}

static bool says(const struct text *page, enum string_id id)
{
    return strstr(text_str(page), string_get(LANGUAGE_ENGLISH, id)) != NULL;
}

static uint32_t game_of(const struct text *json, struct text *why)
{
    const char *game = strstr(text_str(json), "\"game\":"), *end = game ? strchr(game, '}') : NULL;
    struct text scratch = TEXT_EMPTY;
    uint64_t pid = 0;
    assert_non_null(end);
    assert_true(json_find(game, end, "why", why));
    assert_true(json_find_u64(game, end, "pid", &scratch, &pid));
    text_done(&scratch);
    return (uint32_t)pid;
}

static void who_was_in_front_decides_where_the_ring_tells_no_change(void **state)
{
    (void)state;
    struct rig b;
    struct text json = TEXT_EMPTY, page = TEXT_EMPTY, why = TEXT_EMPTY;
    begin(&b, "front-told", WIN32K);
    report_of(&b, 0, &json, &page);
    uint32_t game = game_of(&json, &why);
    assert_string_equal(text_str(&why), "presents");
    assert_true(says(&page, STR_why_presents));
    report_of(&b, game, &json, &page);
    assert_int_equal(game_of(&json, &why), game);
    assert_string_equal(text_str(&why), "foreground");
    assert_true(says(&page, STR_why_foreground));
    sim_rig_done(&b);
    text_done(&json);
    text_done(&page);
    text_done(&why);
}

/* Of its state Win32k tells threads alone (event 36), so it is not asked: it names
 * who has the focus (25) as long as the player does anything. */
static void where_nobody_could_say_who_was_in_front_the_owner_of_the_focus_decides(void **state)
{
    (void)state;
    struct rig b;
    struct text json = TEXT_EMPTY, page = TEXT_EMPTY, why = TEXT_EMPTY;
    begin(&b, "focus-told", NULL);
    report_of(&b, 0, &json, &page);
    game_of(&json, &why);
    assert_string_equal(text_str(&why), "focus");
    assert_true(says(&page, STR_why_focus));
    sim_rig_done(&b);
    text_done(&json);
    text_done(&page);
    text_done(&why);
}

/* ---- devices ---- */

static void tell_pad(enum device_fact fact, const wchar_t *value)
{
    struct wide id = WIDE_EMPTY;
    wide_add_utf8(&id, SIM_PAD_PATH);
    cfgmgr_tell(wide_str(&id), fact, value);
    wide_done(&id);
}

/* A game whose controller drops off, and a press. */
static void begin_lost_pad(struct rig *b, const char *name, struct text *path)
{
    cfgmgr_reset();
    begin(b, name, NULL);
    sim_advance_by(sim_client_machine(), 8);
    sim_rig_tell("incident pad_lost");
    sim_advance_by(sim_client_machine(), 2);
    assert_false(outcome_failed(sim_rig_snapshot(b, path)));
    assert_int_equal(cfgmgr_asked(), 0); /* the press comes first */
}

static struct outcome check(struct rig *b, const struct text *path, struct text *verdict)
{
    struct snapinfo info = {0};
    info.pressed = os_utc_now();
    text_clear(verdict);
    return recorder_check(&b->recorder, text_str(path), &info, verdict);
}

static void read_beside(const struct text *path, void (*name_of)(const char *trace, struct text *name), struct text *bytes)
{
    struct text name = TEXT_EMPTY;
    name_of(text_str(path), &name);
    text_clear(bytes);
    assert_false(outcome_failed(os_file_read(text_str(&name), 10000000, bytes)));
    text_done(&name);
}

static void holds(const struct text *all, const char *part)
{
    if (!strstr(text_str(all), part))
        fail_msg("\"%s\" is not in \"%s\"", part, text_str(all));
}

/* hitch says of the file what the recorder said; `device` and `evidence` are in its words. */
static void hitch_says_the_same(struct rig *b, const struct text *path, const struct text *verdict, const char *device,
                                const char *evidence)
{
    struct hitch_answer answer;
    struct text keys = TEXT_EMPTY, told = TEXT_EMPTY;
    const char *words = b->recorder.language == LANGUAGE_ENGLISH ? "en" : "zh-CN";
    memset(&answer, 0, sizeof answer);
    folder_join(&keys, text_str(&b->folder), "keyevents.etl");
    hitch_call(&answer, "report", text_str(path), text_str(&keys), "--lang", words, "--json", "-", NULL);
    const char *json = text_str(&answer.out), *end = json + answer.out.len;
    assert_true(json_find(json, end, "sentence", &told));
    assert_string_equal(text_str(&told), text_str(verdict));
    assert_true(json_find(json, end, "device", &told));
    assert_string_equal(text_str(&told), device);
    assert_true(json_find(json, end, "name", &told));
    assert_string_equal(text_str(&told), SIM_PAD_PATH);
    const char *proofs = strstr(json, "\"evidence\"");
    assert_non_null(proofs);
    assert_true(json_find(proofs, end, "text", &told));
    holds(&told, evidence);
    hitch_answer_done(&answer);
    text_done(&keys);
    text_done(&told);
}

/* The menu's line is in the reader's language, whatever the sentence is in. */
static void holds_causes(const struct text *json, const char *const device[LANGUAGE_count])
{
    struct snapinfo_words words = {0};
    assert_true(snapinfo_read_words(json->bytes, json->len, &words));
    for (int l = 0; l < LANGUAGE_count; l++)
        holds(&words.cause[l], device[l]);
    snapinfo_words_done(&words);
}

static void a_lost_device_is_called_as_windows_calls_it(void **state)
{
    static const char *const says[LANGUAGE_count] = {"DualSense (Sony, Bluetooth) was lost",
                                                     "DualSense\xEF\xBC\x88Sony\xEF\xBC\x8C\x42luetooth\xEF\xBC\x89"};
    static const char *const device[LANGUAGE_count] = {"DualSense (Sony, Bluetooth)",
                                                       "DualSense\xEF\xBC\x88Sony\xEF\xBC\x8C\x42luetooth\xEF\xBC\x89"};
    static const char *const evidence[LANGUAGE_count] = {"gone, DualSense, " SIM_PAD_PATH, "DualSense\xEF\xBC\x8C" SIM_PAD_PATH};
    (void)state;
    for (int l = 0; l < LANGUAGE_count; l++) {
        struct rig b;
        struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY, page = TEXT_EMPTY, json = TEXT_EMPTY;
        begin_lost_pad(&b, "pad", &path);
        b.recorder.language = (enum language)l;
        tell_pad(DEVICE_OWN_WORDS, L"DualSense");
        assert_false(outcome_failed(check(&b, &path, &verdict)));
        holds(&verdict, says[l]);
        assert_null(strstr(text_str(&verdict), "HID"));
        read_beside(&path, run_files_report, &page);
        holds(&page, says[l]);
        read_beside(&path, run_files_info, &json);
        holds(&json, "\"name\": \"DualSense\"}],");
        holds(&json, says[l]);
        holds_causes(&json, device);
        hitch_says_the_same(&b, &path, &verdict, device[l], evidence[l]);
        assert_true(sim_rig_log_holds(&b, "device_names asked=1"));
        sim_rig_done(&b);
        text_done(&path);
        text_done(&verdict);
        text_done(&page);
        text_done(&json);
    }
    cfgmgr_of_system();
}

static void without_a_name_it_is_told_by_class_and_maker(void **state)
{
    struct rig b;
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY, json = TEXT_EMPTY;
    (void)state;
    for (int way = 0; way < 2; way++) {
        begin_lost_pad(&b, "pad-nameless", &path);
        if (way)
            cfgmgr_lack_functions();
        assert_false(outcome_failed(check(&b, &path, &verdict)));
        holds(&verdict, "Game controller (Sony, Bluetooth) was lost");
        read_beside(&path, run_files_info, &json);
        assert_null(strstr(text_str(&json), "\"devices\""));
        hitch_says_the_same(&b, &path, &verdict, "Game controller (Sony, Bluetooth)", "gone, " SIM_PAD_PATH);
        assert_int_equal(cfgmgr_asked(), way ? 0 : 1);
        assert_true(sim_rig_log_holds(&b, way ? "device_names asked=1 why=not_found os=127" : "device_names asked=1"));
        sim_rig_done(&b);
    }
    cfgmgr_of_system();
    text_done(&path);
    text_done(&verdict);
    text_done(&json);
}

static void a_hostile_name_is_one_clean_line_everywhere(void **state)
{
    struct rig b;
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY, page = TEXT_EMPTY;
    (void)state;
    begin_lost_pad(&b, "pad-hostile", &path);
    tell_pad(DEVICE_GIVEN_NAME, L"<script>\x202E\x1B[2J\r\n\"\\u0000\xD800 %s");
    assert_false(outcome_failed(check(&b, &path, &verdict)));
    holds(&verdict, "Game controller (Sony, Bluetooth) was lost"); /* with a backslash in it, it is no name */
    sim_rig_done(&b);
    begin_lost_pad(&b, "pad-hostile", &path);
    tell_pad(DEVICE_GIVEN_NAME, L"<script>\x202E\x1B[2J\r\n\"\xD800 %s");
    assert_false(outcome_failed(check(&b, &path, &verdict)));
    holds(&verdict, "<script>? [2J \"\xEF\xBF\xBD %s (Sony, Bluetooth) was lost");
    read_beside(&path, run_files_report, &page);
    assert_null(strstr(text_str(&page), "<script>?"));
    holds(&page, "&lt;script&gt;? [2J");
    hitch_says_the_same(&b, &path, &verdict, "<script>? [2J \"\xEF\xBF\xBD %s (Sony, Bluetooth)", "%s, " SIM_PAD_PATH);
    sim_rig_done(&b);
    cfgmgr_of_system();
    text_done(&path);
    text_done(&verdict);
    text_done(&page);
}

/* Something better to do, once, as soon as Windows was asked for a name. */
static bool is_busy_once(void *ctx)
{
    bool *was = ctx;
    if (*was || !cfgmgr_asked())
        return false;
    *was = true;
    return true;
}

static void a_press_waits_for_one_name_at_most(void **state)
{
    struct rig b;
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY, json = TEXT_EMPTY;
    bool was_busy = false;
    (void)state;
    cfgmgr_reset();
    tell_pad(DEVICE_OWN_WORDS, L"DualSense");
    begin(&b, "pad-press", NULL);
    sim_advance_by(sim_client_machine(), 8);
    sim_rig_tell("incident pad_lost");
    sim_rig_tell("incident pnp_lost"); /* another device, so that there are two to ask for */
    sim_advance_by(sim_client_machine(), 2);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    b.recorder.busy = is_busy_once;
    b.recorder.busy_ctx = &was_busy;
    assert_int_equal(check(&b, &path, &verdict).why, WHY_given_up);
    assert_int_equal(cfgmgr_asked(), 1);
    assert_int_equal(verdict.len, 0);
    run_files_info(text_str(&path), &json);
    assert_false(path_stands(text_str(&json)));
    assert_false(outcome_failed(check(&b, &path, &verdict)));
    assert_int_equal(cfgmgr_asked(), 3);
    assert_true(path_stands(text_str(&json)));
    b.recorder.busy = NULL;
    sim_rig_done(&b);
    cfgmgr_of_system();
    text_done(&path);
    text_done(&verdict);
    text_done(&json);
}

/* Nobody pressed; the ring was saved by the start after. */
static void a_device_of_a_recovered_ring_is_called_so_too(void **state)
{
    static const char *const device[LANGUAGE_count] = {"Powerplay (Logitech", "Powerplay\xEF\xBC\x88Logitech"};
    struct rig killed, next;
    struct text page = TEXT_EMPTY, json = TEXT_EMPTY;
    bool was_busy = false;
    (void)state;
    cfgmgr_reset();
    tell_pad(DEVICE_OWN_WORDS, L"DualSense");
    cfgmgr_tell(RECEIVER, DEVICE_OWN_WORDS, L"Powerplay");
    begin(&killed, "pad-recovered", NULL);
    sim_advance_by(sim_client_machine(), 8);
    sim_rig_tell("incident pad_lost");
    sim_rig_tell("incident pnp_lost");
    sim_advance_by(sim_client_machine(), 2);
    sim_rig_init_in(&next, text_str(&killed.base));
    recorder_start(&next.recorder, &next.started);
    assert_int_equal(cfgmgr_asked(), 0);
    next.recorder.busy = is_busy_once;
    next.recorder.busy_ctx = &was_busy;
    assert_int_equal(recorder_look_back(&next.recorder, &next.started).why, WHY_given_up);
    assert_int_equal(cfgmgr_asked(), 1);
    assert_false(outcome_failed(recorder_look_back(&next.recorder, &next.started)));
    assert_int_equal(cfgmgr_asked(), 3);
    read_beside(&next.started.recovered, run_files_info, &json);
    holds(&json, "\"name\": \"Powerplay\"}");
    holds(&json, "\"name\": \"DualSense\"}");
    holds_causes(&json, device);
    read_beside(&next.started.recovered, run_files_report, &page);
    holds(&page, "Powerplay (Logitech");
    sim_rig_done(&next);
    sim_rig_forget(&killed);
    cfgmgr_of_system();
    text_done(&page);
    text_done(&json);
}

void suite_whole_way(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_was_in_front_decides_where_the_ring_tells_no_change),
        cmocka_unit_test(where_nobody_could_say_who_was_in_front_the_owner_of_the_focus_decides),
        cmocka_unit_test(a_lost_device_is_called_as_windows_calls_it),
        cmocka_unit_test(without_a_name_it_is_told_by_class_and_maker),
        cmocka_unit_test(a_hostile_name_is_one_clean_line_everywhere),
        cmocka_unit_test(a_press_waits_for_one_name_at_most),
        cmocka_unit_test(a_device_of_a_recovered_ring_is_called_so_too),
    };
    SUITE_RUN("whole_way", tests);
}
