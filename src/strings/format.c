#include "strings/format.h"

#include "os/os.h"

#define TICKS_PER_SECOND 10000000LL

void format_utc(struct text *out, int64_t filetime)
{
    struct os_date d = os_date_utc(filetime);
    text_addf(out, "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", (int)d.year, (int)d.month, (int)d.day, (int)d.hour,
              (int)d.minute, (int)d.second, (int)(filetime % TICKS_PER_SECOND / 10));
}

static bool read_digits(const char **at, int count, int64_t *value)
{
    *value = 0;
    for (; count > 0; count--, (*at)++) {
        if (**at < '0' || **at > '9')
            return false;
        *value = *value * 10 + (**at - '0');
    }
    return true;
}

static bool read_char(const char **at, char c)
{
    if (**at != c)
        return false;
    (*at)++;
    return true;
}

/* Days from 1601-01-01 in the Gregorian calendar. */
static int64_t days_from_1601(int64_t year, int64_t month, int64_t day)
{
    static const int16_t before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int64_t y = year - 1601;
    return y * 365 + y / 4 - y / 100 + y / 400 + before[month - 1] + (leap && month > 2 ? 1 : 0) + day - 1;
}

int64_t format_fraction_take(const char **at)
{
    int64_t fraction = 0;
    if (read_char(at, '.'))
        for (int64_t unit = TICKS_PER_SECOND / 10; **at >= '0' && **at <= '9'; (*at)++, unit /= 10)
            fraction += (**at - '0') * unit;
    return fraction;
}

bool format_utc_parse(const char *str, int64_t *filetime)
{
    int64_t year, month, day, hour, minute, second, fraction;
    const char *at = str;
    if (!read_digits(&at, 4, &year) || !read_char(&at, '-') || !read_digits(&at, 2, &month) ||
        !read_char(&at, '-') || !read_digits(&at, 2, &day) || !read_char(&at, 'T') ||
        !read_digits(&at, 2, &hour) || !read_char(&at, ':') || !read_digits(&at, 2, &minute) ||
        !read_char(&at, ':') || !read_digits(&at, 2, &second))
        return false;
    if (year < 1601 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60)
        return false;
    fraction = format_fraction_take(&at);
    if (!read_char(&at, 'Z') || *at)
        return false;
    int64_t seconds = ((days_from_1601(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    *filetime = seconds * TICKS_PER_SECOND + fraction;
    return true;
}

void format_run_name(struct text *out, int64_t filetime)
{
    struct os_date d = os_date_local(filetime);
    text_addf(out, "%04d%02d%02d_%02d%02d%02d", (int)d.year, (int)d.month, (int)d.day, (int)d.hour,
              (int)d.minute, (int)d.second);
}

void format_moment_short(struct text *out, int64_t filetime, int64_t now)
{
    struct os_date d = os_date_local(filetime), today = os_date_local(now);
    bool same_day = d.year == today.year && d.month == today.month && d.day == today.day;
    if (!same_day)
        text_addf(out, "%04d-%02d-%02d ", (int)d.year, (int)d.month, (int)d.day);
    text_addf(out, "%02d:%02d", (int)d.hour, (int)d.minute);
}

void format_moment(struct text *out, int64_t filetime, int64_t now)
{
    format_moment_short(out, filetime, now);
    text_addf(out, ":%02d", (int)os_date_local(filetime).second);
}

void format_span(struct text *out, enum language language, int64_t span_ms)
{
    unsigned tenths = span_ms > 0 ? (unsigned)(span_ms / 100 % 10) : 0;
    unsigned seconds = span_ms > 0 ? (unsigned)(span_ms / 1000) : 0;
    if (seconds < 60)
        text_addf(out, string_get(language, STR_span_seconds), seconds, tenths);
    else if (seconds < 3600)
        text_addf(out, string_get(language, STR_span_minutes), seconds / 60, seconds % 60);
    else
        text_addf(out, string_get(language, STR_span_hours), seconds / 3600, seconds / 60 % 60);
}

void format_size(struct text *out, uint64_t bytes)
{
    static const char *const units[] = {"KB", "MB", "GB", "TB"};
    uint64_t tenths = bytes * 10 / 1024;
    size_t unit = 0;
    while (tenths >= 10240 && unit + 1 < sizeof units / sizeof units[0]) {
        tenths /= 1024;
        unit++;
    }
    if (unit == 0 || tenths >= 1000)
        text_addf(out, "%llu %s", (unsigned long long)(tenths / 10), units[unit]);
    else
        text_addf(out, "%llu.%llu %s", (unsigned long long)(tenths / 10), (unsigned long long)(tenths % 10), units[unit]);
}

void format_count(struct text *out, uint64_t count)
{
    if (count >= 1000) {
        format_count(out, count / 1000);
        text_addf(out, ",%03llu", (unsigned long long)(count % 1000));
    } else {
        text_addf(out, "%llu", (unsigned long long)count);
    }
}
