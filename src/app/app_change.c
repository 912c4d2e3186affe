#include "app/app.h"

#include "app/app_settings.h"
#include "app/hotkey.h"
#include "win/resource.h"

#define FILE_NAME "hitchbox.ini"
#define MB (1024ull * 1024)
#define RESTART_WAIT_NS 20000000000ll

/* What the recording was started with counts until it is started anew. */
static void keep_started(struct settings *now, const struct settings *started)
{
    now->ring_mb = started->ring_mb;
    now->buffer_kb = started->buffer_kb;
    now->file_mb = started->file_mb;
    now->file_buffer_kb = started->file_buffer_kb;
    now->flush_s = started->flush_s;
    text_set(&now->folder, text_str(&started->folder));
}

/* --- using what the ini says now --- */

static bool is_same_key(const char *a, const char *b)
{
    struct hotkey x, y;
    return !outcome_failed(hotkey_parse(a, &x)) && !outcome_failed(hotkey_parse(b, &y)) && x.key == y.key &&
           x.modifiers == y.modifiers;
}

static void use_key(struct app *app)
{
    if (!app->key_held)
        UnregisterHotKey(app->window, APP_HOTKEY_ID);
    app_set_up_hotkey(app);
}

static void use_problems(struct app *app)
{
    bool troubled = app->config.problems.count || app->config.problems.short_of_memory || app->config.fell_back;
    app_step(app, EVENT_CONFIG, troubled ? TROUBLE_CONFIG : 0);
}

static struct outcome use_settings(struct app *app, const struct text *ini)
{
    struct settings now;
    struct problems *problems = &app->config.problems;
    struct outcome result = outcome_ok();
    settings_init(&now);
    problems_drop(problems, FILE_NAME);
    settings_read(&now, FILE_NAME, text_str(ini), ini->len, problems);
    app_settings_check(&now, FILE_NAME, problems);
    keep_started(&now, &app->config.settings);
    bool new_key = !is_same_key(text_str(&now.hotkey), text_str(&app->config.settings.hotkey));
    if (!settings_copy(&app->config.settings, &now))
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    settings_done(&now);
    if (outcome_failed(result))
        return result;
    app_choose_language(app);
    if (new_key)
        use_key(app);
    use_problems(app);
    app_refresh(app);
    return worker_use_settings(app->worker, &app->config.settings, app->language);
}

static void restart_now(struct app *app, enum settings_restart restart)
{
    app->restart = true;
    app_step(app, restart == SETTINGS_SAVE_AND_RESTART ? EVENT_SAVE_EXIT : EVENT_EXIT, 0);
}

void app_restart(struct app *app, enum settings_restart restart)
{
    if (!app_autostart_sets(app)) {
        restart_now(app, restart);
        return;
    }
    app->restart_waits = restart;
    app->restart_by_ns = os_ticks_ns() + RESTART_WAIT_NS;
}

void app_restart_waiting(struct app *app)
{
    bool waits = app->restart_waits != SETTINGS_NO_RESTART;
    if (waits && (!app_autostart_sets(app) || os_ticks_ns() >= app->restart_by_ns))
        restart_now(app, app->restart_waits);
}

struct outcome app_change(struct app *app, const struct ini_change *changes, size_t count, enum settings_restart restart)
{
    struct text keys = TEXT_EMPTY, ini = TEXT_EMPTY;
    for (size_t i = 0; i < count; i++)
        text_addf(&keys, "%s%s", i ? " " : "", changes[i].key);
    struct outcome result = app_config_change(&app->config, changes, count, &ini);
    if (!outcome_failed(result))
        result = use_settings(app, &ini);
    log_outcome(app->log, "settings", result, "keys=\"%s\" restart=%d", text_str(&keys), restart);
    text_done(&keys);
    text_done(&ini);
    if (!outcome_failed(result) && restart != SETTINGS_NO_RESTART)
        app_restart(app, restart);
    return result;
}

/* --- what the window asks for --- */

