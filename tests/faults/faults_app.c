/* The matrix's upper half: the whole program, from wWinMain to its end, on one
 * simulated machine and one player's desktop for each case. The player acts
 * whenever the program has come to rest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/faults/fault_world.h"
#include "tests/faults/faults.h"
#include "tests/sim/sim_client.h"
#include "app/app.h"
#include "app/instance.h"

#define RING_MB 8
#define FIRST_OF_HISTORY 100u
#define FIRST_OF_KEEP 200u

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, PWSTR line, int show);

enum moment {
    MOMENT_UP,      /* the program is up */
    MOMENT_READY,   /* what the step needs is there */
    MOMENT_DONE,    /* the step has come to rest */
    MOMENT_LATER,   /* the fault is over, time passed once */
    MOMENT_PRESS,   /* and once more */
    MOMENT_SAVED,   /* the press has come to rest */
    MOMENT_JUDGE,   /* what had to wait for the clock, too */
    MOMENT_STUCK    /* it was told to end and has not */
};

struct life {
    const struct fault_case *c;
    struct fault_result *r;
    bool faulty;           /* the life with the fault, not the one after it */
    enum moment moment;
    struct text base, folder;
    size_t log_from;
    unsigned snapshots;    /* before the step, or before the press */
    enum instance_role second;
    bool pressed;          /* the press after the fault was made */
    bool looked;           /* the step's result was taken */
};

/* What was said in each step without a fault: a set of titles by kind. */
static bool usual[STEP_count][SAID_kinds][STR_count + 1];
static bool usual_known[STEP_count];

static struct app *the_app(void)
{
    return world.window && IsWindow(world.window) ? (struct app *)GetWindowLongPtrW(world.window, GWLP_USERDATA) : NULL;
}

/* ---- the place ---- */

static void write_file(const char *folder, const char *name, const char *bytes, size_t len)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s\\%s", folder, name);
    if (outcome_failed(os_file_replace(text_str(&path), bytes, len))) {
        fprintf(stderr, "cannot write %s\n", text_str(&path));
        exit(2);
    }
    text_done(&path);
}

static void make_below(const char *folder, const char *name)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s\\%s", folder, name);
    os_folder_make(text_str(&path));
    text_done(&path);
}

static void set_variable(const wchar_t *name, const char *folder, const char *below)
{
    struct text path = TEXT_EMPTY;
    struct wide wide = WIDE_EMPTY;
    text_addf(&path, "%s%s", folder, below);
    wide_add_utf8(&wide, text_str(&path));
    SetEnvironmentVariableW(name, wide_str(&wide));
    text_done(&path);
    wide_done(&wide);
}

/* Both languages get their share, and half of all programs have rights. */
static void furnish(struct life *life, struct wide *exe)
{
    static struct text providers;
    struct text ini = TEXT_EMPTY;
    const struct fault_case *c = life->c;
    const char *base = text_str(&life->base), *from = getenv("HITCHBOX_PROVIDERS");
    world.language = (enum language)((c->code + c->nth + (uint32_t)c->call) % LANGUAGE_count);
    world.elevated = c->step != STEP_CLICK_PLAIN;
    life->r->language = world.language;
    if (!providers.len && outcome_failed(os_file_read(from ? from : "config/providers.ini", 1000000, &providers)))
        exit(2);
    text_addf(&ini, "ring_mb = %u\r\npost_roll_s = 0\r\nreserve_mb = 0\r\n", (unsigned)RING_MB);
    write_file(base, "hitchbox.ini", text_str(&ini), ini.len);
    write_file(base, "providers.ini", text_str(&providers), providers.len);
    make_below(base, "local");
    make_below(base, "Windows Kits\\10\\Windows Performance Toolkit");
    write_file(base, "Windows Kits\\10\\Windows Performance Toolkit\\wpa.exe", "MZ", 2);
    set_variable(L"LOCALAPPDATA", base, "\\local");
    set_variable(L"ProgramFiles(x86)", base, "");
    wide_add_utf8(exe, base);
    wide_add(exe, L"\\hitchbox.exe");
    world.exe = wide_str(exe);
    text_done(&ini);
}

