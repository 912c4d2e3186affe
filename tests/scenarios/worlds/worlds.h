/* Everyday worlds: one evening's minute of a gaming machine each, with its usual
 * bustle, and in most of them one incident whose cause is known. Written from
 * what players report and from what Windows's providers say, by somebody who
 * has not read how the verdict judges; the parameters stand in worlds_table.c
 * and were fixed before the first run.
 *
 *   worlds_plan.c    what a world is like, from its number alone
 *   worlds_stage.c   the machine that it is played on
 *   worlds_frames.c  the frames of the game and of the programs beside it
 *   worlds_gpu.c     the graphics card's queue
 *   worlds_life.c    the bustle, and the decoys
 *   worlds_play.c    incidents that a light trace shows, worlds_deep.c the others
 *   worlds_quiet.c   evenings on which nothing was wrong
 *   worlds_main.c    plays them, asks for the report, writes truth and answer
 *   judge.py         holds the answers against the truth */
#ifndef HB_TESTS_SCENARIOS_WORLDS_WORLDS_H
#define HB_TESTS_SCENARIOS_WORLDS_WORLDS_H

#include "tests/scenarios/truth/deep.h"
#include "tests/sim/sim_load.h"

#define SECOND ((double)SIM_TICKS_PER_S)

/* ---- dice ---- */
struct dice {
    uint64_t state;
};
uint64_t dice_below(struct dice *d, uint64_t below);
double dice_unit(struct dice *d);
double dice_between(struct dice *d, double low, double high);
/* Time to the next of events that come without memory, `mean` apart. */
double dice_wait(struct dice *d, double mean);

/* ---- what is planned ---- */
struct stage;

enum world_extra { LIGHT, KERNEL, PROFILE, GPU, RADIO };
enum world_felt {
    FELT_stutter, /* a gap between two frames */
    FELT_slow,    /* frames longer than usual for a while */
    FELT_nothing, /* frames were as ever */
    FELT_open     /* what the file shows need not be what was felt: not judged */
};
enum decoy { DECOY_none, DECOY_process, DECOY_reset, DECOY_timer, DECOY_sound, DECOY_power, DECOY_count };

#define STRENGTHS 3u
struct world_kind {
    const char *name;
    const char *cause; /* as the report calls the kind of its suspect */
    const char *also;  /* what may honestly be said instead, between blanks */
    void (*play)(struct stage *st, uint64_t ms);
    enum world_extra extra;
    enum world_felt felt;
    uint16_t ms[STRENGTHS][2]; /* length of the trouble, from and to */
    uint16_t lead_ms;          /* so long before the trouble the play begins */
    uint32_t first_build;      /* before it Windows says nothing of this: then `none` is right */
    unsigned count;            /* worlds */
    unsigned no_decoys;        /* a bit for each decoy that would be no innocent here */
};
extern const struct world_kind world_kinds[];
extern const unsigned world_kind_count;

struct quiet_kind {
    const char *name;
    void (*play)(struct stage *st);
    unsigned count;
};
extern const struct quiet_kind quiet_kinds[];
extern const unsigned quiet_kind_count;

#define WORLD_EARLIER 2u
#define BESIDE_WALLPAPER 1u
#define BESIDE_BROWSER 2u
#define BESIDE_OBS 4u

/* The numbers of worlds_table.c that are no rows. */
struct world_numbers {
    double before_s[2], reaction_s[2], post_roll_s[2], settle_s;
    double starts_per_minute, connect_every_s, own_connect_every_s, reset_share;
    double stream_every_s, write_every_s, timer_every_s, glitch_every_s, battery_every_s, radio_every_s, active_every_s;
    double decoy_within_s, earlier_s[2], earlier_weaker;
    unsigned decoy_of_100, earlier_of_100, generated_of_100, menu_press_of_100, alt_tab_of_100, beside_of_100[3],
        gap_beside_of_100, glitchy_of_100, laptop_of_100, radio_of_100, scheduler_of_100;
    double span_least_s, span_more_s, mb_at_rest, mb_s_still, mb_s_frame, packets_times, deep_mb_s;
    unsigned quiet_s;
};
extern const struct world_numbers world_numbers;
extern const uint32_t world_builds[3];
extern const uint16_t world_rates[8];
extern const uint8_t world_cpus[4];
extern const char *const world_games[6];

