#include "tests/support/suite.h"

#include <string.h>

#include "config/no_games.h"
#include "tests/support/source_file.h"

static void the_list_knows_names_in_any_case_and_beginnings(void **state)
{
    (void)state;
    static const char *const no[] = {"wallpaper64.exe", "WALLPAPER64.EXE", "wallpaper64.ex", "wallpaper64.ex\xE2\x80\xA6", "DiscordCanary.exe", "dwm.exe", "discord.exe"};
    static const char *const may[] = {"game.exe", "wallpaper64", "Discard.exe", "", "dwm", "EpicGame"};
    struct no_games list;
    no_games_init(&list);
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
        assert_true(no_games_has(&list, no[i]));
    for (size_t i = 0; i < sizeof may / sizeof may[0]; i++)
        assert_false(no_games_has(&list, may[i]));
    no_games_done(&list);
}

static void a_file_takes_the_place_of_the_list(void **state)
{
    (void)state;
    static const char bytes[] = "\xEF\xBB\xBF# mine\r\n  tool.exe  # of mine\r\n\r\nnote*\r\nlast.exe";
    struct no_games list;
    no_games_init(&list);
    no_games_read(&list, bytes, sizeof bytes - 1);
    assert_int_equal(list.count, 3);
    assert_true(no_games_has(&list, "Tool.exe") && no_games_has(&list, "NotePad.exe") && no_games_has(&list, "last.exe"));
    assert_false(no_games_has(&list, "wallpaper64.exe"));
    no_games_read(&list, "", 0);
    assert_int_equal(list.count, 0);
    no_games_done(&list);
}

static void the_shipped_file_is_the_list(void **state)
{
    (void)state;
    struct text shipped = TEXT_EMPTY, written = TEXT_EMPTY;
    struct no_games built_in, read;
    assert_true(source_read("config/not-games.txt", &shipped));
    no_games_write_default(&written);
    assert_string_equal(text_str(&shipped), text_str(&written));
    no_games_init(&built_in);
    no_games_init(&read);
    no_games_read(&read, text_str(&shipped), shipped.len);
    assert_int_equal(read.count, built_in.count);
    for (size_t i = 0; i < read.count; i++)
        assert_string_equal(text_str(&read.names[i]), text_str(&built_in.names[i]));
    no_games_done(&built_in);
    no_games_done(&read);
    text_done(&shipped);
    text_done(&written);
}

void suite_no_games(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_list_knows_names_in_any_case_and_beginnings),
                                       cmocka_unit_test(a_file_takes_the_place_of_the_list),
                                       cmocka_unit_test(the_shipped_file_is_the_list)};
    SUITE_RUN("no_games", tests);
}
