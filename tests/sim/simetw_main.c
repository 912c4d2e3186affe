/* simetw: the simulated kernel as a process, so that sessions outlive the
 * programs that started them.
 *
 *   simetw [PORT | --port N] [--seed N] [--build N] [--cpus N] [--speed X]
 *          [--ago SECONDS] [--quiet] [--command "control line"]...
 *
 * Listens on 127.0.0.1 and prints "port N" (port 0: any). Programs linked with
 * sim_etw.c find it through HITCHBOX_SIM=127.0.0.1:N; tests send control lines
 * to the same port ("help" lists them). One thread: calls come one by one.
 * With --ago its clock begins that much before now, so that after `advance` of
 * as many seconds it shows the time of this computer.
 * Without --build the machine has the build that this Windows reports. */
#include <winsock2.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "tests/sim/sim_rpc.h"

#define MAX_CLIENTS 60
#define TICK_MS 100

struct client {
    SOCKET socket;
    struct text in;
    enum sim_hold held; /* its first request waits for a release */
    uint64_t held_since; /* releases that had been then */
    struct text answer; /* the answer that waits, with SIM_HOLD_AFTER */
};

struct server {
    struct sim *sim;
    SOCKET listener;
    struct client clients[MAX_CLIENTS];
    bool quit;
};

static bool send_text(SOCKET s, const struct text *t)
{
    size_t at = 0;
    while (at < t->len) {
        int sent = send(s, t->bytes + at, (int)(t->len - at), 0);
        if (sent <= 0)
            return false;
        at += (size_t)sent;
    }
    return true;
}

static void drop(struct client *c)
{
    closesocket(c->socket);
    text_done(&c->in);
    text_done(&c->answer);
    c->socket = INVALID_SOCKET;
    c->held = SIM_HOLD_NO;
}

