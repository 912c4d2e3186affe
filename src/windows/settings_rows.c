#include "windows/private/settings_parts.h"

#include "win/utf16.h"

#define NONE STR_count
#define NUMBER_DIGITS 7
#define TEXT_UNITS_MOST 1024

const struct settings_row_info settings_rows[ROW_count] = {
    [ROW_KEY] = {"hotkey", KIND_KEY, STR_set_key, NONE, NONE, true, false, {0}, {0}},
    [ROW_MEMORY] = {"ring_mb", KIND_NUMBER, STR_set_memory, STR_set_mb, NONE, true, true, {0}, {0}},
    [ROW_POST_ROLL] = {"post_roll_s", KIND_NUMBER, STR_set_post_roll, STR_set_seconds, NONE, false, false, {0}, {0}},
    [ROW_SOUND] = {"sound", KIND_CHOICE, STR_set_sound, NONE, STR_set_test, false, false, {"no", "windows", "own"},
                   {STR_set_sound_none, STR_set_sound_windows, STR_set_sound_own}},
    [ROW_VOLUME] = {"sound_volume", KIND_VOLUME, STR_set_volume, NONE, NONE, false, false, {0}, {0}},
    [ROW_LANGUAGE] = {"language", KIND_CHOICE, STR_set_language, NONE, NONE, false, false, {"auto", "en", "zh-CN"},
                      {STR_set_language_auto, STR_set_language_en, STR_set_language_zh}},
    [ROW_CLICK] = {"click", KIND_CHOICE, STR_set_click, NONE, NONE, false, false, {"auto", "viewer", "report"},
                   {STR_set_click_auto, STR_set_click_viewer, STR_set_click_report}},
    [ROW_FOLDER] = {"folder", KIND_TEXT, STR_set_folder, NONE, STR_set_browse, false, true, {0}, {0}},
    [ROW_GB] = {"keep_gb", KIND_NUMBER, STR_set_keep_gb, STR_set_gb, NONE, false, false, {0}, {0}},
    [ROW_COUNT] = {"keep_count", KIND_NUMBER, STR_set_keep_count, NONE, NONE, false, false, {0}, {0}},
    [ROW_DAYS] = {"keep_days", KIND_NUMBER, STR_set_keep_days, STR_set_days, NONE, false, false, {0}, {0}},
    [ROW_AUTOSTART] = {NULL, KIND_SWITCH, STR_set_autostart, NONE, NONE, true, false, {0}, {0}},
};

/* --- making --- */

static HWND make(struct settings_window *w, const wchar_t *class, DWORD style, DWORD extended, int id)
{
    return CreateWindowExW(extended, class, L"", WS_CHILD | WS_VISIBLE | style, 0, 0, 0, 0, w->window, (HMENU)(INT_PTR)id,
                           w->host.instance, NULL);
}

static HWND make_field(struct settings_window *w, enum row_kind kind, int id)
{
    HWND field = NULL;
    switch (kind) {
    case KIND_KEY:
    case KIND_TEXT:
    case KIND_NUMBER:
        field = make(w, L"EDIT", WS_TABSTOP | ES_AUTOHSCROLL | (kind == KIND_NUMBER ? ES_NUMBER : 0), WS_EX_CLIENTEDGE, id);
        if (field)
            SendMessageW(field, EM_SETLIMITTEXT, kind == KIND_NUMBER ? NUMBER_DIGITS : TEXT_UNITS_MOST, 0);
        if (field && kind == KIND_KEY)
            key_field_make(field);
        break;
    case KIND_CHOICE:
        field = make(w, L"COMBOBOX", WS_TABSTOP | WS_VSCROLL | CBS_DROPDOWNLIST, 0, id);
        break;
    case KIND_VOLUME:
        field = make(w, TRACKBAR_CLASSW, WS_TABSTOP | TBS_HORZ | TBS_NOTICKS, 0, id);
        if (field) {
            SendMessageW(field, TBM_SETRANGE, FALSE, MAKELPARAM(0, 100));
            SendMessageW(field, TBM_SETPAGESIZE, 0, 10);
        }
        break;
    case KIND_SWITCH:
        field = make(w, L"BUTTON", WS_TABSTOP | BS_AUTOCHECKBOX, 0, id);
        break;
    }
    return field;
}

