/* GUIDs as the Windows headers lay them out (Data1..3 little-endian). */
#ifndef HB_BASE_GUID_H
#define HB_BASE_GUID_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

#define GUID_ROOM 37u /* bytes of 8-4-4-4-12 and a NUL */

struct guid {
    uint32_t data1;
    uint16_t data2;
    uint16_t data3;
    uint8_t data4[8];
};

/* Reads "{8-4-4-4-12}" or the same without braces, hexadecimal in any case;
 * nothing before or after. Returns false and leaves *g as it was otherwise. */
bool guid_parse(const char *str, struct guid *g);
/* Adds 8-4-4-4-12 in lower case, without braces. */
void guid_add(struct text *t, const struct guid *g);
/* Asked of every event. The struct has no padding. */
static inline bool guid_equal(const struct guid *a, const struct guid *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}
/* The same in the caller's room, which it returns; needs no memory. */
const char *guid_str(const struct guid *g, char room[GUID_ROOM]);
/* From the 16 bytes of a file. */
struct guid guid_from_bytes(const uint8_t bytes[16]);

#endif
