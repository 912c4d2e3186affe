#include <inttypes.h>

#include "etl/etl_reader.h"
#include "events/payload.h"
#include "tests/scenarios/opinion/opinion.h"

#define NS_PER_MS 1e6
#define PRIORITY 0xE0000u /* bits of irp_flags that TraceEvent gives apart */
#define PRIORITY_AT 17

/* What a row is made of. */
struct reading {
    const struct etl_event *e;
    const struct etl_clock_base *clock;
    FILE *out;
};

static void begin(const struct reading *r, const char *kind)
{
    fprintf(r->out, "%s\t%" PRId64 "\t%u\t", kind, r->e->time, (unsigned)r->e->cpu);
}

static double ms_of(const struct reading *r, int64_t ticks)
{
    return (double)etl_span_ns(r->clock, ticks) / NS_PER_MS;
}

static void put_disk(const struct reading *r)
{
    struct disk_op op;
    if (!payload_disk(r->e, TRACE_k_disk, &op))
        return;
    begin(r, op.what == DISK_FLUSH ? "disk_flush" : "disk");
    fprintf(r->out, "disk=%u irp_flags=%u response=%" PRIu64, (unsigned)op.disk, (unsigned)(op.irp_flags & ~PRIORITY),
            op.response);
    if (op.what != DISK_FLUSH)
        fprintf(r->out, " priority=%u bytes=%u", (unsigned)(op.irp_flags & PRIORITY) >> PRIORITY_AT, (unsigned)op.bytes);
    if (op.what != DISK_FLUSH && (r->e->version & 0xFF) >= 3) /* TraceEvent takes a flush's from its response time */
        fprintf(r->out, " tid=%u", (unsigned)op.tid);
    fputc('\n', r->out);
}

static void put_fault(const struct reading *r)
{
    struct hard_fault f;
    if (!payload_hard_fault(r->e, &f))
        return;
    begin(r, "hard_fault");
    fprintf(r->out, "began=%" PRId64 " ms=%.4f tid=%u bytes=%u\n", f.began, ms_of(r, r->e->time - f.began),
            (unsigned)f.tid, (unsigned)f.bytes);
}

static void put_process(const struct reading *r)
{
    struct kernel_process p;
    struct text image = TEXT_EMPTY;
    if (payload_kernel_process(r->e, &p, &image)) {
        begin(r, "process");
        fprintf(r->out, "pid=%u parent=%u exit=%u image=%s\n", (unsigned)p.pid, (unsigned)p.parent,
                (unsigned)p.exit_code, text_str(&image));
    }
    text_done(&image);
}

/* Of a load TraceEvent believes the record's header, where the program that wrote
 * the hand-made traces of the corpus stands. */
static bool has_pid(const struct etl_event *e)
{
    return (e->version & 0xFF) >= 1 && (etl_is_kernel(e) || (e->id & 0xFF) != 10);
}

static void put_image(const struct reading *r)
{
    struct image i;
    struct text path = TEXT_EMPTY;
    if (payload_image(r->e, &i, &path)) {
        begin(r, "image");
        fprintf(r->out, "base=%" PRIu64 " size=%u", i.base, (unsigned)(i.len & 0xFFFFFFFF)); /* all that TraceEvent reads */
        if (has_pid(r->e))
            fprintf(r->out, " pid=%u", (unsigned)i.pid);
        if ((r->e->version & 0xFF) >= 1) /* TraceEvent has no names before */
            fprintf(r->out, " path=%s", text_str(&path));
        fputc('\n', r->out);
    }
    text_done(&path);
}

static void put_thread(const struct reading *r)
{
    struct kernel_thread t;
    struct cswitch s;
    uint32_t tid;
    unsigned opcode = r->e->id & 0xFF;
    if (opcode == 0x24 && payload_cswitch(r->e, &s)) {
        begin(r, "switch");
        fprintf(r->out, "new_tid=%u old_tid=%u wait_reason=%u state=%u\n", (unsigned)s.new_tid, (unsigned)s.old_tid,
                s.old_wait_reason, s.old_state);
    } else if (opcode == 0x32 && payload_ready(r->e, &tid)) {
        begin(r, "ready");
        fprintf(r->out, "tid=%u\n", (unsigned)tid);
    } else if (opcode <= 4 && payload_kernel_thread(r->e, &t)) {
        begin(r, "thread");
        fprintf(r->out, "pid=%u tid=%u\n", (unsigned)t.pid, (unsigned)t.tid);
    }
}

