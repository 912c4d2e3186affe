#include "tray/ask_limit.h"

#define S_NS 1000000000ll
#define HOUR_NS (3600 * S_NS)

static uint32_t seconds_until(int64_t then_ns, int64_t now_ns)
{
    return (uint32_t)((then_ns - now_ns + S_NS - 1) / S_NS);
}

static struct ask_decision decide(const struct ask_limit *limit, enum tray_phase phase, bool known, int64_t now_ns)
{
    static const enum ask_verdict by_phase[] = {ASK_NOT_YET, ASK_GRANT, ASK_BUSY, ASK_TOO_LATE, ASK_NO_RING};
    struct ask_decision d = {by_phase[phase], 0};
    if (!known)
        d.verdict = ASK_NOBODY;
    if (d.verdict != ASK_GRANT || limit->granted == 0)
        return d;
    int64_t last = limit->granted_ns[(limit->granted - 1) % ASK_HOUR_MOST];
    int64_t soon = last + ASK_EVERY_S * S_NS;
    int64_t oldest = limit->granted_ns[limit->granted % ASK_HOUR_MOST];
    if (limit->granted >= ASK_HOUR_MOST && oldest + HOUR_NS > now_ns) {
        d.verdict = ASK_HOUR_IS_FULL;
        d.wait_s = seconds_until(oldest + HOUR_NS > soon ? oldest + HOUR_NS : soon, now_ns);
    } else if (soon > now_ns) {
        d.verdict = ASK_NOT_SO_SOON;
        d.wait_s = seconds_until(soon, now_ns);
    }
    return d;
}

struct ask_decision ask_limit_decide(struct ask_limit *limit, enum tray_phase phase, bool known, int64_t now_ns)
{
    struct ask_decision d = decide(limit, phase, known, now_ns);
    if (d.verdict == ASK_GRANT) {
        limit->granted_ns[limit->granted++ % ASK_HOUR_MOST] = now_ns;
        limit->refused = 0;
        limit->refused_in_all = 0;
        return d;
    }
    if (!limit->refused || now_ns - limit->refused_ns >= ASK_EVERY_S * S_NS) {
        limit->refused_ns = now_ns;
        limit->refused = 0;
    }
    limit->refused++;
    limit->refused_in_all++;
    if (limit->refused > ASK_FLOOD) {
        limit->shut_until_ns = now_ns + ASK_EVERY_S * S_NS;
        d.verdict = ASK_SHUT;
    }
    return d;
}

bool ask_limit_is_shut(struct ask_limit *limit, int64_t now_ns)
{
    if (limit->shut_until_ns && now_ns >= limit->shut_until_ns) {
        limit->shut_until_ns = 0;
        limit->refused = 0;
    }
    return limit->shut_until_ns != 0;
}
