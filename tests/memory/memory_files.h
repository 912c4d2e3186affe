/* The files that memory_make_files writes, by name. */
#ifndef HB_TESTS_MEMORY_MEMORY_FILES_H
#define HB_TESTS_MEMORY_MEMORY_FILES_H

#define MEMORY_PATH_MOST 1000u

/* `path` has MEMORY_PATH_MOST bytes. Allocates, so not between on and off. */
void memory_path(char *path, const char *name);

#endif
