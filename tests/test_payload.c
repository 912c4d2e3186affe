#include "tests/suite.h"

#include <stdlib.h>
#include <string.h>

#include "core/payload.h"
#include "tests/support/play.h"

/* Every event and version that the verdict reads, with the layout that the
 * manifests give it: a letter for the type of each field, and after it where
 * the decoder's answer shows it (a to e), n for the name.
 *   1 2 4 8  integers    P pointer    G GUID    S SID
 *   U A      strings ended by NUL (UTF-16, 8 bit)    C counted UTF-16 */
typedef bool run_fn(const struct etl_event *e, uint64_t *out, struct text *name);
struct row {
    run_fn *run;
    uint16_t id;
    uint8_t version;
    const char *layout;
};

#define RUN(name) static bool name(const struct etl_event *e, uint64_t *out, struct text *n)

RUN(present)
{
    struct present p;
    (void)n;
    bool good = payload_present(e, &p);
    out[0] = good ? p.chain : 0;
    return good;
}
RUN(present_stop)
{
    uint32_t r;
    (void)n;
    bool good = payload_present_stop(e, &r);
    out[0] = good ? r : 0;
    return good;
}
RUN(kernel_present)
{
    struct present p;
    (void)n;
    bool good = payload_kernel_present(e, &p);
    out[0] = good ? p.chain : 0;
    return good;
}
RUN(flip)
{
    uint32_t s;
    (void)n;
    bool good = payload_flip(e, &s);
    out[0] = good ? s : 0;
    return good;
}
RUN(vsync)
{
    (void)n;
    return payload_vsync(e, &out[0]);
}
RUN(gpu)
{
    struct gpu_packet g;
    (void)n;
    bool good = payload_gpu_packet(e, &g);
    if (good) {
        out[0] = g.context;
        out[1] = g.type;
        out[2] = g.sequence;
        out[3] = g.timed_out;
    }
    return good;
}
RUN(start)
{
    struct process_start p;
    bool good = payload_process_start(e, &p, n);
    if (good) {
        out[0] = p.pid;
        out[1] = p.parent;
    }
    return good;
}
RUN(end)
{
    struct process_end p;
    bool good = payload_process_end(e, &p, n);
    if (good) {
        out[0] = p.pid;
        out[1] = p.exit_code;
        out[2] = (uint64_t)p.created;
        out[3] = p.commit_peak;
        out[4] = p.hard_faults;
    }
    return good;
}
RUN(freeze)
{
    uint32_t pid;
    (void)n;
    bool good = payload_process_freeze(e, &pid);
    out[0] = good ? pid : 0;
    return good;
}
RUN(focus)
{
    struct focus f;
    (void)n;
    bool good = payload_focus(e, &f);
    if (good) {
        out[0] = f.old_id;
        out[1] = f.new_id;
    }
    return good;
}
static bool run_disk(const struct etl_event *e, enum trace_source source, uint64_t *out)
{
    struct disk_op d;
    bool good = payload_disk(e, source, &d);
    if (good) {
        out[0] = d.disk;
        out[1] = d.irp_flags;
        out[2] = d.bytes;
        out[3] = d.response;
        out[4] = d.tid;
    }
    return good;
}
RUN(disk)
{
    (void)n;
    return run_disk(e, TRACE_disk, out);
}
RUN(k_disk)
{
    (void)n;
    return run_disk(e, TRACE_k_disk, out);
}
RUN(cap)
{
    uint32_t v;
    (void)n;
    bool good = payload_cap(e, &v);
    out[0] = good ? v : 0;
    return good;
}
RUN(cap_percent)
{
    uint32_t v;
    (void)n;
    bool good = payload_cap_percent(e, &v);
    out[0] = good ? v : 0;
    return good;
}
RUN(delivered)
{
    struct delivered d;
    (void)n;
    bool good = payload_delivered(e, &d);
    out[0] = good ? d.percent : 0;
    return good;
}
RUN(setting)
{
    struct guid g;
    (void)n;
    bool good = payload_power_setting(e, &g);
    out[0] = good ? g.data1 : 0;
    return good;
}
RUN(timer)
{
    uint32_t v;
    bool good = payload_timer(e, &v, n);
    out[0] = good ? v : 0;
    return good;
}
RUN(mains)
{
    bool on;
    (void)n;
    bool good = payload_mains(e, &on);
    out[0] = good && on;
    return good;
}
RUN(thermal)
{
    uint32_t v;
    bool good = payload_thermal(e, &v, n);
    out[0] = good ? v : 0;
    return good;
}
RUN(pnp)
{
    uint32_t v;
    bool good = payload_pnp(e, &v, n);
    out[0] = good ? v : 0;
    return good;
}
RUN(pnp_end)
{
    uint32_t v;
    bool good = payload_pnp_end(e, &v, n);
    out[0] = good ? v : 0;
    return good;
}
RUN(usb)
{
    struct usb_device d;
    (void)n;
    bool good = payload_usb(e, &d);
    if (good) {
        out[0] = d.device;
        out[1] = d.vendor;
        out[2] = d.product;
    }
    return good;
}
RUN(usb_name)
{
    return payload_usb_name(e, &out[0], n);
}
RUN(hid)
{
    struct usb_device d;
    bool good = payload_hid(e, &d, n);
    if (good) {
        out[0] = d.vendor;
        out[1] = d.product;
    }
    return good;
}
RUN(bluetooth)
{
    uint32_t v;
    (void)n;
    bool good = payload_bluetooth(e, &v);
    out[0] = good ? v : 0;
    return good;
}
RUN(net)
{
    struct net_interface i;
    (void)n;
    bool good = payload_interface(e, &i);
    if (good) {
        out[0] = i.index;
        out[1] = i.status;
    }
    return good;
}
RUN(tcp)
{
    struct tcp_event t;
    (void)n;
    bool good = payload_tcp(e, &t);
    if (good) {
        out[0] = t.tcb;
        out[1] = t.pid;
        out[2] = t.status;
    }
    return good;
}
RUN(drops)
{
    uint32_t v;
    (void)n;
    bool good = payload_drops(e, &v);
    out[0] = good ? v : 0;
    return good;
}
RUN(cswitch)
{
    struct cswitch c;
    (void)n;
    bool good = payload_cswitch(e, &c);
    if (good) {
        out[0] = c.new_tid;
        out[1] = c.old_tid;
        out[2] = c.old_wait_reason;
        out[3] = c.old_state;
    }
    return good;
}
RUN(ready)
{
    uint32_t v;
    (void)n;
    bool good = payload_ready(e, &v);
    out[0] = good ? v : 0;
    return good;
}
RUN(interrupt)
{
    struct interrupt i;
    (void)n;
    bool good = payload_interrupt(e, &i);
    if (good) {
        out[0] = (uint64_t)i.began;
        out[1] = i.routine;
    }
    return good;
}
RUN(sample)
{
    uint32_t v;
    (void)n;
    bool good = payload_sample(e, &v);
    out[0] = good ? v : 0;
    return good;
}
RUN(fault)
{
    struct hard_fault f;
    (void)n;
    bool good = payload_hard_fault(e, &f);
    if (good) {
        out[0] = (uint64_t)f.began;
        out[1] = f.tid;
        out[2] = f.bytes;
    }
    return good;
}
RUN(k_process)
{
    struct kernel_process p;
    bool good = payload_kernel_process(e, &p, n);
    if (good) {
        out[0] = p.pid;
        out[1] = p.parent;
        out[2] = p.exit_code;
    }
    return good;
}
RUN(k_thread)
{
    struct kernel_thread t;
    (void)n;
    bool good = payload_kernel_thread(e, &t);
    if (good) {
        out[0] = t.pid;
        out[1] = t.tid;
    }
    return good;
}
RUN(image)
{
    struct image i;
    bool good = payload_image(e, &i, n);
    if (good) {
        out[0] = i.base;
        out[1] = i.len;
        out[2] = i.pid;
    }
    return good;
}

