/* What the user keeps outlives a folder that cannot be listed to its end: each
 * FindNextFileW of a clean-up fails in turn, and the mark of the kept snapshot
 * may be what was not seen. */
#include <stdio.h>

#include "runs/retention.h"
#include "tests/faults/faults.h"

#define OLD_RUN "20200101_000000"
#define LISTED_MOST 64u

static void make_file(const char *folder, const char *name)
{
    struct text path = TEXT_EMPTY;
    os_path_join(folder, name, &path);
    os_file_replace(text_str(&path), "x", 1);
    text_done(&path);
}

static bool stands(const char *folder, const char *name)
{
    struct text path = TEXT_EMPTY;
    struct os_stat st;
    os_path_join(folder, name, &path);
    bool there = !outcome_failed(os_stat(text_str(&path), &st));
    text_done(&path);
    return there;
}

/* One more than the limit allows, and the oldest of them is kept. */
static bool clean_up(uint32_t nth, bool *came)
{
    struct text base = TEXT_EMPTY, run = TEXT_EMPTY;
    struct retention_limits limits = {0};
    limits.snapshots_most = 1;
    fault_place_make(&base);
    text_addf(&run, "%s%cruns%c" OLD_RUN, text_str(&base), os_separator, os_separator);
    os_folder_make(text_str(&run));
    make_file(text_str(&run), "snap.etl");
    make_file(text_str(&run), "snap.pin");
    make_file(text_str(&run), "snap-2.etl");
    make_file(text_str(&run), "snap-3.etl");
    fault_count_reset();
    if (nth)
        fault_arm(0, CALL_FIND_NEXT, nth, false, 1117);
    retention_apply(text_str(&base), "", &limits, os_utc_now(), NULL);
    *came = fault_hits(0) > 0;
    fault_disarm();
    fault_harness_enter();
    bool kept = stands(text_str(&run), "snap.etl") && stands(text_str(&run), "snap.pin");
    bool cleaned = nth || !stands(text_str(&run), "snap-2.etl");
    fault_place_remove(&base);
    fault_harness_leave();
    text_done(&run);
    return kept && cleaned;
}

uint32_t faults_kept(void)
{
    uint32_t lost = 0, tried = 0;
    bool came = true;
    for (uint32_t nth = 0; came && nth <= LISTED_MOST; nth++) {
        bool kept = clean_up(nth, &came);
        came = came || nth == 0;
        tried += came;
        lost += !kept;
        if (!kept)
            printf("lost: a clean-up takes what is kept, or nothing, with FindNextFileW %u failed\n", (unsigned)nth);
    }
    printf("kept snapshots: %u clean-ups, %u lost\n", (unsigned)tried, (unsigned)lost);
    return lost;
}
