/* What the console tool needs of its platform beside os.h: its words in UTF-8,
 * output as bytes, and whether a person looks on. One implementation for each
 * platform (src/win, src/posix), chosen by the linker. */
#ifndef HB_OS_OS_CONSOLE_H
#define HB_OS_OS_CONSOLE_H

#include <stdbool.h>

struct os_console {
    int argc;
    char **argv; /* at least one */
    bool err_is_terminal;
    void *storage;
    unsigned code_page; /* of the console before, on Windows */
};

/* False where memory ran out. */
bool os_console_begin(struct os_console *console, int argc, char **argv);
void os_console_end(struct os_console *console);

#endif
