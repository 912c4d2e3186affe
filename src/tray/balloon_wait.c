#include "tray/balloon_wait.h"

#define SECOND_NS 1000000000LL
#define ASKED_AGAIN_S 60

bool balloon_wait_is_over(struct balloon_wait *wait, enum player_state state, int64_t now_ns)
{
    bool goes_on = wait->since_ns && now_ns - wait->asked_ns <= ASKED_AGAIN_S * SECOND_NS;
    if (state != PLAYER_BUSY)
        wait->since_ns = 0;
    else if (!goes_on)
        wait->since_ns = now_ns;
    wait->asked_ns = now_ns;
    return state == PLAYER_THERE || (state == PLAYER_BUSY && now_ns - wait->since_ns >= BALLOON_WAIT_BUSY_S * SECOND_NS);
}
