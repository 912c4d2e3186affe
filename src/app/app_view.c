#include "app/app.h"

#include "app/viewer.h"
#include "strings/format.h"
#include "tray/click_plan.h"

#define PROBLEMS_SHOWN 5u
/* As much of a name, a cause and a sentence as a menu bears. */
#define GAME_UNITS 28u
#define PIECE_UNITS 60u
#define SENTENCE_UNITS 100u
/* The line of a balloon's path, whose file name stays whole. */
#define PATH_UNITS 40u

static const char *words(const struct app *app, enum string_id id)
{
    return string_get(app->language, id);
}

/* "Recording · the last 4 min 10 s · Ctrl+Alt+F9" */
void app_view_tip(const struct app *app, struct text *out)
{
    enum string_id state = tray_model_text(&app->model);
    bool is_told = !outcome_failed(app->hotkey) || state == STR_state_no_hotkey;
    const char *key = text_str(&app->config.settings.hotkey);
    size_t begin = out->len;
    text_add(out, words(app, state));
    if (!out->failed && out->bytes[begin] >= 'a' && out->bytes[begin] <= 'z')
        out->bytes[begin] = (char)(out->bytes[begin] - 'a' + 'A');
    if (app->last_known) {
        struct text span = TEXT_EMPTY;
        format_span(&span, app->language, snapinfo_span_ms(&app->last));
        text_add(out, " · ");
        text_addf(out, words(app, STR_tip_span), text_str(&span));
        text_done(&span);
    } else if (app->ring_mb) {
        text_add(out, " · ");
        text_addf(out, words(app, STR_tip_ring), (unsigned)app->ring_mb);
    }
    text_add(out, " · ");
    if (is_told)
        text_add(out, key);
    else
        text_addf(out, words(app, STR_tip_no_key), key);
}

enum string_id app_view_saved_title(const struct snapinfo *info)
{
    if (info->summary.state == ETL_DAMAGED || info->summary.state == ETL_TRUNCATED || info->summary.state == ETL_NOT_ETL)
        return STR_balloon_saved_doubt;
    return info->summary.events_lost || info->summary.buffers_lost ? STR_balloon_saved_lost : STR_balloon_saved;
}

/* A file's numbers, and what a click will do, go below the verdict and are never
 * cut; what is left of the balloon is the verdict's. */
void app_view_saved(const struct app *app, const struct news *news, struct text *out)
{
    struct text lost = TEXT_EMPTY, rest = TEXT_EMPTY;
    app_view_click(app, text_str(&news->path), false, &rest);
    text_add_char(&rest, '\n');
    format_span(&rest, app->language, snapinfo_span_ms(&news->info));
    text_add(&rest, " · ");
    format_size(&rest, news->info.summary.bytes);
    text_add(&rest, " · ");
    format_count(&lost, news->info.summary.events_lost);
    text_addf(&rest, words(app, STR_balloon_lost), text_str(&lost));
    if (news->verdict.len) {
        app_view_add_cut(out, text_str(&news->verdict), BALLOON_TEXT_UNITS - PATH_UNITS - app_view_units(text_str(&rest)));
        text_add_char(out, '\n');
    }
    text_add(out, text_str(&rest));
    text_done(&lost);
    text_done(&rest);
}

void app_view_problems(const struct app *app, struct text *out)
{
    const struct problems *p = &app->config.problems;
    for (size_t i = 0; i < p->count && i < PROBLEMS_SHOWN; i++) {
        problem_explain(&p->items[i], app->language, out);
        text_add(out, "\n\n");
    }
    if (p->count > PROBLEMS_SHOWN) {
        text_addf(out, words(app, STR_box_config_more), (unsigned)(p->count - PROBLEMS_SHOWN));
        text_add(out, "\n\n");
    }
    if (p->short_of_memory) {
        text_add(out, words(app, STR_why_out_of_memory));
        text_add(out, "\n\n");
    }
    if (app->config.fell_back) {
        text_addf(out, words(app, STR_box_config_folder), text_str(&app->config.base));
        text_add(out, "\n\n");
    }
    bool advice = p->count > 0;
    for (size_t i = 0; i < p->count; i++)
        advice = advice && p->items[i].advice;
    if (!advice)
        text_add(out, words(app, STR_box_config_default));
}