static uint32_t length_at(const char *bytes)
{
    const uint8_t *p = (const uint8_t *)bytes;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void consume(struct client *c, size_t len)
{
    struct text rest = TEXT_EMPTY;
    text_add_bytes(&rest, c->in.bytes + len, c->in.len - len);
    text_done(&c->in);
    c->in = rest;
}

/* Is a whole request there? One that makes no sense ends the connection. */
static bool request_ready(struct client *c, uint32_t *len)
{
    if (c->in.len < SIM_RPC_HEAD)
        return false;
    *len = length_at(c->in.bytes + 4);
    if (memcmp(c->in.bytes, SIM_RPC_MAGIC, 4) != 0 || *len > SIM_RPC_MAX) {
        drop(c);
        return false;
    }
    return c->in.len >= SIM_RPC_HEAD + *len;
}

static void hold(struct server *v, struct client *c, enum sim_hold how)
{
    c->held = how;
    c->held_since = sim_releases(v->sim);
}

/* One request out of what has arrived; false where more must come first. */
static bool serve_call(struct server *v, struct client *c, bool may_hold)
{
    struct sim_rpc_call call;
    struct text out = TEXT_EMPTY;
    uint32_t len = 0;
    if (!request_ready(c, &len))
        return false;
    if (!sim_rpc_get_call((uint8_t *)c->in.bytes + SIM_RPC_HEAD, len, &call)) {
        drop(c);
        return false;
    }
    enum sim_hold how = may_hold ? sim_hold_for(v->sim, &call.call) : SIM_HOLD_NO;
    if (how == SIM_HOLD_BEFORE) {
        sim_rpc_call_done(&call);
        hold(v, c, how);
        return false;
    }
    struct sim_reply reply = sim_do(v->sim, &call.call);
    sim_rpc_put_reply(&out, &reply, call.call.block, call.call.block_len);
    sim_rpc_call_done(&call);
    consume(c, SIM_RPC_HEAD + len);
    if (how == SIM_HOLD_AFTER) {
        c->answer = out;
        hold(v, c, how);
        return false;
    }
    if (!send_text(c->socket, &out))
        drop(c);
    text_done(&out);
    return c->socket != INVALID_SOCKET;
}

static void release(struct server *v, struct client *c)
{
    enum sim_hold how = c->held;
    c->held = SIM_HOLD_NO;
    if (how == SIM_HOLD_BEFORE) {
        serve_call(v, c, false);
        return;
    }
    bool sent = send_text(c->socket, &c->answer);
    text_done(&c->answer);
    if (!sent)
        drop(c);
}

static void tend_held(struct server *v)
{
    uint32_t count = 0;
    for (int i = 0; i < MAX_CLIENTS; i++) {
        struct client *c = &v->clients[i];
        if (c->held != SIM_HOLD_NO && c->held_since != sim_releases(v->sim))
            release(v, c);
        count += c->held != SIM_HOLD_NO;
    }
    sim_set_held(v->sim, count);
}

static bool serve_line(struct server *v, struct client *c)
{
    struct text line = TEXT_EMPTY, out = TEXT_EMPTY;
    const char *end = c->in.len ? memchr(c->in.bytes, '\n', c->in.len) : NULL;
    if (!end)
        return false;
    size_t len = (size_t)(end - c->in.bytes);
    text_add_bytes(&line, c->in.bytes, len && end[-1] == '\r' ? len - 1 : len);
    v->quit = !sim_control_line(v->sim, text_str(&line), &out);
    consume(c, len + 1);
    if (!send_text(c->socket, &out))
        drop(c);
    text_done(&line);
    text_done(&out);
    return c->socket != INVALID_SOCKET && !v->quit;
}

static void on_readable(struct server *v, struct client *c)
{
    char bytes[16384];
    int got = recv(c->socket, bytes, sizeof bytes, 0);
    if (got <= 0) {
        drop(c);
        return;
    }
    text_add_bytes(&c->in, bytes, (size_t)got);
    while (c->socket != INVALID_SOCKET && c->held == SIM_HOLD_NO && c->in.len && !v->quit)
        if (!(c->in.bytes[0] == SIM_RPC_MAGIC[0] ? serve_call(v, c, true) : serve_line(v, c)))
            break;
}

static void on_knock(struct server *v)
{
    SOCKET s = accept(v->listener, NULL, NULL);
    BOOL at_once = TRUE;
    if (s == INVALID_SOCKET)
        return;
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, (const char *)&at_once, sizeof at_once);
    for (int i = 0; i < MAX_CLIENTS; i++)
        if (v->clients[i].socket == INVALID_SOCKET) {
            v->clients[i].socket = s;
            return;
        }
    closesocket(s);
}

static void serve(struct server *v)
{
    while (!v->quit) {
        fd_set readable;
        struct timeval tick = {0, TICK_MS * 1000};
        FD_ZERO(&readable);
        FD_SET(v->listener, &readable);
        for (int i = 0; i < MAX_CLIENTS; i++)
            if (v->clients[i].socket != INVALID_SOCKET)
                FD_SET(v->clients[i].socket, &readable);
        int ready = select(0, &readable, NULL, NULL, &tick);
        sim_advance(v->sim);
        if (ready <= 0)
            continue;
        if (FD_ISSET(v->listener, &readable))
            on_knock(v);
        for (int i = 0; i < MAX_CLIENTS && !v->quit; i++)
            if (v->clients[i].socket != INVALID_SOCKET && FD_ISSET(v->clients[i].socket, &readable))
                on_readable(v, &v->clients[i]);
        tend_held(v);
    }
}