static const struct row rows[] = {
    {present, 42, 0, "Pa 4 4 4 4"},
    {present, 55, 0, "Pa 4 4 4 4"},
    {present, 1, 0, "Pa 4"},
    {present_stop, 43, 0, "4a"},
    {present_stop, 56, 0, "4a"},
    {present_stop, 2, 0, "4a"},
    {kernel_present, 184, 0, "4 Pa 4 4 4 P P"},
    {kernel_present, 184, 1, "4 Pa 4 4 4 4 P P"},
    {kernel_present, 251, 0, "4a 4 4 4 4 4 4"},
    {kernel_present, 251, 2, "4a 4 4 4 4 4 4 4"},
    {flip, 116, 0, "P 4a 4 P 8 4 4 4 4"},
    {flip, 168, 0, "P 4a P 4 4 4"},
    {flip, 252, 0, "4a 4 4 P 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4"},
    {flip, 259, 0, "P 4a 4 8 P 8 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4"},
    {flip, 259, 2, "P 4a 4 8 P 8 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4"},
    {flip, 259, 3, "P 4a 4 8 P 8 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4"},
    {flip, 386, 4, "P 4a 4 8 4 4 4 4 4 4 4 4 4 4 4 4 4 4"},
    {vsync, 17, 0, "Pa 4 8 4 4 8 P 4 8"},
    {vsync, 273, 0, "Pa 4 8 4 4 4 8"},
    {vsync, 273, 1, "Pa 4 8 4 4 4 8"},
    {vsync, 273, 2, "Pa 4 8 4 4 4 8 4 4"},
    {vsync, 273, 3, "Pa 4 8 4 4 4 8 4 4 4"},
    {vsync, 273, 4, "Pa 4 8 4 4 4 8 4 4 4 8"},
    {gpu, 178, 0, "Pa 4b 4c 8 4 4 4 P"},
    {gpu, 178, 1, "Pa 4b 4c 8 4 4 4 P P 8"},
    {gpu, 180, 0, "Pa 4b 4c 4 4"},
    {gpu, 180, 1, "Pa 4b 4c 4 4 P"},
    {gpu, 175, 1, "Pa P 4b 8 4c P 4"},
    {gpu, 176, 0, "Pa 4b 8 4c 4"},
    {start, 1, 0, "4a 8 4b 4 Un"},
    {start, 1, 1, "4a 8 4b 4 4 Un"},
    {start, 1, 2, "4a 8 4b 4 4 Un 4 4 U U"},
    {start, 1, 3, "4a 8 8 4b 8 4 4 4 4 S Un 4 4 U U"},
    {start, 1, 4, "4a 8 8 4b 8 4 4 4 4 S Un 4 4 U U 4"},
    {start, 1, 5, "4a 8 8 4b 8 4 4 4 4 S Un 4 4 U U 4 4 2"},
    {start, 15, 0, "4a 8 4b 4 4 Un 4 4 U U"},
    {start, 15, 1, "4a 8 8 4b 8 4 4 4 4 S Un 4 4 U U"},
    {start, 15, 2, "4a 8 8 4b 8 4 4 4 4 S Un 4 4 U U 4"},
    {start, 15, 3, "4a 8 8 4b 8 4 4 4 4 S Un 4 4 U U 4 4 2"},
    {end, 2, 0, "4a 8c 8 4b 4 4 8 8d An"},
    {end, 2, 1, "4a 8c 8 4b 4 4 8 8d 8 4 4 4 4 4e An"},
    {end, 2, 2, "4a 8 8c 8 4b 4 4 8 8d 8 4 4 4 4 4e An"},
    {freeze, 11, 0, "4a"},
    {freeze, 11, 1, "4a 8"},
    {freeze, 12, 0, "4a"},
    {freeze, 12, 1, "4a 8"},
    {focus, 2, 0, "4a 4b"},
    {focus, 26, 0, "4 4a 4b"},
    {focus, 258, 0, "4 4b 8"},
    {focus, 259, 0, "4 4a 8"},
    {disk, 10, 0, "4a 4b 4c 4 8 P P 8d"},
    {disk, 11, 0, "4a 4b 4c 4 8 P P 8d"},
    {disk, 14, 0, "4a 4b 8d P"},
    {k_disk, 0x010A, 2, "4a 4b 4c 4 8 P P 8d"},
    {k_disk, 0x010A, 3, "4a 4b 4c 4 8 P P 8d 4e"},
    {k_disk, 0x010B, 2, "4a 4b 4c 4 8 P P 8d"},
    {k_disk, 0x010B, 3, "4a 4b 4c 4 8 P P 8d 4e"},
    {k_disk, 0x010E, 2, "4a 4b 8d P"},
    {k_disk, 0x010E, 3, "4a 4b 8d P 4e"},
    {cap, 7, 0, "4 4a 4 4"},
    {cap, 8, 0, "4 4a 4 4"},
    {cap, 37, 0, "2 1 4a 4 4 4"},
    {cap, 37, 1, "2 1 4a 4 4 4"},
    {cap, 38, 0, "2 1 4a 4 4 4"},
    {cap_percent, 39, 0, "2 1 4a"},
    {cap_percent, 47, 0, "2 1 4a"},
    {cap_percent, 48, 0, "2 1 4a"},
    {delivered, 111, 0, "2 1 4a"},
    {delivered, 111, 1, "2 1 4a 8"},
    {delivered, 111, 2, "2 1 4a 8 4"},
    {setting, 112, 0, "Ga 4"},
    {setting, 112, 1, "Ga 4 4"},
    {timer, 63, 0, "4a Cn"},
    {timer, 63, 1, "4a 4 Cn 4"},
    {timer, 63, 2, "4a 4 Cn 4 4"},
    {mains, 105, 0, "4"},
    {mains, 105, 1, "4 4 4"},
    {thermal, 3, 0, "Cn 4a 4 4"},
    {thermal, 4, 0, "Cn 4a 4 4"},
    {thermal, 9, 0, "Cn 1a"},
    {thermal, 11, 0, "Cn 4a"},
    {thermal, 18, 0, "Cn C 1a"},
    {pnp, 801, 0, "P Un"},
    {pnp, 801, 1, "P Un U"},
    {pnp, 830, 0, "Un"},
    {pnp, 830, 1, "Un G 4a 4 4 4"},
    {pnp, 831, 0, "Un"},
    {pnp, 832, 0, "Un"},
    {pnp, 860, 0, "P Un U 4a 4 4 4"},
    {pnp, 420, 0, "Un G 4a 4"},
    {pnp, 430, 0, "Un"},
    {pnp_end, 218, 0, "Cn 4a C 4"},
    {pnp_end, 219, 0, "Cn 4a C 4"},
    {usb, 37, 0, "Pa"},
    {usb, 55, 0, "Pa"},
    {usb, 64, 0, "Pa 4"},
    {usb, 102, 0, "Pa 4 4"},
    {usb, 123, 0, "4 2 2 2 4"},
    {usb, 123, 1, "4 2 2 2 4 2b 2c 2"},
    {usb, 194, 0, "Pa 4 2b 2c 2"},
    {usb, 195, 0, "Pa 4 2b 2c 2"},
    {usb, 196, 0, "Pa 4 2b 2c 2"},
    {usb_name, 6, 0, "P Pa 4 Un U"},
    {usb_name, 43, 2, "P Pa 4 Un U"},
    {hid, 3, 1, "P P 2a 2b 2 U Un U U U 4 4"},
    {hid, 3, 2, "4 2a 2b 2 U Un U U U 4 4"},
    {bluetooth, 310, 0, "4a"},
    {bluetooth, 311, 0, "4a"},
    {bluetooth, 312, 0, "4a 4"},
    {bluetooth, 313, 0, "4 4a"},
    {bluetooth, 314, 0, "4 4a 4"},
    {net, 1130, 0, "4a 4b 8"},
    {net, 1130, 1, "4a 4b 8 4"},
    {net, 1136, 0, "4a A"},
    {net, 1136, 1, "4a A 4"},
    {tcp, 1034, 0, "B B 4c 4b 4 Pa"},
    {tcp, 1039, 0, "B B 4c 4b 4 Pa"},
    {tcp, 1040, 1, "B B 4c 4b 4 Pa 8"},
    {tcp, 1044, 1, "B B 4c 4b 4 Pa 8"},
    {tcp, 1468, 0, "B B 4c 4b 4 Pa"},
    {tcp, 1468, 2, "B B 4c 4b 4 Pa 8 4"},
    {tcp, 1300, 0, "Pa B B 4 4b"},
    {tcp, 1300, 3, "Pa B B 4 4b 8 4 4"},
    {tcp, 1078, 0, "Pa 4 4"},
    {tcp, 1184, 0, "Pa B B 4 4"},
    {tcp, 1187, 0, "Pa B B 4 4"},
    {tcp, 1351, 0, "Pa 4 4 4 4"},
    {tcp, 1351, 1, "Pa 4 4 4 4 4 4 4 4 4 4 4"},
    {tcp, 1479, 0, "Pa 4 4 B B 4"},
    {drops, 1478, 0, "4 4 4 4a 4 4"},
    {cswitch, 0x0524, 2, "4a 4b 1 1 1 1 1c 1 1d 1 4 4"},
    {cswitch, 0x0524, 4, "4a 4b 1 1 1 1 1c 1 1d 1 4 4"},
    {ready, 0x0532, 2, "4a 1 1 1 1"},
    {interrupt, 0x0F32, 2, "8a Pb 1 2 1 4"},
    {interrupt, 0x0F42, 2, "8a Pb"},
    {interrupt, 0x0F43, 2, "8a Pb 1 1 2"},
    {interrupt, 0x0F44, 2, "8a Pb"},
    {interrupt, 0x0F45, 2, "8a Pb"},
    {sample, 0x0F2E, 2, "P 4a 2 2"},
    {fault, 0x0220, 2, "8a 8 P P 4b 4c"},
    {k_process, 0x0301, 2, "P 4a 4b 4 4c z An U"},
    {k_process, 0x0302, 3, "P 4a 4b 4 4c P z An U"},
    {k_process, 0x0303, 4, "P 4a 4b 4 4c P 4 w An U U U"},
    {k_thread, 0x0501, 3, "4a 4b P P P P P P P 4 1 1 1 1"},
    {k_thread, 0x0503, 3, "4a 4b P P P P P P P 4 1 1 1 1 U"},
    {image, 0x030A, 0, "Pa Pb Un"},
    {image, 0x1403, 1, "Pa Pb 4c Un"},
    {image, 0x1403, 2, "Pa Pb 4c 4 4 4 P 4 4 4 4 Un"},
    {image, 0x1404, 3, "Pa Pb 4c 4 4 4 P 4 4 4 4 Un"},
};
#define ROWS (sizeof rows / sizeof rows[0])
#define NAME "\\Device\\Long\\name.sys"

