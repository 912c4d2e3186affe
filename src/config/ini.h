/* The reader of the product's configuration files.
 *
 * UTF-8 with or without a BOM, lines end in LF or CRLF. `[section]`,
 * `key = value`, comments start with ; or # as the first character of a line.
 * Blanks around section, key and value are dropped; a value runs to the end of
 * its line and may hold any character (no quoting, no continuation).
 *
 * Bounds: 1 MB a file, 4,096 bytes a line, 4,096 entries. Files with NUL bytes,
 * UTF-16 or bad UTF-8 are refused whole, with the line. */
#ifndef HB_CONFIG_INI_H
#define HB_CONFIG_INI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INI_MAX_BYTES (1024u * 1024u)
#define INI_MAX_LINE 4096u
#define INI_MAX_ENTRIES 4096u

enum ini_fault {
    INI_OK,
    INI_TOO_BIG,
    INI_UTF16,
    INI_NUL,
    INI_BAD_UTF8,
    INI_LONG_LINE,
    INI_BAD_SECTION,  /* [ without ] or nothing between */
    INI_NO_EQUALS,    /* a line that is neither section, entry nor comment */
    INI_EMPTY_KEY,
    INI_TOO_MANY
};

/* One entry; the strings live until the callback returns. A section's own line
 * is reported too, with key NULL. Return false to stop reading. */
struct ini_entry {
    const char *section; /* "" before the first one */
    const char *key;
    const char *value;
    uint32_t line; /* from 1 */
};
typedef bool ini_entry_fn(void *ctx, const struct ini_entry *entry);

/* A line that is not understood goes to `fault` (return false to stop); the
 * reading goes on after faults of a single line. The first three kinds of
 * fault end it. `str` is the line's text as far as it can be shown. */
typedef bool ini_fault_fn(void *ctx, enum ini_fault fault, uint32_t line, const char *str);

/* Returns true if the file was read to its end without a fault. */
bool ini_read(const char *bytes, size_t len, ini_entry_fn *entry, ini_fault_fn *fault, void *ctx);

#endif
