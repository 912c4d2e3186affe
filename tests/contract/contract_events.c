/* The program's own provider, and what of it stands in a file. */
#include "tests/contract/contract.h"

#include <stdlib.h>
#include <string.h>

#include "etl/etl_reader.h"
#include "os/os.h"

#define LARGEST 65536u
/* No case is about speed: after so many bytes the writers get time. */
#define BREATHE_BYTES (384u * 1024)
#define BREATHE_MS 20u
#define LOOKS 4u /* a FLUSH may return before its file is whole: not documented */
#define LOOK_AGAIN_MS 250u

const GUID CONTRACT_PROVIDER = {0x7f1b4f5e, 0x2f0d, 0x4c57, {0x9d, 0x21, 0x5a, 0x6e, 0x0c, 0x3b, 0x8f, 0x44}};

/* EventRegister's callback and EventWrite go by a handle of the process. */
static REGHANDLE registered;
static uint32_t number;
static uint32_t since_breath;
static struct text folder;
static unsigned path_number;

void provider_open_with(PENABLECALLBACK callback)
{
    provider_close();
    assert_int_equal(EventRegister(&CONTRACT_PROVIDER, callback, NULL, &registered), ERROR_SUCCESS);
    number = 0;
}

void provider_open(void)
{
    provider_open_with(NULL);
}

void provider_close(void)
{
    if (registered)
        EventUnregister(registered);
    registered = 0;
}

void write_sized(USHORT id, UCHAR level, ULONGLONG keyword, uint32_t len)
{
    EVENT_DESCRIPTOR d;
    EVENT_DATA_DESCRIPTOR data;
    uint8_t *bytes = calloc(1, LARGEST);
    assert_non_null(bytes);
    assert_in_range(len, sizeof number, LARGEST);
    memset(&d, 0, sizeof d);
    d.Id = id;
    d.Level = level;
    d.Keyword = keyword;
    number++;
    memcpy(bytes, &number, sizeof number);
    memset(&data, 0, sizeof data);
    data.Ptr = (ULONGLONG)(ULONG_PTR)bytes;
    data.Size = len;
    /* What does not fit is refused; whether it is counted is a case. */
    EventWrite(registered, &d, 1, &data);
    free(bytes);
    since_breath += len;
    if (since_breath >= BREATHE_BYTES) {
        Sleep(BREATHE_MS);
        since_breath = 0;
    }
}

void write_event(USHORT id, UCHAR level, ULONGLONG keyword)
{
    write_sized(id, level, keyword, 16);
}

uint32_t written_so_far(void)
{
    return number;
}

ULONG enable(TRACEHANDLE handle, UCHAR level, ULONGLONG any, ULONGLONG all, ENABLE_TRACE_PARAMETERS *parameters)
{
    return EnableTraceEx2(handle, &CONTRACT_PROVIDER, EVENT_CONTROL_CODE_ENABLE_PROVIDER, level, any, all, 2000,
                          parameters);
}

void enable_all(TRACEHANDLE handle)
{
    assert_int_equal(enable(handle, 5, 0, 0, NULL), ERROR_SUCCESS);
}

void id_filter_init(struct id_filter *f, bool in, const USHORT *ids, USHORT count)
{
    memset(f, 0, sizeof *f);
    f->list.filter_in = in ? TRUE : FALSE;
    f->list.count = count;
    for (USHORT i = 0; i < count && i < MOST_IDS; i++)
        f->list.ids[i] = ids ? ids[i] : (USHORT)(i + 1);
    f->descriptor.Ptr = (ULONGLONG)(ULONG_PTR)&f->list;
    f->descriptor.Size = FIELD_OFFSET(struct id_list, ids) + count * (ULONG)sizeof(USHORT);
    f->descriptor.Type = FILTER_EVENT_ID;
    f->parameters.Version = ENABLE_TRACE_PARAMETERS_VERSION_2;
    f->parameters.EnableFilterDesc = &f->descriptor;
    f->parameters.FilterDescCount = 1;
}

/* ---- files ---- */

const char *contract_folder(void)
{
    const char *base = getenv("HITCHBOX_TEST_FOLDER");
    if (folder.len)
        return text_str(&folder);
    if (!base)
        base = getenv("TEMP");
    text_addf(&folder, "%s%chitchbox-contract-%lld", base ? base : ".", os_separator, (long long)os_utc_now());
    if (outcome_failed(os_folder_make(text_str(&folder)))) {
        fprintf(stderr, "contract: the folder %s cannot be made; set HITCHBOX_TEST_FOLDER to one that can\n",
                text_str(&folder));
        exit(2);
    }
    return text_str(&folder);
}

void contract_folder_remove(void)
{
    if (!folder.len || getenv("HITCHBOX_CONTRACT_KEEP"))
        return;
    folder_remove(text_str(&folder));
    text_done(&folder);
}

void fresh_path(struct text *path, const char *name)
{
    text_set(path, contract_folder());
    text_addf(path, "%c%s-%u.etl", os_separator, name, ++path_number);
}

uint64_t file_len(const char *path)
{
    struct os_stat st;
    return outcome_failed(os_stat(path, &st)) ? 0 : st.len;
}

static void count_event(struct seen *seen, const struct etl_event *e)
{
    uint32_t n = 0;
    struct guid ours = guid_from_bytes((const uint8_t *)&CONTRACT_PROVIDER);
    seen->events++;
    if (!guid_equal(&e->provider, &ours) || e->payload_len < sizeof n)
        return;
    memcpy(&n, e->payload, sizeof n);
    seen->count++;
    if (e->id < sizeof seen->ids / sizeof seen->ids[0])
        seen->ids[e->id]++;
    if (!seen->first || n < seen->first)
        seen->first = n;
    if (n > seen->last)
        seen->last = n;
}

static void look_once(const char *path, struct seen *seen)
{
    struct etl_reader *reader = NULL;
    struct etl_event e;
    memset(seen, 0, sizeof *seen);
    seen->bytes = file_len(path);
    if (!outcome_failed(etl_open(path, &reader))) {
        seen->readable = true;
        seen->end_time = etl_header(reader)->end_time;
        seen->buffers_written = etl_header(reader)->buffers_written;
        seen->buffer_size = etl_header(reader)->buffer_size;
        while (etl_next(reader, &e))
            count_event(seen, &e);
    }
    etl_close(reader);
}

void look_into(const char *path, struct seen *seen)
{
    look_once(path, seen);
    for (unsigned i = 1; i < LOOKS && !seen->readable; i++) {
        Sleep(LOOK_AGAIN_MS);
        look_once(path, seen);
    }
}

void look_into_ring(TRACEHANDLE handle, struct seen *seen)
{
    struct text path = TEXT_EMPTY;
    flush_ring(handle, &path);
    look_into(text_str(&path), seen);
    assert_true(seen->readable);
    text_done(&path);
}
