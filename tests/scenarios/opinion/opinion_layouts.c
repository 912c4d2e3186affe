#include <string.h>

#include "tests/scenarios/opinion/opinion.h"
#include "tests/scenarios/opinion/opinion_payload.h"

#define TURNS 10u
#define STEP 1000

/* Kernel records as their sources give them (Microsoft's MOF pages, ntwmi.h, Geoff
 * Chappell): a letter of opinion_payload.h for each field, and the name that
 * kinds.tsv has for it. Fields of one name are a list. */
struct layout {
    const char *kind;
    uint16_t hook;
    uint8_t version;
    const char *fields;
};
#define SWITCH                                                                                                       \
    "4:new_tid 4:old_tid 1:new_priority 1:old_priority 1 1 1:wait_reason 1:wait_mode 1:state 1:ideal_cpu 4:wait_time 4"
#define DISK "4:disk F:irp_flags 4:bytes 4 8:offset P:file P:irp 8:response"
#define PROCESS "P 4:pid 4:parent 4:session 4:exit P "
#define THREAD                                                                                                       \
    "4:pid 4:tid P:stack_base P:stack_limit P P P P:start P:teb 4 1:base_priority 1:page_priority 1:io_priority 1 U:name"
#define IMAGE "P:base S:size 4:pid 4:checksum 4:stamp 4 P:default_base 4 4 4 4 U:path"
static const struct layout layouts[] = {
    {"switch", 0x0524, 2, SWITCH},
    {"switch", 0x0524, 4, SWITCH},
    {"ready", 0x0532, 2, "4:tid 1:reason 1:increment 1:flags 1"},
    {"sample", 0x0F2E, 2, "P:ip 4:tid 2 2"},
    {"dpc", 0x0F42, 2, "T:began P:routine"},
    {"dpc", 0x0F44, 2, "T:began P:routine"},
    {"dpc", 0x0F45, 2, "T:began P:routine"},
    {"isr", 0x0F43, 2, "T:began P:routine 1:claimed 1:vector 2"},
    {"isr", 0x0F32, 2, "T:began P:routine 1:claimed 1:vector 2 4"},
    {"disk", 0x010A, 2, DISK},
    {"disk", 0x010A, 3, DISK " 4:tid"},
    {"disk", 0x010B, 3, DISK " 4:tid"},
    {"disk_init", 0x010C, 2, "P:irp"},
    {"disk_init", 0x010C, 3, "P:irp 4:tid"},
    {"disk_init", 0x010D, 3, "P:irp 4:tid"},
    {"disk_init", 0x010F, 3, "P:irp 4:tid"},
    {"disk_flush", 0x010E, 2, "4:disk F:irp_flags 8:response P:irp"},
    {"disk_flush", 0x010E, 3, "4:disk F:irp_flags 8:response P:irp 4"},
    {"hard_fault", 0x0220, 2, "T:began 8:offset P:address P:file 4:tid 4:bytes"},
    {"process", 0x0301, 3, PROCESS "z A:image U:command"},
    {"process", 0x0302, 3, PROCESS "w A:image U:command"},
    {"process", 0x0303, 4, PROCESS "4 w A:image U:command U U"},
    {"process", 0x0304, 4, PROCESS "4 z A:image U:command U U"},
    {"process", 0x0327, 5, PROCESS "4 w A:image U:command U U"},
    {"thread", 0x0501, 3, THREAD},
    {"thread", 0x0502, 3, THREAD},
    {"thread", 0x0503, 3, THREAD},
    {"thread", 0x0504, 3, THREAD},
    {"image", 0x030A, 2, IMAGE},
    {"image", 0x030A, 3, IMAGE},
    {"image", 0x1402, 3, IMAGE},
    {"image", 0x1403, 3, IMAGE},
    {"image", 0x1404, 3, IMAGE},
    {"stack", 0x1820, 2, "T:event 4:pid 4:tid P:frames P:frames P:frames"},
    {"stack_frames", 0x1823, 2, "P:key P:frames P:frames P:frames"},
    {"stack_frames", 0x1824, 2, "P:key P:frames P:frames"},
    {"stack_key", 0x1825, 2, "T:event 4:pid 4:tid P:key"},
    {"stack_key", 0x1826, 2, "T:event 4:pid 4:tid P:key"},
};

