/* The matrix's upper half: the whole program, from wWinMain to its end, on one
 * simulated machine and one player's desktop for each case. The player acts
 * whenever the program has come to rest. */
#include "tests/faults/faults_life.h"

#define OF_NEWEST(action) (100u + (UINT)ACT_##action)

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, PWSTR line, int show);

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
           step == STEP_MENU_SHOW || step == STEP_MENU_KEEP || step == STEP_MENU_SHARE || step == STEP_MENU_DELETE;
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
    case STEP_MENU_HISTORY: choose(OF_NEWEST(VIEWER)); break;
    case STEP_MENU_REPORT: choose(OF_NEWEST(REPORT)); break;
    case STEP_MENU_SHOW: choose(OF_NEWEST(SHOW)); break;
    case STEP_MENU_KEEP: choose(OF_NEWEST(KEEP)); break;
    case STEP_MENU_SHARE: choose(OF_NEWEST(SHARE)); break;
    case STEP_MENU_DELETE: choose(OF_NEWEST(DELETE)); break;
    case STEP_MENU_FOLDER: choose(MENU_OPEN_FOLDER); break;
    case STEP_MENU_CONFIG: choose(MENU_OPEN_CONFIG); break;
    case STEP_MENU_SETTINGS: choose(MENU_SETTINGS); break;
    case STEP_SECOND:
        world.other = CreateThread(NULL, 0, second_start, life, 0, NULL);
        break;
    case STEP_WAKE: PostMessageW(world.window, WM_POWERBROADCAST, PBT_APMRESUMEAUTOMATIC, 0); break;
    case STEP_ASKED: world_ask(); break;
    case STEP_EXIT: choose(MENU_EXIT); break;
    case STEP_SAVE_EXIT: choose(MENU_SAVE_EXIT); break;
    case STEP_LOG_OFF: PostMessageW(world.window, WM_ENDSESSION, TRUE, 0); break;
    default: break;
    }
}

static void begin_step(struct life *life)
{
    const struct fault_case *c = life->c;
    struct text log = TEXT_EMPTY;
    life_log(life, &log);
    life->log_from = fault_log_len(text_str(&log));
    life->snapshots = life_files(life, "snap", ".etl");
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
    life_find_folder(life);
    life_log(life, &log);
    r->role = fault_hit_role(0);
    r->ends = life_states(life, up);
    if (!up && fault_machine_runs("Hitchbox-"))
        r->ends |= STILL_RUNS;
    fault_log_since(text_str(&log), life->log_from, &r->log);
    life_write_down(life);
    life_icon_fits(life);
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
    const struct app *app = life_app();
    uint32_t lasting = TROUBLE_CONFIG;
    life_find_folder(life);
    if (life_files(life, "snap", ".etl") <= life->snapshots)
        fault_wrong(r, "the next press saves nothing");
    if (!world_said(SAID_BALLOON, STR_balloon_saved))
        fault_wrong(r, "the next press is not told of");
    if (!app || app->model.phase != TRAY_READY || (app->model.troubles & ~lasting))
        fault_wrong(r, "after the next press: phase %d, troubles %u", app ? (int)app->model.phase : -1,
                    app ? (unsigned)app->model.troubles : 0);
    if (!world.icon)
        fault_wrong(r, "the icon does not come back");
    life_icon_fits(life);
    fault_look_at_files(text_str(&life->folder), true, r);
}

/* ---- a life ---- */

static void on_up(struct life *life)
{
    life_find_folder(life);
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
    life_find_folder(life);
    begin_step(life);
    act(life);
}

/* With the window open: another limit, and OK. False: there is none, or that was
 * done before. */
static bool change_a_setting(struct life *life)
{
    HWND window = FindWindowExW(NULL, NULL, L"HitchboxSettings", NULL);
    if (life->c->step != STEP_MENU_SETTINGS || life->typed || !window)
        return false;
    life->typed = true;
    SetDlgItemTextW(window, SETTINGS_ID_ROWS + SETTINGS_ID_STEP * ROW_GB + PART_FIELD, L"7");
    PostMessageW(window, WM_COMMAND, IDOK, 0);
    return true;
}

static void on_done(struct life *life)
{
    if (change_a_setting(life))
        return;
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
    life->snapshots = life_files(life, "snap", ".etl");
    life->moment = MOMENT_SAVED;
    life->pressed = true;
    const struct app *app = life_app();
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
    volatile int code = 0;
    fault_harness_leave();
    if (setjmp(world.exit) == 0)
        code = wWinMain(GetModuleHandleW(NULL), NULL, NULL, 0);
    else
        code = (int)world.exit_code;
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
    if (world.icon_orphaned)
        fault_wrong(life->r, "the icon goes after its window, and Explorer keeps its place");
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
    life_furnish(&life, &exe);
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
