#include "cli/hitch.h"

#include "report/report.h"
#include "verdict/verdict.h"

int hitch_crash(struct hitch *h, const struct words *words)
{
    struct text t = TEXT_EMPTY;
    const char *file = words_file(words, 0);
    struct verdict *v = hitch_can_open(h, file) ? hitch_verdict(h, file, NULL, NULL) : NULL;
    if (!v)
        return HITCH_FAILED;
    report_crash(v, h->language, &t);
    hitch_put(h, &t);
    int code = verdict_is_of_faulty(v) ? HITCH_NOT_WHOLE : HITCH_WHOLE;
    text_done(&t);
    verdict_close(v);
    return code;
}
