#include <stdlib.h>
#include <string.h>

#include "etl/etl_reader.h"
#include "os/os.h"
#include "tests/scenarios/opinion/opinion.h"

static bool is_wanted(const struct etl_event *e, const struct guid *class_guid, unsigned opcode)
{
    return e->kind <= ETL_INSTANCE && guid_equal(&e->provider, class_guid) && (e->id & 0xFF) == opcode;
}

/* Each field comes to stand where another was. */
static void turn(uint8_t *at, uint32_t len)
{
    uint8_t first[4];
    if (len <= sizeof first)
        return;
    memcpy(first, at, sizeof first);
    memmove(at, at + sizeof first, len - sizeof first);
    memcpy(at + len - sizeof first, first, sizeof first);
}

int opinion_shift(const char *file, const char *class_guid, unsigned opcode, const char *out)
{
    struct text bytes = TEXT_EMPTY;
    struct guid wanted;
    struct etl_reader *r = NULL;
    struct etl_event e;
    if (!guid_parse(class_guid, &wanted) || outcome_failed(os_file_read(file, UINT64_C(1) << 30, &bytes)))
        return 1;
    uint8_t *own = malloc(bytes.len);
    if (!own)
        return 1;
    memcpy(own, text_str(&bytes), bytes.len);
    int code = outcome_failed(etl_open_memory(own, bytes.len, &r)) ? 1 : 0;
    while (!code && etl_next_stored(r, &e))
        if (is_wanted(&e, &wanted, opcode))
            turn(own + (e.payload - own), e.payload_len);
    etl_close(r);
    if (!code && outcome_failed(os_file_replace(out, own, bytes.len)))
        code = 1;
    free(own);
    text_done(&bytes);
    return code;
}
