#include "os/os.h"

#include <stdlib.h>
#include <string.h>

#include "win/private/map_guard.h"
#include "win/utf16.h"
#include "win/win.h"

#define PATH_UNITS_MOST 32768u
#define HELD_TRIES 10
#define HELD_WAIT_MS 25u

const char os_separator = '\\';

static struct outcome fail_code(enum why why, DWORD code)
{
    if (code == ERROR_DISK_FULL || code == ERROR_HANDLE_DISK_FULL)
        why = WHY_disk_full;
    return outcome_of(why, code);
}

static struct outcome fail_open_code(DWORD code)
{
    bool absent = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND;
    return fail_code(absent ? WHY_not_found : WHY_file_open, code);
}

/* A path as the file calls take it; the caller frees it with wide_done.
 * Fails only without memory. */
static bool wide_path(struct wide *w, const char *path)
{
    wide_add_path(w, path);
    return !w->failed;
}

static struct outcome no_memory(void)
{
    return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
}

static HANDLE open_for_reading(const wchar_t *path)
{
    return CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
}

struct outcome os_map_open(const char *path, struct os_map *map)
{
    struct outcome result = outcome_ok();
    struct os_map fresh = {0};
    struct wide name = WIDE_EMPTY;
    HANDLE file = INVALID_HANDLE_VALUE, section = NULL;
    LARGE_INTEGER len;
    if (!wide_path(&name, path)) {
        result = no_memory();
        goto out;
    }
    file = open_for_reading(wide_str(&name));
    if (file == INVALID_HANDLE_VALUE) {
        result = fail_open_code(GetLastError());
        goto out;
    }
    if (GetFileType(file) != FILE_TYPE_DISK) {
        result = outcome_of(WHY_file_special, 0);
        goto out;
    }
    if (!GetFileSizeEx(file, &len)) {
        result = fail_code(WHY_file_open, GetLastError());
        goto out;
    }
    fresh.len = (uint64_t)len.QuadPart;
    if (fresh.len) {
        section = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
        if (section)
            fresh.bytes = MapViewOfFile(section, FILE_MAP_READ, 0, 0, (SIZE_T)fresh.len);
        if (!fresh.bytes) {
            result = fail_code(WHY_file_map, GetLastError());
            goto out;
        }
        fresh.handle[2] = map_guard_open(fresh.bytes, (size_t)fresh.len);
        if (!fresh.handle[2]) {
            UnmapViewOfFile(fresh.bytes);
            result = no_memory();
            goto out;
        }
    }
    fresh.handle[0] = file;
    fresh.handle[1] = section;
    file = INVALID_HANDLE_VALUE;
    section = NULL;
    *map = fresh;
out:
    if (section)
        CloseHandle(section);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    wide_done(&name);
    return result;
}

void os_map_close(struct os_map *map)
{
    map_guard_close(map->handle[2]);
    if (map->handle[1])
        CloseHandle(map->handle[1]);
    if (map->handle[0])
        CloseHandle(map->handle[0]);
    memset(map, 0, sizeof *map);
}

bool os_map_lost(const struct os_map *map)
{
    return map_guard_lost(map->handle[2]);
}

static int64_t filetime_of(const FILETIME *ft)
{
    return (int64_t)((uint64_t)ft->dwHighDateTime << 32 | ft->dwLowDateTime);
}

