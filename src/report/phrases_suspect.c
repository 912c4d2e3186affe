#include "report/phrases.h"

#include "events/exit_code.h"

#include "strings/format.h"


static const char *name_or(const struct verdict *v, const struct suspect *s, enum language language, enum string_id word)
{
    return s->name ? verdict_str(v, s->name) : string_get(language, word);
}

#define GET(id) string_get(language, STR_##id)

static void disk(struct text *out, enum language language, const struct suspect *s, const char *span)
{
    if (!s->span) {
        text_add(out, GET(say_disk_reset));
        return;
    }
    if (s->more == FACT_count) {
        struct text slowest = TEXT_EMPTY;
        phrases_span(&slowest, language, s->proofs[0].to - s->proofs[0].from);
        text_addf(out, GET(say_disk_several), span, (unsigned)s->value, text_str(&slowest));
        text_done(&slowest);
    } else {
        text_addf(out, string_get(language, s->more == FACT_disk_write   ? STR_say_disk_write
                                            : s->more == FACT_disk_flush ? STR_say_disk_flush
                                                                         : STR_say_disk_read), span);
    }
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
    const char *told = name_or(v, s, language, STR_word_some_device);
    struct text name = TEXT_EMPTY;
    phrases_device(&name, language, told, verdict_device_name(v, told));
    text_addf(out, string_get(language, id), text_str(&name));
    text_done(&name);
}

static void crash(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    struct text code = TEXT_EMPTY;
    uint32_t number = (uint32_t)s->span;
    if (exit_code_name(number))
        text_add(&code, exit_code_name(number));
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
    case SUSPECT_focus_taken:
        text_addf(out, GET(say_focus_taken), name_or(v, s, language, STR_word_some_process), span);
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

void phrases_suspect(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    struct text span = TEXT_EMPTY, size = TEXT_EMPTY, count = TEXT_EMPTY;
    phrases_span(&span, language, s->span);
    format_size(&size, s->value);
    format_count(&count, s->value);
    add(out, language, v, s, text_str(&span), text_str(&size), text_str(&count));
    text_done(&span);
    text_done(&size);
    text_done(&count);
}
