#include "tests/scenarios/truth/traceable.h"

#include <string.h>

#include "report/phrases.h"

#define ONE_MICROSECOND 10
#define PROOFS_MOST (MAX_SUSPECTS * MAX_PROOFS)

struct search {
    const struct fact *facts[PROOFS_MOST];
    bool found[PROOFS_MOST];
    unsigned count;
};

static bool same_time(int64_t a, int64_t b)
{
    return a - b <= ONE_MICROSECOND && b - a <= ONE_MICROSECOND;
}

/* Sums are proved by all events between their ends. */
static bool is_sum(const struct fact *f)
{
    return f->kind == FACT_cpu_use || f->kind == FACT_waited || f->kind == FACT_gpu_idle;
}

static void look_at(struct search *s, const struct etl_event *e, int64_t time)
{
    enum trace_source source = trace_source_of(&e->provider);
    for (unsigned i = 0; i < s->count; i++) {
        const struct fact *f = s->facts[i];
        if (s->found[i] || f->source != source || f->id != e->id)
            continue;
        s->found[i] = same_time(time, f->from) || same_time(time, f->to) || (is_sum(f) && time >= f->from && time <= f->to);
    }
}

static void walk(struct search *s, const char *path)
{
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    if (!outcome_failed(etl_open(path, &r))) {
        while (etl_next_stored(r, &e))
            look_at(s, &e, etl_event_filetime(r, &e));
    }
    etl_close(r);
}

bool traceable(const struct verdict *v, const char *snapshot, const char *keyevents, struct text *why)
{
    struct search s;
    memset(&s, 0, sizeof s);
    for (uint32_t i = 0; i < v->suspects.count; i++) {
        const struct suspect *c = &v->suspects.list[i];
        if (!c->proof_count)
            text_addf(why, "%s has no proof\n", suspect_name(c->kind));
        for (uint32_t k = 0; k < c->proof_count; k++) {
            if (c->proofs[k].source != TRACE_other)
                s.facts[s.count++] = &c->proofs[k];
            else if (c->proofs[k].kind != FACT_silence && c->proofs[k].kind != FACT_hole)
                text_addf(why, "%s: a proof names no event\n", suspect_name(c->kind));
        }
    }
    walk(&s, snapshot);
    walk(&s, keyevents);
    for (unsigned i = 0; i < s.count; i++) {
        struct text t = TEXT_EMPTY;
        phrases_fact(&t, LANGUAGE_ENGLISH, v, s.facts[i]);
        text_add(&t, " ");
        phrases_origin(&t, s.facts[i]);
        if (!s.found[i])
            text_addf(why, "not in the files: %s\n", text_str(&t));
        text_done(&t);
    }
    return !why->len;
}
