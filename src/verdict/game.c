#include "verdict/private/search.h"

#include <string.h>

#include "base/image_name.h"

#define EXE ".exe"

static const char *name_of(const struct search *q, const struct stream *s)
{
    int64_t time = s->count ? s->times[s->count - 1] : 0;
    return names_str(&q->t->names, machine_process_name(&q->t->machine, s->pid, time));
}

static bool is_desktop(const struct search *q, const struct stream *s)
{
    return s->pid == q->t->dwm || str_equal_nocase(name_of(q, s), "dwm.exe");
}

static bool is_no_game(const struct search *q, const struct stream *s)
{
    return q->pointed->is_no_game && q->pointed->is_no_game(q->pointed->ctx, name_of(q, s));
}

/* "Game", "game.exe", and what the kernel cut of it. */
static bool is_named(const char *name, const char *asked)
{
    size_t asked_len = strlen(asked), kept = image_name_kept(name);
    if (image_name_is(name, asked))
        return true;
    if (!str_begins_nocase(name, asked, asked_len))
        return false;
    return kept ? kept > asked_len && str_begins_nocase(EXE, name + asked_len, kept - asked_len)
                : str_equal_nocase(name + asked_len, EXE);
}

/* The same presents are told from the program's side, too, which knows more. */
static uint64_t points_of(const struct stream *s)
{
    if (s->screen != SCREEN_none || s->count < 2)
        return 0;
    return (uint64_t)s->count * (s->source == TRACE_dxgkrnl ? 1 : 2);
}

typedef bool suits_fn(const struct search *q, const struct stream *s, uint32_t pid);

static bool is_of_pid(const struct search *q, const struct stream *s, uint32_t pid)
{
    (void)q;
    return s->pid == pid;
}

static bool plays_in_front(const struct search *q, const struct stream *s, uint32_t pid)
{
    return s->pid == pid && !is_desktop(q, s) && !is_no_game(q, s);
}

static bool is_asked_for(const struct search *q, const struct stream *s, uint32_t pid)
{
    (void)pid;
    return is_named(name_of(q, s), q->pointed->game);
}

static bool is_known_player(const struct search *q, const struct stream *s)
{
    return s->count >= FEWEST_FRAMES && !is_desktop(q, s) && !is_no_game(q, s);
}

static bool may_play(const struct search *q, const struct stream *s, uint32_t pid)
{
    (void)pid;
    return is_known_player(q, s);
}

static bool may_play_in_front(const struct search *q, const struct stream *s, uint32_t pid)
{
    return s->pid == pid && is_known_player(q, s);
}

static bool presents_in_front(const struct search *q, const struct stream *s, uint32_t pid)
{
    return s->pid == pid && s->count >= FEWEST_FRAMES && !is_desktop(q, s);
}

static bool plays_at_all(const struct search *q, const struct stream *s, uint32_t pid)
{
    (void)pid;
    return !is_desktop(q, s) && !is_no_game(q, s);
}

static bool choose(struct search *q, enum game_why why, suits_fn *suits, uint32_t pid)
{
    uint64_t best = 0;
    for (uint32_t i = 0; i < q->t->stream_count; i++) {
        const struct stream *s = &q->t->streams[i];
        uint64_t points = points_of(s);
        if (points > best && suits(q, s, pid)) {
            best = points;
            q->all->game = i + 1;
            q->all->why = why;
        }
    }
    return best != 0;
}

/* Who was in front last before the player pointed. Who lost it then counts only
 * where nobody who gained it presents. */
static bool choose_by_focus(struct search *q, suits_fn *suits)
{
    const struct fact_list *list = &q->t->facts.lanes[LANE_PROCESSES];
    int64_t until = q->pointed->at ? q->pointed->at : q->pointed->pressed ? q->pointed->pressed : q->t->last;
    for (unsigned losers = 0; losers < 2; losers++) {
        for (uint32_t i = list->count; i-- > 0;) {
            const struct fact *f = &list->items[i];
            uint32_t pid = losers ? (uint32_t)f->value : f->pid;
            if (f->kind == FACT_focus && f->from <= until && pid && choose(q, GAME_focus, suits, pid))
                return true;
        }
    }
    return false;
}

/* What reaches the screen stands in where no program's presents are seen. */
static bool choose_screen(struct search *q)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < q->t->stream_count; i++) {
        if (q->t->streams[i].screen != SCREEN_flips || q->t->streams[i].count <= most)
            continue;
        most = q->t->streams[i].count;
        q->all->game = i + 1;
        q->all->why = GAME_screen;
    }
    return most != 0;
}

void game_choose(struct search *q)
{
    const struct pointed *p = q->pointed;
    if ((p->game && *p->game && choose(q, GAME_asked, is_asked_for, 0)) ||
        (p->foreground && choose(q, GAME_foreground, plays_in_front, p->foreground)) ||
        choose_by_focus(q, may_play_in_front) || choose(q, GAME_presents, may_play, 0) ||
        (p->foreground && choose(q, GAME_foreground, is_of_pid, p->foreground)) ||
        choose_by_focus(q, presents_in_front) || choose_screen(q))
        return;
    (void)choose(q, GAME_presents, plays_at_all, 0);
}
