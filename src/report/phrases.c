#include "report/phrases.h"

#include "config/providers.h"
#include "events/exit_code.h"
#include "strings/format.h"
#include "verdict/thresholds.h"
#include "os/os.h"

/* Temperatures are tenths of a kelvin. A sensor that has none says 0 or nonsense:
 * below -40 and above 200 degrees nothing is told of it. */
#define FREEZES 2731
#define COLDEST 2331u
#define HOTTEST 4731u

void phrases_span(struct text *out, enum language language, int64_t span)
{
    uint64_t tenths = span > 0 ? (uint64_t)span / 1000 : 0; /* of a millisecond */
    uint64_t nearest = span > 0 ? ((uint64_t)span + 500) / 1000 : 0;
    if (nearest < 1000)
        text_addf(out, string_get(language, STR_part_ms_tenth), (unsigned)(nearest / 10), (unsigned)(nearest % 10));
    else if (tenths < 9995)
        text_addf(out, string_get(language, STR_part_ms), (unsigned)((tenths + 5) / 10));
    else if (tenths < 600000)
        text_addf(out, string_get(language, STR_part_s), (unsigned)(tenths / 10000), (unsigned)(tenths / 100 % 100));
    else
        format_span(out, language, (int64_t)(tenths / 10));
}

void phrases_time(struct text *out, int64_t time)
{
    if (time <= 0) {
        text_add(out, "-");
        return;
    }
    struct os_date d = os_date_local(time);
    text_addf(out, "%02d:%02d:%02d", (int)d.hour, (int)d.minute, (int)d.second);
}

void phrases_time_ms(struct text *out, int64_t time)
{
    phrases_time(out, time);
    if (time > 0)
        text_addf(out, ".%03d", (int)((uint64_t)time % 10000000u / 10000u));
}

const char *phrases_sureness(enum language language, uint32_t score)
{
    return string_get(language, score >= SCORE_SURE ? STR_word_sure : score >= SCORE_LIKELY ? STR_word_likely : STR_word_possible);
}

const char *phrases_kind(enum language language, enum suspect_kind kind)
{
    static const enum string_id ids[] = {
        STR_kind_none,
#define SUSPECT(name, lane) STR_kind_##name,
#include "verdict/verdict_kinds.h"
#undef SUSPECT
    };
    return string_get(language, ids[kind]);
}

const char *phrases_next(enum language language, enum suspect_kind kind)
{
    static const enum string_id ids[] = {
        STR_next_none,
#define SUSPECT(name, lane) STR_next_##name,
#include "verdict/verdict_kinds.h"
#undef SUSPECT
    };
    return string_get(language, ids[kind]);
}

const char *phrases_lane(enum language language, enum lane lane)
{
    static const enum string_id ids[] = {STR_lane_driver, STR_lane_disk,      STR_lane_faults,   STR_lane_devices,
                                         STR_lane_power,  STR_lane_processes, STR_lane_graphics, STR_lane_network,
                                         STR_lane_audio,  STR_lane_recorder};
    return string_get(language, ids[lane]);
}

/* ---- events ---- */

static void add_part(struct text *out, enum language language, const char *part)
{
    text_add(out, string_get(language, STR_word_comma));
    text_add(out, part);
}

static void add_value(struct text *out, enum language language, const struct fact *f)
{
    struct text t = TEXT_EMPTY;
    switch ((enum fact_kind)f->kind) {
    case FACT_disk_read:
    case FACT_disk_write:
    case FACT_hard_fault:
        format_size(&t, f->value);
        break;
    case FACT_memory:
        format_size(&t, f->value * PAGE);
        break;
    case FACT_process_crash:
    case FACT_process_end:
    case FACT_not_responding:
        if (!f->value)
            break;
        if (exit_code_name((uint32_t)f->value))
            text_add(&t, exit_code_name((uint32_t)f->value));
        else
            text_addf(&t, "0x%08X", (unsigned)f->value);
        break;
    case FACT_cap_percent:
    case FACT_slow_clock:
    case FACT_throttle:
        text_addf(&t, "%u %%", (unsigned)f->value);
        break;
    case FACT_heat:
        if (f->value >= COLDEST && f->value <= HOTTEST)
            text_addf(&t, "%d \xC2\xB0" "C", ((int)f->value - FREEZES) / 10);
        break;
    case FACT_timer:
        text_addf(&t, "%u.%u ms", (unsigned)(f->value / 10000), (unsigned)(f->value / 1000 % 10));
        break;
    case FACT_dpc:
    case FACT_isr:
        if (f->value != UINT64_MAX)
            text_addf(&t, "CPU %u", (unsigned)f->value);
        break;
    default:
        break;
    }
    if (!text_is_empty(&t))
        add_part(out, language, text_str(&t));
    text_done(&t);
}

