#include "config/no_games.h"

#include <stdlib.h>
#include <string.h>

#include "base/image_name.h"

static void add(struct no_games *list, const char *name, size_t len)
{
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 128;
        struct text *more = room <= NO_GAMES_MOST ? realloc(list->names, room * sizeof *more) : NULL;
        list->failed = list->failed || (room <= NO_GAMES_MOST && !more);
        if (!more)
            return;
        list->names = more;
        list->room = room;
    }
    struct text t = TEXT_EMPTY;
    text_add_bytes(&t, name, len);
    list->failed = list->failed || t.failed;
    list->names[list->count++] = t;
}

void no_games_init(struct no_games *list)
{
    static const char *const known[] = {
#define GROUP(words)
#define PROGRAM(name) name,
#include "config/private/no_games_list.h"
#undef GROUP
#undef PROGRAM
    };
    memset(list, 0, sizeof *list);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        add(list, known[i], strlen(known[i]));
}

void no_games_done(struct no_games *list)
{
    for (size_t i = 0; i < list->count; i++)
        text_done(&list->names[i]);
    free(list->names);
    memset(list, 0, sizeof *list);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void add_line(struct no_games *list, const char *at, const char *end)
{
    const char *comment = memchr(at, '#', (size_t)(end - at));
    end = comment ? comment : end;
    while (at < end && is_blank(*at))
        at++;
    while (end > at && is_blank(end[-1]))
        end--;
    if (end > at)
        add(list, at, (size_t)(end - at));
}

void no_games_read(struct no_games *list, const char *bytes, size_t len)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const char *at = bytes, *end = bytes + len;
    no_games_done(list);
    if (len >= 3 && memcmp(bytes, mark, 3) == 0)
        at += 3;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end ? line_end : end;
        add_line(list, at, line_end);
        at = line_end + (line_end < end);
    }
}

static bool matches(const char *entry, const char *name)
{
    size_t len = strlen(entry);
    if (len && entry[len - 1] == '*')
        return str_begins_nocase(name, entry, len - 1);
    return image_name_is(name, entry);
}

bool no_games_has(const struct no_games *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++) {
        if (matches(text_str(&list->names[i]), name))
            return true;
    }
    return false;
}

void no_games_write_default(struct text *out)
{
    text_add(out, "# Programs that show frames and are no games: one name a line, * stands for any rest.\n"
                  "# They are judged only where you name them (game = ... in hitchbox.ini, or hitch report --game)\n"
                  "# or had them in front when you pressed the key. This file takes the place of the built-in list.\n"
                  "# 不是游戏的程序：每行一个名称，* 代表任意后续。只有指定了它（hitchbox.ini 的 game，或 hitch report --game），\n"
                  "# 或者按键时它在前台，才会判断它的帧。此文件代替内置的列表。\n");
#define GROUP(words) text_add(out, "\n# " words "\n");
#define PROGRAM(name) text_add(out, name "\n");
#include "config/private/no_games_list.h"
#undef GROUP
#undef PROGRAM
}
