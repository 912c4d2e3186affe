/* What a filter left of a scenario's evidence: two recordings of the same
 * happening, one of everything and one of what the product keeps. */
#ifndef HB_EXPORT_EVIDENCE_H
#define HB_EXPORT_EVIDENCE_H

#include "export/scenario_info.h"
#include "strings/strings.h"
#include "verdict/verdict.h"

enum survival {
    SURVIVAL_whole,  /* every kind of evidence of the full trace is in the other */
    SURVIVAL_part,
    SURVIVAL_gone,
    SURVIVAL_absent  /* the full trace has none either */
};

/* Counts the evidence of a scenario in both, from `from` to `to` (FILETIMEs; 0
 * and 0: all of the trace), and adds a line for each kind that either has. */
enum survival evidence_compare(const struct verdict *full, const struct verdict *filtered, enum scenario_kind scenario,
                               int64_t from, int64_t to, enum language language, struct text *out);

#endif
