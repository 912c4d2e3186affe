#include "base/outcome.h"

const char *outcome_name(enum why why)
{
    static const char *const names[] = {
#define WHY(name) #name,
        WHY_LIST(WHY)
#undef WHY
    };
    return (unsigned)why < WHY_count ? names[why] : "unknown";
}
