#include "tests/sim/sim_load.h"

/* Events that come again and again by themselves. `rare` ones are errors of a
 * kind that a healthy machine may show now and then; "behaviour quiet=1"
 * leaves them out. Rows under NOISE carry only keywords that a recorder's
 * masks must keep out: whoever lets them in drowns. */
static const struct pulse {
    enum sim_provider_id provider;
    uint16_t id;
    uint32_t every_us, first_ms;
    enum sim_who who;
    bool rare, per_cpu;
} PULSES[] = {
    {P_Kernel_Processor_Power, 111, 40000, 40, WHO_SYSTEM, false, true},
    {P_Kernel_Processor_Power, 103, 15000000, 700, WHO_SYSTEM, false, false},
    {P_Kernel_Processor_Power, 104, 20000000, 900, WHO_SERVICE, false, false},
    {P_Kernel_Processor_Power, 55, 30000000, 1200, WHO_SYSTEM, false, false},
    {P_Kernel_Power, 63, 4000000, 500, WHO_GAME, false, false},
    {P_Kernel_Power, 95, 4000000, 510, WHO_SYSTEM, false, false},
    {P_Kernel_Power, 112, 9000000, 800, WHO_SERVICE, false, false},
    {P_Kernel_Acpi, 11, 5000000, 600, WHO_SYSTEM, false, false},
    {P_Kernel_Acpi, 15, 10000000, 1400, WHO_SYSTEM, false, false},
    {P_StorPort, 9, 12000000, 1100, WHO_SYSTEM, false, false},
    {P_StorPort, 510, 60000000, 1500, WHO_SYSTEM, false, false},
    {P_StorPort, 511, 60000000, 1600, WHO_SYSTEM, false, false},
    {P_StorPort, 13, 30000000, 9000, WHO_SYSTEM, true, false},
    {P_USB_USBHUB3, 33, 6000000, 400, WHO_SYSTEM, false, false},
    {P_USB_USBHUB3, 34, 6000000, 410, WHO_SYSTEM, false, false},
    {P_USB_USBHUB3, 35, 6000000, 2400, WHO_SYSTEM, false, false},
    {P_USB_USBHUB3, 36, 6000000, 2410, WHO_SYSTEM, false, false},
    {P_USB_USBXHCI, 31, 5000000, 420, WHO_SYSTEM, false, false},
    {P_USB_USBXHCI, 16, 20000000, 1300, WHO_SYSTEM, false, false},
    {P_USB_USBXHCI, 17, 20000000, 1310, WHO_SYSTEM, false, false},
    {P_USB_UCX, 14, 30000000, 1700, WHO_SYSTEM, false, false},
    {P_USB_USBPORT, 16, 8000000, 450, WHO_SYSTEM, false, false},
    {P_USB_USBPORT, 17, 8000000, 1450, WHO_SYSTEM, false, false},
    {P_USB_USBPORT, 3, 30000000, 1800, WHO_SYSTEM, false, false},
    {P_BTH_BTHUSB, 1, 30000000, 480, WHO_SYSTEM, false, false},
    {P_Input_HIDCLASS, 3, 10000000, 490, WHO_SYSTEM, false, false},
    {P_Audio, 49, 15000000, 550, WHO_AUDIO, true, false},
    {P_Audio, 28, 25000000, 1900, WHO_AUDIO, true, false},
    {P_NDIS, 10108, 20000000, 650, WHO_SYSTEM, false, false},
    {P_NDIS, 10104, 40000000, 2000, WHO_SYSTEM, false, false},
    {P_WHEA_Logger, 3, 20000000, 750, WHO_SYSTEM, false, false},
    {P_WHEA_Logger, 47, 90000000, 30000, WHO_SYSTEM, true, false},
    {P_Kernel_WHEA, 5, 20000000, 760, WHO_SYSTEM, false, false},
    {P_Kernel_Interrupt_Steering, 6, 3000000, 350, WHO_SYSTEM, false, false},
    {P_Kernel_Interrupt_Steering, 8, 5000000, 370, WHO_SYSTEM, false, true},
    {P_Win32k, 2, 3000000, 300, WHO_CSRSS, false, false},
    {P_Win32k, 25, 5000000, 320, WHO_CSRSS, false, false},
    {P_Win32k, 26, 15000000, 2200, WHO_CSRSS, false, false},
    {P_Win32k, 38, 30000000, 12000, WHO_EXPLORER, true, false},
    {P_Dwm_Core, 24, 20000000, 6000, WHO_DWM, true, false},
    {P_Dwm_Core, 172, 20000000, 6001, WHO_DWM, true, false},
    {P_DxgKrnl, 30, 9000000, 830, WHO_GAME, false, false},
    {P_DxgKrnl, 31, 9000000, 5830, WHO_GAME, false, false},
    {P_DxgKrnl, 368, 30000000, 2300, WHO_SYSTEM, false, false},
    {P_Kernel_PnP, 813, 20000000, 1000, WHO_SERVICE, false, false},
    {P_Kernel_PnP, 814, 20000000, 1001, WHO_SERVICE, false, false},
    {P_Kernel_PnP, 815, 20000000, 1003, WHO_SERVICE, false, false},
    {P_Kernel_PnP, 500, 2500000, 530, WHO_EXPLORER, false, false},
    {P_Kernel_PnP, 503, 2500000, 532, WHO_EXPLORER, false, false},
    {P_Kernel_PnP, 700, 4000000, 870, WHO_SERVICE, false, false},
    {P_Kernel_PnP, 701, 4000000, 872, WHO_SERVICE, false, false},
    {P_Kernel_Memory, 8, 45000000, 2500, WHO_SYSTEM, false, false},
    {P_Kernel_Memory, 11, 10000000, 2600, WHO_SYSTEM, false, false},
    {P_Kernel_Process, 11, 8000000, 1950, WHO_SERVICE, false, false},
    {P_Kernel_Process, 12, 8000000, 1990, WHO_SERVICE, false, false},
    {P_TCPIP, 1391, 3000000, 560, WHO_SERVICE, false, false},
    {P_TCPIP, 1396, 3000000, 561, WHO_SERVICE, false, false},
    {P_TCPIP, 1397, 3000000, 2561, WHO_SERVICE, false, false},
    {P_TCPIP, 1454, 7000000, 940, WHO_SERVICE, false, false},
    {P_TCPIP, 1187, 20000000, 4000, WHO_GAME, true, false},

    /* NOISE */
    {P_TCPIP, 1074, 2500, 5, WHO_GAME, false, false},
    {P_TCPIP, 1332, 4000, 5, WHO_GAME, false, false},
    {P_TCPIP, 1159, 6000, 6, WHO_GAME, false, false},
    {P_Kernel_Process, 7, 20000, 7, WHO_GAME, false, false},
    {P_Kernel_Process, 8, 12000, 7, WHO_SYSTEM, false, false},
    {P_Kernel_Process, 9, 90000, 7, WHO_SERVICE, false, false},
    {P_Kernel_Process, 10, 70000, 8, WHO_SERVICE, false, false},
    {P_Kernel_Process, 21, 30000, 8, WHO_SERVICE, false, false},
    {P_Kernel_Process, 3, 60000, 9, WHO_GAME, false, false},
    {P_Kernel_Process, 4, 60000, 39, WHO_GAME, false, false},
    {P_Kernel_Memory, 10, 25000, 9, WHO_GAME, false, false},
    {P_Kernel_PnP, 226, 50000, 10, WHO_SERVICE, false, false},
    {P_Kernel_PnP, 227, 50000, 11, WHO_SERVICE, false, false},
    {P_Win32k, 59, 6000, 12, WHO_EXPLORER, false, false},
    {P_Win32k, 61, 6000, 13, WHO_GAME, false, false},
    {P_Win32k, 63, 8000, 13, WHO_GAME, false, false},
    {P_Win32k, 163, 4000, 14, WHO_GAME, false, false},
    {P_Win32k, 165, 3000, 14, WHO_DWM, false, false},
    {P_Win32k, 167, 2500, 15, WHO_GAME, false, false},
    {P_Win32k, 192, 40000000, 3000, WHO_CSRSS, false, false},
    {P_Kernel_Processor_Power, 10, 30000, 15, WHO_SYSTEM, false, true},
    {P_Kernel_Processor_Power, 12, 15000, 15, WHO_SYSTEM, false, true},
    {P_Kernel_Processor_Power, 97, 15000, 16, WHO_SYSTEM, false, false},
    {P_Kernel_Power, 300, 15000, 16, WHO_SYSTEM, false, false},
    {P_Kernel_Power, 302, 15000, 17, WHO_SYSTEM, false, false},
    {P_Kernel_Acpi, 7, 40000, 17, WHO_SYSTEM, false, false},
    {P_StorPort, 200, 5000, 18, WHO_SYSTEM, false, false},
    {P_StorPort, 202, 5000, 18, WHO_SYSTEM, false, false},
    {P_USB_USBXHCI, 41, 2000, 19, WHO_SYSTEM, false, false},
    {P_USB_USBXHCI, 42, 2000, 19, WHO_SYSTEM, false, false},
    {P_USB_USBPORT, 26, 8000, 20, WHO_SYSTEM, false, false},
    {P_BTH_BTHPORT, 234, 20000, 21, WHO_SYSTEM, false, false},
    {P_NDIS, 10200, 5000, 22, WHO_SYSTEM, false, false},
    {P_NDIS, 10201, 5000, 22, WHO_SYSTEM, false, false},
    {P_DXGI, 84, 50000, 23, WHO_GAME, false, false},
    {P_DXGI, 85, 50000, 23, WHO_GAME, false, false},
    {P_Dwm_Core, 29, 8000, 24, WHO_DWM, false, false},
    {P_Dwm_Core, 145, 16000, 24, WHO_DWM, false, false},
    {P_Kernel_File, 12, 8000, 25, WHO_SERVICE, false, false},
    {P_Kernel_File, 15, 5000, 25, WHO_GAME, false, false},
    {P_Kernel_Network, 11, 4000, 26, WHO_GAME, false, false},
};
#define PULSE_COUNT (sizeof PULSES / sizeof PULSES[0])

