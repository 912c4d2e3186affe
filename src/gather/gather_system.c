#include "gather/private/gather_parts.h"

#include "base/checked.h"
#include "events/exit_code.h"

#include <string.h>

#define SLOW_CLOCK 75u /* percent */

static struct fact *add(struct trace *t, const struct etl_event *e, enum fact_kind kind, enum trace_source source)
{
    int64_t time = trace_time(t, e->time);
    return gather_fact(t, kind, time, time, e, source);
}

static void add_named(struct trace *t, const struct etl_event *e, enum fact_kind kind, enum trace_source source,
                      uint64_t value, const char *name)
{
    struct fact *f = add(t, e, kind, source);
    if (!f)
        return;
    f->value = value;
    f->name = names_add(&t->names, name);
}

/* ---- processes ---- */

static void began(struct trace *t, const struct etl_event *e, enum trace_source source, uint32_t pid, uint32_t parent,
                  const char *image, bool is_list)
{
    struct process *p = machine_process_add(&t->machine, pid, is_list ? 0 : trace_time(t, e->time));
    uint32_t name = names_add_file(&t->names, image);
    if (p && name) {
        p->name = name;
        p->name_of_end = false;
    }
    struct fact *f = is_list ? NULL : add(t, e, FACT_process_start, source);
    if (!f)
        return;
    f->pid = pid;
    f->value = parent;
    f->name = name;
}

static void ended(struct trace *t, const struct etl_event *e, enum trace_source source, const struct process_end *end,
                  const char *image)
{
    int64_t time = trace_time(t, e->time);
    uint32_t at = machine_process_at(&t->machine, end->pid, time);
    struct process *p = at < t->machine.process_count ? &t->machine.processes[at] : NULL;
    if (!p || p->ended)
        p = machine_process_add(&t->machine, end->pid, 0);
    uint32_t name = names_add_file(&t->names, image);
    if (p) {
        if (!p->name) {
            p->name = name;
            p->name_of_end = name != 0;
        }
        name = p->name;
        p->ended = true;
        p->end = time;
        p->exit_code = end->exit_code;
        p->commit_peak = end->commit_peak;
    }
    bool crash = exit_code_is_crash(end->exit_code);
    bool hang = exit_code_is_hang(end->exit_code);
    struct fact *f = add(t, e, crash ? FACT_process_crash : hang ? FACT_not_responding : FACT_process_end, source);
    if (!f)
        return;
    f->pid = end->pid;
    f->value = end->exit_code;
    f->more = end->commit_peak;
    f->name = name;
}

static void kernel_process(struct trace *t, const struct etl_event *e, struct text *scratch)
{
    struct kernel_process k;
    if (e->id < 0x0301 || e->id > 0x0304 || !payload_kernel_process(e, &k, scratch))
        return;
    if (e->id == 0x0302) {
        struct process_end end = {0};
        end.pid = k.pid;
        end.exit_code = k.exit_code;
        ended(t, e, TRACE_k_process, &end, text_str(scratch));
    } else {
        began(t, e, TRACE_k_process, k.pid, k.parent, text_str(scratch), e->id != 0x0301);
    }
}

static void focus_moved(struct trace *t, const struct etl_event *e)
{
    struct focus focus;
    if (!payload_focus(e, &focus) || focus.old_id == focus.new_id)
        return;
    struct fact *f = add(t, e, FACT_focus, TRACE_win32k);
    if (!f)
        return;
    if (focus.is_thread) {
        uint32_t at = machine_thread_process(&t->machine, focus.new_id);
        f->pid = at < t->machine.process_count ? t->machine.processes[at].pid : 0;
        at = machine_thread_process(&t->machine, focus.old_id);
        f->value = at < t->machine.process_count ? t->machine.processes[at].pid : 0;
    } else {
        f->pid = focus.new_id;
        f->value = focus.old_id;
    }
}

static void memory_counted(struct trace *t, const struct etl_event *e)
{
    struct memory_info m;
    if (e->id != 1 || !payload_memory_info(e, &m))
        return;
    struct fact *f = add(t, e, FACT_memory, TRACE_memory);
    if (!f)
        return;
    f->value = m.free + m.standby;
    f->more = m.commit;
}

