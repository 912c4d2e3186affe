#include "os/os_console.h"
#include "cli/hitch.h"
#include "os/os.h"

int main(int argc, char **argv)
{
    struct hitch h = {stdout, stderr, false, NULL, LANGUAGE_ENGLISH, stdin, TEXT_EMPTY, false, false};
    struct text home = TEXT_EMPTY;
    struct os_console console;
    if (!os_console_begin(&console, argc, argv)) {
        fprintf(stderr, "hitch: there is too little memory.\n");
        return HITCH_FAILED;
    }
    h.err_is_terminal = console.err_is_terminal;
    os_program_folder(&home);
    h.home = home.len && !home.failed ? text_str(&home) : NULL;
    int code = hitch_run(&h, console.argc - 1, console.argv + 1);
    os_console_end(&console);
    text_done(&home);
    return code;
}
