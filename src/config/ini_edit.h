/* Changes values in the text of a configuration file, and nothing else.
 *
 * Comments, lines that nobody understands, their order, line ends, the BOM,
 * indentation and blanks are the user's and stay byte for byte. What is changed
 * is what config/ini.h reads: of a key that stands twice, the line that comes
 * first, which is the one that counts in hitchbox.ini. A value that stands there
 * already changes nothing. Sections are not looked at: settings have none.
 *
 * A key that is missing is added on a line of its own: behind the nearest key
 * that precedes it in the usual order and is there, else at the end. It has the
 * line end of the line it follows. */
#ifndef HB_CONFIG_INI_EDIT_H
#define HB_CONFIG_INI_EDIT_H

#include "base/outcome.h"
#include "base/text.h"

struct ini_change {
    const char *key;
    const char *value;
};

/* Adds the whole new text to `out`, which must be empty. `order`: all keys in their usual
 * order, NULL at its end; NULL itself: new ones go to the end. Changes of one key twice: the last counts.
 * WHY_bad_argument for a key or value that one line cannot hold (empty key, line
 * ends, blanks around it, a key that reads as a comment or holds =, not UTF-8, too long);
 * WHY_config_invalid where the text cannot be read as an ini at all, or is so
 * full that a new line would not count; WHY_out_of_memory. */
struct outcome ini_edit(const char *bytes, size_t len, const struct ini_change *changes, size_t count,
                        const char *const *order, struct text *out);

#endif
