#include "tests/support/suite.h"

#include <string.h>

#include "os/os.h"
#include "runs/log.h"

static void log_lines_have_time_event_and_pairs(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct log *log = NULL;
    text_addf(&path, "%s%cmain.log", suite_folder("log"), os_separator);
    for (int i = 0; i < 2; i++) {
        assert_false(outcome_failed(log_open(text_str(&path), &log)));
        log_event(log, "armed", "ring_mb=%u text=\"%s\"", 256u, "two\r\nlines");
        log_outcome(log, "failed", outcome_of(WHY_file_open, 5), "path=\"%s\"", "x");
        log_close(log);
        log = NULL;
    }
    log_event(NULL, "dropped", "");
    assert_false(outcome_failed(os_file_read(text_str(&path), 10000, &bytes)));
    const char *line = text_str(&bytes);
    for (int i = 0; i < 2; i++) {
        assert_memory_equal(line + 26, "Z armed ring_mb=256 text=\"two  lines\"\r\n", 39);
        line = strchr(line, '\n') + 1;
        assert_memory_equal(line + 26, "Z failed path=\"x\" why=file_open os=5\r\n", 38);
        line = strchr(line, '\n') + 1;
    }
    assert_int_equal(*line, 0);
    text_done(&path);
    text_done(&bytes);
}

void suite_log(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(log_lines_have_time_event_and_pairs),
    };
    SUITE_RUN("log", tests);
}
