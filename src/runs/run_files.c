#include "runs/run_files.h"

#include <string.h>

#include "strings/format.h"

#define TRACE ".etl"
#define INFO ".json"
#define REPORT ".html"
#define PIN ".pin"
#define OUTSIDE ".outside"
#define PART ".part"
#define BAD ".bad"
#define NUMBERS_MOST 9999u

static bool stands(const char *path)
{
    struct os_stat st;
    return !outcome_failed(os_stat(path, &st));
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void run_files_root(const char *base, struct text *path)
{
    os_path_join(base, RUN_FILES_ROOT, path);
}

void run_files_run(const char *base, int64_t begin, unsigned n, struct text *path)
{
    run_files_root(base, path);
    text_add_char(path, os_separator);
    format_run_name(path, begin);
    if (n > 1)
        text_addf(path, "_%u", n);
}

bool run_files_is_run(const char *name)
{
    static const char pattern[] = "dddddddd_dddddd";
    size_t i = 0;
    for (; pattern[i]; i++)
        if (pattern[i] == 'd' ? !is_digit(name[i]) : name[i] != pattern[i])
            return false;
    return name[i] == 0 || name[i] == '_';
}

struct walk {
    const char *root;
    run_files_fn *fn;
    void *ctx;
    bool short_of_memory;
};

static bool walk_run(void *ctx, const char *name, const struct os_stat *st)
{
    struct walk *w = ctx;
    struct text folder = TEXT_EMPTY;
    if (!st->is_folder || st->is_link || !run_files_is_run(name))
        return true;
    os_path_join(w->root, name, &folder);
    w->short_of_memory = folder.failed;
    bool more = !folder.failed && w->fn(w->ctx, text_str(&folder), name);
    text_done(&folder);
    return more;
}

struct outcome run_files_each_run(const char *base, run_files_fn *fn, void *ctx)
{
    struct text root = TEXT_EMPTY;
    run_files_root(base, &root);
    struct walk w = {text_str(&root), fn, ctx, false};
    struct outcome listed = os_folder_list(text_str(&root), walk_run, &w);
    if (w.short_of_memory)
        listed = outcome_of(WHY_out_of_memory, 0);
    text_done(&root);
    return listed;
}

/* "snap" for 1, "snap-2" */
static void add_numbered(struct text *path, const char *stem, unsigned number)
{
    text_addf(path, number == 1 ? "%s" TRACE : "%s-%u" TRACE, stem, number);
}

/* `stem`: <folder>/<word> */
static struct outcome find_free(const char *stem, unsigned first, struct text *path)
{
    struct text candidate = TEXT_EMPTY;
    struct outcome result = outcome_of(WHY_snapshot_name, 0);
    for (unsigned n = first; n <= NUMBERS_MOST; n++) {
        text_clear(&candidate);
        add_numbered(&candidate, stem, n);
        if (candidate.failed) {
            result = outcome_of(WHY_out_of_memory, 0);
            break;
        }
        if (!stands(text_str(&candidate))) {
            text_set(path, text_str(&candidate));
            result = outcome_ok();
            break;
        }
    }
    text_done(&candidate);
    return result;
}

struct outcome run_files_free(const char *folder, const char *word, unsigned first, struct text *path)
{
    struct text stem = TEXT_EMPTY;
    os_path_join(folder, word, &stem);
    struct outcome result = stem.failed ? outcome_of(WHY_out_of_memory, 0) : find_free(text_str(&stem), first, path);
    text_done(&stem);
    return result;
}

static size_t trace_stem(const char *trace)
{
    return strlen(trace) - (str_ends(trace, TRACE) ? sizeof TRACE - 1 : 0);
}

struct outcome run_files_free_like(const char *trace, struct text *path)
{
    struct text stem = TEXT_EMPTY;
    size_t len = trace_stem(trace), digits = len;
    while (digits > 0 && is_digit(trace[digits - 1]))
        digits--;
    if (digits < len && digits > 0 && trace[digits - 1] == '-')
        len = digits - 1;
    text_add_bytes(&stem, trace, len);
    struct outcome result = stem.failed ? outcome_of(WHY_out_of_memory, 0) : find_free(text_str(&stem), 1, path);
    text_done(&stem);
    return result;
}

/* The last that was tried where all stand. */
static void find_aside(const char *trace, const char *ending, struct text *path)
{
    for (unsigned n = 1; n <= NUMBERS_MOST; n++) {
        text_set(path, trace);
        if (n > 1)
            text_addf(path, ".%u", n);
        text_add(path, ending);
        if (!stands(text_str(path)))
            break;
    }
}

void run_files_part(const char *trace, struct text *path)
{
    find_aside(trace, PART, path);
}

void run_files_bad(const char *trace, struct text *path)
{
    find_aside(trace, BAD, path);
}

/* The length of "snap.etl" in "snap.etl.2<ending>", else 0. */
static size_t aside_stem(const char *name, const char *ending)
{
    const char *dot = strstr(name, TRACE ".");
    return dot && str_ends(name, ending) ? (size_t)(dot - name) + sizeof TRACE - 1 : 0;
}

size_t run_files_part_stem(const char *name)
{
    return aside_stem(name, PART);
}

static void companion_path(const char *trace, const char *ending, struct text *path)
{
    text_add_bytes(path, trace, trace_stem(trace));
    text_add(path, ending);
}

void run_files_info(const char *trace, struct text *path)
{
    companion_path(trace, INFO, path);
}

void run_files_report(const char *trace, struct text *path)
{
    companion_path(trace, REPORT, path);
}

void run_files_pin(const char *trace, struct text *path)
{
    companion_path(trace, PIN, path);
}

void run_files_outside(const char *trace, struct text *path)
{
    companion_path(trace, OUTSIDE, path);
}

void run_files_trace(const char *folder, const char *name, size_t stem, struct text *path)
{
    text_addf(path, "%s%c%.*s" TRACE, folder, os_separator, (int)stem, name);
}

void run_files_short_name(const char *path, struct text *name)
{
    const char *at = path + strlen(path);
    for (int separators = 0; at > path; at--) {
        if ((at[-1] == '\\' || at[-1] == '/') && ++separators == 2)
            break;
    }
    text_add(name, at);
}

/* "snap", "snap-2" */
static bool is_numbered(const char *name, size_t len, const char *word)
{
    size_t at = strlen(word);
    if (len < at || memcmp(name, word, at) != 0)
        return false;
    if (len == at)
        return true;
    if (name[at] != '-' || len == at + 1)
        return false;
    for (at++; at < len; at++)
        if (!is_digit(name[at]))
            return false;
    return true;
}

static size_t stem_of(const char *name, const char *const *words, size_t word_count)
{
    static const char *const endings[] = {TRACE, INFO, REPORT, PIN, OUTSIDE};
    for (size_t e = 0; e < sizeof endings / sizeof endings[0]; e++) {
        if (!str_ends(name, endings[e]))
            continue;
        size_t len = strlen(name) - strlen(endings[e]);
        for (size_t w = 0; w < word_count; w++)
            if (is_numbered(name, len, words[w]))
                return len;
    }
    return 0;
}

size_t run_files_snapshot_stem(const char *name)
{
    static const char *const words[] = {RUN_FILES_SNAP, RUN_FILES_RECOVERED, RUN_FILES_PARTIAL};
    return stem_of(name, words, sizeof words / sizeof words[0]);
}

static size_t keys_stem(const char *name)
{
    static const char *const words[] = {RUN_FILES_KEYS};
    return stem_of(name, words, 1);
}

void run_files_keys(const char *folder, unsigned number, struct text *path)
{
    text_addf(path, "%s%c", folder, os_separator);
    add_numbered(path, RUN_FILES_KEYS, number);
}

static bool look_at_keys(void *ctx, const char *name, const struct os_stat *st)
{
    unsigned *last = ctx;
    uint64_t number = 1;
    size_t stem = keys_stem(name), word = sizeof RUN_FILES_KEYS - 1;
    char room[sizeof "18446744073709551615"];
    struct text digits;
    text_init_over(&digits, room, sizeof room);
    if (st->is_folder || st->is_link || !stem || !run_files_is_trace(name))
        return true;
    if (stem > word)
        text_add_bytes(&digits, name + word + 1, stem - word - 1);
    bool known = stem == word || str_to_u64(text_str(&digits), &number);
    if (known && number <= NUMBERS_MOST && number > *last)
        *last = (unsigned)number;
    return true;
}

struct outcome run_files_keys_last(const char *folder, unsigned *last)
{
    *last = 0;
    return os_folder_list(folder, look_at_keys, last);
}

bool run_files_is_trace(const char *name)
{
    return str_ends(name, TRACE);
}

bool run_files_is_info(const char *name)
{
    return str_ends(name, INFO);
}

bool run_files_is_pin(const char *name)
{
    return str_ends(name, PIN);
}

bool run_files_is_outside(const char *name)
{
    return str_ends(name, OUTSIDE);
}

bool run_files_is_rest(const char *name)
{
    static const char *const own[] = {RUN_FILES_LOG, RUN_FILES_RUNNING, RUN_FILES_UNCLEAN, RUN_FILES_RING};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (str_equal(name, own[i]))
            return true;
    return keys_stem(name) || aside_stem(name, BAD) || aside_stem(name, PART) || os_file_replaced_len(name);
}

bool run_files_is_replaced(const char *name)
{
    return str_equal(name, RUN_FILES_RUNNING) || str_equal(name, RUN_FILES_RING) || run_files_snapshot_stem(name) ||
           keys_stem(name);
}
