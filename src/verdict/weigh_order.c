#include "verdict/private/weigh.h"

#include <string.h>

/* How much worse the cause may explain the moment than what it brings. */
#define BRINGS_WITHIN 30u

/* Who brings whom. */
static const struct {
    enum suspect_kind cause, effect;
} brings[] = {
    {SUSPECT_sleep_resume, SUSPECT_device_lost},
    {SUSPECT_sleep_resume, SUSPECT_network_loss},
    {SUSPECT_sleep_resume, SUSPECT_display_change},
    {SUSPECT_sleep_resume, SUSPECT_power_change},
    {SUSPECT_sleep_resume, SUSPECT_machine_silent},
    {SUSPECT_sleep_resume, SUSPECT_focus_taken},
    {SUSPECT_gpu_timeout, SUSPECT_display_change},
    {SUSPECT_gpu_timeout, SUSPECT_gpu_busy},
    {SUSPECT_gpu_timeout, SUSPECT_process_crash},
    {SUSPECT_memory_low, SUSPECT_hard_faults},
    {SUSPECT_memory_low, SUSPECT_disk_slow},
    {SUSPECT_memory_low, SUSPECT_disk_flood},
    {SUSPECT_disk_flood, SUSPECT_disk_slow}, /* by another program */
    {SUSPECT_disk_flood, SUSPECT_hard_faults},
    {SUSPECT_power_change, SUSPECT_cpu_capped},
    {SUSPECT_focus_taken, SUSPECT_display_change},
    {SUSPECT_driver_long, SUSPECT_game_busy},
    {SUSPECT_driver_long, SUSPECT_thread_wait},
    {SUSPECT_driver_storm, SUSPECT_game_busy},
    {SUSPECT_driver_storm, SUSPECT_thread_wait},
    {SUSPECT_process_start, SUSPECT_process_burst},
};

/* These follow from anything that holds the machine up. */
static bool is_symptom(enum suspect_kind kind)
{
    return kind == SUSPECT_audio_glitch || kind == SUSPECT_gpu_starved;
}

static bool does_bring(const struct suspect *cause, const struct suspect *effect)
{
    if (cause->moment != effect->moment || cause->standing != effect->standing || cause->score < SCORE_NAMED ||
        cause->own || cause->score + BRINGS_WITHIN < effect->score)
        return false;
    if (is_symptom(effect->kind))
        return !is_symptom(cause->kind);
    for (size_t i = 0; i < sizeof brings / sizeof brings[0]; i++) {
        if (brings[i].cause == cause->kind && brings[i].effect == effect->kind)
            return true;
    }
    return false;
}

void weigh_causes_first(struct scales *s)
{
    for (uint32_t i = 1; i < s->count; i++) {
        uint32_t to = i;
        for (uint32_t k = 0; k < i && to == i; k++) {
            if (does_bring(&s->list[i], &s->list[k]))
                to = k;
        }
        if (to == i)
            continue;
        struct suspect cause = s->list[i];
        if (cause.score < s->list[to].score)
            cause.score = s->list[to].score;
        memmove(&s->list[to + 1], &s->list[to], (i - to) * sizeof s->list[0]);
        s->list[to] = cause;
    }
}
