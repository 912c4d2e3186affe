#include "cli/cli_providers.h"

#include "os/os.h"

#define CONFIG_LIMIT (1024u * 1024u)

static void say_problems(struct hitch *h, const struct problems *problems)
{
    for (size_t i = 0; i < problems->count; i++) {
        struct text t = TEXT_EMPTY;
        problem_explain(&problems->items[i], LANGUAGE_ENGLISH, &t);
        fprintf(h->err, "hitch: %s\n", text_str(&t));
        text_done(&t);
    }
}

bool cli_providers_read(struct hitch *h, const char *given, uint32_t build, struct providers *p)
{
    const char *path = given ? given : "providers.ini";
    struct text bytes = TEXT_EMPTY;
    struct problems problems;
    bool good = false;
    problems_init(&problems);
    struct outcome o = os_file_read(path, CONFIG_LIMIT, &bytes);
    if (outcome_failed(o) && !given) {
        path = "config/providers.ini";
        o = os_file_read(path, CONFIG_LIMIT, &bytes);
    }
    if (outcome_failed(o)) {
        hitch_complain(h, o, path);
        fprintf(h->err, "hitch: --providers FILE names it.\n");
    } else {
        good = providers_read(p, path, text_str(&bytes), bytes.len, build, &problems);
        say_problems(h, &problems);
    }
    problems_done(&problems);
    text_done(&bytes);
    return good;
}
