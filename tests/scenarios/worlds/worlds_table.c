/* Every number of the worlds, fixed before the first run. */
#include "tests/scenarios/worlds/worlds.h"

const uint32_t world_builds[3] = {19045, 22631, 26100};
/* Frame rates: half of the players have 60 or 144. */
const uint16_t world_rates[8] = {30, 30, 60, 60, 144, 144, 240, 240};
const uint8_t world_cpus[4] = {6, 8, 12, 16};

#define GAMES "\\Device\\HarddiskVolume3\\Games\\"
const char *const world_games[6] = {
    GAMES "Asteroids\\Asteroids.exe", GAMES "Hollow\\HollowReach-Win64-Shipping.exe", GAMES "r5\\r5apex.exe",
    GAMES "Cards\\game.exe",          GAMES "Rally\\RallyEvolution_x64.exe",          GAMES "Farm\\javaw.exe",
};

const struct world_numbers world_numbers = {
    .before_s = {58, 74},        /* of play before the trouble; what stood there first is overwritten */
    .reaction_s = {0.8, 6},      /* from the end of the trouble to the key */
    .post_roll_s = {1, 2},       /* from the key to the FLUSH */
    .settle_s = 0.7,             /* between the decoy's earliest moment and the play */
    .starts_per_minute = 8.6,    /* of processes, as measured on everyday machines */
    .connect_every_s = 1.6,      /* the browser's connections */
    .own_connect_every_s = 25,   /* the game's own, which end in good order */
    .reset_share = 0.08,         /* of the browser's end by a reset */
    .stream_every_s = 5,         /* the game streams its world: reads of 128 KB, none slow */
    .write_every_s = 8,          /* somebody else writes some megabytes */
    .timer_every_s = 9,          /* a program asks for another timer resolution, or gives it back */
    .glitch_every_s = 25,        /* one glitch of the sound, on machines that have them */
    .battery_every_s = 30,       /* the battery's percentage, on laptops */
    .radio_every_s = 40,         /* a report of the Bluetooth host controller, on machines that have it */
    .active_every_s = 5,         /* "the user is active", with the owner of the focus */
    .decoy_within_s = 0.5,       /* of the begin of the trouble, before or after */
    .earlier_s = {12, 30},       /* an earlier stutter before the felt one */
    .earlier_weaker = 1.5,       /* by length and distance (halved every 8 s), so that nobody doubts which was felt */
    .decoy_of_100 = 34,
    .earlier_of_100 = 40,
    .generated_of_100 = 20,      /* frame generation, where no packet of the GPU is recorded */
    .menu_press_of_100 = 8,      /* saved from Hitchbox's menu: the focus leaves the game 0.4 s before */
    .alt_tab_of_100 = 15,        /* a look at another window 8 to 20 s before the trouble */
    .beside_of_100 = {25, 40, 20}, /* animated wallpaper, browser with a film, OBS */
    .gap_beside_of_100 = 50,     /* one of these has a gap of its own */
    .glitchy_of_100 = 50,
    .laptop_of_100 = 40,
    .radio_of_100 = 33,
    .scheduler_of_100 = 50,      /* hardware scheduling: packets begin and end, the card does not say when it turns to them */
    .span_least_s = 24,          /* the ring reaches back about so far, */
    .span_more_s = 8,            /* or that much behind what is needed */
    .quiet_s = 30,
    /* How fast it fills: it is made so small that it wraps. */
    .mb_at_rest = 3,
    .mb_s_still = 0.26,
    .mb_s_frame = 0.0018,
    .packets_times = 1.5,
    .deep_mb_s = 0.15,
};

#define STUTTER {{60, 100}, {110, 280}, {320, 1200}}
#define HELD {{45, 80}, {90, 200}, {250, 600}}
#define NOT(decoy) (1u << DECOY_##decoy)

/* Lengths come on top of the game's usual frame. The causes are those of the verdict's own list of kinds. Lengths grow from
 * just felt to what makes a player stop; cases that need longer (a reset of the
 * GPU takes two seconds) begin there. */
