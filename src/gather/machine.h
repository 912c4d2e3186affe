/* The machine that a trace was made on, as its events tell: processes, which
 * thread is whose, where the kernel's modules lie, what devices are called.
 * Tables with a bound; names are offsets into the trace's struct names. */
#ifndef HB_GATHER_MACHINE_H
#define HB_GATHER_MACHINE_H

#include "events/payload.h"
#include "gather/names.h"

struct process {
    uint32_t pid;
    uint32_t name; /* without its folder */
    int64_t start, end; /* 0: before or after the trace */
    uint32_t exit_code;
    uint64_t commit_peak;
    bool ended;
    bool name_of_end; /* told by its end, which the kernel cuts */
    uint16_t next; /* of the same hash; index + 1 */
};

struct module {
    uint64_t base, len;
    uint32_t name;
};

struct device {
    uint64_t device;
    uint16_t vendor, product;
    uint32_t name;
};

struct machine {
    struct process *processes;
    uint32_t process_count;
    uint16_t process_hash[256];
    uint64_t *threads; /* tid << 32 | process index + 1; open addressing */
    uint32_t thread_count;
    struct module *modules; /* by address, once sorted */
    uint32_t module_count;
    struct device *devices;
    uint32_t device_count;
};

/* False where memory is short; machine_done is to be called all the same. */
bool machine_init(struct machine *machine);
void machine_done(struct machine *machine);

/* Index of the process that has the pid at `time` (0: the last one that had
 * it); process_count for an unknown one. */
uint32_t machine_process_at(const struct machine *machine, uint32_t pid, int64_t time);
/* The offset of its name; 0 for an unknown one. */
uint32_t machine_process_name(const struct machine *machine, uint32_t pid, int64_t time);
/* NULL where no room is left. */
struct process *machine_process_add(struct machine *machine, uint32_t pid, int64_t start);
void machine_thread_add(struct machine *machine, uint32_t tid, uint32_t pid);
/* Index into the processes, or process_count for an unknown thread. */
uint32_t machine_thread_process(const struct machine *machine, uint32_t tid);
void machine_module_add(struct machine *machine, struct names *names, const struct image *image, const char *path);
void machine_modules_sort(struct machine *machine);
/* Index into the modules, or module_count. */
uint32_t machine_module_at(const struct machine *machine, uint64_t address);
void machine_device_add(struct machine *machine, struct names *names, uint64_t device, uint16_t vendor,
                        uint16_t product, const char *name);
/* 0 where nothing is known of it. */
uint32_t machine_device_name(const struct machine *machine, const struct usb_device *device);

#endif
