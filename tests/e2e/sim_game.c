/* A game to be recorded: a scene that moves, and a graph of its own frame
 * times. After the given time it stutters once: it tells the simulated ETW at
 * 127.0.0.1:PORT to have a disk stall, and does not draw as long as that lasts.
 *   sim_game PORT [seconds before the stutter] */
#include <winsock2.h>
#include <windows.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STALL_MS 300
#define FRAMES 240

struct game {
    double frame_ms[FRAMES]; /* a ring; `count` is the next one */
    size_t count;
    LONGLONG started, last, frequency;
    double stutter_s;
    BOOL stuttered;
    int port;
};

static double seconds_since(const struct game *g, LONGLONG then)
{
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    return (double)(now.QuadPart - then) / (double)g->frequency;
}

static void tell_simulation(int port)
{
    char text[64], answer[256];
    struct sockaddr_in address = {0};
    SOCKET s = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_family = AF_INET;
    address.sin_port = htons((u_short)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(s, (struct sockaddr *)&address, sizeof address) == 0) {
        snprintf(text, sizeof text, "incident disk_stall ms=%d\n", STALL_MS);
        send(s, text, (int)strlen(text), 0);
        recv(s, answer, sizeof answer, 0);
    }
    closesocket(s);
}

static void fill(HDC dc, int left, int top, int right, int bottom, COLORREF color)
{
    RECT r = {left, top, right, bottom};
    HBRUSH brush = CreateSolidBrush(color);
    FillRect(dc, &r, brush);
    DeleteObject(brush);
}

static void draw(struct game *g, HDC dc, int width, int height)
{
    double t = seconds_since(g, g->started);
    WCHAR line[128];
    for (int i = 0; i < 16; i++)
        fill(dc, 0, height * i / 16, width, height * (i + 1) / 16, RGB(16 + i * 3, 22 + i * 4, 48 + i * 7));
    for (int i = 0; i < 12; i++) {
        int x = (int)(fmod(t * (60 + 22 * i) + i * 140, width + 160.0)) - 80;
        int y = height / 5 + i * height / 26 + (int)(20 * sin(t * 2 + i));
        fill(dc, x, y, x + 34 + 2 * i, y + 14, RGB(90 + 12 * i, 200 - 9 * i, 235));
    }
    fill(dc, 0, height * 3 / 4, width, height, RGB(10, 12, 20));
    for (size_t i = 0; i < FRAMES && i < g->count; i++) {
        double ms = g->frame_ms[(g->count - 1 - i) % FRAMES];
        int x = width - 20 - (int)i * 4;
        int h = (int)(ms * 0.4) + 2;
        fill(dc, x, height - 70 - (h > 130 ? 130 : h), x + 3, height - 70,
             ms > 50 ? RGB(240, 80, 60) : RGB(90, 210, 120));
    }
    SetBkMode(dc, TRANSPARENT);
    SetTextColor(dc, RGB(235, 240, 250));
    swprintf(line, 128, L"Simulated game    last frame %.1f ms%ls", g->frame_ms[(g->count + FRAMES - 1) % FRAMES],
             g->stuttered ? L"    it has just stuttered" : L"");
    TextOutW(dc, 24, 20, line, (int)wcslen(line));
}

static void frame(struct game *g, HWND window)
{
    RECT r;
    GetClientRect(window, &r);
    HDC dc = GetDC(window), memory = CreateCompatibleDC(dc);
    HBITMAP bitmap = CreateCompatibleBitmap(dc, r.right, r.bottom);
    HGDIOBJ old = SelectObject(memory, bitmap);
    g->frame_ms[g->count % FRAMES] = seconds_since(g, g->last) * 1000;
    g->last += (LONGLONG)(seconds_since(g, g->last) * (double)g->frequency);
    g->count++;
    draw(g, memory, r.right, r.bottom);
    BitBlt(dc, 0, 0, r.right, r.bottom, memory, 0, 0, SRCCOPY);
    SelectObject(memory, old);
    DeleteObject(bitmap);
    DeleteDC(memory);
    ReleaseDC(window, dc);
}

static LRESULT CALLBACK game_proc(HWND window, UINT message, WPARAM w, LPARAM l)
{
    if (message == WM_DESTROY)
        PostQuitMessage(0);
    return DefWindowProcW(window, message, w, l);
}

int main(int argc, char **argv)
{
    struct game g = {0};
    LARGE_INTEGER n;
    WSADATA wsa;
    WNDCLASSW wc = {0};
    MSG message;
    WSAStartup(MAKEWORD(2, 2), &wsa);
    QueryPerformanceFrequency(&n);
    g.frequency = n.QuadPart;
    QueryPerformanceCounter(&n);
    g.started = g.last = n.QuadPart;
    g.port = argc > 1 ? atoi(argv[1]) : 0;
    g.stutter_s = argc > 2 ? atof(argv[2]) : 3.0;
    wc.lpfnWndProc = game_proc;
    wc.lpszClassName = L"SimulatedGame";
    wc.hCursor = LoadCursorW(NULL, (const WCHAR *)IDC_ARROW);
    RegisterClassW(&wc);
    HWND window = CreateWindowW(wc.lpszClassName, L"Asteroids (simulated)", WS_POPUP | WS_VISIBLE, 0, 0,
                                GetSystemMetrics(SM_CXSCREEN), GetSystemMetrics(SM_CYSCREEN) - 40, NULL, NULL, NULL,
                                NULL);
    for (;;) {
        while (PeekMessageW(&message, NULL, 0, 0, PM_REMOVE)) {
            if (message.message == WM_QUIT)
                return 0;
            DispatchMessageW(&message);
        }
        frame(&g, window);
        if (!g.stuttered && seconds_since(&g, g.started) > g.stutter_s) {
            g.stuttered = TRUE;
            tell_simulation(g.port);
            Sleep(STALL_MS);
        } else {
            Sleep(33);
        }
    }
}
