#include "tests/sim/sim_masks.h"

#include <string.h>

#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"

struct usual {
    enum sim_provider_id provider;
    uint8_t level;
    uint64_t any, any_old; /* from build 22000 on, and before */
};

static const struct usual RING[] = {
    {P_DxgKrnl, 4, 0x08030800, 0x00030801},
    {P_DXGI, 4, 0x2, 0x2},
    {P_D3D9, 4, 0x2, 0x2},
    {P_Dwm_Core, 4, 0x8C, 0xC},
    {P_Win32k, 4, 0x62000, 0x62000},
    {P_Kernel_Processor_Power, 4, UINT64_C(0x80000000000000C4), UINT64_C(0x80000000000000C4)},
    {P_Kernel_Power, 4, UINT64_C(0x80000000000040A0), UINT64_C(0x80000000000040A0)},
    {P_Kernel_Acpi, 4, 0x2, 0x2},
    {P_Kernel_Disk, 4, UINT64_C(0x8000000000000000), UINT64_C(0x8000000000000000)},
    {P_StorPort, 4, 0x4F, 0x4F},
    {P_USB_USBHUB3, 4, 0xE418, 0xE418},
    {P_USB_USBXHCI, 4, 0x89009, 0x89009},
    {P_USB_UCX, 4, 0x8001, 0x8001},
    {P_USB_USBPORT, 4, 0x2, 0x2},
    {P_BTH_BTHUSB, 4, 0x1, 0x1},
    {P_Input_HIDCLASS, 4, 0x1, 0x1},
    {P_Audio, 5, UINT64_C(0x2000000000000000), UINT64_C(0x2000000000000000)},
    {P_NDIS, 4, 0x1204, 0x1204},
    {P_WHEA_Logger, 4, 0, 0},
    {P_Kernel_WHEA, 4, 0, 0},
    {P_Kernel_Interrupt_Steering, 4, 0x1, 0x1},
};

static const struct usual CIRCULAR[] = {
    {P_Kernel_Process, 4, 0x250, 0x250},
    {P_DxgKrnl, 4, 0x430400, 0x430400},
    {P_Kernel_PnP, 4, 0x2800000, 0x2800000},
    {P_Kernel_Memory, 4, 0x760, 0x760},
    {P_TCPIP, 4, UINT64_C(0x00000994000084B0), UINT64_C(0x00000994000084B0)},
};

static uint32_t enable_all(struct sim *s, uint64_t handle, const struct usual *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t any = s->options.os_build >= 22000 ? list[i].any : list[i].any_old;
        uint32_t code = sim_enable(s, handle, &s->providers[list[i].provider].guid, list[i].level, any, NULL, 0);
        if (code)
            return code;
    }
    return 0;
}

uint32_t sim_enable_usual(struct sim *s, uint64_t handle, bool file_session)
{
    return file_session ? enable_all(s, handle, CIRCULAR, sizeof CIRCULAR / sizeof CIRCULAR[0])
                        : enable_all(s, handle, RING, sizeof RING / sizeof RING[0]);
}

void sim_capture_usual(struct sim *s, uint64_t handle)
{
    for (size_t i = 0; i < sizeof RING / sizeof RING[0]; i++)
        sim_capture(s, handle, &s->providers[RING[i].provider].guid, 1000);
}

bool sim_is_usual(uint32_t provider)
{
    bool usual = false;
    for (size_t i = 0; i < sizeof RING / sizeof RING[0]; i++)
        usual = usual || (uint32_t)RING[i].provider == provider;
    for (size_t i = 0; i < sizeof CIRCULAR / sizeof CIRCULAR[0]; i++)
        usual = usual || (uint32_t)CIRCULAR[i].provider == provider;
    return usual;
}

const struct guid *sim_provider_guid(const struct sim *s, const char *name)
{
    for (uint32_t i = 0; i < s->provider_count; i++) {
        const char *full = s->providers[i].name;
        if (strcmp(full, name) == 0 || (strlen(full) > 18 && strcmp(full + 18, name) == 0))
            return &s->providers[i].guid;
    }
    return NULL;
}
