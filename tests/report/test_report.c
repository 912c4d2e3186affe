#include "tests/support/suite.h"

#include <string.h>

#include "events/exit_code.h"
#include "report/phrases.h"
#include "os/os.h"
#include "tests/support/etl_corpus.h"
#include "tests/support/hitch_call.h"
#include "tests/support/play.h"
#include "tests/support/source_file.h"

#define SECONDS 1000000
#define AT (20 * SECONDS)
#define WHOLE (40 * SECONDS)
#define EVIL "</title><script>alert(\"1\")</script>&'x.exe"

/* A trace with an incident, and a program whose name is markup. */
static void make_trace(struct text *path, const char *name)
{
    struct play p;
    play_init(&p);
    play_frames(&p, 0, AT, 16667);
    play_frames(&p, AT + 412000, WHOLE, 16667);
    play_background(&p, 0, WHOLE);
    play_process(&p, AT - 300000, 7000, "\\Device\\Hard\\" EVIL);
    play_exit(&p, AT + 200000, 7000, 0xC0000374, EVIL);
    play_disk(&p, AT + 400000, 390000, 10, 65536, 0, 7000);
    play_rundown(&p, WHOLE - 1000, false);
    text_addf(path, "%s%c%s", suite_folder("verdict-report"), os_separator, name);
    (void)os_remove(text_str(path));
    assert_true(play_save(&p, text_str(path)));
    play_done(&p);
}

static struct verdict *open_trace(void)
{
    struct text path = TEXT_EMPTY;
    struct verdict *v = NULL;
    make_trace(&path, "evil.etl");
    assert_int_equal(verdict_open(text_str(&path), NULL, NULL, &v).why, WHY_ok);
    text_done(&path);
    return v;
}

static unsigned count_of(const char *in, const char *what)
{
    unsigned count = 0;
    for (const char *at = in; (at = strstr(at, what)) != NULL; at++)
        count++;
    return count;
}

static void no_name_of_a_trace_becomes_markup(void **state)
{
    (void)state;
    struct verdict *v = open_trace();
    for (int language = 0; language < LANGUAGE_count; language++) {
        struct text t = TEXT_EMPTY;
        report_html(v, (enum language)language, &t);
        assert_false(t.failed);
        assert_true(utf8_valid(text_str(&t), t.len));
        assert_null(strstr(text_str(&t), "alert(\"1\")"));
        assert_int_equal(count_of(text_str(&t), "<script>"), 1); /* the page's own */
        assert_int_equal(count_of(text_str(&t), "</title><style>") + count_of(text_str(&t), "</title>\n<style>"), 1);
        assert_non_null(strstr(text_str(&t), "alert(&quot;1&quot;)"));
        assert_null(strstr(text_str(&t), "http://"));
        assert_null(strstr(text_str(&t), "https://"));
        assert_null(strstr(text_str(&t), "<img"));
        text_done(&t);
    }
    verdict_close(v);
}

/* Tags of the page open and close in order. */
static void the_page_is_well_formed(void **state)
{
    (void)state;
    static const char *const single[] = {"!doctype", "meta"};
    struct verdict *v = open_trace();
    struct text t = TEXT_EMPTY;
    char open[64][12];
    unsigned depth = 0;
    report_html(v, LANGUAGE_ENGLISH, &t);
    for (const char *at = text_str(&t); (at = strchr(at, '<')) != NULL; at++) {
        char name[12] = "";
        bool closes = at[1] == '/', alone = false;
        for (unsigned i = 0; i < 11 && !strchr(" >/\n", at[1 + closes + i]); i++)
            name[i] = at[1 + closes + i];
        const char *end = strchr(at, '>');
        assert_non_null(end);
        for (size_t i = 0; i < 2; i++)
            alone = alone || strcmp(name, single[i]) == 0;
        if (alone || end[-1] == '/')
            continue;
        if (closes) {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
        } else {
            assert_true(depth < 64);
            memcpy(open[depth++], name, sizeof name);
        }
        if (strcmp(name, "script") == 0 && !closes)
            at = strstr(at, "</script") - 1;
    }
    assert_int_equal(depth, 0);
    text_done(&t);
    verdict_close(v);
}

/* A walk over JSON that takes no shortcut: returns behind the value, or NULL. */
static const char *json_value(const char *at, unsigned depth);

