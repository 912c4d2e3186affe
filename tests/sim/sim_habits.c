#include "tests/sim/sim_habits.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "tests/sim/sim_internal.h"

#define SEEDS 1000000

static const struct {
    const char *name, *values, *what;
} HABITS[] = {
#define HABIT(name, values, what) {#name, values, what},
    SIM_HABITS(HABIT)
#undef HABIT
};

static const char *const SEPARATORS = " ,\t\r\n";

/* The length of the word at *at, which is moved to its begin. */
static size_t next_word(const char **at)
{
    *at += strspn(*at, SEPARATORS);
    return strcspn(*at, SEPARATORS);
}

static bool is_word(const char *at, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(at, word, len) == 0;
}

static uint8_t value_count(enum sim_habit habit)
{
    uint8_t count = 0;
    const char *at = HABITS[habit].values;
    for (size_t len; (len = next_word(&at)) != 0; at += len)
        count++;
    return count;
}

static bool set_value(struct sim_habits *habits, enum sim_habit habit, const char *value, size_t value_len)
{
    uint8_t index = 0;
    const char *at = HABITS[habit].values;
    for (size_t len; (len = next_word(&at)) != 0; at += len, index++)
        if (len == value_len && memcmp(at, value, len) == 0) {
            habits->value[habit] = index;
            return true;
        }
    return false;
}

static bool read_word(struct sim_habits *habits, const char *word, size_t len)
{
    if (is_word(word, len, "usual")) {
        memset(habits, 0, sizeof *habits);
        return true;
    }
    if (len > 5 && memcmp(word, "seed=", 5) == 0) {
        char *end;
        uint64_t seed = strtoull(word + 5, &end, 0);
        sim_habits_choose(habits, seed);
        return end == word + len;
    }
    for (int i = 0; i < SIM_HABIT_count; i++) {
        size_t name_len = strlen(HABITS[i].name);
        if (len > name_len + 1 && memcmp(word, HABITS[i].name, name_len) == 0 && word[name_len] == '=')
            return set_value(habits, (enum sim_habit)i, word + name_len + 1, len - name_len - 1);
    }
    return false;
}

bool sim_habits_read(struct sim_habits *habits, const char *words)
{
    struct sim_habits fresh = *habits;
    for (size_t len; (len = next_word(&words)) != 0; words += len)
        if (!read_word(&fresh, words, len))
            return false;
    *habits = fresh;
    return true;
}

void sim_habits_choose(struct sim_habits *habits, uint64_t seed)
{
    for (int i = 0; i < SIM_HABIT_count; i++)
        habits->value[i] = (uint8_t)(sim_random_mix(sim_random_mix(seed) + (uint64_t)i) %
                                     value_count((enum sim_habit)i));
}

void sim_habits_add(const struct sim_habits *habits, struct text *line)
{
    for (int i = 0; i < SIM_HABIT_count; i++) {
        const char *at = HABITS[i].values;
        size_t len = next_word(&at);
        for (uint8_t k = 0; k < habits->value[i]; k++) {
            at += len;
            len = next_word(&at);
        }
        text_addf(line, "%s%s=%.*s", i ? " " : "", HABITS[i].name, (int)len, at);
    }
}

void sim_habits_list(struct text *out)
{
    for (int i = 0; i < SIM_HABIT_count; i++)
        text_addf(out, "%-10s %-22s %s\n", HABITS[i].name, HABITS[i].values, HABITS[i].what);
}

/* Of this process: machines are made in many places, none of which knows what
 * the program that tests has chosen. */
static struct sim_habits here;
static bool begun;

static bool read_environment(struct sim_habits *habits)
{
    const char *words = getenv("HITCHBOX_SIM_HABITS");
    return !words || sim_habits_read(habits, words);
}

struct sim_habits sim_habits_here(void)
{
    struct sim_habits habits = {{0}};
    if (begun)
        return here;
    read_environment(&habits);
    return habits;
}

bool sim_habits_begin(struct text *line)
{
    uint64_t seed = (uint64_t)(os_utc_now() / SIM_TICKS_PER_S) % SEEDS;
    bool told = getenv("HITCHBOX_SIM_HABITS") != NULL, understood = true;
    if (told)
        understood = read_environment(&here);
    else
        sim_habits_choose(&here, seed);
    begun = true;
    text_add(line, "habits of simulated machines");
    if (!told)
        text_addf(line, " (HITCHBOX_SIM_HABITS=seed=%llu has them again)", (unsigned long long)seed);
    text_add(line, ": ");
    sim_habits_add(&here, line);
    return understood;
}
