#include "tests/faults/fault_shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t len);

#define COUNT_OF(...) (sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))
const struct fault_kind fault_kinds[CALL_count] = {
#define FAULT(symbol, name, ...) {name, {__VA_ARGS__}, COUNT_OF(__VA_ARGS__)},
#include "tests/faults/fault_calls.h"
#undef FAULT
};

struct armed {
    bool used, on;
    enum fault_call call;
    uint32_t nth, code, seen, hits;
    const char *role;
};

#define ROLES_MOST 400
#define HANDLES_MOST 512

static SRWLOCK lock = SRWLOCK_INIT;
static struct armed armed[2];
static bool counting;
static uint32_t counts[CALL_kinds];
static const char *nth_roles[CALL_count][FAULT_NTH_MOST];
static char *roles[ROLES_MOST];
static struct {
    HANDLE handle;
    const char *role;
} handles[HANDLES_MOST];
static size_t handle_next;
#define BASE_MOST 400
static wchar_t base[BASE_MOST + 1];
static volatile LONG inside_slot = (LONG)TLS_OUT_OF_INDEXES;

bool fault_is_watched(void)
{
    return (DWORD)inside_slot == TLS_OUT_OF_INDEXES || TlsGetValue((DWORD)inside_slot) == NULL;
}

static void inside(intptr_t by)
{
    DWORD before = GetLastError();
    if ((DWORD)inside_slot == TLS_OUT_OF_INDEXES)
        inside_slot = (LONG)TlsAlloc();
    TlsSetValue((DWORD)inside_slot, (void *)((intptr_t)TlsGetValue((DWORD)inside_slot) + by));
    SetLastError(before);
}

void fault_harness_enter(void)
{
    inside(1);
}

void fault_harness_leave(void)
{
    inside(-1);
}

void fault_arm(unsigned slot, enum fault_call call, uint32_t nth, bool on, uint32_t code)
{
    struct armed fresh = {true, on, call, nth, code, 0, 0, ""};
    AcquireSRWLockExclusive(&lock);
    armed[slot] = fresh;
    ReleaseSRWLockExclusive(&lock);
}

void fault_disarm(void)
{
    AcquireSRWLockExclusive(&lock);
    armed[0].used = false;
    armed[1].used = false;
    counting = false;
    ReleaseSRWLockExclusive(&lock);
}

uint32_t fault_hits(unsigned slot)
{
    return armed[slot].hits;
}

const char *fault_hit_role(unsigned slot)
{
    return armed[slot].hits ? armed[slot].role : "";
}

void fault_count_reset(void)
{
    AcquireSRWLockExclusive(&lock);
    memset(counts, 0, sizeof counts);
    counting = true;
    ReleaseSRWLockExclusive(&lock);
}

uint32_t fault_count(enum fault_call call)
{
    return counts[call];
}

const char *fault_role(enum fault_call call, uint32_t nth)
{
    return nth >= 1 && nth <= FAULT_NTH_MOST && nth <= counts[call] ? nth_roles[call][nth - 1] : "";
}

bool fault_fails(enum fault_call call, const char *role, DWORD *code)
{
    bool failed = false;
    AcquireSRWLockExclusive(&lock);
    if (counting && counts[call]++ < FAULT_NTH_MOST && call < CALL_count)
        nth_roles[call][counts[call] - 1] = role;
    for (int i = 0; i < 2; i++) {
        struct armed *a = &armed[i];
        if (!a->used || a->call != call)
            continue;
        uint32_t n = ++a->seen;
        if (failed || n < a->nth || (n > a->nth && !a->on))
            continue;
        if (!a->hits++)
            a->role = role;
        *code = a->code;
        failed = true;
    }
    ReleaseSRWLockExclusive(&lock);
    if (failed)
        SetLastError(*code);
    return failed;
}

fault_any_function *fault_real(const char *module, const char *name)
{
    fault_any_function *found = (fault_any_function *)GetProcAddress(LoadLibraryA(module), name);
    if (!found) {
        fprintf(stderr, "%s is not in %s\n", name, module);
        ExitProcess(4);
    }
    return found;
}

/* ---- roles ---- */

