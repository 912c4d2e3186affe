#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_masks.h"

static const char HELP[] =
    "calls                     counts by function and control code\n"
    "log | log clear           every call in order, with its parameters and result\n"
    "sessions                  running sessions\n"
    "session <name>            one session's state, providers and filters\n"
    "fail <function>[:<control>] code=N [times=K] [after=K] [act=1]\n"
    "                          code=0: return 0 and do nothing; act=1: do it, then answer the code\n"
    "hold <function>[:<control>] [when=before|after] [times=1] [after=K]   the call waits\n"
    "rules | rule <name> on|off    the rules of Windows that are kept\n"
    "held | release            how many calls wait; let them go on\n"
    "fail clear                forget all failures and holds\n"
    "speed <factor>            simulated seconds in a real one\n"
    "advance <seconds>         move the clock forward now\n"
    "sleep <seconds>          the clock goes on, nothing happens meanwhile\n"
    "rate <factor>             how much the providers say\n"
    "behaviour <name>=<value>  strict_independent flush_overwrites flush_empties loose_names quiet\n"
    "                          numbered no_buffers (0|1)\n"
    "                          flush_result (write|nothing|garbage|header_only|half) flush_loses\n"
    "                          flush_counts_more\n"
    "                          flush_delay_ms start_delay_ms query_delay_ms capacity_kb_s\n"
    "                          memory_limit_mb max_buffers_granted\n"
    "late <provider> ms=N      its CAPTURE_STATE takes this long\n"
    "incident <name> [key=value ...]   'incident help' lists them\n"
    "free_space <bytes>|real   what the disk has left\n"
    "access_denied on|off      StartTraceW answers 5\n"
    "stop <session>            as another program would\n"
    "mode <mask> <session>     another program has changed its LogFileMode\n"
    "foreign <count>           so many sessions of other programs\n"
    "events <provider>         what it has said so far, by id\n"
    "providers                 those that speak to a recorder's usual masks\n"
    "numbers                  of numbered events: flushed, ended and running sessions\n"
    "now                       the simulated time\n"
    "power_loss                all sessions vanish, files stay as they are\n"
    "quit\n";

/* ---- words of a line ---- */

struct words {
    char text[512];
    char *word[16];
    int count;
};

static void split(const char *line, struct words *w)
{
    size_t len = strlen(line);
    if (len >= sizeof w->text)
        len = sizeof w->text - 1;
    memcpy(w->text, line, len);
    w->text[len] = '\0';
    w->count = 0;
    for (char *p = w->text; *p && w->count < 16;) {
        p += strspn(p, " \t\r\n");
        if (!*p)
            break;
        w->word[w->count++] = p;
        p += strcspn(p, " \t\r\n");
        if (*p)
            *p++ = '\0';
    }
}

/* The value behind "key=" among the words, or NULL. */
static const char *value_for(const struct words *w, const char *key)
{
    size_t len = strlen(key);
    for (int i = 1; i < w->count; i++)
        if (strncmp(w->word[i], key, len) == 0 && w->word[i][len] == '=')
            return w->word[i] + len + 1;
    return NULL;
}

static uint64_t number_for(const struct words *w, const char *key, uint64_t otherwise)
{
    const char *value = value_for(w, key);
    return value ? strtoull(value, NULL, 0) : otherwise;
}

/* What follows the first word, as one string: names hold spaces. */
static const char *rest_of(const char *line)
{
    line += strspn(line, " ");
    line += strcspn(line, " ");
    return line + strspn(line, " ");
}

/* ---- the commands; each returns NULL or why it could not ---- */

static const char *on_calls(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    sim_list_calls(s, out);
    return NULL;
}

static const char *on_log(struct sim *s, const struct words *w, const char *rest, struct text *out)
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

static const char *on_sessions(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used)
            add_session(out, &s->sessions[i]);
    return NULL;
}

static const char *on_session(struct sim *s, const struct words *w, const char *rest, struct text *out)
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

static const char *add_fault(struct sim *s, const struct words *w, struct sim_fault *f, uint64_t times)
{
    if (w->count < 2 || !sim_parse_call_name(w->word[1], f))
        return "unknown function or control code";
    f->used = true;
    f->times = number_for(w, "times", times);
    f->after = number_for(w, "after", 0);
    for (uint32_t i = 0; i < SIM_MAX_FAULTS; i++)
        if (!s->faults[i].used) {
            s->faults[i] = *f;
            return NULL;
        }
    return "too many failures";
}

static const char *on_fail(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    struct sim_fault f = {0};
    const char *code = value_for(w, "code");
    (void)rest;
    (void)out;
    if (w->count == 2 && strcmp(w->word[1], "clear") == 0) {
        memset(s->faults, 0, sizeof s->faults);
        return NULL;
    }
    if (!code)
        return "code= is missing";
    f.error = (uint32_t)strtoul(code, NULL, 0);
    f.act = number_for(w, "act", 0) != 0;
    f.nothing = f.error == 0;
    return add_fault(s, w, &f, UINT64_MAX);
}

static const char *on_hold(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    struct sim_fault f = {0};
    const char *when = value_for(w, "when");
    (void)rest;
    (void)out;
    f.hold = when && strcmp(when, "after") == 0 ? SIM_HOLD_AFTER : SIM_HOLD_BEFORE;
    return add_fault(s, w, &f, 1);
}

static const char *on_numbers(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    text_add(out, text_str(&s->number_log));
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used && !s->sessions[i].foreign)
            sim_add_numbers(s, &s->sessions[i], "running", text_str(&s->sessions[i].path), out);
    return NULL;
}