/* UTF-16 units: a character of four bytes has two. */
size_t app_view_units(const char *str)
{
    size_t count = 0;
    for (; *str; str++)
        count += ((unsigned char)*str & 0xC0) != 0x80 ? 1u + ((unsigned char)*str >= 0xF0) : 0u;
    return count;
}

void app_view_add_cut(struct text *out, const char *str, size_t most_units)
{
    size_t len = 0, count = 0;
    if (app_view_units(str) <= most_units) {
        text_add(out, str);
        return;
    }
    text_share_loss(out, str);
    while (str[len]) {
        size_t next = len + 1;
        while (((unsigned char)str[next] & 0xC0) == 0x80)
            next++;
        count += (unsigned char)str[len] >= 0xF0 ? 2 : 1;
        if (count >= most_units)
            break;
        len = next;
    }
    text_add_bytes(out, str, len);
    text_add(out, "\xE2\x80\xA6");
}

void app_view_click(const struct app *app, const char *snapshot, bool soon, struct text *out)
{
    struct text exe = TEXT_EMPTY;
    const char *setting = text_str(&app->config.settings.click);
    enum viewer_place viewer = viewer_look(text_str(&app->config.settings.viewer), &exe);
    bool has_report = app_has_report(snapshot);
    enum click_way way = click_plan(setting, viewer, has_report || soon);
    if (way == CLICK_REPORT && !has_report)
        text_add(out, words(app, STR_click_report_later));
    else
        click_add_promise(out, app->language, way, viewer, text_str(&exe));
    text_done(&exe);
}

static void add_piece(struct text *out, const char *piece, size_t most_units)
{
    if (!*piece)
        return;
    text_add(out, " · ");
    app_view_add_cut(out, piece, most_units);
}

void app_view_line(const struct app *app, const struct history_entry *entry, int64_t now, struct text *out)
{
    static const enum string_id kinds[] = {STR_menu_history, STR_history_recovered, STR_history_partial, STR_history_unclean};
    const struct snapinfo_words *w = &entry->words;
    const struct text *felt = &w->felt[app->language];
    format_moment_short(out, entry->time, now);
    if (entry->kind != HISTORY_SNAPSHOT)
        add_piece(out, words(app, kinds[entry->kind]), PIECE_UNITS);
    if (felt->len) {
        add_piece(out, text_str(&w->game), GAME_UNITS);
        add_piece(out, text_str(&w->cause[app->language]), PIECE_UNITS);
        add_piece(out, text_str(felt), PIECE_UNITS);
    } else {
        add_piece(out, text_str(&w->verdict), SENTENCE_UNITS);
    }
}

/* "21:14:07 · 2 min 41 s · 61.2 MB" */
static void add_info(const struct app *app, const struct history_entry *entry, int64_t now, struct text *out)
{
    format_moment(out, entry->time, now);
    if (entry->known && entry->kind != HISTORY_UNCLEAN) {
        text_add(out, " · ");
        format_span(out, app->language, snapinfo_span_ms(&entry->info));
    }
    text_add(out, " · ");
    format_size(out, entry->bytes);
}

/* Keeps the strings of a menu that is up. */
struct menu_words {
    struct text title;
    struct text save;
    struct text open; /* in the viewer */
    struct text lines[HISTORY_MAX];
    struct text infos[HISTORY_MAX];
};

static struct menu_item item_of(const struct app *app, enum string_id text, bool enabled, enum string_id reason)
{
    struct menu_item item = {words(app, text), enabled, words(app, reason)};
    return item;
}

