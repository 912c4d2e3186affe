#include "recorder/loss_log.h"

#include <stdbool.h>

static bool is_same(const struct loss_count *a, const struct loss_count *b)
{
    return a->events == b->events && a->buffers == b->buffers;
}

void loss_log_begin(struct loss_log *log, struct loss_count now)
{
    log->counts[0] = now;
    log->count = 1;
}

static void thin_out(struct loss_log *log)
{
    uint32_t kept = 1;
    for (uint32_t i = 1; i < log->count; i++) {
        if (i >= LOSS_LOG_MOST / 2 || i % 2 == 0)
            log->counts[kept++] = log->counts[i];
    }
    log->count = kept;
}

void loss_log_add(struct loss_log *log, struct loss_count now)
{
    uint32_t n = log->count;
    /* Of equal ones the first and the last are enough. */
    if (n >= 2 && is_same(&log->counts[n - 1], &now) && is_same(&log->counts[n - 2], &now)) {
        log->counts[n - 1].ns = now.ns;
        return;
    }
    if (n == LOSS_LOG_MOST)
        thin_out(log);
    log->counts[log->count++] = now;
}

struct loss_count loss_log_at(const struct loss_log *log, int64_t ns)
{
    struct loss_count at = {0, 0, 0};
    for (uint32_t i = 0; i < log->count; i++) {
        if (i == 0 || log->counts[i].ns <= ns)
            at = log->counts[i];
    }
    return at;
}
