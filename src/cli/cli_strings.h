/* What only the console tool says: its help, its tables, and what is wrong with
 * the words. The recorder carries none of it.
 *
 * cli/cli_strings_list.h holds each text's id with its English, cli/lang has the
 * same ids in other languages. Texts are formats for printf where they carry
 * values; a translation has the same conversions in the same order
 * (tests/strings/test_strings.c). */
#ifndef HB_CLI_CLI_STRINGS_H
#define HB_CLI_CLI_STRINGS_H

#include <stdio.h>

#include "strings/strings.h"

enum cli_string_id {
#define CLI_STRING(id, english) CLI_##id,
#include "cli/cli_strings_list.h"
#undef CLI_STRING
    CLI_count
};

/* UTF-8, static. English where the language's file has no such text. */
const char *cli_string(enum language language, enum cli_string_id id);
/* NULL where the language's file has no such text. */
const char *cli_string_own(enum language language, enum cli_string_id id);

/* How many places of a console `str` takes. */
int cli_places(const char *str);
/* `str` in a column of a table: filled up with blanks to `width`, on the right,
 * or on the left where `width` is negative. A Chinese character takes two places
 * in a console. What is longer is not cut. */
void cli_put_column(FILE *out, const char *str, int width);

#endif
