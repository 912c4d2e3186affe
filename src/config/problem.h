/* What is wrong in a configuration file: one finding with everything that a
 * user needs to mend it. */
#ifndef HB_CONFIG_PROBLEM_H
#define HB_CONFIG_PROBLEM_H

#include "strings/strings.h"

struct problem {
    struct text file;      /* "providers.ini" */
    uint32_t line;         /* from 1; 0 where the whole file is meant */
    enum string_id what;   /* sentence; one %s for the value where it has one */
    struct text value;     /* the offending text, at most 200 bytes of it */
    enum string_id remedy; /* sentence without conversions */
    struct outcome outcome; /* where a call failed: says it instead of the two above */
    bool advice;           /* the line counts all the same */
};

struct problems {
    struct problem *items;
    size_t count;
    size_t room;
    bool short_of_memory; /* one was dropped for that */
};

void problems_init(struct problems *p);
void problems_done(struct problems *p);
/* Keeps the first 100; later ones are dropped. One that there is no memory for is
 * dropped as well, and short_of_memory set. */
void problems_add(struct problems *p, const char *file, uint32_t line, enum string_id what,
                  const char *value, enum string_id remedy);
/* The same where the line counts all the same. */
void problems_add_advice(struct problems *p, const char *file, uint32_t line, enum string_id what,
                         const char *value, enum string_id remedy);
/* The same for a call that failed on what stands there: its sentence, cause,
 * remedy and Windows's number. */
void problems_add_outcome(struct problems *p, const char *file, uint32_t line, struct outcome outcome, const char *value);
/* Forgets those of one file, which was read anew. */
void problems_drop(struct problems *p, const char *file);

/* "providers.ini, line 12: Unknown key "levl". Use one of ..." */
void problem_explain(const struct problem *p, enum language language, struct text *out);

#endif
