#include "etl/etl_kernel.h"

#define IMAGE_LOAD 0x030Au

#define MSNT(first) {first, 0xfe05, 0x11d0, {0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}}

const struct etl_class_entry etl_classes[ETL_CLASS_COUNT] = {
    [ETL_CLASS_EVENT_TRACE] = {"EventTrace", {0x68fdd900, 0x4a3e, 0x11d1, {0x84, 0xf4, 0x00, 0x00, 0xf8, 0x04, 0x64, 0xe3}}},
    [ETL_CLASS_DISK_IO] = {"DiskIo", MSNT(ETL_CLASS_FIRST_DISK_IO)},
    [ETL_CLASS_PAGE_FAULT] = {"PageFault", MSNT(ETL_CLASS_FIRST_PAGE_FAULT)},
    [ETL_CLASS_PROCESS] = {"Process", MSNT(ETL_CLASS_FIRST_PROCESS)},
    [ETL_CLASS_FILE_IO] = {"FileIo", {0x90cbdc39, 0x4a3e, 0x11d1, {0x84, 0xf4, 0x00, 0x00, 0xf8, 0x04, 0x64, 0xe3}}},
    [ETL_CLASS_THREAD] = {"Thread", MSNT(ETL_CLASS_FIRST_THREAD)},
    [ETL_CLASS_TCP_IP] = {"TcpIp", {0x9a280ac0, 0xc8e0, 0x11d1, {0x84, 0xe2, 0x00, 0xc0, 0x4f, 0xb9, 0x98, 0xa2}}},
    [ETL_CLASS_UDP_IP] = {"UdpIp", {0xbf3a50c5, 0xa9c9, 0x4988, {0xa0, 0x05, 0x2d, 0xf0, 0xb7, 0xc8, 0x0f, 0x80}}},
    [ETL_CLASS_REGISTRY] = {"Registry", {0xae53722e, 0xc863, 0x11d2, {0x86, 0x59, 0x00, 0xc0, 0x4f, 0xa3, 0x21, 0xa1}}},
    [ETL_CLASS_SYSTEM_CONFIG] = {"SystemConfig", {0x01853a65, 0x418f, 0x4f36, {0xae, 0xfc, 0xdc, 0x0f, 0x1d, 0x2f, 0xd2, 0x35}}},
    [ETL_CLASS_PERF_INFO] = {"PerfInfo", {ETL_CLASS_FIRST_PERF_INFO, 0x137e, 0x4da6, {0x87, 0xb0, 0x3f, 0x59, 0xaa, 0x10, 0x2c, 0xbc}}},
    [ETL_CLASS_IMAGE] = {"Image", {ETL_CLASS_FIRST_IMAGE, 0x5fc1, 0x11d2, {0xab, 0xe1, 0x00, 0xa0, 0xc9, 0x11, 0xf5, 0x18}}},
    [ETL_CLASS_STACK_WALK] = {"StackWalk", {0xdef2fe46, 0x7bd6, 0x4b80, {0xbd, 0x94, 0xf5, 0x7f, 0xe2, 0x0d, 0x0c, 0xe3}}},
};

/* Class of a group + 1. */
static const uint8_t classes[0x20] = {
    [0x00] = ETL_CLASS_EVENT_TRACE + 1,
    [0x01] = ETL_CLASS_DISK_IO + 1,
    [0x02] = ETL_CLASS_PAGE_FAULT + 1,
    [0x03] = ETL_CLASS_PROCESS + 1,
    [0x04] = ETL_CLASS_FILE_IO + 1,
    [0x05] = ETL_CLASS_THREAD + 1,
    [0x06] = ETL_CLASS_TCP_IP + 1,
    [0x08] = ETL_CLASS_UDP_IP + 1,
    [0x09] = ETL_CLASS_REGISTRY + 1,
    [0x0B] = ETL_CLASS_SYSTEM_CONFIG + 1,
    [0x0F] = ETL_CLASS_PERF_INFO + 1,
    [0x14] = ETL_CLASS_IMAGE + 1,
    [0x18] = ETL_CLASS_STACK_WALK + 1,
};

const struct guid *etl_hook_guid(uint16_t hook)
{
    static const struct guid none = {0, 0, 0, {0}};
    unsigned group = hook >> 8;
    if (hook == IMAGE_LOAD)
        group = 0x14;
    unsigned id = group < sizeof classes ? classes[group] : 0;
    return id ? &etl_classes[id - 1].guid : &none;
}

const char *etl_class_name(const struct guid *guid)
{
    for (unsigned i = 0; i < ETL_CLASS_COUNT; i++) {
        if (guid_equal(&etl_classes[i].guid, guid))
            return etl_classes[i].name;
    }
    return NULL;
}

const struct guid *etl_class_guid(const char *name)
{
    for (unsigned i = 0; i < ETL_CLASS_COUNT; i++) {
        if (str_equal_nocase(etl_classes[i].name, name))
            return &etl_classes[i].guid;
    }
    return NULL;
}
