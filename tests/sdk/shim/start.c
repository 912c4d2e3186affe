/* Entry points, as the compiler's start-up code would have them: enough to link
 * the programs against the SDK's libraries and to run them. */
#include <windows.h>
#include <stdlib.h>

/* Of the Universal CRT; its header wants the compiler's own. */
int __cdecl _configure_narrow_argv(int mode);
#define UNEXPANDED_ARGUMENTS 1

int __cdecl main(int argc, char **argv);
int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, PWSTR line, int show);
void start_console(void);
void start_window(void);

int _fltused = 0x9875;

#ifdef START_CONSOLE
void start_console(void)
{
    _configure_narrow_argv(UNEXPANDED_ARGUMENTS);
    exit(main(*__p___argc(), *__p___argv()));
}
#else
void start_window(void)
{
    exit(wWinMain(GetModuleHandleW(NULL), NULL, GetCommandLineW(), SW_SHOWDEFAULT));
}
#endif
