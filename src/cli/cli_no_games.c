#include "cli/cli_no_games.h"

#include "os/os.h"

#define LIST_LIMIT (256u * 1024u)

bool cli_no_games_read(struct hitch *h, struct no_games *list)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct outcome o = outcome_of(WHY_not_found, 0);
    no_games_init(list);
    if (h->home)
        os_path_join(h->home, NO_GAMES_FILE, &path);
    if (path.len && !path.failed)
        o = os_file_read(text_str(&path), LIST_LIMIT, &bytes);
    if (!outcome_failed(o))
        no_games_read(list, text_str(&bytes), bytes.len);
    bool is_short = path.failed || list->failed || o.why == WHY_out_of_memory;
    if (is_short)
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), NO_GAMES_FILE);
    text_done(&path);
    text_done(&bytes);
    return !is_short;
}

bool cli_no_games_has(void *ctx, const char *name)
{
    return no_games_has(ctx, name);
}
