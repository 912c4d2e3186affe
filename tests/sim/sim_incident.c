#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_load.h"

#define LAUNCHER "\\Device\\HarddiskVolume3\\Games\\Launcher\\launcher.exe"

enum kind { DISK_STALL, PRESENT_GAP, SILENCE, USB_LOST, BT_LOST, AUDIO_GLITCH, PROCESS_CRASH, PROCESS_BURST, NET_RESET,
            WHEA, TDR, LOW_MEMORY, THROTTLE, TIMER_RESOLUTION, STORPORT_RESET, FOCUS_LOSS, PNP_LOST, PAD_LOST, HEAT, RETRANSMITS, POWER_PLAN,
            NO_BUFFERS, EVERYTHING };

static const struct incident {
    const char *name, *parameter;
    uint64_t otherwise;
    const char *what;
} INCIDENTS[] = {
    {"disk_stall", "ms", 300, "reads issued from now on end only after ms; the game waits for them"},
    {"present_gap", "ms", 200, "the game does not present for ms; nothing else is wrong"},
    {"silence", "ms", 1200, "nobody says anything for ms, as when firmware holds the machine"},
    {"usb_lost", "count", 1, "a USB device falls off its hub and comes back, count times"},
    {"bt_lost", "count", 1, "the Bluetooth radio re-enumerates"},
    {"audio_glitch", "count", 5, "the sound endpoint starves count times"},
    {"process_crash", "code", 0xC0000005, "a process starts and ends with code"},
    {"process_burst", "count", 40, "count processes start within two seconds"},
    {"net_reset", "ms", 3000, "connections are reset for ms, the interface goes down and up"},
    {"whea", "count", 1, "corrected hardware errors"},
    {"tdr", "ms", 2500, "the GPU times out and is reset; build 26100 says so, others only gap"},
    {"low_memory", "ms", 5000, "free and standby memory nearly gone for ms"},
    {"throttle", "ms", 5000, "firmware caps the processors for ms"},
    {"timer_resolution", "count", 3, "requests for another timer resolution"},
    {"storport_reset", "ms", 800, "the port is reset, disks pause for ms"},
    {"focus_loss", "ms", 400, "another window takes the focus, the game pauses for ms"},
    {"pnp_lost", "count", 1, "Windows takes a device out of its tree and puts it back"},
    {"pad_lost", "ms", 400, "a game controller drops off Bluetooth, the game waits ms for it"},
    {"heat", "ms", 4000, "heat holds the processors down for ms, and the firmware says so"},
    {"retransmits", "count", 12, "packets of the game's connections are lost and sent again"},
    {"power_plan", "count", 1, "another power plan becomes active"},
    {"no_buffers", "ms", 300, "no session has a free buffer for ms: everything is lost"},
    {"all", "ms", 2000, "every event of every provider, once each, within ms"},
};
#define INCIDENT_COUNT (sizeof INCIDENTS / sizeof INCIDENTS[0])

static void say(struct sim *s, enum sim_provider_id provider, uint16_t id, enum sim_who who, int64_t at)
{
    sim_say(s, provider, id, who, at, NULL, 0);
}

static void say_list(struct sim *s, enum sim_provider_id provider, const uint16_t *ids, size_t count, int64_t at)
{
    for (size_t i = 0; i < count; i++)
        say(s, provider, ids[i], WHO_SYSTEM, at);
}

static int64_t ms(uint64_t value)
{
    return (int64_t)(value > 600000 ? 600000 : value) * SIM_TICKS_PER_MS;
}

/* All that was to come comes later: nobody can log while nobody runs. */
static void hold_everything(struct sim *s, int64_t ticks)
{
    for (uint32_t i = 0; i < s->task_count; i++)
        s->tasks[i].at += ticks;
}

static void everything(struct sim *s, int64_t at, uint64_t within_ms)
{
    int64_t gap = ms(within_ms) / (int64_t)(s->def_count ? s->def_count : 1);
    for (uint32_t i = 0; i < s->def_count; i++)
        sim_task_add(s, at + gap * i, TASK_ONCE, i, 0, 0);
}