struct count {
    const char *prefix, *suffix;
    unsigned n;
};

static bool count_one(void *ctx, const char *name, const struct os_stat *st)
{
    struct count *count = ctx;
    (void)st;
    count->n += str_starts(name, count->prefix) && str_ends(name, count->suffix);
    return true;
}

static unsigned files(const struct life *life, const char *prefix, const char *suffix)
{
    struct count count = {prefix, suffix, 0};
    os_folder_list(text_str(&life->folder), count_one, &count);
    return count.n;
}

static bool take_name(void *ctx, const char *name, const struct os_stat *st)
{
    if (st->is_folder && strcmp(name, text_str(ctx)) > 0)
        text_set(ctx, name);
    return true;
}

/* The newest run, wherever it lies; "" without one. */
static void find_folder(struct life *life)
{
    static const char *const places[] = {"logs\\runs", "local\\Hitchbox\\logs\\runs"};
    const struct app *app = the_app();
    if (app) {
        text_set(&life->folder, text_str(&app->run_folder));
        return;
    }
    if (life->folder.len)
        return; /* known while it lived */
    for (size_t i = 0; i < 2 && !life->folder.len; i++) {
        struct text runs = TEXT_EMPTY, newest = TEXT_EMPTY;
        text_addf(&runs, "%s\\%s", text_str(&life->base), places[i]);
        os_folder_list(text_str(&runs), take_name, &newest);
        if (newest.len)
            text_addf(&life->folder, "%s\\%s", text_str(&runs), text_str(&newest));
        text_done(&runs);
        text_done(&newest);
    }
}

static void log_of(const struct life *life, struct text *path)
{
    text_addf(path, "%s\\main.log", text_str(&life->folder));
}

/* ---- what the player does ---- */

static void choose(UINT entry)
{
    world.menu_choice = entry;
    PostMessageW(world.window, world.icon_message ? world.icon_message : APP_MESSAGE_TRAY, MAKEWPARAM(10, 10),
                 MAKELPARAM(WM_CONTEXTMENU, 1));
}

static void press(void)
{
    PostMessageW(world.window, WM_HOTKEY, APP_HOTKEY_ID, 0);
}

/* One that takes itself for the first would need a process of its own. */
static DWORD WINAPI second_start(void *ctx)
{
    struct life *life = ctx;
    if (life->c->call != CALL_MUTEX) {
        life->second = INSTANCE_TOLD;
        return (DWORD)wWinMain(GetModuleHandleW(NULL), NULL, NULL, 0);
    }
    struct instance one = instance_init(INSTANCE_NAME, 3000);
    life->second = one.role;
    instance_done(&one);
    return 0;
}

static bool needs_snapshot(enum fault_step step)
{
    return step == STEP_CLICK || step == STEP_CLICK_PLAIN || step == STEP_MENU_HISTORY || step == STEP_MENU_REPORT ||
           step == STEP_MENU_KEEP || step == STEP_MENU_SHARE;
}

static bool ends_program(enum fault_step step)
{
    return step == STEP_EXIT || step == STEP_SAVE_EXIT || step == STEP_LOG_OFF;
}

