/* Calls and replies as bytes between a program and simetw.
 *
 * A request is SIM_RPC_MAGIC, a u32 length, then the body; an answer is a u32
 * length, then the body. All numbers are little-endian. The magic's first byte
 * never begins a control line, so both share one port. */
#ifndef HB_TESTS_SIM_SIM_RPC_H
#define HB_TESTS_SIM_SIM_RPC_H

#include "tests/sim/sim.h"

#define SIM_RPC_MAGIC "\001HB1"
#define SIM_RPC_HEAD 8u
#define SIM_RPC_MAX (4u * 1024 * 1024)

/* A call that was read, with what its pointers point to. `block` and the
 * filters lie in the body, which must outlive it; the names are its own. */
struct sim_rpc_call {
    struct sim_call call;
    struct guid provider;
    struct text name, full_path;
};

/* Adds the whole request. */
void sim_rpc_put_call(struct text *out, const struct sim_call *call);
/* False where the body makes no sense; then nothing needs sim_rpc_call_done. */
bool sim_rpc_get_call(uint8_t *body, uint32_t len, struct sim_rpc_call *call);
void sim_rpc_call_done(struct sim_rpc_call *call);

/* Adds the whole answer: the reply and the changed block. */
void sim_rpc_put_reply(struct text *out, const struct sim_reply *reply, const uint8_t *block, uint32_t block_len);
/* `block` gets at most block_len bytes back. */
bool sim_rpc_get_reply(const uint8_t *body, uint32_t len, struct sim_reply *reply, uint8_t *block, uint32_t block_len);

#endif
