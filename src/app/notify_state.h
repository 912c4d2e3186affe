/* May a balloon be seen now? */
#ifndef HB_WIN_NOTIFY_STATE_H
#define HB_WIN_NOTIFY_STATE_H

#include <stdbool.h>

/* False while a full-screen game or a presentation runs, or the session is
 * locked (SHQueryUserNotificationState). There is no event for the change: ask
 * again every 10 s while a balloon waits. Overlays are known to make Windows
 * answer "full screen" without a game; the balloon then waits on, and sound,
 * icon and menu tell what it would. An unknown answer counts as visible. */
bool notify_state_visible(void);
/* The same for a QUERY_USER_NOTIFICATION_STATE, for tests. */
bool notify_state_allows(int state);

#endif