struct world {
    unsigned number;
    uint64_t seed;
    const struct world_kind *kind;   /* NULL: a quiet one */
    const struct quiet_kind *quiet;
    unsigned strength;
    uint64_t ms;
    uint32_t build, cpus, rate;
    bool generated, menu_press, alt_tab, glitchy, laptop, radio, scheduler;
    unsigned beside, gap_beside;
    const char *game;
    double before_s, reaction_s, post_roll_s, decoy_s;
    enum decoy decoy;
    unsigned earlier_count;
    struct {
        const struct world_kind *kind;
        double before_s; /* its begin to the begin of what was felt */
        uint64_t ms;
    } earlier[WORLD_EARLIER];
    struct sim_habits habits;
};
unsigned world_count(void);
void world_plan(struct world *w, unsigned number, uint64_t first_seed);
/* What is right here: the kind of the suspect. */
const char *world_cause(const struct world *w);

/* ---- what plays it ---- */
enum own { OWN_FRAME, OWN_AGAIN, OWN_PRESENTED, OWN_FLIP, OWN_GPU_DONE, OWN_BESIDE, OWN_LIFE, OWN_CONNECTION, OWN_DISK, OWN_DECOY };

/* Programs that are neither the game nor Windows. */
enum program { CHROME, OBS, WALLPAPER, DISCORD, STEAM, DEFENDER, DRIVE, INDEXER, PROGRAM_count };

struct long_frame {
    int64_t from, to;
};
#define LONG_FRAMES 128u
#define PRESENTS 65536u

struct game_frames {
    int64_t usual, last, ends, slow_until; /* raw */
    int64_t step_ticks;   /* while slow: frames end only at multiples of it; 0: they are `stretch` times as long */
    double stretch, wander;
    bool on_change;       /* presents only when something changes */
    unsigned first_frames; /* so many of a new game's are irregular */
    uint64_t count;
    int64_t extra_at;     /* a generated frame is due */
    int64_t presents[PRESENTS]; /* all of them, for the proof that the file has them */
    unsigned present_count;
    struct long_frame longs[LONG_FRAMES];
    unsigned long_count;
};

struct packet {
    uint64_t context, sequence;
    uint32_t pid;
    int64_t ticks;
};
#define IN_FLIGHT 2u /* frames that a game sends ahead */
#define GPU_QUEUE 64u
struct gpu_queue {
    struct packet waiting[GPU_QUEUE];
    unsigned first, count;
    bool busy;
    uint64_t sequence, game_sent, game_done;
    int64_t next_own; /* length of the game's next packet; 0: as usual */
};

struct stage {
    const struct world *w;
    struct sim *s;
    struct deep deep;
    bool is_deep;
    struct dice dice;
    struct game_frames game;
    struct gpu_queue gpu;
    uint32_t pid[PROGRAM_count];
    uint32_t in_front; /* who has the focus */
    uint64_t connections;
    int64_t gap_beside_until;
    int64_t trouble_from, trouble_to; /* raw */
    const char *named; /* who must be named, or NULL */
    struct sim_session *ring;
};

/* stage: sessions as the recorder has them, by config/providers.ini */
struct providers;
bool stage_open(struct stage *st, const struct world *w, const struct providers *all, unsigned ring_mb, const char *key_file);
/* State is captured, the ring saved and the file ended. An error code. */
uint32_t stage_save(struct stage *st, const struct providers *all, const char *snap_file);
void stage_close(struct stage *st);
int64_t stage_now(const struct stage *st);
void stage_advance(struct stage *st, double seconds);
void stage_own(struct stage *st, int64_t at, enum own what, uint64_t b, uint64_t c);
/* Whoever has that pid says it on the CPU where he is. */
void stage_say(struct stage *st, enum sim_provider_id provider, uint16_t id, uint32_t pid, const struct sim_value *values,
               size_t count);