const struct world_kind world_kinds[] = {
    {"disk stall", "disk_slow", "", play_disk_stall, LIGHT, FELT_stutter, STUTTER, 0, 0, 29, 0},
    {"disk port reset", "disk_slow", "", play_port_reset, LIGHT, FELT_stutter, {{200, 300}, {500, 900}, {1500, 2800}}, 0, 0, 29, 0},
    {"slow reads", "disk_slow", "", play_slow_reads, LIGHT, FELT_stutter, {{160, 220}, {240, 320}, {400, 900}}, 0, 0, 29, 0},
    {"disk flood", "disk_flood", "", play_disk_flood, LIGHT, FELT_stutter, {{110, 150}, {200, 400}, {600, 1000}}, 0, 0, 29, 0},
    {"flood delays the game", "disk_flood", "", play_flood_delays, LIGHT, FELT_stutter, {{140, 200}, {220, 400}, {600, 1000}}, 0, 0, 29, 0},
    {"hard faults", "hard_faults", "", play_paging, KERNEL, FELT_stutter, {{80, 110}, {150, 300}, {500, 900}}, 0, 0, 29, 0},
    {"paging, light trace", "hard_faults", "", play_paging, LIGHT, FELT_stutter, {{80, 110}, {150, 300}, {500, 900}}, 0, 0, 29, 0},
    {"memory nearly gone", "memory_low", "", play_memory_low, LIGHT, FELT_stutter, {{80, 110}, {150, 300}, {500, 900}}, 1000, 0, 29, 0},
    {"firmware silence", "machine_silent", "", play_silence, LIGHT, FELT_stutter, {{180, 260}, {500, 900}, {1200, 2200}}, 0, 0, 29, 0},
    {"CPU capped", "cpu_capped", "", play_throttle, LIGHT, FELT_slow, {{1800, 2500}, {3000, 5000}, {6000, 8000}}, 0, 0, 29, 0},
    {"CPU hot", "cpu_capped", "", play_heat, LIGHT, FELT_slow, {{1800, 2500}, {3000, 5000}, {6000, 8000}}, 0, 0, 29, 0},
    {"hardware error", "hardware_error", "", play_hardware_error, LIGHT, FELT_stutter, STUTTER, 0, 0, 29, 0},
    /* Where packets are recorded and no event tells of the reset, one of the game's took that long. */
    {"GPU timeout", "gpu_timeout", "gpu_busy@19045", play_gpu_timeout, LIGHT, FELT_stutter, {{2050, 2300}, {2500, 3000}, {4000, 5000}}, 0, 26100, 29, 0},
    {"GPU memory moved", "gpu_busy", "", play_gpu_memory, LIGHT, FELT_stutter, STUTTER, 0, 0, 29, 0},
    {"GPU held by others", "gpu_busy", "", play_gpu_foreign, GPU, FELT_stutter, HELD, 0, 0, 29, 0},
    {"GPU held by the game", "gpu_busy", "", play_gpu_own, GPU, FELT_stutter, HELD, 0, 0, 29, 0},
    {"GPU starved", "gpu_starved", "", play_gpu_starved, GPU, FELT_stutter, {{80, 110}, {150, 300}, {500, 900}}, 0, 0, 29, 0},
    {"USB device lost", "device_lost", "", play_usb_lost, LIGHT, FELT_stutter, STUTTER, 0, 0, 29, 0},
    {"PnP device lost", "device_lost", "", play_pnp_lost, LIGHT, FELT_stutter, STUTTER, 0, 0, 29, 0},
    {"Bluetooth lost", "device_lost", "", play_bluetooth_lost, LIGHT, FELT_stutter, STUTTER, 0, 0, 29, 0},
    {"Bluetooth, no USB", "device_lost", "", play_radio_alone, LIGHT, FELT_stutter, STUTTER, 0, 0, 29, 0},
    {"Bluetooth switched", "device_lost", "", play_radio_switched, RADIO, FELT_stutter, STUTTER, 0, 0, 29, 0},
    {"audio glitch", "audio_glitch", "", play_audio, LIGHT, FELT_nothing, {{160, 200}, {320, 400}, {700, 900}}, 0, 0, 29, NOT(sound)},
    {"network down", "network_loss", "", play_network_down, LIGHT, FELT_nothing, {{800, 1200}, {2000, 3000}, {4000, 6000}}, 0, 0, 29, NOT(reset)},
    {"packets lost", "network_loss", "", play_packets_lost, LIGHT, FELT_nothing, {{1100, 1500}, {2000, 2500}, {4500, 5500}}, 0, 0, 29, NOT(reset)},
    {"process crash", "process_crash", "", play_process_crash, LIGHT, FELT_stutter, STUTTER, 860, 0, 29, NOT(process)},
    {"process starts", "process_start", "", play_process_starts, LIGHT, FELT_stutter, STUTTER, 1500, 0, 29, NOT(process)},
    {"mains lost", "power_change", "", play_mains_lost, LIGHT, FELT_stutter, STUTTER, 50, 0, 29, NOT(power)},
    {"power plan", "power_change", "", play_power_plan, LIGHT, FELT_stutter, STUTTER, 40, 0, 29, NOT(power)},
    {"timer resolution", "power_change", "", play_timer, LIGHT, FELT_slow, {{500, 900}, {1200, 2500}, {3000, 5000}}, 0, 0, 29, NOT(timer)},
    {"sleep and resume", "sleep_resume", "", play_sleep, LIGHT, FELT_open, {{1300, 1800}, {2500, 3500}, {5000, 7000}}, 0, 0, 29, NOT(power)},
    {"display mode", "display_change", "", play_display, LIGHT, FELT_open, {{110, 150}, {250, 400}, {700, 1200}}, 0, 0, 29, 0},
    {"hole in recording", "recorder", "none", play_hole, LIGHT, FELT_open, {{60, 100}, {200, 400}, {800, 1200}}, 0, 0, 29, 0},
    {"long DPC", "driver_long", "", play_long_dpc, KERNEL, FELT_stutter, HELD, 0, 0, 29, 0},
    {"long ISR", "driver_long", "", play_long_isr, KERNEL, FELT_stutter, HELD, 0, 0, 29, 0},
    {"DPC storm", "driver_storm", "", play_dpc_storm, KERNEL, FELT_stutter, {{60, 90}, {110, 250}, {300, 600}}, 0, 0, 29, 0},
    {"ISR storm", "driver_storm", "", play_isr_storm, KERNEL, FELT_stutter, {{60, 90}, {110, 250}, {300, 600}}, 0, 0, 29, 0},
    {"thread wait", "thread_wait", "", play_thread_wait, KERNEL, FELT_stutter, {{60, 90}, {110, 250}, {300, 600}}, 0, 0, 29, 0},
    {"process burst", "process_burst", "", play_process_burst, KERNEL, FELT_stutter, {{60, 90}, {110, 250}, {300, 600}}, 0, 0, 29, 0},
    {"burst, profile only", "process_burst", "", play_process_burst, PROFILE, FELT_stutter, {{60, 90}, {110, 250}, {300, 600}}, 0, 0, 29, 0},
    {"game busy", "game_busy", "", play_game_busy, KERNEL, FELT_stutter, {{60, 90}, {110, 250}, {300, 600}}, 0, 0, 29, 0},
    /* On build 19045 the packets of the GPU are recorded: that it had nothing to do is then true as well. */
    {"no cause", "none", "gpu_starved@19045", play_nothing, LIGHT, FELT_stutter, STUTTER, 0, 0, 72, 0},
    {"freeze, no cause", "none", "gpu_starved@19045", play_nothing, LIGHT, FELT_stutter, {{2500, 3500}, {4000, 6000}, {8000, 12000}}, 0, 0, 18, 0},
};
const unsigned world_kind_count = COUNT(world_kinds);

const struct quiet_kind quiet_kinds[] = {
    {"evening", quiet_evening, 38},   /* only the bustle */
    {"loading", quiet_loading, 18},   /* a gap of 1 to 3 s while the game reads */
    {"alt-tab", quiet_alt_tab, 18},   /* a gap of 0.5 to 2 s while another window has the focus */
    {"update", quiet_update, 18},     /* an updater writes at ease */
    {"menu", quiet_menu, 18},         /* a menu of many frames, then play */
    {"stutter beside", quiet_beside, 18}, /* wallpaper, browser and OBS stutter, the game does not */
    {"on change", quiet_on_change, 18},   /* a game that presents only when something changes */
    {"new game", quiet_new_game, 18},     /* it was started 10 to 15 s before the key: irregular first frames */
    {"resets", quiet_resets, 18},         /* browsers and chat programs lose connections by the dozen */
    {"closed", quiet_closed, 18},         /* the game was left 4 to 8 s before the key */
};
const unsigned quiet_kind_count = COUNT(quiet_kinds);
