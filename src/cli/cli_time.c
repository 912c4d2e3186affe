#include "cli/cli_time.h"

#include "os/os.h"

#include <string.h>

#define PER_SECOND 10000000
#define PER_DAY (86400LL * PER_SECOND)
#define DAYS_OF_400_YEARS 146097
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

void cli_time_add_span(struct text *t, uint64_t span)
{
    uint64_t seconds = span / PER_SECOND;
    if (seconds < 60)
        text_addf(t, "%llu.%03u s", (unsigned long long)seconds, (unsigned)(span % PER_SECOND / 10000));
    else if (seconds < 3600)
        text_addf(t, "%u min %02u s", (unsigned)(seconds / 60), (unsigned)(seconds % 60));
    else
        text_addf(t, "%llu h %02u min", (unsigned long long)(seconds / 3600), (unsigned)(seconds / 60 % 60));
}

static bool take_digits(const char **at, unsigned count, int64_t *value)
{
    int64_t v = 0;
    for (unsigned i = 0; i < count; i++) {
        if (**at < '0' || **at > '9')
            return false;
        v = v * 10 + (*(*at)++ - '0');
    }
    *value = v;
    return true;
}

/* ".789" in 100 ns; nothing is 0. */
static int64_t take_fraction(const char **at)
{
    int64_t unit = PER_SECOND / 10, value = 0;
    if (**at != '.')
        return 0;
    for ((*at)++; **at >= '0' && **at <= '9'; (*at)++) {
        value += (**at - '0') * unit;
        unit /= 10;
    }
    return value;
}

static int64_t days_since_1601(int64_t year, int64_t month, int64_t day)
{
    /* Years that begin in March have their odd day at the end. */
    int64_t y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;
    int64_t era = y / 400, of_era = y % 400;
    int64_t days = era * DAYS_OF_400_YEARS + of_era * 365 + of_era / 4 - of_era / 100 + (153 * m + 2) / 5 + day - 1;
    return days - 584694; /* of 1601-01-01, counted the same way */
}

static bool parse_date(const char *at, int64_t *filetime)
{
    static const char between[] = "--T::";
    static const unsigned widths[] = {4, 2, 2, 2, 2, 2};
    int64_t v[6];
    for (int i = 0; i < 6; i++) {
        if (!take_digits(&at, widths[i], &v[i]) || (i < 5 && *at++ != between[i]))
            return false;
    }
    if (v[0] < 1601 || v[1] < 1 || v[1] > 12 || v[2] < 1 || v[2] > 31 || v[3] > 23 || v[4] > 59 || v[5] > 60)
        return false;
    int64_t fraction = take_fraction(&at);
    if (*at == 'Z')
        at++;
    if (*at)
        return false;
    *filetime = days_since_1601(v[0], v[1], v[2]) * PER_DAY + (v[3] * 3600 + v[4] * 60 + v[5]) * PER_SECOND + fraction;
    return true;
}

bool cli_time_parse(const char *str, int64_t start, int64_t *filetime)
{
    if (*str != '+')
        return parse_date(str, filetime);
    const char *at = str + 1;
    int64_t seconds = 0, digit;
    unsigned digits = 0;
    for (; digits < 11 && take_digits(&at, 1, &digit); digits++)
        seconds = seconds * 10 + digit;
    int64_t fraction = take_fraction(&at);
    if (!digits || *at)
        return false;
    int64_t span = seconds * PER_SECOND + fraction;
    if (start > INT64_MAX - span)
        return false;
    *filetime = start + span;
    return true;
}
