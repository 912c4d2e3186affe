#include "tray/tray_model.h"

struct tray_model tray_model_first(void)
{
    struct tray_model model = {TRAY_STARTING, 0, false, false, false};
    return model;
}

static void set_troubles(struct tray_model *m, uint32_t which, uint32_t value)
{
    m->troubles = (m->troubles & ~which) | (value & which);
}

static uint32_t begin_save(struct tray_model *m)
{
    m->phase = TRAY_SAVE;
    m->flushing = false;
    m->again = false;
    return ACTION_SAVE;
}

static uint32_t begin_stop(struct tray_model *m)
{
    m->phase = TRAY_STOPPING;
    return ACTION_STOP;
}

static uint32_t on_started(struct tray_model *m, uint32_t troubles)
{
    set_troubles(m, TROUBLE_FILE | TROUBLE_BUFFER | TROUBLE_PROVIDER, troubles);
    if (m->phase != TRAY_STARTING)
        return 0;
    if (troubles & TROUBLE_BUFFER) {
        m->phase = TRAY_OFF;
        return ACTION_SOUND_FAILED;
    }
    m->phase = TRAY_READY;
    return m->again ? begin_save(m) : 0;
}

static uint32_t on_press(struct tray_model *m)
{
    switch (m->phase) {
    case TRAY_READY:
        return begin_save(m);
    case TRAY_STARTING:
        m->again = true;
        return ACTION_SAY_EARLY;
    case TRAY_SAVE:
        m->again = m->again || m->flushing;
        return ACTION_SAY_BUSY;
    case TRAY_OFF:
        return ACTION_SAY_OFF | ACTION_SOUND_FAILED;
    default:
        return 0;
    }
}

static uint32_t on_save_done(struct tray_model *m, bool saved)
{
    set_troubles(m, TROUBLE_SAVE, saved ? 0 : TROUBLE_SAVE);
    if (saved)
        set_troubles(m, TROUBLE_GAP, 0);
    uint32_t actions = saved ? ACTION_SOUND_SAVED : ACTION_SOUND_FAILED;
    if (m->phase != TRAY_SAVE)
        return actions;
    m->phase = m->troubles & TROUBLE_BUFFER ? TRAY_OFF : TRAY_READY;
    m->flushing = false;
    if (m->again && m->phase == TRAY_READY)
        return actions | begin_save(m);
    if (m->exit_after)
        return actions | begin_stop(m);
    return actions;
}

static void on_watched(struct tray_model *m, uint32_t troubles)
{
    set_troubles(m, TROUBLE_FILE | TROUBLE_BUFFER, troubles);
    m->troubles |= troubles & TROUBLE_GAP;
    if (m->phase == TRAY_READY && (troubles & TROUBLE_BUFFER))
        m->phase = TRAY_OFF;
    else if (m->phase == TRAY_OFF && !(troubles & TROUBLE_BUFFER))
        m->phase = TRAY_READY;
}

static uint32_t on_save_exit(struct tray_model *m)
{
    switch (m->phase) {
    case TRAY_READY:
        m->exit_after = true;
        return begin_save(m);
    case TRAY_SAVE:
        m->again = m->again || m->flushing;
        m->exit_after = true;
        return ACTION_HURRY;
    case TRAY_STOPPING:
        return 0;
    default:
        return begin_stop(m);
    }
}

/* A snapshot under way is finished first: the worker takes one job after the
 * other, and its file must not be cut. */
static uint32_t on_exit(struct tray_model *m)
{
    return m->phase == TRAY_STOPPING ? 0 : ACTION_HURRY | begin_stop(m);
}

struct tray_step tray_model_step(struct tray_model model, struct tray_input input)
{
    struct tray_step step = {model, 0};
    struct tray_model *m = &step.model;
    switch (input.kind) {
    case EVENT_STARTED:
        step.actions = on_started(m, input.troubles);
        break;
    case EVENT_HOTKEY:
        set_troubles(m, TROUBLE_HOTKEY, input.troubles);
        break;
    case EVENT_CONFIG:
        set_troubles(m, TROUBLE_CONFIG, input.troubles);
        break;
    case EVENT_PROVIDERS:
        set_troubles(m, TROUBLE_PROVIDER, input.troubles);
        break;
    case EVENT_PRESS:
    case EVENT_SAVE:
        step.actions = on_press(m);
        break;
    case EVENT_FLUSHING:
        m->flushing = m->phase == TRAY_SAVE;
        break;
    case EVENT_SAVED:
    case EVENT_SAVE_FAILED:
        step.actions = on_save_done(m, input.kind == EVENT_SAVED);
        break;
    case EVENT_WATCHED:
        on_watched(m, input.troubles);
        break;
    case EVENT_SAVE_EXIT:
        step.actions = on_save_exit(m);
        break;
    case EVENT_EXIT:
    case EVENT_SESSION_END:
        step.actions = on_exit(m);
        break;
    case EVENT_STOPPED:
        step.actions = m->phase == TRAY_STOPPING ? ACTION_QUIT : 0;
        break;
    }
    return step;
}

enum tray_icon tray_model_icon(const struct tray_model *model)
{
    if (model->phase == TRAY_SAVE || model->phase == TRAY_STARTING)
        return TRAY_SAVING;
    return model->troubles || model->phase == TRAY_OFF ? TRAY_TROUBLE : TRAY_ARMED;
}

enum string_id tray_model_text(const struct tray_model *model)
{
    switch (model->phase) {
    case TRAY_STARTING: return STR_state_starting;
    case TRAY_SAVE: return STR_state_saving;
    case TRAY_STOPPING: return STR_state_stopping;
    case TRAY_OFF: return STR_state_off;
    default: break;
    }
    if (model->troubles & TROUBLE_SAVE)
        return STR_state_save_failed;
    if (model->troubles & TROUBLE_GAP)
        return STR_state_gap;
    if (model->troubles & TROUBLE_FILE)
        return STR_state_no_file_session;
    if (model->troubles & TROUBLE_HOTKEY)
        return STR_state_no_hotkey;
    if (model->troubles & TROUBLE_PROVIDER)
        return STR_state_provider_missing;
    if (model->troubles & TROUBLE_CONFIG)
        return STR_state_config;
    return STR_state_armed;
}
