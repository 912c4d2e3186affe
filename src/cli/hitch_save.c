#include "cli/cli_explain.h"
#include "cli/hitch.h"
#include "os/os.h"
#include "os/os_ask.h"
#include "strings/format.h"

#define USUAL_SECONDS 60u
#define SECONDS_MOST 3600u
#define TAKEN_WAIT_MS 5000u
/* The longest post-roll, the ring's way to a slow disk, and some. */
#define SAVED_WAIT_MS 120000u

struct wish {
    bool wait;
    uint32_t seconds;
};

static bool read_wish(struct hitch *h, const struct words *words, struct wish *wish)
{
    const char *word = words_value(words, "--seconds");
    uint64_t value = USUAL_SECONDS;
    wish->wait = !words_value(words, "--no-wait");
    if (word && !wish->wait) {
        cli_say(h, CLI_save_both);
        return false;
    }
    if (word && (!str_to_u64(word, &value) || value < 1 || value > SECONDS_MOST)) {
        cli_say(h, CLI_save_bad_seconds, word, SECONDS_MOST);
        return false;
    }
    wish->seconds = (uint32_t)value;
    return true;
}

static bool is_sent(struct hitch *h, enum os_ask_sent sent)
{
    static const enum cli_string_id said[] = {CLI_count, CLI_save_absent, CLI_save_hidden, CLI_save_ends, CLI_save_closed};
    if (sent != OS_ASK_SENT)
        cli_say(h, said[sent]);
    return sent == OS_ASK_SENT;
}

static void say_refused(struct hitch *h, const struct ask_answer *a)
{
    switch (a->kind) {
    case ASK_SOON: cli_say(h, CLI_save_soon, (unsigned)a->wait_s); break;
    case ASK_HOUR: cli_say(h, CLI_save_hour, (unsigned)a->wait_s); break;
    case ASK_STARTING: cli_say(h, CLI_save_starting); break;
    case ASK_SAVING: cli_say(h, CLI_save_saving); break;
    case ASK_OFF: cli_say(h, CLI_save_off); break;
    case ASK_ENDING: cli_say(h, CLI_save_ends); break;
    default: hitch_complain(h, a->outcome, text_str(&a->path)); break;
    }
}

static void put_line(struct hitch *h, const struct text *line)
{
    struct text t = TEXT_EMPTY;
    text_addf(&t, "%s\n", text_str(line));
    hitch_put(h, &t);
    text_done(&t);
}

static void put_checked(struct hitch *h, const struct ask_answer *a)
{
    struct text span = TEXT_EMPTY, lost = TEXT_EMPTY;
    if (outcome_failed(a->outcome)) {
        hitch_complain(h, a->outcome, text_str(&a->path));
        return;
    }
    format_span(&span, h->language, a->span_ms);
    format_count(&lost, a->events_lost);
    hitch_print(h, CLI_save_span, text_str(&span), text_str(&lost));
    if (a->verdict.len)
        put_line(h, &a->verdict);
    text_done(&span);
    text_done(&lost);
}

/* The answers come in this order, but those with words may overtake each other. */
struct heard {
    bool taken, saved, checked;
};

/* False: the snapshot is not there, which was said. */
static bool take(struct hitch *h, const struct ask_answer *a, struct heard *heard)
{
    bool bad = a->kind < ASK_SAVED ? a->kind != ASK_TAKEN : a->kind == ASK_FAILED || a->outcome.why == WHY_not_found;
    if (bad) {
        say_refused(h, a);
        return false;
    }
    heard->taken = true;
    if (a->kind >= ASK_SAVED && !heard->saved) {
        put_line(h, &a->path);
        fflush(h->out);
        heard->saved = true;
    }
    if (a->kind == ASK_CHECKED) {
        put_checked(h, a);
        heard->checked = true;
    }
    return true;
}

static int listen(struct hitch *h, struct os_ask *ask, struct wish wish)
{
    struct heard heard = {false, false, false};
    bool fine = true;
    while (fine && !(wish.wait ? heard.checked : heard.saved)) {
        struct ask_answer answer = {0};
        uint32_t ms = heard.saved ? wish.seconds * 1000 : heard.taken ? SAVED_WAIT_MS : TAKEN_WAIT_MS;
        if (!os_ask_next(ask, ms, &answer))
            break;
        fine = take(h, &answer, &heard);
        ask_answer_done(&answer);
    }
    if (!fine)
        return HITCH_NOT_WHOLE;
    if (!heard.saved)
        cli_say(h, CLI_save_silent);
    else if (wish.wait && !heard.checked)
        cli_say(h, CLI_save_nothing_to_say, (unsigned)wish.seconds);
    return heard.saved ? HITCH_WHOLE : HITCH_NOT_WHOLE;
}

int hitch_save(struct hitch *h, const struct words *words)
{
    struct wish wish;
    struct os_ask *ask = NULL;
    int code = HITCH_NOT_WHOLE;
    if (!read_wish(h, words, &wish))
        return HITCH_FAILED;
    struct outcome o = os_ask_open(&ask);
    if (outcome_failed(o))
        hitch_complain(h, o, NULL);
    else if (is_sent(h, os_ask_send(ask)))
        code = listen(h, ask, wish);
    os_ask_close(ask);
    return code;
}