static void act(struct life *life)
{
    switch (life->c->step) {
    case STEP_PRESS: press(); break;
    case STEP_TICK: world_fire_timers(); break;
    case STEP_TASKBAR: world_restart_explorer(); break;
    case STEP_LATE_TASKBAR:
        fault_arm(1, CALL_ICON_ADD, 1, true, 1460);
        world_restart_explorer();
        break;
    case STEP_CLICK:
    case STEP_CLICK_PLAIN:
        PostMessageW(world.window, world.icon_message, 0, MAKELPARAM(NIN_BALLOONUSERCLICK, 1));
        break;
    case STEP_MENU_SAVE: choose(MENU_SAVE); break;
    case STEP_MENU_HISTORY: choose(FIRST_OF_HISTORY); break;
    case STEP_MENU_REPORT: choose(MENU_REPORT); break;
    case STEP_MENU_KEEP: choose(FIRST_OF_KEEP); break;
    case STEP_MENU_SHARE: choose(MENU_SHARE); break;
    case STEP_MENU_FOLDER: choose(MENU_OPEN_FOLDER); break;
    case STEP_MENU_CONFIG: choose(MENU_OPEN_CONFIG); break;
    case STEP_SECOND:
        world.other = CreateThread(NULL, 0, second_start, life, 0, NULL);
        break;
    case STEP_WAKE: PostMessageW(world.window, WM_POWERBROADCAST, PBT_APMRESUMEAUTOMATIC, 0); break;
    case STEP_EXIT: choose(MENU_EXIT); break;
    case STEP_SAVE_EXIT: choose(MENU_SAVE_EXIT); break;
    case STEP_LOG_OFF: PostMessageW(world.window, WM_ENDSESSION, TRUE, 0); break;
    default: break;
    }
}

/* ---- what came of it ---- */

/* The icon and its words are those that the program's state asks for. */
static void icon_fits(struct life *life)
{
    const struct app *app = the_app();
    const struct said *last = NULL;
    if (!app || !world.icon || !app->tray.added)
        return;
    for (size_t i = 0; i < world.said_count; i++)
        if (world.said[i].kind == SAID_TIP)
            last = &world.said[i];
    if (last && last->title != tray_model_text(&app->model))
        fault_wrong(life->r, "the tooltip says another state: \"%s\"", text_str(&last->text));
    if (world.image != app->tray.icons[tray_model_icon(&app->model)])
        fault_wrong(life->r, "the icon shows another state");
}

static uint32_t difference(enum fault_step step)
{
    uint32_t ends = 0;
    for (int kind = 0; kind < SAID_kinds; kind++)
        for (int title = 0; title <= STR_count; title++) {
            bool said = world_said((enum said_kind)kind, (enum string_id)title) != NULL && title < STR_count;
            if (title == STR_count)
                for (size_t i = 0; i < world.said_count; i++)
                    said = said || (world.said[i].kind == (enum said_kind)kind && world.said[i].title == STR_count);
            if (!usual_known[step])
                usual[step][kind][title] = said;
            else if (said != usual[step][kind][title])
                ends |= said ? MORE : UNTOLD;
        }
    usual_known[step] = true;
    return ends;
}

static uint32_t state_while_up(const struct life *life)
{
    const struct app *app = the_app();
    uint32_t ends = 0, troubles = app ? app->model.troubles : 0;
    ends |= world.icon || life->c->step == STEP_LATE_TASKBAR ? 0 : NO_ICON; /* there as ever it comes later */
    ends |= troubles & TROUBLE_HOTKEY ? NO_KEY : 0;
    ends |= troubles & TROUBLE_FILE ? NO_FILE : 0;
    ends |= troubles & TROUBLE_BUFFER ? NO_RING : 0;
    ends |= troubles & TROUBLE_PROVIDER ? NO_PROVIDER : 0;
    ends |= app && app->ring_mb && app->ring_mb < RING_MB ? SMALL_RING : 0;
    ends |= world.timers_ms[APP_TIMER_WATCH] ? 0 : NO_WATCH;
    ends |= strstr(text_str(&life->folder), "\\local\\Hitchbox") ? FALLBACK : 0;
    return ends;
}

