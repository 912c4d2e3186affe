#include "gather/silence.h"

#include <stdlib.h>

#define SLOT 10000 /* FILETIME units of a millisecond */
#define PAGE_SLOTS 65536u
#define PAGE_BYTES (PAGE_SLOTS / 8u)

void silence_done(struct silence *s)
{
    for (uint32_t i = 0; i < SILENCE_PAGES; i++)
        free(s->pages[i]);
}

void silence_mark(struct silence *s, int64_t time)
{
    if (!s->begun) {
        s->base = time - (int64_t)SLOT * PAGE_SLOTS * (SILENCE_PAGES / 2);
        s->begun = true;
    }
    uint64_t slot = (uint64_t)(time - s->base) / SLOT;
    if (time < s->base || slot >= (uint64_t)PAGE_SLOTS * SILENCE_PAGES)
        return;
    uint8_t **page = &s->pages[slot / PAGE_SLOTS];
    if (!*page)
        *page = calloc(1, PAGE_BYTES);
    s->short_of_memory = s->short_of_memory || !*page;
    if (*page)
        (*page)[slot % PAGE_SLOTS / 8] |= (uint8_t)(1u << slot % 8);
}

void silence_each(const struct silence *s, int64_t shortest, silence_gap_fn *gap, void *ctx)
{
    int64_t last = -1;
    for (uint32_t p = 0; p < SILENCE_PAGES; p++) {
        for (uint32_t byte = 0; s->pages[p] && byte < PAGE_BYTES; byte++) {
            unsigned bits = s->pages[p][byte];
            for (unsigned bit = 0; bits; bit++, bits >>= 1) {
                if (!(bits & 1u))
                    continue;
                int64_t slot = (int64_t)p * PAGE_SLOTS + byte * 8 + bit;
                if (last >= 0 && (slot - last) * SLOT >= shortest)
                    gap(ctx, s->base + (last + 1) * SLOT, s->base + slot * SLOT);
                last = slot;
            }
        }
    }
}
