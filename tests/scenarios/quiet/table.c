#include "tests/scenarios/quiet/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_WORDS 128u
#define LONGEST_WORD 32u

struct row {
    char word[LONGEST_WORD];
    uint32_t snapshots, false_alarms, early, too_late, slept, planted, told;
    double latest;
};

bool table_add(struct table *t, const struct result *result)
{
    if (t->count == t->room) {
        uint32_t room = t->room ? 2 * t->room : 64;
        struct result *more = realloc(t->results, room * sizeof *more);
        if (!more)
            return false;
        t->results = more;
        t->room = room;
    }
    t->results[t->count++] = *result;
    return true;
}

/* Is the word among the result's? "" is in all. */
static bool has(const struct result *r, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = text_str(&r->words); len && at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, word, len) == 0 && (at[len] == ' ' || !at[len]))
            return true;
    }
    return !len;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median_covered(const struct table *t, const char *word)
{
    double *list = malloc((t->count + 1) * sizeof *list), median = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; list && i < t->count; i++)
        if (has(&t->results[i], word))
            list[count++] = t->results[i].covered;
    if (count) {
        qsort(list, count, sizeof *list, ascending);
        median = list[count / 2];
    }
    free(list);
    return median;
}

double table_covered(const struct table *t)
{
    return median_covered(t, "");
}

static void print_row(const struct table *t, const char *word)
{
    struct row row = {0};
    for (uint32_t i = 0; i < t->count; i++) {
        const struct result *r = &t->results[i];
        if (!has(r, word))
            continue;
        row.snapshots++;
        row.false_alarms += r->false_alarm;
        row.early += r->early;
        row.too_late += r->too_late;
        row.slept += r->slept;
        row.planted += r->planted;
        row.told += r->told;
        if (r->late > row.latest && !r->slept)
            row.latest = r->late;
    }
    printf("%-20s %9u %7u %7u %7u %9.2f %7u %8.1f%% %5u/%u\n", *word ? word : "all", (unsigned)row.snapshots,
           (unsigned)row.false_alarms, (unsigned)row.early, (unsigned)row.too_late, row.latest,
           (unsigned)row.slept, 100 * median_covered(t, word), (unsigned)row.told, (unsigned)row.planted);
}

static uint32_t note_word(char (*words)[LONGEST_WORD], uint32_t count, const char *at, size_t len)
{
    for (uint32_t i = 0; i < count; i++)
        if (strlen(words[i]) == len && memcmp(words[i], at, len) == 0)
            return count;
    if (count == MOST_WORDS || len >= LONGEST_WORD)
        return count;
    memcpy(words[count], at, len);
    words[count][len] = 0;
    return count + 1;
}

static int by_word(const void *a, const void *b)
{
    return strcmp(a, b);
}

void table_print(const struct table *t)
{
    static char words[MOST_WORDS][LONGEST_WORD];
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const char *at = text_str(&t->results[i].words);
        for (size_t len; (len = strcspn(at, " ")) != 0; at += len + (at[len] == ' '))
            count = note_word(words, count, at, len);
    }
    qsort(words, count, LONGEST_WORD, by_word);
    printf("%-20s %9s %7s %7s %7s %9s %7s %9s %8s\n", "", "", "false", "before", "too", "latest,", "a CPU", "median", "planted");
    printf("%-20s %9s %7s %7s %7s %9s %7s %9s %8s\n", "switch", "snapshots", "alarms", "truth", "late", "buffers",
           "slept", "covered", "told");
    for (uint32_t i = 0; i < count; i++)
        print_row(t, words[i]);
    print_row(t, "");
}

void table_done(struct table *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        text_done(&t->results[i].words);
    free(t->results);
}
