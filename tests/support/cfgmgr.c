#include "tests/support/cfgmgr.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "os/os.h"
#include "win/utf16.h"
#include "win/win.h"

#include <devpropdef.h>

#define DEVICES_MOST 32u
#define VALUE_UNITS 700u

#define PHANTOM 1u
#define CR_FINE 0u
#define CR_NO_DEVICE 13u
#define CR_SMALL 26u
#define CR_BAD_ID 30u
#define CR_NO_VALUE 37u

struct device {
    wchar_t id[200];
    wchar_t facts[DEVICE_facts][VALUE_UNITS];
    bool has[DEVICE_facts];
    bool gone;
};

static struct device devices[DEVICES_MOST];
static unsigned device_count, asked;
static bool told, lacks, has_read;
static bool (*watcher)(const char *function, enum device_fact fact, DWORD *code);

void cfgmgr_reset(void)
{
    memset(devices, 0, sizeof devices);
    device_count = asked = 0;
    told = true;
    lacks = false;
    has_read = true;
    watcher = NULL;
}

void cfgmgr_of_system(void)
{
    cfgmgr_reset();
    told = false;
}

void cfgmgr_lack_functions(void)
{
    lacks = true;
}

void cfgmgr_watch(bool (*fails)(const char *function, enum device_fact fact, DWORD *code))
{
    watcher = fails;
}

unsigned cfgmgr_asked(void)
{
    return asked;
}

static struct device *find(const wchar_t *id)
{
    for (unsigned i = 0; i < device_count; i++) {
        if (CompareStringOrdinal(devices[i].id, -1, id, -1, TRUE) == CSTR_EQUAL)
            return &devices[i];
    }
    return NULL;
}

void cfgmgr_tell(const wchar_t *id, enum device_fact fact, const wchar_t *value)
{
    struct device *d = find(id);
    if (!d && device_count < DEVICES_MOST) {
        d = &devices[device_count++];
        wcsncpy(d->id, id, 199);
    }
    if (!d)
        return;
    wcsncpy(d->facts[fact], value, VALUE_UNITS - 1);
    d->has[fact] = true;
}

void cfgmgr_unplug(const wchar_t *id)
{
    struct device *d = find(id);
    if (d)
        d->gone = true;
}

/* ---- the library ---- */

static bool fails(const char *function, enum device_fact fact, DWORD *code)
{
    return watcher && watcher(function, fact, code);
}

__declspec(dllexport) DWORD WINAPI CM_Locate_DevNodeW(DWORD *node, wchar_t *id, ULONG flags);
__declspec(dllexport) DWORD WINAPI CM_Locate_DevNodeW(DWORD *node, wchar_t *id, ULONG flags)
{
    DWORD code;
    asked++;
    if (fails("CM_Locate_DevNodeW", DEVICE_facts, &code))
        return code;
    if (!id || !*id || !wcschr(id, L'\\'))
        return CR_BAD_ID;
    struct device *d = find(id);
    if (!d || (d->gone && flags != PHANTOM))
        return CR_NO_DEVICE;
    *node = (DWORD)(d - devices) + 1;
    return CR_FINE;
}

static DWORD give(const void *value, ULONG len, DEVPROPTYPE kind, DEVPROPTYPE *type, BYTE *room, ULONG *room_len)
{
    bool fits = *room_len >= len;
    *room_len = len;
    *type = kind;
    if (fits)
        memcpy(room, value, len);
    return fits ? CR_FINE : CR_SMALL;
}

/* Which fact a key of devpkey.h asks for. */
static enum device_fact fact_of(const DEVPROPKEY *key)
{
    static const struct {
        ULONG first, pid;
    } keys[DEVICE_facts] = {{0x540b947e, 4}, {0xa45c254e, 14}, {0xa45c254e, 2}, {0x4340a6c5, 8}, {0x8c7ed206, 2}};
    int at = 0;
    while (at < DEVICE_facts && (keys[at].first != key->fmtid.Data1 || keys[at].pid != key->pid))
        at++;
    return (enum device_fact)at;
}

__declspec(dllexport) DWORD WINAPI CM_Get_DevNode_PropertyW(DWORD node, const DEVPROPKEY *key, DEVPROPTYPE *type, BYTE *room,
                                                            ULONG *len, ULONG flags);
__declspec(dllexport) DWORD WINAPI CM_Get_DevNode_PropertyW(DWORD node, const DEVPROPKEY *key, DEVPROPTYPE *type, BYTE *room,
                                                            ULONG *len, ULONG flags)
{
    GUID container = {0, 0, 0, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};
    enum device_fact fact = fact_of(key);
    DWORD code;
    if (fails("CM_Get_DevNode_PropertyW", fact, &code))
        return code;
    if (!node || node > device_count || flags)
        return CR_NO_DEVICE;
    const struct device *d = &devices[node - 1];
    if (fact == DEVICE_facts || !d->has[fact])
        return CR_NO_VALUE;
    if (fact != DEVICE_CONTAINER)
        return give(d->facts[fact], (ULONG)((wcslen(d->facts[fact]) + 1) * sizeof(wchar_t)), DEVPROP_TYPE_STRING, type, room, len);
    unsigned long number = wcstoul(d->facts[fact], NULL, 10);
    if (number) {
        memset(&container, 0x5A, sizeof container);
        container.Data1 = number;
    }
    return give(&container, sizeof container, DEVPROP_TYPE_GUID, type, room, len);
}

/* ---- how it is loaded ---- */

static void read_line(char *line)
{
    char *fact = strchr(line, '|'), *value = fact ? strchr(fact + 1, '|') : NULL;
    struct wide id = WIDE_EMPTY, words = WIDE_EMPTY;
    if (!value)
        return;
    *fact = *value = 0;
    wide_add_utf8(&id, line);
    wide_add_utf8(&words, value + 1);
    cfgmgr_tell(wide_str(&id), (enum device_fact)(atoi(fact + 1) % DEVICE_facts), wide_str(&words));
    wide_done(&id);
    wide_done(&words);
}

static void read_file(void)
{
    const char *path = getenv("HITCHBOX_TEST_DEVICES");
    struct text bytes = TEXT_EMPTY;
    has_read = true;
    if (path && !outcome_failed(os_file_read(path, 100000, &bytes))) {
        cfgmgr_reset();
        for (char *line = bytes.bytes, *next; line && *line; line = next) {
            next = strchr(line, '\n');
            if (next)
                *next++ = 0;
            read_line(line);
        }
    }
    text_done(&bytes);
}

typedef void any_fn(void);
typedef HMODULE WINAPI load_fn(LPCWSTR name, HANDLE file, DWORD flags);

HMODULE WINAPI cfgmgr_load(LPCWSTR name, HANDLE file, DWORD flags)
{
    load_fn *real = (load_fn *)(any_fn *)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "LoadLibraryExW");
    if (!has_read)
        read_file();
    if (!told || wcscmp(name, L"cfgmgr32.dll") != 0)
        return real(name, file, flags);
    if (file || flags != LOAD_LIBRARY_SEARCH_SYSTEM32) { /* from elsewhere it would be another's */
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    return GetModuleHandleW(lacks ? L"kernel32.dll" : NULL);
}
