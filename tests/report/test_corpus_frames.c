/* Traces of the corpus whose truth is known: frames of real captures and of
 * everyday edge cases (frames/TRUTH.tsv), and small ones that users of such tools
 * have reported (cases/README.md). */
#include "tests/support/suite.h"

#include <string.h>

#include "config/no_games.h"
#include "os/os.h"
#include "report/phrases.h"
#include "strings/format.h"
#include "tests/support/gunzip.h"
#include "verdict/verdict_model.h"

#define NEAR (50 * MILLISECOND)
#define MOST_TIMES 16u
#define TRACES 18u

static struct text bytes;
static struct no_games known;

static int done(void **state)
{
    (void)state;
    text_done(&bytes);
    no_games_done(&known);
    return 0;
}

static bool is_no_game(void *ctx, const char *name)
{
    return no_games_has(ctx, name);
}

/* NULL where this corpus has no such trace. The bytes live until the next one. */
static struct verdict *judge(const char *folder, const char *name)
{
    struct text path = TEXT_EMPTY;
    struct verdict *v = NULL;
    struct verdict_options options = {0};
    if (!suite_corpus())
        SUITE_SKIP("the corpus is not here");
    text_addf(&path, "%s%c%s%c%s", suite_corpus(), os_separator, folder, os_separator, name);
    text_clear(&bytes);
    if (gunzip(text_str(&path), &bytes)) {
        no_games_done(&known);
        no_games_init(&known);
        options.is_no_game = is_no_game;
        options.is_no_game_ctx = &known;
        assert_int_equal(verdict_open_memory(name, bytes.bytes, bytes.len, NULL, &options, &v).why, WHY_ok);
    }
    text_done(&path);
    return v;
}

/* ---- frames ---- */

struct truth {
    char name[64], expect[16];
    int64_t times[MOST_TIMES];
    uint32_t count;
};

static const char *take_field(const char *at, char *out, size_t room)
{
    size_t len = strcspn(at, "\t\r\n");
    memset(out, 0, room);
    memcpy(out, at, len < room ? len : room - 1);
    return at + len + (at[len] == '\t');
}

static void take_truth(const char *line, struct truth *t)
{
    char times[MOST_TIMES * 32], one[32];
    memset(t, 0, sizeof *t);
    line = take_field(line, t->name, sizeof t->name);
    line = take_field(line, t->expect, sizeof t->expect);
    take_field(line, times, sizeof times);
    for (const char *at = times; *at && t->count < MOST_TIMES; t->count++) {
        size_t len = strcspn(at, ",");
        memset(one, 0, sizeof one);
        memcpy(one, at, len < sizeof one ? len : sizeof one - 1);
        assert_true(format_utc_parse(one, &t->times[t->count]));
        at += len + (at[len] == ',');
    }
}

static bool is_at(const struct hitch *h, int64_t time)
{
    return time >= h->from - NEAR && time <= h->to + NEAR;
}

/* Of the game, told or, with `excused`, at all. */
static bool is_told(const struct verdict *v, int64_t time, unsigned kinds, bool excused)
{
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        if (h->stream + 1u == v->moments.game && (!h->excuse || excused) && (kinds >> h->kind & 1) && is_at(h, time))
            return true;
    }
    return false;
}

static uint32_t count_told(const struct verdict *v, unsigned kinds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        count += h->stream + 1u == v->moments.game && !h->excuse && (kinds >> h->kind & 1);
    }
    return count;
}

#define STUTTERS (1u << FINDING_stutter)
#define SLOW (1u << FINDING_slow)
#define UNEVEN (1u << FINDING_uneven)

static bool holds(const struct verdict *v, const struct truth *t)
{
    bool is_long = str_equal(t->expect, "long"), all = true;
    unsigned kinds = str_equal(t->expect, "slow") ? SLOW : is_long ? STUTTERS | SLOW : STUTTERS;
    for (uint32_t i = 0; i < t->count; i++)
        all = all && is_told(v, t->times[i], kinds, is_long);
    if (str_equal(t->expect, "none"))
        return count_told(v, STUTTERS | SLOW | UNEVEN) == 0;
    if (str_equal(t->expect, "generated"))
        return verdict_frames(v) && frame_figures_generated(verdict_frames(v)) && count_told(v, STUTTERS | UNEVEN) == 0;
    if (str_equal(t->expect, "pacing"))
        return count_told(v, UNEVEN) > 0;
    if (str_equal(t->expect, "slow"))
        return all && count_told(v, SLOW) == t->count && count_told(v, STUTTERS | UNEVEN) == 0;
    return all && count_told(v, UNEVEN) == 0;
}

/* Invented traces have no other stutters than those that are listed. */
static bool has_no_more(const struct verdict *v, const struct truth *t)
{
    uint32_t small = str_equal(t->name, "fps30_ladder.etl.gz") ? 2 : 0; /* below two refreshes: may be told */
    return str_starts(t->name, "fv_") || !str_equal(t->expect, "stutters") || count_told(v, STUTTERS | SLOW) <= t->count + small;
}

