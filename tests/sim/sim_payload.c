#include <string.h>

#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_load.h"

struct out {
    uint8_t *at;
    uint32_t len, room;
};

static void put(struct out *o, const void *bytes, uint32_t len)
{
    if (len > o->room - o->len)
        len = o->room - o->len;
    memcpy(o->at + o->len, bytes, len);
    o->len += len;
}

static void put_number(struct out *o, uint64_t value, uint32_t size)
{
    uint8_t bytes[8];
    etlw_u64(bytes, value);
    put(o, bytes, size);
}

static void put_utf16(struct out *o, const char *ascii, bool counted, bool no_nul)
{
    uint32_t len = (uint32_t)strlen(ascii);
    if (counted)
        put_number(o, 2 * (uint64_t)len, 2);
    for (uint32_t i = 0; i < len; i++)
        put_number(o, (uint8_t)ascii[i], 2);
    if (!counted && !no_nul)
        put_number(o, 0, 2);
}

static void put_ansi(struct out *o, const char *ascii, bool counted)
{
    uint32_t len = (uint32_t)strlen(ascii);
    if (counted)
        put_number(o, len, 2);
    put(o, ascii, counted ? len : len + 1);
}

static bool ends_in(const struct sim_field *f, const char *what)
{
    size_t len = strlen(what);
    return f->name_len >= len && memcmp(f->name + f->name_len - len, what, len) == 0;
}

static bool holds(const struct sim_field *f, const char *what)
{
    size_t len = strlen(what);
    for (size_t i = 0; i + len <= f->name_len; i++)
        if (memcmp(f->name + i, what, len) == 0)
            return true;
    return false;
}

static bool is_process(const struct sim_field *f)
{
    return ends_in(f, "ProcessID") || ends_in(f, "ProcessId") || ends_in(f, "Pid");
}

static bool is_thread(const struct sim_field *f)
{
    return ends_in(f, "ThreadID") || ends_in(f, "ThreadId");
}

static bool is_result(const struct sim_field *f)
{
    return holds(f, "Status") || ends_in(f, "Result") || ends_in(f, "hr") || holds(f, "Error");
}

static bool is_length(const struct sim_field *f)
{
    return ends_in(f, "Length") || ends_in(f, "Size") || ends_in(f, "Len");
}

static const char *plausible_string(const struct sim_field *f)
{
    if (holds(f, "Instance"))
        return "USB\\VID_046D&PID_C539\\5&2A1F0B3C&0&4";
    if (holds(f, "Image") || holds(f, "Path") || holds(f, "File"))
        return "\\Device\\HarddiskVolume3\\Windows\\System32\\svchost.exe";
    if (holds(f, "Service") || holds(f, "Driver"))
        return "usbhub3";
    if (holds(f, "Package"))
        return "";
    return "Device";
}

static uint32_t size_of(char type)
{
    switch (type) {
    case '1':
        return 1;
    case '2':
        return 2;
    case '4':
    case 'b':
    case 'f':
        return 4;
    default:
        return 8;
    }
}

struct context {
    bool no_nul; /* the string's length stood before it */
    int64_t at;
    uint32_t pid, tid;
    uint64_t random;
    uint64_t last_number; /* of the integer before, for B */
    const struct sim *s;
};

static uint64_t plausible_number(const struct context *c, const struct sim_field *f, bool before_bytes)
{
    if (before_bytes)
        return 16;
    if (ends_in(f, "OwningFocus")) /* the game has it, unless an incident says otherwise */
        return c->s->processes[WHO_GAME].pid;
    if (is_process(f))
        return c->pid;
    if (is_thread(f))
        return c->tid;
    if (is_result(f))
        return 0;
    if (f->type == 'P')
        return UINT64_C(0xFFFF8A0000000000) | (c->random & 0xFFFFFF0);
    if (holds(f, "Timeouted") || holds(f, "Preempted"))
        return 0; /* nothing times out unless an incident says so */
    if (f->type == 'b')
        return c->random & 1;
    if (ends_in(f, "QPCTime") || ends_in(f, "qpcTime"))
        return (uint64_t)c->at;
    if (is_length(f) || holds(f, "Count") || holds(f, "Version"))
        return c->random & 7;
    return c->random & (f->type == '1' ? 0x3 : f->type == '2' ? 0xFF : 0xFFFF);
}

