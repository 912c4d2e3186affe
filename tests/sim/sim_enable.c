#include <string.h>

#include "tests/sim/sim_internal.h"

#define MAX_FILTERS_AT_ONCE 13u /* MAX_EVENT_FILTERS_COUNT of SDK 10.0.26100; 8 in older ones */
#define MAX_FILTER_PIDS 8u
#define PROPERTY_STACK 0x04u
#define FILTER_TRACEHANDLE 0x80000002u
#define FILTER_PID 0x80000004u
#define FILTER_EVENT_ID 0x80000200u
#define FILTER_STACKWALK 0x80001000u
#define INFINITE_MS 0xFFFFFFFFu

#define INFO_STACK_TRACING 3u
#define INFO_SYSTEM_FLAGS 4u
#define INFO_PROFILE_INTERVAL 5u
#define INFO_VERSION 11u
#define INFO_PERIODIC_CAPTURE 17u
#define INFO_MAX_LOGGERS 19u
#define MAX_STACK_IDS 256u

static const uint32_t KNOWN_FILTERS[] = {
    0x80000000u, 0x80000001u, FILTER_TRACEHANDLE, FILTER_PID,  0x80000008u, 0x80000010u, 0x80000020u, 0x80000100u,
    FILTER_EVENT_ID, 0x80000400u, FILTER_STACKWALK, 0x80002000u, 0x80004000u, 0x80008000u};

static uint32_t get16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

/* FilterIn, a reserved byte, Count, then the ids: Size has to say just that. */
static bool id_list_sound(const struct sim *s, const struct sim_filter *f)
{
    if (!f->bytes || f->size < 4)
        return !f->bytes ? false : !sim_rule(s, SIM_RULE_id_list_size);
    uint32_t count = get16(f->bytes + 2);
    if (f->size != 4 + 2 * count && sim_rule(s, SIM_RULE_id_list_size))
        return false;
    return count >= 1 && (count <= SIM_MAX_IDS || !sim_rule(s, SIM_RULE_id_list_64));
}

/* As many ids as both the filter's size and our table hold. */
static uint32_t ids_at_hand(const struct sim_filter *f)
{
    uint32_t count = f->size < 4 ? 0 : get16(f->bytes + 2), held = f->size < 4 ? 0 : (f->size - 4) / 2;
    count = count < held ? count : held;
    return count < SIM_MAX_IDS ? count : SIM_MAX_IDS;
}

static bool filter_sound(const struct sim *s, const struct sim_filter *f, uint32_t property)
{
    bool known = false;
    for (size_t i = 0; i < sizeof KNOWN_FILTERS / sizeof KNOWN_FILTERS[0]; i++)
        known = known || KNOWN_FILTERS[i] == f->type;
    if (!known)
        return !sim_rule(s, SIM_RULE_filter_known);
    if (f->type == FILTER_EVENT_ID)
        return id_list_sound(s, f);
    if (f->type == FILTER_STACKWALK)
        return ((property & PROPERTY_STACK) || !sim_rule(s, SIM_RULE_stack_filter)) && id_list_sound(s, f);
    if (f->type == FILTER_PID)
        return f->bytes && f->size % 4 == 0 && f->size >= 4 && f->size <= 4 * MAX_FILTER_PIDS;
    return true;
}

static uint32_t check_params(const struct sim *s, const struct sim_call *call)
{
    if (!call->has_params)
        return 0;
    if (call->params_version != 1 && call->params_version != 2 && sim_rule(s, SIM_RULE_params_version))
        return E_INVALID_PARAMETER;
    if (call->filter_count > MAX_FILTERS_AT_ONCE || (call->filter_count && call->filters_null))
        return sim_rule(s, SIM_RULE_filter_count) ? E_INVALID_PARAMETER : 0;
    for (uint32_t i = 0; i < call->filter_count; i++) {
        if (!filter_sound(s, &call->filters[i], call->property))
            return E_INVALID_PARAMETER;
        for (uint32_t k = 0; k < i; k++)
            if (call->filters[k].type == call->filters[i].type && sim_rule(s, SIM_RULE_filter_once))
                return E_INVALID_PARAMETER;
    }
    return 0;
}

static uint32_t sessions_of(const struct sim *s, uint32_t provider)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        count += s->sessions[i].used && s->sessions[i].enables[provider].on;
    return count;
}

/* Each call replaces all that the one before it had set. */
static uint32_t enable(struct sim *s, struct sim_session *n, uint32_t provider, const struct sim_call *call)
{
    struct sim_enable *e = &n->enables[provider];
    if (!e->on && sessions_of(s, provider) >= SIM_MAX_PER_PROVIDER && sim_rule(s, SIM_RULE_provider_limit))
        return E_NO_SYSTEM_RESOURCES;
    if (e->on && !sim_rule(s, SIM_RULE_enable_replaces))
        return 0;
    memset(e, 0, sizeof *e);
    e->on = true;
    e->level = call->level;
    e->any = call->match_any;
    e->all = call->match_all;
    e->property = call->has_params ? call->property : 0;
    for (uint32_t i = 0; call->has_params && i < call->filter_count && i < SIM_MAX_FILTERS; i++) {
        const struct sim_filter *f = &call->filters[i];
        if (f->type != FILTER_EVENT_ID || !f->bytes || f->size < 4)
            continue;
        e->filter_ids = true;
        e->ids_in = f->bytes[0] != 0;
        e->id_count = ids_at_hand(f);
        for (uint32_t k = 0; k < e->id_count; k++)
            e->ids[k] = (uint16_t)get16(f->bytes + 4 + 2 * k);
    }
    sim_providers_route(s);
    return 0;
}

