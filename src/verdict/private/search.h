/* The search for the moments to look at, step by step. Private to the verdict. */
#ifndef HB_VERDICT_SEARCH_H
#define HB_VERDICT_SEARCH_H

#include "verdict/moments.h"

#define FEWEST_FRAMES 90u /* of a stream, to be judged */

struct search {
    const struct trace *t;
    struct patience *patience;
    const struct pointed *pointed;
    struct moments *all;
};

/* Another moment at the list's end, of which nothing is known but its span; NULL
 * where MAX_MOMENTS are there. */
struct moment *search_add_moment(struct search *q, int64_t from, int64_t to);

/* Whose frames they are: all->game and why. */
void game_choose(struct search *q);

/* Until when no frame followed a stream's last one: the recording's end, where a
 * game stands still in front of a player who pressed the key meanwhile. 0: that is
 * not known of it. */
int64_t open_freeze_until(const struct search *q, uint32_t stream, const struct frame *last);

/* What the frames of every stream say, the game's first. WHY_out_of_memory. */
struct outcome late_frames_find(struct search *q);

/* Which of it is no stutter. WHY_out_of_memory. */
struct outcome excuses_find(struct search *q);
static inline bool search_is_of_game(const struct search *q, const struct hitch *h)
{
    return h->stream + 1u == q->all->game;
}

/* Moments of what was felt, the one that the report is about first.
 * WHY_out_of_memory. */
struct outcome headline_choose(struct search *q);

/* Had another process the focus at that time, as far as is known? */
bool focus_is_elsewhere(const struct trace *t, uint32_t pid, int64_t time);
/* Has it the focus then, as far as the trace tells? The window that Windows puts
 * in the place of one that hangs is the compositor's, and counts as the program's. */
bool focus_is_kept(const struct trace *t, uint32_t pid, int64_t time);
/* Is it the desktop's compositor? */
bool focus_is_compositor(const struct trace *t, uint32_t pid, int64_t time);
/* The first change to or from the process in the span, or NULL. */
const struct fact *focus_change(const struct trace *t, uint32_t pid, int64_t from, int64_t to);
/* The focus that was taken from a process and given back at once. */
struct focus_loan {
    const struct fact *gone, *back;
};
/* Is the first change in the span the begin of one? */
bool focus_was_borrowed(const struct trace *t, uint32_t pid, int64_t from, int64_t to, struct focus_loan *loan);
/* Each time that another program took it from the game becomes a fact of what was
 * found, with who did as its process and name. */
void focus_note_taken(struct search *q);

#endif
