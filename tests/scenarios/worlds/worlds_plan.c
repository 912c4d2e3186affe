#include "tests/scenarios/worlds/worlds.h"

#include <math.h>
#include <string.h>

#define EARLIER_LEAST_MS 70u
#define HALVED_S 8.0
#define COUNTED_MOST_MS 2000.0

uint64_t dice_below(struct dice *d, uint64_t below)
{
    d->state = sim_random_mix(d->state + 1);
    return d->state % below;
}

double dice_unit(struct dice *d)
{
    d->state = sim_random_mix(d->state + 1);
    return (double)(d->state >> 11) / 9007199254740992.0;
}

double dice_between(struct dice *d, double low, double high)
{
    return low + (high - low) * dice_unit(d);
}

double dice_wait(struct dice *d, double mean)
{
    return -mean * log(1.0 - dice_unit(d));
}

static bool of_100(struct dice *d, unsigned share)
{
    return dice_below(d, 100) < share;
}

static double within(struct dice *d, const double range[2])
{
    return dice_between(d, range[0], range[1]);
}

unsigned world_count(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < world_kind_count; i++)
        count += world_kinds[i].count;
    for (unsigned i = 0; i < quiet_kind_count; i++)
        count += quiet_kinds[i].count;
    return count;
}

static void find_kind(struct world *w)
{
    unsigned left = w->number;
    for (unsigned i = 0; i < world_kind_count; i++) {
        if (left < world_kinds[i].count) {
            w->kind = &world_kinds[i];
            w->strength = left % STRENGTHS;
            return;
        }
        left -= world_kinds[i].count;
    }
    for (unsigned i = 0; i < quiet_kind_count && !w->quiet; i++) {
        if (left < quiet_kinds[i].count)
            w->quiet = &quiet_kinds[i];
        else
            left -= quiet_kinds[i].count;
    }
}

static void plan_machine(struct world *w, struct dice *d)
{
    w->build = world_builds[dice_below(d, COUNT(world_builds))];
    w->cpus = world_cpus[dice_below(d, COUNT(world_cpus))];
    w->rate = world_rates[dice_below(d, COUNT(world_rates))];
    w->game = world_games[dice_below(d, COUNT(world_games))];
    w->glitchy = of_100(d, world_numbers.glitchy_of_100);
    w->laptop = of_100(d, world_numbers.laptop_of_100);
    w->radio = of_100(d, world_numbers.radio_of_100);
    w->scheduler = of_100(d, world_numbers.scheduler_of_100);
    sim_habits_choose(&w->habits, w->seed);
    /* How a caller repeats his calls is not what is asked here; and the kernel's
     * records say themselves which CPU they are of. */
    w->habits.value[SIM_HABIT_more_data] = SIM_MORE_DATA_NEVER;
    if (w->kind && (w->kind->extra == KERNEL || w->kind->extra == PROFILE)) {
        w->habits.value[SIM_HABIT_load] = SIM_LOAD_EVEN;
        w->habits.value[SIM_HABIT_parked] = SIM_PARKED_NONE;
    }
}

static void plan_beside(struct world *w, struct dice *d)
{
    for (unsigned i = 0; i < 3; i++)
        w->beside |= of_100(d, world_numbers.beside_of_100[i]) ? 1u << i : 0;
    if (w->quiet && w->quiet->play == quiet_beside)
        w->beside |= BESIDE_WALLPAPER | BESIDE_BROWSER;
    w->gap_beside = w->beside && (of_100(d, world_numbers.gap_beside_of_100) || w->quiet) ? w->beside : 0;
    w->generated = !world_has_packets(w) && w->rate >= 60 && of_100(d, world_numbers.generated_of_100) &&
                   !(w->kind && w->kind->extra != LIGHT);
    w->menu_press = of_100(d, world_numbers.menu_press_of_100);
    w->alt_tab = w->kind && of_100(d, world_numbers.alt_tab_of_100);
}