static void put_wide(struct out *o, const struct context *c, char type)
{
    static const uint8_t high_label[12] = {1, 1, 0, 0, 0, 0, 0, 16, 0, 0x30, 0, 0};
    uint8_t bytes[16] = {0};
    if (type == 'S') {
        put(o, high_label, sizeof high_label);
        return;
    }
    etlw_u64(bytes, sim_random_mix(c->random));
    if (type == 'G')
        etlw_u64(bytes + 8, sim_random_mix(c->random + 1));
    else /* SYSTEMTIME: 2024-01-18, a Thursday */
        memcpy(bytes, "\xE8\x07\x01\x00\x04\x00\x12\x00\x0C\x00\x00\x00\x00\x00\x00\x00", 16);
    put(o, bytes, 16);
}

/* Is `f` the length of the string `next`, by its name? */
static bool counts(const struct sim_field *f, const struct sim_field *next)
{
    return next->type == 'U' && f->name_len == next->name_len + 6 && ends_in(f, "Length") &&
           memcmp(f->name, next->name, next->name_len) == 0;
}

static const struct sim_value *value_of(const struct sim_field *f, const struct sim_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(values[i].field) == f->name_len && memcmp(values[i].field, f->name, f->name_len) == 0)
            return &values[i];
    return NULL;
}

static void put_field(struct out *o, struct context *c, const struct sim_field *f, const struct sim_value *v,
                      bool before_bytes)
{
    if (v && v->bytes) {
        put(o, v->bytes, v->byte_count);
        return;
    }
    const char *string = v && v->string ? v->string : plausible_string(f);
    switch (f->type) {
    case 'U':
    case 'c':
        put_utf16(o, string, f->type == 'c', c->no_nul);
        break;
    case 'A':
    case 'm':
        put_ansi(o, string, f->type == 'm');
        break;
    case 'B':
        for (uint64_t i = 0; i < c->last_number && i < 1024; i++)
            put_number(o, sim_random_mix(c->random + i), 1);
        break;
    case 'S':
    case 'G':
    case 'T':
        put_wide(o, c, f->type);
        break;
    case 'F':
        put_number(o, v ? v->number : (uint64_t)sim_clock_utc(&c->s->clock, c->at), 8);
        break;
    case 'f':
        put_number(o, v ? v->number : 0x3F800000, 4);
        break;
    case 'd':
        put_number(o, v ? v->number : UINT64_C(0x3FF0000000000000), 8);
        break;
    default:
        c->last_number = v ? v->number : plausible_number(c, f, before_bytes);
        put_number(o, c->last_number, size_of(f->type));
    }
}

uint32_t sim_payload_encode(const struct sim *s, const struct sim_def *d, int64_t at, uint32_t pid, uint32_t tid,
                        const struct sim_value *values, size_t count, uint8_t *out, uint32_t room)
{
    struct out o = {out, 0, room};
    struct context c = {false, at, pid, tid, 0, 0, s};
    uint64_t seed = sim_random_of(s, 0xF1E1D, d->emitted ^ (uint64_t)d->id << 40);
    for (uint32_t i = 0; i < d->field_count; i++) {
        const struct sim_field *f = &d->fields[i], *next = i + 1 < d->field_count ? f + 1 : NULL;
        const struct sim_value *v = value_of(f, values, count);
        struct sim_value length = {"", 0, NULL, NULL, 0};
        bool counted = next && counts(f, next);
        if (counted) {
            const struct sim_value *string = value_of(next, values, count);
            length.number = strlen(string && string->string ? string->string : plausible_string(next));
            v = &length;
        }
        c.random = sim_random_mix(seed + i);
        put_field(&o, &c, f, v, next && next->type == 'B');
        c.no_nul = counted;
    }
    return o.len;
}
