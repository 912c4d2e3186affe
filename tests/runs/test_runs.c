#include "tests/support/suite.h"

#include <string.h>

#include "runs/runs.h"
#include "tests/support/folder.h"

#define NOW 134404836123456780LL

static void put(const char *folder, const char *name, const char *content)
{
    assert_true(folder_put(folder, name, content, strlen(content)));
}

static void runs_of_one_second_get_folders_of_their_own(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, first = TEXT_EMPTY, second = TEXT_EMPTY;
    text_set(&base, suite_folder("runs"));
    assert_false(outcome_failed(runs_begin(text_str(&base), NOW, NULL, NULL, &first)));
    assert_false(outcome_failed(runs_begin(text_str(&base), NOW, NULL, NULL, &second)));
    assert_string_not_equal(text_str(&first), text_str(&second));
    assert_true(str_ends(text_str(&second), "_2"));
    text_done(&base);
    text_done(&first);
    text_done(&second);
}

static void a_run_that_cannot_be_made_is_an_error(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, folder = TEXT_EMPTY;
    text_set(&base, suite_folder("runs-file"));
    put(text_str(&base), "runs", "a file where the folder should be");
    struct outcome result = runs_begin(text_str(&base), NOW, NULL, NULL, &folder);
    assert_int_equal(result.why, WHY_folder_create);
    assert_int_equal(folder.len, 0);
    text_done(&base);
    text_done(&folder);
}

void suite_runs(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_one_second_get_folders_of_their_own),
        cmocka_unit_test(a_run_that_cannot_be_made_is_an_error),
    };
    SUITE_RUN("runs", tests);
}