static SOCKET listen_at(int port, int *chosen)
{
    struct sockaddr_in at;
    int len = sizeof at;
    memset(&at, 0, sizeof at);
    at.sin_family = AF_INET;
    at.sin_port = htons((u_short)port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    SOCKET s = socket(AF_INET, SOCK_STREAM, 0);
    if (s == INVALID_SOCKET || bind(s, (struct sockaddr *)&at, sizeof at) != 0 || listen(s, 16) != 0 ||
        getsockname(s, (struct sockaddr *)&at, &len) != 0)
        return INVALID_SOCKET;
    *chosen = ntohs(at.sin_port);
    return s;
}

/* The simulated build follows the one that programs here see, because they
 * choose their masks by it. */
static uint32_t this_build(void)
{
    OSVERSIONINFOW v = {0};
    typedef LONG WINAPI version_fn(OSVERSIONINFOW *);
    FARPROC found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "RtlGetVersion");
    version_fn *get_version;
    memcpy(&get_version, &found, sizeof get_version);
    v.dwOSVersionInfoSize = sizeof v;
    if (!found || get_version(&v) != 0)
        return 22631;
    return v.dwBuildNumber < 22000 ? 19045 : v.dwBuildNumber < 26100 ? 22631 : 26100;
}

struct settings {
    struct sim_options machine;
    int port, command_count;
    const char *commands[16];
};

static bool read_arguments(int argc, char **argv, struct settings *o)
{
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (argv[i][0] >= '0' && argv[i][0] <= '9')
            o->port = atoi(argv[i]);
        else if (strcmp(argv[i], "--quiet") == 0 && o->command_count < 16)
            o->commands[o->command_count++] = "behaviour quiet=1";
        else if (!value)
            return false;
        else if (strcmp(argv[i], "--port") == 0)
            o->port = atoi(argv[++i]);
        else if (strcmp(argv[i], "--seed") == 0)
            o->machine.seed = strtoull(argv[++i], NULL, 0);
        else if (strcmp(argv[i], "--build") == 0)
            o->machine.os_build = (uint32_t)atoi(argv[++i]);
        else if (strcmp(argv[i], "--cpus") == 0)
            o->machine.cpu_count = (uint32_t)atoi(argv[++i]);
        else if (strcmp(argv[i], "--speed") == 0)
            o->machine.speed = strtod(argv[++i], NULL);
        else if (strcmp(argv[i], "--ago") == 0)
            o->machine.start_utc = os_utc_now() - (int64_t)atoi(argv[++i]) * 10000000;
        else if (strcmp(argv[i], "--habits") == 0 && sim_habits_read(&o->machine.habits, value))
            i++;
        else if (strcmp(argv[i], "--command") == 0 && o->command_count < 16)
            o->commands[o->command_count++] = argv[++i];
        else
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    WSADATA data;
    struct server v;
    struct settings o = {0};
    struct text answer = TEXT_EMPTY;
    int port = 0;
    o.machine = sim_options_default();
    o.machine.os_build = this_build();
    if (!read_arguments(argc, argv, &o)) {
        fprintf(stderr, "usage: simetw [PORT] [--seed N] [--build N] [--cpus N] [--speed X] [--quiet]\n"
                        "              [--habits WORDS] [--command LINE]...\n");
        return 2;
    }
    memset(&v, 0, sizeof v);
    for (int i = 0; i < MAX_CLIENTS; i++)
        v.clients[i].socket = INVALID_SOCKET;
    v.sim = sim_open(&o.machine);
    if (!v.sim || WSAStartup(MAKEWORD(2, 2), &data) != 0) {
        fprintf(stderr, "simetw: cannot start\n");
        return 1;
    }
    for (int i = 0; i < o.command_count; i++)
        sim_control_line(v.sim, o.commands[i], &answer);
    v.listener = listen_at(o.port, &port);
    if (v.listener == INVALID_SOCKET) {
        fprintf(stderr, "simetw: port %d of 127.0.0.1 cannot be listened on\n", o.port);
        return 1;
    }
    printf("%sport %d\n", text_str(&answer), port);
    fflush(stdout);
    serve(&v);
    text_done(&answer);
    sim_close(v.sim);
    return 0;
}
