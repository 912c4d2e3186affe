#include "app/order.h"

#include <stdlib.h>

void order_close(struct order *order)
{
    if (!order)
        return;
    while (order->news_left)
        news_close(order->news[--order->news_left]);
    text_done(&order->path);
    settings_done(&order->settings);
    free(order);
}

struct order *order_open(enum worker_job job)
{
    size_t count = job == JOB_SNAPSHOT || job == JOB_ASKED ? ORDER_NEWS_MOST : job == JOB_START ? 2 : 1;
    struct order *order = calloc(1, sizeof *order);
    while (order && order->news_left < count) {
        struct news *news = calloc(1, sizeof *news);
        if (!news) {
            order_close(order);
            return NULL;
        }
        order->news[order->news_left++] = news;
    }
    return order;
}

void order_append(struct order **list, struct order *order)
{
    while (*list)
        list = &(*list)->next;
    order->next = NULL;
    *list = order;
}

struct order *order_first(struct order **list)
{
    struct order *first = *list;
    *list = first->next;
    first->next = NULL;
    return first;
}

void orders_close(struct order *list)
{
    while (list)
        order_close(order_first(&list));
}

struct news *order_news(struct order *order, enum news_kind kind)
{
    struct news *news = order->news[--order->news_left];
    news->kind = kind;
    news->asker = order->asker;
    return news;
}
