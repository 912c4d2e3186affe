#include "tests/fuzz/answers.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "cli/hitch.h"

#define DEPTH_MOST 16

struct json {
    const char *at, *end;
};

static void skip_blanks(struct json *j)
{
    while (j->at < j->end && strchr(" \n\r\t", *j->at) && *j->at)
        j->at++;
}

static bool take(struct json *j, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(j->end - j->at) < len || memcmp(j->at, word, len) != 0)
        return false;
    j->at += len;
    return true;
}

static bool string(struct json *j)
{
    if (!take(j, "\""))
        return false;
    for (; j->at < j->end && *j->at != '"'; j->at++) {
        if ((unsigned char)*j->at < 0x20)
            return false;
        if (*j->at != '\\')
            continue;
        j->at++;
        if (j->at == j->end || !strchr("\"\\/bfnrtu", *j->at) || !*j->at)
            return false;
    }
    return take(j, "\"");
}

static size_t digits(struct json *j)
{
    size_t count = 0;
    for (; j->at < j->end && *j->at >= '0' && *j->at <= '9'; j->at++)
        count++;
    return count;
}

static bool number(struct json *j)
{
    (void)take(j, "-");
    bool zero = j->at < j->end && *j->at == '0';
    size_t whole = digits(j);
    if (!whole || (zero && whole > 1))
        return false;
    return !take(j, ".") || digits(j);
}

static bool value(struct json *j, int depth);

/* The members of an object or an array, behind its first bracket. */
static bool members(struct json *j, const char *last, bool named, int depth)
{
    skip_blanks(j);
    if (take(j, last))
        return true;
    do {
        skip_blanks(j);
        if (named && !string(j))
            return false;
        skip_blanks(j);
        if (named && !take(j, ":"))
            return false;
        if (!value(j, depth))
            return false;
        skip_blanks(j);
    } while (take(j, ","));
    return take(j, last);
}

static bool value(struct json *j, int depth)
{
    skip_blanks(j);
    if (depth == DEPTH_MOST || j->at == j->end)
        return false;
    if (*j->at == '"')
        return string(j);
    if (take(j, "{"))
        return members(j, "}", true, depth + 1);
    if (take(j, "["))
        return members(j, "]", false, depth + 1);
    return take(j, "true") || take(j, "false") || take(j, "null") || number(j);
}

/* One value, or one for each file. */
static bool is_json(const char *bytes, size_t len)
{
    struct json j = {bytes, bytes + len};
    do {
        if (!value(&j, 0))
            return false;
        skip_blanks(&j);
    } while (j.at < j.end);
    return true;
}

/* Whole, and with no script but its own: a name in a trace is no markup. */
static bool is_page(const char *bytes, size_t len)
{
    static const char head[] = "<!doctype html>\n", tail[] = "</html>\n", script[] = "<script";
    if (len < sizeof head + sizeof tail || memcmp(bytes, head, sizeof head - 1) != 0 ||
        memcmp(bytes + len - (sizeof tail - 1), tail, sizeof tail - 1) != 0)
        return false;
    const char *first = strstr(bytes, script);
    return first && !strstr(first + 1, script);
}

/* Names come from traces, and a terminal obeys control characters. */
static bool is_plain(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (((unsigned char)bytes[i] < 0x20 && !strchr("\n\t", bytes[i])) || bytes[i] == 0x7F || !bytes[i])
            return false;
    }
    return true;
}

const char *answer_fault(const struct answer *a, enum answer_form form)
{
    if (a->code < HITCH_WHOLE || a->code > HITCH_FAILED)
        return "a code that no help names";
    if (!utf8_valid(a->out, a->out_len) || !utf8_valid(a->err, a->err_len))
        return "no UTF-8";
    if (!is_plain(a->out, a->out_len) || !is_plain(a->err, a->err_len))
        return "control characters";
    if (a->code == HITCH_FAILED && !a->err_len)
        return "failed and said nothing";
    if (a->code == HITCH_FAILED)
        return NULL;
    if (form == ANSWER_JSON && !is_json(a->out, a->out_len))
        return "no JSON";
    if (form == ANSWER_HTML && !is_page(a->out, a->out_len))
        return "no whole page";
    return NULL;
}
