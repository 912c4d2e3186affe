/* Between the files of the settings' window: its state, its rows and where they
 * stand. */
#ifndef HB_WINDOWS_SETTINGS_PARTS_H
#define HB_WINDOWS_SETTINGS_PARTS_H

#include "windows/private/controls.h"
#include "windows/settings_window.h"

enum row_kind { KIND_KEY, KIND_NUMBER, KIND_CHOICE, KIND_VOLUME, KIND_TEXT, KIND_SWITCH };

#define CHOICES_MOST 3u
#define SETTINGS_BUTTONS 3u

struct settings_row_info {
    const char *key; /* of hitchbox.ini; NULL: none */
    enum row_kind kind;
    enum string_id label, unit, button; /* STR_count: none */
    bool hint;                          /* a line below */
    bool restarts;                      /* counts once the recording starts anew */
    const char *words[CHOICES_MOST];    /* of a choice, as the ini has them */
    enum string_id names[CHOICES_MOST];
};
extern const struct settings_row_info settings_rows[ROW_count];

struct settings_window {
    struct settings_host host;
    struct settings_window **owner; /* where the caller keeps it */
    struct controls controls;
    HWND window;
    HWND parts[ROW_count][PART_count];
    HWND status;
    HWND buttons[SETTINGS_BUTTONS];
    HWND focus; /* had it when another window was chosen */
    HFONT font;
    unsigned dpi;
    enum language language;
    struct settings shown;       /* as the ini had it */
    struct text was[ROW_count];  /* what each row was filled with */
    struct text key;             /* in its field, but for modifiers that are held */
    bool filling;                /* what changes now is not the user's doing */
    bool key_held;
    bool autostart_busy;
};

/* --- rows (settings_rows.c) --- */

/* Makes the controls of all rows, without words. */
struct outcome rows_make(struct settings_window *w);
/* The words, in the window's language. */
void rows_name(struct settings_window *w);
/* What w->shown says, into the controls; later changes are the user's. */
void rows_fill(struct settings_window *w);
/* The same of one row. */
void row_fill(struct settings_window *w, enum settings_row row);
/* Adds what the row's control says, as an ini would have it. */
void row_value(const struct settings_window *w, enum settings_row row, struct text *out);
bool row_changed(const struct settings_window *w, enum settings_row row);
/* The line below the memory. */
void rows_hint(struct settings_window *w);
void part_say(HWND part, const char *str);

/* --- layout (settings_layout.c) --- */

/* The system's font at w->dpi, for all controls. */
void layout_font(struct settings_window *w);
/* Sizes and places; the window's size too. False: nothing was moved, for Windows
 * does not let text be measured. */
bool layout(struct settings_window *w);
/* In the middle of the screen on which the mouse is. */
void layout_center(struct settings_window *w);

/* --- the field that takes a key (key_field.c) --- */

enum key_taken {
    KEY_PASSED, /* the message is not the field's: it moves the focus, closes the window ... */
    KEY_IGNORED, /* the field's, and nothing to do */
    KEY_PARTLY, /* modifiers so far: "Ctrl+Alt+" is in `out` */
    KEY_WHOLE,  /* a key was pressed with them: its name is in `out` */
    KEY_LEFT    /* all modifiers were let go */
};

/* Makes an edit field take no text. */
void key_field_make(HWND field);
enum key_taken key_field_take(const MSG *msg, struct text *out);

/* --- what the user did (settings_apply.c) --- */

void settings_say(struct settings_window *w, const char *str);
/* The first fault of the ini, or nothing. */
void settings_say_problems(struct settings_window *w, const struct problems *p);
/* True where nothing is left to do: all is applied. */
bool settings_apply(struct settings_window *w);
/* As w's controls have it, as far as that can be read. */
void settings_typed(const struct settings_window *w, struct settings *s);
void settings_key_pressed(struct settings_window *w, const char *key);
void settings_browse(struct settings_window *w);

#endif
