/* Settings: one list with key, type, default, range, unit and sentence
 * (core/settings_list.h), read from hitchbox.ini. Defaults stand nowhere else;
 * config/hitchbox.ini is what settings_write_default prints. */
#ifndef HB_CORE_SETTINGS_H
#define HB_CORE_SETTINGS_H

#include "config/problem.h"

struct settings {
#define SETTING_NUMBER(key, standard, least, most, unit, en, zh) int32_t key;
#define SETTING_BOOL(key, standard, en, zh) bool key;
#define SETTING_TEXT(key, standard, en, zh) struct text key;
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
    uint32_t folder_line; /* where `folder` stands in the ini; 0: it is the default */
};

/* All defaults. settings_done frees the texts. */
void settings_init(struct settings *s);
void settings_done(struct settings *s);

/* Reads the ini's bytes over what stands in *s. A line that is wrong keeps the
 * value that stood there and adds a problem (file `name`, line, value, remedy).
 * Returns true when no problem was added. */
bool settings_read(struct settings *s, const char *name, const char *bytes, size_t len,
                   struct problems *problems);

/* hitchbox.ini with every setting, its range, unit and sentence in both
 * languages as comments. */
void settings_write_default(struct text *out);

#endif
