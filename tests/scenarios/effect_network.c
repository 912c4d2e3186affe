#include <winsock2.h>

#include "tests/scenarios/effects.h"

#include <stdlib.h>

#include "tests/scenarios/guard.h"
#include "win/utf16.h"
#include "win/win.h"

#include <cfgmgr32.h>
#include <iphlpapi.h>

#define ADAPTERS_ROOM 32768u
#define CONNECTIONS L"SYSTEM\\CurrentControlSet\\Control\\Network\\{4D36E972-E325-11CE-BFC1-08002BE10318}\\"
#define INSTANCE_UNITS 256u
#define BACK_WAIT_S 45u

struct adapter {
    struct text name;                  /* as people see it */
    wchar_t instance[INSTANCE_UNITS]; /* of its device */
    DWORD index;
};

static IP_ADAPTER_ADDRESSES *list_adapters(void)
{
    ULONG len = ADAPTERS_ROOM, code = ERROR_BUFFER_OVERFLOW;
    IP_ADAPTER_ADDRESSES *list = NULL;
    for (int tries = 0; tries < 3 && code == ERROR_BUFFER_OVERFLOW; tries++) {
        free(list);
        list = malloc(len);
        code = list ? GetAdaptersAddresses(AF_UNSPEC, GAA_FLAG_INCLUDE_GATEWAYS, NULL, list, &len) : ERROR_OUTOFMEMORY;
    }
    if (code == ERROR_SUCCESS)
        return list;
    free(list);
    return NULL;
}

static bool find_instance(const char *guid, wchar_t *instance)
{
    struct wide key = WIDE_EMPTY;
    DWORD len = INSTANCE_UNITS * sizeof(wchar_t);
    wide_add(&key, CONNECTIONS);
    wide_add_utf8(&key, guid);
    wide_add(&key, L"\\Connection");
    bool found = !key.failed && RegGetValueW(HKEY_LOCAL_MACHINE, wide_str(&key), L"PnPInstanceId", RRF_RT_REG_SZ, NULL,
                                             instance, &len) == ERROR_SUCCESS;
    wide_done(&key);
    return found;
}

/* A device of its own: not one that a program made, which might not come back
 * (VPN, virtual switch). */
static bool is_hardware(const wchar_t *instance)
{
    return _wcsnicmp(instance, L"ROOT\\", 5) != 0 && _wcsnicmp(instance, L"SWD\\", 4) != 0;
}

static bool find_adapter(struct adapter *a)
{
    IP_ADAPTER_ADDRESSES *list = list_adapters();
    bool found = false;
    for (IP_ADAPTER_ADDRESSES *at = list; at && !found; at = at->Next) {
        bool usual = at->IfType == IF_TYPE_ETHERNET_CSMACD || at->IfType == IF_TYPE_IEEE80211;
        if (!usual || at->OperStatus != IfOperStatusUp || !at->FirstGatewayAddress)
            continue;
        found = find_instance(at->AdapterName, a->instance) && is_hardware(a->instance);
        if (found) {
            text_add_wide(&a->name, at->FriendlyName);
            a->index = at->IfIndex ? at->IfIndex : at->Ipv6IfIndex;
        }
    }
    free(list);
    return found;
}

static bool is_up(DWORD index)
{
    IP_ADAPTER_ADDRESSES *list = list_adapters();
    bool up = false;
    for (IP_ADAPTER_ADDRESSES *at = list; at; at = at->Next)
        up = up || ((at->IfIndex == index || at->Ipv6IfIndex == index) && at->OperStatus == IfOperStatusUp);
    free(list);
    return up;
}

static bool on_network(const char *folder)
{
    struct wide path = WIDE_EMPTY;
    wchar_t root[MAX_PATH + 1] = {0};
    wide_add_path(&path, folder);
    bool remote = path.failed || !GetVolumePathNameW(wide_str(&path), root, MAX_PATH) || GetDriveTypeW(root) == DRIVE_REMOTE;
    wide_done(&path);
    return remote;
}

bool network_ready(const struct effect *e, struct text *refusal)
{
    struct adapter a = {TEXT_EMPTY, {0}, 0};
    bool ready = false;
    if (GetSystemMetrics(SM_REMOTESESSION))
        text_add(refusal, "you are connected through the network that would go. Run this at the computer itself.");
    else if (on_network(e->folder))
        text_add(refusal, "the recording would go over the network. Choose a disk of this computer with --out.");
    else if (!find_adapter(&a))
        text_add(refusal, "no network adapter with a gateway was found. Connect to a network first.");
    else
        ready = true;
    text_done(&a.name);
    return ready;
}

static CONFIGRET enable(wchar_t *instance)
{
    DEVINST device;
    CONFIGRET result = CM_Locate_DevNodeW(&device, instance, CM_LOCATE_DEVNODE_NORMAL);
    return result == CR_SUCCESS ? CM_Enable_DevNode(device, 0) : result;
}

static CONFIGRET disable(wchar_t *instance)
{
    DEVINST device;
    CONFIGRET result = CM_Locate_DevNodeW(&device, instance, CM_LOCATE_DEVNODE_NORMAL);
    return result == CR_SUCCESS ? CM_Disable_DevNode(device, CM_DISABLE_UI_NOT_OK) : result;
}

int network_undo(int count, char **words)
{
    struct wide instance = WIDE_EMPTY;
    if (count < 1)
        return 2;
    wide_add_utf8(&instance, words[0]);
    bool fine = !instance.failed && enable(instance.units) == CR_SUCCESS;
    wide_done(&instance);
    return fine ? 0 : 1;
}

/* Not cut short by Ctrl+C: this is the undoing. */
static bool bring_back(struct adapter *a, uint32_t *seconds)
{
    bool back = false;
    for (*seconds = 0; *seconds < BACK_WAIT_S && !back; ++*seconds) {
        enable(a->instance);
        Sleep(1000);
        back = is_up(a->index);
    }
    return back;
}

bool effect_network_disconnect(const struct effect *e, struct text *trouble)
{
    struct adapter a = {TEXT_EMPTY, {0}, 0};
    struct guard guard;
    struct text words = TEXT_EMPTY, line = TEXT_EMPTY;
    uint32_t waited = 0;
    CONFIGRET off = CR_FAILURE;
    bool fine = find_adapter(&a);
    text_add(&words, "network \"");
    text_add_wide(&words, a.instance);
    text_add_char(&words, '"');
    effect_undo_line(&line, text_str(&words));
    bool guarded = fine && guard_begin(&guard, text_str(&line), e->seconds + BACK_WAIT_S + GUARD_EXTRA_S);
    if (guarded) {
        off = disable(a.instance);
        if (off == CR_SUCCESS)
            effect_wait(e->seconds * 1000);
        fine = bring_back(&a, &waited);
    }
    if (!guarded || off != CR_SUCCESS)
        effect_say(trouble, "the network adapter could not be switched off. Its driver or a policy may forbid it.", off);
    if (guarded && !fine)
        text_add(trouble, " It is not connected again yet. If it stays so, enable it in Windows's device manager or restart.");
    text_addf(&e->info->note, "%s was off for %u s and connected again %u s later", text_str(&a.name), (unsigned)e->seconds,
              (unsigned)waited);
    /* An adapter that has not come back stays in the guard's care. */
    if (guarded && fine)
        guard_end(&guard);
    text_done(&a.name);
    text_done(&words);
    text_done(&line);
    return guarded && fine && off == CR_SUCCESS;
}
