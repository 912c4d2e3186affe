#include "tests/faults/faults_life.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/folder.h"
#include "tests/support/source_file.h"

struct app *life_app(void)
{
    return world.window && IsWindow(world.window) ? (struct app *)GetWindowLongPtrW(world.window, GWLP_USERDATA) : NULL;
}

static void write_file(const char *folder, const char *name, const char *bytes, size_t len)
{
    if (!folder_put(folder, name, bytes, len)) {
        fprintf(stderr, "cannot write %s in %s\n", name, folder);
        exit(2);
    }
}

static void make_below(const char *folder, const char *name)
{
    struct text path = TEXT_EMPTY;
    folder_join(&path, folder, name);
    os_folder_make(text_str(&path));
    text_done(&path);
}

static void set_variable(const wchar_t *name, const char *folder, const char *below)
{
    struct text path = TEXT_EMPTY;
    struct wide wide = WIDE_EMPTY;
    text_addf(&path, "%s%s", folder, below);
    wide_add_utf8(&wide, text_str(&path));
    SetEnvironmentVariableW(name, wide_str(&wide));
    text_done(&path);
    wide_done(&wide);
}

void life_furnish(struct life *life, struct wide *exe)
{
    static struct text providers;
    struct text ini = TEXT_EMPTY;
    const struct fault_case *c = life->c;
    const char *base = text_str(&life->base);
    world.language = (enum language)((c->code + c->nth + (uint32_t)c->call) % LANGUAGE_count);
    world.elevated = c->step != STEP_CLICK_PLAIN;
    life->r->language = world.language;
    if (!providers.len && !source_read("config/providers.ini", &providers))
        exit(2);
    text_addf(&ini, "ring_mb = %u\r\npost_roll_s = 0\r\nreserve_mb = 0\r\n", (unsigned)LIFE_RING_MB);
    if (c->step != STEP_PRESS) /* there it is heard that Windows's own come where ours cannot */
        text_add(&ini, "sounds = windows\r\n");
    write_file(base, "hitchbox.ini", text_str(&ini), ini.len);
    write_file(base, "providers.ini", text_str(&providers), providers.len);
    make_below(base, "local");
    make_below(base, "Windows Kits\\10\\Windows Performance Toolkit");
    write_file(base, "Windows Kits\\10\\Windows Performance Toolkit\\wpa.exe", "MZ", 2);
    write_file(base, "hitchbox.exe", "MZ", 2);
    set_variable(L"LOCALAPPDATA", base, "\\local");
    set_variable(L"ProgramFiles(x86)", base, "");
    wide_add_utf8(exe, base);
    wide_add(exe, L"\\hitchbox.exe");
    world.exe = wide_str(exe);
    text_done(&ini);
}

struct count {
    const char *prefix, *suffix;
    unsigned n;
};

static bool count_one(void *ctx, const char *name, const struct os_stat *st)
{
    struct count *count = ctx;
    (void)st;
    count->n += str_starts(name, count->prefix) && str_ends(name, count->suffix);
    return true;
}

unsigned life_files(const struct life *life, const char *prefix, const char *suffix)
{
    struct count count = {prefix, suffix, 0};
    os_folder_list(text_str(&life->folder), count_one, &count);
    return count.n;
}

static bool take_name(void *ctx, const char *name, const struct os_stat *st)
{
    if (st->is_folder && strcmp(name, text_str(ctx)) > 0)
        text_set(ctx, name);
    return true;
}

void life_find_folder(struct life *life)
{
    static const char *const places[] = {"logs\\runs", "local\\Hitchbox\\logs\\runs"};
    const struct app *app = life_app();
    if (app) {
        text_set(&life->folder, text_str(&app->run_folder));
        return;
    }
    if (life->folder.len)
        return; /* known while it lived */
    for (size_t i = 0; i < 2 && !life->folder.len; i++) {
        struct text runs = TEXT_EMPTY, newest = TEXT_EMPTY;
        text_addf(&runs, "%s\\%s", text_str(&life->base), places[i]);
        os_folder_list(text_str(&runs), take_name, &newest);
        if (newest.len)
            text_addf(&life->folder, "%s\\%s", text_str(&runs), text_str(&newest));
        text_done(&runs);
        text_done(&newest);
    }
}

void life_log(const struct life *life, struct text *path)
{
    text_addf(path, "%s\\main.log", text_str(&life->folder));
}
