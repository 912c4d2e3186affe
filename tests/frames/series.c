#include "tests/frames/series.h"

#include "base/text.h"
#include "frames/frames.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 24u
#define FELT_MORE (8 * FRAMES_PER_MS)
#define HARDLY FRAMES_PER_MS

static bool add_length(struct series *s, uint32_t *room, long us)
{
    if (s->count == *room) {
        uint32_t more = *room ? *room * 2 : 1024;
        int64_t *lengths = realloc(s->lengths, more * sizeof *lengths);
        if (!lengths)
            return false;
        s->lengths = lengths;
        *room = more;
    }
    s->lengths[s->count++] = (int64_t)us * 10;
    return true;
}

static bool read_series(struct series *s, const char *folder, const char *name)
{
    struct text path = TEXT_EMPTY;
    char line[64];
    uint32_t room = 0;
    bool good = true;
    memset(s, 0, sizeof *s);
    (void)snprintf(s->name, sizeof s->name, "%.63s", name);
    text_addf(&path, "%s/%s", folder, name);
    FILE *file = fopen(text_str(&path), "r");
    text_done(&path);
    if (!file)
        return false;
    while (good && fgets(line, sizeof line, file))
        good = add_length(s, &room, strtol(line, NULL, 10));
    (void)fclose(file);
    return good && s->count;
}

bool series_load(struct series_list *list, const char *folder)
{
    struct text path = TEXT_EMPTY;
    char line[1024];
    memset(list, 0, sizeof *list);
    text_addf(&path, "%s/MANIFEST.tsv", folder);
    FILE *file = fopen(text_str(&path), "r");
    text_done(&path);
    if (!file)
        return false;
    while (list->count < SERIES_MOST && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\t\r\n")] = 0;
        if (str_ends(line, ".us") && read_series(&list->items[list->count], folder, line))
            list->count++;
    }
    (void)fclose(file);
    return list->count > 0;
}

void series_done(struct series_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        free(list->items[i].lengths);
}

int64_t series_time(const struct series *s, uint32_t i)
{
    int64_t time = 0;
    for (uint32_t k = 0; k < i; k++)
        time += s->lengths[k];
    return time;
}

static int compare(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The median of up to 24 frames on one side of a frame, step 1 or -1. */
static int64_t side_median(const struct series *s, uint32_t i, int step, int64_t shortest)
{
    int64_t values[SIDE];
    uint32_t count = 0;
    for (int64_t k = (int64_t)i + step; k >= 0 && k < s->count && count < SIDE; k += step) {
        if (s->lengths[k] > shortest)
            values[count++] = s->lengths[k];
    }
    qsort(values, count, sizeof *values, compare);
    return count ? values[count / 2] : 0;
}

static int64_t slower_side(const struct series *s, uint32_t i, int64_t shortest)
{
    int64_t before = side_median(s, i, -1, shortest), after = side_median(s, i, 1, shortest);
    return before > after ? before : after;
}

int64_t series_speed(const struct series *s, uint32_t i)
{
    return slower_side(s, i, HARDLY);
}

bool series_changes(const struct series *s, uint32_t i)
{
    uint32_t before = 0, after = 0;
    for (uint32_t k = 1; k <= SIDE && k <= i && i + k < s->count; k++) {
        before += s->lengths[i - k] < HARDLY;
        after += s->lengths[i + k] < HARDLY;
    }
    return before > after + 1 || after > before + 1;
}

static uint32_t capframex_window(const struct series *s)
{
    double mean = 0;
    for (uint32_t i = 0; i < s->count; i++)
        mean += (double)s->lengths[i] / FRAMES_PER_MS / s->count;
    return (uint32_t)(10 * sqrt(mean) + 0.5);
}

static bool capframex_sees(const struct series *s, uint32_t i, uint32_t window)
{
    uint32_t first = i + 1 > window ? i + 1 - window : 0;
    double sum = 0;
    for (uint32_t k = first; k <= i; k++)
        sum += (double)(k > 0 && s->lengths[k] > 3 * s->lengths[k - 1] ? s->lengths[k - 1] : s->lengths[k]);
    return (double)s->lengths[i] > 2.5 * sum / (i + 1 - first);
}

bool series_capframex(const struct series *s, uint32_t i)
{
    return capframex_sees(s, i, capframex_window(s));
}

static bool is_felt(const struct series *s, uint32_t i)
{
    int64_t usual = slower_side(s, i, -1);
    return s->lengths[i] > 2 * usual && s->lengths[i] > usual + FELT_MORE;
}

void series_others(const struct series *s, int64_t from, int64_t to, bool *capframex, bool *felt)
{
    uint32_t window = capframex_window(s);
    int64_t time = 0;
    *capframex = *felt = false;
    for (uint32_t i = 0; i < s->count && time < to; i++) {
        if (time + s->lengths[i] > from) {
            *capframex = *capframex || capframex_sees(s, i, window);
            *felt = *felt || is_felt(s, i);
        }
        time += s->lengths[i];
    }
}
