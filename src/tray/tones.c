#include "tray/tones.h"

#define MS(ms) ((ms) * TONES_RATE / 1000u)
#define ATTACK MS(6u)
#define FADE MS(20u)
#define BETWEEN MS(500u)
#define PEAK 29490 /* nine tenths of 32,767 */
#define ONE (1 << 20)

/* A sine is made from its two last values: x[n] = twice_cos * x[n-1] - x[n-2]. */
struct note {
    int64_t twice_cos; /* 2 cos(w) times 2^30, w = 2 pi frequency / TONES_RATE */
    int64_t sin;       /* sin(w) times 2^20 */
    uint32_t samples;
};

static const struct note notes[][2] = {
    /* E5, B5 */
    {{2109702798, 195825, MS(90u)}, {2062978655, 291257, MS(260u)}},
    /* G4, C4 */
    {{2134100697, 116882, MS(140u)}, {2141518749, 78100, MS(340u)}},
};

static void add_number(struct text *out, uint32_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_add_char(out, (char)(value >> (8 * i) & 0xFF));
}

/* How loud sample `at` of a note is, of ONE: up in a moment, then slowly down, the
 * square of what is left, and gently to nothing. */
static int64_t loudness(const struct note *note, uint32_t at)
{
    int64_t left = note->samples - at, loud = left * ONE / note->samples;
    loud = loud * loud / ONE;
    if (at < ATTACK)
        return loud * at / ATTACK;
    return left < (int64_t)FADE ? loud * left / (int64_t)FADE : loud;
}

static void add_note(struct text *out, const struct note *note, unsigned volume)
{
    int64_t before = 0, now = 0, next = note->sin;
    for (uint32_t at = 0; at < note->samples; at++) {
        int64_t sample = now * loudness(note, at) / ONE * PEAK / ONE * volume / 100;
        add_number(out, (uint32_t)(int32_t)sample, 2);
        before = now;
        now = next;
        next = note->twice_cos * now / (1 << 30) - before;
    }
}

static uint32_t samples_of(enum tone tone)
{
    return notes[tone][0].samples + notes[tone][1].samples;
}

void tones_add_wave(enum tone tone, unsigned volume, struct text *out)
{
    enum tone first = tone == TONE_BOTH ? TONE_SAVED : tone, last = tone == TONE_BOTH ? TONE_FAILED : tone;
    uint32_t samples = samples_of(first) + (tone == TONE_BOTH ? BETWEEN + samples_of(last) : 0);
    if (volume > 100)
        volume = 100;
    text_add(out, "RIFF");
    add_number(out, 36 + samples * 2, 4);
    text_add(out, "WAVEfmt ");
    add_number(out, 16, 4);             /* of the format */
    add_number(out, 1, 2);              /* PCM */
    add_number(out, 1, 2);              /* channel */
    add_number(out, TONES_RATE, 4);
    add_number(out, TONES_RATE * 2, 4); /* bytes a second */
    add_number(out, 2, 2);              /* bytes a sample */
    add_number(out, 16, 2);             /* bits a sample */
    text_add(out, "data");
    add_number(out, samples * 2, 4);
    for (enum tone t = first; t <= last; t++) {
        for (uint32_t i = 0; i < BETWEEN && t != first; i++)
            add_number(out, 0, 2);
        add_note(out, &notes[t][0], volume);
        add_note(out, &notes[t][1], volume);
    }
}
