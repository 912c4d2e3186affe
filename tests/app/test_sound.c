#include "app/sound.h"

#include "tests/support/suite.h"

#include <string.h>

static struct {
    const void *wave;
    DWORD flags;
    unsigned calls, stops;
    BOOL answer;
} heard;

static BOOL WINAPI listen(LPCWSTR wave, HMODULE module, DWORD flags)
{
    assert_null(module);
    if (!wave) {
        heard.stops++;
        return TRUE;
    }
    heard.calls++;
    heard.wave = wave;
    heard.flags = flags;
    SetLastError(heard.answer ? 0 : 50);
    return heard.answer;
}

static struct sound_player begin(BOOL answer)
{
    struct sound_player player = {listen, TEXT_EMPTY};
    memset(&heard, 0, sizeof heard);
    heard.answer = answer;
    return player;
}

static void own_sounds_play_from_memory_without_waiting(void **state)
{
    struct sound_player player = begin(TRUE);
    (void)state;
    assert_int_equal(sound_play_own(&player, TONE_SAVED, 50).why, WHY_ok);
    assert_int_equal(heard.flags, 0x1 | 0x2 | 0x4); /* SND_ASYNC, SND_NODEFAULT, SND_MEMORY */
    assert_memory_equal(heard.wave, "RIFF", 4);
    assert_int_equal(heard.stops, 0);
    sound_done(&player);
    assert_int_equal(heard.stops, 1);
}

/* What Windows still reads is ended before it is freed. */
static void a_sound_ends_the_one_before(void **state)
{
    struct sound_player player = begin(TRUE);
    (void)state;
    sound_play_own(&player, TONE_SAVED, 50);
    sound_play_own(&player, TONE_FAILED, 50);
    assert_int_equal(heard.calls, 2);
    assert_int_equal(heard.stops, 1);
    assert_ptr_equal(heard.wave, player.wave.bytes);
    sound_done(&player);
}

static void what_cannot_be_played_says_so(void **state)
{
    struct sound_player player = begin(FALSE);
    (void)state;
    struct outcome result = sound_play_own(&player, TONE_SAVED, 50);
    assert_int_equal(result.why, WHY_sound_play);
    assert_int_equal(result.os, 50);
    sound_done(&player);
}

static void winmm_is_found(void **state)
{
    struct sound_player player = {0};
    (void)state;
    sound_play_own(&player, TONE_SAVED, 0);
    assert_non_null(player.play);
    sound_done(&player);
}

void suite_sound(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_sounds_play_from_memory_without_waiting),
        cmocka_unit_test(a_sound_ends_the_one_before),
        cmocka_unit_test(what_cannot_be_played_says_so),
        cmocka_unit_test(winmm_is_found),
    };
    SUITE_RUN("sound", tests);
}
