/* A job of the worker's with all that its answers need, made ahead, so that an
 * answer asks for no memory; and lists of them. Between worker.h's two threads an
 * order has one owner at a time. */
#ifndef HB_APP_ORDER_H
#define HB_APP_ORDER_H

#include "app/worker.h"

/* A snapshot's: flushing, saved or failed, checked, and that the session was gone. */
#define ORDER_NEWS_MOST 4u

/* A job with all that its answers need. A snapshot's lives on until its file
 * was checked. */
struct order {
    struct order *next;
    int64_t pressed;
    struct asker asker;
    bool rolled; /* its post-roll is over */
    uint32_t foreground; /* process that was in front then; 0: none */
    struct text path;
    struct recorder_flush flush;
    struct news *news[ORDER_NEWS_MOST];
    size_t news_left;
    struct settings settings; /* of JOB_SETTINGS */
    enum language language;
};

/* NULL without memory. */
struct order *order_open(enum worker_job job);
/* With the news that were not sent; NULL is fine. */
void order_close(struct order *order);
/* Takes one of its news; there must be one. */
struct news *order_news(struct order *order, enum news_kind kind);

/* To the end of a list. */
void order_append(struct order **list, struct order *order);
/* The first of a list that is not empty; it is out of it then. */
struct order *order_first(struct order **list);
void orders_close(struct order *list);

#endif