static const char *blank(const char *at)
{
    while (*at && strchr(" \n", *at))
        at++;
    return at;
}

static const char *json_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at == '\\' && !strchr("\"\\u", *++at))
            return NULL;
    }
    return at + 1;
}

static const char *json_list(const char *at, char close, bool named, unsigned depth)
{
    at = blank(at + 1);
    while (at && *at != close) {
        if (named) {
            at = json_string(at);
            if (!at || *at != ':')
                return NULL;
            at = blank(at + 1);
        }
        at = json_value(at, depth + 1);
        at = at ? blank(at) : NULL;
        if (at && *at == ',') {
            at = blank(at + 1);
            if (*at == close)
                return NULL;
        } else if (at && *at != close) {
            return NULL;
        }
    }
    return at ? at + 1 : NULL;
}

static const char *json_value(const char *at, unsigned depth)
{
    if (depth > 20)
        return NULL;
    if (*at == '{' || *at == '[')
        return json_list(at, *at == '{' ? '}' : ']', *at == '{', depth);
    if (*at == '"')
        return json_string(at);
    if (strncmp(at, "true", 4) == 0)
        return at + 4;
    if (strncmp(at, "false", 5) == 0)
        return at + 5;
    if (strncmp(at, "null", 4) == 0)
        return at + 4;
    const char *end = at + strspn(at, "-.0123456789");
    return end > at ? end : NULL;
}

/* Marks are drawn in the order of the page: the last one is on top. */
static void nothing_lies_on_the_mark_of_the_proof(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY, t = TEXT_EMPTY;
    struct play p;
    struct verdict *v = NULL;
    const char *last = NULL;
    play_init(&p);
    play_frames(&p, 0, AT, 16667);
    play_frames(&p, AT + 300000, WHOLE, 16667);
    play_background(&p, 0, WHOLE);
    play_disk(&p, AT + 299000, 298000, 10, 65536, 0, PLAY_GAME);
    for (int i = 1; i < 9; i++)
        play_disk(&p, AT + 298000, 290000 - i * 10000, 10, 4096, 0, PLAY_OTHER);
    text_addf(&path, "%s%cproof.etl", suite_folder("verdict-report"), os_separator);
    assert_true(play_save(&p, text_str(&path)));
    play_done(&p);
    assert_int_equal(verdict_open(text_str(&path), NULL, NULL, &v).why, WHY_ok);
    assert_int_equal(verdict_top(v), SUSPECT_disk_slow);
    report_html(v, LANGUAGE_ENGLISH, &t);
    assert_true(count_of(text_str(&t), "[Microsoft-Windows-Kernel-Disk 10]</title>") > 8);
    for (const char *at = text_str(&t); (at = strstr(at, "<rect class=\"")) != NULL; at++) {
        const char *disk = strstr(at, "[Microsoft-Windows-Kernel-Disk 10]</title>"), *end = strstr(at, "</rect>");
        if (disk && end && disk < end && !memchr(at + 1, '<', (size_t)(strstr(at, "<title>") - at - 1)))
            last = at;
    }
    assert_non_null(last);
    assert_memory_equal(last, "<rect class=\"l\"", 15);
    verdict_close(v);
    text_done(&path);
    text_done(&t);
}

static void json_is_json_and_names_the_kind(void **state)
{
    (void)state;
    struct verdict *v = open_trace();
    for (int language = 0; language < LANGUAGE_count; language++) {
        struct text t = TEXT_EMPTY;
        report_json(v, (enum language)language, &t);
        const char *end = json_value(text_str(&t), 0);
        assert_non_null(end);
        assert_string_equal(end, "\n");
        assert_non_null(strstr(text_str(&t), "\"verdict\": \"disk_slow\""));
        assert_non_null(strstr(text_str(&t), "\"kind\": \"disk_slow\""));
        assert_non_null(strstr(text_str(&t), "\"provider\": \"Microsoft-Windows-Kernel-Disk\", \"id\": 10"));
        text_done(&t);
    }
    verdict_close(v);
}