static enum language host_language(void *ctx)
{
    const struct app *app = ctx;
    return app->language;
}

static void host_check(void *ctx, struct settings *s, struct problems *p)
{
    (void)ctx;
    app_settings_check(s, FILE_NAME, p);
}

static void host_read(void *ctx, struct settings *s, struct problems *p)
{
    struct app *app = ctx;
    struct settings checked;
    app_config_read_settings(&app->config, s, p);
    settings_init(&checked);
    if (settings_copy(&checked, s))
        host_check(ctx, &checked, p);
    settings_done(&checked);
}

static struct outcome host_try_key(void *ctx, const char *key)
{
    struct app *app = ctx;
    if (!app->key_held && !outcome_failed(app->hotkey) && is_same_key(key, text_str(&app->config.settings.hotkey)))
        return outcome_ok();
    struct outcome result = hotkey_register(app->window, APP_HOTKEY_PROBE_ID, key);
    if (!outcome_failed(result))
        UnregisterHotKey(app->window, APP_HOTKEY_PROBE_ID);
    return result;
}

static void host_hold_key(void *ctx, bool held)
{
    struct app *app = ctx;
    app->key_held = held;
    if (held)
        UnregisterHotKey(app->window, APP_HOTKEY_ID);
    else
        app_set_up_hotkey(app);
}

static void host_play(void *ctx, const struct settings *s)
{
    app_play(ctx, s, TONE_BOTH);
}

static int64_t host_ring_span(void *ctx, uint32_t ring_mb)
{
    const struct app *app = ctx;
    return app->filled.bytes ? (int64_t)(ring_mb * MB / (app->filled.bytes / 1024 + 1)) * app->filled.span_ms / 1024 : 0;
}

static int host_ask(void *ctx, HWND owner, enum string_id text, UINT look)
{
    struct app *app = ctx;
    return app_box_over(app, owner, STR_set_title, string_get(app->language, text), look);
}

static struct outcome host_apply(void *ctx, const struct ini_change *changes, size_t count, enum settings_restart restart)
{
    return app_change(ctx, changes, count, restart);
}

/* How fast this computer fills a ring: by the newest snapshot that is known. */
static void look_how_full(struct app *app)
{
    struct history history;
    history_init(&history);
    if (!app->last_known)
        history_read(text_str(&app->config.base), &history);
    if (outcome_failed(history.read))
        log_outcome(app->log, "history_failed", history.read, "");
    const struct snapinfo *info = app->last_known ? &app->last : NULL;
    for (size_t i = 0; i < history.count && !info; i++)
        if (history.entries[i].known && history.entries[i].kind == HISTORY_SNAPSHOT)
            info = &history.entries[i].info;
    app->filled.bytes = info ? info->summary.bytes : 0;
    app->filled.span_ms = info ? snapinfo_span_ms(info) : 0;
    history_done(&history);
}

void app_open_settings(struct app *app)
{
    struct settings_host host = {0};
    host.ctx = app;
    host.instance = app->instance;
    host.icon = RES_ICON_ARMED;
    host.language = host_language;
    host.read = host_read;
    host.check = host_check;
    host.try_key = host_try_key;
    host.hold_key = host_hold_key;
    host.play = host_play;
    host.ring_span_ms = host_ring_span;
    host.ask = host_ask;
    host.apply = host_apply;
    host.autostart = app_autostart_now;
    host.set_autostart = app_autostart_set;
    look_how_full(app);
    bool fresh = !app->settings_window;
    struct outcome opened = settings_window_open(&host, &app->settings_window);
    struct text controls = TEXT_EMPTY;
    if (app->settings_window)
        settings_window_controls(app->settings_window, &controls);
    log_outcome(app->log, "settings_window", opened, "comctl32=\"%s\"", text_str(&controls));
    text_done(&controls);
    if (fresh && app->settings_window)
        app_autostart_look(app);
    if (outcome_failed(opened))
        app_say_outcome(app, NOTICE_OPENED, BALLOON_WARNING, STR_balloon_trouble, opened, "");
}