static void add_number(struct text *t, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        play_u8(t, i < 8 ? (uint8_t)(value >> 8 * i) : 0);
}

static void add_field(struct text *t, char type, uint64_t value, unsigned ptr_size)
{
    static const uint8_t sid[12] = {1, 1, 0, 0, 0, 0, 0, 16, 0, 0x30, 0, 0};
    switch (type) {
    case 'P':
        add_number(t, value, ptr_size);
        break;
    case 'G':
        add_number(t, value, 4);
        add_number(t, 0, 12);
        break;
    case 'S':
        text_add_bytes(t, sid, sizeof sid);
        break;
    case 'w': /* a user with a token and a SID */
        add_number(t, 1, ptr_size);
        add_number(t, 0, ptr_size);
        text_add_bytes(t, sid, sizeof sid);
        break;
    case 'z': /* no user */
        add_number(t, 0, 4);
        break;
    case 'U':
        play_utf16(t, NAME);
        break;
    case 'C':
        play_u16(t, (uint16_t)strlen(NAME));
        for (const char *at = NAME; *at; at++)
            play_u16(t, (uint8_t)*at);
        break;
    case 'A':
        text_add_bytes(t, NAME, sizeof NAME);
        break;
    case 'B': /* an address with its length before it */
        add_number(t, 16, 4);
        add_number(t, 0x77, 16);
        break;
    default:
        add_number(t, value, (unsigned)(type - '0'));
        break;
    }
}

