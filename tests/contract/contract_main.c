/* contract [--list] [--no-slow] [--first] [GROUP...]
 *   --list     names every case with the source of its promise, and ends
 *   --no-slow  leaves out cases that wait for real time to pass
 *   --first    ends at the first case that fails; nothing is observed
 *   GROUP      one of --list's; observations; contract: all but recording
 * HITCHBOX_TEST_FOLDER: where files go, instead of TEMP; HITCHBOX_CONTRACT_KEEP
 * leaves them there.
 * Needs administrator rights. Ends in "N passed, N failed, N skipped". */
#include "tests/contract/contract.h"

#include <stdlib.h>
#include <string.h>

#include "win/elevate.h"

static const struct contract_group *const groups[] = {
    &contract_start,  &contract_file_start, &contract_control, &contract_list,
    &contract_enable, &contract_filter,     &contract_record,  &contract_recording,
};
#define GROUP_COUNT (sizeof groups / sizeof groups[0])

static size_t skipped;

/* suite.h's, for this program. */
void suite_note_skip(const char *reason)
{
    skipped++;
    printf("skipped: %s\n", reason);
}

const char *suite_folder(const char *name)
{
    (void)name;
    return contract_folder();
}

static BOOL WINAPI interrupted(DWORD why)
{
    (void)why;
    contract_sweep();
    return FALSE;
}

static LONG WINAPI crashed(EXCEPTION_POINTERS *what)
{
    (void)what;
    contract_sweep();
    return EXCEPTION_CONTINUE_SEARCH;
}

static int before_case(void **state)
{
    (void)state;
    contract_backend_fresh();
    contract_sweep();
    return 0;
}

static int after_case(void **state)
{
    (void)state;
    provider_close();
    bool reached = contract_backend_reached();
    contract_sweep();
    return reached ? 0 : -1;
}

/* All groups where none is named. */
static bool chosen(const char *name, int argc, char **argv)
{
    bool any = false;
    for (int i = 1; i < argc; i++) {
        any = any || argv[i][0] != '-';
        if (strcmp(argv[i], name) == 0)
            return true;
        if (strcmp(argv[i], "contract") == 0 && strcmp(name, contract_recording.name) != 0)
            return true;
    }
    return !any;
}

static bool flagged(const char *flag, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], flag) == 0)
            return true;
    return false;
}

/* A group that is not there would pass with nothing done. */
static bool words_are_known(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        static const char *const others[] = {"--list", "--no-slow", "--first", "observations", "contract"};
        bool known = false;
        for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
            known |= strcmp(argv[i], others[k]) == 0;
        for (size_t g = 0; g < GROUP_COUNT; g++)
            known |= strcmp(argv[i], groups[g]->name) == 0;
        if (known)
            continue;
        fprintf(stderr, "contract: there is no group or option \"%s\". Groups: observations contract", argv[i]);
        for (size_t g = 0; g < GROUP_COUNT; g++)
            fprintf(stderr, " %s", groups[g]->name);
        fprintf(stderr, "\n");
        return false;
    }
    return true;
}

static bool run_case(const struct contract_group *group, const struct contract_case *c)
{
    const struct CMUnitTest test = {c->name, c->run, before_case, after_case, NULL};
    if (_cmocka_run_group_tests(group->name, &test, 1, NULL, NULL) != 0) {
        printf("FAILED: %s (%s)\n", c->name, c->source);
        fflush(stdout);
        return false;
    }
    return true;
}

static void list(void)
{
    for (size_t g = 0; g < GROUP_COUNT; g++)
        for (size_t i = 0; i < groups[g]->count; i++)
            printf("%s: %s (%s)\n", groups[g]->name, groups[g]->cases[i].name, groups[g]->cases[i].source);
}

static size_t case_count(void)
{
    size_t count = 0;
    for (size_t g = 0; g < GROUP_COUNT; g++)
        count += groups[g]->count;
    return count;
}

static int finish(size_t run, size_t failed)
{
    contract_sweep();
    contract_folder_remove();
    printf("%u passed, %u failed, %u skipped\n", (unsigned)(run - failed - skipped), (unsigned)failed,
           (unsigned)skipped);
    fflush(stdout);
    return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    size_t run = 0, failed = 0, observed = 0;
    if (flagged("--child", argc, argv))
        return 7;
    if (!words_are_known(argc, argv))
        return 2;
    if (flagged("--list", argc, argv)) {
        list();
        return 0;
    }
    if (!elevate_is_elevated()) {
        suite_note_skip("the contract tests need administrator rights; run this program from an elevated prompt");
        skipped = case_count();
        return finish(skipped, 0);
    }
    SetConsoleCtrlHandler(interrupted, TRUE);
    SetUnhandledExceptionFilter(crashed);
    /* Buffers belong to CPUs: what another one has begun stays until it is full. */
    SetThreadAffinityMask(GetCurrentThread(), 1);
    contract_backend_begin();
    contract_backend_fresh();
    contract_sweep();
    for (size_t g = 0; g < GROUP_COUNT; g++) {
        for (size_t i = 0; chosen(groups[g]->name, argc, argv) && i < groups[g]->count; i++) {
            const struct contract_case *c = &groups[g]->cases[i];
            if (c->slow && flagged("--no-slow", argc, argv))
                continue;
            run++;
            failed += !run_case(groups[g], c);
            if (failed && flagged("--first", argc, argv))
                return finish(run, failed);
        }
    }
    if (!flagged("--first", argc, argv) && chosen("observations", argc, argv)) {
        struct text table = TEXT_EMPTY;
        contract_backend_fresh();
        contract_observe();
        observed = contract_observed(&table);
        printf("\n%s\n", text_str(&table));
        text_done(&table);
    }
    printf("contract with %s: %u cases, %u observations\n", contract_backend(), (unsigned)run, (unsigned)observed);
    return finish(run, failed);
}
