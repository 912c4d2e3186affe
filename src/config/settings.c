#include "config/settings.h"

#include <string.h>

#include "config/ini_problem.h"

enum setting_type { TYPE_NUMBER, TYPE_BOOL, TYPE_TEXT };

/* One row of settings_list.h. */
struct setting {
    const char *key;
    enum setting_type type;
    size_t offset; /* in struct settings */
    int32_t standard, least, most;
    const char *unit;
    const char *standard_text;
    const char *english, *chinese;
};

static const struct setting rows[] = {
#define SETTING_NUMBER(key, standard, least, most, unit, en, zh) \
    {#key, TYPE_NUMBER, offsetof(struct settings, key), standard, least, most, unit, NULL, en, zh},
#define SETTING_BOOL(key, standard, en, zh) \
    {#key, TYPE_BOOL, offsetof(struct settings, key), standard, 0, 1, NULL, NULL, en, zh},
#define SETTING_TEXT(key, standard, en, zh) \
    {#key, TYPE_TEXT, offsetof(struct settings, key), 0, 0, 0, NULL, standard, en, zh},
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

struct settings_reader {
    struct settings *settings;
    const char *name;
    struct problems *problems;
    bool seen[ROW_COUNT];
    bool good;
};

static int32_t *number_of(struct settings *s, const struct setting *row)
{
    return (int32_t *)(void *)((char *)s + row->offset);
}

static bool *bool_of(struct settings *s, const struct setting *row)
{
    return (bool *)(void *)((char *)s + row->offset);
}

static struct text *text_of(struct settings *s, const struct setting *row)
{
    return (struct text *)(void *)((char *)s + row->offset);
}

void settings_init(struct settings *s)
{
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].type == TYPE_NUMBER)
            *number_of(s, &rows[i]) = rows[i].standard;
        else if (rows[i].type == TYPE_BOOL)
            *bool_of(s, &rows[i]) = rows[i].standard != 0;
        else
            text_set(text_of(s, &rows[i]), rows[i].standard_text);
    }
}

void settings_done(struct settings *s)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].type == TYPE_TEXT)
            text_done(text_of(s, &rows[i]));
}

static void complain(struct settings_reader *r, uint32_t line, enum string_id what,
                     const char *value, enum string_id remedy)
{
    r->good = false;
    problems_add(r->problems, r->name, line, what, value, remedy);
}

static void read_number(struct settings_reader *r, const struct setting *row,
                        const struct ini_entry *e)
{
    int64_t value;
    if (!str_to_i64(e->value, &value)) {
        complain(r, e->line, STR_bad_number, e->value, STR_mend_number);
        return;
    }
    if (value < row->least || value > row->most) {
        struct text t = TEXT_EMPTY;
        text_addf(&t, "%s = %s (%d ... %d)", e->key, e->value, (int)row->least, (int)row->most);
        complain(r, e->line, STR_bad_range, text_str(&t), STR_mend_range);
        text_done(&t);
        return;
    }
    *number_of(r->settings, row) = (int32_t)value;
}

/* Full, or below hitchbox.exe; what Windows would take for a path from the
 * current folder or drive is neither. */
static bool is_folder_name(const char *value)
{
    return path_is_full(value) || !(value[0] == '\\' || value[0] == '/' || (value[0] && value[1] == ':'));
}

static void read_text(struct settings_reader *r, const struct setting *row,
                      const struct ini_entry *e)
{
    struct text *t = text_of(r->settings, row);
    if (!*e->value && *row->standard_text) {
        complain(r, e->line, STR_bad_empty, e->key, STR_mend_empty);
        return;
    }
    if (strchr(e->value, '"')) {
        complain(r, e->line, STR_bad_quotes, e->value, STR_mend_quotes);
        return;
    }
    if (t == &r->settings->language && !str_equal_nocase(e->value, "auto") &&
        !str_equal_nocase(e->value, "en") && !str_equal_nocase(e->value, "zh-CN")) {
        complain(r, e->line, STR_bad_language, e->value, STR_mend_language);
        return;
    }
    if (t == &r->settings->folder && !is_folder_name(e->value)) {
        complain(r, e->line, STR_bad_folder, e->value, STR_mend_folder);
        return;
    }
    text_set(t, e->value);
    if (t == &r->settings->folder)
        r->settings->folder_line = e->line;
}

