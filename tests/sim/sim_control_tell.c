#include "tests/sim/sim_control.h"

#include <stdlib.h>
#include <string.h>

static const char *add_fault(struct sim *s, const struct sim_words *w, struct sim_fault *f, uint64_t times)
{
    if (w->count < 2 || !sim_parse_call_name(w->word[1], f))
        return "unknown function or control code";
    f->used = true;
    f->times = sim_words_number(w, "times", times);
    f->after = sim_words_number(w, "after", 0);
    for (uint32_t i = 0; i < SIM_MAX_FAULTS; i++)
        if (!s->faults[i].used) {
            s->faults[i] = *f;
            return NULL;
        }
    return "too many failures";
}

static const char *on_fail(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    struct sim_fault f = {0};
    const char *code = sim_words_value(w, "code");
    (void)rest;
    (void)out;
    if (w->count == 2 && strcmp(w->word[1], "clear") == 0) {
        memset(s->faults, 0, sizeof s->faults);
        return NULL;
    }
    if (!code)
        return "code= is missing";
    f.error = (uint32_t)strtoul(code, NULL, 0);
    f.act = sim_words_number(w, "act", 0) != 0;
    f.nothing = f.error == 0;
    return add_fault(s, w, &f, UINT64_MAX);
}

static const char *on_hold(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    struct sim_fault f = {0};
    const char *when = sim_words_value(w, "when");
    (void)rest;
    (void)out;
    f.hold = when && strcmp(when, "after") == 0 ? SIM_HOLD_AFTER : SIM_HOLD_BEFORE;
    return add_fault(s, w, &f, 1);
}

static const char *on_rule(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    if (w->count < 3 || !sim_set_rule(s, w->word[1], strcmp(w->word[2], "on") == 0))
        return "rule wants one of the names that rules lists, and on or off";
    sim_providers_route(s);
    return NULL;
}

static const char *on_release(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    (void)out;
    s->releases++;
    return NULL;
}

static const char *on_speed(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    double speed = w->count > 1 ? strtod(w->word[1], NULL) : 0;
    if (speed < 0 || w->count < 2)
        return "speed wants a number";
    sim_clock_set_speed(&s->clock, speed);
    return NULL;
}

static const char *on_advance(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    if (w->count < 2)
        return "advance wants seconds";
    sim_advance_by(s, strtod(w->word[1], NULL));
    return NULL;
}

static const char *on_sleep(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    if (w->count < 2)
        return "sleep wants seconds";
    sim_sleep(s, strtod(w->word[1], NULL));
    return NULL;
}

static const char *on_rate(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    double rate = w->count > 1 ? strtod(w->word[1], NULL) : 0;
    if (rate <= 0)
        return "rate wants a number above 0";
    s->rate = rate;
    return NULL;
}

static bool set_flush_result(struct sim_behaviour *b, const char *value)
{
    static const char *const names[] = {"write", "nothing", "garbage", "header_only", "half"};
    for (int i = 0; i < 5; i++)
        if (strcmp(names[i], value) == 0) {
            b->flush_result = (enum sim_flush_result)i;
            return true;
        }
    return false;
}

static const char *on_habits(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    if (w->count == 2 && strcmp(w->word[1], "help") == 0) {
        sim_habits_list(out);
    } else if (w->count < 2) {
        sim_habits_add(&s->habits, out);
        text_add_char(out, '\n');
    } else if (!sim_habits_read(&s->habits, rest)) {
        return "habits wants usual, seed=N or name=value; 'habits help' lists them";
    }
    return NULL;
}

