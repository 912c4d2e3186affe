#include "cli/hitch.h"

#include "core/verdict.h"

int hitch_crash(struct hitch *h, int word_count, char **words)
{
    const char *tag = NULL;
    const struct hitch_option options[] = {{"--lang", &tag, NULL}};
    struct verdict *v = NULL;
    struct text t = TEXT_EMPTY;
    int files = hitch_options(h, "crash", word_count, words, options, 1);
    if (files > 1)
        fprintf(h->err, "hitch crash: one file at a time.\n");
    if (files != 1)
        return HITCH_FAILED;
    struct outcome o = verdict_open(words[0], NULL, NULL, &v);
    if (outcome_failed(o)) {
        hitch_complain(h, o, words[0]);
        return HITCH_FAILED;
    }
    verdict_crash(v, language_from_tag(tag), &t);
    fwrite(text_str(&t), 1, t.len, h->out);
    text_done(&t);
    verdict_close(v);
    return HITCH_WHOLE;
}
