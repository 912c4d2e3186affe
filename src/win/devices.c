#include "win/devices.h"

#include <stdlib.h>
#include <string.h>

#include "win/utf16.h"
#include "win/win.h"

#include <devpropdef.h>
#include <cfgmgr32.h>

#define NAME_UNITS 512u
#define LEVELS_MOST 4u /* a function of a composite device lies two above its HID child */

typedef void any_fn(void);
typedef CONFIGRET WINAPI locate_fn(PDEVINST node, DEVINSTID_W id, ULONG flags);
typedef CONFIGRET WINAPI property_fn(DEVINST node, const DEVPROPKEY *key, DEVPROPTYPE *type, PBYTE value, PULONG len,
                                     ULONG flags);

struct devices {
    HMODULE library;
    locate_fn *locate;
    property_fn *property;
};

#define OF_NAMES {0xa45c254e, 0xdf1c, 0x4efd, {0x80, 0x20, 0x67, 0xd1, 0x46, 0xa8, 0x50, 0xe0}}

/* DEVPKEY_Device_BusReportedDeviceDesc, FriendlyName, DeviceDesc, Parent and
 * ContainerId of devpkey.h. */
static const DEVPROPKEY own_words = {{0x540b947e, 0x8b40, 0x45bc, {0xa8, 0xa2, 0x6a, 0x0b, 0x89, 0x4c, 0xbd, 0xa2}}, 4};
static const DEVPROPKEY given_name = {OF_NAMES, 14};
static const DEVPROPKEY driver_words = {OF_NAMES, 2};
static const DEVPROPKEY parent_id = {{0x4340a6c5, 0x93fa, 0x4706, {0x97, 0x2c, 0x7b, 0x64, 0x80, 0x08, 0xa5, 0xa7}}, 8};
static const DEVPROPKEY container_id = {{0x8c7ed206, 0x3f8a, 0x4827, {0xb3, 0xab, 0xae, 0x9e, 0x1f, 0xae, 0xfc, 0x6c}}, 2};

/* That of all that is built into the computer. */
static const GUID computer = {0x00000000, 0x0000, 0x0000, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};

struct outcome devices_open(struct devices **devices)
{
    struct devices *d = calloc(1, sizeof *d);
    if (!d)
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    d->library = LoadLibraryExW(L"cfgmgr32.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (d->library) {
        d->locate = (locate_fn *)(any_fn *)GetProcAddress(d->library, "CM_Locate_DevNodeW");
        d->property = (property_fn *)(any_fn *)GetProcAddress(d->library, "CM_Get_DevNode_PropertyW");
    }
    if (!d->locate || !d->property) {
        DWORD code = GetLastError();
        devices_close(d);
        return outcome_of(WHY_not_found, code);
    }
    *devices = d;
    return outcome_ok();
}

void devices_close(struct devices *devices)
{
    if (!devices)
        return;
    if (devices->library)
        FreeLibrary(devices->library);
    free(devices);
}

/* The node of a device, one that is gone as well. */
static bool find(const struct devices *d, const wchar_t *id, DEVINST *node)
{
    wchar_t copy[MAX_DEVICE_ID_LEN];
    size_t len = 0;
    for (; id[len] && len + 1 < MAX_DEVICE_ID_LEN; len++)
        copy[len] = id[len];
    if (!len || id[len]) /* "" is the root of all devices */
        return false;
    copy[len] = 0;
    *node = 0;
    return d->locate(node, copy, CM_LOCATE_DEVNODE_PHANTOM) == CR_SUCCESS && *node;
}

/* False for a string that is not there, empty, or longer than any name. */
static bool get_string(const struct devices *d, DEVINST node, const DEVPROPKEY *key, wchar_t value[NAME_UNITS])
{
    DEVPROPTYPE type = DEVPROP_TYPE_EMPTY;
    ULONG len = (ULONG)((NAME_UNITS - 1) * sizeof *value);
    CONFIGRET code = d->property(node, key, &type, (PBYTE)value, &len, 0);
    if (code != CR_SUCCESS || type != DEVPROP_TYPE_STRING || len > (NAME_UNITS - 1) * sizeof *value)
        return false;
    value[len / sizeof *value] = 0;
    return value[0] != 0;
}

/* False for a device of no container, and for a part of the computer. */
static bool get_container(const struct devices *d, DEVINST node, GUID *container)
{
    DEVPROPTYPE type = DEVPROP_TYPE_EMPTY;
    ULONG len = sizeof *container;
    return d->property(node, &container_id, &type, (PBYTE)container, &len, 0) == CR_SUCCESS && type == DEVPROP_TYPE_GUID &&
           len == sizeof *container && memcmp(container, &computer, sizeof computer) != 0;
}

/* The node above, where both are the same physical device. */
static bool go_up(const struct devices *d, DEVINST *node, const GUID *container)
{
    wchar_t id[NAME_UNITS];
    DEVINST above;
    GUID of_above;
    if (!get_string(d, *node, &parent_id, id) || !find(d, id, &above) || !get_container(d, above, &of_above) ||
        memcmp(&of_above, container, sizeof *container) != 0)
        return false;
    *node = above;
    return true;
}

static bool is_begun(const char *id, const char *with)
{
    return str_begins_nocase(id, with, strlen(with));
}

/* What of many makers has one driver: Windows's. */
static bool has_common_driver(const char *id)
{
    return is_begun(id, "USB\\") || is_begun(id, "HID\\") || is_begun(id, "BTH");
}

static bool name_of_itself(const struct devices *d, DEVINST node, wchar_t value[NAME_UNITS])
{
    GUID container;
    bool may_go_up = get_container(d, node, &container);
    for (unsigned level = 0; level < LEVELS_MOST; level++) {
        if (get_string(d, node, &own_words, value) || get_string(d, node, &given_name, value))
            return true;
        if (!may_go_up || !go_up(d, &node, &container))
            return false;
    }
    return false;
}

bool devices_name(const struct devices *d, const char *id, struct text *name)
{
    wchar_t value[NAME_UNITS];
    struct wide wide = WIDE_EMPTY;
    DEVINST node = 0;
    wide_add_utf8(&wide, id);
    if (wide.failed)
        text_share_loss(name, text_lost);
    bool found = !wide.failed && find(d, wide_str(&wide), &node);
    wide_done(&wide);
    if (!found)
        return false;
    if (has_common_driver(id))
        found = name_of_itself(d, node, value);
    else
        found = get_string(d, node, &given_name, value) || get_string(d, node, &driver_words, value);
    if (found)
        text_add_wide(name, value);
    return found;
}
