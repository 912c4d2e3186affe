#include "tray/viewer_plan.h"

#include <string.h>

/* Against a world that never ends; a PATH has dozens of folders. */
#define CANDIDATES_MAX 512u

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

void viewer_add_unquoted(struct text *path, const char *str, size_t len)
{
    text_share_loss(path, str);
    if (path->failed)
        return;
    while (len > 0 && is_blank(str[len - 1]))
        len--;
    while (len > 0 && is_blank(str[0])) {
        str++;
        len--;
    }
    if (len >= 2 && str[0] == '"' && str[len - 1] == '"') {
        str++;
        len -= 2;
    }
    text_add_bytes(path, str, len);
}

static bool next_candidate(const struct viewer_world *world, enum viewer_place place, unsigned n,
                           struct text *path)
{
    if (place != VIEWER_SETTING)
        return world->candidate(world->ctx, place, n, path);
    viewer_add_unquoted(path, world->setting, strlen(world->setting));
    return n == 0;
}

enum viewer_place viewer_find(const struct viewer_world *world, struct text *exe)
{
    struct text path = TEXT_EMPTY;
    enum viewer_place found = VIEWER_NONE;
    for (int place = VIEWER_SETTING; place < VIEWER_ASSOCIATION && found == VIEWER_NONE; place++) {
        for (unsigned n = 0; n < CANDIDATES_MAX; n++) {
            text_clear(&path);
            if (!next_candidate(world, (enum viewer_place)place, n, &path))
                break;
            const char *str = text_str(&path);
            if (!path.failed && path_is_full(str) && world->exists(world->ctx, str)) {
                text_add(exe, str);
                found = (enum viewer_place)place;
                break;
            }
        }
    }
    if (found == VIEWER_NONE && world->associated(world->ctx))
        found = VIEWER_ASSOCIATION;
    text_done(&path);
    return found;
}

static bool is_alias(const char *exe)
{
    static const char folder[] = "\\WindowsApps\\";
    const size_t len = sizeof folder - 1;
    struct text part = TEXT_EMPTY;
    bool alias = false;
    for (; !alias && strlen(exe) >= len; exe++) {
        text_clear(&part);
        text_add_bytes(&part, exe, len);
        alias = str_equal_nocase(text_str(&part), folder);
    }
    text_done(&part);
    return alias;
}

bool viewer_goes_by_explorer(const struct viewer_world *world, enum viewer_place place, const char *exe)
{
    return place != VIEWER_SETTING && is_alias(exe) && world->associated(world->ctx);
}

static void add_repeated(struct text *line, char c, size_t count)
{
    while (count-- > 0)
        text_add_char(line, c);
}

void command_line_add(struct text *line, const char *arg)
{
    if (line->len > 0)
        text_add_char(line, ' ');
    if (*arg && !strchr(arg, ' ') && !strchr(arg, '\t') && !strchr(arg, '\n') &&
        !strchr(arg, '\v') && !strchr(arg, '"')) {
        text_add(line, arg);
        return;
    }
    text_add_char(line, '"');
    while (*arg) {
        size_t slashes = 0;
        while (arg[slashes] == '\\')
            slashes++;
        arg += slashes;
        if (*arg == '"')
            add_repeated(line, '\\', slashes * 2 + 1);
        else if (*arg)
            add_repeated(line, '\\', slashes);
        else
            add_repeated(line, '\\', slashes * 2);
        if (*arg)
            text_add_char(line, *arg++);
    }
    text_add_char(line, '"');
}

void command_line_add_program(struct text *line, const char *exe)
{
    text_addf(line, "\"%s\"", exe);
}

bool explorer_line_add_path(struct text *line, const char *path)
{
    if (strchr(path, '"'))
        return false;
    text_addf(line, "\"%s\"", path);
    return true;
}
