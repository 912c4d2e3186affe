#include "windows/private/settings_parts.h"

#include "tray/hotkey_text.h"
#include "win/utf16.h"

#define FILE_NAME "hitchbox.ini"
#define PATH_UNITS 260

/* What the user changed, as lines of the ini. */
struct edits {
    struct ini_change changes[ROW_count + 1];
    enum settings_row rows[ROW_count + 1];
    struct text values[ROW_count];
    size_t count;
    bool failed;
};

static void add_edit(struct edits *e, enum settings_row row, const char *key, const char *value)
{
    e->changes[e->count].key = key;
    e->changes[e->count].value = value;
    e->rows[e->count++] = row;
}

/* The sound is two keys: whether, and which. */
static void add_row(struct edits *e, enum settings_row row)
{
    const char *value = text_str(&e->values[row]);
    bool silent = row == ROW_SOUND && str_equal(value, "no");
    if (row != ROW_SOUND || silent) {
        add_edit(e, row, settings_rows[row].key, value);
        return;
    }
    add_edit(e, row, "sound", "yes");
    add_edit(e, row, "sounds", value);
}

static void edits_take(const struct settings_window *w, struct edits *e, bool all)
{
    for (enum settings_row row = 0; row < ROW_count; row++) {
        if (!settings_rows[row].key || (!all && !row_changed(w, row)))
            continue;
        row_value(w, row, &e->values[row]);
        e->failed = e->failed || e->values[row].failed;
        add_row(e, row);
    }
}

static void edits_done(struct edits *e)
{
    for (enum settings_row row = 0; row < ROW_count; row++)
        text_done(&e->values[row]);
}

/* Reads the edits over what stands in *s. */
static void edits_read(const struct edits *e, struct settings *s, struct problems *p)
{
    struct text ini = TEXT_EMPTY;
    for (size_t i = 0; i < e->count; i++)
        text_addf(&ini, "%s = %s\n", e->changes[i].key, e->changes[i].value);
    settings_read(s, FILE_NAME, text_str(&ini), ini.len, p);
    text_done(&ini);
}

void settings_typed(const struct settings_window *w, struct settings *s)
{
    struct edits e = {0};
    struct problems ignored;
    problems_init(&ignored);
    edits_take(w, &e, true);
    edits_read(&e, s, &ignored);
    problems_done(&ignored);
    edits_done(&e);
}

/* --- saying --- */

void settings_say(struct settings_window *w, const char *str)
{
    part_say(w->status, str);
    layout(w);
}

/* What is wrong with what was typed: no file has it yet, so no line is named. */
static void say_typed(struct settings_window *w, const struct problem *p)
{
    struct text line = TEXT_EMPTY;
    if (outcome_failed(p->outcome)) {
        string_explain(w->language, p->outcome, text_str(&p->value), &line);
    } else {
        string_fill(&line, string_get(w->language, p->what), text_str(&p->value));
        text_add(&line, string_get(w->language, STR_sentence_gap));
        text_add(&line, string_get(w->language, p->remedy));
    }
    settings_say(w, text_str(&line));
    text_done(&line);
}

static void say_outcome(struct settings_window *w, struct outcome outcome, const char *what)
{
    struct text line = TEXT_EMPTY;
    string_explain(w->language, outcome, what, &line);
    settings_say(w, text_str(&line));
    text_done(&line);
}

void settings_say_problems(struct settings_window *w, const struct problems *p)
{
    struct text line = TEXT_EMPTY;
    if (p->count)
        problem_explain(&p->items[0], w->language, &line);
    if (p->count > 1) {
        text_add_char(&line, '\n');
        text_addf(&line, string_get(w->language, STR_box_config_more), (unsigned)(p->count - 1));
    }
    settings_say(w, text_str(&line));
    text_done(&line);
}

/* --- the key --- */

/* It works, but may type a character as well, or the like. */
static void say_advice(struct settings_window *w, const char *key)
{
    struct settings s;
    struct problems p;
    settings_init(&s);
    problems_init(&p);
    text_set(&s.hotkey, key);
    s.lines.hotkey = 1;
    w->host.check(w->host.ctx, &s, &p);
    if (p.count)
        say_typed(w, &p.items[0]);
    else
        settings_say(w, "");
    problems_done(&p);
    settings_done(&s);
}

