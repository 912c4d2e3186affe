#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "tray/tones.h"

#define HEAD 44u

static uint32_t number_at(const struct text *wave, size_t at, unsigned bytes)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint32_t)(unsigned char)wave->bytes[at + i] << (8 * i);
    return value;
}

static int sample_at(const struct text *wave, size_t index)
{
    return (int16_t)number_at(wave, HEAD + 2 * index, 2);
}

static size_t samples_of(const struct text *wave)
{
    return (wave->len - HEAD) / 2;
}

static int peak_of(const struct text *wave, size_t from, size_t to)
{
    int peak = 0;
    for (size_t i = from; i < to; i++)
        peak = abs(sample_at(wave, i)) > peak ? abs(sample_at(wave, i)) : peak;
    return peak;
}

/* How often the wave goes up through zero in a second. */
static unsigned pitch_of(const struct text *wave, size_t from, size_t to)
{
    unsigned ups = 0;
    for (size_t i = from + 1; i < to; i++)
        ups += sample_at(wave, i - 1) < 0 && sample_at(wave, i) >= 0 ? 1 : 0;
    return (unsigned)(ups * TONES_RATE / (to - from));
}

static void each_is_a_whole_wav_file(void **state)
{
    (void)state;
    for (enum tone tone = TONE_SAVED; tone <= TONE_BOTH; tone++) {
        struct text wave = TEXT_EMPTY;
        tones_add_wave(tone, 100, &wave);
        assert_false(wave.failed);
        assert_true(wave.len > HEAD && wave.len < 100 * 1024);
        assert_memory_equal(wave.bytes, "RIFF", 4);
        assert_int_equal(number_at(&wave, 4, 4), wave.len - 8);
        assert_memory_equal(wave.bytes + 8, "WAVEfmt \x10\0\0\0\1\0\1\0", 16);
        assert_int_equal(number_at(&wave, 24, 4), TONES_RATE);
        assert_int_equal(number_at(&wave, 28, 4), TONES_RATE * 2);
        assert_int_equal(number_at(&wave, 32, 2), 2);
        assert_int_equal(number_at(&wave, 34, 2), 16);
        assert_memory_equal(wave.bytes + 36, "data", 4);
        assert_int_equal(number_at(&wave, 40, 4), wave.len - HEAD);
        text_done(&wave);
    }
}

static void saved_rises_and_failed_falls(void **state)
{
    struct text saved = TEXT_EMPTY, failed = TEXT_EMPTY;
    (void)state;
    tones_add_wave(TONE_SAVED, 100, &saved);
    tones_add_wave(TONE_FAILED, 100, &failed);
    size_t part = TONES_RATE / 20;
    assert_in_range(pitch_of(&saved, 200, 200 + part), 630, 690);
    assert_in_range(pitch_of(&saved, samples_of(&saved) - 3 * part, samples_of(&saved) - part), 950, 1020);
    assert_in_range(pitch_of(&failed, 200, 200 + 2 * part), 370, 410);
    assert_in_range(pitch_of(&failed, samples_of(&failed) - 4 * part, samples_of(&failed) - part), 245, 275);
    text_done(&saved);
    text_done(&failed);
}

/* A wave that begins or ends with a jump clicks. */
static void it_begins_and_ends_in_silence(void **state)
{
    (void)state;
    for (enum tone tone = TONE_SAVED; tone <= TONE_BOTH; tone++) {
        struct text wave = TEXT_EMPTY;
        tones_add_wave(tone, 100, &wave);
        size_t count = samples_of(&wave);
        assert_int_equal(sample_at(&wave, 0), 0);
        assert_true(peak_of(&wave, count - 10, count) < 40);
        for (size_t i = 1; i < count; i++)
            assert_true(abs(sample_at(&wave, i) - sample_at(&wave, i - 1)) < 10000);
        text_done(&wave);
    }
}

static void the_volume_is_a_share_of_the_amplitude(void **state)
{
    static const unsigned volumes[] = {0, 1, 25, 50, 100, 250};
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        struct text wave = TEXT_EMPTY;
        tones_add_wave(TONE_FAILED, volumes[i], &wave);
        int most = 29490 * (int)(volumes[i] > 100 ? 100 : volumes[i]) / 100;
        assert_true(peak_of(&wave, 0, samples_of(&wave)) <= most + 30);
        assert_true(peak_of(&wave, 0, samples_of(&wave)) >= most * 85 / 100 - 5);
        text_done(&wave);
    }
}

static void both_come_one_after_the_other(void **state)
{
    struct text saved = TEXT_EMPTY, failed = TEXT_EMPTY, both = TEXT_EMPTY;
    (void)state;
    tones_add_wave(TONE_SAVED, 60, &saved);
    tones_add_wave(TONE_FAILED, 60, &failed);
    tones_add_wave(TONE_BOTH, 60, &both);
    assert_memory_equal(both.bytes + HEAD, saved.bytes + HEAD, saved.len - HEAD);
    assert_memory_equal(both.bytes + both.len - (failed.len - HEAD), failed.bytes + HEAD, failed.len - HEAD);
    assert_int_equal(peak_of(&both, samples_of(&saved), samples_of(&both) - samples_of(&failed)), 0);
    assert_true(samples_of(&both) - samples_of(&saved) - samples_of(&failed) >= TONES_RATE / 4);
    text_done(&saved);
    text_done(&failed);
    text_done(&both);
}

void suite_tones(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_a_whole_wav_file),
        cmocka_unit_test(saved_rises_and_failed_falls),
        cmocka_unit_test(it_begins_and_ends_in_silence),
        cmocka_unit_test(the_volume_is_a_share_of_the_amplitude),
        cmocka_unit_test(both_come_one_after_the_other),
    };
    SUITE_RUN("tones", tests);
}
