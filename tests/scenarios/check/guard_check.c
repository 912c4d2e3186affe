/* guard_check: what a guard does when its changer ends well, is killed, or stays
 * too long. The change is a file that stands; the undo removes it.
 *
 *   guard_check end|die|stay FILE  */
#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "os/os_console.h"
#include "tests/scenarios/guard.h"
#include "win/win.h"

static int begin(const char *how, const char *file)
{
    struct guard guard;
    struct text undo = TEXT_EMPTY;
    text_add_char(&undo, '"');
    guard_own_path(&undo);
    text_addf(&undo, "\" undo \"%s\"", file);
    bool fine = !outcome_failed(os_file_replace(file, "changed", 7)) &&
                guard_begin(&guard, text_str(&undo), strcmp(how, "stay") == 0 ? 1 : 60);
    text_done(&undo);
    if (!fine)
        return 3;
    if (strcmp(how, "die") == 0)
        TerminateProcess(GetCurrentProcess(), 42);
    if (strcmp(how, "stay") == 0)
        Sleep(6000);
    guard_end(&guard);
    return 0;
}

int main(int argc, char **argv)
{
    struct os_console console;
    int code = 2;
    if (!os_console_begin(&console, argc, argv))
        return 2;
    if (console.argc > 1 && strcmp(console.argv[1], GUARD_WORD) == 0)
        code = guard_run(console.argc - 2, console.argv + 2);
    else if (console.argc > 2 && strcmp(console.argv[1], "undo") == 0)
        code = outcome_failed(os_remove(console.argv[2]));
    else if (console.argc > 2)
        code = begin(console.argv[1], console.argv[2]);
    os_console_end(&console);
    return code;
}
