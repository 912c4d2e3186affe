#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "os/os.h"
#include "tests/sim/sim_habits.h"
#include "tests/support/etw_tests.h"
#ifdef HB_WINDOWS_SUITES
#include "tests/support/other_window.h"
#endif
#include "tests/support/suite.h"

static size_t ran_count, failed_count, skipped_count;

void suite_run(const char *name, const struct CMUnitTest *tests, size_t count)
{
    size_t skipped_before = skipped_count;
    int failed = _cmocka_run_group_tests(name, tests, count, NULL, NULL);
    ran_count += count - (skipped_count - skipped_before);
    failed_count += failed > 0 ? (size_t)failed : 0;
}

void suite_note_skip(const char *reason)
{
    skipped_count++;
    printf("skipped: %s\n", reason);
}

const char *suite_folder(const char *name)
{
    static struct text path;
    const char *base = getenv("HITCHBOX_TEST_FOLDER");
    text_set(&path, base ? base : "build/test-files");
    text_addf(&path, "/%s-%lld", name, (long long)os_ticks_ns());
    if (outcome_failed(os_folder_make(text_str(&path))))
        fail_msg("cannot make the folder %s", text_str(&path));
    return text_str(&path);
}

const char *suite_corpus(void)
{
    const char *path = getenv("HITCHBOX_CORPUS");
    struct os_stat st;
    if (!path || outcome_failed(os_stat(path, &st)) || !st.is_folder)
        return NULL;
    return path;
}

/* Is it named among the words, or are there none? */
static bool wanted(const char *name, int argc, char **argv)
{
    for (int a = 1; a < argc; a++)
        if (strcmp(argv[a], name) == 0)
            return true;
    return argc < 2;
}

static void run_etw_tests(bool contract, bool recording)
{
#ifdef HB_WINDOWS_SUITES
    struct etw_tests sum = {0, 0, 0};
    if (contract || recording)
        etw_tests_run(&sum, contract, recording);
    ran_count += sum.passed + sum.failed;
    failed_count += sum.failed;
    skipped_count += sum.skipped;
#else
    if (contract || recording)
        suite_note_skip("the ETW tests are part of the Windows program; here: make contract");
#endif
}

static bool choose_habits(void)
{
    struct text line = TEXT_EMPTY;
    bool understood = sim_habits_begin(&line);
    printf("%s\n", text_str(&line));
    text_done(&line);
    return understood;
}

/* tests [suites] [contract] [recording] [SUITE...]
 *   suites      every suite; needs no rights
 *   contract    what the product relies on from ETW; needs administrator rights
 *   recording   the product's recorder on ETW itself; needs them too
 * Without words: all that this process has the rights for. */
int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } suites[] = {
#define SUITE(name) {#name, suite_##name},
#ifdef HB_WINDOWS_SUITES
#define WINDOWS_SUITE(name) SUITE(name)
#else
#define WINDOWS_SUITE(name)
#endif
#include "tests/support/suites.h"
    };
    size_t known = 0;
#ifdef HB_WINDOWS_SUITES
    if (other_window_asked(argc, argv))
        return 0;
#endif
    for (int a = 1; a < argc; a++) {
        bool is = strcmp(argv[a], "suites") == 0 || strcmp(argv[a], "contract") == 0 || strcmp(argv[a], "recording") == 0;
        for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
            is |= strcmp(argv[a], suites[i].name) == 0;
        known += is;
    }
    if (!choose_habits())
        return 2;
    if (argc > 1 && known < (size_t)argc - 1) {
        fprintf(stderr, "no suite of that name; they stand in tests/support/suites.h, and: suites contract recording\n");
        return 2;
    }
    bool contract = wanted("contract", argc, argv), recording = wanted("recording", argc, argv);
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        if (wanted(suites[i].name, argc, argv) || wanted("suites", argc, argv))
            suites[i].run();
    run_etw_tests(contract, recording);
    printf("%u passed, %u failed, %u skipped\n", (unsigned)(ran_count - failed_count),
           (unsigned)failed_count, (unsigned)skipped_count);
    fflush(stdout);
    return failed_count ? 1 : 0;
}