/* Every member's name stands in docs/report-json.md, in backquotes. */
static void the_page_tells_every_member_of_the_json(void **state)
{
    (void)state;
    struct verdict *v = open_trace();
    struct text json = TEXT_EMPTY, page = TEXT_EMPTY, name = TEXT_EMPTY;
    uint32_t count = 0;
    assert_true(source_read("docs/report-json.md", &page));
    report_json(v, LANGUAGE_ENGLISH, &json);
    for (const char *at = strchr(text_str(&json), '"'), *end; at && (end = json_string(at)) != NULL; at = strchr(end, '"')) {
        if (*end != ':')
            continue;
        text_clear(&name);
        text_add_char(&name, '`');
        text_add_bytes(&name, at + 1, (size_t)(end - at - 2));
        text_add_char(&name, '`');
        if (!strstr(text_str(&page), text_str(&name)))
            fail_msg("docs/report-json.md does not tell %s", text_str(&name));
        count++;
    }
    assert_true(count > 60);
    text_done(&json);
    text_done(&page);
    text_done(&name);
    verdict_close(v);
}

static void every_statement_of_the_first_suspect_has_an_event(void **state)
{
    (void)state;
    struct verdict *v = open_trace();
    const struct suspect *s = &v->suspects.list[0];
    assert_int_equal(s->kind, SUSPECT_disk_slow);
    assert_true(s->proof_count > 0);
    assert_int_equal(s->proofs[0].source, TRACE_disk);
    assert_int_equal(s->proofs[0].id, 10);
    assert_int_equal(s->proofs[0].from, PLAY_START + (AT + 10000) * 10LL);
    assert_int_equal(s->proofs[0].to - s->proofs[0].from, 390000 * 10);
    verdict_close(v);
}

static void frame_times_are_counted_as_they_are(void **state)
{
    (void)state;
    struct verdict *v = open_trace();
    const struct stream *s = verdict_game(v);
    assert_non_null(s);
    assert_true(s->pid == PLAY_GAME && s->tid == PLAY_GAME_THREAD);
    assert_in_range(verdict_frames(v)->median, 165000, 168000);
    assert_in_range(verdict_frames(v)->longest, 4120000, 4300000);
    assert_int_equal(v->moments.real_hitches, 1);
    verdict_close(v);
}

static void spans_are_told_in_three_figures(void **state)
{
    (void)state;
    static const struct {
        int64_t span;
        const char *words;
    } cases[] = {{0, "0.0 ms"},       {4167, "0.4 ms"},       {69440, "6.9 ms"}, {166670, "16.7 ms"}, {4120000, "412 ms"},
                 {9994999, "999 ms"}, {9995000, "0.99 s"},    {12345678, "1.23 s"}, {600000000, "1 min 00 s"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text t = TEXT_EMPTY;
        phrases_span(&t, LANGUAGE_ENGLISH, cases[i].span);
        assert_string_equal(text_str(&t), cases[i].words);
        text_done(&t);
    }
}

static void no_sensor_is_believed_a_temperature_that_cannot_be(void **state)
{
    static const struct {
        uint64_t tenths_of_kelvin;
        const char *told;
    } rows[] = {{3632, "90 \xC2\xB0" "C"}, {2331, "-40 \xC2\xB0" "C"}, {4731, "200 \xC2\xB0" "C"}, {0, NULL},
                {2330, NULL}, {4732, NULL}, {0x80000000u, NULL}, {0xFFFFFFFFu, NULL}};
    (void)state;
    struct verdict *v = open_trace();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text t = TEXT_EMPTY;
        struct fact f = {0};
        f.kind = FACT_heat;
        f.value = rows[i].tenths_of_kelvin;
        phrases_fact(&t, LANGUAGE_ENGLISH, v, &f);
        assert_true(str_starts(text_str(&t), "Temperature"));
        if (rows[i].told)
            assert_true(str_ends(text_str(&t), rows[i].told));
        else
            assert_null(strstr(text_str(&t), "\xC2\xB0"));
        text_done(&t);
    }
    verdict_close(v);
}