static void the_frames_of_the_corpus_say_what_is_true(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY, table = TEXT_EMPTY, says = TEXT_EMPTY;
    uint32_t traces = 0, wrong = 0;
    if (!suite_corpus())
        SUITE_SKIP("the corpus is not here");
    text_addf(&path, "%s%cframes%cTRUTH.tsv", suite_corpus(), os_separator, os_separator);
    bool there = !outcome_failed(os_file_read(text_str(&path), 1 << 20, &table));
    text_done(&path);
    if (!there)
        SUITE_SKIP("this corpus has no frames");
    for (const char *at = strchr(text_str(&table), '\n'); at && at[1]; at = strchr(at + 1, '\n')) {
        struct truth t;
        take_truth(at + 1, &t);
        struct verdict *v = judge("frames", t.name);
        assert_non_null(v);
        traces++;
        if (!holds(v, &t) || !has_no_more(v, &t)) {
            text_clear(&says);
            report_text(v, LANGUAGE_ENGLISH, &says);
            print_message("%s should be %s:\n%s\n", t.name, t.expect, text_str(&says));
            wrong++;
        }
        verdict_close(v);
    }
    text_done(&table);
    text_done(&says);
    assert_int_equal(wrong, 0);
    assert_int_equal(traces, TRACES);
}

/* ---- cases ---- */

static struct verdict *open_case(const char *name)
{
    struct verdict *v = judge("cases", name);
    if (!v)
        SUITE_SKIP("this corpus has no such case");
    return v;
}

static void one_stutter(const char *name, const char *game, int64_t ms, uint32_t fps)
{
    struct verdict *v = open_case(name);
    const struct moment *m = verdict_headline(v);
    struct text who = TEXT_EMPTY;
    phrases_game_name(&who, v);
    assert_string_equal(text_str(&who), game);
    assert_int_equal(v->moments.real_hitches, 1);
    assert_non_null(m);
    assert_in_range((m->to - m->from) / MILLISECOND, ms - 5, ms + 5);
    assert_in_range(verdict_frames(v)->average_mfps, (fps - 1) * 1000, (fps + 1) * 1000);
    text_done(&who);
    verdict_close(v);
}

static void polling_and_not_waiting_are_no_frames_and_no_tests(void **state)
{
    (void)state;
    one_stutter("00_dxgi_plain.etl.gz", "Game.exe", 180, 60);
    one_stutter("01_dxgi_polled.etl.gz", "Game.exe", 180, 60);
    one_stutter("02_d3d9_donotwait.etl.gz", "Game.exe", 180, 60);
}

static void a_wallpaper_is_not_judged_for_the_game(void **state)
{
    (void)state;
    one_stutter("03_wallpaper_faster.etl.gz", "Game.exe", 325, 40);
}

static void a_new_swap_chain_is_the_same_game(void **state)
{
    (void)state;
    struct verdict *v = open_case("04_new_swap_chain.etl.gz");
    uint32_t changes = 0;
    for (uint32_t i = 0; i < v->moments.hitch_count; i++)
        changes += v->moments.hitches[i].excuse == EXCUSE_display;
    assert_int_equal(changes, 1);
    verdict_close(v);
    one_stutter("04_new_swap_chain.etl.gz", "Game.exe", 500, 60);
}

static void programs_end_as_their_codes_say(void **state)
{
    (void)state;
    static const char *const lines[] = {"hung.exe (2000): did not respond and was closed", "oom.exe (2004): crashed, 0xE0000008 out of memory",
                                        "luajit.exe (2008): crashed, 0xE24C4A02 Lua error", "oldnet.exe (2012): crashed, 0xE0434F4D .NET exception",
                                        "av.exe (2016): crashed, 0xC0000005 STATUS_ACCESS_VIOLATION"};
    struct verdict *v = open_case("08_exit_codes.etl.gz");
    struct text t = TEXT_EMPTY;
    report_crash(v, LANGUAGE_ENGLISH, &t);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (!strstr(text_str(&t), lines[i]))
            fail_msg("no \"%s\" in\n%s", lines[i], text_str(&t));
    }
    text_clear(&t);
    report_sentence(v, LANGUAGE_ENGLISH, &t);
    assert_null(strstr(text_str(&t), "hung.exe"));
    text_done(&t);
    verdict_close(v);
}

static void frames_that_come_in_pairs_are_generated(void **state)
{
    (void)state;
    struct verdict *v = open_case("09_burst2.etl.gz");
    const struct frame_figures *f = verdict_frames(v);
    assert_int_equal(v->moments.real_hitches, 0);
    assert_true(frame_figures_generated(f));
    assert_in_range(f->average_mfps, 99000, 101000);
    assert_in_range(f->frames * (uint64_t)SECOND / (uint64_t)f->time, 49, 51);
    verdict_close(v);
}

void suite_corpus_frames(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_frames_of_the_corpus_say_what_is_true, done),
        cmocka_unit_test_teardown(polling_and_not_waiting_are_no_frames_and_no_tests, done),
        cmocka_unit_test_teardown(a_wallpaper_is_not_judged_for_the_game, done),
        cmocka_unit_test_teardown(a_new_swap_chain_is_the_same_game, done),
        cmocka_unit_test_teardown(programs_end_as_their_codes_say, done),
        cmocka_unit_test_teardown(frames_that_come_in_pairs_are_generated, done),
    };
    SUITE_RUN("corpus_frames", tests);
}