/* The payload of a row, and what its decoder should answer. */
static bool build(const struct row *row, unsigned ptr_size, struct text *t, uint64_t *expected)
{
    uint64_t value = 0x21;
    bool has_name = false;
    for (const char *at = row->layout; *at; at++) {
        if (*at == ' ')
            continue;
        char type = *at;
        add_field(t, type, value, ptr_size);
        if (at[1] >= 'a' && at[1] <= 'e')
            expected[*++at - 'a'] = value;
        else if (at[1] == 'n' && at++)
            has_name = true;
        value += 2;
    }
    return has_name;
}

static void compare(const struct row *row, const uint64_t *out, const uint64_t *expected, const struct text *name, bool has_name)
{
    for (unsigned i = 0; i < 5; i++) {
        bool flag = (row->run == mains && i == 0) || (row->run == gpu && i == 3);
        if (!flag && out[i] != expected[i])
            fail_msg("%u v%u: field %c is %llu, not %llu", row->id, row->version, 'a' + (int)i, (unsigned long long)out[i],
                     (unsigned long long)expected[i]);
    }
    if (has_name)
        assert_string_equal(text_str(name), NAME);
}

static void check_row(const struct row *row, unsigned ptr_size)
{
    struct text t = TEXT_EMPTY, name = TEXT_EMPTY;
    uint64_t expected[5] = {0};
    bool has_name = build(row, ptr_size, &t, expected), good = false;
    size_t whole = t.len;
    add_number(&t, 0, 16); /* a longer payload, as a newer version has it */
    for (size_t len = 0; len <= whole + 16; len++) {
        uint8_t *exact = malloc(len ? len : 1); /* so that a read too far is seen */
        struct etl_event e = {0};
        uint64_t out[5] = {0};
        memcpy(exact, text_str(&t), len);
        e.id = row->id;
        e.version = row->version;
        e.ptr_size = (uint8_t)ptr_size;
        e.payload = exact;
        e.payload_len = (uint32_t)len;
        text_clear(&name);
        bool now = row->run(&e, out, &name);
        if (good && !now)
            fail_msg("%u v%u: %zu bytes are refused, fewer are not", row->id, row->version, len);
        if (now)
            compare(row, out, expected, &name, has_name);
        good = now;
        if (len == 0 && now)
            fail_msg("%u v%u: an empty payload is taken", row->id, row->version);
        if (len == whole && !now)
            fail_msg("%u v%u: its whole payload is refused", row->id, row->version);
        free(exact);
    }
    text_done(&t);
    text_done(&name);
}

