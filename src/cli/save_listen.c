#include "cli/save_listen.h"

#include "cli/cli_explain.h"
#include "strings/format.h"

#define NS_PER_MS 1000000
#define TAKEN_WAIT_MS 5000u
/* The longest post-roll, the ring's way to a slow disk, and some. */
#define SAVED_WAIT_S 120u

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
    bool taken, saved, checked, refused;
    int64_t end_ns; /* of the phase */
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

static void begin_phase(struct heard *heard, int64_t now_ns, struct save_wish wish)
{
    uint32_t ms = heard->saved ? wish.seconds * 1000 : heard->taken ? SAVED_WAIT_S * 1000 : TAKEN_WAIT_MS;
    heard->end_ns = now_ns + (int64_t)ms * NS_PER_MS;
}

static bool hear(struct hitch *h, const struct save_source *from, struct save_wish wish, struct heard *heard)
{
    struct ask_answer answer = {0};
    struct heard before = *heard;
    int64_t left_ms = (heard->end_ns - from->now_ns(from->ctx)) / NS_PER_MS;
    if (left_ms <= 0 || !from->next(from->ctx, (uint32_t)left_ms, &answer))
        return false;
    heard->refused = !take(h, &answer, heard);
    if (heard->taken != before.taken || heard->saved != before.saved)
        begin_phase(heard, from->now_ns(from->ctx), wish);
    ask_answer_done(&answer);
    return !heard->refused;
}

int save_listen(struct hitch *h, const struct save_source *from, struct save_wish wish)
{
    struct heard heard = {0};
    begin_phase(&heard, from->now_ns(from->ctx), wish);
    while (!(wish.wait ? heard.checked : heard.saved) && hear(h, from, wish, &heard))
        ;
    if (heard.refused)
        return HITCH_NOT_WHOLE;
    if (!heard.taken)
        cli_say(h, CLI_save_silent);
    else if (!heard.saved)
        cli_say(h, CLI_save_taken_only, SAVED_WAIT_S);
    else if (wish.wait && !heard.checked)
        cli_say(h, CLI_save_nothing_to_say, (unsigned)wish.seconds);
    return heard.saved ? HITCH_WHOLE : HITCH_NOT_WHOLE;
}
