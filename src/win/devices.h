/* What Windows calls a device.
 *
 *   struct devices *devices = NULL;
 *   devices_open(&devices);
 *   devices_name(devices, "HID\\VID_046D&PID_C08B&MI_01\\8&1...", &name);
 *   devices_close(devices);
 *
 * Asked of the configuration manager, cfgmgr32.dll, which answers out of what
 * plug and play has noted: no device is opened, and one that is gone has its names
 * still. A question may wait while Windows installs or removes a device, so it is
 * none for between a key and its FLUSH, nor for the window's thread.
 *
 * Source: Microsoft's pages of CM_Locate_DevNodeW, CM_Get_DevNode_PropertyW and of
 * the DEVPKEY_Device_ properties. */
#ifndef HB_WIN_DEVICES_H
#define HB_WIN_DEVICES_H

#include <stdbool.h>

#include "base/outcome.h"
#include "base/text.h"

struct devices;

/* Loads cfgmgr32.dll from System32. WHY_not_found with GetLastError's number where
 * it, or what is asked of it, is not there. */
struct outcome devices_open(struct devices **devices);
/* NULL is fine. */
void devices_close(struct devices *devices);

/* Adds the name of the device of that instance id, which may be any text. Of a
 * device on USB or Bluetooth, whose drivers are Windows's own and call all alike
 * ("USB Input Device", in the user's language), it is what the device says of
 * itself, else its friendly name; where a node has neither, that of the nodes above
 * it which are the same physical device (its container). Of all others it is what
 * Device Manager shows: the friendly name, else the driver's words. What is added
 * is as the device or its driver wrote it; units that are no UTF-16 are U+FFFD.
 * False where Windows has no name, and where memory is short (name->failed). */
bool devices_name(const struct devices *devices, const char *id, struct text *name);

#endif
