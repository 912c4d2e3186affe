/* The service Secondary Logon as it may be set on a real system: while it is
 * off, CreateProcessWithTokenW answers ERROR_SERVICE_DISABLED. On again at the
 * next call with false. Takes the place of the import for the whole program. */
#ifndef HB_TESTS_SUPPORT_SERVICE_OFF_H
#define HB_TESTS_SUPPORT_SERVICE_OFF_H

#include <stdbool.h>
#include <stdint.h>

void service_off(bool off);
/* How often it was asked. */
uint32_t service_asked(void);

#endif
