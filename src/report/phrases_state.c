#include "report/phrases.h"

#include "strings/format.h"

#define TOLD_HOLES 3u

#define GET(id) string_get(language, STR_##id)

static void tell(phrases_line_fn *line, void *ctx, const char *owner, const struct text *sentence)
{
    struct text t = TEXT_EMPTY;
    text_add(&t, owner);
    text_add(&t, text_str(sentence));
    line(ctx, text_str(&t));
    text_done(&t);
}

static const char *cause_name(enum language language, enum etl_hole_cause cause)
{
    static const enum string_id ids[] = {
#define HOLE(name, words) STR_hole_##name,
        ETL_HOLE_LIST(HOLE)
#undef HOLE
    };
    return string_get(language, ids[cause]);
}

/* "1.2 MB of 40.0 MB (3.0 %)" */
static void add_share(struct text *out, const char *words, const struct etl_holes *h)
{
    struct text part = TEXT_EMPTY, whole = TEXT_EMPTY;
    uint64_t tenths = h->whole_bytes ? u64_scaled(h->missing_bytes, 1000, h->whole_bytes) : 0;
    format_size(&part, h->missing_bytes);
    format_size(&whole, h->whole_bytes);
    text_addf(out, words, text_str(&part), text_str(&whole), (unsigned)(tenths / 10), (unsigned)(tenths % 10));
    text_done(&part);
    text_done(&whole);
}

static void add_damage(struct text *out, enum language language, const struct file_state *s)
{
    bool cut = s->state == ETL_TRUNCATED;
    if (s->state != ETL_DAMAGED && !cut)
        return;
    if (s->holes.missing_bytes)
        add_share(out, cut ? GET(report_cut) : GET(report_damaged), &s->holes);
    else
        text_add(out, cut ? GET(report_cut_some) : GET(report_damaged_some));
}

static void add_hole(struct text *out, enum language language, const struct etl_clock_base *clock, const struct etl_hole *h,
                     uint64_t lost)
{
    struct text span = TEXT_EMPTY, time = TEXT_EMPTY, cause = TEXT_EMPTY, count = TEXT_EMPTY;
    if (lost) {
        format_count(&count, lost);
        text_addf(&cause, GET(report_hole_lost), text_str(&count));
    } else {
        text_add(&cause, cause_name(language, h->cause));
    }
    if (clock->clock == ETL_CLOCK_UNKNOWN) {
        text_addf(out, GET(report_hole_no_clock), text_str(&cause));
    } else {
        int64_t from = etl_filetime(clock, h->from);
        phrases_span(&span, language, i64_of_u64_capped(i64_ahead(etl_filetime(clock, h->to), from)));
        phrases_time_ms(&time, from);
        text_addf(out, GET(report_hole), text_str(&span), text_str(&time), text_str(&cause));
    }
    text_done(&span);
    text_done(&time);
    text_done(&cause);
    text_done(&count);
}

static bool is_loss(const struct etl_hole *h)
{
    return h->cause == ETL_HOLE_EVENTS_LOST || h->cause == ETL_HOLE_BUFFERS_LOST;
}

static uint32_t count_losses(const struct etl_holes *h)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < h->count; i++)
        count += is_loss(&h->list[i]);
    return count;
}

/* All that was lost lies in the one hole, which is told with its number. */
static bool is_placed(const struct trace_loss *loss, const struct file_state *s)
{
    return loss && loss->events && (loss->counted || !s->complete.wrapped) && count_losses(&s->holes) == 1;
}

void phrases_file_state(const struct file_state *s, const struct etl_clock_base *clock, const struct trace_loss *loss,
                        const char *owner, enum language language, phrases_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, count = TEXT_EMPTY;
    add_damage(&t, language, s);
    if (!text_is_empty(&t))
        tell(line, ctx, owner, &t);
    for (uint32_t i = 0; i < s->holes.count && i < TOLD_HOLES; i++) {
        const struct etl_hole *h = &s->holes.list[i];
        text_clear(&t);
        add_hole(&t, language, clock, h, is_placed(loss, s) && is_loss(h) ? loss->events : 0);
        tell(line, ctx, owner, &t);
    }
    text_clear(&t);
    if (s->holes.count > TOLD_HOLES) {
        text_addf(&t, GET(report_more_holes), s->holes.count - TOLD_HOLES);
        tell(line, ctx, owner, &t);
        text_clear(&t);
    }
    if (s->stray_times) {
        format_count(&count, s->stray_times);
        text_addf(&t, GET(report_stray), text_str(&count));
        tell(line, ctx, owner, &t);
    }
    text_done(&t);
    text_done(&count);
}

void phrases_state(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    struct text owner = TEXT_EMPTY;
    for (uint32_t i = 0; i < v->trace.file_count; i++) {
        const struct trace_file *f = &v->trace.files[i];
        if (i)
            text_addf(&owner, "%s%s", GET(report_keyevents), GET(colon));
        if (!f->failed)
            phrases_file_state(&f->state, &etl_header(f->reader)->clock, i ? NULL : &v->trace.loss, text_str(&owner),
                               language, line, ctx);
    }
    text_done(&owner);
}

void phrases_losses(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    const struct trace_loss *loss = &v->trace.loss;
    const struct file_state *s = &v->trace.files[0].state;
    struct text t = TEXT_EMPTY, count = TEXT_EMPTY, span = TEXT_EMPTY;
    if ((!loss->events && !loss->buffers) || is_placed(loss, s))
        return;
    format_count(&count, loss->events);
    int64_t since = loss->since || s->complete.wrapped ? loss->since : v->trace.first;
    phrases_span(&span, language, v->trace.last > since ? v->trace.last - since : 0);
    if (count_losses(&s->holes))
        text_addf(&t, GET(report_lost), text_str(&count), (unsigned)loss->buffers);
    else if (since)
        text_addf(&t, GET(report_lost_somewhere), text_str(&count), (unsigned)loss->buffers, text_str(&span));
    else
        text_addf(&t, GET(report_lost_ever), text_str(&count), (unsigned)loss->buffers);
    line(ctx, text_str(&t));
    text_done(&t);
    text_done(&count);
    text_done(&span);
}

static void put_line(void *ctx, const char *str)
{
    text_addf(ctx, "%s\n", str);
}

void report_state(const struct verdict *v, enum language language, struct text *out)
{
    phrases_state(v, language, put_line, out);
}

void report_file_state(const struct file_state *s, const struct etl_clock_base *clock, enum language language, struct text *out)
{
    phrases_file_state(s, clock, NULL, "", language, put_line, out);
}
