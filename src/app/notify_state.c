#include "app/notify_state.h"

#include "win/win.h"

enum player_state notify_state_of(int state)
{
    switch (state) {
    case QUNS_BUSY:
        return PLAYER_BUSY;
    case QUNS_NOT_PRESENT:
    case QUNS_RUNNING_D3D_FULL_SCREEN:
    case QUNS_PRESENTATION_MODE:
        return PLAYER_AWAY;
    default:
        return PLAYER_THERE;
    }
}

enum player_state notify_state_now(void)
{
    QUERY_USER_NOTIFICATION_STATE state = QUNS_ACCEPTS_NOTIFICATIONS;
    if (FAILED(SHQueryUserNotificationState(&state)))
        return PLAYER_THERE;
    return notify_state_of((int)state);
}
