/* The corpus beside the checkout: its files and what is expected of them. */
#ifndef HB_TESTS_SUPPORT_ETL_CORPUS_H
#define HB_TESTS_SUPPORT_ETL_CORPUS_H

#include <stdbool.h>

#include "base/text.h"

/* Calls fn for each .etl file of <corpus>/<folder>, with its path. Returns how
 * many there were. */
typedef void corpus_fn(void *ctx, const char *path);
unsigned corpus_each(const char *corpus, const char *folder, corpus_fn *fn, void *ctx);

/* The lines of an expected.tsv that begin with `letter`, in its order. False
 * where there is no such file. */
bool corpus_lines(const char *path, char letter, struct text *out);

/* Those of `text`. */
void corpus_pick(const char *text, char letter, struct text *out);

/* The value of "<letter>\t<name>\t<value>" among lines, or "" . */
void corpus_value(const char *text, const char *key, struct text *out);

#endif