static bool make_row(struct settings_window *w, enum settings_row row)
{
    const struct settings_row_info *info = &settings_rows[row];
    HWND *parts = w->parts[row];
    int id = SETTINGS_ID_ROWS + SETTINGS_ID_STEP * (int)row;
    bool unit = info->unit != NONE || info->kind == KIND_VOLUME, labelled = info->kind != KIND_SWITCH;
    if (labelled)
        parts[PART_LABEL] = make(w, L"STATIC", SS_LEFT, 0, id + PART_LABEL);
    parts[PART_FIELD] = make_field(w, info->kind, id + PART_FIELD);
    if (unit)
        parts[PART_UNIT] = make(w, L"STATIC", SS_LEFT | SS_NOPREFIX, 0, id + PART_UNIT);
    if (info->button != NONE)
        parts[PART_BUTTON] = make(w, L"BUTTON", WS_TABSTOP | BS_PUSHBUTTON, 0, id + PART_BUTTON);
    if (info->hint)
        parts[PART_HINT] = make(w, L"STATIC", SS_LEFT | SS_NOPREFIX | SS_EDITCONTROL, 0, id + PART_HINT);
    return (parts[PART_LABEL] || !labelled) && parts[PART_FIELD] && (parts[PART_UNIT] || !unit) &&
           (parts[PART_BUTTON] || info->button == NONE) && (parts[PART_HINT] || !info->hint);
}

struct outcome rows_make(struct settings_window *w)
{
    static const int ids[SETTINGS_BUTTONS] = {IDOK, IDCANCEL, SETTINGS_ID_APPLY};
    bool whole = true;
    for (enum settings_row row = 0; row < ROW_count && whole; row++)
        whole = make_row(w, row);
    for (size_t i = 0; i < SETTINGS_BUTTONS && whole; i++) {
        w->buttons[i] = make(w, L"BUTTON", WS_TABSTOP | (ids[i] == IDOK ? BS_DEFPUSHBUTTON : BS_PUSHBUTTON), 0, ids[i]);
        whole = w->buttons[i] != NULL;
    }
    if (whole)
        w->status = make(w, L"STATIC", SS_LEFT | SS_NOPREFIX, 0, SETTINGS_ID_STATUS);
    return w->status ? outcome_ok() : outcome_of(WHY_window_create, GetLastError());
}

/* --- words --- */

void part_say(HWND part, const char *str)
{
    struct wide wide = WIDE_EMPTY;
    wide_add_utf8(&wide, str);
    if (part && !wide.failed)
        SetWindowTextW(part, wide_str(&wide));
    wide_done(&wide);
}

static void name_choices(struct settings_window *w, enum settings_row row)
{
    const struct settings_row_info *info = &settings_rows[row];
    HWND field = w->parts[row][PART_FIELD];
    LRESULT chosen = SendMessageW(field, CB_GETCURSEL, 0, 0);
    SendMessageW(field, CB_RESETCONTENT, 0, 0);
    for (size_t i = 0; i < CHOICES_MOST; i++) {
        struct wide name = WIDE_EMPTY;
        wide_add_utf8(&name, string_get(w->language, info->names[i]));
        SendMessageW(field, CB_ADDSTRING, 0, (LPARAM)wide_str(&name));
        wide_done(&name);
    }
    SendMessageW(field, CB_SETCURSEL, (WPARAM)chosen, 0);
}

static void name_row(struct settings_window *w, enum settings_row row)
{
    const struct settings_row_info *info = &settings_rows[row];
    HWND *parts = w->parts[row];
    part_say(parts[info->kind == KIND_SWITCH ? PART_FIELD : PART_LABEL], string_get(w->language, info->label));
    if (info->unit != NONE)
        part_say(parts[PART_UNIT], string_get(w->language, info->unit));
    if (info->button != NONE)
        part_say(parts[PART_BUTTON], string_get(w->language, info->button));
    if (info->kind == KIND_CHOICE)
        name_choices(w, row);
}

void rows_name(struct settings_window *w)
{
    static const enum string_id names[SETTINGS_BUTTONS] = {STR_set_ok, STR_set_cancel, STR_set_apply};
    bool filling = w->filling;
    w->filling = true;
    part_say(w->window, string_get(w->language, STR_set_title));
    for (enum settings_row row = 0; row < ROW_count; row++)
        name_row(w, row);
    for (size_t i = 0; i < SETTINGS_BUTTONS; i++)
        part_say(w->buttons[i], string_get(w->language, names[i]));
    part_say(w->parts[ROW_KEY][PART_HINT], string_get(w->language, STR_set_key_press));
    rows_hint(w);
    w->filling = filling;
}

static void say_memory(struct settings_window *w)
{
    struct text value = TEXT_EMPTY, line = TEXT_EMPTY;
    uint64_t mb = 0;
    row_value(w, ROW_MEMORY, &value);
    if (str_to_u64(text_str(&value), &mb) && mb > 0 && mb < 1000000) {
        int64_t ms = w->host.ring_span_ms(w->host.ctx, (uint32_t)mb), s = ms > 0 && ms < 1000 ? 1 : (ms + 500) / 1000;
        enum string_id id = s <= 0      ? STR_set_memory_unknown
                            : s < 120   ? STR_set_memory_s
                            : s < 7200  ? STR_set_memory_min
                                        : STR_set_memory_h;
        int64_t shown = s < 120 ? s : s < 7200 ? (s + 30) / 60 : (s + 1800) / 3600;
        text_addf(&line, string_get(w->language, id), (unsigned)mb, (unsigned)shown);
    }
    part_say(w->parts[ROW_MEMORY][PART_HINT], text_str(&line));
    text_done(&value);
    text_done(&line);
}

