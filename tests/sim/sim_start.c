#include <string.h>

#include "tests/sim/sim_internal.h"

#define MAX_NAME_UNITS 1024u
#define MIN_BUFFER_KB 4u
#define MAX_BUFFER_KB 16384u
#define DEFAULT_BUFFER_KB 64u
#define WNODE_TRACED_GUID 0x00020000u
#define FILE_MODES (MODE_SEQUENTIAL | MODE_CIRCULAR | MODE_APPEND | MODE_NEWFILE)

static const struct guid SYSTEM_TRACE_CONTROL = {
    0x9e814aad, 0x3204, 0x11d2, {0x9a, 0x82, 0x00, 0x60, 0x08, 0xa8, 0x69, 0x39}};
static const struct guid NO_GUID = {0, 0, 0, {0}};

static bool more_than_one(uint32_t bits)
{
    return (bits & (bits - 1)) != 0;
}

static uint32_t check_name(const struct sim *s, const struct sim_call *call, const struct sim_props *p)
{
    uint32_t units = call->name ? sim_utf16_units(call->name) : 0;
    uint32_t end = p->file_offset ? p->file_offset : p->buffer_size;
    if (p->name_offset == 0 && sim_rule(s, SIM_RULE_offsets_inside))
        return E_INVALID_PARAMETER;
    if ((units == 0 || units > MAX_NAME_UNITS) && sim_rule(s, SIM_RULE_name_length))
        return E_INVALID_NAME;
    if ((end < p->name_offset || (end - p->name_offset) / 2 < units + 1) && sim_rule(s, SIM_RULE_name_room))
        return E_BAD_LENGTH;
    if (guid_equal(&p->guid, &SYSTEM_TRACE_CONTROL) && !sim_name_equal(call->name, "NT Kernel Logger") &&
        sim_rule(s, SIM_RULE_system_guid))
        return E_INVALID_PARAMETER;
    return 0;
}

/* Combinations of LogFileMode that the documents or the kernel rule out. */
static uint32_t check_mode(const struct sim *s, const struct sim_props *p)
{
    uint32_t mode = p->mode;
    if (more_than_one(mode & (FILE_MODES | MODE_BUFFERING)) && sim_rule(s, SIM_RULE_modes_exclusive))
        return E_INVALID_PARAMETER;
    if ((mode & MODE_BUFFERING) && (mode & (MODE_REAL_TIME | MODE_PREALLOCATE)) &&
        sim_rule(s, SIM_RULE_ring_not_real_time))
        return E_INVALID_PARAMETER;
    if ((mode & MODE_COMPRESSED) && !(mode & MODE_BUFFERING) && sim_rule(s, SIM_RULE_compressed_ring_only))
        return E_INVALID_PARAMETER;
    if ((mode & (MODE_CIRCULAR | MODE_NEWFILE | MODE_PREALLOCATE)) && p->max_file == 0 &&
        sim_rule(s, SIM_RULE_size_required))
        return E_INVALID_PARAMETER;
    if ((mode & MODE_PREALLOCATE) && (mode & (MODE_APPEND | MODE_NEWFILE)) && sim_rule(s, SIM_RULE_preallocate_alone))
        return E_INVALID_PARAMETER;
    if ((mode & MODE_SYSTEM_LOGGER) && (mode & (MODE_PAGED | MODE_NEWFILE)))
        return E_INVALID_PARAMETER;
    if ((mode & MODE_STOP_HYBRID) && (mode & MODE_PERSIST_HYBRID) && sim_rule(s, SIM_RULE_hybrid_one))
        return E_INVALID_PARAMETER;
    if ((mode & MODE_INDEPENDENT) && s->behaviour.strict_independent && !(mode & MODE_PRIVATE))
        return E_INVALID_PARAMETER;
    return 0;
}

static uint32_t check_file(const struct sim *s, const struct sim_props *p, const char *path)
{
    bool in_memory = (p->mode & (MODE_BUFFERING | MODE_REAL_TIME)) != 0;
    if ((p->mode & MODE_BUFFERING) && p->file_offset && sim_rule(s, SIM_RULE_ring_without_file))
        return E_INVALID_PARAMETER;
    if (!in_memory && (p->file_offset == 0 || *path == '\0') && sim_rule(s, SIM_RULE_file_needs_name))
        return E_BAD_PATHNAME;
    if (sim_utf16_units(path) > MAX_NAME_UNITS)
        return E_BAD_PATHNAME;
    if ((p->mode & MODE_NEWFILE) && sim_rule(s, SIM_RULE_newfile_number)) {
        const char *mark = strstr(path, "%d");
        if (!mark || strchr(path, '%') != mark || strchr(mark + 1, '%'))
            return E_INVALID_NAME;
    }
    return 0;
}

static uint32_t check_props(const struct sim *s, const struct sim_call *call, struct sim_props *p, struct text *path)
{
    uint32_t code;
    if (!call->block || (call->null_handle_out && sim_rule(s, SIM_RULE_null_arguments)))
        return E_INVALID_PARAMETER;
    if ((code = sim_props_read(s, call, 0, p)) != 0 || (code = check_name(s, call, p)) != 0)
        return code;
    if (!(p->wnode_flags & WNODE_TRACED_GUID) && sim_rule(s, SIM_RULE_traced_guid_flag))
        return E_INVALID_PARAMETER;
    if (p->clock > 3 && sim_rule(s, SIM_RULE_clock_known))
        return E_INVALID_PARAMETER;
    if (p->buffer_kb && (p->buffer_kb < MIN_BUFFER_KB || p->buffer_kb > MAX_BUFFER_KB) &&
        sim_rule(s, SIM_RULE_buffer_kb_range))
        return E_INVALID_PARAMETER;
    if (p->file_offset && (code = sim_props_file_name(call, 0, p, path)) != 0)
        return code;
    if ((code = check_mode(s, p)) != 0)
        return code;
    return check_file(s, p, text_str(path));
}

