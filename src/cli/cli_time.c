#include "cli/cli_time.h"

#include "cli/cli_strings.h"
#include "os/os.h"
#include "strings/format.h"

#include <string.h>

#define DATE_MOST 64u /* bytes; what is longer is none */
#define PER_SECOND 10000000
#define PER_DAY (86400LL * PER_SECOND)
#define SECONDS_DIGITS 11u
#define DATE_LEN 10u
#define LAST_FILETIME 2650467744000000000LL /* 10000-01-01 */

static void add_date(struct text *t, const struct os_date *d, int64_t filetime)
{
    text_addf(t, "%04d-%02d-%02dT%02d:%02d:%02d.%07u", d->year, d->month, d->day, d->hour, d->minute,
              d->second, (unsigned)(filetime % PER_SECOND));
}

static bool has_date(struct text *t, int64_t filetime)
{
    if (filetime > 0 && filetime < LAST_FILETIME)
        return true;
    text_addf(t, "%lld", (long long)filetime);
    return false;
}

void cli_time_add_utc(struct text *t, int64_t filetime)
{
    if (!has_date(t, filetime))
        return;
    struct os_date d = os_date_utc(filetime);
    add_date(t, &d, filetime);
    text_add(t, "Z");
}

void cli_time_add_local(struct text *t, int64_t filetime)
{
    if (!has_date(t, filetime))
        return;
    struct os_date d = os_date_local(filetime);
    add_date(t, &d, filetime);
}

void cli_time_add_span(struct text *t, enum language language, uint64_t span)
{
    uint64_t seconds = span / PER_SECOND;
    if (seconds < 60)
        text_addf(t, cli_string(language, CLI_span_seconds), (unsigned)seconds, (unsigned)(span % PER_SECOND / 10000));
    else if (seconds < 3600)
        text_addf(t, cli_string(language, CLI_span_minutes), (unsigned)(seconds / 60), (unsigned)(seconds % 60));
    else
        text_addf(t, cli_string(language, CLI_span_hours), (unsigned long long)(seconds / 3600),
                  (unsigned)(seconds / 60 % 60));
}

static int64_t as_if_utc(int64_t filetime)
{
    char room[DATE_MOST];
    struct text t;
    struct os_date d = os_date_local(filetime);
    int64_t same = filetime;
    text_init_over(&t, room, sizeof room);
    add_date(&t, &d, filetime);
    text_add_char(&t, 'Z');
    format_utc_parse(text_str(&t), &same);
    return same;
}

/* The clock on the wall says `wall`, as if it were UTC: the second try is for
 * the days on which it is put forward or back. */
static int64_t from_local(int64_t wall)
{
    int64_t guess = wall;
    for (int i = 0; i < 2; i++)
        guess = wall - (as_if_utc(guess) - guess);
    return guess;
}

static bool parse_date(const char *str, int64_t *filetime)
{
    char room[DATE_MOST];
    struct text t;
    bool utc = str_ends(str, "Z");
    text_init_over(&t, room, sizeof room);
    text_add(&t, str);
    if (!utc)
        text_add_char(&t, 'Z');
    if (t.len > DATE_LEN && room[DATE_LEN] == ' ')
        room[DATE_LEN] = 'T';
    bool good = !t.failed && format_utc_parse(text_str(&t), filetime);
    if (good && !utc && *filetime > PER_DAY && *filetime < LAST_FILETIME - PER_DAY)
        *filetime = from_local(*filetime);
    return good;
}

/* A time without its day: the first such one at or after the trace's start,
 * where the trace reaches so far. */
static bool parse_time(const char *str, const struct cli_span *trace, int64_t *filetime)
{
    char room[DATE_MOST];
    struct text t;
    struct os_date d = os_date_local(trace->first);
    text_init_over(&t, room, sizeof room);
    text_addf(&t, "%04d-%02d-%02dT%s", d.year, d.month, d.day, str);
    bool good = !t.failed && parse_date(text_str(&t), filetime);
    if (good && *filetime + PER_SECOND <= trace->first && *filetime + PER_DAY <= trace->last + PER_SECOND)
        *filetime += PER_DAY;
    return good;
}

static bool parse_seconds(const char *at, int64_t start, int64_t *filetime)
{
    int64_t seconds = 0;
    unsigned digits = 0;
    for (; *at >= '0' && *at <= '9' && digits < SECONDS_DIGITS; at++, digits++)
        seconds = seconds * 10 + (*at - '0');
    int64_t span = seconds * PER_SECOND + format_fraction_take(&at);
    if (!digits || *at || start > INT64_MAX - span)
        return false;
    *filetime = start + span;
    return true;
}

bool cli_time_parse(const char *str, const struct cli_span *trace, int64_t *filetime)
{
    if (*str == '+')
        return parse_seconds(str + 1, trace->first, filetime);
    return strlen(str) > 2 && str[2] == ':' ? parse_time(str, trace, filetime) : parse_date(str, filetime);
}

bool cli_time_touches(const struct cli_span *trace, int64_t from, int64_t to)
{
    return (from < trace->last || from - trace->last < PER_SECOND) && (to > trace->first || trace->first - to < PER_SECOND);
}
