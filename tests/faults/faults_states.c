/* What came of a step of the program with its window. */
#include "tests/faults/faults_life.h"

#include <string.h>

void life_icon_fits(const struct life *life)
{
    const struct app *app = life_app();
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

/* The case without a fault is the first of its step: it says what is usual. */
static uint32_t difference(const struct life *life)
{
    static bool usual[STEP_count][SAID_kinds][STR_count + 1];
    uint32_t ends = 0;
    for (int kind = 0; kind < SAID_kinds; kind++)
        for (int title = 0; title <= STR_count; title++) {
            bool said = world_said((enum said_kind)kind, (enum string_id)title) != NULL && title < STR_count;
            bool *as_ever = &usual[life->c->step][kind][title];
            if (title == STR_count)
                for (size_t i = 0; i < world.said_count; i++)
                    said = said || (world.said[i].kind == (enum said_kind)kind && world.said[i].title == STR_count);
            if (life->c->call == CALL_count)
                *as_ever = said;
            else if (said != *as_ever)
                ends |= said ? MORE : UNTOLD;
        }
    return ends;
}

static uint32_t state_while_up(const struct life *life)
{
    const struct app *app = life_app();
    uint32_t ends = 0, troubles = app ? app->model.troubles : 0;
    ends |= world.icon || life->c->step == STEP_LATE_TASKBAR ? 0 : NO_ICON; /* there as ever it comes later */
    ends |= troubles & TROUBLE_HOTKEY ? NO_KEY : 0;
    ends |= troubles & TROUBLE_FILE ? NO_FILE : 0;
    ends |= troubles & TROUBLE_BUFFER ? NO_RING : 0;
    ends |= troubles & TROUBLE_PROVIDER ? NO_PROVIDER : 0;
    ends |= app && app->ring_mb && app->ring_mb < LIFE_RING_MB ? SMALL_RING : 0;
    ends |= world.timers_ms[APP_TIMER_WATCH] ? 0 : NO_WATCH;
    ends |= strstr(text_str(&life->folder), "\\local\\Hitchbox") ? FALLBACK : 0;
    return ends;
}

/* The settings' window has put the other limit into the ini. */
static bool life_limit_written(const struct life *life)
{
    struct text path = TEXT_EMPTY, ini = TEXT_EMPTY;
    os_path_join(text_str(&life->base), "hitchbox.ini", &path);
    os_file_read(text_str(&path), 1 << 20, &ini);
    bool written = strstr(text_str(&ini), "\r\nkeep_gb = 7\r\n") != NULL;
    text_done(&path);
    text_done(&ini);
    return written;
}

static uint32_t state_of_step(const struct life *life)
{
    enum fault_step step = life->c->step;
    bool has_menu = (step >= STEP_MENU_SAVE && step <= STEP_MENU_SETTINGS) || step == STEP_EXIT || step == STEP_SAVE_EXIT;
    uint32_t ends = 0;
    if (step == STEP_PRESS || step == STEP_MENU_SAVE || step == STEP_SAVE_EXIT || step == STEP_ASKED) {
        unsigned saved = life_files(life, "snap", ".etl");
        ends |= saved > life->snapshots ? 0 : NOT_SAVED;
        ends |= world_said(SAID_BALLOON, STR_balloon_saved_doubt) ? NOT_CHECKED : 0;
        ends |= life_files(life, "snap", ".json") >= saved ? 0 : NO_INFO;
    }
    if (step == STEP_CLICK || step == STEP_CLICK_PLAIN || step == STEP_MENU_HISTORY || step == STEP_MENU_REPORT ||
        step == STEP_MENU_SHOW || step == STEP_MENU_SHARE || step == STEP_MENU_FOLDER || step == STEP_MENU_CONFIG)
        ends |= world_said(SAID_PROGRAM, STR_count) ? 0 : NO_PROGRAM;
    if (has_menu)
        ends |= world_said(SAID_MENU, STR_count) ? 0 : NO_MENU;
    if (step == STEP_MENU_KEEP)
        ends |= life_files(life, "snap", ".pin") ? 0 : NOT_DONE;
    if (step == STEP_MENU_DELETE)
        ends |= life_files(life, "snap", "") ? NOT_DONE : 0;
    if (step == STEP_ASKED) {
        ends |= world.heard[ASK_TAKEN] && world.heard[ASK_SAVED] + world.heard[ASK_FAILED] ? 0 : NOT_DONE;
        bool saved = life_files(life, "snap", ".etl") > life->snapshots;
        ends |= saved && !life_files(life, "snap", ".outside") ? NOT_MARKED : 0;
    }
    if (step == STEP_MENU_SETTINGS)
        ends |= life_limit_written(life) ? 0 : NOT_DONE;
    if (step == STEP_SECOND)
        ends |= life->second == INSTANCE_TOLD ? 0 : NOT_DONE;
    return ends;
}

uint32_t life_states(const struct life *life, bool up)
{
    return (up ? state_while_up(life) : 0) | state_of_step(life) | difference(life);
}

void life_write_down(const struct life *life)
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