static void again(struct sim *s, const struct sim_task *t, uint64_t after_ms)
{
    sim_task_add(s, t->at + ms(after_ms), TASK_INCIDENT, t->a, t->b + 1, t->c);
}

static void of_device(struct sim *s, enum sim_provider_id provider, const uint16_t *ids, size_t count, int64_t at)
{
    const struct sim_value values[] = {NUMBER("UsbDevice", SIM_USB_DEVICE), STRING("DeviceDescription", SIM_USB_NAME),
                                       STRING("Device", SIM_USB_PATH), NUMBER("idVendor", 0x046D),
                                       NUMBER("idProduct", 0xC539)};
    for (size_t i = 0; i < count; i++)
        sim_say(s, provider, ids[i], provider == P_Kernel_PnP ? WHO_SERVICE : WHO_SYSTEM, at, values,
                sizeof values / sizeof values[0]);
}

/* Windows itself takes a device out of its tree and puts it back. */
static void pnp_lost(struct sim *s, const struct sim_task *t)
{
    static const uint16_t gone[] = {831, 830, 832, 860, 420}, back[] = {800, 801, 802, 803, 804, 410};
    if (t->b / 2 >= t->c)
        return;
    of_device(s, P_Kernel_PnP, t->b % 2 ? back : gone, t->b % 2 ? 6 : 5, t->at);
    again(s, t, t->b % 2 ? 1500 : 350);
}

/* Of what comes by Bluetooth no USB driver has a name. */
static void pad_lost(struct sim *s, const struct sim_task *t)
{
    const struct sim_value values[] = {STRING("Device", SIM_PAD_PATH)};
    s->load->present_gap_until = t->at + ms(t->c);
    sim_say(s, P_Kernel_PnP, 831, WHO_SERVICE, t->at, values, 1);
    sim_say(s, P_Kernel_PnP, 830, WHO_SERVICE, t->at, values, 1);
}

static void usb_lost(struct sim *s, const struct sim_task *t)
{
    static const uint16_t gone[] = {37, 38, 62, 130}, back[] = {60, 61, 33, 34}, device = 15, new_device = 14;
    if (t->b / 2 >= t->c)
        return;
    of_device(s, P_USB_USBHUB3, t->b % 2 ? back : gone, 4, t->at);
    of_device(s, P_USB_UCX, t->b % 2 ? &new_device : &device, 1, t->at);
    pnp_lost(s, t);
}

static void heat(struct sim *s, const struct sim_task *t)
{
    if (t->b == 0)
        s->load->throttled_until = t->at + ms(t->c);
    if (t->at >= s->load->throttled_until)
        return;
    /* Firmware holds each processor down to a share of its clock. */
    const struct sim_value hot[] = {NUMBER("Temperature", 3731), NUMBER("_TMP", 3731), NUMBER("ThrottleLimit", 55),
                                    NUMBER("DeliveredPerformance", 55)};
    sim_say(s, P_Kernel_Acpi, 11, WHO_SYSTEM, t->at, hot, 4);
    sim_say(s, P_Kernel_Acpi, 4, WHO_SYSTEM, t->at, hot, 4);
    sim_say(s, P_Kernel_Acpi, 18, WHO_SYSTEM, t->at, hot, 4);
    again(s, t, 500);
}

static void retransmits(struct sim *s, const struct sim_task *t)
{
    static const uint16_t ids[] = {1351, 1078};
    if (t->b >= t->c)
        return;
    for (size_t i = 0; i < 2; i++)
        say(s, P_TCPIP, ids[i], WHO_GAME, t->at);
    again(s, t, 110);
}

/* Windows switches to another power plan: the setting and who listens to it. */
static void power_plan(struct sim *s, const struct sim_task *t)
{
    /* GUID_POWERSCHEME_PERSONALITY, as it lies in memory */
    static const uint8_t plan[16] = {0x41, 0x85, 0x5d, 0x24, 0x0d, 0x1a, 0x4f, 0x4d,
                                     0x9e, 0x7f, 0xd5, 0xb7, 0x3e, 0x2e, 0x2a, 0x4a};
    static const uint8_t saver[16] = {0};
    const struct sim_value setting[] = {BYTES("SettingGuid", plan, 16), NUMBER("DataSize", 16), BYTES("Data", saver, 16),
                                        NUMBER("Override", 0)};
    if (t->b >= t->c)
        return;
    sim_say(s, P_Kernel_Power, 112, WHO_SERVICE, t->at, setting, 4);
    again(s, t, 400);
}