const char *fault_role_of(const char *text)
{
    const char *found = "(more roles than there is room for)";
    AcquireSRWLockExclusive(&lock);
    for (int i = 0; i < ROLES_MOST; i++) {
        if (!roles[i]) {
            size_t len = strlen(text) + 1;
            roles[i] = __real_malloc(len); /* under the lock */
            if (roles[i])
                memcpy(roles[i], text, len);
        }
        if (roles[i] && strcmp(roles[i], text) == 0) {
            found = roles[i];
            break;
        }
    }
    ReleaseSRWLockExclusive(&lock);
    return found;
}

const char *fault_role_of_wide(const wchar_t *text)
{
    char narrow[80];
    size_t n = 0;
    for (const wchar_t *at = text; at && *at && n + 1 < sizeof narrow; at++)
        narrow[n++] = *at < 128 ? (char)*at : '?';
    narrow[n] = 0;
    return fault_role_of(narrow);
}

const char *fault_role_of_number(const char *prefix, uint64_t number)
{
    char text[60];
    snprintf(text, sizeof text, "%s%llu", prefix, (unsigned long long)number);
    return fault_role_of(text);
}

static bool is_separator(wchar_t c)
{
    return c == L'\\' || c == L'/';
}

/* The last part of a path, without what changes from run to run: "snap.etl.part"
 * of snap-2.etl.3.part, "run" of 20261130_044012, "base" of the test's folder. */
static size_t add_part(char *to, size_t room, const wchar_t *from, size_t count)
{
    size_t n = 0, digits = 0;
    bool has_line = false;
    for (size_t i = 0; i < count; i++) {
        digits += from[i] >= L'0' && from[i] <= L'9';
        has_line = has_line || from[i] == L'_';
    }
    if (digits >= 14 && has_line)
        return (size_t)snprintf(to, room, "run");
    if (from[0] == L'f' && digits >= 14 && digits + 2 >= count)
        return (size_t)snprintf(to, room, "base");
    for (size_t i = 0; i < count && n + 1 < room; i++) {
        bool numbered = (from[i] == L'-' || from[i] == L'.') && i + 1 < count && from[i + 1] >= L'0' && from[i + 1] <= L'9';
        if (numbered) {
            while (i + 1 < count && from[i + 1] >= L'0' && from[i + 1] <= L'9')
                i++;
            continue;
        }
        to[n++] = from[i] < 128 ? (char)from[i] : '?';
    }
    to[n] = 0;
    return n;
}

void fault_role_base(const wchar_t *path)
{
    wcsncpy(base, path, BASE_MOST);
}

/* The folders above the test's own are the machine's affair. */
static bool is_above_base(const wchar_t *path, size_t len)
{
    return len < wcslen(base) && wcsncmp(path, base, len) == 0;
}

const char *fault_role_of_path(const wchar_t *path)
{
    char text[120];
    size_t end = path ? wcslen(path) : 0, n = 0;
    bool all = end > 1 && path[end - 1] == L'*';
    while (end > 0 && (is_separator(path[end - 1]) || path[end - 1] == L'*'))
        end--;
    if (is_above_base(path, end))
        return fault_role_of(all ? "above/*" : "above");
    size_t from = end;
    while (from > 0 && !is_separator(path[from - 1]))
        from--;
    text[0] = 0;
    if (end > from)
        n = add_part(text, sizeof text - 4, path + from, end - from);
    if (all)
        snprintf(text + n, sizeof text - n, "/*");
    return fault_role_of(text);
}

void fault_note_handle(HANDLE handle, const char *role)
{
    size_t at = 0;
    AcquireSRWLockExclusive(&lock);
    while (at < HANDLES_MOST && handles[at].handle != handle)
        at++;
    if (at == HANDLES_MOST)
        at = handle_next++ % HANDLES_MOST;
    handles[at].handle = handle;
    handles[at].role = role;
    ReleaseSRWLockExclusive(&lock);
}

const char *fault_role_of_handle(HANDLE handle)
{
    const char *role = "?";
    AcquireSRWLockShared(&lock);
    for (size_t i = 0; i < HANDLES_MOST; i++)
        if (handles[i].handle == handle)
            role = handles[i].role;
    ReleaseSRWLockShared(&lock);
    return role;
}
