/* A mutant is a trace and what may lie beside it, one behind the other; each
 * further part begins with "HBPART", the letter of its name, and a line feed. The
 * bytes up to the first of them are the trace. */
#ifndef HB_TESTS_FUZZ_PARTS_H
#define HB_TESTS_FUZZ_PARTS_H

#include <stddef.h>
#include <stdint.h>

#define PART_MARK "HBPART"
#define PART_MARK_LEN 8u /* with letter and line feed */

enum fuzz_part {
    PART_TRACE,     /* full.etl */
    PART_KEYEVENTS, /* k: filtered.etl, which is read as key events too */
    PART_SNAPINFO,  /* s: full.json */
    PART_SCENARIO,  /* c: scenario.json */
    PART_PROVIDERS, /* p: providers.ini */
    PART_count
};
extern const char part_letters[PART_count]; /* 0 for the trace */

struct fuzz_parts {
    struct {
        const uint8_t *bytes; /* NULL: not there */
        size_t len;
    } of[PART_count];
};
/* Views of the mutant's bytes. Of two parts of one name the later one serves. */
void fuzz_parts_split(const uint8_t *data, size_t size, struct fuzz_parts *parts);

#endif
