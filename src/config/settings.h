/* What the user wrote: hitchbox.ini, read here, and providers.ini, read by
 * providers.h. What is wrong in either is told as problems (problem.h).
 *
 *   struct problems problems;
 *   problems_init(&problems);
 *   settings_init(&settings);
 *   settings_read(&settings, "hitchbox.ini", bytes, len, &problems);
 *   providers_init(&providers);
 *   providers_read(&providers, "providers.ini", bytes, len, build, &problems);
 *   problem_explain(&problems.items[0], language, &line);
 *   ... settings_done, providers_done, problems_done
 *
 * Bytes come in and values go out: the room opens no file and asks no system. It
 * keeps nothing of the bytes. The two files differ in what a fault costs: a
 * wrong line of hitchbox.ini costs that line, a wrong line of providers.ini the
 * whole file, since half a list of providers is what nobody asked for. One
 * reading tells the faults of all lines (of both files the first 100), each with
 * its line, the text at fault and a remedy.
 *
 * Settings are one list with key, type, default, range, unit and sentence
 * (config/settings_list.h). Defaults stand nowhere else; config/hitchbox.ini is
 * what settings_write_default prints. */
#ifndef HB_CONFIG_SETTINGS_H
#define HB_CONFIG_SETTINGS_H

#include "config/problem.h"

struct settings {
#define SETTING_NUMBER(key, standard, least, most, unit, en, zh) int32_t key;
#define SETTING_BOOL(key, standard, en, zh) bool key;
#define SETTING_TEXT(key, standard, en, zh) struct text key;
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
    /* Where each stands in the ini; 0: it is the default. */
    struct settings_lines {
#define SETTING_NUMBER(key, standard, least, most, unit, en, zh) uint32_t key;
#define SETTING_BOOL(key, standard, en, zh) uint32_t key;
#define SETTING_TEXT(key, standard, en, zh) uint32_t key;
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
    } lines;
};

/* All defaults. settings_done frees the texts. */
void settings_init(struct settings *s);
void settings_done(struct settings *s);

/* A deep copy over what stands in *to, which was initialised. False without memory: *to
 * is as it was. */
bool settings_copy(struct settings *to, const struct settings *from);
/* All keys in the order of the list, NULL at the end. */
const char *const *settings_keys(void);
/* Adds the value of a key as it stands in an ini; false where there is no such
 * key. */
bool settings_value(const struct settings *s, const char *key, struct text *out);

/* Reads the ini's bytes over what stands in *s. A line that is wrong keeps the
 * value that stood there and adds a problem (file `name`, line, value, remedy).
 * Sizes of buffers are rounded up to 4 KB, and that is a problem that the line
 * survives.
 * Returns true when no problem was added. */
bool settings_read(struct settings *s, const char *name, const char *bytes, size_t len,
                   struct problems *problems);

/* What is a value only on the computer: %NAME% is replaced by what `get` adds for
 * NAME. False, and `out` unfinished, where a variable is unknown or a % has no
 * second one. */
typedef bool settings_variable_fn(void *ctx, const char *name, struct text *value);
bool settings_expand(const char *value, settings_variable_fn *get, void *ctx, struct text *out);
/* A full path, or one below hitchbox.exe; what Windows would take for a path from
 * the current folder or drive is neither. */
bool settings_is_folder(const char *value);

/* hitchbox.ini with every setting, its range, unit and sentence in both
 * languages as comments. */
void settings_write_default(struct text *out);

#endif
