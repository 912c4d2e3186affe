#include "cli/cli_providers.h"

#include "os/os.h"

#include <string.h>

#define CONFIG_LIMIT (1024u * 1024u)

static void say_problems(struct hitch *h, const struct problems *problems)
{
    for (size_t i = 0; i < problems->count; i++) {
        struct text t = TEXT_EMPTY;
        problem_explain(&problems->items[i], h->language, &t);
        fprintf(h->err, "hitch%s%s\n", string_get(h->language, STR_colon), text_str(&t));
        text_done(&t);
    }
}

/* The folder that the program was called from, with its separator. */
static void add_own_folder(struct text *out, const char *program)
{
    size_t len = program ? strlen(program) : 0;
    while (len > 0 && program[len - 1] != '/' && program[len - 1] != os_separator)
        len--;
    text_add_bytes(out, program ? program : "", len);
}

/* The first of the usual places that has one; `path` receives the last tried. */
static struct outcome read_usual(struct hitch *h, struct text *path, struct text *bytes)
{
    static const char *const places[] = {"providers.ini", "config/providers.ini"};
    add_own_folder(path, h->program);
    text_add(path, "providers.ini");
    struct outcome o = os_file_read(text_str(path), CONFIG_LIMIT, bytes);
    for (size_t i = 0; i < 2 && o.why == WHY_not_found; i++) {
        text_set(path, places[i]);
        o = os_file_read(places[i], CONFIG_LIMIT, bytes);
    }
    return o;
}

bool cli_providers_read(struct hitch *h, const char *given, uint32_t build, struct providers *p)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct problems problems;
    bool good = false;
    problems_init(&problems);
    struct outcome o;
    if (given) {
        text_add(&path, given);
        o = os_file_read(given, CONFIG_LIMIT, &bytes);
    } else {
        o = read_usual(h, &path, &bytes);
    }
    if (outcome_failed(o)) {
        hitch_complain(h, o, o.why == WHY_not_found && !given ? "providers.ini" : text_str(&path));
        hitch_say(h, STR_cli_name_providers);
    } else {
        good = providers_read(p, text_str(&path), text_str(&bytes), bytes.len, build, &problems);
        say_problems(h, &problems);
    }
    problems_done(&problems);
    text_done(&path);
    text_done(&bytes);
    return good;
}
