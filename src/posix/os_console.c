#include "os/os_console.h"

#include <unistd.h>

bool os_console_begin(struct os_console *console, int argc, char **argv)
{
    console->argc = argc;
    console->argv = argv;
    console->err_is_terminal = isatty(STDERR_FILENO) != 0;
    console->storage = 0;
    console->code_page = 0;
    return argc > 0;
}

void os_console_end(struct os_console *console)
{
    (void)console;
}
