#include "app/app_config.h"

#include <string.h>

#include "config/ini.h"
#include "os/os.h"
#include "win/resource.h"
#include "win/utf16.h"
#include "win/windows_build.h"

#define PATH_UNITS_MOST 32768u
#define LAST_GOOD "providers.last-good.ini"

static void find_exe_folder(struct text *folder)
{
    struct wide path = WIDE_EMPTY;
    for (size_t room = 512; room <= PATH_UNITS_MOST; room *= 2) {
        wide_clear(&path);
        wchar_t *units = wide_reserve(&path, room);
        DWORD count = units ? GetModuleFileNameW(NULL, units, (DWORD)room) : 0;
        if (count > 0 && count < room) {
            wide_filled(&path, count);
            break;
        }
    }
    text_add_wide_path(folder, wide_str(&path));
    while (folder->len > 0 && folder->bytes[folder->len - 1] != '\\')
        folder->bytes[--folder->len] = 0;
    if (folder->len > 0)
        folder->bytes[--folder->len] = 0;
    wide_done(&path);
}

static void join(struct text *out, const char *folder, const char *name)
{
    text_clear(out);
    text_addf(out, "%s\\%s", folder, name);
}

/* False if the file is absent or cannot be read; the latter is a problem. */
static bool read_file(struct app_config *c, const char *name, const char *path, struct text *bytes)
{
    text_clear(bytes);
    struct outcome read = os_file_read(path, INI_MAX_BYTES, bytes);
    if (!outcome_failed(read))
        return true;
    if (read.why != WHY_not_found)
        problems_add_outcome(&c->problems, name, 0, read, name);
    return false;
}

static void read_settings(struct app_config *c)
{
    struct text bytes = TEXT_EMPTY;
    if (read_file(c, "hitchbox.ini", text_str(&c->ini_path), &bytes))
        settings_read(&c->settings, "hitchbox.ini", text_str(&bytes), bytes.len, &c->problems);
    text_done(&bytes);
}

static void keep_last_good(struct app_config *c, const struct text *bytes)
{
    struct text path = TEXT_EMPTY;
    join(&path, text_str(&c->base), LAST_GOOD);
    if (!outcome_failed(os_folder_make(text_str(&c->base))))
        os_file_replace(text_str(&path), bytes->bytes, bytes->len);
    text_done(&path);
}

static bool read_last_good(struct app_config *c, struct text *bytes)
{
    struct problems ignored;
    struct text path = TEXT_EMPTY;
    problems_init(&ignored);
    join(&path, text_str(&c->base), LAST_GOOD);
    text_clear(bytes);
    bool good = !outcome_failed(os_file_read(text_str(&path), INI_MAX_BYTES, bytes)) &&
                providers_read(&c->providers, LAST_GOOD, text_str(bytes), bytes->len, c->os_build, &ignored);
    problems_done(&ignored);
    text_done(&path);
    return good;
}

static void read_built_in(struct app_config *c)
{
    const char *bytes;
    size_t len;
    if (!outcome_failed(resource_bytes(RES_PROVIDERS_INI, &bytes, &len)))
        providers_read(&c->providers, "providers.ini", bytes, len, c->os_build, &c->problems);
}

static void read_providers(struct app_config *c)
{
    struct text bytes = TEXT_EMPTY;
    bool there = read_file(c, "providers.ini", text_str(&c->providers_path), &bytes);
    if (there && providers_read(&c->providers, "providers.ini", text_str(&bytes), bytes.len, c->os_build, &c->problems))
        keep_last_good(c, &bytes);
    else if (!there || !read_last_good(c, &bytes))
        read_built_in(c);
    text_done(&bytes);
}

void app_config_init(struct app_config *c)
{
    memset(c, 0, sizeof *c);
    settings_init(&c->settings);
    providers_init(&c->providers);
    problems_init(&c->problems);
    c->os_build = windows_build();
    find_exe_folder(&c->exe_folder);
    join(&c->ini_path, text_str(&c->exe_folder), "hitchbox.ini");
    join(&c->providers_path, text_str(&c->exe_folder), "providers.ini");
    read_settings(c);
    const char *folder = text_str(&c->settings.folder);
    if (path_is_full(folder))
        text_set(&c->base, folder);
    else
        join(&c->base, text_str(&c->exe_folder), folder);
    read_providers(c);
}

void app_config_done(struct app_config *c)
{
    settings_done(&c->settings);
    providers_done(&c->providers);
    problems_done(&c->problems);
    text_done(&c->exe_folder);
    text_done(&c->ini_path);
    text_done(&c->providers_path);
    text_done(&c->base);
}

static struct outcome write_absent(const char *path, const char *bytes, size_t len)
{
    struct os_stat st;
    struct outcome there = os_stat(path, &st);
    return there.why == WHY_not_found ? os_file_replace(path, bytes, len) : there;
}

struct outcome app_config_write_absent(const struct app_config *c)
{
    struct text defaults = TEXT_EMPTY;
    const char *bytes = "";
    size_t len = 0;
    settings_write_default(&defaults);
    struct outcome result = write_absent(text_str(&c->ini_path), text_str(&defaults), defaults.len);
    text_done(&defaults);
    if (!outcome_failed(result))
        result = resource_bytes(RES_PROVIDERS_INI, &bytes, &len);
    if (!outcome_failed(result))
        result = write_absent(text_str(&c->providers_path), bytes, len);
    return result;
}

void app_config_use_fallback(struct app_config *c, struct outcome why)
{
    struct wide local = WIDE_EMPTY;
    wchar_t *units = wide_reserve(&local, PATH_UNITS_MOST);
    DWORD count = units ? GetEnvironmentVariableW(L"LOCALAPPDATA", units, PATH_UNITS_MOST) : 0;
    problems_add_outcome(&c->problems, "hitchbox.ini", c->settings.folder_line, why, text_str(&c->base));
    if (count > 0 && count < PATH_UNITS_MOST) {
        wide_filled(&local, count);
        text_clear(&c->base);
        text_add_wide(&c->base, wide_str(&local));
        text_add(&c->base, "\\Hitchbox\\logs");
        c->fell_back = true;
    }
    wide_done(&local);
}
