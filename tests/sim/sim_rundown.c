#include "tests/sim/sim_load.h"

struct answer {
    enum sim_provider_id provider;
    uint16_t ids[18]; /* 0 ends */
    bool per_cpu;
};

/* Who answers CAPTURE_STATE, and with what; all others say nothing. */
static const struct answer ANSWERS[] = {
    {P_DxgKrnl, {26, 29, 29, 32, 32, 35, 35, 424, 250}, false},
    {P_Kernel_Processor_Power, {19, 20, 42, 43, 44, 45, 64, 67, 68}, true},
    {P_Kernel_Processor_Power, {21, 22, 23, 103, 106, 107, 126}, false},
    {P_Kernel_Power, {96, 97, 111, 145, 301, 304, 311}, false},
    {P_Kernel_Acpi, {10, 12, 13, 17, 19}, false},
    {P_USB_USBHUB3, {1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2}, false},
    {P_USB_UCX, {1, 3, 4, 5, 6, 7, 2}, false},
    {P_USB_USBXHCI, {1, 3, 4, 5, 2}, false},
    {P_Input_HIDCLASS, {1, 3, 3, 3, 2}, false},
    {P_NDIS, {10600, 10601, 10602, 10603}, false},
    {P_TCPIP, {1202, 1300, 1452, 1518}, false},
    {P_Kernel_Interrupt_Steering, {1, 3}, false},
    {P_Kernel_Interrupt_Steering, {7}, true},
    {P_Kernel_Pep, {1, 2, 3}, false},
    {P_Win32k, {36, 36}, false},
    {P_DXGI, {3, 6, 9, 12}, false},
    {P_Kernel_PnP_Rundown, {1, 2, 3, 4}, false},
};

static void processes(struct sim *s, int64_t at)
{
    for (uint32_t i = 0; i < s->process_count; i++) {
        const struct sim_process *p = &s->processes[i];
        if (!p->alive)
            continue;
        const struct sim_value values[] = {
            NUMBER("ProcessID", p->pid),
            NUMBER("ProcessSequenceNumber", p->key),
            NUMBER("CreateTime", sim_clock_utc(&s->clock, p->created)),
            NUMBER("ParentProcessID", p->parent),
            NUMBER("SessionID", p->pid > 2000 ? 1 : 0),
            STRING("ImageName", p->image),
            STRING("PackageFullName", ""),
            STRING("PackageRelativeAppId", ""),
        };
        sim_say(s, P_Kernel_Process, 15, WHO_SYSTEM, at, values, sizeof values / sizeof values[0]);
    }
}

void sim_rundown_run(struct sim *s, uint32_t provider, int64_t at)
{
    if (provider == P_Kernel_Process)
        processes(s, at);
    for (size_t i = 0; i < sizeof ANSWERS / sizeof ANSWERS[0]; i++) {
        const struct answer *a = &ANSWERS[i];
        if ((uint32_t)a->provider != provider)
            continue;
        uint32_t rounds = a->per_cpu ? s->options.cpu_count : 1;
        for (uint32_t cpu = 0; cpu < rounds; cpu++)
            for (size_t k = 0; k < 18 && a->ids[k]; k++) {
                const struct sim_value values[] = {NUMBER("Number", cpu), NUMBER("Group", 0),
                                                   NUMBER("ProcIndex", cpu), NUMBER("UsbDevice", SIM_USB_DEVICE),
                                                   STRING("DeviceDescription", SIM_USB_NAME)};
                sim_say(s, a->provider, a->ids[k], WHO_SYSTEM, at, values, sizeof values / sizeof values[0]);
            }
    }
}
