/* The files that a user's words mean: a wildcard is what it matches, a folder
 * the files in it. Windows's shell expands nothing, and others only what they
 * see; so it is done here, alike on every system. */
#ifndef HB_OS_OS_NAMES_H
#define HB_OS_OS_NAMES_H

#include "base/outcome.h"
#include "base/text.h"

struct os_names {
    struct text *list;
    size_t count, room;
    struct outcome failed; /* the first that went wrong; the list stays as it is */
};

void os_names_init(struct os_names *names);
void os_names_done(struct os_names *names);

/* Has the word a * or ?, and does nothing stand there by that very name? */
bool os_names_is_pattern(const char *word);
void os_names_add(struct os_names *names, const char *name);
/* Adds what the pattern matches, files and folders, sorted. * and ? may stand in
 * any part between separators, and pass by names that begin with a dot. */
void os_names_add_pattern(struct os_names *names, const char *pattern);
/* Adds every file in the folder and in those below it whose name ends so (ASCII case
 * ignored), sorted; links to folders are not followed. */
void os_names_add_below(struct os_names *names, const char *folder, const char *end);

#endif
