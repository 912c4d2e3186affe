/* Names, each kept once: NUL-terminated UTF-8 one after the other, known by
 * their offset; offset 0 is "". Bounded: what has no room is "", too. */
#ifndef HB_GATHER_NAMES_H
#define HB_GATHER_NAMES_H

#include "base/text.h"

struct names {
    struct text bytes;
    uint32_t *slots; /* hash table of offsets */
};

/* False where memory is short; names_done is to be called all the same. */
bool names_init(struct names *names);
void names_done(struct names *names);
/* The offset of a name; 0 where no room is left. */
uint32_t names_add(struct names *names, const char *str);
/* The same without the folder before it. */
uint32_t names_add_file(struct names *names, const char *path);
const char *names_str(const struct names *names, uint32_t name);

#endif
