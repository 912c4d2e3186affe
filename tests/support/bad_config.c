/* Broken configuration files by the thousand, made from the shipped ones: each
 * line of them is spoilt in each way that fits it. */
#include "tests/support/bad_config.h"

#include <string.h>

#include "config/ini.h"
#include "tests/support/suite.h"
#include "tests/support/source_file.h"

enum line_kind { LINE_OTHER, LINE_SECTION, LINE_ENTRY };

struct source_line {
    char *bytes; /* ends in NUL, without the line break */
    enum line_kind kind;
};

struct source {
    enum config_kind kind;
    bad_config_fn *fn;
    void *ctx;
    struct text bytes;
    struct source_line lines[1024];
    uint32_t count;
    uint32_t cases; /* broken files read so far */
};

/* Which way to spoil a line; "no value" and the like fit any entry. */
enum spoil {
    SPOIL_NO_EQUALS,
    SPOIL_NO_KEY,
    SPOIL_NO_VALUE,
    SPOIL_OTHER_KEY,
    SPOIL_DOUBLED,
    SPOIL_QUOTED,
    SPOIL_NUL,
    SPOIL_BAD_UTF8,
    SPOIL_LONG,
    SPOIL_count
};

static struct source *source_open(enum config_kind kind, const char *path, bad_config_fn *fn, void *ctx)
{
    struct source *s = test_calloc(1, sizeof *s);
    s->kind = kind;
    s->fn = fn;
    s->ctx = ctx;
    assert_true(source_read(path, &s->bytes));
    char *at = s->bytes.bytes;
    while (*at) {
        char *end = strchr(at, '\n');
        assert_non_null(end);
        assert_true(s->count < sizeof s->lines / sizeof s->lines[0]);
        *end = 0;
        struct source_line *line = &s->lines[s->count++];
        line->bytes = at;
        line->kind = *at == '[' ? LINE_SECTION : *at && *at != ';' ? LINE_ENTRY : LINE_OTHER;
        at = end + 1;
    }
    return s;
}

static void source_close(struct source *s)
{
    text_done(&s->bytes);
    test_free(s);
}

/* The file with line `n` (from 1) replaced; NULL takes the line away. */
static struct text with_line(const struct source *s, uint32_t n, const char *line, size_t len)
{
    struct text t = TEXT_EMPTY;
    for (uint32_t i = 1; i <= s->count; i++) {
        if (i != n)
            text_add(&t, s->lines[i - 1].bytes);
        else if (line)
            text_add_bytes(&t, line, len);
        else
            continue;
        text_add_char(&t, '\n');
    }
    return t;
}

static void refused_at(struct source *s, uint32_t n, const char *line, size_t len, uint32_t expected)
{
    struct text t = with_line(s, n, line, len);
    s->fn(s->ctx, s->kind, &t, expected, STR_count);
    s->cases++;
    text_done(&t);
}

static void refused(struct source *s, uint32_t n, const char *line)
{
    refused_at(s, n, line, strlen(line), n);
}

static const char *value_of(const char *entry)
{
    const char *at = strchr(entry, '=') + 1;
    while (*at == ' ')
        at++;
    return at;
}

static void key_of(const char *entry, struct text *key)
{
    const char *end = strchr(entry, '=');
    while (end > entry && end[-1] == ' ')
        end--;
    text_clear(key);
    text_add_bytes(key, entry, (size_t)(end - entry));
}

/* Text settings with a value take quotation marks for a mistake; stories may
 * hold them, and an empty viewer or game is allowed. */
static bool fits(const struct source *s, enum spoil how, const char *key)
{
    if (how == SPOIL_QUOTED)
        return !str_starts(key, "id ") || str_ends(key, " from");
    if (how == SPOIL_NO_VALUE)
        return s->kind == CONFIG_PROVIDERS || (!str_equal(key, "viewer") && !str_equal(key, "game"));
    return true;
}