/* The recorder finds no free buffer. */
static void no_buffers(struct sim *s, const struct sim_task *t)
{
    s->behaviour.no_buffers = t->b == 0;
    if (t->b == 0)
        again(s, t, t->c);
}

static void audio_glitch(struct sim *s, const struct sim_task *t)
{
    if (t->b >= t->c)
        return;
    say(s, P_Audio, 48, WHO_AUDIO, t->at);
    say(s, P_Audio, 33, WHO_AUDIO, t->at);
    const struct sim_value duration[] = {NUMBER("GlitchDuration", 12)};
    sim_say(s, P_Audio, 41, WHO_AUDIO, t->at, duration, 1);
    again(s, t, 40);
}

static void net_reset(struct sim *s, const struct sim_task *t)
{
    static const uint16_t both[] = {1130, 1184, 1039, 1040, 1479, 1187, 1478};
    if (t->b == 0) {
        s->load->net_down_until = t->at + ms(t->c);
        say(s, P_NDIS, 10106, WHO_SYSTEM, t->at);
        say_list(s, P_TCPIP, both, 7, t->at);
        again(s, t, t->c);
    } else {
        say(s, P_NDIS, 10107, WHO_SYSTEM, t->at);
        say(s, P_TCPIP, 1130, WHO_SYSTEM, t->at);
    }
}

static void tdr(struct sim *s, const struct sim_task *t)
{
    static const uint16_t start[] = {540, 541, 547}, end[] = {548};
    if (t->b == 0) {
        s->load->present_gap_until = t->at + ms(t->c);
        say_list(s, P_DxgKrnl, start, 3, t->at);
        again(s, t, t->c * 3 / 4);
    } else {
        say_list(s, P_DxgKrnl, end, 1, t->at);
    }
}

static void throttle(struct sim *s, const struct sim_task *t)
{
    s->load->throttled_until = t->at + ms(t->c);
    for (uint32_t cpu = 0; cpu < s->options.cpu_count; cpu++) {
        const struct sim_value cap[] = {
            NUMBER("Group", 0),
            NUMBER("Number", cpu),
            NUMBER("CapDurationInSeconds", t->c / 1000),
            NUMBER("DeliveredPerformance", 38),
            NUMBER("DurationInUs", t->c * 1000),
        };
        sim_say(s, P_Kernel_Processor_Power, 37, WHO_SYSTEM, t->at, cap, 5);
        sim_say(s, P_Kernel_Processor_Power, 111, WHO_SYSTEM, t->at, cap, 5);
    }
    say(s, P_Kernel_Power, 113, WHO_SYSTEM, t->at);
    say(s, P_Kernel_Power, 144, WHO_SYSTEM, t->at);
    say(s, P_Kernel_Acpi, 4, WHO_SYSTEM, t->at);
}

static void storport_reset(struct sim *s, const struct sim_task *t)
{
    static const uint16_t start[] = {1, 4, 501, 8}, end[] = {9, 6, 13};
    if (t->b == 0) {
        s->load->disk_stall_until = t->at + ms(t->c);
        say_list(s, P_StorPort, start, 4, t->at);
        again(s, t, t->c);
    } else {
        say_list(s, P_StorPort, end, 3, t->at);
    }
}

static void focus_loss(struct sim *s, const struct sim_task *t)
{
    s->load->present_gap_until = t->at + ms(t->c);
    say(s, P_Win32k, 2, WHO_CSRSS, t->at);
    say(s, P_Win32k, 259, WHO_CSRSS, t->at);
    say(s, P_Win32k, 258, WHO_CSRSS, t->at);
    say(s, P_Win32k, 26, WHO_CSRSS, t->at);
}

