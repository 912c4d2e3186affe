/* Links that somebody planted: nothing outside is written, renamed or removed.
 * They are made by the system's own tools; where those make none, as under
 * Wine, the cases are passed over. */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "runs/retention.h"
#include "runs/history.h"
#include "runs/runs.h"
#include "tests/support/folder.h"

#define DAY 864000000000LL

enum link_kind { LINK_FOLDER, LINK_FILE, LINK_HARD };

struct place {
    struct text base, outside, run, victim;
};

static void put(const struct text *path, const char *bytes)
{
    assert_false(outcome_failed(os_file_replace(text_str(path), bytes, strlen(bytes))));
}

static void holds(const struct text *path, const char *bytes)
{
    struct text seen = TEXT_EMPTY;
    assert_false(outcome_failed(os_file_read(text_str(path), 1000, &seen)));
    assert_string_equal(text_str(&seen), bytes);
    text_done(&seen);
}

/* Two runs, one of them old, and a file outside that must stay as it is. */
static void place_init(struct place *p, const char *name)
{
    struct text path = TEXT_EMPTY, newest = TEXT_EMPTY;
    memset(p, 0, sizeof *p);
    text_set(&p->base, suite_folder(name));
    text_addf(&p->outside, "%s%coutside", text_str(&p->base), os_separator);
    assert_false(outcome_failed(os_folder_make(text_str(&p->outside))));
    folder_join(&p->victim, text_str(&p->outside), "snap.etl");
    put(&p->victim, "precious");
    assert_false(outcome_failed(runs_begin(text_str(&p->base), 134404836123456780LL, NULL, NULL, &p->run)));
    folder_join(&path, text_str(&p->run), "main.log");
    put(&path, "log");
    assert_false(outcome_failed(runs_begin(text_str(&p->base), 134404836123456780LL + DAY, NULL, NULL, &newest)));
    folder_join(&path, text_str(&newest), "snap.etl");
    put(&path, "newest");
    text_done(&path);
    text_done(&newest);
}

static void place_done(struct place *p)
{
    holds(&p->victim, "precious");
    text_done(&p->base);
    text_done(&p->outside);
    text_done(&p->run);
    text_done(&p->victim);
}

static bool plant(enum link_kind kind, const struct text *target, const struct text *link)
{
    static const char *const here[] = {"ln -s", "ln -s", "ln"};
    static const char *const windows[] = {"mklink /J", "mklink", "mklink /H"};
    struct text line = TEXT_EMPTY;
    struct os_stat st;
    if (os_separator == '/')
        text_addf(&line, "%s \"%s\" \"%s\"", here[kind], text_str(target), text_str(link));
    else
        text_addf(&line, "%s \"%s\" \"%s\" >nul 2>nul", windows[kind], text_str(link), text_str(target));
    bool made = system(text_str(&line)) == 0 && !outcome_failed(os_stat(text_str(link), &st)) &&
                (kind == LINK_HARD || st.is_link);
    text_done(&line);
    return made;
}

/* Everything but the newest must go, as far as it may. */
static uint32_t apply(struct place *p)
{
    struct retention_limits limits = {1, 1, 1, 0, false};
    return retention_apply(text_str(&p->base), "", &limits, 134404836123456780LL + 100 * DAY, NULL).removed;
}

static void a_runs_folder_that_is_a_link_is_not_cleared_out(void **state)
{
    (void)state;
    struct place p;
    struct text runs = TEXT_EMPTY, moved = TEXT_EMPTY, base = TEXT_EMPTY;
    place_init(&p, "runs_link");
    folder_join(&moved, text_str(&p.base), "runs");
    folder_join(&base, text_str(&p.base), "second");
    assert_false(outcome_failed(os_folder_make(text_str(&base))));
    folder_join(&runs, text_str(&base), "runs");
    bool planted = plant(LINK_FOLDER, &moved, &runs);
    struct retention_limits limits = {1, 1, 1, 0, false};
    uint32_t removed = planted ? retention_apply(text_str(&base), "", &limits, 134404836123456780LL + 100 * DAY, NULL).removed : 0;
    struct os_hold *held = NULL;
    struct outcome hold = planted ? os_hold_open(text_str(&runs), &held) : outcome_ok();
    os_hold_close(held);
    folder_join(&moved, text_str(&p.run), "main.log");
    holds(&moved, "log");
    place_done(&p);
    text_done(&runs);
    text_done(&moved);
    text_done(&base);
    if (!planted)
        SUITE_SKIP("no links here");
    assert_int_equal(removed, 0);
    assert_int_equal(hold.why, WHY_folder_link);
}

