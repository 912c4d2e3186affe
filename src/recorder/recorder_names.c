#include "recorder/recorder.h"

#include "verdict/verdict.h"
#include "win/devices.h"

struct asking {
    struct recorder *r;
    struct device_names *names;
    struct devices *devices;
    struct outcome outcome;
    uint32_t asked;
    bool given_up;
};

static bool ask(void *ctx, const char *id)
{
    struct asking *a = ctx;
    struct text name = TEXT_EMPTY;
    if (device_names_has(a->names, id))
        return true;
    a->given_up = recorder_is_busy(a->r);
    if (a->given_up)
        return false;
    if (!a->asked++)
        a->outcome = devices_open(&a->devices);
    if (a->devices) {
        bool named = devices_name(a->devices, id, &name);
        (void)device_names_add(a->names, id, named ? text_str(&name) : "");
        if (name.failed || a->names->short_of_memory)
            a->outcome = outcome_of(WHY_out_of_memory, 0);
    }
    text_done(&name);
    return !outcome_failed(a->outcome) && a->names->count < DEVICE_NAMES_MOST;
}

bool recorder_name_devices(struct recorder *r, const struct verdict *v, struct device_names *names)
{
    struct asking a = {r, names, NULL, outcome_ok(), 0, false};
    verdict_each_device(v, ask, &a);
    devices_close(a.devices);
    if (a.asked)
        log_outcome(r->log, "device_names", a.outcome, "asked=%u", (unsigned)a.asked);
    return !a.given_up;
}
