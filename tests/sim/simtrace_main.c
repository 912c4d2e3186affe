/* simtrace: a trace file of the simulated machine, for benches and tests.
 *
 *   simtrace [--seed N] [--seconds N] [--ring-mb N] [--buffer-kb N] [--cpus N]
 *            [--build N] [--rate X] [--kind buffer|file] [--list OUT.tsv]
 *            [--incident "name key=value ..."@SECOND] [--habits WORDS] OUT.etl
 *
 * With --list, every record that went into a buffer is listed: raw time, cpu,
 * pid, tid, guid, id, version, opcode, level, size. A ring that wrapped holds
 * only the newest of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_masks.h"
#include "tests/support/etl_write.h"

static void list_record(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct text guid = TEXT_EMPTY;
    (void)session;
    guid_add(&guid, &r->guid);
    fprintf(ctx, "%lld\t%u\t%u\t%u\t%s\t%u\t%u\t%u\t%u\t%u\n", (long long)r->time, (unsigned)cpu, (unsigned)r->pid,
            (unsigned)r->tid, text_str(&guid), (unsigned)r->id, (unsigned)r->version, (unsigned)r->opcode,
            (unsigned)r->level, (unsigned)etlw_record_size(r));
    text_done(&guid);
}

struct arguments {
    struct sim_options machine;
    uint32_t seconds, ring_mb, buffer_kb;
    const char *kind, *list, *incident, *rate, *out;
};

static bool read_arguments(int argc, char **argv, struct arguments *a)
{
    a->machine = sim_options_default();
    a->machine.manual = true;
    a->seconds = 160;
    a->ring_mb = 256;
    a->buffer_kb = 256;
    a->kind = "buffer";
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (argv[i][0] != '-') {
            a->out = argv[i];
            continue;
        }
        if (!value)
            return false;
        i++;
        uint32_t number = (uint32_t)strtoul(value, NULL, 0);
        if (strcmp(argv[i - 1], "--seed") == 0)
            a->machine.seed = number;
        else if (strcmp(argv[i - 1], "--seconds") == 0)
            a->seconds = number;
        else if (strcmp(argv[i - 1], "--ring-mb") == 0)
            a->ring_mb = number;
        else if (strcmp(argv[i - 1], "--buffer-kb") == 0)
            a->buffer_kb = number;
        else if (strcmp(argv[i - 1], "--cpus") == 0)
            a->machine.cpu_count = number;
        else if (strcmp(argv[i - 1], "--build") == 0)
            a->machine.os_build = number;
        else if (strcmp(argv[i - 1], "--rate") == 0)
            a->rate = value;
        else if (strcmp(argv[i - 1], "--kind") == 0)
            a->kind = value;
        else if (strcmp(argv[i - 1], "--list") == 0)
            a->list = value;
        else if (strcmp(argv[i - 1], "--incident") == 0)
            a->incident = value;
        else if (strcmp(argv[i - 1], "--habits") == 0 && sim_habits_read(&a->machine.habits, value))
            continue;
        else
            return false;
    }
    return a->out && a->buffer_kb && a->ring_mb;
}

static bool tell(struct sim *s, const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(s, line, &answer);
    bool fine = str_ends(text_str(&answer), "ok\n");
    if (!fine)
        fprintf(stderr, "simtrace: %s: %s", line, text_str(&answer));
    text_done(&answer);
    return fine;
}

/* Runs the machine; the incident, if any, begins at its second. */
static bool play(struct sim *s, const struct arguments *a)
{
    const char *at = a->incident ? strrchr(a->incident, '@') : NULL;
    double second = at ? strtod(at + 1, NULL) : 0;
    if (!at) {
        sim_advance_by(s, a->seconds);
        return true;
    }
    struct text line = TEXT_EMPTY;
    text_add(&line, "incident ");
    text_add_bytes(&line, a->incident, (size_t)(at - a->incident));
    sim_advance_by(s, second);
    bool fine = tell(s, text_str(&line));
    text_done(&line);
    sim_advance_by(s, a->seconds > second ? a->seconds - second : 0);
    return fine;
}

static uint32_t record(struct sim *s, const struct arguments *a)
{
    uint64_t handle = 0;
    struct sim_block b;
    bool ring = strcmp(a->kind, "buffer") == 0;
    uint32_t code = ring ? sim_start_ring(s, "Simtrace", a->ring_mb, a->buffer_kb, &handle)
                         : sim_start_file(s, "Simtrace", a->out, a->ring_mb, a->buffer_kb, &handle);
    if (!code)
        code = sim_enable_usual(s, handle, !ring);
    if (code || !play(s, a))
        return code ? code : 1;
    if (ring) {
        sim_capture_usual(s, handle);
        code = sim_flush_to(s, "Simtrace", a->out);
    }
    sim_block_init(&b, NULL);
    uint32_t stopped = sim_control(s, "Simtrace", SIM_CONTROL_STOP, &b);
    const struct sim_truth *t = sim_truth_last(s, "Simtrace");
    printf("%s: %u events lost", a->out, (unsigned)sim_block_get(&b, SIM_AT_EVENTS_LOST));
    if (t)
        printf(", complete for %.3f s", (double)(t->until - t->complete_from) / SIM_TICKS_PER_S);
    printf("\n");
    return code ? code : stopped;
}

int main(int argc, char **argv)
{
    struct arguments a = {0};
    if (!read_arguments(argc, argv, &a)) {
        fprintf(stderr, "usage: simtrace [--seed N] [--seconds N] [--ring-mb N] [--buffer-kb N] [--cpus N]\n"
                        "                [--build N] [--rate X] [--kind buffer|file] [--list OUT.tsv]\n"
                        "                [--incident \"NAME KEY=VALUE\"@SECOND] [--habits WORDS] OUT.etl\n");
        return 2;
    }
    struct sim *s = sim_open(&a.machine);
    FILE *list = a.list ? fopen(a.list, "w") : NULL;
    if (!s || (a.list && !list)) {
        fprintf(stderr, "simtrace: cannot start\n");
        return 1;
    }
    if (list)
        sim_listen(s, list_record, list);
    if (a.rate) {
        char line[64];
        snprintf(line, sizeof line, "rate %s", a.rate);
        tell(s, line);
    }
    tell(s, "free_space 1000000000000");
    remove(a.out);
    uint32_t code = record(s, &a);
    if (code)
        fprintf(stderr, "simtrace: %s: error %u\n", a.out, (unsigned)code);
    if (list)
        fclose(list);
    sim_close(s);
    return code ? 1 : 0;
}