void rows_hint(struct settings_window *w)
{
    struct text percent = TEXT_EMPTY;
    unsigned volume = (unsigned)SendMessageW(w->parts[ROW_VOLUME][PART_FIELD], TBM_GETPOS, 0, 0);
    LRESULT sound = SendMessageW(w->parts[ROW_SOUND][PART_FIELD], CB_GETCURSEL, 0, 0);
    text_addf(&percent, string_get(w->language, STR_set_percent), volume);
    part_say(w->parts[ROW_VOLUME][PART_UNIT], text_str(&percent));
    text_done(&percent);
    EnableWindow(w->parts[ROW_VOLUME][PART_FIELD], sound == 2);
    EnableWindow(w->parts[ROW_SOUND][PART_BUTTON], sound != 0);
    say_memory(w);
}

/* --- values --- */

static size_t choice_of(const struct settings_row_info *info, const char *word)
{
    size_t i = 0;
    while (i + 1 < CHOICES_MOST && !str_equal_nocase(info->words[i], word))
        i++;
    return i;
}

static void fill_autostart(struct settings_window *w, HWND field)
{
    struct settings_autostart now = {0};
    w->host.autostart(w->host.ctx, &now);
    w->autostart_busy = now.busy;
    SendMessageW(field, BM_SETCHECK, now.on ? BST_CHECKED : BST_UNCHECKED, 0);
    if (!now.can && GetFocus() == field)
        SetFocus(w->buttons[0]);
    EnableWindow(field, now.can);
    part_say(w->parts[ROW_AUTOSTART][PART_HINT], text_str(&now.words));
    text_done(&now.words);
}

void row_fill(struct settings_window *w, enum settings_row row)
{
    const struct settings_row_info *info = &settings_rows[row];
    HWND field = w->parts[row][PART_FIELD];
    struct text value = TEXT_EMPTY;
    if (info->key)
        settings_value(&w->shown, row == ROW_SOUND && w->shown.sound ? "sounds" : info->key, &value);
    switch (info->kind) {
    case KIND_CHOICE:
        SendMessageW(field, CB_SETCURSEL, choice_of(info, text_str(&value)), 0);
        break;
    case KIND_VOLUME:
        SendMessageW(field, TBM_SETPOS, TRUE, w->shown.sound_volume);
        break;
    case KIND_SWITCH:
        fill_autostart(w, field);
        break;
    default:
        part_say(field, text_str(&value));
        break;
    }
    text_done(&value);
    text_clear(&w->was[row]);
    row_value(w, row, &w->was[row]);
}

void rows_fill(struct settings_window *w)
{
    w->filling = true;
    for (enum settings_row row = 0; row < ROW_count; row++)
        row_fill(w, row);
    rows_hint(w);
    w->filling = false;
}

static void add_typed(HWND field, struct text *out)
{
    wchar_t units[TEXT_UNITS_MOST + 1];
    int count = GetWindowTextW(field, units, TEXT_UNITS_MOST + 1), from = 0;
    while (count > from && (units[count - 1] == ' ' || units[count - 1] == '\t'))
        count--;
    while (from < count && (units[from] == ' ' || units[from] == '\t'))
        from++;
    text_add_wide_units(out, units + from, (size_t)(count - from));
}

void row_value(const struct settings_window *w, enum settings_row row, struct text *out)
{
    const struct settings_row_info *info = &settings_rows[row];
    HWND field = w->parts[row][PART_FIELD];
    LRESULT chosen;
    switch (info->kind) {
    case KIND_CHOICE:
        chosen = SendMessageW(field, CB_GETCURSEL, 0, 0);
        text_add(out, info->words[chosen >= 0 && chosen < (LRESULT)CHOICES_MOST ? chosen : 0]);
        break;
    case KIND_VOLUME:
        text_addf(out, "%d", (int)SendMessageW(field, TBM_GETPOS, 0, 0));
        break;
    case KIND_SWITCH:
        text_add(out, SendMessageW(field, BM_GETCHECK, 0, 0) == BST_CHECKED ? "yes" : "no");
        break;
    default:
        add_typed(field, out);
        break;
    }
}

bool row_changed(const struct settings_window *w, enum settings_row row)
{
    struct text value = TEXT_EMPTY;
    row_value(w, row, &value);
    bool changed = !str_equal(text_str(&value), text_str(&w->was[row]));
    text_done(&value);
    return changed;
}
