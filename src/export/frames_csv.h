/* Frames as tables of PresentMon, by its own names of columns: the room's front
 * door.
 *
 *   struct text out = TEXT_EMPTY;
 *   frames_csv_head(&out, FRAMES_COLUMNS_2);
 *   struct outcome o = frames_csv_add(&trace, FRAMES_COLUMNS_2, &out);   for each trace
 *
 * A row is a present that was shown: none of those that were refused or covered,
 * and no test. Rows come as the calls came back, each chain's by time. What a
 * trace cannot tell is NA. Times between are milliseconds with six places, QPC
 * the trace's own ticks. DxgKrnl's word counts for programs of which nothing else
 * is seen. Columns: PresentMon's own tables (MIT licence), versions 1.x and 2.x. */
#ifndef HB_EXPORT_FRAMES_CSV_H
#define HB_EXPORT_FRAMES_CSV_H

#include "base/text.h"
#include "gather/trace.h"

enum frames_columns { FRAMES_COLUMNS_1, FRAMES_COLUMNS_2 };

/* How every table begins, of both kinds. */
#define FRAMES_CSV_HEAD "Application,ProcessID,SwapChainAddress,"

/* Adds the line with the columns' names. */
void frames_csv_head(struct text *out, enum frames_columns columns);
/* Adds the rows of a trace that was gathered, and walks its first file once more.
 * Fails with what the reader says, or WHY_out_of_memory. */
struct outcome frames_csv_add(const struct trace *trace, enum frames_columns columns, struct text *out);

#endif
