/* What tracerpt's summary says: how many events of each provider it found.
 *
 *   tracerpt FILE -summary summary.txt -o dump.csv -of CSV -y
 *
 * The summary is a table of rows
 *   |      1700    Name   Task   Opcode   Version   {GUID}   |
 * framed by lines of - and +; its words are in the system's language, its
 * numbers and GUIDs are not, so only those are read. Newer builds write UTF-16.
 * Form taken from published samples; never seen on a Windows of ours. */
#ifndef HB_TESTS_SUPPORT_TRACERPT_SUMMARY_H
#define HB_TESTS_SUPPORT_TRACERPT_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/guid.h"

#define TRACERPT_MOST 512u

struct tracerpt_row {
    struct guid guid;
    uint64_t count; /* of all its rows */
};

struct tracerpt_summary {
    struct tracerpt_row rows[TRACERPT_MOST];
    size_t row_count;
    uint64_t events; /* of all rows, those beyond TRACERPT_MOST providers too */
};

/* False where there is no row at all; *summary is filled all the same. */
bool tracerpt_read(struct tracerpt_summary *summary, const void *bytes, size_t len);
/* 0 for a provider that has no row. */
uint64_t tracerpt_count(const struct tracerpt_summary *summary, const struct guid *guid);

#endif