static void each_event_and_version_is_read_and_short_ones_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        check_row(&rows[i], 8);
        check_row(&rows[i], 4);
    }
}

static void garbage_is_never_read_past_its_end(void **state)
{
    (void)state;
    uint32_t noise = 1;
    struct text name = TEXT_EMPTY;
    for (unsigned round = 0; round < 200; round++) {
        for (size_t i = 0; i < ROWS; i++) {
            size_t len = (noise >> 10) % 160;
            uint8_t *exact = malloc(len ? len : 1);
            struct etl_event e = {0};
            uint64_t out[5] = {0};
            for (size_t k = 0; k < len; k++) {
                noise = noise * 1664525u + 1013904223u;
                exact[k] = noise >> 28 ? (uint8_t)(noise >> 16) : 0;
            }
            noise = noise * 1664525u + 1013904223u;
            e.id = rows[i].id;
            e.version = (uint16_t)(noise >> 29);
            e.ptr_size = round & 1 ? 4 : 8;
            e.payload = exact;
            e.payload_len = (uint32_t)len;
            text_clear(&name);
            (void)rows[i].run(&e, out, &name);
            assert_true(utf8_valid(text_str(&name), name.len));
            free(exact);
        }
    }
    text_done(&name);
}

static void memory_is_counted_with_lists_and_with_single_values(void **state)
{
    (void)state;
    for (unsigned version = 0; version < 2; version++) {
        for (unsigned levels = 1; levels <= 8; levels += 7) {
            struct text t = TEXT_EMPTY;
            struct memory_info m;
            struct etl_event e = {0};
            play_u8(&t, (uint8_t)levels);
            for (unsigned i = 0; i < 5; i++)
                play_u64(&t, 100 + i);
            for (unsigned i = 0; i < 2 * levels; i++)
                play_u64(&t, i < levels ? 10 : 1000);
            for (unsigned i = 0; version && i < 5; i++)
                play_u64(&t, 7 + i);
            e.id = 1;
            e.version = (uint16_t)version;
            e.ptr_size = 8;
            e.payload = (const uint8_t *)text_str(&t);
            e.payload_len = (uint32_t)t.len;
            assert_true(payload_memory_info(&e, &m));
            assert_int_equal(m.free, 201);
            assert_int_equal(m.modified, 205);
            assert_int_equal(m.standby, 10 * levels);
            assert_int_equal(m.commit, version ? 11 : 0);
            e.payload_len = 40;
            assert_false(payload_memory_info(&e, &m));
            text_done(&t);
        }
    }
}

