#include <string.h>

#include "events/trace_source.h"
#include "tests/scenarios/opinion/opinion_payload.h"
#include "tests/scenarios/opinion/opinion.h"
#include "tests/support/payload_rows.h"

#define ODD_HOOK 0x05F7u
#define TURNS 20u
#define STEP 1000

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
    struct opinion_payload p = {{0}, 0};
    struct etlw_record r;
    memset(&r, 0, sizeof r);
    r.time = w->facts.start_raw += (int64_t)(STEP * (opinion_dice(state) % 3 + 1));
    for (const char *at = row->layout; *at; at++)
        if (*at != ' ' && (at == row->layout || at[-1] == ' '))
            opinion_add(&p, *at == '8' ? 'T' : *at, pointer, r.time, state); /* most are moments */
    r.kind = kind_of(row, pointer);
    r.hook = r.id = row->id;
    if (r.kind == ETLW_EVENT64 || r.kind == ETLW_EVENT32)
        r.guid = *trace_source_guid(TRACE_tcpip);
    r.version = row->version;
    r.pid = 4096;
    r.tid = 4100;
    r.payload = p.bytes;
    r.payload_len = p.len;
    (void)etlw_file_add(w, (uint32_t)(opinion_dice(state) % w->facts.cpu_count), &r);
}

int opinion_rows(uint64_t seed, bool odd, const char *out)
{
    struct etlw_facts facts = etlw_facts_default(4);
    struct etlw_file w;
    static const struct row unknown = {NULL, ODD_HOOK, 3, "4 4 4"};
    uint64_t state = sim_random_mix(seed);
    etlw_file_init(&w, &facts);
    w.facts.start_raw += 10000000;
    for (unsigned turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < payload_row_count; i++)
            if (payload_row_is_kernel(&payload_rows[i]) || payload_row_is_tcpip(&payload_rows[i]))
                write_row(&w, &payload_rows[i], turn % 2 ? 4 : 8, &state);
    if (odd)
        write_row(&w, &unknown, 8, &state);
    w.facts.start_raw = facts.start_raw;
    etlw_file_finish(&w);
    int code = w.bytes.failed || !etlw_file_save(&w, out) ? 1 : 0;
    etlw_file_done(&w);
    return code;
}