static void spoil_entry(struct source *s, uint32_t n, enum spoil how)
{
    const char *entry = s->lines[n - 1].bytes, *value = value_of(entry);
    struct text key = TEXT_EMPTY, t = TEXT_EMPTY;
    key_of(entry, &key);
    if (!fits(s, how, text_str(&key)))
        goto out;
    uint32_t expected = n;
    switch (how) {
    case SPOIL_NO_EQUALS:
        text_addf(&t, "%s %s", text_str(&key), value);
        break;
    case SPOIL_NO_KEY:
        text_addf(&t, " = %s", value);
        break;
    case SPOIL_NO_VALUE:
        text_addf(&t, "%s =", text_str(&key));
        break;
    case SPOIL_OTHER_KEY:
        text_addf(&t, "x%s", entry);
        break;
    case SPOIL_DOUBLED:
        text_addf(&t, "%s\n%s", entry, entry);
        expected = n + 1;
        break;
    case SPOIL_QUOTED:
        text_addf(&t, "%s = \"'\"%s\"'\"", text_str(&key), value);
        break;
    case SPOIL_NUL:
        text_add(&t, entry);
        text_add_char(&t, 0);
        text_add(&t, "tail");
        break;
    case SPOIL_BAD_UTF8:
        text_addf(&t, "%s\xC3(", entry);
        break;
    default:
        text_addf(&t, "%s%*s", entry, (int)INI_MAX_LINE, "x");
        break;
    }
    refused_at(s, n, t.bytes, t.len, expected);
out:
    text_done(&key);
    text_done(&t);
}

static void spoil_all(struct source *s, uint32_t every)
{
    uint32_t turn = 0;
    for (uint32_t n = 1; n <= s->count; n++) {
        if (s->lines[n - 1].kind != LINE_ENTRY)
            continue;
        for (uint32_t how = 0; how < SPOIL_count; how++)
            if (turn++ % every == 0)
                spoil_entry(s, n, (enum spoil)how);
    }
}

static uint32_t line_of(const struct source *s, uint32_t from, const char *begin)
{
    for (uint32_t n = from; n <= s->count; n++)
        if (str_starts(s->lines[n - 1].bytes, begin))
            return n;
    fail_msg("no line begins with %s", begin);
    return 0;
}

static void to_utf16(const struct text *from, bool big, bool mark, struct text *out)
{
    if (mark)
        text_add(out, big ? "\xFE\xFF" : "\xFF\xFE");
    for (size_t i = 0; i < from->len; i++) {
        text_add_char(out, big ? 0 : from->bytes[i]);
        text_add_char(out, big ? from->bytes[i] : 0);
    }
}

static void refused_whole(struct source *s, const struct text *t, uint32_t line, enum string_id what)
{
    s->fn(s->ctx, s->kind, t, line, what);
    s->cases++;
}

/* Encodings, sizes and byte order marks that a text editor may leave behind. */
static void spoil_whole_file(struct source *s)
{
    struct text plain = with_line(s, 0, NULL, 0), t = TEXT_EMPTY;
    static const char *const marks[] = {"\xFF\xFE", "\xFE\xFF"};
    for (int i = 0; i < 2; i++) {
        text_clear(&t);
        to_utf16(&plain, i == 1, true, &t);
        refused_whole(s, &t, 1, STR_bad_utf16);
        text_clear(&t);
        to_utf16(&plain, i == 1, false, &t);
        refused_whole(s, &t, 1, STR_bad_nul);
        text_clear(&t);
        text_addf(&t, "%s%s", marks[i], text_str(&plain));
        refused_whole(s, &t, 1, STR_bad_utf16);
    }
    text_set(&t, "+/v8");
    text_add(&t, text_str(&plain));
    refused_whole(s, &t, 1, STR_bad_no_equals);
    text_set(&t, "\xEF\xBB\xBF\xEF\xBB\xBF");
    text_add(&t, text_str(&plain));
    refused_whole(s, &t, 1, STR_bad_no_equals);
    text_set(&t, "\xEF\xBB");
    text_add(&t, text_str(&plain));
    refused_whole(s, &t, 1, STR_bad_utf8);
    text_set(&t, text_str(&plain));
    while (t.len < INI_MAX_BYTES)
        text_add_char(&t, 'a');
    refused_whole(s, &t, s->count + 1, STR_bad_long_line);
    text_add_char(&t, 'a');
    refused_whole(s, &t, 0, STR_bad_file_size);
    text_set(&t, text_str(&plain));
    for (int i = 0; i < 5000; i++)
        text_add(&t, "[\n");
    refused_whole(s, &t, s->count + 1, STR_bad_section);
    text_done(&t);
    text_done(&plain);
}

