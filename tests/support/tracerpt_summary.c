#include "tests/support/tracerpt_summary.h"

#include <string.h>

#define GUID_LEN 36u
#define LINE_MOST 512u
#define MOST_DIGITS 19u

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The last GUID of the line. */
static bool find_guid(const char *line, struct guid *guid)
{
    char word[GUID_LEN + 1];
    size_t len = strlen(line);
    for (size_t at = len >= GUID_LEN ? len - GUID_LEN + 1 : 0; at-- > 0;) {
        memcpy(word, line + at, GUID_LEN);
        word[GUID_LEN] = '\0';
        if (guid_parse(word, guid))
            return true;
    }
    return false;
}

static void add(struct tracerpt_summary *s, const struct guid *guid, uint64_t count)
{
    size_t i = 0;
    s->events += count;
    while (i < s->row_count && !guid_equal(&s->rows[i].guid, guid))
        i++;
    if (i == TRACERPT_MOST)
        return;
    if (i == s->row_count) {
        s->row_count++;
        s->rows[i].guid = *guid;
    }
    s->rows[i].count += count;
}

static void read_line(struct tracerpt_summary *s, const char *line)
{
    uint64_t count = 0;
    size_t digits = 0;
    struct guid guid;
    while (*line == ' ' || *line == '\t')
        line++;
    if (*line++ != '|')
        return;
    while (*line == ' ')
        line++;
    for (; is_digit(*line) && digits < MOST_DIGITS; line++, digits++)
        count = count * 10 + (uint64_t)(*line - '0');
    if (digits && *line == ' ' && find_guid(line, &guid))
        add(s, &guid, count);
}

/* Plain bytes, or the low bytes of UTF-16: names in other letters do not
 * matter here. */
bool tracerpt_read(struct tracerpt_summary *summary, const void *bytes, size_t len)
{
    const uint8_t *b = bytes;
    bool wide = len >= 2 && b[0] == 0xFF && b[1] == 0xFE;
    char line[LINE_MOST + 1];
    size_t used = 0, step = wide ? 2 : 1;
    memset(summary, 0, sizeof *summary);
    for (size_t i = wide ? 2 : 0; i + step <= len; i += step) {
        bool other = b[i] == 0 || (wide && b[i + 1] != 0);
        char c = other ? '?' : (char)b[i];
        if (c == '\n' || c == '\r') {
            line[used] = '\0';
            read_line(summary, line);
            used = 0;
        } else if (used < LINE_MOST) {
            line[used++] = c;
        }
    }
    line[used] = '\0';
    read_line(summary, line);
    return summary->row_count != 0;
}

uint64_t tracerpt_count(const struct tracerpt_summary *summary, const struct guid *guid)
{
    for (size_t i = 0; i < summary->row_count; i++)
        if (guid_equal(&summary->rows[i].guid, guid))
            return summary->rows[i].count;
    return 0;
}