void gather_process(struct trace *t, const struct etl_event *e, enum trace_source source, struct text *scratch)
{
    struct process_start start;
    struct process_end end;
    uint32_t pid;
    text_clear(scratch);
    if (source == TRACE_k_process) {
        kernel_process(t, e, scratch);
    } else if (source == TRACE_memory) {
        memory_counted(t, e);
    } else if (source == TRACE_win32k) {
        if (e->id == 2 || e->id == 25 || e->id == 26 || e->id == 258 || e->id == 259)
            focus_moved(t, e);
        else if (e->id == 37 || e->id == 172)
            add_named(t, e, FACT_not_responding, source, 0, "");
        else if (e->id >= 192 && e->id <= 195)
            add_named(t, e, FACT_display_mode, source, e->id, "");
    } else if ((e->id == 1 || e->id == 15) && payload_process_start(e, &start, scratch)) {
        began(t, e, source, start.pid, start.parent, text_str(scratch), e->id == 15);
    } else if (e->id == 2 && payload_process_end(e, &end, scratch)) {
        ended(t, e, source, &end, text_str(scratch));
    } else if ((e->id == 11 || e->id == 12) && payload_process_freeze(e, &pid)) {
        struct fact *f = add(t, e, e->id == 11 ? FACT_process_frozen : FACT_process_thawed, source);
        if (f)
            f->pid = pid;
    }
}

/* ---- power ---- */

static void processor(struct trace *t, const struct etl_event *e)
{
    struct delivered d;
    uint32_t value;
    switch (e->id) {
    case 7:
    case 8:
    case 37:
    case 38:
        if (payload_cap(e, &value)) {
            struct fact *f = add(t, e, FACT_cap, TRACE_processor);
            if (f) {
                f->value = value;
                f->from = i64_down_capped(f->from, value * (uint64_t)SECOND);
            }
        }
        break;
    case 39:
    case 41:
    case 46:
    case 47:
    case 48:
        if (payload_cap_percent(e, &value))
            add_named(t, e, FACT_cap_percent, TRACE_processor, value, "");
        break;
    case 111:
        if (payload_delivered(e, &d)) {
            if (!t->is_early)
                t->clocks[d.percent < 255 ? d.percent : 255]++;
            /* They come by the hundred a second; only slow ones are of use. */
            struct fact *f = d.percent <= SLOW_CLOCK ? add(t, e, FACT_slow_clock, TRACE_processor) : NULL;
            if (f) {
                f->value = d.percent;
                f->more = d.cpu;
            }
        }
        break;
    default:
        break;
    }
}

/* Power settings whose change is felt: the plan itself, and the processor's
 * limits. Source: Microsoft's power setting GUIDs. */
static const char *setting_name(const struct guid *g)
{
    static const struct {
        uint32_t first;
        const char *name;
    } known[] = {{0x245d8541, "power plan"},
                 {0xbc5038f7, "maximum processor state"},
                 {0x893dee8e, "minimum processor state"},
                 {0xbe337238, "processor boost mode"},
                 {0x5d3e9a59, "power source"},
                 {0xe00958c0, "power saver"},
                 {0x57027304, "effective power mode"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].first == g->data1)
            return known[i].name;
    }
    return NULL;
}

static void power(struct trace *t, const struct etl_event *e, struct text *scratch)
{
    struct guid setting;
    uint32_t value;
    bool on_mains;
    switch (e->id) {
    case 1:
    case 42:
    case 506:
        add_named(t, e, FACT_sleep, TRACE_power, e->id, "");
        break;
    case 107:
    case 131:
    case 507:
        add_named(t, e, FACT_resume, TRACE_power, e->id, "");
        break;
    case 86:
    case 88:
        add_named(t, e, FACT_overheated, TRACE_power, e->id, "");
        break;
    case 90:
    case 91:
        add_named(t, e, FACT_throttle, TRACE_power, 0, "");
        break;
    case 63:
        if (payload_timer(e, &value, scratch)) {
            struct fact *f = add(t, e, FACT_timer, TRACE_power);
            if (f) {
                f->value = value;
                f->name = names_add_file(&t->names, text_str(scratch));
            }
        }
        break;
    case 95:
    case 98:
        add_named(t, e, FACT_timer, TRACE_power, e->payload_len >= 4 ? etl_get_u32(e->payload) : 0, "");
        break;
    case 105:
        if (payload_mains(e, &on_mains))
            add_named(t, e, FACT_mains, TRACE_power, on_mains, "");
        break;
    case 112:
        if (payload_power_setting(e, &setting) && setting_name(&setting))
            add_named(t, e, FACT_power_setting, TRACE_power, setting.data1, setting_name(&setting));
        break;
    default:
        break;
    }
}

