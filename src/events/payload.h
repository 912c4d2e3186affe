/* What Windows's providers write. trace_source.h says who wrote an event, this
 * header reads its payload, event by event and version by version; exit_code.h
 * knows how processes end, and provider_names.h what people call a provider.
 *
 *   while (etl_next(reader, &e)) {
 *       enum trace_source source = trace_source_of(&e.provider);
 *       struct disk_op op;
 *       if (source == TRACE_disk && payload_disk(&e, source, &op))
 *           ...
 *   }
 *
 * Every decoder looks at the event's length before each field and returns
 * false, leaving *out as it was, for a payload that is too short or damaged.
 * The caller has already told the event by source and id; the version is looked
 * at here. A version newer than those known is read like the newest one.
 *
 * Nothing is kept between events, and *out points nowhere into them. Numbers are
 * as the event has them: raw ticks, pages, percent, as stands beside each.
 * Strings are added to a `struct text` that the caller owns: UTF-8, cleaned as
 * text_clean does, and no longer than 256 bytes. Layouts: the manifests of Windows 7 to
 * 11 26H1, and for kernel records Microsoft's MOF pages, ntwmi.h and Geoff
 * Chappell. Of the kernel records DPC, ISR, CSwitch and ReadyThread were seen in
 * hand-made files only, and so was most of what DxgKrnl writes. */
#ifndef HB_EVENTS_PAYLOAD_H
#define HB_EVENTS_PAYLOAD_H

#include "etl/etl_event.h"
#include "events/trace_source.h"

/* ---- graphics ---- */

struct present {
    uint64_t chain; /* swap chain, or window where there is no other name */
    bool test;      /* DXGI_PRESENT_TEST: nothing is shown */
    uint32_t flags, interval; /* as the program gave them */
    bool has_flags, has_interval;
};
/* DXGI 42, 55; D3D9 1, whose flag 1 is D3DPRESENT_DONOTWAIT and no test. */
bool payload_present(const struct etl_event *e, enum trace_source source, struct present *out);
/* DXGI 43, 56; D3D9 2: the HRESULT. */
bool payload_present_stop(const struct etl_event *e, uint32_t *result);
#define PRESENT_OCCLUDED 0x087A0001u
#define PRESENT_D3D9_OCCLUDED 0x08760878u
#define PRESENT_FAILED(result) (((result) & 0x80000000u) != 0) /* as 0x887A000A, still drawing: nothing is shown */
/* DXGI_ERROR_DEVICE_REMOVED, _HUNG, _RESET, D3DERR_DEVICEREMOVED, _DEVICEHUNG. */
#define PRESENT_REMOVED(result) \
    ((result) == 0x887A0005u || (result) == 0x887A0006u || (result) == 0x887A0007u || (result) == 0x88760870u || (result) == 0x88760874u)

/* DxgKrnl 184 v0, v1; 251 v0, v2. `chain` is the window, or the context. */
bool payload_kernel_present(const struct etl_event *e, struct present *out);

/* What reaches the screen: DxgKrnl 116 MMIOFlip, 168 Flip, 252, 259 v0, v2, v3
 * and 386 of several planes. */
bool payload_flip(const struct etl_event *e, uint32_t *vidpn_source);
/* DxgKrnl 17 VSyncDPC, 273 v0 to v4, 382. */
bool payload_vsync(const struct etl_event *e, uint64_t *adapter);

/* Work for the GPU. 178 v0, v1 and 180 v0, v1: a packet waits in its context's
 * queue; 175, 176: the GPU runs it. */
struct gpu_packet {
    uint64_t context;
    uint32_t type;
    uint32_t sequence;
    bool timed_out; /* 180 only */
};
bool payload_gpu_packet(const struct etl_event *e, struct gpu_packet *out);

/* ---- processes ---- */

struct process_start {
    uint32_t pid, parent;
};
/* Kernel-Process 1 v0 to v5, 15 v0 to v3. `image` gets the path. */
bool payload_process_start(const struct etl_event *e, struct process_start *out, struct text *image);

struct process_end {
    uint32_t pid;
    uint32_t exit_code;
    int64_t created;   /* FILETIME */
    uint64_t commit_peak; /* bytes */
    uint32_t hard_faults; /* from v1 on */
};
/* Kernel-Process 2 v0 to v2. */
bool payload_process_end(const struct etl_event *e, struct process_end *out, struct text *image);

/* Kernel-Process 11, 12. */
bool payload_process_freeze(const struct etl_event *e, uint32_t *pid);

#define PAGE 4096u /* bytes, on x64 */
/* Kernel-Memory 1 v0, v1, in pages. */
struct memory_info {
    uint64_t free;    /* free and zeroed */
    uint64_t standby; /* cache that can be given away at once */
    uint64_t modified;
    uint64_t commit; /* v1 */
};
bool payload_memory_info(const struct etl_event *e, struct memory_info *out);

/* Win32k 2 (threads), 25, 26, 258, 259 (processes): who had the focus and who
 * has it now; 0 where the event does not say. 25 tells the owner, also as a state. */
struct focus {
    uint32_t old_id, new_id;
    bool is_thread;
};
bool payload_focus(const struct etl_event *e, struct focus *out);

/* ---- disk ---- */

