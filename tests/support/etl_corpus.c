#include "tests/support/etl_corpus.h"

#include <string.h>

#include "os/os.h"

#define MANY (1u << 20)

struct visit {
    const char *folder;
    corpus_fn *fn;
    void *ctx;
    unsigned count;
};

static bool visit_name(void *ctx, const char *name, const struct os_stat *st)
{
    struct visit *v = ctx;
    (void)st;
    if (!str_ends(name, ".etl"))
        return true;
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s/%s", v->folder, name);
    v->count++;
    v->fn(v->ctx, text_str(&path));
    text_done(&path);
    return true;
}

unsigned corpus_each(const char *corpus, const char *folder, corpus_fn *fn, void *ctx)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s/%s", corpus, folder);
    struct visit v = {text_str(&path), fn, ctx, 0};
    (void)os_folder_list(text_str(&path), visit_name, &v);
    text_done(&path);
    return v.count;
}

void corpus_pick(const char *text, char letter, struct text *out)
{
    for (const char *line = text; *line;) {
        const char *end = strchr(line, '\n');
        size_t len = end ? (size_t)(end - line) + 1 : strlen(line);
        if (line[0] == letter)
            text_add_bytes(out, line, len);
        line += len;
    }
}

bool corpus_lines(const char *path, char letter, struct text *out)
{
    struct text name = TEXT_EMPTY, content = TEXT_EMPTY;
    text_addf(&name, "%s.expected.tsv", path);
    bool found = !outcome_failed(os_file_read(text_str(&name), MANY, &content));
    corpus_pick(text_str(&content), letter, out);
    text_done(&name);
    text_done(&content);
    return found;
}

void corpus_value(const char *text, const char *key, struct text *out)
{
    const char *at = strstr(text, key);
    text_clear(out);
    if (!at)
        return;
    at += strlen(key);
    const char *end = strchr(at, '\n');
    text_add_bytes(out, at, end ? (size_t)(end - at) : strlen(at));
}
