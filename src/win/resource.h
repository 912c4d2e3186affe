/* What is linked into the exe besides code: res/hitchbox.rc. */
#ifndef HB_WIN_RESOURCE_H
#define HB_WIN_RESOURCE_H

#include "base/outcome.h"
#include "res/resource.h"
#include "win/win.h"

/* The bytes of an RCDATA resource; they stay for the life of the process and
 * are not ended by a zero. WHY_not_found if the exe has none of that id. */
struct outcome resource_bytes(int id, const char **bytes, size_t *len);
/* An icon of the size nearest to `pixels`; the caller destroys it. NULL if the
 * exe has none of that id. */
HICON resource_icon(int id, int pixels);

#endif
