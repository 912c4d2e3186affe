/* What both halves of the matrix share: folders, files, the machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "etl/etl_check.h"
#include "tests/faults/faults.h"
#include "tests/sim/sim_client.h"
#include "tests/support/folder.h"
#include "win/utf16.h"

void fault_result_done(struct fault_result *r)
{
    text_done(&r->log);
    text_done(&r->said);
    text_done(&r->wrong);
}

void fault_wrong(struct fault_result *r, const char *fmt, ...)
{
    va_list args;
    if (r->wrong.len)
        text_add(&r->wrong, "; ");
    va_start(args, fmt);
    text_vaddf(&r->wrong, fmt, args);
    va_end(args);
}

/* ---- the machine ---- */

void fault_machine_fresh(void)
{
    struct sim_options options = sim_options_default();
    options.manual = true;
    sim_client_reset(&options);
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), "rate 0.1", &answer);
    text_done(&answer);
    fault_devices_fresh();
}

/* Each time a controller drops off, so that verdicts speak of a device. */
void fault_machine_pass(double seconds)
{
    struct text answer = TEXT_EMPTY;
    sim_advance_by(sim_client_machine(), seconds / 2);
    sim_control_line(sim_client_machine(), "incident pad_lost", &answer);
    text_done(&answer);
    sim_advance_by(sim_client_machine(), seconds / 2);
}

bool fault_machine_runs(const char *session)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), "sessions", &answer);
    bool there = strstr(text_str(&answer), session) != NULL;
    text_done(&answer);
    return there;
}

/* ---- files ---- */

struct looker {
    const char *folder;
    bool tidy;
    struct fault_result *result;
};

static bool look_at(void *ctx, const char *name, const struct os_stat *st)
{
    struct looker *l = ctx;
    struct etl_summary summary = {0};
    struct text path = TEXT_EMPTY;
    bool claims = (str_starts(name, "snap") || str_starts(name, "recovered")) && str_ends(name, ".etl");
    (void)st;
    folder_join(&path, l->folder, name);
    if (claims) {
        struct outcome seen = etl_summarise(text_str(&path), &summary);
        if (outcome_failed(seen) || !summary.payload_events || summary.state == ETL_NOT_ETL ||
            summary.state == ETL_DAMAGED || summary.state == ETL_TRUNCATED)
            fault_wrong(l->result, "%s claims to be a trace: state %d, %u events", name, summary.state,
                        (unsigned)summary.payload_events);
    }
    bool may_stay = l->result->memory && os_file_replaced_len(name); /* the next start removes it */
    if (l->tidy && !may_stay && (str_ends(name, ".part") || str_ends(name, ".tmp")))
        fault_wrong(l->result, "%s was left behind", name);
    text_done(&path);
    return true;
}

void fault_look_at_files(const char *folder, bool tidy, struct fault_result *r)
{
    struct looker l = {folder, tidy, r};
    os_folder_list(folder, look_at, &l);
}

void fault_log_since(const char *path, size_t from, struct text *out)
{
    struct text bytes = TEXT_EMPTY;
    if (!outcome_failed(os_file_read(path, 10000000, &bytes)) && bytes.len > from)
        text_add_bytes(out, bytes.bytes + from, bytes.len - from);
    text_done(&bytes);
}

size_t fault_log_len(const char *path)
{
    struct os_stat st = {0};
    os_stat(path, &st);
    return (size_t)st.len;
}

void fault_place_make(struct text *base)
{
    static unsigned number;
    const char *folder = getenv("HITCHBOX_TEST_FOLDER");
    text_addf(base, "%s\\f%lld-%u", folder ? folder : "build\\test-files", (long long)os_utc_now(), number++);
    if (outcome_failed(os_folder_make(text_str(base)))) {
        fprintf(stderr, "cannot make the folder %s\n", text_str(base));
        exit(2);
    }
    struct wide full = WIDE_EMPTY;
    wide_add_path(&full, text_str(base));
    fault_role_base(wide_str(&full));
    wide_done(&full);
}

void fault_place_remove(struct text *base)
{
    folder_remove(text_str(base));
    text_done(base);
}
