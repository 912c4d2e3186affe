#include "tests/sim/sim_write.h"

#include <string.h>

#include "tests/sim/sim_load.h"

void sim_event_write(struct sim *s, const struct sim_written *w)
{
    struct sim_def def = {0};
    struct etlw_record r;
    sim_advance(s);
    uint32_t provider = sim_providers_find(s, &w->provider);
    if (provider == SIM_MAX_PROVIDERS)
        return;
    def.id = w->id;
    def.level = w->level;
    def.keyword = w->keyword;
    memset(&r, 0, sizeof r);
    r.kind = ETLW_EVENT64;
    r.pid = w->pid;
    r.tid = w->tid;
    r.guid = w->provider;
    r.id = w->id;
    r.version = w->version;
    r.level = w->level;
    r.opcode = w->opcode;
    r.keyword = w->keyword;
    r.payload = w->payload;
    r.payload_len = w->len;
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++) {
        struct sim_session *n = &s->sessions[i];
        if (!n->used || !sim_enable_passes(s, &n->enables[provider], &def))
            continue;
        r.time = sim_session_time(s, n, s->done_until);
        sim_ring_add(s, n, w->cpu % s->options.cpu_count, &r);
    }
}

static void tell(struct sim *s, uint16_t id, uint32_t pid, uint32_t parent, const char *image, uint32_t exit_code)
{
    sim_advance(s);
    int64_t now = sim_clock_utc(&s->clock, s->done_until);
    const struct sim_value values[] = {
        NUMBER("ProcessID", pid),
        NUMBER("ProcessSequenceNumber", ++s->load->starts),
        NUMBER("CreateTime", now),
        NUMBER("ExitTime", now),
        NUMBER("ParentProcessID", parent),
        NUMBER("SessionID", 1),
        NUMBER("ExitCode", exit_code),
        STRING("ImageName", image),
        STRING("PackageFullName", ""),
        STRING("PackageRelativeAppId", ""),
    };
    sim_say(s, P_Kernel_Process, id, WHO_SERVICE, s->done_until, values, sizeof values / sizeof values[0]);
}

void sim_process_began(struct sim *s, uint32_t pid, uint32_t parent, const char *image)
{
    tell(s, 1, pid, parent, image, 0);
}

void sim_process_ended(struct sim *s, uint32_t pid, uint32_t parent, const char *image, uint32_t exit_code)
{
    tell(s, 2, pid, parent, image, exit_code);
}
