#include "tests/support/judge.h"

#include <string.h>

#include "os/os.h"
#include "report/report.h"
#include "tests/support/suite.h"

struct verdict *judge_open(struct play *p, const struct verdict_options *options)
{
    struct text path = TEXT_EMPTY;
    struct verdict *v = NULL;
    text_addf(&path, "%s%cplayed.etl", suite_folder("judge"), os_separator);
    (void)os_remove(text_str(&path));
    assert_true(play_save(p, text_str(&path)));
    assert_int_equal(verdict_open(text_str(&path), NULL, options, &v).why, WHY_ok);
    text_done(&path);
    play_done(p);
    return v;
}

static bool lacks(const struct text *t, const char *words)
{
    return words && !strstr(text_str(t), words);
}

void judge_sentence(struct play *p, const struct verdict_options *options, enum suspect_kind kind, const char *words)
{
    struct verdict *v = judge_open(p, options);
    struct text sentence = TEXT_EMPTY, page = TEXT_EMPTY;
    report_sentence(v, LANGUAGE_ENGLISH, &sentence);
    report_text(v, LANGUAGE_ENGLISH, &page);
    if (verdict_top(v) != kind || lacks(&sentence, words))
        fail_msg("%s, not %s (%s)\n%s", suspect_name(verdict_top(v)), suspect_name(kind), words ? words : "",
                 text_str(&page));
    text_done(&sentence);
    text_done(&page);
    verdict_close(v);
}

void judge_page(struct play *p, enum suspect_kind kind, const char *words, const char *absent)
{
    struct verdict *v = judge_open(p, NULL);
    struct text page = TEXT_EMPTY;
    report_text(v, LANGUAGE_ENGLISH, &page);
    if (verdict_top(v) != kind || lacks(&page, words) || (absent && strstr(text_str(&page), absent)))
        fail_msg("%s, not %s (%s, not %s)\n%s", suspect_name(verdict_top(v)), suspect_name(kind), words ? words : "",
                 absent ? absent : "", text_str(&page));
    text_done(&page);
    verdict_close(v);
}