static uint32_t check_limits(struct sim *s, const struct sim_call *call, const struct sim_props *p)
{
    uint32_t used = 0, system = 0;
    uint64_t memory = 0;
    if ((s->behaviour.access_denied || call->unprivileged) && sim_rule(s, SIM_RULE_start_rights))
        return E_ACCESS_DENIED;
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++) {
        const struct sim_session *n = &s->sessions[i];
        if (!n->used)
            continue;
        used++;
        system += (n->mode & MODE_SYSTEM_LOGGER) != 0;
        memory += (uint64_t)n->chunk_limit * n->buffer_bytes;
        if (call->name && sim_name_equal(text_str(&n->name), call->name) && sim_rule(s, SIM_RULE_name_unique))
            return E_ALREADY_EXISTS;
        if (!guid_equal(&p->guid, &NO_GUID) && guid_equal(&p->guid, &n->guid) && sim_rule(s, SIM_RULE_guid_unique))
            return E_ALREADY_EXISTS;
    }
    if (used == SIM_MAX_SESSIONS)
        return sim_rule(s, SIM_RULE_session_limit) ? E_NO_SYSTEM_RESOURCES : E_NOT_ENOUGH_MEMORY;
    if ((p->mode & MODE_SYSTEM_LOGGER) && system >= SIM_MAX_SYSTEM_LOGGERS && sim_rule(s, SIM_RULE_system_logger_limit))
        return E_NO_SYSTEM_RESOURCES;
    memory += (uint64_t)p->min_buffers * p->buffer_kb * 1024;
    if (s->behaviour.memory_limit_mb && memory > (uint64_t)s->behaviour.memory_limit_mb * 1024 * 1024 &&
        sim_rule(s, SIM_RULE_memory_limit))
        return E_NOT_ENOUGH_MEMORY;
    return 0;
}

/* What is granted may be more or less than what was asked. */
static void grant(const struct sim *s, struct sim_session *n, const struct sim_props *p)
{
    uint32_t least = 2 * s->options.cpu_count;
    n->buffer_bytes = (p->buffer_kb ? p->buffer_kb : DEFAULT_BUFFER_KB) * 1024;
    n->min_buffers = p->min_buffers;
    if (s->behaviour.max_buffers_granted && n->min_buffers > s->behaviour.max_buffers_granted)
        n->min_buffers = s->behaviour.max_buffers_granted;
    if (n->min_buffers < least && (sim_rule(s, SIM_RULE_least_buffers) || !n->min_buffers))
        n->min_buffers = least;
    n->max_buffers = p->max_buffers < n->min_buffers ? n->min_buffers + 20 : p->max_buffers;
    n->chunk_limit = n->mode & MODE_BUFFERING ? n->min_buffers : n->max_buffers;
    n->flush_timer = p->flush_timer;
    if (n->flush_timer && !(n->mode & MODE_BUFFERING))
        n->next_flush = s->done_until + (int64_t)n->flush_timer * SIM_TICKS_PER_S;
}

static struct guid fresh_guid(const struct sim *s)
{
    uint8_t bytes[16];
    etlw_u64(bytes, sim_random_of(s, 0x60D, s->next_generation));
    etlw_u64(bytes + 8, sim_random_of(s, 0x60E, s->next_generation));
    return guid_from_bytes(bytes);
}

struct sim_reply sim_start_trace(struct sim *s, const struct sim_call *call)
{
    struct sim_reply reply = {0};
    struct sim_props p;
    struct text path = TEXT_EMPTY;
    reply.delay_ms = s->behaviour.start_delay_ms;
    reply.code = check_props(s, call, &p, &path);
    if (!reply.code)
        reply.code = check_limits(s, call, &p);
    if (reply.code)
        goto out;
    struct sim_session *n = sim_session_take(s, call->name ? call->name : "");
    n->mode = p.mode;
    n->clock = p.clock ? p.clock : 1;
    n->guid = guid_equal(&p.guid, &NO_GUID) ? fresh_guid(s) : p.guid;
    n->max_file = p.max_file;
    n->enable_flags = p.enable_flags;
    n->pid = call->pid;
    n->tid = call->tid;
    n->start_raw = s->done_until;
    n->complete_from = sim_session_time(s, n, n->start_raw);
    grant(s, n, &p);
    text_set(&n->path, text_str(&path));
    if (path.len && !(n->mode & MODE_BUFFERING))
        reply.code = sim_file_open(s, n);
    if (reply.code) {
        sim_session_drop(s, n);
        goto out;
    }
    sim_props_write_session(s, n, call->block);
    if (p.name_offset && call->name)
        sim_props_put_name(call->block, p.name_offset, p.file_offset ? p.file_offset : p.buffer_size, call->name);
    reply.handle = n->handle;
out:
    text_done(&path);
    return reply;
}