static const char *on_rules(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    sim_list_rules(s, out);
    return NULL;
}

static const char *on_rule(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    if (w->count < 3 || !sim_set_rule(s, w->word[1], strcmp(w->word[2], "on") == 0))
        return "rule wants one of the names that rules lists, and on or off";
    sim_providers_route(s);
    return NULL;
}

static const char *on_held(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    text_addf(out, "%u\n", (unsigned)s->held);
    return NULL;
}

static const char *on_release(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    (void)out;
    s->releases++;
    return NULL;
}

static const char *on_speed(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    double speed = w->count > 1 ? strtod(w->word[1], NULL) : 0;
    if (speed < 0 || w->count < 2)
        return "speed wants a number";
    sim_clock_set_speed(&s->clock, speed);
    return NULL;
}

static const char *on_advance(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    if (w->count < 2)
        return "advance wants seconds";
    sim_advance_by(s, strtod(w->word[1], NULL));
    return NULL;
}

static const char *on_sleep(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    if (w->count < 2)
        return "sleep wants seconds";
    sim_sleep(s, strtod(w->word[1], NULL));
    return NULL;
}

static const char *on_rate(struct sim *s, const struct words *w, const char *rest, struct text *out)
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

static const char *on_behaviour(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    struct sim_behaviour *b = &s->behaviour;
    struct {
        const char *name;
        bool *flag;
        uint32_t *number;
    } const all[] = {
        {"strict_independent", &b->strict_independent, NULL},
        {"flush_overwrites", &b->flush_overwrites, NULL},
        {"flush_empties", &b->flush_empties, NULL},
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

static uint32_t provider_named(const struct sim *s, const char *name)
{
    for (uint32_t i = 0; i < s->provider_count; i++) {
        const char *full = s->providers[i].name;
        if (sim_name_equal(full, name) || (strlen(full) > 18 && sim_name_equal(full + 18, name)))
            return i;
    }
    return SIM_MAX_PROVIDERS;
}

static const char *on_late(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    uint32_t provider = w->count > 1 ? provider_named(s, w->word[1]) : SIM_MAX_PROVIDERS;
    if (provider == SIM_MAX_PROVIDERS)
        return "no provider of that name";
    s->providers[provider].late_ms = (uint32_t)number_for(w, "ms", 0);
    return NULL;
}

static const char *on_incident(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    if (w->count < 2)
        return "incident wants a name; 'incident help' lists them";
    return sim_incident_start(s, w->word[1], rest_of(rest), out) ? NULL : "no incident of that name";
}

static const char *on_free_space(struct sim *s, const struct words *w, const char *rest, struct text *out)
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

static const char *on_access_denied(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    s->behaviour.access_denied = w->count > 1 && strcmp(w->word[1], "on") == 0;
    return NULL;
}

static const char *on_stop(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)out;
    struct sim_session *n = sim_session_by_name(s, rest);
    if (!n)
        return "no session of that name";
    sim_session_stop(s, n);
    return NULL;
}

static const char *on_mode(struct sim *s, const struct words *w, const char *rest, struct text *out)
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

static const char *on_foreign(struct sim *s, const struct words *w, const char *rest, struct text *out)
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

static const char *on_events(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    uint32_t provider = provider_named(s, rest);
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

/* Those that a recorder's masks let in; the others are there to be kept out. */
static const char *on_providers(struct sim *s, const struct words *w, const char *rest, struct text *out)
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

static const char *on_now(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    text_addf(out, "raw=%lld utc=%lld\n", (long long)sim_now_raw(s), (long long)sim_now_utc(s));
    return NULL;
}

static const char *on_power_loss(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)w;
    (void)rest;
    (void)out;
    sim_sessions_power_loss(s);
    return NULL;
}

static const char *on_help(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)s;
    (void)w;
    (void)rest;
    text_add(out, HELP);
    return NULL;
}

static const char *on_quit(struct sim *s, const struct words *w, const char *rest, struct text *out)
{
    (void)s;
    (void)w;
    (void)rest;
    (void)out;
    return NULL;
}

bool sim_control_line(struct sim *s, const char *line, struct text *answer)
{
    static const struct {
        const char *name;
        const char *(*run)(struct sim *, const struct words *, const char *, struct text *);
    } commands[] = {
        {"calls", on_calls},           {"log", on_log},         {"sessions", on_sessions},
        {"session", on_session},       {"fail", on_fail},       {"speed", on_speed},
        {"advance", on_advance},       {"rate", on_rate},       {"behaviour", on_behaviour},
        {"late", on_late},             {"incident", on_incident}, {"free_space", on_free_space},
        {"access_denied", on_access_denied}, {"stop", on_stop}, {"foreign", on_foreign},
        {"events", on_events},         {"now", on_now},         {"power_loss", on_power_loss},
        {"help", on_help},             {"quit", on_quit},      {"ping", on_quit},
        {"providers", on_providers},   {"hold", on_hold},       {"held", on_held},
        {"release", on_release},       {"rules", on_rules},     {"rule", on_rule},
        {"numbers", on_numbers},       {"mode", on_mode},
        {"sleep", on_sleep},
    };
    struct words w;
    const char *why = "unknown line; try help";
    sim_advance(s);
    split(line, &w);
    for (size_t i = 0; w.count && i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, w.word[0]) == 0)
            why = commands[i].run(s, &w, rest_of(line), answer);
    if (why)
        text_addf(answer, "error %s\n", why);
    else
        text_add(answer, "ok\n");
    return why || strcmp(w.word[0], "quit") != 0;
}
