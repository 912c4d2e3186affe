#include "app/sound.h"

#include "win/win.h"

void sound_play(enum sound sound)
{
    MessageBeep(sound == SOUND_SAVED ? MB_ICONASTERISK : MB_ICONHAND);
}
