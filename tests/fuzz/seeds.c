/* Writes the seed corpus of every fuzzing target: seeds FOLDER. */
#include <stdio.h>
#include <string.h>

#include "os/os.h"
#include "tests/support/etl_pack.h"
#include "tests/support/etl_sample.h"

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

int main(int argc, char **argv)
{
    struct etlw_file w;
    if (argc != 2)
        return 2;
    int failed = 0;
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
