/* The tests' hand inside the desktop of Wine: lists windows, reads their texts
 * and sends messages. It listens on 127.0.0.1 at the port of its command line;
 * a command is a line of words, the answer is lines ended by "ok" or
 * "error <why>". Tests only. */
#include <winsock2.h>
#include <windows.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct answer {
    char *bytes;
    size_t len, room;
};

static void answer_add(struct answer *a, const char *str)
{
    size_t len = strlen(str);
    if (a->len + len + 1 > a->room) {
        a->room = (a->len + len + 1) * 2;
        a->bytes = realloc(a->bytes, a->room);
        if (!a->bytes)
            exit(3);
    }
    memcpy(a->bytes + a->len, str, len + 1);
    a->len += len;
}

static void answer_number(struct answer *a, const char *before, long long value)
{
    char str[64];
    snprintf(str, sizeof str, "%s%lld", before, value);
    answer_add(a, str);
}

/* Line ends inside a text are shown as \n, so that a text is one line. */
static void answer_wide(struct answer *a, const WCHAR *wide)
{
    static char utf8[16384];
    if (!WideCharToMultiByte(CP_UTF8, 0, wide, -1, utf8, sizeof utf8, NULL, NULL))
        utf8[0] = '\0';
    for (const char *c = utf8; *c; c++) {
        char one[2] = {*c, '\0'};
        answer_add(a, *c == '\n' ? "\\n" : *c == '\r' ? "" : one);
    }
}

static void window_text(HWND window, WCHAR *text, size_t count)
{
    DWORD_PTR got = 0;
    text[0] = 0;
    SendMessageTimeoutW(window, WM_GETTEXT, count, (LPARAM)text, SMTO_ABORTIFHUNG, 2000, &got);
    text[got < count ? got : count - 1] = 0;
}

static BOOL CALLBACK add_window(HWND window, LPARAM param)
{
    static WCHAR text[4096];
    struct answer *a = (struct answer *)param;
    RECT r = {0};
    DWORD pid = 0;
    GetWindowRect(window, &r);
    GetWindowThreadProcessId(window, &pid);
    answer_number(a, "window ", (LONG_PTR)window);
    answer_number(a, " ", pid);
    answer_number(a, " ", IsWindowVisible(window) != 0);
    answer_number(a, " ", r.left);
    answer_number(a, " ", r.top);
    answer_number(a, " ", r.right);
    answer_number(a, " ", r.bottom);
    answer_number(a, " ", GetDlgCtrlID(window));
    answer_add(a, "\t");
    GetClassNameW(window, text, 256);
    answer_wide(a, text);
    answer_add(a, "\t");
    window_text(window, text, sizeof text / sizeof text[0]);
    answer_wide(a, text);
    answer_add(a, "\n");
    return TRUE;
}

static void tray_delete(struct answer *a, HWND window, UINT id)
{
    NOTIFYICONDATAW data = {0};
    data.cbSize = sizeof data;
    data.hWnd = window;
    data.uID = id;
    answer_number(a, "result ", Shell_NotifyIconW(NIM_DELETE, &data));
    answer_add(a, "\n");
}

/* A program's end and what it said on standard output and error, or its end by
 * force after so many milliseconds. */
static const char *run_program(struct answer *a, DWORD ms, char *command)
{
    static char said[65536];
    SECURITY_ATTRIBUTES inherit = {sizeof inherit, NULL, TRUE};
    STARTUPINFOA info = {0};
    PROCESS_INFORMATION made;
    HANDLE reader, writer;
    DWORD len = 0, got, code = 0;
    if (!CreatePipe(&reader, &writer, &inherit, sizeof said))
        return "CreatePipe";
    SetHandleInformation(reader, HANDLE_FLAG_INHERIT, 0);
    info.cb = sizeof info;
    info.dwFlags = STARTF_USESTDHANDLES;
    info.hStdOutput = info.hStdError = writer;
    BOOL started = CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &info, &made);
    CloseHandle(writer);
    if (!started) {
        CloseHandle(reader);
        return "CreateProcess";
    }
    if (WaitForSingleObject(made.hProcess, ms) == WAIT_TIMEOUT) {
        TerminateProcess(made.hProcess, 99);
        WaitForSingleObject(made.hProcess, 5000);
    }
    GetExitCodeProcess(made.hProcess, &code);
    while (len + 1 < sizeof said && ReadFile(reader, said + len, (DWORD)sizeof said - 1 - len, &got, NULL) && got)
        len += got;
    said[len] = '\0';
    answer_number(a, "exit ", code);
    answer_add(a, "\n");
    answer_add(a, said);
    if (len && said[len - 1] != '\n')
        answer_add(a, "\n");
    CloseHandle(reader);
    CloseHandle(made.hProcess);
    CloseHandle(made.hThread);
    return NULL;
}

/* Messages to a window as fast as they go, from several threads. */
struct flood {
    HWND window;
    UINT message;
    WPARAM w;
    DWORD until;
    volatile LONG posted;
};

static DWORD WINAPI pour(void *argument)
{
    struct flood *f = argument;
    while ((int)(f->until - GetTickCount()) > 0)
        if (PostMessageW(f->window, f->message, f->w, 1))
            InterlockedIncrement(&f->posted);
    return 0;
}

static struct flood the_flood;

