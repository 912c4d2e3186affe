#include "report/phrases.h"

#include "strings/format.h"


static const char *name_or(const struct verdict *v, const struct suspect *s, enum language language, enum string_id word)
{
    return s->name ? store_str(v, s->name) : string_get(language, word);
}

#define GET(id) string_get(language, STR_##id)

static void disk(struct text *out, enum language language, const struct suspect *s, const char *span)
{
    if (!s->span)
        text_add(out, GET(say_disk_reset));
    else
        text_addf(out, string_get(language, s->more == FACT_disk_write   ? STR_say_disk_write
                                            : s->more == FACT_disk_flush ? STR_say_disk_flush
                                                                         : STR_say_disk_read), span);
}

static void clock(struct text *out, enum language language, const struct suspect *s)
{
    if (s->more == FACT_cap_percent)
        text_addf(out, GET(say_cap_percent), (unsigned)s->value);
    else if (s->more == FACT_slow_clock)
        text_addf(out, GET(say_slow_clock), (unsigned)s->value);
    else
        text_add(out, s->more == FACT_cap ? GET(say_cap) : GET(say_heat));
}

static void graphics(struct text *out, enum language language, const struct verdict *v, const struct suspect *s,
                     const char *span)
{
    if (s->more == 2)
        text_add(out, GET(say_gpu_paging));
    else if (s->more == 3) /* nobody said whose it was */
        text_addf(out, GET(say_gpu_work), span);
    else if (s->more == 1)
        text_addf(out, GET(say_gpu_foreign), span, name_or(v, s, language, STR_word_some_process));
    else
        text_addf(out, GET(say_gpu_own), span);
}

static void device(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    enum string_id id = s->more == FACT_device_gone    ? STR_say_device_gone
                        : s->more == FACT_device_reset ? STR_say_device_reset
                        : s->more == FACT_device_new   ? STR_say_device_new
                        : s->more == FACT_radio        ? STR_say_radio
                                                       : STR_say_device_trouble;
    text_addf(out, string_get(language, id), name_or(v, s, language, STR_word_some_device));
}

static void crash(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    struct text code = TEXT_EMPTY;
    uint32_t number = (uint32_t)s->span;
    if (exit_name(number))
        text_add(&code, exit_name(number));
    else
        text_addf(&code, "0x%08X", (unsigned)number);
    text_addf(out, GET(say_process_crash), name_or(v, s, language, STR_word_some_process), text_str(&code));
    text_done(&code);
}

static void power(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    const char *name = name_or(v, s, language, STR_word_some_process);
    if (s->more == FACT_mains)
        text_add(out, s->proofs[0].value ? GET(say_mains_on) : GET(say_mains_off));
    else
        text_addf(out, s->more == FACT_timer ? GET(say_timer) : GET(say_power_setting), name);
}

static void network(struct text *out, enum language language, const struct suspect *s)
{
    if (s->more == FACT_net_down)
        text_add(out, GET(say_net_down));
    else
        text_addf(out, s->more == FACT_retransmit ? GET(say_net_lost) : GET(say_net_cut), (unsigned)s->value);
}

