/* The files in a test's folder, for every test program: it needs os.h alone. */
#ifndef HB_TESTS_SUPPORT_FOLDER_H
#define HB_TESTS_SUPPORT_FOLDER_H

#include "os/os.h"

/* <folder>/<name>; `path` is cleared first, and may not hold either of them. */
void folder_join(struct text *path, const char *folder, const char *name);
/* Writes a whole file; false where that failed. */
bool folder_put(const char *folder, const char *name, const void *bytes, size_t len);
bool folder_has(const char *folder, const char *name);
/* With all that is in it; links are removed, not followed. */
void folder_remove(const char *folder);

/* Is there a file or a folder of that path? */
bool path_stands(const char *path);

#endif
