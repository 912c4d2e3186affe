/* What the settings mean on this computer: variables, programs that are not there,
 * keys that cannot be, and the keyboard. */
#ifndef HB_APP_APP_SETTINGS_H
#define HB_APP_APP_SETTINGS_H

#include "config/settings.h"

/* Takes the settings as they were read. What cannot be has its default then, with
 * a problem of `file` and its line; a key that also types a character is a
 * problem that it survives. */
void app_settings_check(struct settings *settings, const char *file, struct problems *problems);

/* Does the folder lie in OneDrive's, from which everything is uploaded? */
bool app_settings_is_uploaded(const char *folder);

#endif