static uint32_t spoil_settings(bad_config_fn *fn, void *ctx)
{
    static const char *const not_numbers[] = {"", "ten", "1e3", "12.5", "0x", "12 %", "--1", "+5", "\xEF\xBC\x95", "nil", "1,000", "'8'"};
    struct source *s = source_open(CONFIG_SETTINGS, "config/hitchbox.ini", fn, ctx);
    struct text t = TEXT_EMPTY;
    spoil_all(s, 1);
#define ENTRY(key, ...)                                  \
    do {                                                 \
        text_clear(&t);                                  \
        text_addf(&t, #key " = " __VA_ARGS__);           \
        refused(s, line_of(s, 1, #key " ="), text_str(&t)); \
    } while (0)
#define SETTING_NUMBER(key, standard, least, most, unit, en, zh)              \
    ENTRY(key, "%d", (least) - 1);                                           \
    ENTRY(key, "%d", (most) + 1);                                            \
    ENTRY(key, "%s", "-9223372036854775808");                                \
    ENTRY(key, "%s", "18446744073709551616");                                \
    for (size_t i = 0; i < sizeof not_numbers / sizeof not_numbers[0]; i++)  \
        ENTRY(key, "%s", not_numbers[i]);
#define SETTING_BOOL(key, standard, en, zh) \
    ENTRY(key, "%s", "2");                  \
    ENTRY(key, "%s", "yes please");
#define SETTING_TEXT(key, standard, en, zh) ENTRY(key, "\"%s\"", standard);
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
    spoil_whole_file(s);
    uint32_t cases = s->cases;
    text_done(&t);
    source_close(s);
    return cases;
}

/* Takes each line away that the rest cannot do without. */
static void spoil_by_absence(struct source *s)
{
    uint32_t section = 0;
    for (uint32_t n = 1; n <= s->count; n++) {
        const char *line = s->lines[n - 1].bytes;
        if (s->lines[n - 1].kind == LINE_SECTION) {
            section = n;
            refused_at(s, n, NULL, 0, n);
        } else if (str_starts(line, "guid =") || str_starts(line, "level =") || str_starts(line, "mask =")) {
            refused_at(s, n, NULL, 0, section);
        } else if (str_starts(line, "id ") && strstr(line, " en = ")) {
            refused_at(s, n, NULL, 0, n);
        } else if (str_starts(line, "id ") && strstr(line, " zh = ")) {
            refused_at(s, n, NULL, 0, n - 1);
        }
    }
}

static void spoil_sections(struct source *s)
{
    static const char *const sections[] = {"[]", "[ ]", "[file", "[buffer", "[buffer]", "[both X]", "[buffer \xE7\xA3\x81]", "[[buffer X]]",
                                           "[\"buffer X\"]"};
    for (uint32_t n = 1; n <= s->count; n++)
        if (s->lines[n - 1].kind == LINE_SECTION)
            for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
                refused(s, n, sections[i]);
}

static uint32_t spoil_providers(bad_config_fn *fn, void *ctx)
{
    static const struct {
        const char *begin, *line;
    } wrong[] = {
        {"guid =", "guid = 42"}, {"guid =", "guid = {22fb2cd6-0e7b-422b-a0c7-2fad1fd0e71}"},
        {"guid =", "guid = 22fb2cd6_0e7b_422b_a0c7_2fad1fd0e716"}, {"level =", "level = 256"},
        {"level =", "level = four"}, {"level =", "level = 4.5"}, {"level =", "level = 0x100000004"},
        {"rundown =", "rundown = perhaps"}, {"keyword.", "keyword.PROCESS = 0x30"},
        {"keyword.", "keyword.PROCESS = ~1"}, {"keyword.", "keyword.PROCESS = 0x8000000000000000"},
        {"keyword.", "keyword.PRO CESS = 1"}, {"keyword.", "keyword.PROCESS = -1"},
        {"mask =", "mask = 0x250"}, {"mask =", "mask = PROCESS, IMAGE"}, {"mask =", "mask = PROCESS|IMAGE"},
        {"mask =", "mask = ALL IMAGE"}, {"id 1 en", "id -1 en = x"}, {"id 1 en", "id 65536 en = x"},
        {"id 1 en", "id 1.5 en = x"}, {"id 1 en", "id en = x"}, {"id 1 en", "id 1 fr = x"},
        {"id 1 en", "id 1 from = 3"}, {"id 1 en", "id 1 from = soon"},
    };
    struct source *s = source_open(CONFIG_PROVIDERS, "config/providers.ini", fn, ctx);
    spoil_all(s, 5);
    spoil_by_absence(s);
    spoil_sections(s);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refused(s, line_of(s, line_of(s, 1, "[file "), wrong[i].begin), wrong[i].line);
    spoil_whole_file(s);
    uint32_t cases = s->cases;
    source_close(s);
    return cases;
}

uint32_t bad_config_each(enum config_kind kind, bad_config_fn *fn, void *ctx)
{
    return kind == CONFIG_SETTINGS ? spoil_settings(fn, ctx) : spoil_providers(fn, ctx);
}
