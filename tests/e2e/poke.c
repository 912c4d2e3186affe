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

static long long word_number(const char *word)
{
    return word ? strtoll(word, NULL, 0) : 0;
}

static const char *run(struct answer *a, char *line)
{
    const char *words[8] = {0};
    size_t count = 0;
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
