#include "app/sound.h"

/* Flags of PlaySoundW, from mmsystem.h. */
#define PLAY_ASYNC 0x0001u
#define PLAY_NO_DEFAULT 0x0002u
#define PLAY_MEMORY 0x0004u

typedef void any_function(void);

void sound_play_windows(enum tone tone)
{
    if (tone != TONE_FAILED)
        MessageBeep(MB_ICONASTERISK);
    if (tone != TONE_SAVED)
        MessageBeep(MB_ICONHAND);
}

static struct outcome load(struct sound_player *player)
{
    if (player->play)
        return outcome_ok();
    HMODULE winmm = LoadLibraryExW(L"winmm.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    player->play = winmm ? (sound_play_fn *)(any_function *)GetProcAddress(winmm, "PlaySoundW") : NULL;
    return player->play ? outcome_ok() : outcome_of(WHY_sound_play, GetLastError());
}

static struct outcome play(struct sound_player *player, enum tone tone, unsigned volume)
{
    struct text wave = TEXT_EMPTY;
    struct outcome loaded = load(player);
    if (outcome_failed(loaded))
        return loaded;
    tones_add_wave(tone, volume, &wave);
    if (wave.failed)
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    if (player->wave.len)
        player->play(NULL, NULL, 0); /* nobody reads the old one any more */
    text_move(&player->wave, &wave);
    if (player->play((LPCWSTR)(const void *)player->wave.bytes, NULL, PLAY_MEMORY | PLAY_ASYNC | PLAY_NO_DEFAULT))
        return outcome_ok();
    return outcome_of(WHY_sound_play, GetLastError());
}

struct outcome sound_play_own(struct sound_player *player, enum tone tone, unsigned volume)
{
    struct outcome result = play(player, tone, volume);
    if (outcome_failed(result))
        sound_play_windows(tone);
    return result;
}

void sound_done(struct sound_player *player)
{
    if (player->play && player->wave.len)
        player->play(NULL, NULL, 0);
    text_done(&player->wave);
}
