/* How every test file looks: it fills an array of CMUnitTest and hands it to
 * suite_run from one function that tests/support/suites.h lists. All suites of one
 * program end in a single closing line "N passed, N failed". */
#ifndef HB_TESTS_SUPPORT_SUITE_H
#define HB_TESTS_SUPPORT_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#define SUITE(name) void suite_##name(void);
#define WINDOWS_SUITE(name) SUITE(name)
#include "tests/support/suites.h"
#undef SUITE
#undef WINDOWS_SUITE

/* Runs one group and adds its counts to the program's totals. */
void suite_run(const char *name, const struct CMUnitTest *tests, size_t count);
#define SUITE_RUN(name, tests) suite_run(name, tests, sizeof(tests) / sizeof((tests)[0]))

/* Prints why, counts a skipped test and ends it. */
#define SUITE_SKIP(reason)             \
    do {                               \
        suite_note_skip(reason);       \
        skip();                        \
    } while (0)
void suite_note_skip(const char *reason);

/* A folder of this run that a test may fill, made anew for each name; UTF-8,
 * static storage until the next call. */
const char *suite_folder(const char *name);

/* The corpus beside the checkout, or NULL where it is absent (then skip). */
const char *suite_corpus(void);

#endif
