#include "cli/cli_providers.h"

#include "cli/cli_explain.h"
#include "os/os.h"

#define CONFIG_LIMIT (1024u * 1024u)

static void say_problems(struct hitch *h, const struct problems *problems)
{
    for (size_t i = 0; i < problems->count; i++) {
        struct text t = TEXT_EMPTY;
        text_addf(&t, "hitch%s", string_get(h->language, STR_colon));
        problem_explain(&problems->items[i], h->language, &t);
        hitch_put_error(h, &t);
    }
    h->short_of_memory = h->short_of_memory || problems->short_of_memory;
}

bool cli_providers_read(struct hitch *h, const char *given, uint32_t build, struct providers *p)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct problems problems;
    bool good = false;
    struct outcome o = outcome_of(WHY_not_found, 0);
    problems_init(&problems);
    cli_providers_path(h, given, &path);
    if (!text_is_empty(&path))
        o = os_file_read(text_str(&path), CONFIG_LIMIT, &bytes);
    if (outcome_failed(o)) {
        hitch_complain(h, o, text_is_empty(&path) ? CLI_PROVIDERS_NAME : text_str(&path));
        if (!given)
            cli_say(h, CLI_name_providers);
    } else {
        good = providers_read(p, text_str(&path), text_str(&bytes), bytes.len, build, &problems);
        say_problems(h, &problems);
    }
    problems_done(&problems);
    text_done(&path);
    text_done(&bytes);
    return good;
}

void cli_providers_path(const struct hitch *h, const char *given, struct text *path)
{
    if (given)
        text_add(path, given);
    else if (h->home)
        os_path_join(h->home, CLI_PROVIDERS_NAME, path);
}
