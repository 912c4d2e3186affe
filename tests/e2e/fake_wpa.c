/* Stands in for Windows Performance Analyzer: writes the command line that it
 * was given, as UTF-8, to <its own path>.txt, one line for each start. */
#include <windows.h>
#include <string.h>

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, WCHAR *arguments, int show)
{
    static WCHAR path[32800];
    static char utf8[131072];
    DWORD wrote = 0;
    (void)instance;
    (void)before;
    (void)arguments;
    (void)show;
    DWORD len = GetModuleFileNameW(NULL, path, 32768);
    if (!len || len >= 32768)
        return 2;
    memcpy(path + len, L".txt", 5 * sizeof(WCHAR));
    int count = WideCharToMultiByte(CP_UTF8, 0, GetCommandLineW(), -1, utf8, sizeof utf8 - 2, NULL, NULL);
    if (count < 1)
        return 2;
    utf8[count - 1] = '\n';
    HANDLE file = CreateFileW(path, FILE_APPEND_DATA, FILE_SHARE_READ, NULL, OPEN_ALWAYS, 0, NULL);
    if (file == INVALID_HANDLE_VALUE || !WriteFile(file, utf8, (DWORD)count, &wrote, NULL))
        return 2;
    CloseHandle(file);
    return 0;
}
