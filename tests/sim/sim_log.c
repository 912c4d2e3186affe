#include <string.h>

#include "tests/sim/sim_internal.h"

#define MAX_LOG (4u * 1024 * 1024)

static const char *const FUNCTIONS[SIM_FUNCTION_COUNT] = {
    "StartTraceW",     "ControlTraceW",       "EnableTraceEx2",
    "QueryAllTracesW", "TraceSetInformation", "TraceQueryInformation",
};
static const char *const CONTROLS[] = {"QUERY", "STOP", "UPDATE", "FLUSH", "INCREMENT_FILE"};
static const char *const ENABLES[] = {"DISABLE", "ENABLE", "CAPTURE_STATE"};

static const char *code_name(enum sim_function function, uint32_t code)
{
    if (function == SIM_CONTROL_TRACE && code < sizeof CONTROLS / sizeof CONTROLS[0])
        return CONTROLS[code];
    if (function == SIM_ENABLE_TRACE && code < sizeof ENABLES / sizeof ENABLES[0])
        return ENABLES[code];
    return NULL;
}

void sim_add_call_name(struct text *t, enum sim_function function, uint32_t code)
{
    const char *name = code_name(function, code);
    text_add(t, FUNCTIONS[function]);
    if (name)
        text_addf(t, ":%s", name);
    else if (code)
        text_addf(t, ":%u", (unsigned)code);
}

void sim_log_call(struct sim *s, const struct sim_call *call, const struct sim_reply *reply)
{
    struct text *t = &s->call_log;
    if (t->len > MAX_LOG)
        text_clear(t);
    text_addf(t, "%llu ", (unsigned long long)(sim_now_utc(s)));
    sim_add_call_name(t, call->function, call->code);
    if (call->name)
        text_addf(t, " name=%s", call->name);
    if (call->handle)
        text_addf(t, " handle=0x%llx", (unsigned long long)call->handle);
    if (call->full_path)
        text_addf(t, " file=%s", call->full_path);
    if (call->provider) {
        text_add(t, " provider=");
        guid_add(t, call->provider);
        text_addf(t, " level=%u any=0x%llx filters=%u timeout=%u", (unsigned)call->level,
                  (unsigned long long)call->match_any, (unsigned)call->filter_count, (unsigned)call->timeout_ms);
    }
    text_addf(t, " pid=%u -> %u\n", (unsigned)call->pid, (unsigned)reply->code);
}

bool sim_parse_call_name(const char *word, struct sim_fault *f)
{
    size_t len = strcspn(word, ":/");
    const char *colon = word[len] ? word + len : NULL;
    f->code_filter = SIM_ANY_CODE;
    for (int i = 0; i < SIM_FUNCTION_COUNT; i++) {
        if (strlen(FUNCTIONS[i]) != len || memcmp(FUNCTIONS[i], word, len) != 0)
            continue;
        f->function = (enum sim_function)i;
        if (!colon)
            return true;
        for (uint32_t code = 0; code < 8; code++) {
            const char *name = code_name(f->function, code);
            if (name && strcmp(name, colon + 1) == 0) {
                f->code_filter = code;
                return true;
            }
        }
    }
    return false;
}

void sim_list_calls(const struct sim *s, struct text *out)
{
    for (int i = 0; i < SIM_FUNCTION_COUNT; i++)
        text_addf(out, "%s %u\n", FUNCTIONS[i], (unsigned)sim_call_count(s, (enum sim_function)i, SIM_ANY_CODE));
    for (uint32_t i = 0; i < s->counter_count; i++) {
        enum sim_function function = (enum sim_function)s->counters[i].function;
        if (!code_name(function, s->counters[i].code))
            continue;
        sim_add_call_name(out, function, s->counters[i].code);
        text_addf(out, " %u\n", (unsigned)s->counters[i].count);
    }
}

void sim_add_numbers(const struct sim *s, const struct sim_session *n, const char *what, const char *file,
                     struct text *out)
{
    text_addf(out, "%s\t%u\t%s\t%s\t", what, (unsigned)n->birth, text_str(&n->name), file);
    for (uint32_t cpu = 0; cpu < s->options.cpu_count; cpu++)
        text_addf(out, cpu ? " %llu" : "%llu", (unsigned long long)n->numbers[cpu]);
    text_add_char(out, '\n');
}

static const struct {
    const char *name, *what;
} RULES[] = {
#define RULE(name, what) {#name, what},
    SIM_RULES(RULE)
#undef RULE
};

bool sim_set_rule(struct sim *s, const char *name, bool on)
{
    for (int i = 0; i < SIM_RULE_count; i++)
        if (strcmp(RULES[i].name, name) == 0) {
            s->rule_off[i] = !on;
            return true;
        }
    return false;
}

void sim_list_rules(const struct sim *s, struct text *out)
{
    for (int i = 0; i < SIM_RULE_count; i++)
        text_addf(out, "%s %s %s\n", RULES[i].name, s->rule_off[i] ? "off" : "on", RULES[i].what);
}
