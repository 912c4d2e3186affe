#include "tests/support/etw_tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "tests/support/suite.h"
#include "win/elevate.h"
#include "win/utf16.h"
#include "win/win.h"

#define LINE_MOST 2048

static bool read_closing(const char *line, struct etw_tests *sum)
{
    unsigned passed, failed, skipped;
    if (sscanf(line, "%u passed, %u failed, %u skipped", &passed, &failed, &skipped) != 3)
        return false;
    sum->passed = passed;
    sum->failed = failed;
    sum->skipped = skipped;
    return true;
}

static void find_program(struct text *path)
{
    wchar_t self[1024];
    const char *named = getenv("HITCHBOX_CONTRACT");
    if (named) {
        text_add(path, named);
        return;
    }
    DWORD len = GetModuleFileNameW(NULL, self, 1024);
    while (len && self[len - 1] != L'\\')
        len--;
    text_add_wide_units(path, self, len);
    text_add(path, "contract.exe");
}

static bool run(const char *program, const char *words, struct etw_tests *sum)
{
    char line[LINE_MOST];
    struct text command = TEXT_EMPTY;
    bool closed = false;
    /* cmd takes away the outermost quotes. */
    text_addf(&command, "\"\"%s\"%s\"", program, words);
    fflush(stdout);
    FILE *out = _popen(text_str(&command), "r");
    while (out && fgets(line, sizeof line, out)) {
        fputs(line, stdout);
        closed = read_closing(line, sum) || closed;
    }
    /* A program that died after its closing line did not pass. */
    int code = out ? _pclose(out) : -1;
    text_done(&command);
    return closed && code == (sum->failed ? 1 : 0);
}

void etw_tests_run(struct etw_tests *sum, bool contract, bool recording)
{
    struct etw_tests part = {0, 0, 0};
    struct text program = TEXT_EMPTY;
    struct os_stat st;
    if (!elevate_is_elevated()) {
        suite_note_skip("the ETW tests need administrator rights; from an elevated prompt: tests.exe contract recording");
        return;
    }
    find_program(&program);
    if (outcome_failed(os_stat(text_str(&program), &st))) {
        printf("%s is not there: app.sln builds it\n", text_str(&program));
        part.failed = 1;
    } else if (!run(text_str(&program), contract && recording ? "" : contract ? " contract" : " recording", &part) &&
               !part.failed) {
        printf("%s ended without a result\n", text_str(&program));
        part.failed = 1;
    }
    sum->passed += part.passed;
    sum->failed += part.failed;
    sum->skipped += part.skipped;
    text_done(&program);
}
