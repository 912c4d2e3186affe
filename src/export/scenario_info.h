/* scenario.json: what a scenario program (tests/scenarios) did, and when. It
 * lies in one folder with full.etl, which holds all that was said meanwhile,
 * and filtered.etl, which holds what the product's own configuration let
 * through. `hitch compare` and `hitch whitelist` judge by it. */
#ifndef HB_EXPORT_SCENARIO_INFO_H
#define HB_EXPORT_SCENARIO_INFO_H

#include <stddef.h>

#include "os/os.h"

#define SCENARIO_FILE "scenario.json"
#define SCENARIO_FULL "full.etl"
#define SCENARIO_FILTERED "filtered.etl"
#define SCENARIO_MAX_CHILDREN 256u

/* In the order that is safe to run them in: what cuts the machine off is last. */
enum scenario_kind {
    SCENARIO_process_crash,
    SCENARIO_disk_burst,
    SCENARIO_cpu_saturation,
    SCENARIO_cpu_throttling,
    SCENARIO_memory_pressure,
    SCENARIO_network_disconnect,
    SCENARIO_kinds
};

/* A process that the scenario started. */
struct scenario_child {
    uint32_t pid;
    uint32_t exit_code;
    int64_t from, to; /* FILETIME */
};

struct scenario_info {
    enum scenario_kind kind;
    bool cut_short; /* ended early by the user or by an error */
    int64_t started, ended;           /* FILETIME; both sessions ran */
    int64_t effect_from, effect_to;   /* FILETIME; the side effect */
    uint32_t os_build, cpus;
    uint64_t full_lost, filtered_lost; /* events and buffers that ETW lost */
    struct text note; /* what the side effect was, with its figures; English */
    struct scenario_child children[SCENARIO_MAX_CHILDREN];
    uint32_t child_count;
};

void scenario_info_init(struct scenario_info *info);
void scenario_info_done(struct scenario_info *info);

/* "process-crash", ...; as they are written in scenario.json and typed. */
const char *scenario_name(enum scenario_kind kind);
/* False, and *kind untouched, for any other name. */
bool scenario_of_name(const char *name, enum scenario_kind *kind);

/* A JSON object, one member a line, one child a line. */
void scenario_info_write(const struct scenario_info *info, struct text *out);
/* Reads what scenario_info_write wrote; members may stand in any order and
 * unknown ones are passed over. WHY_config_invalid for anything that is no such
 * object, or names no known scenario or no times; *info is then untouched, and
 * without memory, too. */
struct outcome scenario_info_read(const char *bytes, size_t len, struct scenario_info *info);

/* Reads the file; WHY_config_invalid for one that is no such object. */
struct outcome scenario_info_load(const char *path, struct scenario_info *info);

#endif
