#include "cli/cli_explain.h"
#include "cli/hitch.h"
#include "os/os.h"
#include "os/os_autostart.h"

static int fail(struct hitch *h, struct outcome o, const char *what, const struct os_autostart *done)
{
    struct text t = TEXT_EMPTY;
    if (o.why == WHY_not_elevated) {
        cli_say(h, CLI_autostart_admin);
        return HITCH_NOT_WHOLE;
    }
    text_addf(&t, "hitch%s", string_get(h->language, STR_colon));
    cli_explain(h->language, o, what, &t); /* a folder, too, may be what is wrong */
    hitch_put_error(h, &t);
    if (done->said.len)
        cli_say(h, CLI_autostart_said, (unsigned)done->code, text_str(&done->said));
    return HITCH_NOT_WHOLE;
}

static int show(struct hitch *h, const char *exe)
{
    struct os_autostart found = {0};
    struct outcome o = os_autostart_look(exe, &found);
    int code = HITCH_WHOLE;
    if (outcome_failed(o))
        code = fail(h, o, exe, &found);
    else if (!found.there)
        hitch_print(h, CLI_autostart_is_off);
    else
        hitch_print(h, found.ours ? CLI_autostart_is_on : CLI_autostart_other, text_str(&found.exe));
    os_autostart_done(&found);
    return code;
}

/* What is replaced is said before. */
static int turn_on(struct hitch *h, const char *exe)
{
    struct os_autostart found = {0}, done = {0};
    struct text what = TEXT_EMPTY;
    int code = HITCH_NOT_WHOLE;
    struct outcome o = os_autostart_offered(exe, &what);
    if (!outcome_failed(o))
        o = os_autostart_look(exe, &found);
    if (!outcome_failed(o) && found.there && !found.ours) {
        hitch_print(h, CLI_autostart_replaced, text_str(&found.exe));
        fflush(h->out);
    }
    if (!outcome_failed(o))
        o = os_autostart_on(exe, &done);
    if (outcome_failed(o)) {
        fail(h, o, what.len ? text_str(&what) : exe, done.said.len ? &done : &found);
    } else {
        hitch_print(h, CLI_autostart_on, exe);
        code = HITCH_WHOLE;
    }
    os_autostart_done(&found);
    os_autostart_done(&done);
    text_done(&what);
    return code;
}

/* A task that is not ours is left as it is. */
static int turn_off(struct hitch *h, const char *exe)
{
    struct os_autostart found = {0}, done = {0};
    int code = HITCH_WHOLE;
    struct outcome o = os_autostart_look(exe, &found);
    bool others = !outcome_failed(o) && found.there && !found.ours;
    if (!outcome_failed(o) && found.ours)
        o = os_autostart_off(&done);
    if (outcome_failed(o)) {
        code = fail(h, o, exe, done.said.len ? &done : &found);
    } else if (others) {
        cli_say(h, CLI_autostart_left, text_str(&found.exe));
        code = HITCH_NOT_WHOLE;
    } else {
        hitch_print(h, CLI_autostart_is_off);
    }
    os_autostart_done(&found);
    os_autostart_done(&done);
    return code;
}

int hitch_autostart(struct hitch *h, const struct words *words)
{
    const char *word = words_file(words, 0);
    struct text exe = TEXT_EMPTY;
    int code = HITCH_FAILED;
    os_path_join(h->home ? h->home : ".", "hitchbox.exe", &exe);
    if (str_equal(word, "on"))
        code = turn_on(h, text_str(&exe));
    else if (str_equal(word, "off"))
        code = turn_off(h, text_str(&exe));
    else if (str_equal(word, "show"))
        code = show(h, text_str(&exe));
    else
        cli_say(h, CLI_autostart_words, word);
    text_done(&exe);
    return code;
}
