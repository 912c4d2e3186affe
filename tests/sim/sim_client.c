#include <winsock2.h>

#include "tests/sim/sim_client.h"

#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_rpc.h"
#include "win/win.h"

#define E_SERVER_UNAVAILABLE 1722u

/* The functions that are replaced have no place for state of their own. */
static struct sim *machine;
static SRWLOCK machine_lock = SRWLOCK_INIT;

struct sim *sim_client_machine(void)
{
    if (!machine) {
        struct sim_options o = sim_options_default();
        machine = sim_open(&o);
    }
    return machine;
}

void sim_client_reset(const struct sim_options *options)
{
    AcquireSRWLockExclusive(&machine_lock);
    sim_close(machine);
    machine = options ? sim_open(options) : NULL;
    ReleaseSRWLockExclusive(&machine_lock);
}

void sim_client_write(const struct sim_written *w)
{
    AcquireSRWLockExclusive(&machine_lock);
    sim_event_write(sim_client_machine(), w);
    ReleaseSRWLockExclusive(&machine_lock);
}

void sim_client_process(uint32_t pid, const char *image, bool ended, uint32_t exit_code)
{
    AcquireSRWLockExclusive(&machine_lock);
    if (ended)
        sim_process_ended(sim_client_machine(), pid, GetCurrentProcessId(), image, exit_code);
    else
        sim_process_began(sim_client_machine(), pid, GetCurrentProcessId(), image);
    ReleaseSRWLockExclusive(&machine_lock);
}

static bool send_all(SOCKET s, const char *bytes, size_t len)
{
    while (len) {
        int sent = send(s, bytes, (int)len, 0);
        if (sent <= 0)
            return false;
        bytes += sent;
        len -= (size_t)sent;
    }
    return true;
}

static bool receive_all(SOCKET s, char *bytes, size_t len)
{
    while (len) {
        int got = recv(s, bytes, (int)len, 0);
        if (got <= 0)
            return false;
        bytes += got;
        len -= (size_t)got;
    }
    return true;
}

static SOCKET dial(const char *address)
{
    WSADATA data;
    struct sockaddr_in to;
    const char *colon = strrchr(address, ':');
    if (!colon || WSAStartup(MAKEWORD(2, 2), &data) != 0)
        return INVALID_SOCKET;
    SOCKET s = socket(AF_INET, SOCK_STREAM, 0);
    memset(&to, 0, sizeof to);
    to.sin_family = AF_INET;
    to.sin_port = htons((u_short)atoi(colon + 1));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (s != INVALID_SOCKET && connect(s, (struct sockaddr *)&to, sizeof to) != 0) {
        closesocket(s);
        s = INVALID_SOCKET;
    }
    return s;
}

static bool exchange(SOCKET s, const struct sim_call *call, struct sim_reply *reply)
{
    struct text request = TEXT_EMPTY;
    uint32_t len = 0;
    char *body = NULL;
    BOOL at_once = TRUE;
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, (const char *)&at_once, sizeof at_once);
    sim_rpc_put_call(&request, call);
    bool fine = !request.failed && send_all(s, request.bytes, request.len) && receive_all(s, (char *)&len, 4) &&
                len <= SIM_RPC_MAX;
    if (fine)
        body = malloc(len ? len : 1);
    fine = fine && body && receive_all(s, body, len) &&
           sim_rpc_get_reply((const uint8_t *)body, len, reply, call->block, call->block_len);
    free(body);
    text_done(&request);
    return fine;
}

struct sim_reply sim_client_do(const struct sim_call *call)
{
    struct sim_reply reply = {0};
    char address[64];
    DWORD len = GetEnvironmentVariableA("HITCHBOX_SIM", address, sizeof address);
    if (len == 0) {
        AcquireSRWLockExclusive(&machine_lock);
        reply = sim_do(sim_client_machine(), call);
        ReleaseSRWLockExclusive(&machine_lock);
    } else {
        SOCKET s = len < sizeof address ? dial(address) : INVALID_SOCKET;
        if (s == INVALID_SOCKET || !exchange(s, call, &reply))
            reply.code = E_SERVER_UNAVAILABLE;
        if (s != INVALID_SOCKET)
            closesocket(s);
    }
    if (reply.delay_ms)
        Sleep(reply.delay_ms);
    return reply;
}
