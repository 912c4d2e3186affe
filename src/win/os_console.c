#include "os/os_console.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>

#include "win/utf16.h"
#include "win/win.h"

static char *utf8_of(const wchar_t *str)
{
    struct text t = TEXT_EMPTY;
    text_add_wide(&t, str);
    /* An empty word owns no bytes yet. */
    text_add_bytes(&t, "", 1);
    if (t.failed)
        text_done(&t);
    return t.bytes;
}

static void free_words(char **words)
{
    for (int i = 0; words && words[i]; i++)
        free(words[i]);
    free(words);
}

/* The run-time's argv has lost what the code page cannot say. */
static char **utf8_words(int *count)
{
    int wide_count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &wide_count);
    char **words = wide ? calloc((size_t)wide_count + 1, sizeof *words) : NULL;
    for (int i = 0; words && i < wide_count; i++) {
        words[i] = utf8_of(wide[i]);
        if (!words[i]) {
            free_words(words);
            words = NULL;
        }
    }
    LocalFree(wide);
    *count = wide_count;
    return words;
}

bool os_console_begin(struct os_console *console, int argc, char **argv)
{
    DWORD mode;
    (void)argc;
    (void)argv;
    console->argv = utf8_words(&console->argc);
    console->storage = console->argv;
    if (!console->argv || console->argc < 1)
        return false;
    console->err_is_terminal = GetConsoleMode(GetStdHandle(STD_ERROR_HANDLE), &mode) != 0;
    console->code_page = GetConsoleOutputCP();
    if (console->code_page)
        SetConsoleOutputCP(CP_UTF8);
    /* The same bytes as everywhere: no \r before \n. */
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    return true;
}

void os_console_end(struct os_console *console)
{
    if (console->code_page)
        SetConsoleOutputCP(console->code_page);
    free_words(console->storage);
}