static void hitch_report_writes_what_is_asked_for(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY, html = TEXT_EMPTY, json = TEXT_EMPTY, t = TEXT_EMPTY;
    struct hitch_answer a = {0};
    make_trace(&path, "evil.etl");
    text_addf(&html, "%s.html", text_str(&path));
    text_addf(&json, "%s.json", text_str(&path));
    hitch_call(&a, "report", "--html", text_str(&html), "--json", text_str(&json), text_str(&path), NULL);
    assert_int_equal(a.code, 0);
    assert_non_null(strstr(text_str(&a.out), "the disk took 390 ms for one read"));
    assert_int_equal(os_file_read(text_str(&html), 1 << 24, &t).why, WHY_ok);
    assert_non_null(strstr(text_str(&t), "</html>"));
    text_clear(&t);
    assert_int_equal(os_file_read(text_str(&json), 1 << 24, &t).why, WHY_ok);
    assert_non_null(json_value(text_str(&t), 0));
    hitch_call(&a, "report", "--at", "+5", text_str(&path), NULL);
    assert_int_equal(a.code, 0);
    assert_null(strstr(text_str(&a.out), "the disk took"));
    hitch_call(&a, "report", "--lang", "zh-CN", text_str(&path), NULL);
    assert_non_null(strstr(text_str(&a.out), "\xE5\x8D\xA1\xE9\xA1\xBF"));
    hitch_call(&a, "report", "nowhere.etl", NULL);
    assert_int_equal(a.code, 2);
    hitch_call(&a, "report", "--at", "noon", text_str(&path), NULL);
    assert_int_equal(a.code, 2);
    hitch_answer_done(&a);
    text_done(&path);
    text_done(&html);
    text_done(&json);
    text_done(&t);
}

static void hitch_crash_tells_how_programs_ended(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY;
    struct hitch_answer a = {0};
    make_trace(&path, "evil.etl");
    hitch_call(&a, "crash", text_str(&path), NULL);
    assert_int_equal(a.code, 0);
    assert_non_null(strstr(text_str(&a.out), "Programs that ended: 1; 0 normally, 0 with an error code, 1 crashed."));
    assert_non_null(strstr(text_str(&a.out), "STATUS_HEAP_CORRUPTION"));
    hitch_answer_done(&a);
    text_done(&path);
}

static void hitch_compare_says_what_a_filter_cost(void **state)
{
    (void)state;
    struct text full = TEXT_EMPTY, filtered = TEXT_EMPTY;
    struct hitch_answer a = {0};
    struct play p;
    make_trace(&full, "full.etl");
    play_init(&p);
    play_frames(&p, 0, AT, 16667);
    play_frames(&p, AT + 412000, WHOLE, 16667);
    text_addf(&filtered, "%s.filtered.etl", text_str(&full));
    assert_true(play_save(&p, text_str(&filtered)));
    play_done(&p);
    hitch_call(&a, "compare", text_str(&full), text_str(&filtered), NULL);
    assert_int_equal(a.code, 0);
    assert_non_null(strstr(text_str(&a.out), "The evidence of disk_slow did not survive"));
    hitch_call(&a, "compare", text_str(&full), text_str(&full), NULL);
    assert_non_null(strstr(text_str(&a.out), "The evidence of disk_slow survived"));
    hitch_call(&a, "compare", text_str(&full), NULL);
    assert_int_equal(a.code, 2);
    hitch_call(&a, "compare", "--scenario", "disk-burst", text_str(&full), text_str(&filtered), NULL);
    assert_int_equal(a.code, 0);
    assert_non_null(strstr(text_str(&a.out), "The evidence of disk-burst did not survive."));
    hitch_call(&a, "compare", "--scenario", "process-crash", text_str(&full), text_str(&full), NULL);
    assert_non_null(strstr(text_str(&a.out), "Crashed: 1 -> 1\n"));
    assert_non_null(strstr(text_str(&a.out), "The evidence of process-crash survived."));
    hitch_call(&a, "compare", "--scenario", "memory-pressure", text_str(&full), text_str(&filtered), NULL);
    assert_non_null(strstr(text_str(&a.out), "holds no evidence of memory-pressure"));
    hitch_call(&a, "compare", "--scenario", "earthquake", text_str(&full), text_str(&full), NULL);
    assert_int_equal(a.code, 2);
    assert_non_null(strstr(text_str(&a.err), "--scenario earthquake"));
    hitch_answer_done(&a);
    text_done(&full);
    text_done(&filtered);
}

static void exit_codes_are_sorted_rightly(void **state)
{
    (void)state;
    static const uint32_t crashes[] = {0xC0000005, 0xC0000374, 0xC0000409, 0xC00000FD, 0x80000003, 0xE06D7363, 0xE0434352};
    static const uint32_t others[] = {0, 1, 0xFFFFFFFF, 0xC000013A, 0x80070005, 259, 0x40010004};
    for (size_t i = 0; i < 7; i++) {
        assert_true(exit_code_is_crash(crashes[i]));
        assert_false(exit_code_is_crash(others[i]));
    }
}

