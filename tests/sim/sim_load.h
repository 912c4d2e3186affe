/* The population: what the simulated machine does. A game draws 60 frames a
 * second, the desktop composes, disks read, processes come and go, and the
 * providers say so; beside it they say much that a recorder's masks have to
 * keep out (packets, DMA buffers, thread switches of priority, messages).
 *
 * Everything is a task in the machine's queue (sim_tasks.c); a task emits and
 * puts its successor into the queue. Tasks draw their randomness from the seed
 * and their own counters, never from what is being recorded. */
#ifndef HB_TESTS_SIM_SIM_LOAD_H
#define HB_TESTS_SIM_SIM_LOAD_H

#include "tests/sim/sim_internal.h"

enum sim_task_kind {
    TASK_PULSE,   /* a: row of the table in sim_pulses.c */
    TASK_FRAME,   /* the game presents */
    TASK_STEP,    /* a: list of steps, b: index in it, c: frame */
    TASK_VSYNC,
    TASK_DISK,    /* a request is issued */
    TASK_DISK_DONE, /* a: bytes, b: latency, c: offset and kind */
    TASK_MEMORY,
    TASK_PROCESS_START,
    TASK_PROCESS_END, /* a: process index, b: exit code */
    TASK_CONNECT,
    TASK_CONNECTION, /* a: step, b: connection number, c: end's kind */
    TASK_RUNDOWN,    /* a: provider */
    TASK_INCIDENT,   /* a: kind, b: step, c: parameter */
    TASK_ONCE,       /* a: index of an event that speaks once */
    TASK_OWN         /* of whoever drives the machine: load->own is called */
};
/* Tasks of the driver's own happen wherever time moves, in order with all others. */
typedef void sim_own_fn(void *ctx, const struct sim_task *t);

/* Whose thread says it. */
enum sim_who { WHO_SYSTEM, WHO_GAME, WHO_DWM, WHO_EXPLORER, WHO_SERVICE, WHO_AUDIO, WHO_CSRSS, WHO_OVERLAY };

#define SIM_MAX_PULSES 256u

struct sim_load {
    uint64_t frames, vsyncs, connections, starts, reads, memory_samples;
    uint64_t pulse_count[SIM_MAX_PULSES];
    struct sim_def *pulse_def[SIM_MAX_PULSES];
    int64_t disk_stall_until; /* reads issued before it end after it */
    int64_t present_gap_until;
    int64_t memory_low_until, throttled_until, net_down_until;
    int64_t frame_ticks; /* the game's; the screen keeps its 60 Hz */
    sim_own_fn *own;
    void *own_ctx;
};

struct sim_where sim_who(const struct sim *s, enum sim_who who, int64_t at, uint64_t spread);
/* Emits the event if this build has it. */
void sim_say(struct sim *s, enum sim_provider_id provider, uint16_t id, enum sim_who who, int64_t at,
             const struct sim_value *values, size_t count);
/* The device that usb_lost and pnp_lost are about, as lists name it. */
#define SIM_USB_DEVICE UINT64_C(0xFFFFA70C60112340)
#define SIM_USB_NAME "Asteroid 7 Mouse"
#define SIM_USB_PATH "USB\\VID_046D&PID_C539\\5&2A1F0B3C&0&4"
#define NUMBER(field, value) {field, (uint64_t)(value), NULL, NULL, 0}
#define STRING(field, value) {field, 0, value, NULL, 0}
#define BYTES(field, at, len) {field, 0, NULL, at, len}

/* sim_pulses.c */
void sim_pulses_init(struct sim *s);
void sim_pulse_run(struct sim *s, const struct sim_task *t);
/* sim_frames.c */
void sim_frames_init(struct sim *s);
void sim_frame_run(struct sim *s, const struct sim_task *t);
/* sim_machine.c: disk, memory, processes, network */
bool sim_machine_init(struct sim *s);
void sim_machine_run(struct sim *s, const struct sim_task *t);
uint32_t sim_process_start(struct sim *s, int64_t at, const char *image, int64_t lifetime, uint32_t exit_code);
/* sim_rundown.c */
void sim_rundown_run(struct sim *s, uint32_t provider, int64_t at);
/* sim_incident.c */
void sim_incident_run(struct sim *s, const struct sim_task *t);

#endif
