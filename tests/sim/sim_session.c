#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_internal.h"

static char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

bool sim_name_equal(const char *a, const char *b)
{
    for (; *a && folded(*a) == folded(*b); a++, b++)
        ;
    return *a == *b;
}

struct sim_session *sim_session_by_name(struct sim *s, const char *name)
{
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used && sim_name_equal(text_str(&s->sessions[i].name), name))
            return &s->sessions[i];
    return NULL;
}

struct sim_session *sim_session_by_handle(struct sim *s, uint64_t handle)
{
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used && s->sessions[i].handle == handle)
            return &s->sessions[i];
    return NULL;
}

/* A handle is the place in the table of sessions, and the first free place is
 * taken: who controls an ended session by its handle meets a stranger. */
struct sim_session *sim_session_take(struct sim *s, const char *name)
{
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++) {
        struct sim_session *n = &s->sessions[i];
        if (n->used)
            continue;
        memset(n, 0, sizeof *n);
        n->used = true;
        n->birth = ++s->births;
        n->slot = i;
        s->next_generation++;
        n->handle = i + 1;
        if (!sim_rule(s, SIM_RULE_handles_come_back))
            n->handle |= (uint64_t)s->next_generation << 16;
        text_set(&n->name, name);
        return n;
    }
    return NULL;
}

void sim_session_drop(struct sim *s, struct sim_session *n)
{
    if (s->behaviour.numbered)
        sim_add_numbers(s, n, "ended", "", &s->number_log);
    sim_file_abandon(n);
    sim_ring_done(n);
    text_done(&n->name);
    text_done(&n->path);
    memset(n, 0, sizeof *n);
    sim_providers_route(s);
}

void sim_session_stop(struct sim *s, struct sim_session *n)
{
    if (!(n->mode & MODE_BUFFERING)) {
        sim_ring_flush(s, n);
        sim_file_finish(s, n);
    }
    sim_session_drop(s, n);
}

void sim_sessions_power_loss(struct sim *s)
{
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used && !s->sessions[i].foreign)
            sim_session_drop(s, &s->sessions[i]);
}

static uint32_t query(const struct sim *s, const struct sim_session *n, uint8_t *block, const struct sim_props *p)
{
    sim_props_write_session(s, n, block);
    return sim_props_write_names(s, n, block, p);
}

/* A file name makes sense for a ring only; elsewhere it is ignored. */
static uint32_t flush(struct sim *s, struct sim_session *n, const struct sim_call *call, const struct sim_props *p)
{
    struct text path = TEXT_EMPTY;
    uint32_t code = 0;
    if (!(n->mode & MODE_BUFFERING)) {
        sim_ring_flush(s, n);
        sim_truth_note(s, n, text_str(&n->path));
        if (sim_rule(s, SIM_RULE_ring_flush_only) || !p->file_offset)
            return 0;
    }
    if (p->file_offset)
        code = sim_props_file_name(call, 0, p, &path);
    if (!code)
        code = sim_ring_snapshot(s, n, text_str(&path));
    text_done(&path);
    return code;
}

static uint32_t update(struct sim *s, struct sim_session *n, const struct sim_call *call, const struct sim_props *p)
{
    struct text path = TEXT_EMPTY;
    uint32_t code = 0;
    if (p->file_offset && (code = sim_props_file_name(call, 0, p, &path)) == 0) {
        if (sim_name_equal(text_str(&path), text_str(&n->path))) {
            code = sim_rule(s, SIM_RULE_update_other_name) ? E_INVALID_PARAMETER : 0;
        } else if (n->mode & MODE_BUFFERING) {
            code = sim_ring_snapshot(s, n, text_str(&path));
        } else if ((code = sim_file_check_target(s, text_str(&path), true)) == 0) {
            sim_ring_flush(s, n);
            sim_file_finish(s, n);
            sim_truth_forget(n, sim_session_time(s, n, s->done_until));
            text_set(&n->path, text_str(&path));
            code = sim_file_open(s, n);
        }
    }
    text_done(&path);
    if (code)
        return code;
    n->enable_flags = p->enable_flags ? p->enable_flags : n->enable_flags;
    if (p->flush_timer) {
        n->flush_timer = p->flush_timer;
        n->next_flush = s->done_until + (int64_t)p->flush_timer * SIM_TICKS_PER_S;
    }
    if (p->max_buffers > n->max_buffers) {
        n->max_buffers = p->max_buffers;
        if (!(n->mode & MODE_BUFFERING))
            n->chunk_limit = n->max_buffers;
    }
    return 0;
}

static uint32_t increment(struct sim *s, struct sim_session *n)
{
    if (!(n->mode & MODE_NEWFILE))
        return E_INVALID_PARAMETER;
    sim_ring_flush(s, n);
    return sim_file_next(s, n) ? 0 : E_ACCESS_DENIED;
}

struct sim_reply sim_control_trace(struct sim *s, const struct sim_call *call)
{
    struct sim_reply reply = {0};
    struct sim_props p;
    bool named = call->name && *call->name;
    bool by_handle = call->handle && call->handle != UINT64_MAX;
    if (!call->block || (!named && !by_handle && sim_rule(s, SIM_RULE_target_needed)))
        reply.code = E_INVALID_PARAMETER;
    else
        reply.code = sim_props_read(s, call, 0, &p);
    if (reply.code)
        return reply;
    struct sim_session *n = by_handle ? sim_session_by_handle(s, call->handle)
                                      : sim_session_by_name(s, named ? call->name : "");
    if (!n) {
        reply.code = sim_rule(s, SIM_RULE_must_run) ? E_NOT_RUNNING : 0;
        return reply;
    }
    switch (call->code) {
    case SIM_CONTROL_QUERY:
        reply.delay_ms = s->behaviour.query_delay_ms;
        reply.code = query(s, n, call->block, &p);
        break;
    case SIM_CONTROL_STOP:
        /* The session ends even where its names have no room. */
        sim_ring_flush(s, n);
        reply.code = query(s, n, call->block, &p);
        if (!reply.code || sim_rule(s, SIM_RULE_stop_stops))
            sim_session_stop(s, n);
        break;
    case SIM_CONTROL_UPDATE:
        reply.code = update(s, n, call, &p);
        break;
    case SIM_CONTROL_FLUSH:
        reply.delay_ms = s->behaviour.flush_delay_ms;
        reply.code = flush(s, n, call, &p);
        if (!reply.code)
            sim_props_write_session(s, n, call->block);
        break;
    case SIM_CONTROL_NEW_FILE:
        reply.code = increment(s, n);
        break;
    default:
        reply.code = sim_rule(s, SIM_RULE_code_known) ? E_INVALID_PARAMETER : 0;
    }
    return reply;
}

struct sim_reply sim_query_all(struct sim *s, const struct sim_call *call)
{
    struct sim_reply reply = {0};
    uint32_t at = 0, given = 0;
    if (!call->block || call->count == 0) {
        reply.code = sim_rule(s, SIM_RULE_array_given) ? E_INVALID_PARAMETER : 0;
        return reply;
    }
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++) {
        struct sim_props p;
        if (!s->sessions[i].used || (s->sessions[i].mode & MODE_PRIVATE))
            continue;
        reply.count++;
        if (given == call->count)
            continue;
        uint32_t code = sim_props_read(s, call, at, &p);
        if (!code)
            code = query(s, &s->sessions[i], call->block + at, &p);
        if (code) {
            reply.code = code;
            return reply;
        }
        at += p.buffer_size;
        given++;
    }
    if (reply.count > call->count && sim_rule(s, SIM_RULE_array_short))
        reply.code = E_MORE_DATA;
    return reply;
}
