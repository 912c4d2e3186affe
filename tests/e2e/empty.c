/* A program that does nothing: the measure of what Wine's own start and idling
 * cost. Writes the time at which its code began (FILETIME, decimal) to the file
 * of its first argument; with a second one it then waits for messages, with a
 * hidden window, until it is killed. */
#include <windows.h>
#include <shellapi.h>
#include <stdio.h>

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, WCHAR *arguments, int show)
{
    FILETIME now;
    MSG message;
    int count = 0;
    char text[32];
    DWORD wrote;
    (void)before;
    (void)arguments;
    (void)show;
    GetSystemTimePreciseAsFileTime(&now);
    WCHAR **words = CommandLineToArgvW(GetCommandLineW(), &count);
    if (!words || count < 2)
        return 2;
    HANDLE file = CreateFileW(words[1], GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_ALWAYS, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 2;
    int len = snprintf(text, sizeof text, "%llu\n",
                       (unsigned long long)now.dwHighDateTime << 32 | now.dwLowDateTime);
    WriteFile(file, text, (DWORD)len, &wrote, NULL);
    CloseHandle(file);
    if (count < 3)
        return 0;
    CreateWindowW(L"STATIC", L"empty", WS_OVERLAPPED, 0, 0, 10, 10, NULL, NULL, instance, NULL);
    while (GetMessageW(&message, NULL, 0, 0) > 0)
        DispatchMessageW(&message);
    return 0;
}
