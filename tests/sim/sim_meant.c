#include <stdarg.h>

#include "tests/sim/sim_internal.h"

void sim_meant_to(struct sim *s, FILE *table)
{
    s->meant = table;
}

void sim_meant(const struct sim *s, int64_t time, uint32_t cpu, const char *kind, const char *fields, ...)
{
    va_list values;
    if (!s->meant)
        return;
    fprintf(s->meant, "%s\t%lld\t%u\t", kind, (long long)time, (unsigned)cpu);
    va_start(values, fields);
    vfprintf(s->meant, fields, values);
    va_end(values);
    fputc('\n', s->meant);
}
