#include "verdict/verdict_model.h"

#include <stdlib.h>

static const char *const names[] = {
    "none",
#define SUSPECT(name, lane) #name,
#include "verdict/verdict_kinds.h"
#undef SUSPECT
};

const char *suspect_name(enum suspect_kind kind)
{
    return names[kind];
}

/* The same machine, the same boot, the same clock: raw times of both files can
 * be compared, which is exact where FILETIMEs of two starts are not. */
static bool same_clock(const struct etl_header *a, const struct etl_header *b)
{
    return a->clock.clock == ETL_CLOCK_QPC && b->clock.clock == ETL_CLOCK_QPC && a->perf_freq == b->perf_freq &&
           a->boot_time == b->boot_time;
}

static struct outcome open_keyevents(struct trace *t, const char *keyevents)
{
    t->file_count = 1;
    if (keyevents) {
        text_set(&t->file_names[1], keyevents);
        t->files[1].outcome = etl_open(keyevents, &t->files[1].reader);
        t->files[1].failed = outcome_failed(t->files[1].outcome);
    }
    if (t->file_names[0].failed || t->file_names[1].failed || t->files[1].outcome.why == WHY_out_of_memory)
        return outcome_of(WHY_out_of_memory, 0);
    if (!keyevents)
        return outcome_ok();
    if (!t->files[1].failed) {
        t->files[1].same_clock = same_clock(etl_header(t->files[0].reader), etl_header(t->files[1].reader));
        t->file_count = 2;
    }
    return outcome_ok();
}

/* What a snap.json or the user says may be any number. */
static int64_t within(int64_t time)
{
    return time < 0 ? 0 : time < LAST_TIME ? time : LAST_TIME;
}

static struct verdict *new_verdict(const struct verdict_options *options)
{
    struct verdict *v = calloc(1, sizeof *v);
    if (v && outcome_failed(trace_init(&v->trace))) {
        verdict_close(v);
        v = NULL;
    }
    if (v && options) {
        v->options = *options;
        v->options.pressed = within(options->pressed);
        v->options.at = within(options->at);
        v->patience.give_up = options->give_up;
        v->patience.ctx = options->give_up_ctx;
        v->trace.flush_before = options->flush_before;
        v->trace.loss.counted = options->loss_known;
        v->trace.loss.events = options->lost_events;
        v->trace.loss.buffers = options->lost_buffers;
        v->trace.loss.since = options->lost_since;
    }
    return v;
}

/* Takes `v` over, with its first file opened: gives it to the caller, or closes
 * it. */
static struct outcome finish(struct verdict *v, struct outcome o, const char *name, const char *keyevents,
                             struct verdict **verdict)
{
    struct pointed pointed = {v->options.pressed, v->options.at, v->options.game, v->options.foreground, v->options.is_no_game,
                              v->options.is_no_game_ctx};
    if (!outcome_failed(o)) {
        text_set(&v->trace.file_names[0], name);
        o = open_keyevents(&v->trace, keyevents);
    }
    if (!outcome_failed(o))
        o = gather(&v->trace, &v->patience);
    if (!outcome_failed(o) && !v->patience.given_up)
        o = hitches_find(&v->trace, &v->patience, &pointed, &v->moments);
    if (!outcome_failed(o) && !v->patience.given_up)
        o = measure(&v->trace, &v->patience, &v->moments);
    if (!outcome_failed(o) && !v->patience.given_up) {
        facts_join(&v->trace.facts, &v->moments.found);
        settle_loading(&v->trace, &v->moments);
        o = weigh(&v->trace, &v->patience, &v->moments, &v->suspects);
        if (!outcome_failed(o))
            o = figures_settle(&v->trace, &v->moments, verdict_headline(v));
    }
    if (!outcome_failed(o) && v->patience.given_up)
        o = outcome_of(WHY_given_up, 0);
    if (!outcome_failed(o) && v->trace.facts.short_of_memory)
        o = outcome_of(WHY_out_of_memory, 0);
    if (outcome_failed(o))
        verdict_close(v);
    else
        *verdict = v;
    return o;
}

struct outcome verdict_open(const char *snapshot, const char *keyevents, const struct verdict_options *options,
                            struct verdict **verdict)
{
    struct verdict *v = new_verdict(options);
    if (!v)
        return outcome_of(WHY_out_of_memory, 0);
    return finish(v, etl_open(snapshot, &v->trace.files[0].reader), snapshot, keyevents, verdict);
}

struct outcome verdict_open_memory(const char *name, const void *bytes, uint64_t len, const char *keyevents,
                                   const struct verdict_options *options, struct verdict **verdict)
{
    struct verdict *v = new_verdict(options);
    if (!v)
        return outcome_of(WHY_out_of_memory, 0);
    return finish(v, etl_open_memory(bytes, len, &v->trace.files[0].reader), name, keyevents, verdict);
}

void verdict_close(struct verdict *v)
{
    if (!v)
        return;
    trace_done(&v->trace);
    moments_done(&v->moments);
    free(v);
}

bool verdict_is_of_faulty(const struct verdict *v)
{
    bool faulty = false;
    for (uint32_t i = 0; i < v->trace.file_count; i++)
        faulty = faulty || (!v->trace.files[i].failed && file_state_is_faulty(&v->trace.files[i].state));
    return faulty;
}

static bool give_devices(const struct verdict *v, const struct suspect *s, verdict_device_fn *fn, void *ctx)
{
    bool more = !verdict_is_device(verdict_str(v, s->name)) || fn(ctx, verdict_str(v, s->name));
    for (uint32_t i = 0; i < s->proof_count && more; i++)
        more = !verdict_is_device(verdict_str(v, s->proofs[i].name)) || fn(ctx, verdict_str(v, s->proofs[i].name));
    return more;
}

void verdict_each_device(const struct verdict *v, verdict_device_fn *fn, void *ctx)
{
    bool more = true;
    for (uint32_t i = 0; i < v->suspects.count && more; i++)
        more = v->suspects.list[i].kind != SUSPECT_device_lost || give_devices(v, &v->suspects.list[i], fn, ctx);
    for (uint32_t i = 0; i < v->suspects.other_count && more; i++)
        more = v->suspects.others[i].kind != SUSPECT_device_lost || give_devices(v, &v->suspects.others[i], fn, ctx);
}

const char *verdict_device_name(const struct verdict *v, const char *id)
{
    return v->options.device_name && verdict_is_device(id) ? v->options.device_name(v->options.device_name_ctx, id) : NULL;
}

enum suspect_kind verdict_top(const struct verdict *v)
{
    return v->suspects.count ? v->suspects.list[0].kind : SUSPECT_none;
}
