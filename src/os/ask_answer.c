#include "os/ask_answer.h"

#include <string.h>

#define MAGIC 0x31414248u /* HBA1 */
#define PATH_MOST 131072u
#define VERDICT_MOST 8192u

struct head {
    uint32_t magic, ticket, kind, why, os, path_len, verdict_len, spare;
    int64_t span_ms;
    uint64_t events_lost;
};

void ask_answer_done(struct ask_answer *answer)
{
    text_done(&answer->path);
    text_done(&answer->verdict);
}

void ask_answer_write(const struct ask_answer *answer, uint16_t ticket, struct text *out)
{
    struct head head = {MAGIC, ticket, (uint32_t)answer->kind, (uint32_t)answer->outcome.why, answer->outcome.os, 0, 0, 0,
                        answer->span_ms, answer->events_lost};
    const char *path = text_str(&answer->path), *verdict = text_str(&answer->verdict);
    head.path_len = (uint32_t)strlen(path);
    head.verdict_len = (uint32_t)strlen(verdict);
    text_share_loss(out, path);
    text_share_loss(out, verdict);
    text_add_bytes(out, &head, sizeof head);
    text_add_bytes(out, path, head.path_len);
    text_add_bytes(out, verdict, head.verdict_len);
}

static bool fits(const struct head *head, uint64_t len, uint16_t ticket)
{
    return head->magic == MAGIC && head->ticket == ticket && head->kind >= ASK_SAVED && head->kind < ASK_kinds &&
           head->why < (uint32_t)WHY_count && head->path_len <= PATH_MOST && head->verdict_len <= VERDICT_MOST &&
           len == sizeof *head + (uint64_t)head->path_len + head->verdict_len;
}

bool ask_answer_read(const void *bytes, uint64_t len, uint16_t ticket, struct ask_answer *answer)
{
    struct head head;
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY;
    if (!bytes || len < sizeof head)
        return false;
    memcpy(&head, bytes, sizeof head);
    if (!fits(&head, len, ticket))
        return false;
    const char *at = (const char *)bytes + sizeof head;
    text_add_bytes(&path, at, head.path_len);
    text_add_bytes(&verdict, at + head.path_len, head.verdict_len);
    if (path.failed || verdict.failed) {
        text_done(&path);
        text_done(&verdict);
        return false;
    }
    text_clean(&path, 0);
    text_clean(&verdict, 0);
    answer->kind = (enum ask_kind)head.kind;
    answer->outcome = outcome_of((enum why)head.why, head.os);
    answer->span_ms = head.span_ms;
    answer->events_lost = head.events_lost;
    text_move(&answer->path, &path);
    text_move(&answer->verdict, &verdict);
    return true;
}
