#include "tests/scenarios/record.h"

#include <string.h>

/* As the product's File session has them by default. */
#define FILTERED_BUFFER_KB 64u
#define FLUSH_S 60u
#define FULL_BUFFER_KB 512u
#define LEVEL_FULL 4u

static uint32_t cpu_count(void)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwNumberOfProcessors;
}

static struct session_plan plan_of(const char *file, uint32_t file_mb, uint32_t buffer_kb)
{
    struct session_plan plan = {0};
    plan.kind = SESSION_FILE;
    plan.file = file;
    plan.file_mb = file_mb;
    plan.flush_s = FLUSH_S;
    plan.buffer_kb = buffer_kb;
    plan.cpus = cpu_count();
    return plan;
}

static ULONG start_named(const struct session_plan *plan, struct session *session)
{
    struct session_block block;
    ULONG code = ERROR_FILENAME_EXCED_RANGE;
    for (int independent = 1; independent >= 0; independent--) {
        if (!session_plan_block(plan, independent != 0, &block))
            return code;
        code = StartTraceW(&session->handle, RECORD_FULL_NAME, &block.properties);
        if (code != ERROR_INVALID_PARAMETER)
            return code;
    }
    return code;
}

/* By its own name; the session code knows those of the product only. */
static ULONG control_full(ULONG what, uint64_t *lost)
{
    struct session_block block;
    memset(&block, 0, sizeof block);
    block.properties.Wnode.BufferSize = sizeof block;
    block.properties.LoggerNameOffset = FIELD_OFFSET(struct session_block, name);
    block.properties.LogFileNameOffset = FIELD_OFFSET(struct session_block, file);
    ULONG code = ControlTraceW(0, RECORD_FULL_NAME, &block.properties, what);
    if (code == ERROR_SUCCESS && lost)
        *lost = (uint64_t)block.properties.EventsLost + block.properties.LogBuffersLost;
    return code;
}

static struct outcome start_full(struct session *session, const char *file)
{
    struct session_plan plan = plan_of(file, RECORD_FULL_MB, FULL_BUFFER_KB);
    struct session fresh = {0};
    fresh.kind = SESSION_FILE;
    fresh.origin = SESSION_MINE;
    ULONG code = start_named(&plan, &fresh);
    if (code == ERROR_ALREADY_EXISTS) {
        control_full(EVENT_TRACE_CONTROL_STOP, NULL);
        code = start_named(&plan, &fresh);
    }
    if (code != ERROR_SUCCESS)
        return outcome_of(WHY_session_start, code);
    *session = fresh;
    return outcome_ok();
}

/* Their events hold what goes over a bus or the air, keystrokes included. */
static bool carries_contents(const struct provider *p)
{
    return str_equal(text_str(&p->name), "Microsoft-Windows-BTH-BTHPORT") ||
           str_equal(text_str(&p->name), "Microsoft-Windows-USB-USBPORT") ||
           str_equal(text_str(&p->name), "Microsoft-Windows-USB-UCX");
}

/* The providers of the File session stand first in the file, but need not. */
static bool stands_for_its_guid(const struct providers *all, size_t index)
{
    const struct provider *p = &all->items[index];
    for (size_t i = 0; i < all->count; i++) {
        const struct provider *other = &all->items[i];
        bool before = other->session < p->session || (other->session == p->session && i < index);
        if (!other->skipped && before && guid_equal(&other->guid, &p->guid))
            return false;
    }
    return !p->skipped;
}

void record_enable(struct record *r)
{
    for (size_t i = 0; i < r->providers->count; i++) {
        const struct provider *p = &r->providers->items[i];
        if (!stands_for_its_guid(r->providers, i))
            continue;
        struct provider wide = *p;
        wide.story_count = 0;
        wide.level = p->level > LEVEL_FULL ? p->level : LEVEL_FULL;
        wide.mask = carries_contents(p) ? p->mask : 0;
        bool enabled = !outcome_failed(session_enable(&r->filtered, p));
        enabled &= !outcome_failed(session_enable(&r->full, &wide));
        r->enabled += enabled;
        r->refused += !enabled;
        if (p->capture_state) {
            session_capture(&r->filtered, p, 0);
            session_capture(&r->full, &wide, 0);
        }
    }
}

struct outcome record_start(struct record *r, const struct providers *providers, const char *full_file,
                            const char *filtered_file)
{
    struct session_plan plan = plan_of(filtered_file, RECORD_FILTERED_MB, FILTERED_BUFFER_KB);
    memset(r, 0, sizeof *r);
    r->providers = providers;
    struct outcome result = session_start(&r->filtered, &plan);
    if (outcome_failed(result))
        return result;
    result = start_full(&r->full, full_file);
    if (outcome_failed(result)) {
        session_stop(&r->filtered);
    }
    return result;
}

static struct outcome stop_full(struct record *r, uint64_t *lost)
{
    ULONG asked = control_full(EVENT_TRACE_CONTROL_QUERY, lost);
    ULONG code = control_full(EVENT_TRACE_CONTROL_STOP, NULL);
    r->full.origin = SESSION_NONE;
    if (asked != ERROR_SUCCESS)
        return outcome_of(asked == ERROR_WMI_INSTANCE_NOT_FOUND ? WHY_session_gone : WHY_session_query, asked);
    /* 234: it is stopped, only the answer had no room. */
    return code == ERROR_SUCCESS || code == ERROR_MORE_DATA ? outcome_ok() : outcome_of(WHY_session_stop, code);
}

static struct outcome stop_filtered(struct record *r, uint64_t *lost)
{
    struct outcome asked = session_query(&r->filtered);
    if (!outcome_failed(asked))
        *lost = (uint64_t)r->filtered.facts.events_lost + r->filtered.facts.buffers_lost;
    struct outcome stopped = session_stop(&r->filtered);
    return outcome_failed(asked) ? asked : stopped;
}

struct outcome record_stop(struct record *r, uint64_t *full_lost, uint64_t *filtered_lost)
{
    *full_lost = *filtered_lost = 0;
    struct outcome full = stop_full(r, full_lost);
    struct outcome filtered = stop_filtered(r, filtered_lost);
    return outcome_failed(full) ? full : filtered;
}

void record_undo_words(const struct record *r, struct text *words)
{
    text_add(words, RECORD_UNDO_WORD " ");
    guid_add(words, &r->filtered.guid);
}

int record_undo(int count, char **words)
{
    struct guid guid;
    struct session found = {0};
    if (count < 1 || !guid_parse(words[0], &guid))
        return 2;
    ULONG code = control_full(EVENT_TRACE_CONTROL_STOP, NULL);
    bool fine = code == ERROR_SUCCESS || code == ERROR_MORE_DATA || code == ERROR_WMI_INSTANCE_NOT_FOUND;
    if (!outcome_failed(session_find(&found, SESSION_FILE, NULL)) && guid_equal(&found.guid, &guid))
        fine = !outcome_failed(session_stop(&found)) && fine;
    return fine ? 0 : 1;
}
