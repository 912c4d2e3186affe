/* Which of several stutters the report is about: the one that was felt. */
#include "tests/support/suite.h"

#include "tests/support/judge.h"
#include "tests/support/play_presents.h"
#include "verdict/verdict_model.h"

#define MS 1000
#define SECONDS 1000000
#define WHOLE (90 * SECONDS)
#define FRAME 16667
#define PRESS (80 * SECONDS)

struct gap {
    int64_t before_ms; /* how long before the press it ends; negative: behind it */
    int64_t long_ms;
};

static const struct {
    const char *what;
    struct gap gaps[3]; /* by time */
    int chosen;         /* index; -1: none */
    bool pressed;
} CASES[] = {
    {"the only one", {{3000, 300}}, 0, true},
    {"the later of two alike", {{20000, 300}, {2000, 300}}, 1, true},
    {"far longer, but much older", {{60000, 2000}, {2000, 300}}, 1, true},
    {"longer and a little older", {{5000, 900}, {1500, 200}}, 0, true},
    {"twice as long, a half-life older", {{10000, 500}, {1900, 260}}, 1, true},
    {"a freeze counts as 2 s at most", {{30000, 9000}, {3000, 400}}, 1, true},
    {"one during the FLUSH is nobody's", {{4000, 200}, {-1500, 800}}, 0, true},
    {"only one during the FLUSH", {{-1500, 800}}, -1, true},
    {"one that ends with the press", {{9000, 400}, {-200, 300}}, 1, true},
    {"a freeze in which the key was pressed", {{9000, 400}, {-3000, 5000}}, 1, true},
    {"small ones all over, a large one far back", {{40000, 700}, {12000, 60}, {1000, 60}}, 2, true},
    {"without a press the longest", {{60000, 2000}, {2000, 300}}, 0, false},
};
#define CASE_COUNT (sizeof CASES / sizeof CASES[0])

static void play_case(struct play *p, size_t n, int64_t *begins)
{
    int64_t at = 0;
    play_init(p);
    for (int i = 0; i < 3 && CASES[n].gaps[i].long_ms; i++) {
        const struct gap *g = &CASES[n].gaps[i];
        int64_t end = PRESS - g->before_ms * MS, from = end - g->long_ms * MS;
        play_presents(p, at, from + 1, FRAME, PLAY_GAME, PLAY_CHAIN);
        begins[i] = from;
        at = end;
    }
    play_presents(p, at, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_rundown(p, WHOLE - 1000, false);
}

static void the_felt_one_is_the_headline(void **state)
{
    (void)state;
    for (size_t n = 0; n < CASE_COUNT; n++) {
        struct play p;
        struct verdict_options options = {0};
        int64_t begins[3] = {0};
        play_case(&p, n, begins);
        options.pressed = CASES[n].pressed ? PLAY_START + PRESS * 10LL : 0;
        struct verdict *v = judge_open(&p, &options);
        const struct moment *m = verdict_headline(v);
        int64_t want = CASES[n].chosen < 0 ? 0 : PLAY_START + begins[CASES[n].chosen] * 10;
        bool right = m ? CASES[n].chosen >= 0 && m->from > want - 400000 && m->from < want + 400000 : CASES[n].chosen < 0;
        if (!right)
            fail_msg("%s: %s at %lld ms", CASES[n].what, m ? "another" : "none", m ? (long long)(m->from - PLAY_START) / 10000 : 0LL);
        verdict_close(v);
    }
}

/* Its cause or none: that of an older one is told behind it. */
static void the_cause_of_another_is_told_behind_it(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    int64_t begins[3] = {0};
    play_case(&p, 3, begins);
    play_background(&p, 0, WHOLE);
    play_disk(&p, begins[1] + 195 * MS, 190 * MS, 10, 65536, 0, PLAY_GAME);
    options.pressed = PLAY_START + PRESS * 10LL;
    judge_sentence(&p, &options, SUSPECT_none, ": no cause visible in this recording; also: 217 ms at ");
}

static void each_stutter_has_its_own_suspects(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    int64_t begins[3] = {0};
    play_case(&p, 3, begins);
    play_background(&p, 0, WHOLE);
    play_disk(&p, begins[0] + 895 * MS, 890 * MS, 10, 65536, 0, PLAY_GAME);
    play_disk(&p, begins[1] + 195 * MS, 190 * MS, 11, 65536, 0, PLAY_GAME);
    options.pressed = PLAY_START + PRESS * 10LL;
    struct verdict *v = judge_open(&p, &options);
    assert_int_equal(verdict_top(v), SUSPECT_disk_slow);
    assert_int_equal(v->suspects.list[0].more, FACT_disk_read);
    assert_true(v->suspects.other_count > 0);
    assert_int_equal(v->suspects.others[0].kind, SUSPECT_disk_slow);
    assert_int_equal(v->suspects.others[0].more, FACT_disk_write);
    assert_int_not_equal(v->suspects.others[0].moment, v->suspects.list[0].moment);
    verdict_close(v);
}

static void slow_stretches_and_uneven_pacing_can_be_the_headline(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    options.pressed = PLAY_START + PRESS * 10LL;
    play_init(&p);
    play_presents(&p, 0, 70 * SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, 70 * SECONDS, 78 * SECONDS, 83333, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, 78 * SECONDS, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_rundown(&p, WHOLE - 1000, false);
    judge_sentence(&p, &options, SUSPECT_none, "12.0 frames per second instead of 60.0 for 7.9");
    play_init(&p);
    play_presents(&p, 0, 50 * SECONDS, 10000, PLAY_GAME, PLAY_CHAIN);
    for (int64_t at = 50 * SECONDS; at < 78 * SECONDS; at += 200000) {
        play_presents(&p, at, at + 170001, 10000, PLAY_GAME, PLAY_CHAIN);
    }
    play_presents(&p, 78 * SECONDS, WHOLE, 10000, PLAY_GAME, PLAY_CHAIN);
    play_rundown(&p, WHOLE - 1000, false);
    judge_sentence(&p, &options, SUSPECT_none, "Uneven frames for 27.");
}

void suite_headline(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_felt_one_is_the_headline),
                                       cmocka_unit_test(the_cause_of_another_is_told_behind_it),
                                       cmocka_unit_test(each_stutter_has_its_own_suspects),
                                       cmocka_unit_test(slow_stretches_and_uneven_pacing_can_be_the_headline)};
    SUITE_RUN("headline", tests);
}
