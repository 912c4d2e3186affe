#include "tests/support/hitch_call.h"

#include <stdarg.h>
#include <stdio.h>

#include "cli/hitch.h"
#include "tests/support/suite.h"

#define WORDS 16

/* Not tmpfile, which some run-times put where only administrators may write. */
static FILE *make_file(const char *name)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s/%s", suite_folder("hitch-call"), name);
    FILE *f = fopen(text_str(&path), "w+b");
    text_done(&path);
    return f;
}

static void take(FILE *from, struct text *to)
{
    char part[4096];
    size_t len;
    text_clear(to);
    if (!from)
        return;
    rewind(from);
    while ((len = fread(part, 1, sizeof part, from)) > 0)
        text_add_bytes(to, part, len);
    fclose(from);
}

void hitch_call(struct hitch_answer *answer, ...)
{
    char *words[WORDS];
    int count = 0;
    va_list args;
    va_start(args, answer);
    while (count < WORDS && (words[count] = va_arg(args, char *)) != NULL)
        count++;
    va_end(args);
    struct hitch h = {make_file("out"), make_file("err"), false, NULL, LANGUAGE_ENGLISH};
    answer->code = h.out && h.err ? hitch_run(&h, count, words) : -1;
    take(h.out, &answer->out);
    take(h.err, &answer->err);
}

void hitch_answer_done(struct hitch_answer *answer)
{
    text_done(&answer->out);
    text_done(&answer->err);
}