static const char *on_behaviour(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    struct sim_behaviour *b = &s->behaviour;
    struct {
        const char *name;
        bool *flag;
        uint32_t *number;
    } const all[] = {
        {"strict_independent", &b->strict_independent, NULL},
        {"loose_names", &b->loose_names, NULL},
        {"quiet", &b->quiet, NULL},
        {"numbered", &b->numbered, NULL},
        {"no_buffers", &b->no_buffers, NULL},
        {"flush_delay_ms", NULL, &b->flush_delay_ms},
        {"start_delay_ms", NULL, &b->start_delay_ms},
        {"query_delay_ms", NULL, &b->query_delay_ms},
        {"flush_loses", NULL, &b->flush_loses},
        {"flush_counts_more", NULL, &b->flush_counts_more},
        {"capacity_kb_s", NULL, &b->capacity_kb_s},
        {"memory_limit_mb", NULL, &b->memory_limit_mb},
        {"max_buffers_granted", NULL, &b->max_buffers_granted},
    };
    (void)rest;
    (void)out;
    const char *value = w->count > 1 ? strchr(w->word[1], '=') : NULL;
    if (!value)
        return "behaviour wants name=value";
    size_t len = (size_t)(value++ - w->word[1]);
    if (len == 12 && memcmp(w->word[1], "flush_result", 12) == 0)
        return set_flush_result(b, value) ? NULL : "flush_result: write, nothing, garbage, header_only or half";
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strlen(all[i].name) != len || memcmp(all[i].name, w->word[1], len) != 0)
            continue;
        if (all[i].flag)
            *all[i].flag = strtoul(value, NULL, 0) != 0;
        else
            *all[i].number = (uint32_t)strtoul(value, NULL, 0);
        return NULL;
    }
    return "no behaviour of that name";
}

static const char *on_late(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    uint32_t provider = w->count > 1 ? sim_control_provider(s, w->word[1]) : SIM_MAX_PROVIDERS;
    if (provider == SIM_MAX_PROVIDERS)
        return "no provider of that name";
    s->providers[provider].late_ms = (uint32_t)sim_words_number(w, "ms", 0);
    return NULL;
}

static const char *on_incident(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    if (w->count < 2)
        return "incident wants a name; 'incident help' lists them";
    return sim_incident_start(s, w->word[1], sim_words_rest(rest), out) ? NULL : "no incident of that name";
}

static const char *on_free_space(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)rest;
    if (w->count < 2) {
        text_addf(out, "%llu\n", (unsigned long long)sim_file_free_space(s, ""));
        return NULL;
    }
    s->behaviour.free_space_set = strcmp(w->word[1], "real") != 0;
    s->behaviour.free_space = strtoull(w->word[1], NULL, 0);
    return NULL;
}

static const char *on_access_denied(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    s->behaviour.access_denied = w->count > 1 && strcmp(w->word[1], "on") == 0;
    return NULL;
}

static const char *on_stop(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)out;
    struct sim_session *n = sim_session_by_name(s, rest);
    if (!n)
        return "no session of that name";
    sim_session_stop(s, n);
    return NULL;
}

static const char *on_mode(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)out;
    while (*rest && *rest != ' ')
        rest++;
    struct sim_session *n = sim_session_by_name(s, rest + strspn(rest, " "));
    if (!n || w->count < 3)
        return "mode wants a mask and a session";
    n->mode = (uint32_t)strtoul(w->word[1], NULL, 0);
    return NULL;
}

static const char *on_foreign(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    uint32_t wanted = w->count > 1 ? (uint32_t)strtoul(w->word[1], NULL, 0) : 0, have = 0;
    (void)rest;
    (void)out;
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++) {
        struct sim_session *n = &s->sessions[i];
        if (n->used && n->foreign && ++have > wanted)
            sim_session_drop(s, n);
    }
    for (; have < wanted; have++) {
        struct text name = TEXT_EMPTY;
        text_addf(&name, "Another session %u", (unsigned)have);
        struct sim_session *n = sim_session_take(s, text_str(&name));
        text_done(&name);
        if (!n)
            return "no room for so many sessions";
        n->foreign = true;
        n->mode = MODE_BUFFERING;
        n->clock = 1;
        n->buffer_bytes = 64 * 1024;
    }
    return NULL;
}

static const char *on_power_loss(struct sim *s, const struct sim_words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    (void)out;
    sim_sessions_power_loss(s);
    return NULL;
}

sim_line_fn *sim_control_tell(const char *name)
{
    static const struct {
        const char *name;
        sim_line_fn *run;
    } lines[] = {
        {"fail", on_fail}, {"speed", on_speed}, {"advance", on_advance},
        {"rate", on_rate}, {"behaviour", on_behaviour}, {"habits", on_habits}, {"late", on_late},
        {"incident", on_incident}, {"free_space", on_free_space}, {"access_denied", on_access_denied},
        {"stop", on_stop}, {"foreign", on_foreign}, {"power_loss", on_power_loss},
        {"hold", on_hold}, {"release", on_release}, {"rule", on_rule},
        {"mode", on_mode}, {"sleep", on_sleep},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(lines[i].name, name) == 0)
            return lines[i].run;
    return NULL;
}
