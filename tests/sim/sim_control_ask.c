#include "tests/sim/sim_control.h"

#include <string.h>

#include "tests/sim/sim_masks.h"

uint32_t sim_control_provider(const struct sim *s, const char *name)
{
    for (uint32_t i = 0; i < s->provider_count; i++) {
        const char *full = s->providers[i].name;
        if (sim_name_equal(full, name) || (strlen(full) > 18 && sim_name_equal(full + 18, name)))
            return i;
    }
    return SIM_MAX_PROVIDERS;
}

static const char *on_calls(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    sim_list_calls(s, out);
    return NULL;
}

static const char *on_log(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)rest;
    if (w->count > 1)
        text_clear(&s->call_log);
    else
        text_add(out, text_str(&s->call_log));
    return NULL;
}

static void add_session(struct text *out, const struct sim_session *n)
{
    text_addf(out, "%s\tmode=0x%x buffer_kb=%u buffers=%u in_use=%u written=%u lost=%u foreign=%d file=%s\n",
              text_str(&n->name), (unsigned)n->mode, (unsigned)(n->buffer_bytes / 1024), (unsigned)n->chunk_limit,
              (unsigned)n->chunk_count, (unsigned)n->buffers_written, (unsigned)n->events_lost, n->foreign ? 1 : 0,
              text_str(&n->path));
}

static const char *on_sessions(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used)
            add_session(out, &s->sessions[i]);
    return NULL;
}

static const char *on_session(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    const struct sim_session *n = sim_session_by_name(s, rest);
    if (!n)
        return "no session of that name";
    add_session(out, n);
    for (uint32_t i = 0; i < s->provider_count; i++) {
        const struct sim_enable *e = &n->enables[i];
        if (!e->on)
            continue;
        guid_add(out, &s->providers[i].guid);
        text_addf(out, " %s level=%u any=0x%llx all=0x%llx property=0x%x", s->providers[i].name, (unsigned)e->level,
                  (unsigned long long)e->any, (unsigned long long)e->all, (unsigned)e->property);
        for (uint32_t k = 0; e->filter_ids && k < e->id_count; k++)
            text_addf(out, "%s%u", k ? "," : e->ids_in ? " in=" : " out=", (unsigned)e->ids[k]);
        text_add_char(out, '\n');
    }
    return NULL;
}

static const char *on_numbers(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    text_add(out, text_str(&s->number_log));
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used && !s->sessions[i].foreign)
            sim_add_numbers(s, &s->sessions[i], "running", text_str(&s->sessions[i].path), out);
    return NULL;
}

static const char *on_rules(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    sim_list_rules(s, out);
    return NULL;
}

static const char *on_held(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    text_addf(out, "%u\n", (unsigned)s->held);
    return NULL;
}

static const char *on_events(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    uint32_t provider = sim_control_provider(s, rest);
    if (provider == SIM_MAX_PROVIDERS)
        return "no provider of that name";
    for (uint32_t i = 0; i < s->providers[provider].def_count; i++) {
        const struct sim_def *d = &s->defs[s->providers[provider].first_def + i];
        if (d->emitted)
            text_addf(out, "%u v%u %s %llu\n", (unsigned)d->id, (unsigned)d->version, d->name,
                      (unsigned long long)d->emitted);
    }
    return NULL;
}

static const char *on_truth(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    const struct sim_truth *t = sim_truth_last(s, rest);
    if (!t)
        return "no file of that session was written";
    text_addf(out, "complete_from=%lld until=%lld wrapped=%d file=%s\n", (long long)t->complete_from,
              (long long)t->until, t->wrapped ? 1 : 0, t->path);
    for (uint32_t i = 0; i < t->hole_count; i++)
        text_addf(out, "hole begin=%lld end=%lld cpus=0x%llx count=%u\n", (long long)t->holes[i].begin,
                  (long long)t->holes[i].end, (unsigned long long)t->holes[i].cpus, (unsigned)t->holes[i].count);
    return NULL;
}

/* Those that a recorder's masks let in; the others are there to be kept out. */
static const char *on_providers(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    for (uint32_t i = 0; i < s->provider_count; i++) {
        if (!sim_is_usual(i))
            continue;
        guid_add(out, &s->providers[i].guid);
        text_addf(out, " %s\n", s->providers[i].name);
    }
    return NULL;
}

static const char *on_now(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    text_addf(out, "raw=%lld utc=%lld\n", (long long)sim_now_raw(s), (long long)sim_now_utc(s));
    return NULL;
}

sim_line_fn *sim_control_ask(const char *name)
{
    static const struct {
        const char *name;
        sim_line_fn *run;
    } lines[] = {
        {"calls", on_calls}, {"log", on_log}, {"sessions", on_sessions},
        {"session", on_session}, {"events", on_events}, {"now", on_now}, {"truth", on_truth},
        {"providers", on_providers}, {"held", on_held}, {"rules", on_rules},
        {"numbers", on_numbers},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(lines[i].name, name) == 0)
            return lines[i].run;
    return NULL;
}
