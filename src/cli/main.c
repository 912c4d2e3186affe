#include "os/os_console.h"
#include "cli/hitch.h"

int main(int argc, char **argv)
{
    struct hitch h = {stdout, stderr, false, NULL, LANGUAGE_ENGLISH};
    struct os_console console;
    if (!os_console_begin(&console, argc, argv)) {
        fprintf(stderr, "hitch: there is too little memory.\n");
        return HITCH_FAILED;
    }
    h.err_is_terminal = console.err_is_terminal;
    h.program = console.argv[0];
    int code = hitch_run(&h, console.argc - 1, console.argv + 1);
    os_console_end(&console);
    return code;
}