static void add(struct text *out, enum language language, const struct verdict *v, const struct suspect *s, const char *span,
                const char *size, const char *count)
{
    switch (s->kind) {
    case SUSPECT_recorder:
        text_addf(out, GET(say_recorder), span);
        break;
    case SUSPECT_sleep_resume:
        text_add(out, GET(say_sleep_resume));
        break;
    case SUSPECT_machine_silent:
        text_addf(out, GET(say_machine_silent), span);
        break;
    case SUSPECT_gpu_timeout:
        text_add(out, GET(say_gpu_timeout));
        break;
    case SUSPECT_hardware_error:
        text_add(out, GET(say_hardware_error));
        break;
    case SUSPECT_driver_long:
        text_addf(out, GET(say_driver_long), name_or(v, s, language, STR_word_some_driver), span);
        break;
    case SUSPECT_driver_storm:
        text_addf(out, GET(say_driver_storm), name_or(v, s, language, STR_word_some_driver), (unsigned)s->value,
                  (unsigned)s->more);
        break;
    case SUSPECT_disk_slow:
        disk(out, language, s, span);
        break;
    case SUSPECT_memory_low:
        text_addf(out, GET(say_memory_low), size);
        break;
    case SUSPECT_hard_faults:
        text_addf(out, GET(say_hard_faults), count);
        break;
    case SUSPECT_disk_flood:
        text_addf(out, GET(say_disk_flood), name_or(v, s, language, STR_word_some_process), size, span);
        break;
    case SUSPECT_cpu_capped:
        clock(out, language, s);
        break;
    case SUSPECT_gpu_busy:
        graphics(out, language, v, s, span);
        break;
    case SUSPECT_device_lost:
        device(out, language, v, s);
        break;
    case SUSPECT_process_crash:
        crash(out, language, v, s);
        break;
    case SUSPECT_process_burst:
        text_addf(out, GET(say_process_burst), name_or(v, s, language, STR_word_some_process), (unsigned)s->value,
                  (unsigned)s->more);
        break;
    case SUSPECT_process_start:
        text_addf(out, GET(say_process_start), name_or(v, s, language, STR_word_some_process), span);
        break;
    case SUSPECT_thread_wait:
        if (s->more)
            text_addf(out, GET(say_wait_own), span);
        else
            text_addf(out, GET(say_wait_foreign), span, name_or(v, s, language, STR_word_some_process));
        break;
    case SUSPECT_display_change:
        text_add(out, GET(say_display_change));
        break;
    case SUSPECT_power_change:
        power(out, language, v, s);
        break;
    case SUSPECT_network_loss:
        network(out, language, s);
        break;
    case SUSPECT_audio_glitch:
        text_addf(out, GET(say_audio_glitch), (unsigned)s->value);
        break;
    case SUSPECT_gpu_starved:
        text_add(out, GET(say_gpu_starved));
        break;
    case SUSPECT_game_busy:
        text_addf(out, GET(say_game_busy), span);
        break;
    default:
        text_add(out, GET(verdict_nothing));
        break;
    }
}

void tell_suspect(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    struct text span = TEXT_EMPTY, size = TEXT_EMPTY, count = TEXT_EMPTY;
    tell_span(&span, language, s->span);
    format_size(&size, s->value);
    format_count(&count, s->value);
    add(out, language, v, s, text_str(&span), text_str(&size), text_str(&count));
    text_done(&span);
    text_done(&size);
    text_done(&count);
}

/* ---- the sentence ---- */

static void of_moment(struct text *out, enum language language, const struct verdict *v, const struct moment *m,
                      const char *reason)
{
    struct text span = TEXT_EMPTY, time = TEXT_EMPTY;
    bool longest = v->real_hitches > 1;
    for (uint32_t i = 0; i < v->moment_count; i++)
        longest = longest && (!v->moments[i].is_hitch || v->moments[i].to - v->moments[i].from <= m->to - m->from);
    tell_span(&span, language, m->to - m->from);
    tell_time(&time, m->from);
    if (m->is_slow_spell)
        text_addf(out, GET(verdict_slow), text_str(&span), text_str(&time), reason);
    else if (longest)
        text_addf(out, GET(verdict_stutter_many), text_str(&span), text_str(&time), v->real_hitches, reason);
    else
        text_addf(out, GET(verdict_stutter), text_str(&span), text_str(&time), reason);
    text_done(&span);
    text_done(&time);
}

static void of_standing(struct text *out, enum language language, const struct verdict *v, const struct suspect *s,
                        const char *reason)
{
    struct text time = TEXT_EMPTY;
    if (v->game) {
        text_addf(out, GET(verdict_standing), reason);
    } else {
        tell_time(&time, s->proof_count ? s->proofs[0].from : v->last);
        text_addf(out, GET(verdict_standing_no_frames), text_str(&time), reason);
    }
    text_done(&time);
}

void verdict_sentence(const struct verdict *v, enum language language, struct text *out)
{
    const struct suspect *s = v->suspect_count ? &v->suspects[0] : NULL;
    const struct moment *m = verdict_moment(v);
    struct text reason = TEXT_EMPTY;
    if (s)
        tell_suspect(&reason, language, v, s);
    if (s && !s->standing && s->moment < v->moment_count)
        of_moment(out, language, v, &v->moments[s->moment], text_str(&reason));
    else if (s)
        of_standing(out, language, v, s, text_str(&reason));
    else if (m && m->is_hitch)
        of_moment(out, language, v, m, GET(verdict_nothing));
    else
        text_add(out, v->game ? GET(verdict_quiet) : GET(verdict_no_frames));
    text_done(&reason);
}
