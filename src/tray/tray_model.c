#include "tray/tray_model.h"

/* The ring is written by one FLUSH after the other; the second must not wait
 * for the first one's file. */
#define SAVING_MOST 2

struct tray_model tray_model_first(void)
{
    struct tray_model model = {TRAY_STARTING, 0, 0, 0, false, false, false};
    return model;
}

static void set_troubles(struct tray_model *m, uint32_t which, uint32_t value)
{
    m->troubles = (m->troubles & ~which) | (value & which);
}

static uint32_t begin_save(struct tray_model *m)
{
    m->phase = TRAY_SAVE;
    m->saving++;
    m->unflushed++;
    m->again = false;
    return ACTION_SAVE;
}

static uint32_t begin_asked(struct tray_model *m)
{
    if (m->phase != TRAY_READY)
        return 0;
    m->phase = TRAY_SAVE;
    m->saving++;
    m->asked = true;
    return ACTION_SAVE;
}

static uint32_t begin_stop(struct tray_model *m)
{
    m->phase = TRAY_STOPPING;
    return ACTION_STOP;
}

/* What happened until now belongs to a snapshot whose FLUSH is still to come. */
static uint32_t save_more(struct tray_model *m)
{
    if (m->unflushed)
        return 0;
    m->again = m->saving >= SAVING_MOST;
    return m->again ? 0 : begin_save(m);
}

static uint32_t on_started(struct tray_model *m, uint32_t troubles)
{
    set_troubles(m, TROUBLE_FILE | TROUBLE_BUFFER | TROUBLE_PROVIDER, troubles);
    if (m->phase != TRAY_STARTING)
        return 0;
    if (troubles & TROUBLE_BUFFER) {
        m->phase = TRAY_OFF;
        return ACTION_SOUND_FAILED | (m->exit_after ? begin_stop(m) : 0);
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
        return ACTION_SAY_BUSY | save_more(m);
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
    if (m->saving)
        m->saving--;
    if (m->unflushed + m->asked > m->saving) /* it failed before its FLUSH */
        m->unflushed = (uint8_t)(m->saving - (m->asked && m->saving));
    if (m->phase != TRAY_SAVE)
        return actions;
    bool has_ring = !(m->troubles & TROUBLE_BUFFER);
    if (m->again && has_ring)
        return actions | begin_save(m);
    if (m->saving)
        return actions;
    m->again = false;
    m->phase = has_ring ? TRAY_READY : TRAY_OFF;
    return m->exit_after ? actions | begin_stop(m) : actions;
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
    case TRAY_STARTING:
        m->again = true;
        m->exit_after = true;
        return 0;
    case TRAY_READY:
        m->exit_after = true;
        return begin_save(m);
    case TRAY_SAVE:
        m->exit_after = true;
        return ACTION_HURRY | save_more(m);
    case TRAY_STOPPING:
        return 0;
    default:
        return begin_stop(m);
    }
}

/* A snapshot under way is finished first: the worker takes one job after the
 * other, and its file must not be cut. */
static uint32_t end_now(struct tray_model *m)
{
    return m->phase == TRAY_STOPPING ? 0 : ACTION_HURRY | begin_stop(m);
}

/* A press that was told that it will be saved is. */
static uint32_t on_exit(struct tray_model *m)
{
    return m->again && m->phase == TRAY_STARTING ? on_save_exit(m) : end_now(m);
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
    case EVENT_ASKED:
        step.actions = begin_asked(m);
        break;
    case EVENT_ASKED_FLUSHING:
        m->asked = false;
        break;
    case EVENT_FLUSHING:
        m->unflushed -= m->unflushed > 0;
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
        step.actions = on_exit(m);
        break;
    case EVENT_SESSION_END:
        step.actions = end_now(m);
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
