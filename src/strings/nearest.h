/* The known name that is most like one that a user wrote.
 *
 *   struct nearest n;
 *   nearest_init(&n, "kernel-dsik");
 *   for (...) nearest_try(&n, known[i]);
 *   const char *name = nearest_name(&n);  -> "Microsoft-Windows-Kernel-Disk"
 *
 * Needs no memory. */
#ifndef HB_STRINGS_NEAREST_H
#define HB_STRINGS_NEAREST_H

#define NEAREST_BYTES 256u /* a longer name is not near */

struct nearest {
    const char *wanted;
    char name[NEAREST_BYTES];
    unsigned distance;
};

/* `wanted` is borrowed. */
void nearest_init(struct nearest *n, const char *wanted);
/* ASCII case does not count, nor "Microsoft-Windows-" in front; a name that
 * holds the wanted one is near. */
void nearest_try(struct nearest *n, const char *known);
/* NULL where none is like it. Valid as long as `n`. */
const char *nearest_name(const struct nearest *n);

#endif