static void flood(HWND window, UINT message, WPARAM w, DWORD ms)
{
    the_flood.window = window;
    the_flood.message = message;
    the_flood.w = w;
    the_flood.posted = 0;
    the_flood.until = GetTickCount() + ms;
    for (int i = 0; i < 3; i++)
        CloseHandle(CreateThread(NULL, 0, pour, &the_flood, 0, NULL));
}

/* A window of a class, of a thread that never looks at its messages again. */
static DWORD WINAPI hang(void *argument)
{
    static WCHAR name[128];
    WNDCLASSW class = {0};
    HWND *window = argument;
    MultiByteToWideChar(CP_UTF8, 0, "HitchboxAsker", -1, name, 128);
    class.lpfnWndProc = DefWindowProcW;
    class.lpszClassName = name;
    RegisterClassW(&class);
    *window = CreateWindowExW(0, name, L"", 0, 0, 0, 0, 0, HWND_MESSAGE, NULL, NULL, NULL);
    Sleep(60000);
    return 0;
}

static void hanging_window(struct answer *a)
{
    static volatile HWND window;
    window = NULL;
    CloseHandle(CreateThread(NULL, 0, hang, (void *)&window, 0, NULL));
    while (!window)
        Sleep(10);
    answer_number(a, "result ", (long long)(LONG_PTR)window);
    answer_add(a, "\n");
}

static long long word_number(const char *word)
{
    return word ? strtoll(word, NULL, 0) : 0;
}

static const char *run(struct answer *a, char *line)
{
    const char *words[8] = {0};
    size_t count = 0;
    int at = 0;
    DWORD ms = 0;
    if (sscanf(line, "run %lu %n", &ms, &at) == 1 && at)
        return run_program(a, ms, line + at);
    for (char *w = strtok(line, " \r\n"); w && count < 8; w = strtok(NULL, " \r\n"))
        words[count++] = w;
    const char *what = count ? words[0] : "";
    HWND window = (HWND)(LONG_PTR)word_number(words[1]);
    UINT message = (UINT)word_number(words[2]);
    WPARAM w = (WPARAM)word_number(words[3]);
    LPARAM l = (LPARAM)word_number(words[4]);
    if (strcmp(what, "ping") == 0)
        return NULL;
    if (strcmp(what, "windows") == 0) {
        EnumWindows(add_window, (LPARAM)a);
    } else if (strcmp(what, "children") == 0) {
        EnumChildWindows(window, add_window, (LPARAM)a);
    } else if (strcmp(what, "post") == 0) {
        if (!PostMessageW(window, message, w, l))
            return "PostMessage";
    } else if (strcmp(what, "send") == 0) {
        DWORD_PTR result = 0;
        if (!SendMessageTimeoutW(window, message, w, l, SMTO_ABORTIFHUNG, 20000, &result))
            return "SendMessageTimeout";
        answer_number(a, "result ", (long long)result);
        answer_add(a, "\n");
    } else if (strcmp(what, "message") == 0 && words[1]) {
        answer_number(a, "result ", RegisterWindowMessageA(words[1]));
        answer_add(a, "\n");
    } else if (strcmp(what, "hotkey") == 0) {
        if (!RegisterHotKey(NULL, 1, (UINT)word_number(words[1]), message))
            return "RegisterHotKey";
    } else if (strcmp(what, "nohotkey") == 0) {
        UnregisterHotKey(NULL, 1);
    } else if (strcmp(what, "flood") == 0) {
        flood(window, message, w, (DWORD)l);
    } else if (strcmp(what, "flooded") == 0) {
        answer_number(a, "result ", the_flood.posted);
        answer_add(a, "\n");
    } else if (strcmp(what, "copydata") == 0) {
        COPYDATASTRUCT data = {0x31414248, 5, "HBA1x"};
        DWORD_PTR result = 0;
        SendMessageTimeoutW(window, WM_COPYDATA, 0, (LPARAM)&data, SMTO_ABORTIFHUNG, 5000, &result);
        answer_number(a, "result ", (long long)result);
        answer_add(a, "\n");
    } else if (strcmp(what, "hang") == 0) {
        hanging_window(a);
    } else if (strcmp(what, "traydelete") == 0) {
        tray_delete(a, window, message);
    } else {
        return "no such command";
    }
    return NULL;
}

static void serve(SOCKET s)
{
    char line[1024];
    size_t len = 0;
    while (recv(s, line + len, 1, 0) == 1) {
        if (line[len] != '\n' && len + 2 < sizeof line) {
            len++;
            continue;
        }
        struct answer a = {0};
        line[len] = '\0';
        len = 0;
        const char *error = run(&a, line);
        answer_add(&a, error ? "error " : "ok");
        answer_add(&a, error ? error : "");
        answer_add(&a, "\n");
        send(s, a.bytes, (int)a.len, 0);
        free(a.bytes);
    }
    closesocket(s);
}

int main(int argc, char **argv)
{
    WSADATA wsa;
    struct sockaddr_in address = {0};
    if (argc < 2 || WSAStartup(MAKEWORD(2, 2), &wsa))
        return 2;
    SOCKET listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_family = AF_INET;
    address.sin_port = htons((u_short)atoi(argv[1]));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4))
        return 2;
    for (;;) {
        SOCKET s = accept(listener, NULL, NULL);
        if (s == INVALID_SOCKET)
            return 0;
        serve(s);
    }
}
