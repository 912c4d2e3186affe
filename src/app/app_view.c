#include "app/app.h"

#include <string.h>

#include "strings/format.h"

#define PROBLEMS_SHOWN 5u
#define VERDICT_BYTES 72u

static const char *words(const struct app *app, enum string_id id)
{
    return string_get(app->language, id);
}

void app_view_tip(const struct app *app, struct text *out)
{
    text_addf(out, "Hitchbox%s%s", words(app, STR_colon), words(app, tray_model_text(&app->model)));
    if (app->ring_mb) {
        text_add_char(out, '\n');
        text_addf(out, words(app, STR_tip_ring), (unsigned)app->ring_mb);
    }
    if (app->last_known) {
        struct text span = TEXT_EMPTY;
        format_span(&span, app->language, snapinfo_span_ms(&app->last));
        text_add_char(out, '\n');
        text_addf(out, words(app, STR_tip_last), text_str(&span));
        text_done(&span);
    } else if (!outcome_failed(app->hotkey)) {
        text_add_char(out, '\n');
        text_addf(out, words(app, STR_tip_key), text_str(&app->config.settings.hotkey));
    }
}

enum string_id app_view_saved_title(const struct snapinfo *info)
{
    if (info->summary.state == ETL_DAMAGED || info->summary.state == ETL_TRUNCATED || info->summary.state == ETL_NOT_ETL)
        return STR_balloon_saved_doubt;
    return info->summary.events_lost || info->summary.buffers_lost ? STR_balloon_saved_lost : STR_balloon_saved;
}

void app_view_saved(const struct app *app, const struct snapinfo *info, struct text *out)
{
    struct text lost = TEXT_EMPTY;
    format_span(out, app->language, snapinfo_span_ms(info));
    text_add(out, " · ");
    format_size(out, info->summary.bytes);
    text_add(out, " · ");
    format_count(&lost, info->summary.events_lost);
    text_addf(out, words(app, STR_balloon_lost), text_str(&lost));
    text_done(&lost);
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
    if (app->config.fell_back) {
        text_addf(out, words(app, STR_box_config_folder), text_str(&app->config.base));
        text_add(out, "\n\n");
    }
    text_add(out, words(app, STR_box_config_default));
}

/* The start of a sentence, as much as a menu bears. */
static void add_cut(struct text *out, const char *str)
{
    size_t len = strlen(str);
    if (len > VERDICT_BYTES) {
        len = VERDICT_BYTES;
        while (len > 0 && ((unsigned char)str[len] & 0xC0) == 0x80)
            len--;
    }
    text_add_bytes(out, str, len);
    if (str[len])
        text_add(out, "\xE2\x80\xA6");
}

/* "21:14:07 · 2 min 41 s · 61.2 MB · Stutter of 412 ms: ..." */
static void add_history_line(const struct app *app, const struct history_entry *entry, int64_t now, struct text *out)
{
    format_moment(out, entry->time, now);
    if (entry->kind != HISTORY_SNAPSHOT) {
        static const enum string_id kinds[] = {STR_menu_history, STR_history_recovered, STR_history_partial, STR_history_unclean};
        text_addf(out, " · %s", words(app, kinds[entry->kind]));
    }
    if (entry->known && entry->kind != HISTORY_UNCLEAN) {
        text_add(out, " · ");
        format_span(out, app->language, snapinfo_span_ms(&entry->info));
    }
    text_add(out, " · ");
    format_size(out, entry->bytes);
    if (entry->verdict.len) {
        text_add(out, " · ");
        add_cut(out, text_str(&entry->verdict));
    }
}

/* Keeps the strings of a menu that is up. */
struct menu_words {
    struct text title;
    struct text save;
    struct text report;
    struct text lines[HISTORY_MAX];
};

bool app_view_has_report(const char *snapshot)
{
    struct text html = TEXT_EMPTY;
    struct os_stat st;
    runs_report_path(snapshot, &html);
    bool has = !html.failed && !outcome_failed(os_stat(text_str(&html), &st)) && !st.is_folder;
    text_done(&html);
    return has;
}

size_t app_view_report(const struct history *history)
{
    size_t i = 0;
    while (i < history->count && !app_view_has_report(text_str(&history->entries[i].path)))
        i++;
    return i;
}

/* Just after a snapshot its report is still being made; an older one then says
 * whose it is. */
static void fill_report(const struct app *app, const struct history *history, int64_t now, struct menu_words *w,
                        struct menu_view *view)
{
    size_t i = app_view_report(history);
    bool found = i < history->count;
    if (!found || str_equal(text_str(&history->entries[i].path), text_str(&history->newest))) {
        text_set(&w->report, words(app, STR_menu_report));
    } else {
        struct text when = TEXT_EMPTY;
        format_moment(&when, history->entries[i].time, now);
        text_addf(&w->report, words(app, STR_menu_report_of), text_str(&when));
        text_done(&when);
    }
    view->report.text = text_str(&w->report);
    view->report.enabled = found;
    view->report.reason = words(app, STR_menu_no_report);
    view->report_of = found ? i : 0;
}

static void fill_menu(const struct app *app, const struct history *history, struct menu_words *w, struct menu_view *view)
{
    int64_t now = os_utc_now();
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
    for (size_t i = 0; i < history->count; i++) {
        const struct history_entry *entry = &history->entries[i];
        add_history_line(app, entry, now, &w->lines[i]);
        view->history[i].text = text_str(&w->lines[i]);
        view->history[i].enabled = !entry->gone;
        view->kept[i] = entry->pinned;
        view->history[i].reason = entry->gone ? words(app, STR_menu_gone) : NULL;
    }
    if (history->count) {
        fill_report(app, history, now, w, view);
        view->keep = words(app, STR_menu_keep);
        view->share.text = words(app, STR_menu_share);
        view->share.enabled = history->newest.len > 0;
        view->share.reason = words(app, STR_menu_no_share);
    }
    view->open_folder = words(app, STR_menu_open_folder);
    view->open_config = words(app, STR_menu_open_config);
    view->save_exit = words(app, STR_menu_save_exit);
    view->exit = words(app, STR_menu_exit);
}

static void free_words(struct menu_words *w)
{
    text_done(&w->title);
    text_done(&w->save);
    text_done(&w->report);
    for (size_t i = 0; i < HISTORY_MAX; i++)
        text_done(&w->lines[i]);
}

struct menu_choice app_view_menu(struct app *app, const struct history *history, int x, int y)
{
    struct menu_words menu_words = {0};
    struct menu_view view = {0};
    fill_menu(app, history, &menu_words, &view);
    struct menu_choice choice = {MENU_NOTHING, 0};
    struct outcome shown = menu_show(app->window, &view, x, y, &choice);
    if (outcome_failed(shown))
        log_outcome(app->log, "menu_failed", shown, "");
    free_words(&menu_words);
    return choice;
}