/* The trouble begins now and lasts so long; `stage_gap`: the game shows nothing meanwhile. */
void stage_trouble(struct stage *st, uint64_t ms);
void stage_gap(struct stage *st, uint64_t ms);
void stage_incident(struct stage *st, const char *name, const char *parameter, uint64_t value);
uint32_t stage_game(const struct stage *st);
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* frames */
void frames_begin(struct stage *st, double after_s);
void frames_own(struct stage *st, const struct sim_task *t);
bool world_has_packets(const struct world *w);

/* gpu */
#define GAME_CONTEXT UINT64_C(0xFFFFD48B11A51000)
void gpu_submit(struct stage *st, uint32_t pid, uint64_t context, int64_t ticks);
void gpu_done(struct stage *st, uint64_t sequence);

/* life */
void life_begin(struct stage *st);
void life_own(struct stage *st, const struct sim_task *t);
void life_decoy(struct stage *st, enum decoy decoy, double after_s);
void life_connection_lost(struct stage *st, uint32_t pid, uint64_t connection);
void life_disk(struct stage *st, uint16_t id, uint32_t pid, uint64_t bytes, int64_t ticks, uint32_t flags);
void life_focus(struct stage *st, uint32_t from, uint32_t to);
void life_rundown(struct stage *st);
#define GAME_CONNECTION 7u

/* plays */
void play_disk_stall(struct stage *st, uint64_t ms);
void play_port_reset(struct stage *st, uint64_t ms);
void play_slow_reads(struct stage *st, uint64_t ms);
void play_disk_flood(struct stage *st, uint64_t ms);
void play_flood_delays(struct stage *st, uint64_t ms);
void play_paging(struct stage *st, uint64_t ms);
void play_memory_low(struct stage *st, uint64_t ms);
void play_silence(struct stage *st, uint64_t ms);
void play_throttle(struct stage *st, uint64_t ms);
void play_heat(struct stage *st, uint64_t ms);
void play_hardware_error(struct stage *st, uint64_t ms);
void play_gpu_timeout(struct stage *st, uint64_t ms);
void play_gpu_memory(struct stage *st, uint64_t ms);
void play_gpu_foreign(struct stage *st, uint64_t ms);
void play_gpu_own(struct stage *st, uint64_t ms);
void play_gpu_starved(struct stage *st, uint64_t ms);
void play_usb_lost(struct stage *st, uint64_t ms);
void play_pnp_lost(struct stage *st, uint64_t ms);
void play_bluetooth_lost(struct stage *st, uint64_t ms);
void play_radio_alone(struct stage *st, uint64_t ms);
void play_radio_switched(struct stage *st, uint64_t ms);
void play_audio(struct stage *st, uint64_t ms);
void play_network_down(struct stage *st, uint64_t ms);
void play_packets_lost(struct stage *st, uint64_t ms);
void play_process_crash(struct stage *st, uint64_t ms);
void play_process_starts(struct stage *st, uint64_t ms);
void play_mains_lost(struct stage *st, uint64_t ms);
void play_power_plan(struct stage *st, uint64_t ms);
void play_timer(struct stage *st, uint64_t ms);
void play_sleep(struct stage *st, uint64_t ms);
void play_display(struct stage *st, uint64_t ms);
void play_hole(struct stage *st, uint64_t ms);
void play_nothing(struct stage *st, uint64_t ms);
void play_long_dpc(struct stage *st, uint64_t ms);
void play_long_isr(struct stage *st, uint64_t ms);
void play_dpc_storm(struct stage *st, uint64_t ms);
void play_isr_storm(struct stage *st, uint64_t ms);
void play_thread_wait(struct stage *st, uint64_t ms);
void play_process_burst(struct stage *st, uint64_t ms);
void play_game_busy(struct stage *st, uint64_t ms);

void quiet_evening(struct stage *st);
void quiet_loading(struct stage *st);
void quiet_alt_tab(struct stage *st);
void quiet_update(struct stage *st);
void quiet_menu(struct stage *st);
void quiet_beside(struct stage *st);
void quiet_on_change(struct stage *st);
void quiet_new_game(struct stage *st);
void quiet_resets(struct stage *st);
void quiet_closed(struct stage *st);

#endif