static struct os_stat stat_of(DWORD attributes, DWORD len_high, DWORD len_low, const FILETIME *modified)
{
    struct os_stat st = {0};
    st.len = (uint64_t)len_high << 32 | len_low;
    st.modified = filetime_of(modified);
    st.is_folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    st.is_link = (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    return st;
}

struct outcome os_stat(const char *path, struct os_stat *st)
{
    struct outcome result = outcome_ok();
    struct wide name = WIDE_EMPTY;
    WIN32_FILE_ATTRIBUTE_DATA data;
    if (!wide_path(&name, path))
        result = no_memory();
    else if (!GetFileAttributesExW(wide_str(&name), GetFileExInfoStandard, &data))
        result = fail_open_code(GetLastError());
    else
        *st = stat_of(data.dwFileAttributes, data.nFileSizeHigh, data.nFileSizeLow, &data.ftLastWriteTime);
    wide_done(&name);
    return result;
}

static struct outcome rename_with(const char *from, const char *to, DWORD flags)
{
    struct outcome result = outcome_ok();
    struct wide old_name = WIDE_EMPTY, new_name = WIDE_EMPTY;
    if (!wide_path(&old_name, from) || !wide_path(&new_name, to)) {
        result = no_memory();
    } else if (!MoveFileExW(wide_str(&old_name), wide_str(&new_name), flags)) {
        DWORD code = GetLastError();
        bool exists = code == ERROR_ALREADY_EXISTS || code == ERROR_FILE_EXISTS;
        result = exists ? outcome_of(WHY_exists, code)
                        : code == ERROR_FILE_NOT_FOUND ? fail_open_code(code) : fail_code(WHY_file_rename, code);
    }
    wide_done(&old_name);
    wide_done(&new_name);
    return result;
}

struct outcome os_rename(const char *from, const char *to)
{
    return rename_with(from, to, 0);
}

/* What looks at each new file lets go of it within a moment. */
struct outcome os_rename_over(const char *from, const char *to)
{
    const DWORD flags = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    struct outcome moved = rename_with(from, to, flags);
    for (int i = 0; i < HELD_TRIES && (moved.os == ERROR_SHARING_VIOLATION || moved.os == ERROR_ACCESS_DENIED); i++) {
        Sleep(HELD_WAIT_MS);
        moved = rename_with(from, to, flags);
    }
    return moved;
}

/* Windows appends in one step; Wine asks for the end first and writes then, so
 * two threads of one program must take turns. */
struct os_file {
    HANDLE handle;
    SRWLOCK turn;
};

struct outcome os_file_open(const char *path, enum os_open how, struct os_file **file)
{
    struct outcome result = outcome_ok();
    struct wide name = WIDE_EMPTY;
    struct os_file *fresh = malloc(sizeof *fresh);
    if (!fresh || !wide_path(&name, path)) {
        result = no_memory();
        goto out;
    }
    DWORD access = how == OS_OPEN_APPEND ? FILE_APPEND_DATA | SYNCHRONIZE : GENERIC_WRITE;
    fresh->handle = CreateFileW(wide_str(&name), access, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                                how == OS_OPEN_NEW ? CREATE_NEW : OPEN_ALWAYS,
                                FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (fresh->handle == INVALID_HANDLE_VALUE) {
        DWORD code = GetLastError();
        result = fail_code(code == ERROR_FILE_EXISTS ? WHY_exists : WHY_file_open, code);
        goto out;
    }
    InitializeSRWLock(&fresh->turn);
    *file = fresh;
    fresh = NULL;
out:
    free(fresh);
    wide_done(&name);
    return result;
}

#define WRITE_MOST 0x1000000u

struct outcome os_file_write(struct os_file *file, const void *bytes, size_t len)
{
    const char *at = bytes;
    struct outcome result = outcome_ok();
    AcquireSRWLockExclusive(&file->turn);
    while (len && !outcome_failed(result)) {
        DWORD written = 0;
        DWORD part = len > WRITE_MOST ? WRITE_MOST : (DWORD)len;
        if (!WriteFile(file->handle, at, part, &written, NULL))
            result = fail_code(WHY_file_write, GetLastError());
        at += written;
        len -= written;
    }
    ReleaseSRWLockExclusive(&file->turn);
    return result;
}

struct outcome os_file_write_at(struct os_file *file, uint64_t offset, const void *bytes, size_t len)
{
    LARGE_INTEGER target, end, zero = {0};
    target.QuadPart = (LONGLONG)offset;
    if (!SetFilePointerEx(file->handle, zero, &end, FILE_CURRENT) ||
        !SetFilePointerEx(file->handle, target, NULL, FILE_BEGIN))
        return fail_code(WHY_file_write, GetLastError());
    struct outcome result = os_file_write(file, bytes, len);
    SetFilePointerEx(file->handle, end, NULL, FILE_BEGIN);
    return result;
}

struct outcome os_file_flush(struct os_file *file)
{
    if (FlushFileBuffers(file->handle))
        return outcome_ok();
    DWORD code = GetLastError();
    return code == ERROR_INVALID_FUNCTION || code == ERROR_NOT_SUPPORTED ? outcome_ok() : fail_code(WHY_file_write, code);
}

void os_file_close(struct os_file *file)
{
    if (!file)
        return;
    CloseHandle(file->handle);
    free(file);
}

struct outcome os_remove(const char *path)
{
    struct outcome result = outcome_ok();
    struct wide name = WIDE_EMPTY;
    if (!wide_path(&name, path)) {
        result = no_memory();
        goto out;
    }
    DWORD attributes = GetFileAttributesW(wide_str(&name));
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        result = fail_open_code(GetLastError());
        goto out;
    }
    BOOL removed = attributes & FILE_ATTRIBUTE_DIRECTORY ? RemoveDirectoryW(wide_str(&name))
                                                         : DeleteFileW(wide_str(&name));
    if (!removed)
        result = fail_code(WHY_file_remove, GetLastError());
out:
    wide_done(&name);
    return result;
}

static bool folder_stands(const wchar_t *path)
{
    DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

/* Makes the missing folders from the top down: each separator is cut to a zero
 * for the moment of its call. */
static DWORD make_folders(wchar_t *path)
{
    DWORD code = ERROR_SUCCESS;
    for (wchar_t *at = path; *at; at++) {
        if (*at != L'\\' || at == path || at[-1] == L'\\' || at[-1] == L':')
            continue;
        *at = 0;
        if (!folder_stands(path))
            CreateDirectoryW(path, NULL);
        *at = L'\\';
    }
    if (!folder_stands(path) && !CreateDirectoryW(path, NULL))
        code = GetLastError();
    if (code == ERROR_ALREADY_EXISTS && folder_stands(path))
        code = ERROR_SUCCESS;
    return code;
}

struct outcome os_folder_make(const char *path)
{
    struct outcome result = outcome_ok();
    struct wide name = WIDE_EMPTY;
    if (!wide_path(&name, path)) {
        result = no_memory();
        goto out;
    }
    DWORD code = folder_stands(wide_str(&name)) ? ERROR_SUCCESS : make_folders(name.units);
    if (code != ERROR_SUCCESS)
        result = fail_code(WHY_folder_create, code);
out:
    wide_done(&name);
    return result;
}

struct outcome os_folder_list(const char *path, os_folder_fn *fn, void *ctx)
{
    struct outcome result = outcome_ok();
    struct wide pattern = WIDE_EMPTY;
    struct text mask = TEXT_EMPTY, found = TEXT_EMPTY;
    HANDLE search = INVALID_HANDLE_VALUE;
    WIN32_FIND_DATAW data;
    text_addf(&mask, "%s\\*", path);
    if (mask.failed || !wide_path(&pattern, text_str(&mask))) {
        result = no_memory();
        goto out;
    }
    search = FindFirstFileW(wide_str(&pattern), &data);
    if (search == INVALID_HANDLE_VALUE) {
        DWORD code = GetLastError();
        bool absent = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND;
        result = fail_code(absent ? WHY_not_found : WHY_folder_read, code);
        goto out;
    }
    do {
        text_clear(&found);
        text_add_wide(&found, data.cFileName);
        if (found.failed) {
            result = no_memory();
            goto out;
        }
        if (str_equal(text_str(&found), ".") || str_equal(text_str(&found), ".."))
            continue;
        struct os_stat st = stat_of(data.dwFileAttributes, data.nFileSizeHigh, data.nFileSizeLow,
                                    &data.ftLastWriteTime);
        if (!fn(ctx, text_str(&found), &st))
            goto out;
    } while (FindNextFileW(search, &data));
    DWORD end = GetLastError();
    if (end != ERROR_NO_MORE_FILES)
        result = fail_code(WHY_folder_read, end);
out:
    if (search != INVALID_HANDLE_VALUE)
        FindClose(search);
    wide_done(&pattern);
    text_done(&mask);
    text_done(&found);
    return result;
}

struct os_hold {
    HANDLE handle;
};

/* A handle that does not share delete keeps the folder where it is. */
struct outcome os_hold_open(const char *folder, struct os_hold **hold)
{
    struct outcome result = outcome_ok();
    struct wide name = WIDE_EMPTY;
    BY_HANDLE_FILE_INFORMATION info;
    HANDLE handle = INVALID_HANDLE_VALUE;
    struct os_hold *fresh = malloc(sizeof *fresh);
    if (!fresh || !wide_path(&name, folder)) {
        result = no_memory();
        goto out;
    }
    handle = CreateFileW(wide_str(&name), FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE,
                         NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        result = fail_open_code(GetLastError());
        goto out;
    }
    if (!GetFileInformationByHandle(handle, &info)) {
        result = fail_code(WHY_folder_read, GetLastError());
        goto out;
    }
    if ((info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) || !(info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)) {
        result = outcome_of(WHY_folder_link, 0);
        goto out;
    }
    fresh->handle = handle;
    handle = INVALID_HANDLE_VALUE;
    *hold = fresh;
    fresh = NULL;
out:
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    free(fresh);
    wide_done(&name);
    return result;
}

void os_hold_close(struct os_hold *hold)
{
    if (!hold)
        return;
    CloseHandle(hold->handle);
    free(hold);
}

void os_program_folder(struct text *out)
{
    struct wide path = WIDE_EMPTY;
    struct text exe = TEXT_EMPTY;
    for (size_t room = 512; room <= PATH_UNITS_MOST; room *= 2) {
        wide_clear(&path);
        wchar_t *units = wide_reserve(&path, room);
        DWORD count = units ? GetModuleFileNameW(NULL, units, (DWORD)room) : 0;
        if (count > 0 && count < room) {
            wide_filled(&path, count);
            break;
        }
    }
    text_add_wide_path(&exe, wide_str(&path));
    size_t len = os_path_folder_len(text_str(&exe));
    if (len)
        text_add_bytes(out, text_str(&exe), len - 1);
    text_done(&exe);
    wide_done(&path);
}

struct outcome os_free_space(const char *path, uint64_t *bytes)
{
    struct outcome result = outcome_ok();
    struct wide name = WIDE_EMPTY;
    ULARGE_INTEGER available;
    if (!wide_path(&name, path))
        result = no_memory();
    else if (!GetDiskFreeSpaceExW(wide_str(&name), &available, NULL, NULL))
        result = fail_open_code(GetLastError());
    else
        *bytes = available.QuadPart;
    wide_done(&name);
    return result;
}

int64_t os_utc_now(void)
{
    FILETIME ft;
    GetSystemTimePreciseAsFileTime(&ft);
    return filetime_of(&ft);
}

int64_t os_ticks_ns(void)
{
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&frequency);
    return ticks.QuadPart / frequency.QuadPart * 1000000000 +
           ticks.QuadPart % frequency.QuadPart * 1000000000 / frequency.QuadPart;
}

static struct os_date date_of(const SYSTEMTIME *st)
{
    struct os_date d = {st->wYear, st->wMonth, st->wDay, st->wHour, st->wMinute, st->wSecond};
    return d;
}

struct os_date os_date_utc(int64_t filetime)
{
    FILETIME ft;
    SYSTEMTIME st = {0};
    ft.dwLowDateTime = (DWORD)(uint64_t)filetime;
    ft.dwHighDateTime = (DWORD)((uint64_t)filetime >> 32);
    FileTimeToSystemTime(&ft, &st);
    return date_of(&st);
}

/* By way of the zone's rules for that date, not of today's offset. */
struct os_date os_date_local(int64_t filetime)
{
    FILETIME ft;
    SYSTEMTIME utc = {0}, local = {0};
    ft.dwLowDateTime = (DWORD)(uint64_t)filetime;
    ft.dwHighDateTime = (DWORD)((uint64_t)filetime >> 32);
    FileTimeToSystemTime(&ft, &utc);
    SystemTimeToTzSpecificLocalTime(NULL, &utc, &local);
    return date_of(&local);
}