struct writing {
    struct etlw_file file;
    int64_t time;
    uint64_t state;
    FILE *table;
    uint32_t pid, tid; /* that the record's header names, where it has them */
};

/* Adds the field at `at` and says what is in it; `last` names the field before it. */
static void put_field(struct writing *w, struct opinion_payload *p, const char *at, size_t pointer, struct text *last)
{
    uint64_t value = opinion_add(p, at[0], pointer, w->time, &w->state);
    if (at[1] != ':')
        return;
    size_t len = strcspn(at + 2, " ");
    if (last->len == len && strncmp(text_str(last), at + 2, len) == 0) {
        fprintf(w->table, ",%llu", (unsigned long long)value);
        return;
    }
    text_clear(last);
    text_add_bytes(last, at + 2, len);
    if (strcmp(text_str(last), "pid") == 0)
        w->pid = (uint32_t)value;
    if (strcmp(text_str(last), "tid") == 0)
        w->tid = (uint32_t)value;
    fprintf(w->table, " %s=", text_str(last));
    if (at[0] == 'U' || at[0] == 'A')
        fprintf(w->table, OPINION_NAME, (unsigned)value);
    else
        fprintf(w->table, "%llu", (unsigned long long)value);
}

/* Starts and ends come from the thread itself. */
static enum etlw_kind kind_of(const struct layout *l, size_t pointer)
{
    unsigned group = l->hook >> 8;
    if (group == 0x03 || group == 0x14 || (group == 0x05 && (l->hook & 0xFF) <= 4))
        return pointer == 8 ? ETLW_SYSTEM64 : ETLW_SYSTEM32;
    return pointer == 8 ? ETLW_PERFINFO64 : ETLW_PERFINFO32;
}

static void put(struct writing *w, const struct layout *l, size_t pointer)
{
    struct opinion_payload p = {{0}, 0};
    struct text last = TEXT_EMPTY;
    struct etlw_record r;
    uint32_t cpu = (uint32_t)(opinion_dice(&w->state) % w->file.facts.cpu_count);
    memset(&r, 0, sizeof r);
    w->time += STEP;
    fprintf(w->table, "%s\t%lld\t%u\t", l->kind, (long long)w->time, (unsigned)cpu);
    for (const char *at = l->fields; *at; at += strcspn(at, " "), at += strspn(at, " "))
        put_field(w, &p, at, pointer, &last);
    fputc('\n', w->table);
    text_done(&last);
    r.kind = kind_of(l, pointer);
    r.pid = w->pid;
    r.tid = w->tid;
    r.time = w->time;
    r.hook = l->hook;
    r.version = l->version;
    r.payload = p.bytes;
    r.payload_len = p.len;
    (void)etlw_file_add(&w->file, cpu, &r);
}

int opinion_layouts(uint64_t seed, const char *table, const char *out)
{
    struct etlw_facts facts = etlw_facts_default(4);
    struct writing w = {.time = facts.start_raw + 10000000, .state = sim_random_mix(seed), .table = fopen(table, "w")};
    if (!w.table)
        return 1;
    etlw_file_init(&w.file, &facts);
    for (unsigned turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
            put(&w, &layouts[i], turn % 2 ? 4 : 8);
    etlw_file_finish(&w.file);
    int code = w.file.bytes.failed || !etlw_file_save(&w.file, out) || ferror(w.table) ? 1 : 0;
    etlw_file_done(&w.file);
    return fclose(w.table) || code ? 1 : 0;
}
