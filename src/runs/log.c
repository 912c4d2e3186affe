#include "runs/log.h"

#include <stdlib.h>

#include "strings/format.h"

#define SHORT_LINE 160u

struct log {
    struct os_file *file; /* NULL: the lines are kept */
    struct text path;
    struct text kept;
};

struct outcome log_open(const char *path, struct log **log)
{
    struct log *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return outcome_of(WHY_out_of_memory, 0);
    text_add(&fresh->path, path);
    struct outcome result = fresh->path.failed ? outcome_of(WHY_out_of_memory, 0)
                                               : os_file_open(path, OS_OPEN_APPEND, &fresh->file);
    if (outcome_failed(result)) {
        log_close(fresh);
        return result;
    }
    *log = fresh;
    return result;
}

void log_close(struct log *log)
{
    if (!log)
        return;
    os_file_close(log->file);
    text_done(&log->path);
    text_done(&log->kept);
    free(log);
}

struct log *log_open_kept(void)
{
    return calloc(1, sizeof(struct log));
}

const char *log_path(const struct log *log)
{
    return log ? text_str(&log->path) : "";
}

static void begin_line(struct text *line, int64_t utc, const char *event, const char *fmt, va_list args)
{
    format_utc(line, utc);
    text_addf(line, " %s", event);
    if (*fmt)
        text_add_char(line, ' ');
    text_vaddf(line, fmt, args);
}

static void put(struct log *log, const char *bytes, size_t len)
{
    if (log->file)
        os_file_write(log->file, bytes, len);
    else
        text_add_bytes(&log->kept, bytes, len);
}

/* A line for which memory was short says so without any: when, and what. */
static void write_short_line(struct log *log, const char *event)
{
    char room[SHORT_LINE];
    struct text line;
    text_init_over(&line, room, sizeof room);
    format_utc(&line, os_utc_now());
    text_addf(&line, " %.80s line_short=1 why=%s os=0\r\n", event, outcome_name(WHY_out_of_memory));
    put(log, line.bytes, line.len);
}

void log_pour(struct log *kept, struct log *log)
{
    if (!kept)
        return;
    if (log && kept->kept.len)
        put(log, kept->kept.bytes, kept->kept.len);
    if (log && kept->kept.failed)
        write_short_line(log, "lines_lost");
    text_done(&kept->kept);
}

static void write_line(struct log *log, const char *event, struct text *line)
{
    for (size_t i = 0; i < line->len; i++)
        if (line->bytes[i] == '\n' || line->bytes[i] == '\r')
            line->bytes[i] = ' ';
    text_add(line, "\r\n");
    if (line->failed)
        write_short_line(log, event);
    else
        put(log, line->bytes, line->len);
    text_done(line);
}

void log_event(struct log *log, const char *event, const char *fmt, ...)
{
    struct text line = TEXT_EMPTY;
    va_list args;
    if (!log)
        return;
    va_start(args, fmt);
    begin_line(&line, os_utc_now(), event, fmt, args);
    va_end(args);
    write_line(log, event, &line);
}

void log_event_of(struct log *log, int64_t utc, const char *event, const char *fmt, ...)
{
    struct text line = TEXT_EMPTY;
    va_list args;
    if (!log)
        return;
    va_start(args, fmt);
    begin_line(&line, utc, event, fmt, args);
    va_end(args);
    write_line(log, event, &line);
}

void log_unread(struct log *log, struct outcome listed, const char *folder)
{
    if (outcome_failed(listed) && listed.why != WHY_not_found)
        log_outcome(log, "folder_unread", listed, "path=\"%s\"", folder);
}

void log_outcome(struct log *log, const char *event, struct outcome outcome, const char *fmt, ...)
{
    struct text line = TEXT_EMPTY;
    va_list args;
    if (!log)
        return;
    va_start(args, fmt);
    begin_line(&line, os_utc_now(), event, fmt, args);
    va_end(args);
    text_addf(&line, " why=%s os=%u", outcome_name(outcome.why), (unsigned)outcome.os);
    write_line(log, event, &line);
}
