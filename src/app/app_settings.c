#include "app/app_settings.h"

#include <string.h>

#include "app/viewer.h"
#include "tray/hotkey_text.h"
#include "win/utf16.h"
#include "win/win.h"

#define LAYOUTS_MOST 16
#define KEY_DOWN 0x80u
/* The state of the keyboard stays as it is; since Windows 10 of 2016. */
#define TO_UNICODE_ASKS_ONLY 4u

static bool add_variable(void *ctx, const char *name, struct text *value)
{
    struct wide key = WIDE_EMPTY, w = WIDE_EMPTY;
    (void)ctx;
    wide_add_utf8(&key, name);
    DWORD room = key.failed ? 0 : GetEnvironmentVariableW(wide_str(&key), NULL, 0);
    wchar_t *to = room ? wide_reserve(&w, room) : NULL;
    DWORD count = to ? GetEnvironmentVariableW(wide_str(&key), to, room) : 0;
    bool have = count > 0 && count < room;
    if (have)
        text_add_wide_units(value, to, count);
    wide_done(&key);
    wide_done(&w);
    return have;
}

struct check {
    struct settings *settings;
    struct settings standard;
    const char *file;
    struct problems *problems;
};

static void use_standard(struct text *value, const struct text *standard)
{
    text_set(value, text_str(standard));
}

static bool expand(struct check *c, struct text *value, const struct text *standard, uint32_t line)
{
    struct text expanded = TEXT_EMPTY;
    bool known = settings_expand(text_str(value), add_variable, NULL, &expanded);
    if (known) {
        text_move(value, &expanded);
    } else {
        problems_add(c->problems, c->file, line, STR_bad_variable, text_str(value), STR_mend_variable);
        use_standard(value, standard);
    }
    text_done(&expanded);
    return known;
}

static void check_folder(struct check *c)
{
    struct text *folder = &c->settings->folder;
    uint32_t line = c->settings->lines.folder;
    if (!line || !expand(c, folder, &c->standard.folder, line) || settings_is_folder(text_str(folder)))
        return;
    problems_add(c->problems, c->file, line, STR_bad_folder, text_str(folder), STR_mend_folder);
    use_standard(folder, &c->standard.folder);
}

static void check_viewer(struct check *c)
{
    struct text *viewer = &c->settings->viewer;
    uint32_t line = c->settings->lines.viewer;
    if (!line || !viewer->len || !expand(c, viewer, &c->standard.viewer, line))
        return;
    struct viewer_world world = viewer_world_of_windows("");
    if (path_is_full(text_str(viewer)) && world.exists(world.ctx, text_str(viewer)))
        return;
    problems_add(c->problems, c->file, line, STR_bad_viewer, text_str(viewer), STR_mend_viewer);
    use_standard(viewer, &c->standard.viewer);
}

/* Does Ctrl+Alt with that key write something on one of the user's keyboards? */
static bool types_a_character(uint32_t key)
{
    HKL layouts[LAYOUTS_MOST];
    int count = GetKeyboardLayoutList(LAYOUTS_MOST, layouts);
    BYTE keys[256] = {0};
    keys[VK_CONTROL] = keys[VK_LCONTROL] = keys[VK_MENU] = keys[VK_RMENU] = KEY_DOWN;
    for (int i = 0; i < count; i++) {
        wchar_t typed[8];
        UINT scan = MapVirtualKeyExW(key, MAPVK_VK_TO_VSC, layouts[i]);
        int units = ToUnicodeEx(key, scan, keys, typed, 8, TO_UNICODE_ASKS_ONLY, layouts[i]);
        if (units < 0 || (units > 0 && typed[0] > L' '))
            return true;
    }
    return false;
}

static void check_hotkey(struct check *c)
{
    struct hotkey hotkey;
    struct text *key = &c->settings->hotkey;
    struct outcome parsed = hotkey_parse(text_str(key), &hotkey);
    if (outcome_failed(parsed)) {
        problems_add_outcome(c->problems, c->file, c->settings->lines.hotkey, parsed, text_str(key));
        use_standard(key, &c->standard.hotkey);
    } else if (hotkey_may_type(&hotkey) && types_a_character(hotkey.key)) {
        problems_add_advice(c->problems, c->file, c->settings->lines.hotkey, STR_bad_altgr, text_str(key), STR_mend_altgr);
    }
}

void app_settings_check(struct settings *settings, const char *file, struct problems *problems)
{
    struct check c = {0};
    c.settings = settings;
    c.file = file;
    c.problems = problems;
    settings_init(&c.standard);
    check_hotkey(&c);
    check_folder(&c);
    check_viewer(&c);
    settings_done(&c.standard);
}

static bool lies_in(const char *folder, const char *root)
{
    struct text head = TEXT_EMPTY;
    size_t len = strlen(root);
    text_add_bytes(&head, folder, strlen(folder) < len ? 0 : len);
    bool in = len > 0 && str_equal_nocase(text_str(&head), root) && (!folder[len] || folder[len] == '\\');
    text_done(&head);
    return in;
}

/* Its folders are called "OneDrive" or "OneDrive - Somebody" wherever they lie. */
static bool has_part(const char *folder)
{
    static const char name[] = "\\OneDrive";
    const size_t len = sizeof name - 1;
    for (; strlen(folder) >= len; folder++) {
        char head[sizeof name] = {0};
        memcpy(head, folder, len);
        if (str_equal_nocase(head, name) && (!folder[len] || folder[len] == '\\' || str_starts(folder + len, " - ")))
            return true;
    }
    return false;
}

bool app_settings_is_uploaded(const char *folder)
{
    static const char *const variables[] = {"OneDrive", "OneDriveConsumer", "OneDriveCommercial"};
    bool in = has_part(folder);
    for (size_t i = 0; i < 3 && !in; i++) {
        struct text root = TEXT_EMPTY;
        in = add_variable(NULL, variables[i], &root) && lies_in(folder, text_str(&root));
        text_done(&root);
    }
    return in;
}
