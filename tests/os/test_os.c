#include "tests/support/suite.h"

#include <string.h>

#include "runs/log.h"
#include "os/os.h"

static void join(struct text *path, const char *folder, const char *name)
{
    text_clear(path);
    text_addf(path, "%s%c%s", folder, os_separator, name);
}

static void files_are_written_replaced_read_and_removed(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct os_stat st;
    join(&path, suite_folder("files"), "\xE4\xBD\xA0\xE5\xA5\xBD file.txt");
    assert_int_equal(os_stat(text_str(&path), &st).why, WHY_not_found);
    assert_int_equal(os_file_read(text_str(&path), 10, &bytes).why, WHY_not_found);
    assert_false(outcome_failed(os_file_replace(text_str(&path), "one", 3)));
    assert_false(outcome_failed(os_file_replace(text_str(&path), "three", 5)));
    assert_int_equal(os_file_read(text_str(&path), 4, &bytes).why, WHY_file_too_big);
    assert_int_equal(bytes.len, 0);
    assert_false(outcome_failed(os_file_read(text_str(&path), 5, &bytes)));
    assert_string_equal(text_str(&bytes), "three");
    assert_false(outcome_failed(os_stat(text_str(&path), &st)));
    assert_int_equal(st.len, 5);
    assert_false(st.is_folder || st.is_link);
    int64_t age = os_utc_now() - st.modified;
    assert_true(age > -100000000LL && age < 6000000000LL);
    assert_false(outcome_failed(os_remove(text_str(&path))));
    assert_int_equal(os_remove(text_str(&path)).why, WHY_not_found);
    text_done(&path);
    text_done(&bytes);
}

static void new_files_and_renames_never_replace(void **state)
{
    (void)state;
    struct text a = TEXT_EMPTY, b = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct os_file *file = NULL;
    const char *folder = suite_folder("renames");
    join(&a, folder, "a");
    join(&b, folder, "b");
    assert_false(outcome_failed(os_file_open(text_str(&a), OS_OPEN_NEW, &file)));
    assert_false(outcome_failed(os_file_write(file, "12345", 5)));
    assert_false(outcome_failed(os_file_write_at(file, 1, "XY", 2)));
    assert_false(outcome_failed(os_file_write(file, "6", 1)));
    os_file_close(file);
    file = NULL;
    assert_int_equal(os_file_open(text_str(&a), OS_OPEN_NEW, &file).why, WHY_exists);
    assert_null(file);
    assert_false(outcome_failed(os_file_replace(text_str(&b), "b", 1)));
    assert_int_equal(os_rename(text_str(&a), text_str(&b)).why, WHY_exists);
    assert_false(outcome_failed(os_remove(text_str(&b))));
    assert_false(outcome_failed(os_rename(text_str(&a), text_str(&b))));
    assert_false(outcome_failed(os_file_read(text_str(&b), 100, &bytes)));
    assert_string_equal(text_str(&bytes), "1XY456");
    text_done(&a);
    text_done(&b);
    text_done(&bytes);
}

static void maps_show_the_file_and_may_be_empty(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY;
    struct os_map map;
    join(&path, suite_folder("maps"), "m");
    assert_int_equal(os_map_open(text_str(&path), &map).why, WHY_not_found);
    assert_false(outcome_failed(os_file_replace(text_str(&path), "", 0)));
    assert_false(outcome_failed(os_map_open(text_str(&path), &map)));
    assert_int_equal(map.len, 0);
    os_map_close(&map);
    assert_false(outcome_failed(os_file_replace(text_str(&path), "abc", 3)));
    assert_false(outcome_failed(os_map_open(text_str(&path), &map)));
    assert_int_equal(map.len, 3);
    assert_memory_equal(map.bytes, "abc", 3);
    os_map_close(&map);
    os_map_close(&map);
    text_done(&path);
}

static void a_folder_is_not_a_file(void **state)
{
    (void)state;
    struct os_map map;
    struct text bytes = TEXT_EMPTY;
    const char *folder = suite_folder("folder");
    assert_true(outcome_failed(os_map_open(folder, &map)));
    assert_true(outcome_failed(os_file_read(folder, 10, &bytes)));
    text_done(&bytes);
}

static bool count_names(void *ctx, const char *name, const struct os_stat *st)
{
    (void)name;
    (void)st;
    return ++*(int *)ctx < 3;
}

static void deep_folders_are_made_and_listed(void **state)
{
    (void)state;
    struct text deep = TEXT_EMPTY, name = TEXT_EMPTY;
    int count = 0;
    text_set(&deep, suite_folder("deep"));
    for (int i = 0; i < 12; i++)
        text_addf(&deep, "%c%s", os_separator, "a-folder-name-of-forty-characters-or-so");
    assert_true(deep.len > 400);
    assert_false(outcome_failed(os_folder_make(text_str(&deep))));
    assert_false(outcome_failed(os_folder_make(text_str(&deep))));
    for (int i = 0; i < 5; i++) {
        text_clear(&name);
        text_addf(&name, "%s%cfile-%d", text_str(&deep), os_separator, i);
        assert_false(outcome_failed(os_file_replace(text_str(&name), "x", 1)));
    }
    assert_false(outcome_failed(os_folder_list(text_str(&deep), count_names, &count)));
    assert_int_equal(count, 3);
    assert_true(outcome_failed(os_remove(text_str(&deep))));
    assert_int_equal(os_folder_list("no-such-folder", count_names, &count).why, WHY_not_found);
    text_clear(&deep);
    text_addf(&deep, "%s%cmore", text_str(&name), os_separator);
    assert_int_equal(os_folder_make(text_str(&deep)).why, WHY_folder_create);
    text_done(&deep);
    text_done(&name);
}

static void free_space_is_known(void **state)
{
    (void)state;
    uint64_t bytes = 0;
    assert_false(outcome_failed(os_free_space(suite_folder("space"), &bytes)));
    assert_true(bytes > 0);
}

static void log_lines_have_time_event_and_pairs(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct log *log = NULL;
    join(&path, suite_folder("log"), "main.log");
    for (int i = 0; i < 2; i++) {
        assert_false(outcome_failed(log_open(text_str(&path), &log)));
        log_event(log, "armed", "ring_mb=%u text=\"%s\"", 256u, "two\r\nlines");
        log_outcome(log, "failed", outcome_of(WHY_file_open, 5), "path=\"%s\"", "x");
        log_close(log);
        log = NULL;
    }
    log_event(NULL, "dropped", "");
    assert_false(outcome_failed(os_file_read(text_str(&path), 10000, &bytes)));
    const char *line = text_str(&bytes);
    for (int i = 0; i < 2; i++) {
        assert_memory_equal(line + 26, "Z armed ring_mb=256 text=\"two  lines\"\r\n", 39);
        line = strchr(line, '\n') + 1;
        assert_memory_equal(line + 26, "Z failed path=\"x\" why=file_open os=5\r\n", 38);
        line = strchr(line, '\n') + 1;
    }
    assert_int_equal(*line, 0);
    text_done(&path);
    text_done(&bytes);
}

void suite_os(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_written_replaced_read_and_removed),
        cmocka_unit_test(new_files_and_renames_never_replace),
        cmocka_unit_test(maps_show_the_file_and_may_be_empty),
        cmocka_unit_test(a_folder_is_not_a_file),
        cmocka_unit_test(deep_folders_are_made_and_listed),
        cmocka_unit_test(free_space_is_known),
        cmocka_unit_test(log_lines_have_time_event_and_pairs),
    };
    SUITE_RUN("os", tests);
}
