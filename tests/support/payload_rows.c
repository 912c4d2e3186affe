#include "tests/support/payload_rows.h"

#include <string.h>

#include "events/payload.h"

/* Calls a decoder that fills `v`, and answers with the numbers of it that a row
 * names, a first. */
#define RUN(name, type, call, ...)                                             \
    static bool name(const struct etl_event *e, uint64_t *out, struct text *n) \
    {                                                                          \
        type v;                                                                \
        (void)n;                                                               \
        if (!call)                                                             \
            return false;                                                      \
        const uint64_t found[] = {__VA_ARGS__};                                \
        memcpy(out, found, sizeof found);                                      \
        return true;                                                           \
    }

RUN(present, struct present, payload_present(e, TRACE_dxgi, &v), v.chain)
RUN(present_stop, uint32_t, payload_present_stop(e, &v), v)
RUN(kernel_present, struct present, payload_kernel_present(e, &v), v.chain)
RUN(flip, uint32_t, payload_flip(e, &v), v)
RUN(vsync, uint64_t, payload_vsync(e, &v), v)
RUN(gpu, struct gpu_packet, payload_gpu_packet(e, &v), v.context, v.type, v.sequence, v.timed_out)
RUN(start, struct process_start, payload_process_start(e, &v, n), v.pid, v.parent)
RUN(end, struct process_end, payload_process_end(e, &v, n), v.pid, v.exit_code, (uint64_t)v.created, v.commit_peak,
    v.hard_faults)
RUN(freeze, uint32_t, payload_process_freeze(e, &v), v)
RUN(focus, struct focus, payload_focus(e, &v), v.old_id, v.new_id)
RUN(disk, struct disk_op, payload_disk(e, TRACE_disk, &v), v.disk, v.irp_flags, v.bytes, v.response, v.tid)
RUN(k_disk, struct disk_op, payload_disk(e, TRACE_k_disk, &v), v.disk, v.irp_flags, v.bytes, v.response, v.tid)
RUN(cap, uint32_t, payload_cap(e, &v), v)
RUN(cap_percent, uint32_t, payload_cap_percent(e, &v), v)
RUN(delivered, struct delivered, payload_delivered(e, &v), v.percent)
RUN(setting, struct guid, payload_power_setting(e, &v), v.data1)
RUN(timer, uint32_t, payload_timer(e, &v, n), v)
RUN(mains, bool, payload_mains(e, &v), v)
RUN(thermal, uint32_t, payload_thermal(e, &v, n), v)
RUN(pnp, uint32_t, payload_pnp(e, &v, n), v)
RUN(pnp_end, uint32_t, payload_pnp_end(e, &v, n), v)
RUN(usb, struct usb_device, payload_usb(e, &v), v.device, v.vendor, v.product)
RUN(usb_name, uint64_t, payload_usb_name(e, &v, n), v)
RUN(hid, struct usb_device, payload_hid(e, &v, n), v.vendor, v.product)
RUN(bluetooth, uint32_t, payload_bluetooth(e, &v), v)
RUN(net, struct net_interface, payload_interface(e, &v), v.index, v.status)
RUN(tcp, struct tcp_event, payload_tcp(e, &v), v.tcb, v.pid, v.status)
RUN(drops, uint32_t, payload_drops(e, &v), v)
RUN(cswitch, struct cswitch, payload_cswitch(e, &v), v.new_tid, v.old_tid, v.old_wait_reason, v.old_state)
RUN(ready, uint32_t, payload_ready(e, &v), v)
RUN(interrupt, struct interrupt, payload_interrupt(e, &v), (uint64_t)v.began, v.routine)
RUN(sample, uint32_t, payload_sample(e, &v), v)
RUN(fault, struct hard_fault, payload_hard_fault(e, &v), (uint64_t)v.began, v.tid, v.bytes)
RUN(k_process, struct kernel_process, payload_kernel_process(e, &v, n), v.pid, v.parent, v.exit_code)
RUN(k_thread, struct kernel_thread, payload_kernel_thread(e, &v), v.pid, v.tid)
RUN(image, struct image, payload_image(e, &v, n), v.base, v.len, v.pid)

const struct row payload_rows[] = {
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
    {flip, 386, 0, "P 4a 4 4 4 4 4 4 4 4 4 4"},
    {flip, 386, 1, "P 4a 4 4 4 4 4 4 4 4 4 4"},
    {flip, 386, 2, "P 4a 4 4 4 4 4 4 4 4 4 4"},
    {flip, 386, 3, "P 4a 4 8 4 4 4 4 4 4 4 4 4 4"},
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
    {focus, 25, 0, "4 4b 8"},
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
    {cap_percent, 41, 0, "2 1 4a"},
    {cap_percent, 46, 0, "2 1 4a"},
    {cap_percent, 39, 0, "2 1 4a"},
    {cap_percent, 47, 0, "2 1 4a"},
    {cap_percent, 48, 0, "2 1 4a"},
    {delivered, 111, 0, "2 1 4a"},
    {delivered, 111, 1, "2 1 4a 8"},
    {delivered, 111, 2, "2 1 4a 8 4"},
    {setting, 112, 0, "Ga 4"},
    {setting, 112, 1, "Ga 4 4"},
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
    {usb_name, 6, 1, "P Pa 4 Un U"},
    {usb_name, 6, 2, "P Pa 4 Un U"},
    {usb_name, 43, 0, "P Pa 4 Un U"},
    {usb_name, 43, 1, "P Pa 4 Un U"},
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
    {tcp, 1034, 1, "B B 4c 4b 4 Pa 8"},
    {tcp, 1039, 1, "B B 4c 4b 4 Pa 8"},
    {tcp, 1040, 0, "B B 4c 4b 4 Pa"},
    {tcp, 1044, 0, "B B 4c 4b 4 Pa"},
    {tcp, 1077, 0, "Pa 4 4 4 4 4 4 4 4 4 4 4 4"},
    {tcp, 1300, 1, "Pa B B 4 4b 8"},
    {tcp, 1300, 2, "Pa B B 4 4b 8 4"},
    {tcp, 1468, 1, "B B 4c 4b 4 Pa 8"},
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
const size_t payload_row_count = sizeof payload_rows / sizeof payload_rows[0];

bool payload_row_is_flag(const struct row *row, unsigned number)
{
    return (row->run == mains && number == 0) || (row->run == gpu && number == 3);
}

/* Has the row one of these decoders? */
static bool has_run(const struct row *row, run_fn *const *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (row->run == runs[i])
            return true;
    return false;
}

bool payload_row_is_kernel(const struct row *row)
{
    static run_fn *const runs[] = {k_disk, cswitch, ready, interrupt, sample, fault, k_process, k_thread, image};
    return has_run(row, runs, sizeof runs / sizeof runs[0]);
}

bool payload_row_is_tcpip(const struct row *row)
{
    static run_fn *const runs[] = {net, tcp, drops};
    return has_run(row, runs, sizeof runs / sizeof runs[0]);
}
