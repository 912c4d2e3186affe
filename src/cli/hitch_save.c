#include "cli/cli_explain.h"
#include "cli/hitch.h"
#include "cli/save_listen.h"
#include "os/os.h"
#include "os/os_ask.h"

#define USUAL_SECONDS 60u
#define SECONDS_MOST 3600u

static bool read_wish(struct hitch *h, const struct words *words, struct save_wish *wish)
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

static bool next(void *ctx, uint32_t ms, struct ask_answer *answer)
{
    return os_ask_next(ctx, ms, answer);
}

static int64_t now_ns(void *ctx)
{
    (void)ctx;
    return os_ticks_ns();
}

int hitch_save(struct hitch *h, const struct words *words)
{
    struct save_wish wish;
    struct os_ask *ask = NULL;
    int code = HITCH_NOT_WHOLE;
    if (!read_wish(h, words, &wish))
        return HITCH_FAILED;
    struct outcome o = os_ask_open(&ask);
    if (outcome_failed(o))
        hitch_complain(h, o, NULL);
    else if (is_sent(h, os_ask_send(ask)))
        code = save_listen(h, &(struct save_source){ask, next, now_ns}, wish);
    os_ask_close(ask);
    return code;
}
