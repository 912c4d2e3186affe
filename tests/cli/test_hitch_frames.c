/* hitch frames: each row is a present of the trace, and its distance to the one
 * before is theirs. */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "tests/support/hitch_call.h"
#include "tests/support/play_presents.h"

#define FRAMES 300u
#define OTHER_CHAIN 0x99u

static struct hitch_answer answer;
static struct text path;

static int done(void **state)
{
    (void)state;
    hitch_answer_done(&answer);
    text_done(&path);
    return 0;
}

/* Uneven on purpose; the second of each ten is refused once before. */
static int64_t at_us(unsigned i)
{
    return 1000000 + (int64_t)i * 10000 + (int64_t)(i * 7919 % 4000);
}

static void save(void)
{
    struct play p;
    play_init(&p);
    for (unsigned i = 0; i < FRAMES; i++) {
        if (i % 10 == 1)
            play_present(&p, at_us(i) - 3000, PLAY_GAME, PLAY_CHAIN, PLAY_STILL_DRAWING);
        play_present(&p, at_us(i), PLAY_GAME, PLAY_CHAIN, 0);
        if (i % 3 == 0)
            play_present(&p, at_us(i) + 5000, PLAY_OTHER, OTHER_CHAIN, 0);
    }
    play_rundown(&p, 6000000, false);
    text_clear(&path);
    text_addf(&path, "%s%cframes.etl", suite_folder("frames"), os_separator);
    assert_true(play_save(&p, text_str(&path)));
    play_done(&p);
}

/* The field of a line with this number, as it stands; its length. */
static const char *field(const char *line, unsigned number, size_t *len)
{
    for (; number; number--) {
        line = strchr(line, ',');
        assert_non_null(line);
        line++;
    }
    *len = strcspn(line, ",\n");
    return line;
}

static unsigned column_of(const char *head, const char *name)
{
    size_t len;
    for (unsigned i = 0;; i++) {
        const char *at = field(head, i, &len);
        if (len == strlen(name) && memcmp(at, name, len) == 0)
            return i;
    }
}

static unsigned fields_of(const char *line)
{
    unsigned count = 1;
    for (; *line && *line != '\n'; line++)
        count += *line == ',';
    return count;
}

static void hold_rows(const char *csv, const char *between_name)
{
    unsigned game = 0, all = fields_of(csv), between = column_of(csv, between_name);
    for (const char *line = strchr(csv, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        size_t len;
        const char *value = field(line, between, &len);
        assert_int_equal(fields_of(line), all);
        if (strncmp(line, "game.exe,4000,0x0000001A2B3C4D00,DXGI,1,0,", 42) != 0)
            continue;
        if (!game++) {
            assert_memory_equal(value, "NA", 2);
            continue;
        }
        int64_t us = (int64_t)(strtod(value, NULL) * 1000 + 0.5);
        assert_int_equal(us, at_us(game - 1) - at_us(game - 2));
    }
    assert_int_equal(game, FRAMES);
}

static void rows_are_the_traces_presents_event_by_event(void **state)
{
    (void)state;
    save();
    hitch_call(&answer, "frames", text_str(&path), NULL);
    assert_int_equal(answer.code, 0);
    hold_rows(text_str(&answer.out), "MsBetweenPresents");
    hitch_call(&answer, "frames", "--columns", "1", text_str(&path), NULL);
    assert_int_equal(answer.code, 0);
    hold_rows(text_str(&answer.out), "msBetweenPresents");
}

static void several_files_make_one_table_in_the_file_that_was_named(void **state)
{
    (void)state;
    struct text csv = TEXT_EMPTY, bytes = TEXT_EMPTY;
    save();
    text_addf(&csv, "%s.csv", text_str(&path));
    hitch_call(&answer, "frames", "--csv", text_str(&csv), text_str(&path), text_str(&path), NULL);
    assert_int_equal(answer.code, 0);
    assert_int_equal(answer.out.len, 0);
    assert_int_equal(os_file_read(text_str(&csv), 1 << 24, &bytes).why, WHY_ok);
    unsigned heads = 0;
    for (const char *at = strstr(text_str(&bytes), "Application,"); at; at = strstr(at + 1, "Application,"))
        heads++;
    assert_int_equal(heads, 1);
    text_done(&csv);
    text_done(&bytes);
}

static void neither_a_trace_is_overwritten_nor_other_columns_are_taken(void **state)
{
    (void)state;
    save();
    hitch_call(&answer, "frames", "--csv", text_str(&path), text_str(&path), NULL);
    assert_int_equal(answer.code, 2);
    hitch_call(&answer, "frames", "--columns", "3", text_str(&path), NULL);
    assert_int_equal(answer.code, 2);
    assert_non_null(strstr(text_str(&answer.err), "write 1 or 2"));
}

void suite_hitch_frames(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(rows_are_the_traces_presents_event_by_event, done),
        cmocka_unit_test_teardown(several_files_make_one_table_in_the_file_that_was_named, done),
        cmocka_unit_test_teardown(neither_a_trace_is_overwritten_nor_other_columns_are_taken, done)};
    SUITE_RUN("hitch_frames", tests);
}
