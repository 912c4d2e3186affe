#include "tests/support/suite.h"

#include "base/image_name.h"

static void what_the_kernel_keeps_of_a_name_is_known_for_that(void **state)
{
    (void)state;
    assert_int_equal(image_name_kept("wallpaper64.ex"), 14);
    assert_int_equal(image_name_kept("wallpaper64.ex" IMAGE_NAME_CUT), 14);
    assert_int_equal(image_name_kept("wallpaper.EXE"), 0);
    assert_int_equal(image_name_kept("thirteen_long.exe"), 0);
    assert_int_equal(image_name_kept("System"), 0);
    assert_int_equal(image_name_kept(""), 0);
    assert_true(image_name_is_exe("a.Exe") && !image_name_is_exe("exe") && !image_name_is_exe(""));
}

static void a_name_is_the_whole_one_or_what_was_kept_of_it(void **state)
{
    (void)state;
    static const char cut[] = "Wallpaper64.ex" IMAGE_NAME_CUT;
    static const char *const same[] = {"wallpaper64.exe", "WALLPAPER64.EXE", "wallpaper64.ex", cut};
    static const char *const other[] = {"wallpaper64", "wallpaper64.exe2", "wallpaper65.ex", IMAGE_NAME_CUT, ""};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        assert_true(image_name_is(same[i], "wallpaper64.exe"));
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        assert_false(image_name_is(other[i], "wallpaper64.exe"));
}

void suite_image_name(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_kernel_keeps_of_a_name_is_known_for_that),
        cmocka_unit_test(a_name_is_the_whole_one_or_what_was_kept_of_it),
    };
    SUITE_RUN("image_name", tests);
}