static void thermal(struct trace *t, const struct etl_event *e, struct text *scratch)
{
    uint32_t value;
    bool limit = e->id == 9 || e->id == 18;
    if ((limit || e->id == 3 || e->id == 4 || e->id == 11) && payload_thermal(e, &value, scratch)) {
        if (!limit)
            add_named(t, e, FACT_heat, TRACE_acpi, value, text_str(scratch));
        else if (value < 100)
            add_named(t, e, FACT_throttle, TRACE_acpi, value, text_str(scratch));
    }
}

void gather_power(struct trace *t, const struct etl_event *e, enum trace_source source, struct text *scratch)
{
    text_clear(scratch);
    if (source == TRACE_processor)
        processor(t, e);
    else if (source == TRACE_power)
        power(t, e, scratch);
    else if (source == TRACE_acpi)
        thermal(t, e, scratch);
    else if (e->level >= 1 && e->level <= 3)
        add_named(t, e, FACT_hardware, source, e->level, "");
}

/* ---- devices, disks' ports, sound ---- */

static void plug(struct trace *t, const struct etl_event *e, struct text *scratch)
{
    uint32_t value;
    switch (e->id) {
    case 830:
    case 831:
        if (payload_pnp(e, &value, scratch))
            add_named(t, e, FACT_device_gone, TRACE_pnp, value, text_str(scratch));
        break;
    case 801:
        if (payload_pnp(e, &value, scratch))
            add_named(t, e, FACT_device_new, TRACE_pnp, 0, text_str(scratch));
        break;
    case 411:
    case 860:
        if (payload_pnp(e, &value, scratch) && (value || e->id == 411))
            add_named(t, e, FACT_device_trouble, TRACE_pnp, value, text_str(scratch));
        break;
    case 218:
    case 219:
        if (payload_pnp_end(e, &value, scratch) && value >> 30 == 3)
            add_named(t, e, FACT_device_trouble, TRACE_pnp, value, text_str(scratch));
        break;
    default:
        break;
    }
}

static bool hub_error(uint16_t id)
{
    return (id >= 62 && id <= 65) || id == 102 || id == 103 || id == 122 || id == 123 || (id >= 160 && id <= 187);
}

static void usb(struct trace *t, const struct etl_event *e, struct text *scratch)
{
    struct usb_device d;
    uint64_t device;
    if (e->id == 6 || e->id == 43) {
        if (payload_usb_name(e, &device, scratch))
            machine_device_add(&t->machine, &t->names, device, 0, 0, text_str(scratch));
        return;
    }
    bool gone = e->id == 37 || e->id == 55 || (e->id >= 194 && e->id <= 196);
    if ((!gone && !hub_error(e->id)) || !payload_usb(e, &d))
        return;
    struct fact *f = add(t, e, gone ? FACT_device_gone : FACT_device_trouble, TRACE_hub3);
    if (!f)
        return;
    f->value = (uint64_t)d.vendor << 16 | d.product;
    f->more = d.device;
    f->name = machine_device_name(&t->machine, &d);
}

static uint32_t hex_after(const char *str, const char *mark)
{
    const char *at = strstr(str, mark);
    uint32_t value = 0;
    for (at = at ? at + strlen(mark) : ""; *at; at++) {
        unsigned digit = *at >= '0' && *at <= '9' ? (unsigned)(*at - '0') : *at >= 'A' && *at <= 'F' ? (unsigned)(*at - 'A') + 10u : 16u;
        if (digit > 15 || value > 0xFFF)
            break;
        value = value << 4 | digit;
    }
    return value;
}

/* Lists that name the devices come at the end of a recording, after what
 * happened to them; and plug and play knows them by their paths only. */
