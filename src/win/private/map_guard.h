/* Maps that stay readable when their file does not.
 *
 * Windows lets nobody cut a file short that is mapped, but a drive that is
 * pulled out, a share whose server goes away or a bad sector raises
 * EXCEPTION_IN_PAGE_ERROR at the next read of a page. A vectored handler knows
 * the bounds of every guarded view: it puts zeros in the view's place, marks it
 * as lost and lets the read go on, so that whoever reads comes to an end as with
 * any damaged file, and asks then.
 *
 * Why not ReadFile into windows on such drives: an external disk says that it is
 * a fixed one, a fixed one has bad sectors as well, and every reader would have
 * to tell two kinds of bytes apart. This costs nothing until something breaks.
 *
 * Between taking the view away and reserving its place another thread may take
 * that place; then, and where not a page of memory is left, the exception takes
 * the way it would have taken without a guard. Maps may be made and read by any
 * thread, each map by one at a time. */
#ifndef HB_WIN_MAP_GUARD_H
#define HB_WIN_MAP_GUARD_H

#include <stdbool.h>
#include <stddef.h>

struct map_guard;

/* Of a view of `len` bytes, which is the guard's from here on: map_guard_close
 * takes it away. NULL without memory; the view is the caller's then. */
struct map_guard *map_guard_open(const void *view, size_t len);
void map_guard_close(struct map_guard *guard);
bool map_guard_lost(const struct map_guard *guard);

#endif
