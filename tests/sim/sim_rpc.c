#include "tests/sim/sim_rpc.h"

#include <string.h>

#include "tests/support/etl_write.h"

static void put32(struct text *t, uint32_t value)
{
    uint8_t bytes[4];
    etlw_u32(bytes, value);
    text_add_bytes(t, bytes, 4);
}

static void put64(struct text *t, uint64_t value)
{
    uint8_t bytes[8];
    etlw_u64(bytes, value);
    text_add_bytes(t, bytes, 8);
}

/* A length, then the bytes; UINT32_MAX stands for "there is none". */
static void put_bytes(struct text *t, const void *bytes, uint32_t len)
{
    put32(t, bytes ? len : UINT32_MAX);
    if (bytes && len)
        text_add_bytes(t, bytes, len);
}

static void put_guid(struct text *t, const struct guid *g)
{
    uint8_t bytes[16];
    if (g) {
        etlw_u32(bytes, g->data1);
        etlw_u16(bytes + 4, g->data2);
        etlw_u16(bytes + 6, g->data3);
        memcpy(bytes + 8, g->data4, 8);
    }
    put_bytes(t, g ? bytes : NULL, 16);
}

static void put_string(struct text *t, const char *str)
{
    put_bytes(t, str, str ? (uint32_t)strlen(str) : 0);
}

struct in {
    uint8_t *at;
    uint32_t left;
    bool bad;
};

static uint32_t get32(struct in *in)
{
    if (in->left < 4) {
        in->bad = true;
        return 0;
    }
    uint32_t v = (uint32_t)in->at[0] | (uint32_t)in->at[1] << 8 | (uint32_t)in->at[2] << 16 | (uint32_t)in->at[3] << 24;
    in->at += 4;
    in->left -= 4;
    return v;
}

static uint64_t get64(struct in *in)
{
    uint64_t low = get32(in);
    return low | (uint64_t)get32(in) << 32;
}

static uint8_t *get_bytes(struct in *in, uint32_t *len)
{
    *len = get32(in);
    if (*len == UINT32_MAX) {
        *len = 0;
        return NULL;
    }
    if (*len > in->left) {
        in->bad = true;
        *len = 0;
        return NULL;
    }
    uint8_t *at = in->at;
    in->at += *len;
    in->left -= *len;
    return at;
}

static const char *get_string(struct in *in, struct text *t)
{
    uint32_t len;
    const uint8_t *bytes = get_bytes(in, &len);
    if (!bytes)
        return NULL;
    text_add_bytes(t, bytes, len);
    return text_str(t);
}

static void begin(struct text *out, bool request, size_t *at)
{
    if (request)
        text_add_bytes(out, SIM_RPC_MAGIC, 4);
    *at = out->len;
    put32(out, 0);
}

static void end(struct text *out, size_t at)
{
    if (!out->failed)
        etlw_u32((uint8_t *)out->bytes + at, (uint32_t)(out->len - at - 4));
}

void sim_rpc_put_call(struct text *out, const struct sim_call *c)
{
    size_t at;
    begin(out, true, &at);
    put32(out, (uint32_t)c->function);
    put32(out, c->pid);
    put32(out, c->tid);
    put64(out, c->handle);
    put32(out, (c->null_handle_out ? 1u : 0) | (c->has_params ? 2u : 0) | (c->filters_null ? 4u : 0));
    put_string(out, c->name);
    put32(out, c->code);
    put_bytes(out, c->block, c->block_len);
    put_string(out, c->full_path);
    put32(out, c->count);
    put_guid(out, c->provider);
    put32(out, c->level);
    put64(out, c->match_any);
    put64(out, c->match_all);
    put32(out, c->timeout_ms);
    put32(out, c->params_version);
    put32(out, c->property);
    put32(out, c->filter_count);
    for (uint32_t i = 0; i < c->filter_count && i < SIM_MAX_FILTERS; i++) {
        put32(out, c->filters[i].type);
        put32(out, c->filters[i].size);
        put_bytes(out, c->filters[i].bytes, c->filters[i].size);
    }
    end(out, at);
}

static void get_filters(struct in *in, struct sim_call *c)
{
    for (uint32_t i = 0; i < c->filter_count && i < SIM_MAX_FILTERS && !c->filters_null && !in->bad; i++) {
        uint32_t len;
        c->filters[i].type = get32(in);
        c->filters[i].size = get32(in);
        c->filters[i].bytes = get_bytes(in, &len);
        in->bad = in->bad || (c->filters[i].bytes && len != c->filters[i].size);
    }
}

bool sim_rpc_get_call(uint8_t *body, uint32_t len, struct sim_rpc_call *out)
{
    struct in in = {body, len, false};
    struct sim_call *c = &out->call;
    memset(out, 0, sizeof *out);
    uint32_t function = get32(&in);
    in.bad = in.bad || function >= SIM_FUNCTION_COUNT;
    c->function = in.bad ? SIM_START_TRACE : (enum sim_function)function;
    c->pid = get32(&in);
    c->tid = get32(&in);
    c->handle = get64(&in);
    uint32_t bits = get32(&in);
    c->null_handle_out = (bits & 1) != 0;
    c->has_params = (bits & 2) != 0;
    c->filters_null = (bits & 4) != 0;
    c->name = get_string(&in, &out->name);
    c->code = get32(&in);
    c->block = get_bytes(&in, &c->block_len);
    c->full_path = get_string(&in, &out->full_path);
    c->count = get32(&in);
    uint32_t guid_len;
    const uint8_t *guid = get_bytes(&in, &guid_len);
    if (guid && guid_len == 16) {
        out->provider = guid_from_bytes(guid);
        c->provider = &out->provider;
    }
    c->level = (uint8_t)get32(&in);
    c->match_any = get64(&in);
    c->match_all = get64(&in);
    c->timeout_ms = get32(&in);
    c->params_version = get32(&in);
    c->property = get32(&in);
    c->filter_count = get32(&in);
    get_filters(&in, c);
    if (in.bad)
        sim_rpc_call_done(out);
    return !in.bad;
}

void sim_rpc_call_done(struct sim_rpc_call *call)
{
    text_done(&call->name);
    text_done(&call->full_path);
}

void sim_rpc_put_reply(struct text *out, const struct sim_reply *reply, const uint8_t *block, uint32_t block_len)
{
    size_t at;
    begin(out, false, &at);
    put32(out, reply->code);
    put64(out, reply->handle);
    put32(out, reply->count);
    put32(out, reply->delay_ms);
    put_bytes(out, block, block_len);
    end(out, at);
}

bool sim_rpc_get_reply(const uint8_t *body, uint32_t len, struct sim_reply *reply, uint8_t *block, uint32_t block_len)
{
    uint8_t *bytes;
    struct in in = {NULL, len, false};
    uint32_t got;
    /* Read only; the cursor is shared with calls, whose block is changed. */
    memcpy(&in.at, &body, sizeof in.at);
    reply->code = get32(&in);
    reply->handle = get64(&in);
    reply->count = get32(&in);
    reply->delay_ms = get32(&in);
    bytes = get_bytes(&in, &got);
    if (!in.bad && bytes && block)
        memcpy(block, bytes, got < block_len ? got : block_len);
    return !in.bad;
}