static void a_run_that_is_a_link_is_passed_over(void **state)
{
    (void)state;
    struct place p;
    struct history history;
    struct text link = TEXT_EMPTY;
    place_init(&p, "run_link");
    text_addf(&link, "%s%cruns%c20200101_000000", text_str(&p.base), os_separator, os_separator);
    bool planted = plant(LINK_FOLDER, &p.outside, &link);
    apply(&p);
    history_init(&history);
    history_read(text_str(&p.base), &history);
    size_t shown = history.count;
    history_done(&history);
    struct os_stat st;
    bool stays = !outcome_failed(os_stat(text_str(&link), &st));
    place_done(&p);
    text_done(&link);
    if (!planted)
        SUITE_SKIP("no links here");
    assert_int_equal(shown, 1);
    assert_true(stays);
}

/* The names that retention, history and the recorder look for. */
static void a_file_that_is_a_link_is_neither_shown_nor_removed(void **state)
{
    (void)state;
    static const char *const names[] = {"snap.etl", "snap.json", "snap.html", "partial.etl", "recovered.etl", "keyevents.etl",
                                        "snap-2.etl.part", "snap.etl.bad", "running", "unclean"};
    struct place p;
    struct text link = TEXT_EMPTY;
    bool planted = true, stay = true;
    place_init(&p, "file_links");
    for (size_t i = 0; i < sizeof names / sizeof names[0] && planted; i++) {
        folder_join(&link, text_str(&p.run), names[i]);
        planted = plant(LINK_FILE, &p.victim, &link);
    }
    apply(&p);
    struct os_stat st;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && planted; i++) {
        folder_join(&link, text_str(&p.run), names[i]);
        stay = stay && !outcome_failed(os_stat(text_str(&link), &st)) && st.is_link;
    }
    struct history history;
    history_init(&history);
    history_read(text_str(&p.base), &history);
    size_t snapshots = 0;
    for (size_t i = 0; i < history.count; i++)
        snapshots += history.entries[i].kind == HISTORY_SNAPSHOT;
    history_done(&history);
    place_done(&p);
    text_done(&link);
    if (!planted)
        SUITE_SKIP("no links here");
    assert_true(stay);
    assert_int_equal(snapshots, 1);
}

/* Whatever stands at the name: a write goes beside it and takes its place. */
static void writing_over_a_link_leaves_what_it_leads_to(void **state)
{
    (void)state;
    static const enum link_kind kinds[] = {LINK_FILE, LINK_HARD};
    struct place p;
    struct text link = TEXT_EMPTY;
    uint32_t planted = 0;
    place_init(&p, "written_links");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct os_file *file = NULL;
        text_clear(&link);
        text_addf(&link, "%s%csnap-%u.json", text_str(&p.run), os_separator, (unsigned)i + 1);
        if (!plant(kinds[i], &p.victim, &link))
            continue;
        planted++;
        assert_int_equal(os_file_open(text_str(&link), OS_OPEN_NEW, &file).why, WHY_exists);
        if (kinds[i] == LINK_FILE) /* two names of one file are no two files */
            assert_int_equal(os_rename(text_str(&p.victim), text_str(&link)).why, WHY_exists);
        assert_false(outcome_failed(os_file_replace(text_str(&link), "other", 5)));
        holds(&link, "other");
        holds(&p.victim, "precious");
        assert_false(outcome_failed(os_remove(text_str(&link))));
        assert_true(plant(kinds[i], &p.victim, &link));
        assert_false(outcome_failed(os_remove(text_str(&link))));
    }
    place_done(&p);
    text_done(&link);
    if (!planted)
        SUITE_SKIP("no links here");
}

void suite_links(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_runs_folder_that_is_a_link_is_not_cleared_out),
        cmocka_unit_test(a_run_that_is_a_link_is_passed_over),
        cmocka_unit_test(a_file_that_is_a_link_is_neither_shown_nor_removed),
        cmocka_unit_test(writing_over_a_link_leaves_what_it_leads_to),
    };
    SUITE_RUN("links", tests);
}