static void names_from_a_trace_become_harmless(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    text_add(&t, "a\x01" "b\n\x80" "c");
    payload_clean(&t, 0);
    assert_string_equal(text_str(&t), "a b ?c");
    text_clear(&t);
    for (unsigned i = 0; i < 200; i++)
        text_add(&t, "\xE9\xA9\xB1");
    payload_clean(&t, 0);
    assert_true(t.len <= 256 && t.len > 200 && utf8_valid(text_str(&t), t.len));
    text_done(&t);
}

static void every_source_is_known_by_its_whole_guid(void **state)
{
    (void)state;
    for (unsigned i = 1; i < TRACE_source_count; i++) {
        struct guid g = *trace_source_guid((enum trace_source)i);
        assert_int_equal(trace_source_of(&g), i);
        g.data4[7] ^= 1;
        assert_int_equal(trace_source_of(&g), TRACE_other);
    }
}

void suite_payload(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(each_event_and_version_is_read_and_short_ones_refused),
                                              cmocka_unit_test(garbage_is_never_read_past_its_end),
                                              cmocka_unit_test(memory_is_counted_with_lists_and_with_single_values),
                                              cmocka_unit_test(names_from_a_trace_become_harmless),
                                              cmocka_unit_test(every_source_is_known_by_its_whole_guid)};
    SUITE_RUN("payload", tests);
}