void sim_pulses_init(struct sim *s)
{
    for (size_t i = 0; i < PULSE_COUNT && i < SIM_MAX_PULSES; i++) {
        s->load->pulse_def[i] = sim_providers_def(s, PULSES[i].provider, PULSES[i].id);
        if (s->load->pulse_def[i])
            sim_task_add(s, s->done_until + (int64_t)PULSES[i].first_ms * SIM_TICKS_PER_MS, TASK_PULSE, i, 0, 0);
    }
}

void sim_pulse_run(struct sim *s, const struct sim_task *t)
{
    const struct pulse *p = &PULSES[t->a];
    uint64_t n = ++s->load->pulse_count[t->a];
    if (!p->rare || !s->behaviour.quiet) {
        uint32_t rounds = p->per_cpu ? s->options.cpu_count : 1;
        for (uint32_t cpu = 0; cpu < rounds; cpu++) {
            struct sim_where w = sim_who(s, p->who, t->at, n);
            const struct sim_value values[] = {NUMBER("Number", cpu), NUMBER("Group", 0), NUMBER("ProcIndex", cpu),
                                               NUMBER("DeliveredPerformance", t->at < s->load->throttled_until ? 55 : 100),
                                               NUMBER("RequestedResolution", 10000), NUMBER("NewResolution", 10000),
                                               NUMBER("Pid", w.pid)};
            if (p->per_cpu)
                w.cpu = cpu;
            sim_emit(s, s->load->pulse_def[t->a], &w, values, sizeof values / sizeof values[0]);
        }
    }
    double wait = (double)p->every_us * 10 * (0.6 + 0.8 * sim_random_unit(s, 0x9015E + t->a, n)) / s->rate;
    sim_task_add(s, t->at + (int64_t)wait + 1, TASK_PULSE, t->a, 0, 0);
}
