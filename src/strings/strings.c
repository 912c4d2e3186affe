#include "strings/strings.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "strings/private/error_meaning.h"

/* Each language's texts as one block that two bytes a text point into: a table
 * of addresses would be four times as large, and as much again to relocate.
 * Place 0 is no text. */
#define STRING(id, text) char text_##id[sizeof(text)];
struct english_texts {
    char none;
#include "strings/strings_list.h"
};
struct zh_cn_texts {
    char none;
#include "strings/lang/zh_cn.h"
};
#undef STRING
static_assert(sizeof(struct english_texts) <= UINT16_MAX && sizeof(struct zh_cn_texts) <= UINT16_MAX,
              "a place has two bytes");

#define STRING(id, text) text,
static const struct english_texts english_texts = {
    0,
#include "strings/strings_list.h"
};
static const struct zh_cn_texts zh_cn_texts = {
    0,
#include "strings/lang/zh_cn.h"
};
#undef STRING

#define STRING(id, text) [STR_##id] = (uint16_t)offsetof(struct english_texts, text_##id),
static const uint16_t english_places[STR_count] = {
#include "strings/strings_list.h"
};
#undef STRING
#define STRING(id, text) [STR_##id] = (uint16_t)offsetof(struct zh_cn_texts, text_##id),
static const uint16_t zh_cn_places[STR_count] = {
#include "strings/lang/zh_cn.h"
};
#undef STRING

/* The sentence and the remedy of every cause; one that lacks either does not
 * compile. */
static const struct {
    enum string_id why, fix;
} causes[] = {
#define WHY(name) {STR_why_##name, STR_fix_##name},
    WHY_LIST(WHY)
#undef WHY
};

enum language language_from_tag(const char *tag)
{
    if (!tag)
        return LANGUAGE_ENGLISH;
    static const char *const chinese[] = {"zh", "zh-CN", "zh-SG", "zh-Hans"};
    for (size_t i = 0; i < sizeof chinese / sizeof chinese[0]; i++)
        if (str_equal_nocase(tag, chinese[i]))
            return LANGUAGE_ZH_CN;
    char head[9] = {0};
    if (strlen(tag) > 8) {
        memcpy(head, tag, 8);
        if (str_equal_nocase(head, "zh-Hans-"))
            return LANGUAGE_ZH_CN;
    }
    return LANGUAGE_ENGLISH;
}

const char *string_own(enum language language, enum string_id id)
{
    if ((unsigned)id >= STR_count)
        return NULL;
    bool chinese = language == LANGUAGE_ZH_CN;
    uint16_t place = chinese ? zh_cn_places[id] : english_places[id];
    return place ? (chinese ? (const char *)&zh_cn_texts : (const char *)&english_texts) + place : NULL;
}

const char *string_get(enum language language, enum string_id id)
{
    const char *own = string_own(language, id);
    if (own)
        return own;
    return (unsigned)id < STR_count ? (const char *)&english_texts + english_places[id] : "";
}

void string_fill(struct text *out, const char *format, const char *value)
{
    const char *at = strstr(format, "%s");
    if (!at) {
        text_add(out, format);
        return;
    }
    text_add_bytes(out, format, (size_t)(at - format));
    text_add(out, value ? value : "");
    text_add(out, at + 2);
}

struct explanation string_explanation(struct outcome outcome)
{
    enum why why = (unsigned)outcome.why < WHY_count ? outcome.why : WHY_bad_argument;
    struct error_meaning meaning;
    struct explanation e = {causes[why].why, STR_count, causes[why].fix};
    if (error_meaning_find(outcome, &meaning)) {
        e.cause = meaning.cause;
        e.remedy = meaning.remedy;
    }
    return e;
}

static void explain(enum language language, struct outcome outcome, const char *what, const char *gap, struct text *out)
{
    struct explanation e = string_explanation(outcome);
    string_fill(out, string_get(language, e.sentence), what);
    if (e.cause != STR_count) {
        text_add(out, string_get(language, STR_sentence_gap));
        text_add(out, string_get(language, e.cause));
    }
    text_add(out, gap);
    text_add(out, string_get(language, e.remedy));
    if (outcome.os)
        text_addf(out, string_get(language, STR_os_number), (unsigned)outcome.os);
}

void string_explain(enum language language, struct outcome outcome, const char *what, struct text *out)
{
    explain(language, outcome, what, string_get(language, STR_sentence_gap), out);
}

void string_explain_lines(enum language language, struct outcome outcome, const char *what, struct text *out)
{
    explain(language, outcome, what, "\n", out);
}
