#include <string.h>

#include "events/trace_source.h"
#include "tests/scenarios/opinion/opinion.h"
#include "tests/sim/sim_internal.h"
#include "tests/support/payload_rows.h"

#define ODD_HOOK 0x05F7u
#define TURNS 20u
#define STEP 1000
#define ROOM 512u

static uint64_t dice(uint64_t *state)
{
    *state = sim_random_mix(*state + 1);
    return *state;
}

struct payload {
    uint8_t bytes[ROOM];
    uint32_t len;
};

static void add(struct payload *p, const void *bytes, size_t len)
{
    memcpy(p->bytes + p->len, bytes, len);
    p->len += (uint32_t)len;
}

static void add_number(struct payload *p, uint64_t value, size_t len)
{
    uint8_t bytes[8];
    etlw_u64(bytes, value);
    add(p, bytes, len);
}

static void add_field(struct payload *p, char type, size_t pointer, int64_t time, uint64_t *state)
{
    static const uint8_t sid[12] = {1, 1, 0, 0, 0, 0, 0, 16, 0, 0x30, 0, 0};
    char name[24];
    snprintf(name, sizeof name, "\\Name\\%08x.sys", (unsigned)(dice(state) & 0xFFFFFFFF));
    switch (type) {
    case 'P':
        add_number(p, dice(state), pointer);
        break;
    case 'z': /* no user */
        add_number(p, 0, 4);
        break;
    case 'w': /* a user with a token and a SID */
        add_number(p, 1, pointer);
        add_number(p, 0, pointer);
        add(p, sid, sizeof sid);
        break;
    case 'A':
        add(p, name, strlen(name) + 1);
        break;
    case 'U':
        p->len += etlw_name(p->bytes + p->len, ROOM - p->len, name);
        break;
    case 'B': /* an address with its length before it */
        add_number(p, 16, 4);
        add_number(p, dice(state), 8);
        add_number(p, dice(state), 8);
        break;
    case '8': /* most of them are moments before this one */
        add_number(p, (uint64_t)time - dice(state) % 100000, 8);
        break;
    default:
        add_number(p, dice(state), (size_t)(type - '0'));
        break;
    }
}

/* Where a record's header names a thread TraceEvent does not read that of the payload. */
static enum etlw_kind kind_of(const struct row *row, size_t pointer)
{
    unsigned group = row->id >> 8;
    if (payload_row_is_tcpip(row))
        return pointer == 8 ? ETLW_EVENT64 : ETLW_EVENT32;
    if (group == 0x03 || group == 0x14 || (group == 0x05 && row->id != 0x0524))
        return pointer == 8 ? ETLW_SYSTEM64 : ETLW_SYSTEM32;
    return pointer == 8 ? ETLW_PERFINFO64 : ETLW_PERFINFO32;
}

static void write_row(struct etlw_file *w, const struct row *row, size_t pointer, uint64_t *state)
{
    struct payload p = {{0}, 0};
    struct etlw_record r;
    memset(&r, 0, sizeof r);
    r.time = w->facts.start_raw + (int64_t)(STEP * (dice(state) % 3 + 1));
    w->facts.start_raw = r.time;
    for (const char *at = row->layout; *at; at++)
        if (*at != ' ' && (at == row->layout || at[-1] == ' '))
            add_field(&p, *at, pointer, r.time, state);
    r.kind = kind_of(row, pointer);
    r.hook = r.id = row->id;
    if (r.kind == ETLW_EVENT64 || r.kind == ETLW_EVENT32)
        r.guid = *trace_source_guid(TRACE_tcpip);
    r.version = row->version;
    r.pid = 4096;
    r.tid = 4100;
    r.payload = p.bytes;
    r.payload_len = p.len;
    (void)etlw_file_add(w, (uint32_t)(dice(state) % w->facts.cpu_count), &r);
}

int opinion_rows(uint64_t seed, bool odd, const char *out)
{
    struct etlw_facts facts = etlw_facts_default(4);
    struct etlw_file w;
    static const struct row unknown = {NULL, ODD_HOOK, 3, "4 4 4"}, stack = {NULL, 0x1820, 2, "8 4 4 P P P P"};
    uint64_t state = sim_random_mix(seed);
    etlw_file_init(&w, &facts);
    w.facts.start_raw += 10000000;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        for (size_t i = 0; i < payload_row_count; i++)
            if (payload_row_is_kernel(&payload_rows[i]) || payload_row_is_tcpip(&payload_rows[i]))
                write_row(&w, &payload_rows[i], turn % 2 ? 4 : 8, &state);
        write_row(&w, &stack, turn % 2 ? 4 : 8, &state);
    }
    if (odd)
        write_row(&w, &unknown, 8, &state);
    w.facts.start_raw = facts.start_raw;
    etlw_file_finish(&w);
    int code = w.bytes.failed || !etlw_file_save(&w, out) ? 1 : 0;
    etlw_file_done(&w);
    return code;
}
