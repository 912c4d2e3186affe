/* JSON: the strings of what Hitchbox writes, and the members of what it reads
 * back. No parser: an object is searched by name, so it must be one whose names
 * are all its own (snap.json, a scenario's child). */
#ifndef HB_BASE_JSON_H
#define HB_BASE_JSON_H

#include "base/text.h"

/* Adds the string with its quotes; control characters as \u00XX. */
void json_add_string(struct text *out, const char *str);

/* The value of the first member of that name between `json`, which ends in NUL,
 * and `end`: a string without quotes and escapes, anything else as far as the
 * next comma, bracket or blank. Replaces `value`. False for a name that is not
 * there, for a string that does not end, and without memory: `value` has failed
 * then, and stays so, so that many members can be asked for and it once. */
bool json_find(const char *json, const char *end, const char *name, struct text *value);
/* The same for a number; `scratch` is room for its digits. False, and *value
 * untouched, for what is none. */
bool json_find_u64(const char *json, const char *end, const char *name, struct text *scratch, uint64_t *value);

/* The objects of a member that is an array of them, one at a time: *object is
 * where the last one begins, NULL at first, and *object_end where it ends; both go
 * on to the next. Objects inside of these are passed over. False behind the last
 * one, and for what is no such member. */
bool json_next_object(const char *json, const char *end, const char *name, const char **object, const char **object_end);

#endif
