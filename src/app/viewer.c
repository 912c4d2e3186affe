#include "app/viewer.h"

#include <string.h>

#include "os/os.h"
#include "win/elevate.h"
#include "win/utf16.h"
#include "win/win.h"

#define WPA_IN_KITS "Windows Performance Toolkit\\wpa.exe"

static bool environment(const wchar_t *name, struct text *value)
{
    struct wide w = WIDE_EMPTY;
    DWORD room = GetEnvironmentVariableW(name, NULL, 0);
    wchar_t *to = room ? wide_reserve(&w, room) : NULL;
    DWORD count = to ? GetEnvironmentVariableW(name, to, room) : 0;
    bool have = count > 0 && count < room;
    if (have)
        text_add_wide_units(value, to, count);
    value->failed = value->failed || w.failed;
    wide_done(&w);
    return have;
}

/* A text value; expanded where it holds %variables%. `view` is 0 or one of
 * KEY_WOW64_32KEY, KEY_WOW64_64KEY. */
static bool registry_text(HKEY root, const wchar_t *key, const wchar_t *name, REGSAM view,
                          struct text *value)
{
    HKEY opened = NULL;
    wchar_t str[1024];
    DWORD bytes = sizeof str;
    if (RegOpenKeyExW(root, key, 0, KEY_QUERY_VALUE | view, &opened) != ERROR_SUCCESS)
        return false;
    bool have = RegGetValueW(opened, NULL, name, RRF_RT_REG_SZ, NULL, str, &bytes) == ERROR_SUCCESS &&
                str[0] != 0;
    if (have)
        text_add_wide(value, str);
    RegCloseKey(opened);
    return have;
}

static bool registry_has(HKEY root, const wchar_t *key)
{
    HKEY opened = NULL;
    bool have = RegOpenKeyExW(root, key, 0, KEY_QUERY_VALUE, &opened) == ERROR_SUCCESS;
    if (have)
        RegCloseKey(opened);
    return have;
}

static void add_folder(struct text *path, const char *name)
{
    size_t len = path->len;
    if (len > 0 && path->bytes[len - 1] != '\\' && path->bytes[len - 1] != '/')
        text_add_char(path, '\\');
    text_add(path, name);
}

static bool kits_candidate(unsigned n, struct text *path)
{
    static const wchar_t roots[] = L"SOFTWARE\\Microsoft\\Windows Kits\\Installed Roots";
    bool have;
    switch (n) {
    case 0:
    case 1:
        have = registry_text(HKEY_LOCAL_MACHINE, roots, L"KitsRoot10",
                             n == 0 ? KEY_WOW64_32KEY : KEY_WOW64_64KEY, path);
        add_folder(path, WPA_IN_KITS);
        break;
    case 2:
    case 3:
        have = environment(n == 2 ? L"ProgramFiles(x86)" : L"ProgramFiles", path);
        add_folder(path, "Windows Kits\\10\\" WPA_IN_KITS);
        break;
    default:
        return false;
    }
    if (!have && !path->failed)
        text_clear(path); /* a path that does not exist: the next one is asked for */
    return true;
}

static bool app_paths_candidate(unsigned n, struct text *path)
{
    static const wchar_t key[] = L"SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\wpa.exe";
    struct text value = TEXT_EMPTY;
    if (n > 2)
        return false;
    registry_text(n == 0 ? HKEY_CURRENT_USER : HKEY_LOCAL_MACHINE, key, NULL,
                  n == 2 ? KEY_WOW64_32KEY : KEY_WOW64_64KEY, &value);
    viewer_add_unquoted(path, text_str(&value), value.len);
    text_done(&value);
    return true;
}

static bool path_candidate(unsigned n, struct text *path)
{
    struct text folders = TEXT_EMPTY;
    bool have = environment(L"PATH", &folders);
    const char *at = text_str(&folders);
    for (; have && n > 0; n--) {
        at = strchr(at, ';');
        have = at != NULL;
        at = have ? at + 1 : at;
    }
    if (have) {
        const char *end = strchr(at, ';');
        viewer_add_unquoted(path, at, end ? (size_t)(end - at) : strlen(at));
        add_folder(path, "wpa.exe");
    }
    text_done(&folders);
    return have;
}

/* What was not found may be there. */
static void note_memory(void *ctx, bool is_short)
{
    bool *short_of_memory = ctx;
    if (short_of_memory && is_short)
        *short_of_memory = true;
}

static bool next_candidate(enum viewer_place place, unsigned n, struct text *path)
{
    switch (place) {
    case VIEWER_KITS:
        return kits_candidate(n, path);
    case VIEWER_APP_PATHS:
        return app_paths_candidate(n, path);
    case VIEWER_PATH:
        return path_candidate(n, path);
    case VIEWER_STORE_ALIAS:
        if (n > 0 || !environment(L"LOCALAPPDATA", path))
            return false;
        add_folder(path, "Microsoft\\WindowsApps\\wpa.exe");
        return true;
    default:
        return false;
    }
}

static bool candidate(void *ctx, enum viewer_place place, unsigned n, struct text *path)
{
    bool more = next_candidate(place, n, path);
    note_memory(ctx, path->failed);
    return more;
}

/* By attributes only: the Store's alias is a reparse point that no call can
 * open. */
