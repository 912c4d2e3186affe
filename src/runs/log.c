#include "runs/log.h"

#include <stdlib.h>

#include "strings/format.h"

struct log {
    struct os_file *file;
    struct text path;
};

struct outcome log_open(const char *path, struct log **log)
{
    struct log *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return outcome_of(WHY_out_of_memory, 0);
    text_add(&fresh->path, path);
    struct outcome result = os_file_open(path, OS_OPEN_APPEND, &fresh->file);
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
    free(log);
}

const char *log_path(const struct log *log)
{
    return log ? text_str(&log->path) : "";
}

static void begin_line(struct text *line, const char *event, const char *fmt, va_list args)
{
    format_utc(line, os_utc_now());
    text_addf(line, " %s", event);
    if (*fmt)
        text_add_char(line, ' ');
    text_vaddf(line, fmt, args);
}

static void write_line(struct log *log, struct text *line)
{
    for (size_t i = 0; i < line->len; i++)
        if (line->bytes[i] == '\n' || line->bytes[i] == '\r')
            line->bytes[i] = ' ';
    text_add(line, "\r\n");
    if (!line->failed)
        os_file_write(log->file, line->bytes, line->len);
    text_done(line);
}

void log_event(struct log *log, const char *event, const char *fmt, ...)
{
    struct text line = TEXT_EMPTY;
    va_list args;
    if (!log)
        return;
    va_start(args, fmt);
    begin_line(&line, event, fmt, args);
    va_end(args);
    write_line(log, &line);
}

void log_outcome(struct log *log, const char *event, struct outcome outcome, const char *fmt, ...)
{
    struct text line = TEXT_EMPTY;
    va_list args;
    if (!log)
        return;
    va_start(args, fmt);
    begin_line(&line, event, fmt, args);
    va_end(args);
    text_addf(&line, " why=%s os=%u", outcome_name(outcome.why), (unsigned)outcome.os);
    write_line(log, &line);
}
