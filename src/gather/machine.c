#include "gather/machine.h"

#include <stdlib.h>
#include <string.h>

#include "gather/facts.h"

#define MAX_PROCESSES 4096u
#define MAX_THREADS 16384u
#define MAX_MODULES 1024u
#define MAX_DEVICES 512u

bool machine_init(struct machine *m)
{
    m->processes = calloc(MAX_PROCESSES, sizeof *m->processes);
    m->threads = calloc((size_t)MAX_THREADS * 2, sizeof *m->threads);
    m->modules = calloc(MAX_MODULES, sizeof *m->modules);
    m->devices = calloc(MAX_DEVICES, sizeof *m->devices);
    return m->processes && m->threads && m->modules && m->devices;
}

void machine_done(struct machine *m)
{
    free(m->processes);
    free(m->threads);
    free(m->modules);
    free(m->devices);
}

uint32_t machine_process_at(const struct machine *m, uint32_t pid, int64_t time)
{
    const struct process *best = NULL;
    for (unsigned i = m->process_hash[pid / 4 % 256]; i; i = m->processes[i - 1].next) {
        const struct process *p = &m->processes[i - 1];
        if (p->pid != pid)
            continue;
        bool lives = !time || (p->start <= time && (!p->ended || p->end + SECOND >= time));
        if (lives && (!best || p->start > best->start))
            best = p;
        else if (!best)
            best = p;
    }
    return best ? (uint32_t)(best - m->processes) : m->process_count;
}

uint32_t machine_process_name(const struct machine *m, uint32_t pid, int64_t time)
{
    uint32_t at = machine_process_at(m, pid, time);
    return at < m->process_count ? m->processes[at].name : 0;
}

struct process *machine_process_add(struct machine *m, uint32_t pid, int64_t start)
{
    /* A list entry and a start of the same process may come in any order. */
    uint32_t at = machine_process_at(m, pid, 0);
    struct process *p = at < m->process_count ? &m->processes[at] : NULL;
    if (p && (p->start == start || !start || (!p->start && (!p->ended || start <= p->end)))) {
        if (start > p->start)
            p->start = start;
        return p;
    }
    if (m->process_count == MAX_PROCESSES)
        return NULL;
    p = &m->processes[m->process_count++];
    memset(p, 0, sizeof *p);
    p->pid = pid;
    p->start = start;
    p->next = m->process_hash[pid / 4 % 256];
    m->process_hash[pid / 4 % 256] = (uint16_t)m->process_count;
    return p;
}

static uint32_t thread_slot(uint32_t tid)
{
    return tid / 4 * 2654435761u % (MAX_THREADS * 2);
}

void machine_thread_add(struct machine *m, uint32_t tid, uint32_t pid)
{
    struct process *p = machine_process_add(m, pid, 0);
    if (!p || !tid)
        return;
    uint64_t entry = (uint64_t)tid << 32 | (uint64_t)(p - m->processes + 1);
    for (uint32_t probe = 0; probe < 64; probe++) {
        uint64_t *slot = &m->threads[(thread_slot(tid) + probe) % (MAX_THREADS * 2)];
        if (*slot >> 32 == tid) {
            *slot = entry;
            return;
        }
        if (*slot)
            continue;
        if (m->thread_count < MAX_THREADS) {
            *slot = entry;
            m->thread_count++;
        }
        return;
    }
}

uint32_t machine_thread_process(const struct machine *m, uint32_t tid)
{
    for (uint32_t probe = 0; tid && probe < 64; probe++) {
        uint64_t slot = m->threads[(thread_slot(tid) + probe) % (MAX_THREADS * 2)];
        if (slot >> 32 == tid)
            return (uint32_t)slot - 1;
        if (!slot)
            break;
    }
    return m->process_count;
}

void machine_module_add(struct machine *m, struct names *names, const struct image *image, const char *path)
{
    bool kernel = image->base >> 63 || (image->pid == 0 && image->base >= 0x80000000u);
    if (!kernel || !image->len || m->module_count == MAX_MODULES)
        return;
    for (uint32_t i = 0; i < m->module_count; i++) {
        if (m->modules[i].base == image->base)
            return;
    }
    struct module *new = &m->modules[m->module_count++];
    new->base = image->base;
    new->len = image->len;
    new->name = names_add_file(names, path);
}

static int lower_first(const void *a, const void *b)
{
    uint64_t x = ((const struct module *)a)->base, y = ((const struct module *)b)->base;
    return x < y ? -1 : x > y;
}

void machine_modules_sort(struct machine *m)
{
    qsort(m->modules, m->module_count, sizeof *m->modules, lower_first);
}

uint32_t machine_module_at(const struct machine *m, uint64_t address)
{
    uint32_t low = 0, high = m->module_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (m->modules[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low && address - m->modules[low - 1].base < m->modules[low - 1].len)
        return low - 1;
    return m->module_count;
}

void machine_device_add(struct machine *m, struct names *names, uint64_t device, uint16_t vendor,
                        uint16_t product, const char *name)
{
    uint32_t at = names_add(names, name);
    if (!at || m->device_count == MAX_DEVICES)
        return;
    for (uint32_t i = 0; i < m->device_count; i++) {
        struct device *d = &m->devices[i];
        if (d->device == device && d->vendor == vendor && d->product == product)
            return;
    }
    struct device *d = &m->devices[m->device_count++];
    d->device = device;
    d->vendor = vendor;
    d->product = product;
    d->name = at;
}

uint32_t machine_device_name(const struct machine *m, const struct usb_device *u)
{
    for (uint32_t i = 0; i < m->device_count; i++) {
        const struct device *d = &m->devices[i];
        if ((u->device && d->device == u->device) ||
            (u->vendor && d->vendor == u->vendor && d->product == u->product))
            return d->name;
    }
    return 0;
}
