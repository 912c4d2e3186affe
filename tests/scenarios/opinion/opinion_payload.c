#include <string.h>

#include "tests/scenarios/opinion/opinion_payload.h"

#define NOT_PRIORITY 0xFFF1FFFFu
#define FARTHEST 100000u /* ticks before the record */

uint64_t opinion_dice(uint64_t *state)
{
    *state = sim_random_mix(*state + 1);
    return *state;
}

static void add(struct opinion_payload *p, const void *bytes, size_t len)
{
    memcpy(p->bytes + p->len, bytes, len);
    p->len += (uint32_t)len;
}

static uint64_t add_number(struct opinion_payload *p, uint64_t value, size_t len)
{
    uint8_t bytes[8];
    etlw_u64(bytes, value);
    add(p, bytes, len);
    return len == 8 ? value : value & ((UINT64_C(1) << 8 * len) - 1);
}

static uint64_t add_string(struct opinion_payload *p, bool wide, uint64_t dice)
{
    char name[24];
    snprintf(name, sizeof name, OPINION_NAME, (unsigned)(dice & 0xFFFFFFFF));
    if (wide)
        p->len += etlw_name(p->bytes + p->len, (uint32_t)sizeof p->bytes - p->len, name);
    else
        add(p, name, strlen(name) + 1);
    return dice & 0xFFFFFFFF;
}

uint64_t opinion_add(struct opinion_payload *p, char type, size_t pointer, int64_t time, uint64_t *state)
{
    static const uint8_t sid[12] = {1, 1, 0, 0, 0, 0, 0, 16, 0, 0x30, 0, 0};
    uint64_t value = opinion_dice(state);
    switch (type) {
    case 'P':
        return add_number(p, value, pointer);
    case 'S':
        return add_number(p, value & 0xFFFFFFFF, pointer);
    case 'T':
        return add_number(p, (uint64_t)time - value % FARTHEST, 8);
    case 'F':
        return add_number(p, value & NOT_PRIORITY, 4);
    case 'A':
    case 'U':
        return add_string(p, type == 'U', value);
    case 'z':
        return add_number(p, 0, 4);
    case 'w':
        add_number(p, 1, pointer);
        add_number(p, 0, pointer);
        add(p, sid, sizeof sid);
        return 0;
    case 'B':
        add_number(p, 16, 4);
        add_number(p, value, 8);
        return add_number(p, value, 8);
    default:
        return add_number(p, value, (size_t)(type - '0'));
    }
}
