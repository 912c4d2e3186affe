#include "tests/scenarios/truth/kinds.h"

static const uint64_t gap_ms[] = {60, 150, 400};

/* ---- the graphics card ---- */

void play_gpu_foreign(struct run *r, unsigned n)
{
    gpu_hold(&r->gpu, GPU_foreign, (int64_t)gap_ms[n]);
    run_gap(r, gap_ms[n]);
}

void play_gpu_own(struct run *r, unsigned n)
{
    gpu_hold(&r->gpu, GPU_own, (int64_t)gap_ms[n]);
    run_gap(r, gap_ms[n]);
}

/* The game sends nothing, and nobody else does. */
void play_gpu_starved(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {90, 250, 700};
    run_gap(r, ms[n]);
}

/* ---- the machine ---- */

void play_hardware_error(struct run *r, unsigned n)
{
    run_gap(r, gap_ms[n]);
    run_incident(r, "whea", "count", n + 1);
}

void play_heat(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {2000, 4000, 8000};
    run_incident(r, "heat", "ms", ms[n]);
}

void play_light_paging(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {80, 250, 800};
    run_gap(r, ms[n]);
    run_paging(r, ms[n]);
}

void play_no_buffers(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 300, 1000};
    run_incident(r, "no_buffers", "ms", ms[n]);
}

/* ---- devices and the network ---- */

void play_radio_alone(struct run *r, unsigned n)
{
    run_gap(r, gap_ms[n]);
    run_incident(r, "bt_lost", "count", n + 1);
}

/* The radio is switched off and on; BTHPORT tells the state. */
void play_radio_state(struct run *r, unsigned n)
{
    static const uint16_t ids[] = {310, 311, 312};
    run_gap(r, gap_ms[n]);
    for (unsigned i = 0; i < 3; i++) {
        const struct sim_value state[] = {NUMBER("RadioState", i < 2 ? 0 : 1), NUMBER("CompleteStatus", 0)};
        sim_say(r->s, P_BTH_BTHPORT, ids[i], WHO_SYSTEM, sim_now_raw(r->s), state, 2);
        advance(r, 0.02);
    }
}

void play_pnp_lost(struct run *r, unsigned n)
{
    run_gap(r, gap_ms[n]);
    run_incident(r, "pnp_lost", "count", n + 1);
}

/* Frames go on; the world in the game stutters. */
void play_retransmits(struct run *r, unsigned n)
{
    static const uint64_t count[] = {10, 20, 50};
    run_incident(r, "retransmits", "count", count[n]);
}

/* ---- changes ---- */

static void ask_for_timer(struct run *r, uint32_t resolution)
{
    const struct sim_value values[] = {NUMBER("RequestedResolution", resolution), NUMBER("NewResolution", resolution),
                                       STRING("AppName", "\\Device\\HarddiskVolume3\\Program Files\\Overlay\\overlay.exe")};
    sim_say(r->s, P_Kernel_Power, 63, WHO_OVERLAY, sim_now_raw(r->s), values, 3);
    sim_say(r->s, P_Kernel_Power, 95, WHO_SYSTEM, sim_now_raw(r->s), values, 3);
}

/* A change that came before and stayed would be no cause: it goes with the trouble. */
void play_timer(struct run *r, unsigned n)
{
    ask_for_timer(r, 156250);
    run_gap(r, gap_ms[n]);
    advance(r, (double)gap_ms[n] / 1000);
    ask_for_timer(r, 5000);
}

void play_power_plan(struct run *r, unsigned n)
{
    run_incident(r, "power_plan", "count", n + 1);
    advance(r, 0.04);
    run_gap(r, gap_ms[n]);
}

void play_focus_taken(struct run *r, unsigned n)
{
    static const double held[] = {0.03, 0.08, 0.2};
    run_focus(r, RUN_GAME, RUN_OVERLAY);
    run_gap(r, gap_ms[n]);
    advance(r, held[n]);
    run_focus(r, RUN_OVERLAY, RUN_GAME);
}
