#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"

static void join(struct text *path, const char *folder, const char *name)
{
    text_clear(path);
    os_path_join(folder, name, path);
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

/* A pipe that nobody writes into would be waited for. */
static void a_pipe_or_a_device_is_refused_at_once(void **state)
{
    (void)state;
    bool windows = os_separator == '\\';
    struct os_map map;
    struct text pipe = TEXT_EMPTY, command = TEXT_EMPTY;
    assert_int_equal(os_map_open(windows ? "\\\\.\\NUL" : "/dev/zero", &map).why, WHY_file_special);
    if (!windows) {
        join(&pipe, suite_folder("pipe"), "fifo");
        text_addf(&command, "mkfifo \"%s\"", text_str(&pipe));
        assert_int_equal(system(text_str(&command)), 0);
        assert_int_equal(os_map_open(text_str(&pipe), &map).why, WHY_file_special);
        assert_int_equal(os_file_read(text_str(&pipe), 10, &command).why, WHY_file_special);
        os_remove(text_str(&pipe));
    }
    text_done(&pipe);
    text_done(&command);
}

static void the_program_knows_where_it_lies(void **state)
{
    (void)state;
    struct text folder = TEXT_EMPTY, program = TEXT_EMPTY;
    struct os_stat st;
    os_program_folder(&folder);
    assert_true(folder.len > 0);
    assert_true(text_str(&folder)[folder.len - 1] != os_separator);
    join(&program, text_str(&folder), os_separator == '/' ? "hitchbox-tests" : "tests.exe");
    assert_false(outcome_failed(os_stat(text_str(&program), &st)));
    text_done(&folder);
    text_done(&program);
}

static void free_space_is_known(void **state)
{
    (void)state;
    uint64_t bytes = 0;
    assert_false(outcome_failed(os_free_space(suite_folder("space"), &bytes)));
    assert_true(bytes > 0);
}

static void paths_are_joined_and_divided(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    os_path_join("a/b", "c.etl", &t);
    assert_int_equal(os_path_folder_len(text_str(&t)), 4);
    assert_string_equal(text_str(&t) + 4, "c.etl");
    assert_int_equal(t.bytes[3], os_separator);
    assert_int_equal(os_path_folder_len("c.etl"), 0);
    assert_int_equal(os_path_folder_len("/"), 1);
    assert_int_equal(os_path_folder_len(""), 0);
    text_done(&t);
}

static void what_a_replacement_leaves_is_told_by_its_name(void **state)
{
    (void)state;
    static const char *const others[] = {"", ".tmp", "snap.tmp", "1.tmp", ".1.tmp", "snap.x1.tmp", "snap.json.1.tmpx", "snap.json..tmp"};
    assert_int_equal(os_file_replaced_len("snap.json.1234.tmp"), 9);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(os_file_replaced_len(others[i]), 0);
}

static bool no_name(void *ctx, const char *name, const struct os_stat *st)
{
    (void)ctx;
    (void)name;
    (void)st;
    return true;
}

static void a_path_that_could_not_be_built_is_none(void **state)
{
    (void)state;
    struct os_map map;
    struct os_stat st;
    struct os_file *file = NULL;
    struct os_hold *hold = NULL;
    uint64_t bytes;
    assert_int_equal(os_map_open(text_lost, &map).why, WHY_out_of_memory);
    assert_int_equal(os_stat(text_lost, &st).why, WHY_out_of_memory);
    assert_int_equal(os_file_replace(text_lost, "x", 1).why, WHY_out_of_memory);
    assert_int_equal(os_file_replace("never.txt", text_lost, 5).why, WHY_out_of_memory);
    assert_int_equal(os_stat("never.txt", &st).why, WHY_not_found);
    assert_int_equal(os_file_open(text_lost, OS_OPEN_NEW, &file).why, WHY_out_of_memory);
    assert_int_equal(os_rename(text_lost, "never.txt").why, WHY_out_of_memory);
    assert_int_equal(os_rename_over("never.txt", text_lost).why, WHY_out_of_memory);
    assert_int_equal(os_remove(text_lost).why, WHY_out_of_memory);
    assert_int_equal(os_folder_make(text_lost).why, WHY_out_of_memory);
    assert_int_equal(os_folder_list(text_lost, no_name, NULL).why, WHY_out_of_memory);
    assert_int_equal(os_hold_open(text_lost, &hold).why, WHY_out_of_memory);
    assert_int_equal(os_free_space(text_lost, &bytes).why, WHY_out_of_memory);
}

void suite_os(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_written_replaced_read_and_removed),
        cmocka_unit_test(new_files_and_renames_never_replace),
        cmocka_unit_test(maps_show_the_file_and_may_be_empty),
        cmocka_unit_test(a_folder_is_not_a_file),
        cmocka_unit_test(a_path_that_could_not_be_built_is_none),
        cmocka_unit_test(deep_folders_are_made_and_listed),
        cmocka_unit_test(a_pipe_or_a_device_is_refused_at_once),
        cmocka_unit_test(the_program_knows_where_it_lies),
        cmocka_unit_test(free_space_is_known),
        cmocka_unit_test(paths_are_joined_and_divided),
        cmocka_unit_test(what_a_replacement_leaves_is_told_by_its_name),
    };
    SUITE_RUN("os", tests);
}