const char *phrases_fact_kind(enum language language, enum fact_kind kind)
{
    static const enum string_id ids[] = {
#define FACT(name, lane, weight) STR_tell_##name,
#include "gather/fact_kinds.h"
#undef FACT
    };
    return string_get(language, ids[kind]);
}

void phrases_fact(struct text *out, enum language language, const struct verdict *v, const struct fact *f)
{
    struct text span = TEXT_EMPTY;
    text_add(out, phrases_fact_kind(language, (enum fact_kind)f->kind));
    const char *name = f->name ? verdict_str(v, f->name) : verdict_str(v, machine_process_name(&v->trace.machine, f->pid, f->from));
    const char *device = verdict_device_name(v, name);
    if (device)
        add_part(out, language, device);
    if (*name)
        add_part(out, language, name);
    if (f->to > f->from) {
        phrases_span(&span, language, f->to - f->from);
        add_part(out, language, text_str(&span));
    }
    add_value(out, language, f);
    text_done(&span);
}

void phrases_origin(struct text *out, const struct fact *f)
{
    enum trace_source source = (enum trace_source)f->source;
    if (source == TRACE_other)
        return;
    text_add(out, trace_source_name(source));
    text_addf(out, trace_source_is_kernel(source) ? " 0x%04X" : " %u", f->id);
}

const char *phrases_story(const struct verdict *v, enum language language, const struct fact *f)
{
    const struct guid *guid = trace_source_guid((enum trace_source)f->source);
    const struct story *story = guid && v->options.providers ? providers_story(v->options.providers, guid, f->id) : NULL;
    if (!story)
        return NULL;
    return text_str(language == LANGUAGE_ZH_CN ? &story->chinese : &story->english);
}

/* ---- what it could not have shown ---- */

static bool has_fact(const struct verdict *v, enum fact_kind kind)
{
    return facts_first(&v->trace.facts, kind, INT64_MIN, INT64_MAX) != NULL;
}

static bool has_suspect(const struct verdict *v, enum suspect_kind kind)
{
    for (uint32_t i = 0; i < v->suspects.count; i++) {
        if (v->suspects.list[i].kind == kind)
            return true;
    }
    return false;
}

/* Nothing may be called out of sight beside evidence of just that. */
static bool shows_disk(const struct verdict *v)
{
    return v->trace.coverage[TRACE_disk].count || v->trace.coverage[TRACE_k_disk].count || has_fact(v, FACT_disk_reset) ||
           has_fact(v, FACT_disk_failing);
}

static bool shows_resets(const struct verdict *v)
{
    return v->trace.os_build >= FIRST_BUILD_WITH_TDR || has_fact(v, FACT_gpu_timeout);
}

static bool shows_switches(const struct verdict *v)
{
    return (v->trace.kinds_seen & SEEN_switches) || has_suspect(v, SUSPECT_process_burst) || has_suspect(v, SUSPECT_thread_wait);
}

static bool shows_memory(const struct verdict *v)
{
    return v->trace.coverage[TRACE_memory].count || (v->trace.kinds_seen & SEEN_faults) || has_fact(v, FACT_memory) ||
           has_suspect(v, SUSPECT_hard_faults);
}

static bool shows_usb(const struct verdict *v)
{
    return v->trace.coverage[TRACE_hub3].count || v->trace.coverage[TRACE_xhci].count || v->trace.coverage[TRACE_usbport].count ||
           has_suspect(v, SUSPECT_device_lost);
}

void phrases_missing(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    const struct {
        bool shown;
        enum string_id text;
    } all[] = {{v->moments.game != 0, STR_miss_presents},
               {(v->trace.kinds_seen & SEEN_interrupts) != 0, STR_miss_drivers},
               {shows_switches(v), STR_miss_switches},
               {shows_disk(v), STR_miss_disk},
               {(v->trace.kinds_seen & SEEN_gpu) != 0, STR_miss_gpu},
               {shows_resets(v), STR_miss_tdr},
               {shows_memory(v), STR_miss_memory},
               {v->trace.coverage[TRACE_tcpip].count != 0, STR_miss_network},
               {shows_usb(v), STR_miss_usb}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (!all[i].shown)
            line(ctx, string_get(language, all[i].text));
    }
}
