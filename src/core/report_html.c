#include "core/tell.h"

void verdict_html(const struct verdict *v, enum language language, struct text *out)
{
    verdict_sentence(v, language, out);
}
