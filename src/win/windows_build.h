/* Which Windows this is. */
#ifndef HB_WIN_WINDOWS_BUILD_H
#define HB_WIN_WINDOWS_BUILD_H

#include <stdint.h>

/* CurrentBuildNumber, such as 22631, from the registry: unlike the version
 * functions it does not depend on the manifest. 0 where it is not there. */
uint32_t windows_build(void);

#endif