/* A snapshot and the key events of the same run, on one clock. */
static void key_events_join_the_snapshot(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY, key = TEXT_EMPTY;
    struct play p;
    struct verdict *v = NULL;
    play_init(&p);
    play_frames(&p, 0, AT, 16667);
    play_frames(&p, AT + 200000, WHOLE, 16667);
    play_background(&p, 0, WHOLE);
    text_addf(&path, "%s%csnap.etl", suite_folder("verdict-report"), os_separator);
    assert_true(play_save(&p, text_str(&path)));
    play_done(&p);
    play_init(&p);
    play_process(&p, 1 * SECONDS, 7000, "\\Device\\Hard\\overlay.exe");
    play_exit(&p, AT + 20000, 7000, 0xC0000005, "overlay.exe");
    text_addf(&key, "%s.key.etl", text_str(&path));
    assert_true(play_save(&p, text_str(&key)));
    play_done(&p);
    assert_int_equal(verdict_open(text_str(&path), NULL, NULL, &v).why, WHY_ok);
    assert_int_equal(verdict_top(v), SUSPECT_none);
    verdict_close(v);
    assert_int_equal(verdict_open(text_str(&path), text_str(&key), NULL, &v).why, WHY_ok);
    assert_int_equal(verdict_top(v), SUSPECT_process_crash);
    assert_int_equal(v->suspects.list[0].proofs[0].from, PLAY_START + (AT + 20000) * 10LL);
    verdict_close(v);
    assert_int_equal(verdict_open(text_str(&path), "nowhere.etl", NULL, &v).why, WHY_ok);
    verdict_close(v);
    text_done(&path);
    text_done(&key);
}

static void check_file(void *ctx, const char *path)
{
    struct verdict *v = NULL;
    struct text t = TEXT_EMPTY;
    if (outcome_failed(verdict_open(path, NULL, NULL, &v)))
        return;
    if (verdict_top(v) != SUSPECT_none && *(bool *)ctx)
        fail_msg("%s: %s", path, suspect_name(verdict_top(v)));
    report_text(v, LANGUAGE_ZH_CN, &t);
    report_html(v, LANGUAGE_ENGLISH, &t);
    assert_true(utf8_valid(text_str(&t), t.len));
    text_clear(&t);
    report_json(v, LANGUAGE_ENGLISH, &t);
    assert_non_null(json_value(text_str(&t), 0));
    text_clear(&t);
    report_crash(v, LANGUAGE_ENGLISH, &t);
    if (*(bool *)ctx && strstr(path, "tx-Process"))
        assert_non_null(strstr(text_str(&t), "Programs that ended: 4; 4 normally, 0 with an error code, 0 crashed."));
    text_done(&t);
    verdict_close(v);
}

static void real_traces_raise_no_false_alarm(void **state)
{
    (void)state;
    bool strict = true, loose = false;
    if (!suite_corpus())
        SUITE_SKIP("the corpus is not here");
    assert_true(corpus_each(suite_corpus(), "real", check_file, &strict) > 10);
    assert_true(corpus_each(suite_corpus(), "damaged", check_file, &loose) > 5);
}

void suite_report(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(no_name_of_a_trace_becomes_markup),
                                              cmocka_unit_test(the_page_is_well_formed),
                                              cmocka_unit_test(nothing_lies_on_the_mark_of_the_proof),
                                              cmocka_unit_test(json_is_json_and_names_the_kind),
        cmocka_unit_test(the_page_tells_every_member_of_the_json),
                                              cmocka_unit_test(every_statement_of_the_first_suspect_has_an_event),
                                              cmocka_unit_test(frame_times_are_counted_as_they_are),
                                              cmocka_unit_test(spans_are_told_in_three_figures),
                                              cmocka_unit_test(no_sensor_is_believed_a_temperature_that_cannot_be),
        cmocka_unit_test(hitch_report_writes_what_is_asked_for),
                                              cmocka_unit_test(hitch_crash_tells_how_programs_ended),
                                              cmocka_unit_test(hitch_compare_says_what_a_filter_cost),
                                              cmocka_unit_test(exit_codes_are_sorted_rightly),
                                              cmocka_unit_test(key_events_join_the_snapshot),
                                              cmocka_unit_test(real_traces_raise_no_false_alarm)};
    SUITE_RUN("verdict_report", tests);
}
