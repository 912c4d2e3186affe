#include "tray/notices.h"

#include <string.h>

void notices_init(struct notices *n)
{
    memset(n, 0, sizeof *n);
}

static void clear(struct notice *notice)
{
    text_done(&notice->text);
    text_done(&notice->path);
    memset(notice, 0, sizeof *notice);
}

void notices_done(struct notices *n)
{
    for (int i = 0; i < NOTICE_topics; i++)
        clear(&n->waiting[i]);
    clear(&n->asked);
    text_done(&n->up_path);
    notices_init(n);
}

void notices_add(struct notices *n, enum notice_topic topic, enum balloon_kind kind, const char *title,
                 const char *text, const char *path, enum notice_target target)
{
    struct notice *notice = &n->waiting[topic];
    if (!notice->turn)
        notice->turn = ++n->turns;
    notice->kind = kind;
    notice->target = target;
    notice->title = title;
    text_set(&notice->text, text);
    text_set(&notice->path, path ? path : "");
}

void notices_drop(struct notices *n, enum notice_topic topic)
{
    clear(&n->waiting[topic]);
}

static const struct notice *first(const struct notices *n)
{
    const struct notice *best = NULL;
    for (int i = 0; i < NOTICE_topics; i++) {
        if (i == NOTICE_answers && best)
            break;
        if (n->waiting[i].turn && (!best || n->waiting[i].turn < best->turn))
            best = &n->waiting[i];
    }
    return best;
}

bool notices_waiting(const struct notices *n)
{
    return first(n) != NULL;
}

/* While one was asked for and not shown, a second one would leave it open
 * whose showing Explorer tells of. */
static const struct notice *next(const struct notices *n)
{
    const struct notice *notice = first(n);
    if (!notice || n->is_asked)
        return NULL;
    int topic = (int)(notice - n->waiting);
    return !n->is_up || topic == (int)n->up_topic || topic < NOTICE_answers ? notice : NULL;
}

bool notices_next(const struct notices *n, struct balloon *balloon)
{
    const struct notice *notice = next(n);
    if (!notice)
        return false;
    balloon->kind = notice->kind;
    balloon->title = notice->title;
    balloon->text = text_str(&notice->text);
    balloon->path = notice->path.len && !notice->path.failed ? text_str(&notice->path) : NULL;
    return true;
}

static void put_up(struct notices *n)
{
    n->is_asked = false;
    n->is_up = true;
    n->up_topic = n->asked_topic;
    n->up_target = n->asked.target;
    text_set(&n->up_path, text_str(&n->asked.path));
    n->asked.turn = 0;
}

void notices_sent(struct notices *n)
{
    const struct notice *notice = next(n);
    if (!notice)
        return;
    n->asked_topic = (enum notice_topic)(notice - n->waiting);
    clear(&n->asked);
    n->asked = *notice;
    memset(&n->waiting[n->asked_topic], 0, sizeof *notice);
    n->is_asked = true;
    if (!n->tells)
        put_up(n);
}

void notices_shown(struct notices *n)
{
    n->tells = true;
    if (n->asked.turn)
        put_up(n);
}

static void take_down(struct notices *n)
{
    n->is_up = false;
    n->up_target = TARGET_NONE;
    text_clear(&n->up_path);
}

/* Where nothing is up, it is the one asked for that will not be shown. One that
 * was up may lie in the notification centre and be clicked there. */
void notices_gone(struct notices *n)
{
    if (!n->is_up)
        n->is_asked = false;
    n->is_up = false;
}

enum notice_target notices_clicked(struct notices *n, struct text *path)
{
    enum notice_target target = n->up_target;
    text_set(path, text_str(&n->up_path));
    take_down(n);
    return target;
}

void notices_pass(struct notices *n)
{
    n->is_asked = false;
    n->is_up = false;
}

void notices_restart(struct notices *n)
{
    if (n->is_asked && !n->waiting[n->asked_topic].turn) {
        n->waiting[n->asked_topic] = n->asked;
        memset(&n->asked, 0, sizeof n->asked);
    }
    n->is_asked = false;
    n->tells = false;
    take_down(n);
}
