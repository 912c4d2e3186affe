/* Can every statement of a verdict be found in the files by provider, id and
 * time, as a reader of the report would look for it? */
#ifndef HB_TESTS_SCENARIOS_TRUTH_TRACEABLE_H
#define HB_TESTS_SCENARIOS_TRUTH_TRACEABLE_H

#include "base/text.h"
#include "verdict/verdict.h"

/* False with a line for each suspect without a proof and each proof without its
 * event. Silence and holes are proved by there being no event. */
bool traceable(const struct verdict *v, const char *snapshot, const char *keyevents, struct text *why);

#endif
