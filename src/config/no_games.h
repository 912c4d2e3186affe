/* Programs that show frames and are no games, so that a wallpaper is not judged
 * instead of the game. Where no game is named and nobody knows who had the focus,
 * they are passed over.
 *
 *   struct no_games list;
 *   no_games_init(&list);               what Hitchbox knows
 *   no_games_read(&list, bytes, len);   not-games.txt instead, where there is one
 *   if (no_games_has(&list, "wallpaper64.exe")) ...
 *   no_games_done(&list);
 *
 * The file has one name a line; * at its end stands for any rest, # begins a
 * comment, and upper and lower case are alike. config/not-games.txt is what
 * no_games_write_default prints. */
#ifndef HB_CONFIG_NO_GAMES_H
#define HB_CONFIG_NO_GAMES_H

#include "base/text.h"

#define NO_GAMES_FILE "not-games.txt"
#define NO_GAMES_MOST 4096u

struct no_games {
    struct text *names;
    size_t count, room;
    bool failed; /* memory was short: some are missing */
};

void no_games_init(struct no_games *list);
void no_games_done(struct no_games *list);
/* The file's names take the place of what stood there; at most NO_GAMES_MOST. */
void no_games_read(struct no_games *list, const char *bytes, size_t len);
/* A name that the kernel cut after 14 characters is met by its beginning. */
bool no_games_has(const struct no_games *list, const char *name);
void no_games_write_default(struct text *out);

#endif
