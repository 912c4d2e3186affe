#include "gather/trace.h"

#include <stdlib.h>
#include <string.h>

struct outcome trace_init(struct trace *t)
{
    memset(t, 0, sizeof *t);
    bool named = names_init(&t->names), good = machine_init(&t->machine);
    return outcome_of(named && good ? WHY_ok : WHY_out_of_memory, 0);
}

const struct fact *trace_hole_at(const struct trace *t, int64_t from, int64_t to)
{
    return facts_first(&t->facts, FACT_hole, from, to);
}

void trace_done(struct trace *t)
{
    for (unsigned i = 0; i < 2; i++) {
        etl_close(t->files[i].reader);
        text_done(&t->file_names[i]);
    }
    for (unsigned i = 0; i < t->stream_count; i++)
        free(t->streams[i].times ? t->streams[i].times - t->streams[i].early : NULL);
    free(t->refusals);
    facts_done(&t->facts);
    facts_done(&t->early);
    disk_records_done(&t->disk);
    silence_done(&t->silence);
    machine_done(&t->machine);
    names_done(&t->names);
}