static struct sim_reply capture(struct sim *s, struct sim_session *n, uint32_t provider, const struct sim_call *call)
{
    struct sim_reply reply = {0};
    uint32_t late = s->providers[provider].late_ms;
    if (!n->enables[provider].on)
        return reply;
    bool waits = call->timeout_ms && late;
    if (waits && call->timeout_ms != INFINITE_MS && late > call->timeout_ms) {
        reply.code = sim_rule(s, SIM_RULE_capture_waits) ? E_TIMEOUT : 0;
        reply.delay_ms = call->timeout_ms;
    } else if (waits) {
        reply.delay_ms = late;
    }
    reply.notify = sim_rule(s, SIM_RULE_capture_enabled);
    reply.may_be_late = !sim_rule(s, SIM_RULE_capture_waits);
    if (sim_rule(s, SIM_RULE_capture_enabled))
        sim_load_rundown(s, provider, s->done_until + (int64_t)late * SIM_TICKS_PER_MS);
    return reply;
}

struct sim_reply sim_enable_trace(struct sim *s, const struct sim_call *call)
{
    struct sim_reply reply = {0};
    if (!call->provider || call->handle == 0) {
        reply.code = sim_rule(s, SIM_RULE_provider_given) ? E_INVALID_PARAMETER : 0;
        return reply;
    }
    if (call->code > SIM_ENABLE_CAPTURE) {
        reply.code = sim_rule(s, SIM_RULE_enable_code_known) ? E_INVALID_PARAMETER : 0;
        return reply;
    }
    reply.code = check_params(s, call);
    if (reply.code)
        return reply;
    struct sim_session *n = sim_session_by_handle(s, call->handle);
    uint32_t provider = sim_providers_find(s, call->provider);
    if (!n)
        reply.code = sim_rule(s, SIM_RULE_must_run) ? E_NOT_RUNNING : 0;
    else if (provider == SIM_MAX_PROVIDERS)
        reply.code = E_NO_SYSTEM_RESOURCES;
    else if (call->code == SIM_ENABLE_ON)
        reply.code = enable(s, n, provider, call);
    else if (call->code == SIM_ENABLE_CAPTURE)
        reply = capture(s, n, provider, call);
    else {
        memset(&n->enables[provider], 0, sizeof n->enables[provider]);
        sim_providers_route(s);
    }
    return reply;
}

struct sim_reply sim_set_information(struct sim *s, const struct sim_call *call)
{
    struct sim_reply reply = {0};
    struct sim_session *n = sim_session_by_handle(s, call->handle);
    if (call->code == INFO_PROFILE_INTERVAL) {
        reply.code = call->block_len < 8 && sim_rule(s, SIM_RULE_info_length) ? E_BAD_LENGTH : 0;
        return reply;
    }
    if (call->code != INFO_STACK_TRACING && call->code != INFO_SYSTEM_FLAGS && call->code != INFO_PERIODIC_CAPTURE) {
        reply.code = sim_rule(s, SIM_RULE_info_class) ? E_NOT_SUPPORTED : 0;
        return reply;
    }
    if (!n) {
        reply.code = sim_rule(s, SIM_RULE_must_run) ? E_NOT_RUNNING : 0;
    } else if (call->code == INFO_STACK_TRACING) {
        /* CLASSIC_EVENT_ID entries of 24 bytes; length 0 switches stacks off. */
        if (call->block_len % 24 || call->block_len / 24 > MAX_STACK_IDS)
            reply.code = sim_rule(s, SIM_RULE_info_length) ? E_BAD_LENGTH : 0;
    } else if (call->code == INFO_SYSTEM_FLAGS) {
        if (call->block_len < 4)
            reply.code = E_BAD_LENGTH;
        else if (!(n->mode & MODE_SYSTEM_LOGGER))
            reply.code = E_NOT_SUPPORTED;
        else
            n->enable_flags = get16(call->block) | get16(call->block + 2) << 16;
    } else if (call->block_len < 8) {
        reply.code = E_BAD_LENGTH;
    }
    return reply;
}

struct sim_reply sim_query_information(struct sim *s, const struct sim_call *call)
{
    struct sim_reply reply = {0};
    (void)s;
    uint32_t need = call->code == INFO_VERSION ? 4 : call->code == INFO_MAX_LOGGERS ? 2 : 0;
    if (!need) {
        reply.code = E_NOT_SUPPORTED;
    } else if (!call->block || call->block_len < need) {
        reply.code = E_BAD_LENGTH;
    } else {
        if (need == 4)
            etlw_u32(call->block, 0x010A);
        else
            etlw_u16(call->block, (uint16_t)SIM_MAX_SESSIONS);
        reply.count = need;
    }
    return reply;
}
