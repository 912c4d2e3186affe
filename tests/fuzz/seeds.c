/* Writes the seed corpus of every fuzzing target: seeds FOLDER. */
#include <stdio.h>
#include <string.h>

#include "os/os.h"
#include "tests/support/etl_pack.h"
#include "tests/support/etl_sample.h"
#include "tests/support/play.h"

static int save(const char *folder, const char *target, const char *name, const void *bytes, size_t len)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s/%s", folder, target);
    bool made = !outcome_failed(os_folder_make(text_str(&path)));
    text_addf(&path, "/%s", name);
    made = made && !outcome_failed(os_file_replace(text_str(&path), bytes, len));
    if (!made)
        fprintf(stderr, "seeds: cannot write %s\n", text_str(&path));
    text_done(&path);
    return made ? 0 : 1;
}

static int save_trace(const char *folder, const char *name, struct etlw_file *w)
{
    struct text packed = TEXT_EMPTY, packed_name = TEXT_EMPTY;
    pack_trace(&w->bytes, &packed);
    text_addf(&packed_name, "%s-packed", name);
    int failed = save(folder, "file", name, w->bytes.bytes, w->bytes.len);
    failed |= save(folder, "file", text_str(&packed_name), packed.bytes, packed.len);
    failed |= save(folder, "xpress", name, w->bytes.bytes, w->bytes.len < 3000 ? w->bytes.len : 3000);
    /* Behind the buffer header of the first packed buffer stands a stream. */
    size_t first = (size_t)(uint8_t)packed.bytes[0] | (size_t)(uint8_t)packed.bytes[1] << 8;
    if (packed.len > first + ETLW_BUFFER_HEADER)
        failed |= save(folder, "xpress", text_str(&packed_name), packed.bytes + first + ETLW_BUFFER_HEADER - 2,
                       packed.len - first - ETLW_BUFFER_HEADER + 2);
    text_done(&packed);
    text_done(&packed_name);
    etlw_file_done(w);
    return failed;
}

/* One event of each id that the verdict looks at, in the form of fuzz_verdict.c,
 * with a payload of small numbers that is long enough for any of them. */
static int save_events(const char *folder)
{
    static const struct {
        enum trace_source source;
        uint16_t id;
    } wanted[] = {{TRACE_dxgi, 42},       {TRACE_dxgi, 43},       {TRACE_dxgkrnl, 184},   {TRACE_dxgkrnl, 175},
                  {TRACE_dxgkrnl, 176},   {TRACE_dxgkrnl, 180},   {TRACE_dxgkrnl, 540},   {TRACE_process, 1},
                  {TRACE_process, 2},     {TRACE_process, 15},    {TRACE_memory, 1},      {TRACE_win32k, 26},
                  {TRACE_disk, 10},       {TRACE_disk, 14},       {TRACE_processor, 37},  {TRACE_processor, 111},
                  {TRACE_power, 42},      {TRACE_power, 63},      {TRACE_power, 112},     {TRACE_acpi, 9},
                  {TRACE_pnp, 830},       {TRACE_pnp, 860},       {TRACE_hub3, 6},        {TRACE_hub3, 37},
                  {TRACE_hub3, 123},      {TRACE_hid, 3},         {TRACE_bthport, 313},   {TRACE_audio, 29},
                  {TRACE_tcpip, 1130},    {TRACE_tcpip, 1040},    {TRACE_tcpip, 1351},    {TRACE_whea, 18},
                  {TRACE_k_disk, 0x010A}, {TRACE_k_fault, 0x0220}, {TRACE_k_process, 0x0301}, {TRACE_k_thread, 0x0503},
                  {TRACE_k_thread, 0x0524}, {TRACE_k_thread, 0x0532}, {TRACE_k_perf, 0x0F44}, {TRACE_k_perf, 0x0F2E},
                  {TRACE_k_image, 0x1403}};
    int failed = 0;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        struct text t = TEXT_EMPTY, name = TEXT_EMPTY;
        for (uint8_t version = 0; version < 5; version++) {
            play_u8(&t, (uint8_t)(wanted[i].source - 1));
            play_u16(&t, wanted[i].id);
            play_u8(&t, version);
            play_u8(&t, version);
            play_u8(&t, 60);
            play_u8(&t, 160);
            for (unsigned k = 0; k < 40; k++)
                play_u32(&t, k % 5 ? k : 0);
        }
        text_addf(&name, "event-%u-%u", (unsigned)wanted[i].source, wanted[i].id);
        failed |= save(folder, "verdict", text_str(&name), t.bytes, t.len);
        text_done(&t);
        text_done(&name);
    }
    return failed;
}

int main(int argc, char **argv)
{
    struct etlw_file w;
    if (argc != 2)
        return 2;
    int failed = save_events(argv[1]);
    sample_trace(&w, 1, 20);
    failed |= save_trace(argv[1], "one-cpu", &w);
    sample_trace(&w, 4, 200);
    failed |= save_trace(argv[1], "four-cpus", &w);
    sample_kinds_trace(&w, 2);
    failed |= save_trace(argv[1], "kinds", &w);
    struct etlw_facts f = sample_facts(2);
    f.layout32 = true;
    f.partition_info = true;
    etlw_file_init(&w, &f);
    for (uint32_t i = 0; i < 3 * SAMPLE_KINDS; i++) {
        struct etlw_record r = sample_kind(i % SAMPLE_KINDS, 2000 + i);
        etlw_file_add(&w, i % 2, &r);
    }
    failed |= save_trace(argv[1], "layout32-open", &w);
    for (uint32_t i = 0; i < SAMPLE_KINDS; i++) {
        uint8_t bytes[512];
        char name[16];
        struct etlw_record r = sample_kind(i, 5);
        snprintf(name, sizeof name, "kind%u", (unsigned)i);
        failed |= save(argv[1], "payload", name, bytes, etlw_record_put(&r, bytes));
    }
    return failed;
}
