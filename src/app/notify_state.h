/* May a balloon be seen now? */
#ifndef HB_APP_NOTIFY_STATE_H
#define HB_APP_NOTIFY_STATE_H

#include "tray/balloon_wait.h"

/* What SHQueryUserNotificationState says of the player. There is no event for
 * the change: ask again every 10 s while a balloon waits. An unknown answer
 * counts as visible. */
enum player_state notify_state_now(void);
/* The same of a QUERY_USER_NOTIFICATION_STATE, for tests. */
enum player_state notify_state_of(int state);

#endif
