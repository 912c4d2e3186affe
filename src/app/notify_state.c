#include "app/notify_state.h"

#include "win/win.h"

bool notify_state_allows(int state)
{
    return state != QUNS_NOT_PRESENT && state != QUNS_BUSY && state != QUNS_RUNNING_D3D_FULL_SCREEN &&
           state != QUNS_PRESENTATION_MODE;
}

bool notify_state_visible(void)
{
    QUERY_USER_NOTIFICATION_STATE state = QUNS_ACCEPTS_NOTIFICATIONS;
    if (FAILED(SHQueryUserNotificationState(&state)))
        return true;
    return notify_state_allows((int)state);
}