static uint32_t state_of_step(const struct life *life)
{
    enum fault_step step = life->c->step;
    bool has_menu = (step >= STEP_MENU_SAVE && step <= STEP_MENU_CONFIG) || step == STEP_EXIT || step == STEP_SAVE_EXIT;
    uint32_t ends = 0;
    if (step == STEP_PRESS || step == STEP_MENU_SAVE || step == STEP_SAVE_EXIT) {
        unsigned saved = files(life, "snap", ".etl");
        ends |= saved > life->snapshots ? 0 : NOT_SAVED;
        ends |= world_said(SAID_BALLOON, STR_balloon_saved_doubt) ? NOT_CHECKED : 0;
        ends |= files(life, "snap", ".json") >= saved ? 0 : NO_INFO;
    }
    if (step == STEP_CLICK || step == STEP_CLICK_PLAIN || step == STEP_MENU_HISTORY || step == STEP_MENU_REPORT ||
        step == STEP_MENU_SHARE || step == STEP_MENU_FOLDER || step == STEP_MENU_CONFIG)
        ends |= world_said(SAID_PROGRAM, STR_count) ? 0 : NO_PROGRAM;
    if (has_menu)
        ends |= world_said(SAID_MENU, STR_count) ? 0 : NO_MENU;
    if (step == STEP_MENU_KEEP)
        ends |= files(life, "snap", ".pin") ? 0 : NOT_DONE;
    if (step == STEP_SECOND)
        ends |= life->second == INSTANCE_TOLD ? 0 : NOT_DONE;
    return ends;
}

static void write_down(struct life *life)
{
    static const char *const kinds[SAID_kinds] = {"tip", "balloon", "box", "menu", "sound", "program"};
    for (size_t i = 0; i < world.said_count; i++) {
        const struct said *s = &world.said[i];
        text_addf(&life->r->said, "%s [%u] ", kinds[s->kind], (unsigned)s->title);
        for (size_t at = 0; at < s->text.len; at++)
            text_add_char(&life->r->said, s->text.bytes[at] == '\n' || s->text.bytes[at] == '\r' ? ' ' : s->text.bytes[at]);
        text_add_char(&life->r->said, '\n');
    }
}

static void begin_step(struct life *life)
{
    const struct fault_case *c = life->c;
    struct text log = TEXT_EMPTY;
    log_of(life, &log);
    life->log_from = fault_log_len(text_str(&log));
    life->snapshots = files(life, "snap", ".etl");
    text_done(&log);
    world_hush();
    fault_count_reset();
    if (c->call != CALL_count)
        fault_arm(0, c->call, c->nth, c->on, c->code);
}

static void end_step(struct life *life, bool up)
{
    struct fault_result *r = life->r;
    struct text log = TEXT_EMPTY;
    fault_disarm();
    find_folder(life);
    log_of(life, &log);
    r->role = fault_hit_role(0);
    r->ends = (up ? state_while_up(life) : 0) | state_of_step(life) | difference(life->c->step);
    if (!up && fault_machine_runs("Hitchbox-"))
        r->ends |= STILL_RUNS;
    fault_log_since(text_str(&log), life->log_from, &r->log);
    write_down(life);
    icon_fits(life);
    if (world.started_raised)
        fault_wrong(r, "a program was started with the rights of an administrator");
    fault_look_at_files(text_str(&life->folder), false, r);
    life->looked = true;
    text_done(&log);
}

/* The press after the fault saves, says so and leaves all well. */
static void judge_press(struct life *life)
{
    struct fault_result *r = life->r;
    const struct app *app = the_app();
    uint32_t lasting = TROUBLE_CONFIG;
    find_folder(life);
    if (files(life, "snap", ".etl") <= life->snapshots)
        fault_wrong(r, "the next press saves nothing");
    if (!world_said(SAID_BALLOON, STR_balloon_saved))
        fault_wrong(r, "the next press is not told of");
    if (!app || app->model.phase != TRAY_READY || (app->model.troubles & ~lasting))
        fault_wrong(r, "after the next press: phase %d, troubles %u", app ? (int)app->model.phase : -1,
                    app ? (unsigned)app->model.troubles : 0);
    if (!world.icon)
        fault_wrong(r, "the icon does not come back");
    icon_fits(life);
    fault_look_at_files(text_str(&life->folder), true, r);
}

/* ---- a life ---- */

static void on_up(struct life *life)
{
    find_folder(life);
    fault_machine_pass(PASS_S);
    if (life->faulty && life->c->step == STEP_LAUNCH)
        end_step(life, true);
    life->moment = life->faulty ? MOMENT_READY : MOMENT_PRESS;
    if (life->faulty && needs_snapshot(life->c->step))
        press();
}

