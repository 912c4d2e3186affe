#include "cli/hitch.h"

#include "verdict/verdict.h"

int hitch_crash(struct hitch *h, int word_count, char **words)
{
    struct verdict *v = NULL;
    struct text t = TEXT_EMPTY;
    int files = hitch_options(h, "crash", word_count, words, NULL, 0);
    if (files > 1)
        hitch_say(h, STR_cli_one_file, "crash");
    if (files != 1 || !hitch_can_open(h, words[0]))
        return HITCH_FAILED;
    struct outcome o = verdict_open(words[0], NULL, NULL, &v);
    if (outcome_failed(o)) {
        hitch_complain(h, o, words[0]);
        return HITCH_FAILED;
    }
    verdict_crash(v, h->language, &t);
    fwrite(text_str(&t), 1, t.len, h->out);
    text_done(&t);
    verdict_close(v);
    return HITCH_WHOLE;
}
