/* The two sounds, from the user's own sound scheme. They play beside a game in
 * full screen, where a balloon cannot be seen, and return at once. */
#ifndef HB_WIN_SOUND_H
#define HB_WIN_SOUND_H

enum sound { SOUND_SAVED, SOUND_FAILED };

void sound_play(enum sound sound);

#endif
