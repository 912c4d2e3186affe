#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_internal.h"

#define PROPERTY_IGNORE_KEYWORD_0 0x10u

struct fact {
    bool is_provider;
    struct guid guid;
    uint16_t id;
    uint8_t version, level, opcode, builds;
    uint64_t keyword;
    const char *name, *layout;
};

static const struct fact FACTS[] = {
#define SIM_PROVIDER(symbol, name, a, b, c, d0, d1, d2, d3, d4, d5, d6, d7) \
    {true, {a, b, c, {d0, d1, d2, d3, d4, d5, d6, d7}}, 0, 0, 0, 0, 0, 0, name, ""},
#define SIM_EVENT(id, version, level, opcode, keyword, builds, name, layout) \
    {false, {0, 0, 0, {0}}, id, version, level, opcode, builds, UINT64_C(keyword), name, layout},
#include "tests/sim/facts.h"
#undef SIM_PROVIDER
#undef SIM_EVENT
};
#define FACT_COUNT (sizeof FACTS / sizeof FACTS[0])

static uint8_t build_bit(uint32_t os_build)
{
    return os_build < 22000 ? 1 : os_build < 26100 ? 2 : 4;
}

static uint32_t fields_of(const char *layout, struct sim_field *fields)
{
    uint32_t count = 0;
    for (const char *p = layout; *p;) {
        size_t len = strcspn(p, " ");
        if (fields) {
            fields[count].type = p[0];
            fields[count].name = p + 1;
            fields[count].name_len = (uint8_t)(len - 1);
        }
        count++;
        p += len;
        p += *p == ' ';
    }
    return count;
}

bool sim_providers_init(struct sim *s)
{
    uint8_t bit = build_bit(s->options.os_build);
    uint32_t field_count = 0, used = 0;
    for (size_t i = 0; i < FACT_COUNT; i++)
        field_count += fields_of(FACTS[i].layout, NULL);
    s->defs = calloc(FACT_COUNT, sizeof *s->defs);
    s->fields = calloc(field_count, sizeof *s->fields);
    if (!s->defs || !s->fields)
        return false;
    for (size_t i = 0; i < FACT_COUNT; i++) {
        const struct fact *f = &FACTS[i];
        if (f->is_provider) {
            struct sim_provider *p = &s->providers[s->provider_count++];
            p->guid = f->guid;
            p->name = f->name;
            p->first_def = s->def_count;
            continue;
        }
        if (!(f->builds & bit))
            continue;
        struct sim_def *d = &s->defs[s->def_count++];
        d->id = f->id;
        d->version = f->version;
        d->level = f->level;
        d->opcode = f->opcode;
        d->provider = (uint8_t)(s->provider_count - 1);
        d->keyword = f->keyword;
        d->name = f->name;
        d->fields = s->fields + used;
        d->field_count = fields_of(f->layout, d->fields);
        used += d->field_count;
        s->providers[d->provider].def_count++;
    }
    return true;
}

void sim_providers_done(struct sim *s)
{
    free(s->defs);
    free(s->fields);
}

uint32_t sim_providers_find(struct sim *s, const struct guid *guid)
{
    for (uint32_t i = 0; i < s->provider_count; i++)
        if (guid_equal(&s->providers[i].guid, guid))
            return i;
    if (s->provider_count == SIM_MAX_PROVIDERS)
        return SIM_MAX_PROVIDERS;
    struct sim_provider *p = &s->providers[s->provider_count];
    p->guid = *guid;
    p->name = "";
    return s->provider_count++;
}

struct sim_def *sim_providers_def(struct sim *s, enum sim_provider_id provider, uint16_t id)
{
    const struct sim_provider *p = &s->providers[provider];
    for (uint32_t i = 0; i < p->def_count; i++)
        if (s->defs[p->first_def + i].id == id)
            return &s->defs[p->first_def + i];
    return NULL;
}

/* The provider's own test, then ETW's id filter. */
bool sim_enable_passes(const struct sim *s, const struct sim_enable *e, const struct sim_def *d)
{
    if (!e->on || (e->level && d->level > e->level && sim_rule(s, SIM_RULE_levels)))
        return false;
    if (d->level == 0 && !sim_rule(s, SIM_RULE_level_0_passes))
        return false;
    if (d->keyword == 0) {
        if (((e->property & PROPERTY_IGNORE_KEYWORD_0) && sim_rule(s, SIM_RULE_ignore_keyword_0)) ||
            !sim_rule(s, SIM_RULE_keyword_0_passes))
            return false;
    } else {
        if (!(d->keyword & (e->any ? e->any : UINT64_MAX)) && sim_rule(s, SIM_RULE_mask_any))
            return false;
        if ((d->keyword & e->all) != e->all && sim_rule(s, SIM_RULE_mask_all))
            return false;
    }
    if (!e->filter_ids || !sim_rule(s, SIM_RULE_ids))
        return true;
    bool listed = false;
    for (uint32_t i = 0; i < e->id_count; i++)
        listed = listed || e->ids[i] == d->id;
    return listed == e->ids_in;
}

void sim_providers_route(struct sim *s)
{
    for (uint32_t i = 0; i < s->def_count; i++) {
        struct sim_def *d = &s->defs[i];
        d->sessions = 0;
        for (uint32_t n = 0; n < SIM_MAX_SESSIONS; n++)
            if (s->sessions[n].used && sim_enable_passes(s, &s->sessions[n].enables[d->provider], d))
                d->sessions |= UINT64_C(1) << n;
    }
}
