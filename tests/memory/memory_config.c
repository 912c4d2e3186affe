/* Texts, settings and providers. */
#include "tests/memory/memory.h"

#include <string.h>

#include "base/json.h"
#include "config/ini_edit.h"
#include "config/providers.h"
#include "config/settings.h"
#include "os/os.h"
#include "strings/format.h"
#include "tests/memory/memory_files.h"

static void texts(struct memory_answer *a)
{
    struct text t = TEXT_EMPTY, copy = TEXT_EMPTY, line = TEXT_EMPTY, path = TEXT_EMPTY;
    memory_on();
    text_addf(&t, "%s %d %u %08x %-10s|%.*s", "a word and another one", -5, 7u, 0xABCu, "left", 3, "abcdef");
    json_add_string(&t, "a \"quoted\"\n\x01 string that is long enough to need more room than there was before");
    text_set(&copy, text_str(&t));
    text_addf(&line, "<%s>", text_str(&copy));
    text_clean(&line, 1);
    text_cut(&line, 40);
    os_path_join(text_str(&line), text_str(&copy), &path);
    format_utc(&path, 133500000000000000);
    memory_off();
    memory_came_text(a, &path);
    text_done(&t);
    text_done(&copy);
    text_done(&line);
    text_done(&path);
}

static void json_read(struct memory_answer *a)
{
    static const char json[] = "{\"number\": 123456789012, \"name\": \"a long enough \\u00e4 name that has to grow once\"}";
    struct text value = TEXT_EMPTY;
    uint64_t number = 0;
    memory_on();
    bool found = json_find_u64(json, json + sizeof json - 1, "number", &value, &number) &&
                 json_find(json, json + sizeof json - 1, "name", &value);
    memory_off();
    a->told = !found;
    memory_came_number(a, number);
    memory_came_text(a, &value);
    text_done(&value);
}

static void came_problems(struct memory_answer *a, const struct problems *p)
{
    for (size_t i = 0; i < p->count; i++) {
        struct text t = TEXT_EMPTY;
        problem_explain(&p->items[i], LANGUAGE_ENGLISH, &t);
        if (strstr(text_str(&t), string_get(LANGUAGE_ENGLISH, STR_why_out_of_memory)))
            a->told = true;
        memory_came_text(a, &t);
        text_done(&t);
    }
    a->told = a->told || p->short_of_memory;
}

static void came_settings(struct memory_answer *a, const struct settings *s)
{
#define SETTING_NUMBER(key, standard, least, most, unit, en, zh) memory_came_number(a, (uint64_t)s->key);
#define SETTING_BOOL(key, standard, en, zh) memory_came_number(a, s->key);
#define SETTING_TEXT(key, standard, en, zh) memory_came_text(a, &s->key);
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
}

static void read_settings(struct memory_answer *a, const char *ini)
{
    struct settings s;
    struct problems p;
    problems_init(&p);
    memory_on();
    settings_init(&s);
    bool good = settings_read(&s, "hitchbox.ini", ini, strlen(ini), &p);
    memory_off();
    if (!good && !p.count && !p.short_of_memory)
        memory_wrong(a, "no problem is named, but the answer is", "no");
    memory_came_number(a, good);
    came_problems(a, &p);
    came_settings(a, &s);
    problems_done(&p);
    settings_done(&s);
}

static void settings_good(struct memory_answer *a)
{
    read_settings(a, "hotkey = Ctrl+Alt+Shift+F11 and something that is long\r\nring_mb = 128\r\nsound = no\r\n"
                     "folder = D:\\a folder with a rather long name\\below another one\r\nviewer = C:\\x.exe\r\n");
}

static void settings_bad(struct memory_answer *a)
{
    read_settings(a, "[section]\r\nring_mb = 99999999\r\nring_mb = 1\r\nnothing = 1\r\n= 3\r\nx\r\nsound = perhaps\r\n"
                     "folder = \\x\r\nlanguage = fr\r\nviewer = \"a\"\r\n");
}

static void settings_written(struct memory_answer *a)
{
    struct text t = TEXT_EMPTY;
    memory_on();
    settings_write_default(&t);
    memory_off();
    memory_came_text(a, &t);
    text_done(&t);
}

static void ini_edited(struct memory_answer *a)
{
    static const char ini[] = "; a comment of the user's that is to stay as it is, however long it may be\r\n"
                              "hotkey = Ctrl+Alt+F9\r\nring_mb = 256 ; as it came\r\n\r\nunknown = 1\r\n";
    static const char *const order[] = {"hotkey", "ring_mb", "folder", "viewer", NULL};
    static const struct ini_change changes[] = {{"ring_mb", "128"}, {"viewer", "C:\\a long way\\to a viewer\\of traces.exe"},
                                                {"folder", "D:\\recordings"}};
    struct text out = TEXT_EMPTY;
    memory_on();
    struct outcome o = ini_edit(ini, sizeof ini - 1, changes, sizeof changes / sizeof changes[0], order, &out);
    memory_off();
    memory_came_outcome(a, o);
    memory_came_text(a, &out);
    text_done(&out);
}

static void came_providers(struct memory_answer *a, const struct providers *p)
{
    for (size_t i = 0; i < p->count; i++) {
        memory_came_text(a, &p->items[i].name);
        memory_came_number(a, p->items[i].mask);
        memory_came_number(a, p->items[i].story_count);
        for (uint32_t k = 0; k < p->items[i].story_count; k++) {
            memory_came_text(a, &p->items[i].stories[k].english);
            memory_came_text(a, &p->items[i].stories[k].chinese);
        }
    }
}

static void read_providers(struct memory_answer *a, const char *path)
{
    struct providers p;
    struct problems problems;
    struct text bytes = TEXT_EMPTY;
    providers_init(&p);
    problems_init(&problems);
    struct outcome o = os_file_read(path, 1000000, &bytes);
    if (outcome_failed(o)) {
        memory_wrong(a, "cannot read", path);
        return;
    }
    memory_on();
    bool good = providers_read(&p, "providers.ini", text_str(&bytes), bytes.len, 22631, &problems);
    memory_off();
    if (!good && !problems.count && !problems.short_of_memory)
        memory_wrong(a, "no problem is named, but the answer is", "no");
    memory_came_number(a, good);
    came_problems(a, &problems);
    came_providers(a, &p);
    problems_done(&problems);
    providers_done(&p);
    text_done(&bytes);
}

static void providers_good(struct memory_answer *a)
{
    read_providers(a, "config/providers.ini");
}

static void providers_bad(struct memory_answer *a)
{
    char path[MEMORY_PATH_MOST];
    memory_path(path, "bad.ini");
    read_providers(a, path);
}

const struct memory_op memory_ops_config[] = {
    {"text", texts},
    {"json", json_read},
    {"settings", settings_good},
    {"settings: wrong lines", settings_bad},
    {"settings: written", settings_written},
    {"settings: changed in the file", ini_edited},
    {"providers", providers_good},
    {"providers: wrong lines", providers_bad},
    {NULL, NULL},
};
