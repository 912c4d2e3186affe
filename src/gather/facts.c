#include "gather/facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"

#define HEAVY 1000000000000ULL /* per step of a kind's weight */

static const struct {
    const char *name;
    enum lane lane;
    uint8_t weight;
} kinds[] = {
#define FACT(name, lane, weight) {#name, LANE_##lane, weight},
#include "gather/fact_kinds.h"
#undef FACT
};

enum lane fact_lane(enum fact_kind kind)
{
    return kinds[kind].lane;
}

const char *fact_name(enum fact_kind kind)
{
    return kinds[kind].name;
}

void facts_done(struct facts *facts)
{
    for (unsigned i = 0; i < LANE_count; i++)
        free(facts->lanes[i].items);
}

static uint64_t weight_of(const struct fact *f)
{
    unsigned weight = kinds[f->kind].weight;
    return weight ? weight * HEAVY : i64_ahead(f->to, f->from);
}

static int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

int facts_compare(const struct fact *f, const struct fact *g)
{
    if (f->from != g->from)
        return f->from < g->from ? -1 : 1;
    if (f->to != g->to)
        return f->to < g->to ? -1 : 1;
    const uint64_t pairs[][2] = {{f->kind, g->kind},   {f->source, g->source}, {f->id, g->id},     {f->name, g->name},
                                 {f->pid, g->pid},     {f->value, g->value},   {f->more, g->more}, {f->version, g->version},
                                 {f->file, g->file}};
    int way = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0] && !way; i++)
        way = order(pairs[i][0], pairs[i][1]);
    return way;
}

static int heavier_first(const void *a, const void *b)
{
    uint64_t x = weight_of(a), y = weight_of(b);
    return x != y ? order(y, x) : facts_compare(a, b);
}

static int earlier_first(const void *a, const void *b)
{
    return facts_compare(a, b);
}

static void thin_out(struct fact_list *list)
{
    qsort(list->items, list->count, sizeof *list->items, heavier_first);
    list->count = LANE_FACTS;
    list->floor = weight_of(&list->items[LANE_FACTS - 1]);
}

static bool make_room(struct facts *facts, struct fact_list *list)
{
    if (list->count == LANE_FACTS * 2)
        thin_out(list);
    if (list->count < list->room)
        return true;
    uint32_t room = list->room ? list->room * 2 : 64;
    struct fact *items = realloc(list->items, room * sizeof *items);
    if (!items) {
        facts->short_of_memory = true;
        return false;
    }
    list->items = items;
    list->room = room;
    return true;
}

struct fact *facts_add(struct facts *facts, enum fact_kind kind, int64_t from, int64_t to, const struct etl_event *e,
                       enum trace_source source)
{
    struct fact_list *list = &facts->lanes[kinds[kind].lane];
    struct fact f = {0};
    f.kind = (uint8_t)kind;
    f.from = from;
    f.to = to;
    list->seen++;
    if (weight_of(&f) < list->floor || !make_room(facts, list))
        return NULL;
    f.source = (uint8_t)source;
    if (e) {
        f.id = e->id;
        f.version = (uint8_t)e->version;
    }
    list->items[list->count] = f;
    return &list->items[list->count++];
}

void facts_sort(struct facts *facts)
{
    for (unsigned i = 0; i < LANE_count; i++) {
        struct fact_list *list = &facts->lanes[i];
        if (list->count > LANE_FACTS)
            thin_out(list);
        if (list->count)
            qsort(list->items, list->count, sizeof *list->items, earlier_first);
    }
}

void facts_join(struct facts *facts, struct facts *more)
{
    facts_sort(more);
    for (unsigned i = 0; i < LANE_count; i++) {
        struct fact_list *list = &facts->lanes[i], *other = &more->lanes[i];
        list->seen += other->seen;
        for (uint32_t k = 0; k < other->count && make_room(facts, list); k++)
            list->items[list->count++] = other->items[k];
    }
    facts->short_of_memory = facts->short_of_memory || more->short_of_memory;
    facts_done(more);
    memset(more, 0, sizeof *more);
    facts_sort(facts);
}

uint32_t facts_in(const struct facts *facts, enum fact_kind kind, int64_t from, int64_t to)
{
    const struct fact_list *list = &facts->lanes[fact_lane(kind)];
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        count += list->items[i].kind == kind && list->items[i].to >= from && list->items[i].from <= to;
    return count;
}

const struct fact *facts_first(const struct facts *facts, enum fact_kind kind, int64_t from, int64_t to)
{
    const struct fact_list *list = &facts->lanes[fact_lane(kind)];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == kind && f->to >= from && f->from <= to)
            return f;
    }
    return NULL;
}