static bool file_exists(void *ctx, const char *path)
{
    struct wide w = WIDE_EMPTY;
    wide_add_path(&w, path);
    DWORD attributes = w.failed ? INVALID_FILE_ATTRIBUTES : GetFileAttributesW(wide_str(&w));
    note_memory(ctx, w.failed);
    wide_done(&w);
    return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

/* The user's own choice counts first; a program from the Store has no command
 * line, so its key alone is enough. */
static bool etl_associated(void *ctx)
{
    struct text id = TEXT_EMPTY;
    struct wide key = WIDE_EMPTY;
    bool have;
    have = registry_text(HKEY_CURRENT_USER,
                         L"Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\FileExts\\.etl\\UserChoice",
                         L"ProgId", 0, &id) ||
           registry_text(HKEY_CLASSES_ROOT, L".etl", NULL, 0, &id);
    if (have) {
        wide_add_utf8(&key, text_str(&id));
        wide_add(&key, L"\\shell\\open");
        have = !key.failed && registry_has(HKEY_CLASSES_ROOT, wide_str(&key));
    }
    note_memory(ctx, key.failed || id.failed);
    wide_done(&key);
    text_done(&id);
    return have;
}

struct viewer_world viewer_world_of_windows(const char *setting)
{
    struct viewer_world world = {setting, NULL, candidate, file_exists, etl_associated};
    return world;
}

/* The path as other programs understand it: full, and without \\?\. */
static bool add_shown_path(struct text *shown, const char *path)
{
    struct wide w = WIDE_EMPTY;
    wide_add_path(&w, path);
    bool have = !w.failed;
    text_add_wide_path(shown, wide_str(&w));
    wide_done(&w);
    return have && !shown->failed;
}

/* Explorer with `option` (/select, or nothing) and a path. It hands the path
 * to the desktop's own process and ends. */
static struct outcome open_with_explorer(const char *option, const char *path)
{
    struct outcome result;
    struct text exe = TEXT_EMPTY, line = TEXT_EMPTY, shown = TEXT_EMPTY;
    wchar_t folder[MAX_PATH];
    UINT count = GetSystemWindowsDirectoryW(folder, MAX_PATH);
    if (count == 0 || count >= MAX_PATH) {
        result = outcome_of(WHY_viewer_start, GetLastError());
        goto out;
    }
    text_add_wide_units(&exe, folder, count);
    add_folder(&exe, "explorer.exe");
    command_line_add_program(&line, text_str(&exe));
    text_addf(&line, " %s", option);
    if (!add_shown_path(&shown, path) || line.failed || exe.failed)
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    else if (!explorer_line_add_path(&line, text_str(&shown)))
        result = outcome_of(WHY_bad_argument, ERROR_INVALID_NAME);
    else
        result = elevate_start_plain(text_str(&exe), text_str(&line));
out:
    text_done(&exe);
    text_done(&line);
    text_done(&shown);
    return result;
}

static struct outcome open_with_program(const char *exe, const char *file)
{
    struct outcome result;
    struct text line = TEXT_EMPTY, shown = TEXT_EMPTY;
    command_line_add_program(&line, exe);
    if (add_shown_path(&shown, file))
        command_line_add(&line, text_str(&shown));
    if (line.failed || shown.failed)
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    else
        result = elevate_start_plain(exe, text_str(&line));
    text_done(&line);
    text_done(&shown);
    return result;
}

static struct outcome absent(bool short_of_memory, DWORD code)
{
    return short_of_memory ? outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY) : outcome_of(WHY_not_found, code);
}

enum viewer_place viewer_look(const char *setting, struct text *exe)
{
    struct viewer_world world = viewer_world_of_windows(setting);
    enum viewer_place place = viewer_find(&world, exe);
    return exe->failed ? VIEWER_NONE : place;
}

struct outcome viewer_open(const char *setting, const char *file, enum viewer_place *used)
{
    bool short_of_memory = false;
    struct viewer_world world = viewer_world_of_windows(setting);
    struct outcome result = outcome_ok();
    struct text exe = TEXT_EMPTY;
    world.ctx = &short_of_memory;
    if (!file_exists(&short_of_memory, file))
        return absent(short_of_memory, ERROR_FILE_NOT_FOUND);
    enum viewer_place place = viewer_find(&world, &exe);
    if (exe.failed || (short_of_memory && place >= VIEWER_ASSOCIATION)) {
        text_done(&exe);
        return absent(true, 0);
    }
    if (viewer_goes_by_explorer(&world, place, text_str(&exe)) && !outcome_failed(open_with_explorer("", file))) {
        place = VIEWER_ASSOCIATION;
        goto out;
    }
    if (place < VIEWER_ASSOCIATION) {
        result = open_with_program(text_str(&exe), file);
        /* Windows does not let every account start an alias or a program that
         * another one installed; Explorer may know a way. */
        if (result.why == WHY_viewer_start && world.associated(world.ctx))
            place = VIEWER_ASSOCIATION;
    }
    if (place == VIEWER_ASSOCIATION) {
        result = open_with_explorer("", file);
    } else if (place == VIEWER_NONE) {
        result = *setting ? outcome_of(WHY_viewer_setting, ERROR_FILE_NOT_FOUND) : outcome_of(WHY_viewer_missing, 0);
    }
out:
    if (used)
        *used = place;
    text_done(&exe);
    return result;
}

struct outcome viewer_open_folder(const char *path)
{
    struct os_stat st;
    bool short_of_memory = false;
    bool is_file = file_exists(&short_of_memory, path);
    if (short_of_memory)
        return absent(true, 0);
    struct outcome there = is_file ? outcome_ok() : os_stat(path, &st);
    if (there.why == WHY_not_found)
        return absent(false, ERROR_PATH_NOT_FOUND);
    return outcome_failed(there) ? there : open_with_explorer(is_file ? "/select," : "", path);
}

struct outcome viewer_open_text(const char *path)
{
    bool short_of_memory = false;
    if (!file_exists(&short_of_memory, path))
        return absent(short_of_memory, ERROR_FILE_NOT_FOUND);
    return open_with_explorer("", path);
}
