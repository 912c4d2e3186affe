/* Our side of the second opinion (opinion.py): files to be read by others, and
 * what our decoders read in a file.
 *
 *   opinion deep SEED TABLE OUT.etl       kernel records of a simulated machine, and what it meant
 *   opinion rows SEED OUT.etl             every layout that payload_rows.h has of kernel records and
 *                                         TCPIP events, with dice in each field
 *   opinion layouts SEED TABLE OUT.etl    every layout of kernel records as its source gives it, and
 *                                         what stands in it
 *   opinion odd SEED OUT.etl              the same, and a kernel record that no kernel writes
 *   opinion shift FILE GUID ID OUT.etl    the payloads of these records turned by four bytes
 *   opinion read FILE                     table of the fields that the verdict reads
 *
 * Lines of tables: "kind <tab> raw time <tab> cpu <tab> field=value ..", as kinds.tsv
 * names them, and "K <tab> kind" for each kind that a file may well lack. A table
 * has every record of the kinds that it names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/scenarios/opinion/opinion.h"
#include "tests/scenarios/truth/deep.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_masks.h"

static void play_deep(struct sim *s, bool sampled, uint64_t seed)
{
    struct deep d;
    deep_begin(&d, s, "Opinion", seed, sampled);
    for (int kind = DEEP_ordinary; kind <= DEEP_busy; kind++) {
        deep_advance(&d, 0.4);
        deep_incident(&d, (enum deep_kind)kind, 30);
        deep_advance(&d, 0.3);
        deep_hard_fault(&d, 5000 + 7 * kind, (uint64_t)kind);
    }
    deep_end(&d);
}

static int deep(uint64_t seed, const char *table, const char *out)
{
    struct sim_options o = sim_options_default();
    struct sim_block b;
    uint64_t handle = 0;
    o.manual = true;
    o.seed = seed;
    struct sim *s = sim_open(&o);
    FILE *meant = fopen(table, "w");
    if (!s || !meant)
        return 1;
    uint32_t code = sim_start_ring(s, "Opinion", 64, 64, &handle);
    if (!code)
        code = sim_enable_usual(s, handle, false);
    if (!code) {
        sim_meant_to(s, meant);
        play_deep(s, seed % 2 == 0, seed);
        code = sim_flush_to(s, "Opinion", out);
    }
    sim_block_init(&b, NULL);
    (void)sim_control(s, "Opinion", SIM_CONTROL_STOP, &b);
    sim_close(s);
    bool kept = !ferror(meant);
    return fclose(meant) || !kept || code ? 1 : 0;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (argc == 5 && strcmp(verb, "deep") == 0)
        return deep(strtoull(argv[2], NULL, 0), argv[3], argv[4]);
    if (argc == 5 && strcmp(verb, "layouts") == 0)
        return opinion_layouts(strtoull(argv[2], NULL, 0), argv[3], argv[4]);
    if (argc == 4 && strcmp(verb, "rows") == 0)
        return opinion_rows(strtoull(argv[2], NULL, 0), false, argv[3]);
    if (argc == 4 && strcmp(verb, "odd") == 0)
        return opinion_rows(strtoull(argv[2], NULL, 0), true, argv[3]);
    if (argc == 6 && strcmp(verb, "shift") == 0)
        return opinion_shift(argv[2], argv[3], (unsigned)strtoul(argv[4], NULL, 0), argv[5]);
    if (argc == 3 && strcmp(verb, "read") == 0)
        return opinion_read(argv[2], stdout);
    fprintf(stderr, "usage: opinion deep|rows|layouts|odd|shift|read ...\n");
    return 2;
}
