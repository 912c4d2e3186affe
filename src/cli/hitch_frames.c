#include "cli/hitch.h"

#include "cli/cli_explain.h"
#include "cli/cli_output.h"
#include "export/frames_csv.h"

#include <stdlib.h>

/* The names of processes may come at the end, so the trace is gathered first. */
static int put_file(struct hitch *h, const char *file, enum frames_columns columns, struct text *out)
{
    struct patience patience = {0};
    struct trace *trace = calloc(1, sizeof *trace);
    int code = HITCH_FAILED;
    struct outcome o = trace ? trace_init(trace) : outcome_of(WHY_out_of_memory, 0);
    if (!outcome_failed(o))
        o = hitch_open_any(h, file, &trace->files[0].reader);
    if (!outcome_failed(o)) {
        trace->file_count = 1;
        o = gather(trace, &patience);
    }
    if (!outcome_failed(o))
        o = frames_csv_add(trace, columns, out);
    if (outcome_failed(o))
        hitch_complain(h, o, file);
    else
        code = file_state_is_faulty(&trace->files[0].state) ? HITCH_NOT_WHOLE : HITCH_WHOLE;
    if (trace)
        trace_done(trace);
    free(trace);
    return code;
}

int hitch_frames(struct hitch *h, const struct words *words)
{
    const char *csv = words_value(words, "--csv"), *kind = words_value(words, "--columns");
    struct text out = TEXT_EMPTY;
    int worst = HITCH_WHOLE;
    if (kind && !str_equal(kind, "1") && !str_equal(kind, "2")) {
        cli_say(h, CLI_bad_columns, kind);
        return HITCH_FAILED;
    }
    enum frames_columns columns = kind && str_equal(kind, "1") ? FRAMES_COLUMNS_1 : FRAMES_COLUMNS_2;
    csv = csv ? csv : "-";
    if (!cli_output_may_write(h, csv, FRAMES_CSV_HEAD))
        return HITCH_FAILED;
    frames_csv_head(&out, columns);
    for (size_t i = 0; words_file(words, i); i++) {
        int code = put_file(h, words_file(words, i), columns, &out);
        worst = code > worst ? code : worst;
    }
    int written = worst == HITCH_FAILED ? HITCH_FAILED : cli_output_write(h, csv, FRAMES_CSV_HEAD, &out);
    text_done(&out);
    return written > worst ? written : worst;
}