/* Another program asks for another resolution and gets it, then gives it back. */
static void timer_resolution(struct sim *s, const struct sim_task *t)
{
    const struct sim_value values[] = {NUMBER("RequestedResolution", t->b % 2 ? 10000 : 5000),
                                       NUMBER("NewResolution", t->b % 2 ? 10000 : 5000),
                                       STRING("AppName", "\\Device\\HarddiskVolume3\\Program Files\\Overlay\\overlay.exe")};
    if (t->b >= t->c)
        return;
    sim_say(s, P_Kernel_Power, 63, WHO_OVERLAY, t->at, values, 3);
    sim_say(s, P_Kernel_Power, 95, WHO_SYSTEM, t->at, values, 3);
    again(s, t, 150);
}

static void repeat(struct sim *s, const struct sim_task *t, enum sim_provider_id provider, uint16_t id)
{
    if (t->b >= t->c)
        return;
    say(s, provider, id, WHO_SYSTEM, t->at);
    again(s, t, 150);
}

static void process_burst(struct sim *s, const struct sim_task *t)
{
    if (t->b >= t->c || t->b >= 1000)
        return;
    sim_process_start(s, t->at, "\\Device\\HarddiskVolume3\\Windows\\System32\\TiWorker.exe", ms(1500), 0);
    again(s, t, t->c ? 2000 / t->c : 1);
}

void sim_incident_run(struct sim *s, const struct sim_task *t)
{
    switch ((enum kind)t->a) {
    case DISK_STALL:
        s->load->disk_stall_until = t->at + ms(t->c);
        break;
    case PRESENT_GAP:
        s->load->present_gap_until = t->at + ms(t->c);
        break;
    case SILENCE:
        hold_everything(s, ms(t->c));
        break;
    case USB_LOST:
        usb_lost(s, t);
        break;
    case BT_LOST:
        repeat(s, t, P_BTH_BTHUSB, 1);
        break;
    case AUDIO_GLITCH:
        audio_glitch(s, t);
        break;
    case PROCESS_CRASH:
        sim_process_start(s, t->at, LAUNCHER, ms(900), (uint32_t)t->c);
        break;
    case PROCESS_BURST:
        process_burst(s, t);
        break;
    case NET_RESET:
        net_reset(s, t);
        break;
    case WHEA:
        repeat(s, t, P_WHEA_Logger, 19);
        break;
    case TDR:
        tdr(s, t);
        break;
    case LOW_MEMORY:
        s->load->memory_low_until = t->at + ms(t->c);
        break;
    case THROTTLE:
        throttle(s, t);
        break;
    case TIMER_RESOLUTION:
        timer_resolution(s, t);
        break;
    case STORPORT_RESET:
        storport_reset(s, t);
        break;
    case FOCUS_LOSS:
        focus_loss(s, t);
        break;
    case PNP_LOST:
        pnp_lost(s, t);
        break;
    case PAD_LOST:
        pad_lost(s, t);
        break;
    case HEAT:
        heat(s, t);
        break;
    case RETRANSMITS:
        retransmits(s, t);
        break;
    case POWER_PLAN:
        power_plan(s, t);
        break;
    case NO_BUFFERS:
        no_buffers(s, t);
        break;
    case EVERYTHING:
        everything(s, t->at, t->c);
        break;
    }
}

static void list_incidents(struct text *out)
{
    for (size_t i = 0; i < INCIDENT_COUNT; i++)
        text_addf(out, "%-16s %s=%llu  %s\n", INCIDENTS[i].name, INCIDENTS[i].parameter,
                  (unsigned long long)INCIDENTS[i].otherwise, INCIDENTS[i].what);
}

/* `options` is the line behind "incident": "disk_stall ms=300". */
bool sim_incident_start(struct sim *s, const char *name, const char *options, struct text *why)
{
    if (strcmp(name, "help") == 0) {
        list_incidents(why);
        return true;
    }
    for (size_t i = 0; i < INCIDENT_COUNT; i++) {
        if (strcmp(INCIDENTS[i].name, name) != 0)
            continue;
        size_t len = strlen(INCIDENTS[i].parameter);
        const char *at = strstr(options, INCIDENTS[i].parameter);
        bool given = at && at[len] == '=';
        uint64_t value = given ? strtoull(at + len + 1, NULL, 0) : INCIDENTS[i].otherwise;
        sim_task_add(s, s->done_until + 1, TASK_INCIDENT, i, 0, value);
        return true;
    }
    return false;
}
