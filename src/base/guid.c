#include "base/guid.h"

#include <string.h>

bool guid_parse(const char *str, struct guid *g)
{
    size_t len = strlen(str);
    if (len == 38 && str[0] == '{' && str[37] == '}')
        str++;
    else if (len != 36)
        return false;
    uint8_t bytes[16]; /* in the order of the text */
    size_t count = 0;
    for (size_t i = 0; i < 36;) {
        if (i == 8 || i == 13 || i == 18 || i == 23) {
            if (str[i++] != '-')
                return false;
            continue;
        }
        unsigned high = str_digit(str[i]), low = str_digit(str[i + 1]);
        if (high > 15 || low > 15)
            return false;
        bytes[count++] = (uint8_t)(high << 4 | low);
        i += 2;
    }
    g->data1 = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
    g->data2 = (uint16_t)(bytes[4] << 8 | bytes[5]);
    g->data3 = (uint16_t)(bytes[6] << 8 | bytes[7]);
    memcpy(g->data4, bytes + 8, 8);
    return true;
}

void guid_add(struct text *t, const struct guid *g)
{
    text_addf(t, "%08x-%04x-%04x-%02x%02x-", (unsigned)g->data1, g->data2, g->data3, g->data4[0], g->data4[1]);
    for (size_t i = 2; i < 8; i++)
        text_addf(t, "%02x", g->data4[i]);
}

const char *guid_str(const struct guid *g, char room[GUID_ROOM])
{
    struct text t;
    text_init_over(&t, room, GUID_ROOM);
    guid_add(&t, g);
    return room;
}

struct guid guid_from_bytes(const uint8_t b[16])
{
    struct guid g;
    g.data1 = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    g.data2 = (uint16_t)(b[4] | b[5] << 8);
    g.data3 = (uint16_t)(b[6] | b[7] << 8);
    memcpy(g.data4, b + 8, 8);
    return g;
}