static void fill_snapshot(const struct app *app, const struct history_entry *entry, enum viewer_place viewer, const char *open,
                          struct menu_snapshot *s)
{
    static const enum menu_action firsts[] = {ACT_VIEWER, ACT_REPORT, ACT_SHOW};
    bool has_report = app_has_report(text_str(&entry->path)), has_viewer = viewer != VIEWER_NONE;
    bool is_snapshot = entry->kind != HISTORY_UNCLEAN;
    enum string_id unusable = entry->gone ? STR_menu_gone : STR_menu_no_snapshot;
    s->reason = entry->gone ? words(app, STR_menu_gone) : NULL;
    s->kept = entry->pinned;
    s->first = firsts[click_plan(text_str(&app->config.settings.click), entry->gone ? VIEWER_NONE : viewer, has_report)];
    s->actions[ACT_VIEWER] = item_of(app, STR_menu_open_wpa, has_viewer && !entry->gone,
                                     has_viewer ? STR_menu_gone : STR_menu_no_viewer);
    s->actions[ACT_VIEWER].text = open;
    s->actions[ACT_REPORT] = item_of(app, STR_menu_report, has_report, STR_menu_no_report);
    s->actions[ACT_SHOW] = item_of(app, STR_menu_show, !entry->gone, STR_menu_gone);
    s->actions[ACT_KEEP] = item_of(app, STR_menu_keep, is_snapshot && !entry->gone, unusable);
    s->actions[ACT_SHARE] = item_of(app, STR_menu_share, !entry->gone, STR_menu_gone);
    s->actions[ACT_DELETE] = item_of(app, STR_menu_delete, is_snapshot, STR_menu_no_snapshot);
}

static void fill_history(const struct app *app, const struct history *history, struct menu_words *w, struct menu_view *view)
{
    int64_t now = os_utc_now();
    struct text exe = TEXT_EMPTY;
    enum viewer_place viewer = VIEWER_NONE;
    if (history->count)
        viewer = viewer_look(text_str(&app->config.settings.viewer), &exe);
    click_add_viewer(&w->open, app->language, viewer, text_str(&exe));
    for (size_t i = 0; i < history->count; i++) {
        app_view_line(app, &history->entries[i], now, &w->lines[i]);
        add_info(app, &history->entries[i], now, &w->infos[i]);
        fill_snapshot(app, &history->entries[i], viewer, text_str(&w->open), &view->history[i]);
        view->history[i].text = text_str(&w->lines[i]);
        view->history[i].info = text_str(&w->infos[i]);
    }
    text_done(&exe);
}

static void fill_menu(const struct app *app, const struct history *history, struct menu_words *w, struct menu_view *view)
{
    bool can_save = app->model.phase == TRAY_READY || app->model.phase == TRAY_SAVE;
    text_addf(&w->title, "Hitchbox%s%s", words(app, STR_colon), words(app, tray_model_text(&app->model)));
    text_add(&w->save, words(app, STR_menu_save));
    if (!outcome_failed(app->hotkey))
        text_addf(&w->save, "  (%s)", text_str(&app->config.settings.hotkey));
    view->title = text_str(&w->title);
    view->save.text = text_str(&w->save);
    view->save.enabled = can_save;
    view->save.reason = NULL;
    view->history_head = words(app, history->count                    ? STR_menu_history
                                    : outcome_failed(history->read) ? STR_menu_history_unread
                                                                    : STR_menu_no_history);
    view->history_count = history->count;
    fill_history(app, history, w, view);
    view->open_folder = words(app, STR_menu_open_folder);
    view->settings = words(app, STR_menu_settings);
    view->open_config = words(app, STR_menu_open_config);
    view->save_exit = words(app, STR_menu_save_exit);
    view->exit = words(app, STR_menu_exit);
}

static void free_words(struct menu_words *w)
{
    text_done(&w->title);
    text_done(&w->save);
    text_done(&w->open);
    for (size_t i = 0; i < HISTORY_MAX; i++) {
        text_done(&w->lines[i]);
        text_done(&w->infos[i]);
    }
}

struct menu_choice app_view_menu(struct app *app, const struct history *history, int x, int y)
{
    struct menu_words menu_words = {0};
    struct menu_view view = {0};
    fill_menu(app, history, &menu_words, &view);
    struct menu_choice choice = {MENU_NOTHING, 0, ACT_VIEWER};
    struct outcome shown = menu_show(app->window, &view, x, y, &choice);
    if (outcome_failed(shown))
        log_outcome(app->log, "menu_failed", shown, "");
    free_words(&menu_words);
    return choice;
}