enum disk_what { DISK_READ, DISK_WRITE, DISK_FLUSH };
struct disk_op {
    enum disk_what what;
    uint32_t disk;
    uint32_t irp_flags;
    uint32_t bytes;
    uint64_t response; /* raw ticks */
    uint32_t tid;      /* who asked for it; 0 where the record does not say */
};
#define IRP_PAGING 0x42u /* PAGING_IO or SYNCHRONOUS_PAGING_IO */
/* Kernel-Disk 10, 11, 14; kernel records 0x010A, 0x010B, 0x010E v2, v3. */
bool payload_disk(const struct etl_event *e, enum trace_source source, struct disk_op *out);

/* ---- power ---- */

/* Kernel-Processor-Power 7, 8, 37, 38: firmware held the clock down so long. */
bool payload_cap(const struct etl_event *e, uint32_t *seconds);
/* 39, 41, 46, 47, 48: the cap in percent. */
bool payload_cap_percent(const struct etl_event *e, uint32_t *percent);
/* 111 v0 to v2: delivered performance in percent. */
struct delivered {
    uint32_t cpu;
    uint32_t percent;
};
bool payload_delivered(const struct etl_event *e, struct delivered *out);
/* Kernel-Power 112 v0, v1. */
bool payload_power_setting(const struct etl_event *e, struct guid *setting);
/* Kernel-Power 63 v0 to v2: who asked for another timer resolution (100 ns). */
bool payload_timer(const struct etl_event *e, uint32_t *requested, struct text *app);
/* Kernel-Power 105. */
bool payload_mains(const struct etl_event *e, bool *on_mains);
/* Kernel-Acpi 9, 18 (percent that is left to a device), 3, 4, 11 (kelvin / 10). */
bool payload_thermal(const struct etl_event *e, uint32_t *value, struct text *zone);

/* ---- devices ---- */

/* Kernel-PnP 830 to 832, 801, 860, 410, 411, 420, 430: the instance path.
 * `problem` is 0 where the event has none. */
bool payload_pnp(const struct etl_event *e, uint32_t *problem, struct text *device);
/* Kernel-PnP 213, 218, 219: a driver's or device's name and how it ended. */
bool payload_pnp_end(const struct etl_event *e, uint32_t *status, struct text *name);

struct usb_device {
    uint64_t device; /* the hub driver's pointer: 0 where absent */
    uint16_t vendor, product; /* 0 where absent */
};
/* USBHUB3: every event that names a device by its pointer or by its ids. */
bool payload_usb(const struct etl_event *e, struct usb_device *out);
/* USBHUB3 6, 43 v0 to v2: the device's own words for itself. */
bool payload_usb_name(const struct etl_event *e, uint64_t *device, struct text *name);
/* HIDCLASS 3 v1, v2. */
bool payload_hid(const struct etl_event *e, struct usb_device *out, struct text *name);
/* BTHPORT 310 to 314: state of the radio or power state. */
bool payload_bluetooth(const struct etl_event *e, uint32_t *state);

/* ---- network ---- */

/* TCPIP 1130 v0, v1 (status 1 is up), 1136, 1137 (status 0). */
struct net_interface {
    uint32_t index;
    uint32_t status;
};
bool payload_interface(const struct etl_event *e, struct net_interface *out);
/* TCPIP 1039, 1040, 1044, 1468, 1034 (with pid), 1300 (pid and control block),
 * 1077, 1078, 1184, 1187, 1351, 1479 (control block). */
struct tcp_event {
    uint64_t tcb;
    uint32_t pid; /* 0 where absent */
    uint32_t status;
};
bool payload_tcp(const struct etl_event *e, struct tcp_event *out);
/* TCPIP 1478: packets thrown away. */
bool payload_drops(const struct etl_event *e, uint32_t *packets);

/* ---- kernel records ---- */

struct cswitch {
    uint32_t new_tid, old_tid;
    uint8_t old_state; /* 5: waiting */
    uint8_t old_wait_reason;
};
bool payload_cswitch(const struct etl_event *e, struct cswitch *out);     /* 0x0524 */
bool payload_ready(const struct etl_event *e, uint32_t *tid);            /* 0x0532 */
struct interrupt {
    int64_t began; /* raw */
    uint64_t routine;
};
bool payload_interrupt(const struct etl_event *e, struct interrupt *out); /* 0x0F32, 42 to 45 */
bool payload_sample(const struct etl_event *e, uint32_t *tid);           /* 0x0F2E */
struct hard_fault {
    int64_t began; /* raw */
    uint32_t tid;
    uint32_t bytes;
};
bool payload_hard_fault(const struct etl_event *e, struct hard_fault *out); /* 0x0220 */
struct kernel_process {
    uint32_t pid, parent;
    uint32_t exit_code;
};
/* 0x0301 to 0x0304, 0x0327; v1 to v5. */
bool payload_kernel_process(const struct etl_event *e, struct kernel_process *out, struct text *image);
struct kernel_thread {
    uint32_t pid, tid;
};
bool payload_kernel_thread(const struct etl_event *e, struct kernel_thread *out); /* 0x0501 to 0x0504 */
struct image {
    uint64_t base, len;
    uint32_t pid;
};
/* 0x030A, 0x1402 to 0x1404; v0 to v3. */
bool payload_image(const struct etl_event *e, struct image *out, struct text *path);

/* ---- for decoders and for the names they give ---- */

/* Turns what a trace calls a name into one that can be shown: text_clean, and
 * more than 256 bytes are cut. */
void payload_clean(struct text *name, size_t from);

#endif