static void put_perf(const struct reading *r)
{
    struct interrupt i;
    uint32_t tid;
    unsigned opcode = r->e->id & 0xFF;
    if (opcode == 0x2E && payload_sample(r->e, &tid)) {
        begin(r, "sample");
        fprintf(r->out, "tid=%u\n", (unsigned)tid);
    } else if ((opcode == 0x32 || (opcode >= 0x42 && opcode <= 0x45)) && payload_interrupt(r->e, &i)) {
        begin(r, opcode == 0x32 || opcode == 0x43 ? "isr" : "dpc");
        fprintf(r->out, "began=%" PRId64 " ms=%.4f routine=%" PRIu64 "\n", i.began, ms_of(r, r->e->time - i.began), i.routine);
    }
}

static void put_stack(const struct reading *r)
{
    struct etl_stack s;
    if (!etl_stack_read(r->e, &s))
        return;
    begin(r, "stack");
    fprintf(r->out, "event=%" PRId64 " pid=%u tid=%u frames=", s.event_time, (unsigned)s.pid, (unsigned)s.tid);
    for (uint32_t i = 0; i < s.frame_count; i++)
        fprintf(r->out, "%s%" PRIu64, i ? "," : "", etl_stack_frame(&s, i));
    fputc('\n', r->out);
}

static void put_tcpip(const struct reading *r)
{
    struct net_interface n;
    struct tcp_event t;
    unsigned id = r->e->id;
    if ((id == 1130 || id == 1136 || id == 1137) && payload_interface(r->e, &n)) {
        begin(r, id == 1130 ? "net_state" : "net_pause");
        fprintf(r->out, id == 1130 ? "index=%u status=%u\n" : "index=%u\n", (unsigned)n.index, (unsigned)n.status);
    } else if ((id == 1034 || id == 1039 || id == 1040 || id == 1044) && payload_tcp(r->e, &t)) {
        begin(r, "tcp_failed");
        fprintf(r->out, "tcb=%" PRIu64 " pid=%u status=%u\n", t.tcb, (unsigned)t.pid, (unsigned)t.status);
    } else if (id == 1300 && payload_tcp(r->e, &t)) {
        begin(r, "tcp_known");
        fprintf(r->out, "tcb=%" PRIu64 " pid=%u\n", t.tcb, (unsigned)t.pid);
    } else if ((id == 1077 || id == 1078 || id == 1184 || id == 1187) && payload_tcp(r->e, &t)) {
        begin(r, "tcp_lost");
        fprintf(r->out, "tcb=%" PRIu64 "\n", t.tcb);
    }
}

static void put(const struct reading *r)
{
    unsigned opcode = r->e->id & 0xFF;
    enum trace_source source = trace_source_of(&r->e->provider);
    if (source == TRACE_tcpip)
        put_tcpip(r);
    if (!etl_is_kernel(r->e) && r->e->kind != ETL_FULL)
        return;
    switch (source) {
    case TRACE_k_disk:
        if (opcode == 10 || opcode == 11 || opcode == 14)
            put_disk(r);
        break;
    case TRACE_k_fault:
        if (opcode == 0x20)
            put_fault(r);
        break;
    case TRACE_k_process:
        if (opcode <= 4 || opcode == 0x27)
            put_process(r);
        break;
    case TRACE_k_thread:
        put_thread(r);
        break;
    case TRACE_k_perf:
        put_perf(r);
        break;
    case TRACE_k_image:
        if (opcode == 10 || (opcode >= 2 && opcode <= 4))
            put_image(r);
        break;
    default:
        if (r->e->id == 0x1820)
            put_stack(r);
    }
}

int opinion_read(const char *file, FILE *out)
{
    static const char *const kinds[] = {"switch", "ready", "sample", "dpc", "isr", "disk", "disk_flush", "hard_fault",
                                        "process", "thread", "image", "stack", "tcp_failed", "tcp_known",
                                        "tcp_lost", "net_state", "net_pause"};
    struct etl_reader *reader = NULL;
    struct etl_event e;
    if (outcome_failed(etl_open(file, &reader))) {
        etl_close(reader);
        return 1;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        fprintf(out, "K\t%s\n", kinds[i]);
    struct reading r = {&e, &etl_header(reader)->clock, out};
    while (etl_next(reader, &e))
        put(&r);
    int code = outcome_failed(etl_error(reader)) || ferror(out) ? 1 : 0;
    etl_close(reader);
    return code;
}