static bool on_entry(void *ctx, const struct ini_entry *e)
{
    struct settings_reader *r = ctx;
    if (!e->key) {
        complain(r, e->line, STR_bad_settings_section, e->section, STR_mend_settings_section);
        return true;
    }
    size_t i = 0;
    while (i < ROW_COUNT && !str_equal(rows[i].key, e->key))
        i++;
    if (i == ROW_COUNT) {
        complain(r, e->line, STR_bad_setting, e->key, STR_mend_setting);
        return true;
    }
    if (r->seen[i]) {
        complain(r, e->line, STR_bad_twice, e->key, STR_mend_twice);
        return true;
    }
    r->seen[i] = true;
    if (rows[i].type == TYPE_NUMBER)
        read_number(r, &rows[i], e);
    else if (rows[i].type == TYPE_TEXT)
        read_text(r, &rows[i], e);
    else if (!ini_bool(e->value, bool_of(r->settings, &rows[i])))
        complain(r, e->line, STR_bad_bool, e->value, STR_mend_bool);
    return true;
}

static bool on_fault(void *ctx, enum ini_fault fault, uint32_t line, const char *str)
{
    struct settings_reader *r = ctx;
    r->good = false;
    ini_problem_add(r->problems, r->name, fault, line, str);
    return true;
}

bool settings_read(struct settings *s, const char *name, const char *bytes, size_t len,
                   struct problems *problems)
{
    struct settings_reader r = {s, name, problems, {false}, true};
    bool whole = ini_read(bytes, len, on_entry, on_fault, &r);
    return whole && r.good;
}

/* A blank and the unit; nothing for a bare number. */
static void add_unit(struct text *out, const char *unit, bool chinese)
{
    static const char *const words[][2] = {{"days", "天"}, {"s", "秒"}, {"ms", "毫秒"}};
    for (size_t i = 0; chinese && i < sizeof words / sizeof words[0]; i++)
        if (strcmp(unit, words[i][0]) == 0)
            unit = words[i][1];
    text_addf(out, "%s%s", *unit ? " " : "", unit);
}

static void write_number(struct text *out, const struct setting *row)
{
    int least = (int)row->least, most = (int)row->most, standard = (int)row->standard;
    text_addf(out, "; Number, %d to %d", least, most);
    add_unit(out, row->unit, false);
    text_addf(out, "; default %d.\n; 数字，%d 到 %d", standard, least, most);
    add_unit(out, row->unit, true);
    text_addf(out, "；默认 %d。\n%s = %d\n", standard, row->key, standard);
}

static void write_row(struct text *out, const struct setting *row)
{
    text_addf(out, "\n; %s\n; %s\n", row->english, row->chinese);
    if (row->type == TYPE_NUMBER)
        write_number(out, row);
    else if (row->type == TYPE_BOOL)
        text_addf(out,
                  "; yes or no; default %s.\n"
                  "; yes（是）或 no（否）；默认 %s。\n%s = %s\n",
                  row->standard ? "yes" : "no", row->standard ? "yes" : "no", row->key,
                  row->standard ? "yes" : "no");
    else if (*row->standard_text)
        text_addf(out, "; Text; default %s.\n; 文本；默认 %s。\n%s = %s\n", row->standard_text,
                  row->standard_text, row->key, row->standard_text);
    else
        text_addf(out, "; Text; empty by default.\n; 文本；默认为空。\n%s =\n", row->key);
}

void settings_write_default(struct text *out)
{
    text_add(out,
             "; Settings of Hitchbox. Save this file as UTF-8 and start Hitchbox again.\n"
             "; A line that begins with ; is a comment; a key that is missing has its default.\n"
             "; Hitchbox 的设置。请以 UTF-8 保存，然后重新启动 Hitchbox。\n"
             "; 以 ; 开头的行是注释；缺少的键使用默认值。\n");
    for (size_t i = 0; i < ROW_COUNT; i++)
        write_row(out, &rows[i]);
}
