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

static void call(struct hitch_answer *answer, const struct hitch_around *around, va_list args)
{
    char *words[WORDS];
    int count = 0;
    while (count < WORDS && (words[count] = va_arg(args, char *)) != NULL)
        count++;
    struct hitch h = {make_file("out"), make_file("err"), false, around->home, LANGUAGE_ENGLISH, NULL, TEXT_EMPTY, false, false};
    if (around->in) {
        h.in = make_file("in");
        assert_non_null(h.in);
        fwrite(around->in, 1, around->in_len, h.in);
        rewind(h.in);
    }
    answer->code = h.out && h.err ? hitch_run(&h, count, words) : -1;
    if (h.in)
        fclose(h.in);
    take(h.out, &answer->out);
    take(h.err, &answer->err);
}

void hitch_call(struct hitch_answer *answer, ...)
{
    static const struct hitch_around nothing = {NULL, 0, NULL};
    va_list args;
    va_start(args, answer);
    call(answer, &nothing, args);
    va_end(args);
}

void hitch_call_with(struct hitch_answer *answer, const struct hitch_around *around, ...)
{
    va_list args;
    va_start(args, around);
    call(answer, around, args);
    va_end(args);
}

void hitch_answer_done(struct hitch_answer *answer)
{
    text_done(&answer->out);
    text_done(&answer->err);
}
