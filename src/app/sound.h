/* The two sounds, which play beside a game in full screen, where a balloon cannot
 * be seen, and return at once.
 *
 * Hitchbox's own (tray/tones.h) are heard whatever the user's sound scheme is;
 * they go through winmm, which is Windows's and loaded from System32 with the
 * first one. Where that fails, and where the user wants it so, the sounds are
 * those of the scheme. For the window's thread. */
#ifndef HB_APP_SOUND_H
#define HB_APP_SOUND_H

#include "tray/tones.h"
#include "base/outcome.h"
#include "win/win.h"

typedef BOOL WINAPI sound_play_fn(LPCWSTR wave, HMODULE module, DWORD flags);

/* Zeros at first. */
struct sound_player {
    sound_play_fn *play; /* PlaySoundW; NULL until it is needed */
    struct text wave; /* what plays, or played last: Windows reads it meanwhile */
};

/* Of the user's scheme. */
void sound_play_windows(enum tone tone);
/* Our own, with `volume` per cent of the amplitude; ends one of ours that still
 * plays. WHY_sound_play: the scheme's was played instead. */
struct outcome sound_play_own(struct sound_player *player, enum tone tone, unsigned volume);
/* Ends what plays, and frees it. */
void sound_done(struct sound_player *player);

#endif
