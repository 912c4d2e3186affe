#include "tests/support/settings_program.h"

#include <string.h>

#include "tests/support/suite.h"
#include "win/utf16.h"

static enum language language_now(void *ctx)
{
    return ((struct program *)ctx)->language;
}

static void read_ini(void *ctx, struct settings *s, struct problems *p)
{
    struct program *me = ctx;
    settings_read(s, "hitchbox.ini", text_str(&me->ini), me->ini.len, p);
}

static void check_nothing(void *ctx, struct settings *s, struct problems *p)
{
    (void)ctx;
    if (str_starts(text_str(&s->folder), "Q:"))
        problems_add(p, "hitchbox.ini", s->lines.folder, STR_bad_folder, text_str(&s->folder), STR_mend_folder);
}

static struct outcome try_key(void *ctx, const char *key)
{
    (void)key;
    return ((struct program *)ctx)->key_answer;
}

static void hold_key(void *ctx, bool held)
{
    struct program *me = ctx;
    me->key_held = held;
    me->held++;
}

static void play(void *ctx, const struct settings *s)
{
    struct program *me = ctx;
    me->played++;
    me->volume = s->sound_volume;
    text_set(&me->sounds, s->sound ? text_str(&s->sounds) : "no");
}

static int64_t ring_span(void *ctx, uint32_t ring_mb)
{
    return ((struct program *)ctx)->span_ms * ring_mb;
}

static int ask(void *ctx, HWND owner, enum string_id text, UINT look)
{
    struct program *me = ctx;
    assert_non_null(owner);
    assert_int_equal(text, STR_set_restart);
    assert_true(look & MB_YESNOCANCEL);
    me->asked++;
    return me->box;
}

static struct outcome apply(void *ctx, const struct ini_change *changes, size_t count, enum settings_restart restart)
{
    struct program *me = ctx;
    struct text out = TEXT_EMPTY;
    me->applied++;
    me->restart = restart;
    text_clear(&me->changed);
    for (size_t i = 0; i < count; i++)
        text_addf(&me->changed, "%s=%s;", changes[i].key, changes[i].value);
    if (outcome_failed(me->answer))
        return me->answer;
    struct outcome edited = ini_edit(text_str(&me->ini), me->ini.len, changes, count, settings_keys(), &out);
    text_move(&me->ini, &out);
    text_done(&out);
    return edited;
}

static void autostart(void *ctx, struct settings_autostart *now)
{
    const struct program *me = ctx;
    assert_true(text_is_empty(&now->words));
    *now = me->autostart;
    text_add(&now->words, me->autostart_words ? me->autostart_words : "");
}

static struct outcome set_autostart(void *ctx, bool on)
{
    struct program *me = ctx;
    me->autostart_set++;
    if (outcome_failed(me->autostart_answer))
        return me->autostart_answer;
    me->autostart.on = on;
    me->autostart.busy = true;
    me->autostart.can = false;
    return outcome_ok();
}

static void closed(void *ctx)
{
    ((struct program *)ctx)->closed++;
}

void program_begin(struct program *me, const char *ini)
{
    memset(me, 0, sizeof *me);
    text_add(&me->ini, ini);
    me->box = IDCANCEL;
    me->autostart.can = true;
    me->host = (struct settings_host){me, GetModuleHandleW(NULL), 0, language_now, read_ini, check_nothing, try_key,
                                      hold_key, play, ring_span, ask, apply, autostart, set_autostart, closed};
    assert_int_equal(settings_window_open(&me->host, &me->window).why, WHY_ok);
}

void program_end(struct program *me)
{
    settings_window_close(me->window);
    assert_null(me->window);
    text_done(&me->ini);
    text_done(&me->changed);
    text_done(&me->sounds);
}

HWND program_window(void)
{
    HWND found = FindWindowW(L"HitchboxSettings", NULL);
    assert_non_null(found);
    return found;
}

HWND program_part(enum settings_row row, enum settings_part which)
{
    return GetDlgItem(program_window(), SETTINGS_ID_ROWS + SETTINGS_ID_STEP * (int)row + (int)which);
}

void program_says(HWND control, const char *str)
{
    wchar_t units[1024];
    struct text t = TEXT_EMPTY;
    GetWindowTextW(control, units, 1024);
    text_add_wide(&t, units);
    assert_string_equal(text_str(&t), str);
    text_done(&t);
}

void program_status_has(const char *str)
{
    wchar_t units[1024];
    struct text t = TEXT_EMPTY;
    GetDlgItemTextW(program_window(), SETTINGS_ID_STATUS, units, 1024);
    text_add_wide(&t, units);
    if (!strstr(text_str(&t), str))
        fail_msg("\"%s\" lacks \"%s\"", text_str(&t), str);
    text_done(&t);
}

void program_type(enum settings_row row, const wchar_t *str)
{
    SetWindowTextW(program_part(row, PART_FIELD), str);
}

void program_choose(enum settings_row row, WPARAM index)
{
    HWND field = program_part(row, PART_FIELD);
    SendMessageW(field, CB_SETCURSEL, index, 0);
    SendMessageW(program_window(), WM_COMMAND, MAKEWPARAM(GetDlgCtrlID(field), CBN_SELCHANGE), (LPARAM)field);
}

void program_click(int id)
{
    SendMessageW(program_window(), WM_COMMAND, MAKEWPARAM(id, BN_CLICKED), (LPARAM)GetDlgItem(program_window(), id));
}

void program_press(struct program *me, HWND to, UINT message, WPARAM key)
{
    MSG msg = {to, message, key, 1, 0, {0, 0}};
    settings_window_message(me->window, &msg);
}
