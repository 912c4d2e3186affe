#include "app/app_config.h"

#include <string.h>

#include "app/app_settings.h"
#include "config/ini.h"
#include "os/os.h"
#include "win/resource.h"
#include "win/utf16.h"
#include "win/windows_build.h"

#define PATH_UNITS_MOST 32768u
#define LAST_GOOD "providers.last-good.ini"

static void join(struct text *out, const char *folder, const char *name)
{
    text_clear(out);
    text_addf(out, "%s\\%s", folder, name);
}

/* False if the file is absent or cannot be read; the latter is a problem. */
static bool read_file(struct problems *problems, const char *name, const char *path, struct text *bytes)
{
    text_clear(bytes);
    struct outcome read = os_file_read(path, INI_MAX_BYTES, bytes);
    if (!outcome_failed(read))
        return true;
    if (read.why != WHY_not_found)
        problems_add_outcome(problems, name, 0, read, name);
    return false;
}

void app_config_read_settings(const struct app_config *c, struct settings *s, struct problems *problems)
{
    struct text bytes = TEXT_EMPTY;
    if (read_file(problems, "hitchbox.ini", text_str(&c->ini_path), &bytes))
        settings_read(s, "hitchbox.ini", text_str(&bytes), bytes.len, problems);
    text_done(&bytes);
}

static bool is_absent(const char *path, struct outcome read)
{
    struct os_stat st;
    return read.why == WHY_not_found && os_stat(path, &st).why == WHY_not_found;
}

struct outcome app_config_change(const struct app_config *c, const struct ini_change *changes, size_t count, struct text *now)
{
    const char *path = text_str(&c->ini_path);
    struct text before = TEXT_EMPTY;
    struct outcome result = os_file_read(path, INI_MAX_BYTES, &before);
    bool absent = is_absent(path, result);
    if (absent) {
        settings_write_default(&before);
        result = outcome_ok();
    }
    if (!outcome_failed(result))
        result = ini_edit(text_str(&before), before.len, changes, count, settings_keys(), now);
    bool same = now->len == before.len && memcmp(text_str(now), text_str(&before), now->len) == 0;
    if (!outcome_failed(result) && (absent || !same))
        result = os_file_replace(path, text_str(now), now->len);
    text_done(&before);
    return result;
}

static void keep_last_good(struct app_config *c, const struct text *bytes)
{
    struct text path = TEXT_EMPTY;
    join(&path, text_str(&c->base), LAST_GOOD);
    c->last_good = os_folder_make(text_str(&c->base));
    if (!outcome_failed(c->last_good))
        c->last_good = os_file_replace(text_str(&path), bytes->bytes, bytes->len);
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
    bool there = read_file(&c->problems, "providers.ini", text_str(&c->providers_path), &bytes);
    if (there && providers_read(&c->providers, "providers.ini", text_str(&bytes), bytes.len, c->os_build, &c->problems))
        keep_last_good(c, &bytes);
    else if (!there || !read_last_good(c, &bytes))
        read_built_in(c);
    text_done(&bytes);
}

static void read_no_games(struct app_config *c)
{
    struct text bytes = TEXT_EMPTY;
    if (read_file(&c->problems, NO_GAMES_FILE, text_str(&c->no_games_path), &bytes))
        no_games_read(&c->no_games, text_str(&bytes), bytes.len);
    text_done(&bytes);
}

void app_config_init(struct app_config *c)
{
    memset(c, 0, sizeof *c);
    settings_init(&c->settings);
    providers_init(&c->providers);
    no_games_init(&c->no_games);
    problems_init(&c->problems);
    c->os_build = windows_build();
    os_program_folder(&c->exe_folder);
    join(&c->ini_path, text_str(&c->exe_folder), "hitchbox.ini");
    join(&c->providers_path, text_str(&c->exe_folder), "providers.ini");
    join(&c->no_games_path, text_str(&c->exe_folder), NO_GAMES_FILE);
    app_config_read_settings(c, &c->settings, &c->problems);
    app_settings_check(&c->settings, "hitchbox.ini", &c->problems);
    const char *folder = text_str(&c->settings.folder);
    if (path_is_full(folder))
        text_set(&c->base, folder);
    else
        join(&c->base, text_str(&c->exe_folder), folder);
    read_providers(c);
    read_no_games(c);
}

void app_config_done(struct app_config *c)
{
    settings_done(&c->settings);
    providers_done(&c->providers);
    no_games_done(&c->no_games);
    problems_done(&c->problems);
    text_done(&c->exe_folder);
    text_done(&c->ini_path);
    text_done(&c->providers_path);
    text_done(&c->no_games_path);
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
    text_clear(&defaults);
    no_games_write_default(&defaults);
    if (!outcome_failed(result))
        result = write_absent(text_str(&c->no_games_path), text_str(&defaults), defaults.len);
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
    problems_add_outcome(&c->problems, "hitchbox.ini", c->settings.lines.folder, why, text_str(&c->base));
    if (count > 0 && count < PATH_UNITS_MOST) {
        wide_filled(&local, count);
        text_clear(&c->base);
        text_add_wide(&c->base, wide_str(&local));
        text_add(&c->base, "\\Hitchbox\\logs");
        c->fell_back = true;
    }
    wide_done(&local);
}
