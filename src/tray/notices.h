/* What there is to say in balloons, until it was seen.
 *
 * Explorer shows one balloon at a time, none at all over a full-screen game,
 * and forgets them all when it restarts. So news waits here, one for each
 * topic: of the same topic only the newest is worth saying, of different ones
 * none is lost. Answers to what the player has just done go first; the rest
 * comes in the order in which it happened.
 *
 *   notices_add -> waiting -> (notices_next, notices_sent) -> asked
 *       -> notices_shown -> up -> notices_gone or notices_clicked -> nothing
 *
 * A click opens what the balloon that is up, or was up last, was about, not what
 * was said last.
 * No window and no clock here: app/app_say.c carries it out. */
#ifndef HB_TRAY_NOTICES_H
#define HB_TRAY_NOTICES_H

#include "base/text.h"
#include "tray/tray_view.h"

enum notice_topic {
    NOTICE_SNAPSHOT,  /* saved, failed, still saving, nothing to save */
    NOTICE_OPENED,    /* what was chosen could not be opened */
    NOTICE_RUNNING,   /* a second start */
    NOTICE_answers,   /* those before answer the player */
    NOTICE_TROUBLE = NOTICE_answers, /* a session or a provider does not run */
    NOTICE_HOTKEY,
    NOTICE_GAP,       /* interrupted, or begun late */
    NOTICE_RECOVERED,
    NOTICE_UNCLEAN,
    NOTICE_SMALLER,
    NOTICE_CLOUD,     /* what is recorded is uploaded */
    NOTICE_WELCOME,   /* the first start of all */
    NOTICE_topics
};

/* What a click opens. */
enum notice_target { TARGET_NONE, TARGET_SNAPSHOT, TARGET_LOG };

struct notice {
    uint32_t turn; /* the lower, the sooner; 0: nothing to say */
    enum balloon_kind kind;
    enum notice_target target;
    const char *title; /* static */
    struct text text, path;
};

struct notices {
    struct notice waiting[NOTICE_topics];
    uint32_t turns;
    struct notice asked; /* Explorer was given it, and has not shown it yet */
    enum notice_topic asked_topic;
    bool is_asked;
    bool is_up;
    enum notice_topic up_topic;
    enum notice_target up_target;
    struct text up_path;
    bool tells; /* this Explorer says when it shows a balloon */
};

/* All zero is a good start. */
void notices_init(struct notices *n);
void notices_done(struct notices *n);

/* `title` is static; `path` may be NULL. Without memory notices_next gives the
 * text as text_lost, and no path. */
void notices_add(struct notices *n, enum notice_topic topic, enum balloon_kind kind, const char *title,
                 const char *text, const char *path, enum notice_target target);
/* It is not so any more: what waits of that topic need not be said. */
void notices_drop(struct notices *n, enum notice_topic topic);
bool notices_waiting(const struct notices *n);
/* What may be shown now, borrowed until the next call; false while another
 * balloon has its time. One of the same topic, and an answer, may take the
 * place of what is up. */
bool notices_next(const struct notices *n, struct balloon *balloon);
/* Explorer took what notices_next gave. One that never says when it shows a
 * balloon is taken to show it at once. */
void notices_sent(struct notices *n);
/* NIN_BALLOONSHOW. */
void notices_shown(struct notices *n);
/* NIN_BALLOONHIDE, NIN_BALLOONTIMEOUT: the next one may come. A click may still
 * be for this one until then. */
void notices_gone(struct notices *n);
/* NIN_BALLOONUSERCLICK: what it opens; `path` receives the path. */
enum notice_target notices_clicked(struct notices *n, struct text *path);
/* The balloon that is up or asked for had its time; the next one may come. A
 * click may still be for it. */
void notices_pass(struct notices *n);
/* Explorer restarted: nothing is up, and what it had not shown waits again. */
void notices_restart(struct notices *n);

#endif
