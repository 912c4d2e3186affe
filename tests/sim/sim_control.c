#include "tests/sim/sim_control.h"

#include <string.h>

static const char HELP[] =
    "calls                     counts by function and control code\n"
    "log | log clear           every call in order, with its parameters and result\n"
    "sessions                  running sessions\n"
    "session <name>            one session's state, providers and filters\n"
    "fail <function>[:<control>] code=N [times=K] [after=K] [act=1]\n"
    "                          code=0: return 0 and do nothing; act=1: do it, then answer the code\n"
    "hold <function>[:<control>] [when=before|after] [times=1] [after=K]   the call waits\n"
    "rules | rule <name> on|off    the rules of Windows that are kept\n"
    "held | release            how many calls wait; let them go on\n"
    "fail clear                forget all failures and holds\n"
    "speed <factor>            simulated seconds in a real one\n"
    "advance <seconds>         move the clock forward now\n"
    "sleep <seconds>          the clock goes on, nothing happens meanwhile\n"
    "rate <factor>             how much the providers say\n"
    "habits [usual] [seed=N] [name=value ...]   what is open about rings; 'habits help' lists them\n"
    "behaviour <name>=<value>  strict_independent loose_names quiet numbered no_buffers (0|1)\n"
    "                          flush_result (write|nothing|garbage|header_only|half) flush_loses\n"
    "                          flush_counts_more\n"
    "                          flush_delay_ms start_delay_ms query_delay_ms capacity_kb_s\n"
    "                          memory_limit_mb max_buffers_granted\n"
    "late <provider> ms=N      its CAPTURE_STATE takes this long\n"
    "incident <name> [key=value ...]   'incident help' lists them\n"
    "free_space <bytes>|real   what the disk has left\n"
    "access_denied on|off      StartTraceW answers 5\n"
    "stop <session>            as another program would\n"
    "mode <mask> <session>     another program has changed its LogFileMode\n"
    "foreign <count>           so many sessions of other programs\n"
    "events <provider>         what it has said so far, by id\n"
    "providers                 those that speak to a recorder's usual masks\n"
    "numbers                  of numbered events: flushed, ended and running sessions\n"
    "truth <session>           from when the last file of this ring is complete, and its holes\n"
    "now                       the simulated time\n"
    "power_loss                all sessions vanish, files stay as they are\n"
    "quit\n";

bool sim_control_line(struct sim *s, const char *line, struct text *answer)
{
    struct sim_words w;
    const char *why = NULL;
    sim_advance(s);
    sim_words_split(line, &w);
    const char *name = w.count ? w.word[0] : "";
    sim_line_fn *run = sim_control_ask(name) ? sim_control_ask(name) : sim_control_tell(name);
    bool quit = strcmp(name, "quit") == 0;
    if (run)
        why = run(s, &w, sim_words_rest(line), answer);
    else if (strcmp(name, "help") == 0)
        text_add(answer, HELP);
    else if (!quit && strcmp(name, "ping") != 0)
        why = "unknown line; try help";
    if (why)
        text_addf(answer, "error %s\n", why);
    else
        text_add(answer, "ok\n");
    return !quit;
}
