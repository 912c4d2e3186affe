#include "tests/scenarios/effect.h"

#include <stdlib.h>

#include "tests/sim/sim_client.h"
#include "tests/sim/sim_load.h"

/* Each of these plays on the simulated machine what ETW is known to say when
 * the real thing happens: ids and payloads as the manifests have them. How many
 * events come on Windows nobody has seen. */

#define IMAGE "\\Device\\HarddiskVolume3\\Hitchbox\\scenarios.exe"
#define MS INT64_C(10000)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct sim *the_machine(void)
{
    return sim_client_machine();
}

uint32_t effect_os_build(void)
{
    const char *build = getenv("HITCHBOX_SIM_BUILD");
    return build ? (uint32_t)strtoul(build, NULL, 10) : 22631;
}

uint32_t effect_cpus(void)
{
    return 8;
}

/* The machine's time moves only when a scenario waits, so every run is alike. */
bool effect_ready(const struct effect *e, struct text *refusal)
{
    static bool made;
    (void)e;
    (void)refusal;
    if (!made) {
        struct sim_options o = sim_options_default();
        o.manual = true;
        o.cpu_count = effect_cpus();
        o.os_build = effect_os_build();
        sim_client_reset(&o);
        made = true;
    }
    return the_machine() != NULL;
}

uint64_t effect_disk_bytes(const struct effect *e)
{
    (void)e;
    return 0;
}

int64_t effect_utc_now(void)
{
    return sim_now_utc(the_machine());
}

bool effect_wait(uint32_t ms)
{
    sim_advance_by(the_machine(), ms / 1000.0);
    return true;
}

bool effect_was_cancelled(void)
{
    return false;
}

bool effect_child(int argc, char **argv, int *code)
{
    (void)argc;
    (void)argv;
    (void)code;
    return false;
}

bool effect_guard(const char *words, uint32_t seconds)
{
    (void)words;
    (void)seconds;
    return true;
}

void effect_unguard(void)
{
}

static void process(const struct effect *e, uint32_t lifetime_ms, uint64_t cycles, uint32_t exit_code)
{
    struct sim *s = the_machine();
    int64_t from = effect_utc_now();
    uint32_t slot = sim_process_start(s, sim_now_raw(s), IMAGE, lifetime_ms * MS, exit_code);
    s->processes[slot].cycles = cycles;
    effect_note_child(e, s->processes[slot].pid, exit_code, from, from + lifetime_ms * MS);
}

static void process_crash(const struct effect *e)
{
    static const uint32_t codes[] = {0, 3, 0xC0000005};
    for (size_t i = 0; i < COUNT(codes); i++) {
        process(e, 400, 90000000, codes[i]);
        effect_wait(500);
    }
}

static void operation(struct sim *s, uint16_t id, uint64_t bytes, uint64_t n)
{
    uint64_t ticks = 12000 + sim_random_of(s, 0x5CE, n) % 90000;
    const struct sim_value values[] = {
        NUMBER("DiskNumber", 0),
        NUMBER("IrpFlags", id == 10 ? 0x60900 : 0x60A01),
        NUMBER("TransferSize", bytes),
        NUMBER("Reserved", 0),
        NUMBER("ByteOffset", UINT64_C(40000000000) + n * bytes),
        NUMBER("HighResResponseTime", ticks),
    };
    sim_say(s, P_Kernel_Disk, id, WHO_SERVICE, sim_now_raw(s), values, COUNT(values));
}

static void disk_burst(const struct effect *e)
{
    for (uint64_t n = 0; n < e->seconds * UINT64_C(1000); n++) {
        effect_wait(1);
        operation(the_machine(), n % 3 ? 11 : 10, 1048576, n);
        if (n % 100 == 99)
            operation(the_machine(), 14, 0, n);
    }
}

static void cpu_saturation(const struct effect *e)
{
    struct sim *s = the_machine();
    for (uint32_t i = 0; i < s->options.cpu_count; i++)
        process(e, e->seconds * 1000, e->seconds * UINT64_C(3600000000), 0);
    effect_wait(e->seconds * 1000 + 100);
}

static void setting_changed(struct sim *s, const uint8_t *guid, const void *data, size_t len)
{
    const struct sim_value values[] = {BYTES("SettingGuid", guid, 16), NUMBER("DataSize", len), BYTES("Data", data, len),
                                       NUMBER("Override", 0)};
    sim_say(s, P_Kernel_Power, 112, WHO_SERVICE, sim_now_raw(s), values, COUNT(values));
}

static void clock_changed(struct sim *s, uint32_t percent)
{
    for (uint32_t cpu = 0; cpu < s->options.cpu_count; cpu++) {
        const struct sim_value values[] = {NUMBER("Group", 0), NUMBER("Number", cpu), NUMBER("DeliveredPerformance", percent),
                                           NUMBER("DurationInUs", 1000000), NUMBER("DeliveredFrequency", percent * 36)};
        sim_say(s, P_Kernel_Processor_Power, 111, WHO_SYSTEM, sim_now_raw(s), values, COUNT(values));
    }
}

static void cpu_throttling(const struct effect *e)
{
    /* GUID_ACTIVE_POWERSCHEME and GUID_PROCESSOR_THROTTLE_MAXIMUM, as they lie in memory. */
    static const uint8_t scheme[16] = {0x86, 0xF2, 0xF9, 0x31, 0x84, 0x50, 0xFE, 0x42,
                                       0xB7, 0x20, 0x2B, 0x02, 0x64, 0x99, 0x37, 0x63};
    static const uint8_t maximum[16] = {0xF7, 0x38, 0x50, 0xBC, 0xE0, 0x23, 0x60, 0x49,
                                        0x96, 0xDA, 0x33, 0xAB, 0xAF, 0x59, 0x35, 0xEC};
    static const uint8_t plans[2][16] = {{0x11}, {0x22}};
    static const uint8_t percents[2][4] = {{30, 0, 0, 0}, {100, 0, 0, 0}};
    for (int i = 0; i < 2; i++) {
        setting_changed(the_machine(), scheme, plans[i], 16);
        setting_changed(the_machine(), maximum, percents[i], 4);
        clock_changed(the_machine(), percents[i][0]);
        effect_wait(i == 0 ? e->seconds * 1000 : 100);
    }
}

static void incident(const char *name, uint32_t seconds)
{
    struct text line = TEXT_EMPTY, answer = TEXT_EMPTY;
    text_addf(&line, "incident %s ms=%u", name, (unsigned)seconds * 1000);
    sim_control_line(the_machine(), text_str(&line), &answer);
    text_done(&line);
    text_done(&answer);
    effect_wait(seconds * 1000 + 100);
}

bool effect_run(const struct effect *e, struct text *trouble)
{
    (void)trouble;
    text_addf(&e->info->note, "played by the simulated machine for %u s", (unsigned)e->seconds);
    switch (e->kind) {
    case SCENARIO_process_crash:
        process_crash(e);
        break;
    case SCENARIO_disk_burst:
        disk_burst(e);
        break;
    case SCENARIO_cpu_saturation:
        cpu_saturation(e);
        break;
    case SCENARIO_cpu_throttling:
        cpu_throttling(e);
        break;
    case SCENARIO_memory_pressure:
        incident("low_memory", e->seconds);
        break;
    default:
        incident("net_reset", e->seconds);
    }
    return true;
}
