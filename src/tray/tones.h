/* Hitchbox's own sounds, computed: two short notes that rise for a snapshot that
 * was saved, two that fall for one that failed. They are told apart by ear alone,
 * beside a game. */
#ifndef HB_TRAY_TONES_H
#define HB_TRAY_TONES_H

#include "base/text.h"

enum tone {
    TONE_SAVED,
    TONE_FAILED,
    TONE_BOTH /* one after the other, to try them */
};

/* Samples a second; one channel of 16 bits. */
#define TONES_RATE 22050u

/* Adds a whole WAV file of less than 100 KB. Its highest sample is nine tenths of
 * what fits times `volume`, a percentage of the amplitude, at most 100. */
void tones_add_wave(enum tone tone, unsigned volume, struct text *out);

#endif