static void on_ready(struct life *life)
{
    life->moment = MOMENT_DONE;
    if (life->c->step == STEP_LAUNCH)
        return;
    find_folder(life);
    begin_step(life);
    act(life);
}

static void on_done(struct life *life)
{
    if (life->c->step != STEP_LAUNCH)
        end_step(life, true);
    bool ending = ends_program(life->c->step) && !(life->r->ends & NO_MENU);
    if (ending)
        life->r->ends |= LATE;
    life->moment = ending ? MOMENT_STUCK : MOMENT_LATER;
    if (life->c->call == CALL_POST)
        Sleep(20); /* the worker looks again whether its news are wanted */
    world_fire_timers();
}

static void on_press(struct life *life)
{
    fault_machine_pass(PASS_S);
    world_hush();
    life->snapshots = files(life, "snap", ".etl");
    life->moment = MOMENT_SAVED;
    life->pressed = true;
    const struct app *app = the_app();
    if (app && (app->model.troubles & TROUBLE_HOTKEY))
        choose(MENU_SAVE);
    else
        press();
}

static void on_quiet(void *ctx)
{
    struct life *life = ctx;
    if (world.other) {
        CloseHandle(world.other);
        world.other = NULL;
    }
    switch (life->moment) {
    case MOMENT_UP: on_up(life); break;
    case MOMENT_READY: on_ready(life); break;
    case MOMENT_DONE: on_done(life); break;
    case MOMENT_LATER:
        world_fire_timers();
        life->moment = MOMENT_PRESS;
        break;
    case MOMENT_PRESS: on_press(life); break;
    case MOMENT_SAVED:
        world_fire_timers();
        life->moment = MOMENT_JUDGE;
        break;
    case MOMENT_JUDGE:
        judge_press(life);
        choose(MENU_EXIT);
        life->moment = MOMENT_STUCK;
        break;
    case MOMENT_STUCK:
        fault_wrong(life->r, "it does not end");
        PostQuitMessage(0);
        break;
    }
}

/* From wWinMain to its end; false if it ended before it was told to. */
static void live(struct life *life, bool faulty)
{
    text_clear(&life->folder);
    life->faulty = faulty;
    life->moment = MOMENT_UP;
    life->looked = false;
    world.quiet = on_quiet;
    world.ctx = life;
    world_life_begin();
    if (faulty && life->c->step == STEP_LAUNCH)
        begin_step(life);
    fault_harness_leave();
    int code = wWinMain(GetModuleHandleW(NULL), NULL, NULL, 0);
    fault_harness_enter();
    bool meant = life->moment == MOMENT_STUCK || (life->moment == MOMENT_DONE && ends_program(life->c->step));
    bool not_started = faulty && life->c->step == STEP_LAUNCH && life->moment == MOMENT_UP;
    bool icon_left = world.icon;
    if (faulty && !life->looked)
        end_step(life, false);
    fault_disarm();
    if (not_started)
        life->r->ends |= NO_START;
    else if (!meant)
        fault_wrong(life->r, "it ended by itself");
    if ((code != 0) != not_started)
        fault_wrong(life->r, "the exit code is %d", code);
    if (icon_left && life->pressed)
        fault_wrong(life->r, "the icon stays behind");
    world_life_end();
}

void faults_app_case(const struct fault_case *c, struct fault_result *r)
{
    struct wide exe = WIDE_EMPTY;
    struct life life = {0};
    life.c = c;
    life.r = r;
    fault_harness_enter();
    fault_machine_fresh();
    fault_place_make(&life.base);
    furnish(&life, &exe);
    if (c->call == CALL_count)
        usual_known[c->step] = false;
    live(&life, true);
    if (!life.pressed) /* it has ended in the step: the next start makes all well */
        live(&life, false);
    if (fault_machine_runs("Hitchbox-"))
        fault_wrong(r, "a session goes on after the exit");
    world.exe = NULL;
    fault_place_remove(&life.base);
    fault_harness_leave();
    text_done(&life.folder);
    wide_done(&exe);
}
