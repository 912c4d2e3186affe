/* What is tried of a mutant below the verbs, where a wrong answer can be told
 * from a right one: abort() where one is wrong. */
#ifndef HB_TESTS_FUZZ_PIECES_H
#define HB_TESTS_FUZZ_PIECES_H

#include <stddef.h>
#include <stdint.h>

/* What the recorder asks of a file that was flushed: a glance sees the same. */
void try_check(const char *path);
/* Both ways through the trace, every item, stack, name and string. */
void try_reader(const uint8_t *data, size_t size);
/* As a packed stream, and packed and unpacked again. */
void try_xpress(const uint8_t *data, size_t size);
/* The first half says what the cursor takes of the second. */
void try_cursor(const uint8_t *data, size_t size);

#endif
