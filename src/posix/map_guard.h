/* Maps that stay readable when their file does not.
 *
 * Reading a page that the file no longer has (it was cut short), or that its
 * disk does not give, ends a program with SIGBUS. A guarded map gets zeros put
 * over it from that page to its end instead, and is marked as lost: whoever
 * reads goes on over zeros, comes to an end as with any damaged file, and asks
 * then. No jump leaves half a structure or a lock behind. A fault anywhere else
 * is left to whoever had SIGBUS before.
 *
 * For programs with one thread, as the native tool is. */
#ifndef HB_POSIX_MAP_GUARD_H
#define HB_POSIX_MAP_GUARD_H

#include <stdbool.h>
#include <stddef.h>

struct map_guard;

/* Of a mapping of `len` bytes, until map_guard_remove; NULL without memory or
 * without the zeros (errno says why). */
struct map_guard *map_guard_add(const void *bytes, size_t len);
void map_guard_remove(struct map_guard *guard);
bool map_guard_lost(const struct map_guard *guard);

#endif
