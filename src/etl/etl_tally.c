#include "etl/etl_tally.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 1024u

/* A row as three words, so that most rows differ in the first comparison. */
struct etl_tally_slot {
    uint64_t what; /* kind + 1, id, version; 0 is an empty slot */
    uint64_t guid[2];
    uint64_t count;
};

void etl_tally_init(struct etl_tally *tally)
{
    memset(tally, 0, sizeof *tally);
}

void etl_tally_done(struct etl_tally *tally)
{
    free(tally->slots);
    memset(tally, 0, sizeof *tally);
}

static uint32_t place_of(const struct etl_tally_slot *key, uint32_t slot_count)
{
    uint64_t h = key->what * 0x9E3779B97F4A7C15u ^ key->guid[0] ^ key->guid[1] * 0xC2B2AE3D27D4EB4Fu;
    h ^= h >> 32;
    h *= 0x9E3779B97F4A7C15u;
    return (uint32_t)(h >> 32) & (slot_count - 1);
}

static struct etl_tally_slot *find(struct etl_tally_slot *slots, uint32_t slot_count, const struct etl_tally_slot *key)
{
    uint32_t at = place_of(key, slot_count);
    while (slots[at].what && (slots[at].what != key->what || slots[at].guid[0] != key->guid[0] ||
                              slots[at].guid[1] != key->guid[1]))
        at = (at + 1) & (slot_count - 1);
    return &slots[at];
}

static bool grow(struct etl_tally *t)
{
    uint32_t count = t->slot_count ? t->slot_count * 2 : FIRST_SLOTS;
    struct etl_tally_slot *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    for (uint32_t i = 0; i < t->slot_count; i++) {
        if (t->slots[i].what)
            *find(slots, count, &t->slots[i]) = t->slots[i];
    }
    free(t->slots);
    t->slots = slots;
    t->slot_count = count;
    return true;
}

static bool add_row(struct etl_tally *t, const struct etl_tally_slot *key)
{
    /* At most half full, so that a search stays short. */
    if (t->row_count == ETL_TALLY_TOP || (t->row_count * 2 >= t->slot_count && !grow(t))) {
        t->others++;
        return t->row_count == ETL_TALLY_TOP;
    }
    struct etl_tally_slot *slot = find(t->slots, t->slot_count, key);
    *slot = *key;
    slot->count = 1;
    t->row_count++;
    return true;
}

bool etl_tally_add(struct etl_tally *tally, const struct etl_event *event)
{
    struct etl_tally_slot key;
    key.what = ((uint64_t)event->kind + 1) << 32 | (uint32_t)event->id << 16 | event->version;
    memcpy(key.guid, &event->provider, sizeof key.guid);
    key.count = 0;
    tally->events++;
    if (event->has_time) {
        if (!tally->has_time || event->time < tally->min_time)
            tally->min_time = event->time;
        if (!tally->has_time || event->time > tally->max_time)
            tally->max_time = event->time;
        tally->has_time = true;
    }
    if (tally->slot_count) {
        struct etl_tally_slot *slot = find(tally->slots, tally->slot_count, &key);
        if (slot->what) {
            slot->count++;
            return true;
        }
    }
    return add_row(tally, &key);
}

bool etl_tally_rows(const struct etl_tally *tally, struct etl_tally_row **rows, size_t *count)
{
    struct etl_tally_row *out = calloc(tally->row_count ? tally->row_count : 1, sizeof *out);
    size_t n = 0;
    if (!out)
        return false;
    for (uint32_t i = 0; i < tally->slot_count; i++) {
        const struct etl_tally_slot *s = &tally->slots[i];
        if (!s->what)
            continue;
        out[n].kind = (enum etl_kind)((s->what >> 32) - 1);
        out[n].id = (uint16_t)(s->what >> 16);
        out[n].version = (uint16_t)s->what;
        memcpy(&out[n].provider, s->guid, sizeof out[n].provider);
        out[n].count = s->count;
        n++;
    }
    *rows = out;
    *count = n;
    return true;
}
