#include <stdlib.h>
#include <string.h>

#include "etl/etl_reader.h"
#include "os/os.h"
#include "tests/scenarios/opinion/opinion.h"

#define TAIL 16u

/* Of TCPIP events with addresses only the end is turned: a wrong length of an
 * address ends TraceEvent itself. */
static bool has_addresses(const struct etl_event *e)
{
    return !etl_is_kernel(e) && (e->id == 1034 || e->id == 1039 || e->id == 1040 || e->id == 1044 || e->id == 1300);
}

static bool is_wanted(const struct etl_event *e, const struct guid *provider, unsigned id)
{
    return guid_equal(&e->provider, provider) && (etl_is_kernel(e) ? e->id & 0xFFu : e->id) == id;
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

int opinion_shift(const char *file, const char *class_guid, unsigned id, const char *out)
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
        if (is_wanted(&e, &wanted, id)) {
            uint32_t from = has_addresses(&e) && e.payload_len > TAIL ? e.payload_len - TAIL : 0;
            turn(own + (e.payload - own) + from, e.payload_len - from);
        }
    etl_close(r);
    if (!code && outcome_failed(os_file_replace(out, own, bytes.len)))
        code = 1;
    free(own);
    text_done(&bytes);
    return code;
}
