/* The settings' window over a program that is played: it has an ini in memory and
 * notes what it is asked for. */
#ifndef HB_TESTS_SUPPORT_SETTINGS_PROGRAM_H
#define HB_TESTS_SUPPORT_SETTINGS_PROGRAM_H

#include "windows/settings_window.h"

struct program {
    struct settings_host host;
    struct settings_window *window;
    enum language language;
    struct text ini;
    struct text changed; /* "key=value;" of the last apply */
    struct outcome answer, key_answer;
    enum settings_restart restart;
    unsigned applied, asked, played, closed, held;
    bool key_held;
    int box; /* what the user answers */
    struct settings_autostart autostart; /* its words: autostart_words */
    const char *autostart_words;
    struct outcome autostart_answer;
    unsigned autostart_set;
    int64_t span_ms;
    int32_t volume;
    struct text sounds;
};

/* Opens the window, which is in front then; end closes it and frees. */
void program_begin(struct program *me, const char *ini);
void program_end(struct program *me);

/* What is in the window, and the user's hands. */
HWND program_window(void);
HWND program_part(enum settings_row row, enum settings_part which);
void program_says(HWND control, const char *str);
void program_status_has(const char *str);
void program_type(enum settings_row row, const wchar_t *str);
void program_choose(enum settings_row row, WPARAM index);
void program_click(int id);
void program_press(struct program *me, HWND to, UINT message, WPARAM key);

#endif
