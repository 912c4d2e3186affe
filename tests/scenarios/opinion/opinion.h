/* The parts of `opinion`; each returns its exit code. */
#ifndef HB_TESTS_SCENARIOS_OPINION_OPINION_H
#define HB_TESTS_SCENARIOS_OPINION_OPINION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A file of every kernel record and TCPIP event in tests/support/payload_rows.h, of 64-bit and
 * of 32-bit programs. `odd`: with one whose opcode no kernel has. */
int opinion_rows(uint64_t seed, bool odd, const char *out);
/* A file of every kernel record that is known from its sources, and what stands in it. */
int opinion_layouts(uint64_t seed, const char *table, const char *out);
/* An unpacked file with each payload of such records turned by four bytes,
 * so that a field stands where another was. */
int opinion_shift(const char *file, const char *class_guid, unsigned id, const char *out);
/* What the decoders of src/events and src/etl make of a file's kernel records and TCPIP events. */
int opinion_read(const char *file, FILE *out);

#endif