void settings_key_pressed(struct settings_window *w, const char *key)
{
    struct hotkey h;
    HWND field = w->parts[ROW_KEY][PART_FIELD], hint = w->parts[ROW_KEY][PART_HINT];
    struct outcome result = hotkey_parse(key, &h);
    part_say(hint, string_get(w->language, STR_set_key_press));
    if (outcome_failed(result)) {
        part_say(field, text_str(&w->key));
        say_outcome(w, result, key);
        return;
    }
    text_clear(&w->key);
    hotkey_add(&w->key, &h);
    part_say(field, text_str(&w->key));
    result = w->host.try_key(w->host.ctx, text_str(&w->key));
    if (outcome_failed(result)) {
        say_outcome(w, result, text_str(&w->key));
        return;
    }
    part_say(hint, string_get(w->language, STR_set_key_free));
    say_advice(w, text_str(&w->key));
}

/* --- the folder --- */

void settings_browse(struct settings_window *w)
{
    wchar_t path[PATH_UNITS];
    struct wide title = WIDE_EMPTY;
    BROWSEINFOW info = {0};
    wide_add_utf8(&title, string_get(w->language, STR_set_folder_title));
    info.hwndOwner = w->window;
    info.lpszTitle = wide_str(&title);
    info.ulFlags = BIF_RETURNONLYFSDIRS;
    PIDLIST_ABSOLUTE chosen = SHBrowseForFolderW(&info);
    if (chosen && SHGetPathFromIDListW(chosen, path))
        SetWindowTextW(w->parts[ROW_FOLDER][PART_FIELD], path);
    if (chosen)
        ILFree(chosen);
    wide_done(&title);
}

/* --- applying --- */

/* Moves to the row of the first edit that cannot be; false: none is wrong. */
static bool find_wrong(struct settings_window *w, const struct edits *e)
{
    struct settings s;
    struct problems p;
    size_t i = 0;
    settings_init(&s);
    problems_init(&p);
    edits_read(e, &s, &p);
    w->host.check(w->host.ctx, &s, &p);
    while (i < p.count && (p.items[i].advice || p.items[i].line == 0))
        i++;
    bool wrong = i < p.count;
    if (wrong) {
        size_t line = p.items[i].line <= e->count ? p.items[i].line - 1 : 0;
        say_typed(w, &p.items[i]);
        SetFocus(w->parts[e->rows[line]][PART_FIELD]);
    }
    problems_done(&p);
    settings_done(&s);
    return wrong;
}

static bool is_key_wrong(struct settings_window *w)
{
    struct outcome result = outcome_ok();
    if (row_changed(w, ROW_KEY))
        result = w->host.try_key(w->host.ctx, text_str(&w->key));
    if (outcome_failed(result)) {
        say_outcome(w, result, text_str(&w->key));
        SetFocus(w->parts[ROW_KEY][PART_FIELD]);
    }
    return outcome_failed(result);
}

/* False: the user has thought better of it, or nobody could be asked, which is said. */
static bool ask_restart(struct settings_window *w, enum settings_restart *restart)
{
    bool needed = false;
    for (enum settings_row row = 0; row < ROW_count; row++)
        needed = needed || (settings_rows[row].restarts && row_changed(w, row));
    if (!needed)
        return true;
    int answer = w->host.ask(w->host.ctx, w->window, STR_set_restart, MB_YESNOCANCEL | MB_ICONQUESTION);
    if (!answer)
        say_outcome(w, outcome_of(WHY_window_create, GetLastError()), "");
    *restart = answer == IDYES ? SETTINGS_SAVE_AND_RESTART : SETTINGS_RESTART;
    return answer == IDYES || answer == IDNO;
}

static struct outcome apply_autostart(struct settings_window *w)
{
    HWND field = w->parts[ROW_AUTOSTART][PART_FIELD];
    if (!row_changed(w, ROW_AUTOSTART))
        return outcome_ok();
    struct outcome result = w->host.set_autostart(w->host.ctx, SendMessageW(field, BM_GETCHECK, 0, 0) == BST_CHECKED);
    settings_window_autostart(w, NULL);
    return result;
}

static bool apply_edits(struct settings_window *w, const struct edits *e)
{
    enum settings_restart restart = SETTINGS_NO_RESTART;
    struct outcome result = e->failed ? outcome_of(WHY_out_of_memory, 0) : outcome_ok();
    if (!outcome_failed(result) && (find_wrong(w, e) || is_key_wrong(w) || !ask_restart(w, &restart)))
        return false;
    if (!outcome_failed(result))
        result = apply_autostart(w);
    if (!outcome_failed(result) && e->count)
        result = w->host.apply(w->host.ctx, e->changes, e->count, restart);
    if (outcome_failed(result))
        say_outcome(w, result, FILE_NAME);
    return !outcome_failed(result);
}

bool settings_apply(struct settings_window *w)
{
    struct edits e = {0};
    edits_take(w, &e, false);
    bool applied = apply_edits(w, &e);
    edits_done(&e);
    return applied;
}