static void plan_decoy(struct world *w, struct dice *d)
{
    if (!w->kind || !of_100(d, world_numbers.decoy_of_100))
        return;
    do {
        w->decoy = (enum decoy)(1 + dice_below(d, DECOY_count - 1));
    } while (w->kind->no_decoys >> w->decoy & 1);
    w->glitchy |= w->decoy == DECOY_sound;
    w->laptop |= w->decoy == DECOY_power;
    w->decoy_s = dice_between(d, -world_numbers.decoy_within_s, world_numbers.decoy_within_s);
}

static bool may_be_earlier(const struct world *w, const struct world_kind *k)
{
    static void (*const plays[])(struct stage *, uint64_t) = {play_disk_stall, play_usb_lost, play_paging, play_nothing,
                                                               play_slow_reads};
    bool fits = k->extra == LIGHT && (strcmp(k->cause, w->kind->cause) != 0 || k->play == play_nothing);
    for (size_t i = 0; fits && i < COUNT(plays); i++)
        if (plays[i] == k->play)
            return true;
    return false;
}

/* Stutters before the felt one: so short or so long ago that nobody doubts which
 * one made the player press. */
static void plan_earlier(struct world *w, struct dice *d)
{
    if (!w->kind || w->kind->felt != FELT_stutter || !of_100(d, world_numbers.earlier_of_100))
        return;
    unsigned wanted = 1 + (unsigned)dice_below(d, WORLD_EARLIER);
    for (unsigned tries = 0; tries < 400 && w->earlier_count < wanted; tries++) {
        const struct world_kind *k = &world_kinds[dice_below(d, world_kind_count)];
        double before = within(d, world_numbers.earlier_s);
        double counted = (double)w->ms < COUNTED_MOST_MS ? (double)w->ms : COUNTED_MOST_MS;
        double most = counted * pow(2, before / HALVED_S) / world_numbers.earlier_weaker - 2000.0 / w->rate;
        double ms = dice_between(d, EARLIER_LEAST_MS, 600);
        bool apart = !w->earlier_count || before - w->earlier[0].before_s > 4 || w->earlier[0].before_s - before > 4;
        if (!may_be_earlier(w, k) || ms > most || !apart)
            continue;
        w->earlier[w->earlier_count].kind = k;
        w->earlier[w->earlier_count].before_s = before;
        w->earlier[w->earlier_count++].ms = (uint64_t)ms;
    }
    if (w->earlier_count == 2 && w->earlier[0].before_s < w->earlier[1].before_s) {
        struct world copy = *w;
        w->earlier[0] = copy.earlier[1];
        w->earlier[1] = copy.earlier[0];
    }
}

bool world_has_packets(const struct world *w)
{
    return w->build < 22000 || (w->kind && w->kind->extra == GPU);
}

void world_plan(struct world *w, unsigned number, uint64_t first_seed)
{
    struct dice d;
    memset(w, 0, sizeof *w);
    w->number = number;
    w->seed = first_seed + number;
    d.state = sim_random_mix(w->seed);
    find_kind(w);
    if (w->kind)
        w->ms = (uint64_t)dice_between(&d, w->kind->ms[w->strength][0], w->kind->ms[w->strength][1]);
    plan_machine(w, &d);
    if (w->kind && w->kind->felt == FELT_stutter)
        w->ms += 1000 / w->rate;
    /* What the game has sent ahead hides as much of a busy card. */
    if (w->kind && w->kind->extra == GPU)
        w->ms += IN_FLIGHT * 1000 / w->rate;
    plan_beside(w, &d);
    w->before_s = within(&d, world_numbers.before_s);
    w->reaction_s = within(&d, world_numbers.reaction_s);
    w->post_roll_s = within(&d, world_numbers.post_roll_s);
    plan_decoy(w, &d);
    plan_earlier(w, &d);
}

const char *world_cause(const struct world *w)
{
    return w->kind && w->build >= w->kind->first_build ? w->kind->cause : "none";
}
