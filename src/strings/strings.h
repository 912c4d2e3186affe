/* Every text that a user reads, but for the settings' sentences
 * (config/settings_list.h), the events' stories (config/providers.ini) and what
 * the console tool answers (cli/cli_strings_list.h).
 *
 *   enum language language = language_from_tag("zh-CN");
 *   text_addf(&line, string_get(language, STR_...), value);
 *   string_explain(language, outcome, path, &line);
 *
 * strings/strings_list.h holds each text's id with its English; a language is a
 * file in strings/lang that overrides by id, and what it lacks stays English.
 * Texts are formats for text_addf where they carry values; a translation has
 * the same conversions in the same order (tests/strings/test_strings.c).
 *
 * A failure is told in one place, string_explain: the sentence and the remedy of
 * its cause, for many of Windows's numbers what they mean just there, and the
 * number. Times, spans, sizes and counts as people read them are in format.h.
 *
 * Nothing is set up and nothing is kept: the language goes with each call, and
 * any thread may ask. Texts are UTF-8. `out` is added to; where memory is short,
 * out->failed says so. */
#ifndef HB_STRINGS_STRINGS_H
#define HB_STRINGS_STRINGS_H

#include "base/outcome.h"
#include "base/text.h"

enum string_id {
#define STRING(id, english) STR_##id,
#include "strings/strings_list.h"
#undef STRING
    STR_count
};

enum language { LANGUAGE_ENGLISH, LANGUAGE_ZH_CN, LANGUAGE_count };

/* "en" or "zh-CN" (any zh-Hans tag, zh-SG, case ignored); anything else is
 * English. NULL is English. */
enum language language_from_tag(const char *tag);

/* UTF-8, static. */
const char *string_get(enum language language, enum string_id id);
/* NULL where the language's file has no such text. */
const char *string_own(enum language language, enum string_id id);

/* Adds `format` with its one %s, if it has one, replaced by `value`. */
void string_fill(struct text *out, const char *format, const char *value);

/* The texts that explain an outcome. `cause`, where the number itself tells more
 * (strings/error_meaning.h), follows the sentence; STR_count: there is none. */
struct explanation {
    enum string_id sentence, cause, remedy;
};
struct explanation string_explanation(struct outcome outcome);

/* The sentence, the remedy and the number, as people see them:
 * "The key Ctrl+Alt+F9 is taken. Choose another one in hitchbox.ini. (1409)".
 * Where the number itself tells more (private/error_meaning.h), its cause follows the
 * sentence and its remedy takes the other's place.
 * `what` names the file, key or provider concerned; NULL or "" where the
 * sentence names nothing. */
void string_explain(enum language language, struct outcome outcome, const char *what, struct text *out);
/* The same with the remedy on a line of its own, for balloons and boxes. */
void string_explain_lines(enum language language, struct outcome outcome, const char *what, struct text *out);

#endif