void gather_device_names(struct trace *t)
{
    struct fact_list *list = &t->facts.lanes[LANE_DEVICES];
    for (uint32_t i = 0; i < list->count; i++) {
        struct fact *f = &list->items[i];
        struct usb_device d = {0};
        if (f->source == TRACE_hub3 && !f->name) {
            d.device = f->more;
            d.vendor = (uint16_t)(f->value >> 16);
            d.product = (uint16_t)f->value;
        } else if (f->source == TRACE_pnp && f->name) {
            d.vendor = (uint16_t)hex_after(names_str(&t->names, f->name), "VID_");
            d.product = (uint16_t)hex_after(names_str(&t->names, f->name), "PID_");
        }
        uint32_t name = machine_device_name(&t->machine, &d);
        if (name)
            f->name = name;
    }
}

static bool is_glitch(uint16_t id)
{
    return id == 18 || (id >= 26 && id <= 49) || id == 142;
}

void gather_device(struct trace *t, const struct etl_event *e, enum trace_source source, struct text *scratch)
{
    struct usb_device d;
    uint32_t value;
    text_clear(scratch);
    switch (source) {
    case TRACE_pnp:
        plug(t, e, scratch);
        break;
    case TRACE_hub3:
        usb(t, e, scratch);
        break;
    case TRACE_hid:
        if (e->id == 3 && payload_hid(e, &d, scratch))
            machine_device_add(&t->machine, &t->names, 0, d.vendor, d.product, text_str(scratch));
        break;
    case TRACE_xhci:
        if (e->id == 28)
            add_named(t, e, FACT_device_reset, source, 0, "USB xHCI controller");
        else if (e->id == 14 || e->id == 30 || e->id == 34)
            add_named(t, e, FACT_device_trouble, source, 0, "USB xHCI controller");
        break;
    case TRACE_bthport:
        if (e->id >= 310 && e->id <= 314 && payload_bluetooth(e, &value))
            add_named(t, e, FACT_radio, source, value, "Bluetooth");
        break;
    case TRACE_bthusb:
        if (e->id == 1) /* the radio says what it is when it starts */
            add_named(t, e, FACT_radio, source, 0, "Bluetooth");
        break;
    case TRACE_storport:
        if (e->id <= 5 && e->id >= 1)
            add_named(t, e, FACT_disk_reset, source, e->id, "");
        else if (e->id == 535 || e->id == 536 || e->id == 558)
            add_named(t, e, FACT_disk_failing, source, e->id, "");
        else if (e->id == 501 || e->id == 550 || e->id == 561)
            add_named(t, e, FACT_disk_reset, source, e->id, "");
        break;
    case TRACE_audio:
        if (is_glitch(e->id))
            add_named(t, e, FACT_glitch, source, e->id, "");
        break;
    default:
        break;
    }
}

/* ---- network ---- */

void gather_network(struct trace *t, const struct etl_event *e)
{
    struct tcp_event tcp;
    struct net_interface n;
    uint32_t packets;
    enum fact_kind kind = FACT_count;
    switch (e->id) {
    case 1130:
        if (payload_interface(e, &n)) {
            struct fact *f = add(t, e, n.status == 1 ? FACT_net_up : FACT_net_down, TRACE_tcpip);
            if (f)
                f->value = n.index;
        }
        return;
    case 1136:
        if (payload_interface(e, &n)) {
            struct fact *f = add(t, e, FACT_net_down, TRACE_tcpip);
            if (f)
                f->value = n.index;
        }
        return;
    case 1478:
        if (payload_drops(e, &packets))
            add_named(t, e, FACT_net_drops, TRACE_tcpip, packets, "");
        return;
    case 1034:
        kind = FACT_net_failed;
        break;
    case 1040:
    case 1468:
        kind = FACT_net_abort;
        break;
    case 1184:
    case 1479:
        kind = FACT_net_reset;
        break;
    case 1077:
    case 1078:
    case 1187:
    case 1351:
        kind = FACT_retransmit;
        break;
    default:
        return;
    }
    if (!payload_tcp(e, &tcp))
        return;
    struct fact *f = add(t, e, kind, TRACE_tcpip);
    if (!f)
        return;
    f->value = tcp.status;
    f->more = tcp.tcb;
    f->pid = tcp.pid;
}
