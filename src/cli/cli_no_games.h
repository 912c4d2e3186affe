/* not-games.txt for the verbs that look for the game's frames. */
#ifndef HB_CLI_CLI_NO_GAMES_H
#define HB_CLI_CLI_NO_GAMES_H

#include "cli/hitch.h"
#include "config/no_games.h"

/* The list beside the program where there is one, else what Hitchbox knows; the
 * caller ends it with no_games_done. One that cannot be read is passed over; false
 * after having said that memory is short. */
bool cli_no_games_read(struct hitch *h, struct no_games *list);
/* Asked by the verdict; `ctx` is the list. */
bool cli_no_games_has(void *ctx, const char *name);

#endif
