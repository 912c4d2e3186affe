/* scenarios: things that happen to a machine, done on purpose and recorded, so
 * that the list of events in providers.ini can be judged by what it shows.
 * Started by hand only: every one of them is felt by whoever uses the machine.
 *
 *     scenarios list
 *     scenarios NAME|all [--out FOLDER] [--seconds N] [--before N] [--after N]
 *                        [--memory PERCENT] [--providers FILE] [--yes]  */
#include <stdlib.h>
#include <string.h>

#include "strings/format.h"
#include "config/problem.h"
#include "os/os.h"
#include "os/os_console.h"
#include "tests/scenarios/scenario.h"

#define CONFIG_LIMIT (1024u * 1024u)
#define MEMORY_LEAST 10u
#define MEMORY_MOST 95u

enum { EXIT_DONE = 0, EXIT_NOT_ALL = 1, EXIT_WRONG = 2 };

struct request {
    const char *what, *out, *providers;
    uint32_t before_s, seconds, after_s, memory;
    bool yes;
};

static int usage(FILE *to)
{
    fprintf(to,
            "scenarios does something to this computer and records it in full and as Hitchbox would.\n"
            "\n"
            "  scenarios list                what there is\n"
            "  scenarios NAME [options]      one of them\n"
            "  scenarios all [options]       one after the other, the network last, then a table\n"
            "\n"
            "  --out FOLDER       where the recordings go (scenarios_DATE_TIME)\n"
            "  --seconds N        how long it lasts, 1 to 300 (10)\n"
            "  --before N         quiet seconds before it, 1 to 600 (20)\n"
            "  --after N          quiet seconds after it, 1 to 600 (10)\n"
            "  --memory PERCENT   how full memory pressure makes the memory, %u to %u (90)\n"
            "  --providers FILE   another providers.ini\n"
            "  --yes              does not ask first\n"
            "\n"
            "Ctrl+C ends it early; everything is undone. Needs administrator rights.\n"
            "Do not give full.etl away: it holds more of what this computer did than a snapshot.\n"
            "Exit: 0 all done, 1 something was refused or cut short, 2 wrong words.\n",
            MEMORY_LEAST, MEMORY_MOST);
    return EXIT_WRONG;
}

static bool read_number(const char *option, const char *word, uint32_t least, uint32_t most, uint32_t *value)
{
    uint64_t wide;
    if (!word || !str_to_u64(word, &wide) || wide < least || wide > most) {
        fprintf(stderr, "scenarios: %s takes a number from %u to %u, not \"%s\".\n", option, (unsigned)least,
                (unsigned)most, word ? word : "");
        return false;
    }
    *value = (uint32_t)wide;
    return true;
}

static bool read_option(struct request *q, const char *option, const char *value)
{
    if (strcmp(option, "--out") == 0 && value)
        q->out = value;
    else if (strcmp(option, "--providers") == 0 && value)
        q->providers = value;
    else if (strcmp(option, "--seconds") == 0)
        return read_number(option, value, 1, 300, &q->seconds);
    else if (strcmp(option, "--before") == 0)
        return read_number(option, value, 1, 600, &q->before_s);
    else if (strcmp(option, "--after") == 0)
        return read_number(option, value, 1, 600, &q->after_s);
    else if (strcmp(option, "--memory") == 0)
        return read_number(option, value, MEMORY_LEAST, MEMORY_MOST, &q->memory);
    else {
        fprintf(stderr, "scenarios: there is no %s, or it wants a value.\n", option);
        return false;
    }
    return true;
}

static bool read_words(struct request *q, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--yes") == 0) {
            q->yes = true;
        } else if (strncmp(argv[i], "--", 2) == 0) {
            if (!read_option(q, argv[i], i + 1 < argc ? argv[i + 1] : NULL))
                return false;
            i++;
        } else if (q->what) {
            fprintf(stderr, "scenarios: one name at a time, or all.\n");
            return false;
        } else {
            q->what = argv[i];
        }
    }
    return q->what != NULL;
}

/* As the product reads it: beside the program, or where the source lies. */
static bool read_providers(const struct request *q, const char *program, uint32_t build, struct providers *p)
{
    struct text beside = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct problems problems;
    const char *end = strrchr(program, '\\');
    text_add_bytes(&beside, program, end ? (size_t)(end - program) + 1 : 0);
    text_add(&beside, "providers.ini");
    const char *const places[] = {q->providers ? q->providers : text_str(&beside), "config/providers.ini"};
    bool good = false;
    problems_init(&problems);
    struct outcome o = os_file_read(places[0], CONFIG_LIMIT, &bytes);
    size_t taken = outcome_failed(o) && !q->providers;
    if (taken)
        o = os_file_read(places[1], CONFIG_LIMIT, &bytes);
    if (outcome_failed(o))
        fprintf(stderr, "scenarios: %s cannot be read. --providers names the file.\n", places[0]);
    else
        good = providers_read(p, places[taken], text_str(&bytes), bytes.len, build, &problems);
    for (size_t i = 0; i < problems.count; i++) {
        struct text t = TEXT_EMPTY;
        problem_explain(&problems.items[i], LANGUAGE_ENGLISH, &t);
        fprintf(stderr, "scenarios: %s\n", text_str(&t));
        text_done(&t);
    }
    problems_done(&problems);
    text_done(&beside);
    text_done(&bytes);
    return good;
}

static bool agreed(const struct request *q, bool all, enum scenario_kind kind)
{
    char line[16] = "";
    if (q->yes)
        return true;
    printf("This computer will feel it: save your work and close your games first.\n");
    for (unsigned i = 0; i < SCENARIO_kinds; i++)
        if (all || i == (unsigned)kind)
            printf("  %-19s %s\n", scenario_name((enum scenario_kind)i), scenario_brief((enum scenario_kind)i));
    printf("Type yes to go on: ");
    fflush(stdout);
    return fgets(line, sizeof line, stdin) && strncmp(line, "yes", 3) == 0;
}

struct row {
    bool begun;
    enum scenario_end end;
    double seconds;
    uint64_t full_bytes, filtered_bytes, lost;
    uint32_t children;
};

static uint64_t size_of(const struct scenario_plan *plan, const char *name)
{
    struct text path = TEXT_EMPTY;
    struct os_stat st = {0};
    text_addf(&path, "%s%c%s%c%s", plan->folder, os_separator, scenario_name(plan->kind), os_separator, name);
    if (outcome_failed(os_stat(text_str(&path), &st)))
        st.len = 0;
    text_done(&path);
    return st.len;
}

static struct row run_one(const struct scenario_plan *plan)
{
    struct row row = {0};
    struct scenario_info *info = malloc(sizeof *info);
    row.begun = true;
    row.end = SCENARIO_BROKEN;
    if (!info)
        return row;
    scenario_info_init(info);
    printf("%s\n", scenario_name(plan->kind));
    row.end = scenario_run(plan, info);
    if (row.end != SCENARIO_REFUSED) {
        row.seconds = (double)(info->effect_to - info->effect_from) / 1e7;
        row.full_bytes = size_of(plan, SCENARIO_FULL);
        row.filtered_bytes = size_of(plan, SCENARIO_FILTERED);
        row.lost = info->full_lost + info->filtered_lost;
        row.children = info->child_count;
    }
    scenario_info_done(info);
    free(info);
    return row;
}

static bool print_table(const struct row *rows)
{
    static const char *const ends[] = {"done", "cut short", "refused", "failed"};
    bool all = true;
    printf("\n%-19s %-10s %8s %9s %12s %8s %6s\n", "scenario", "outcome", "seconds", "full KB", "filtered KB", "children",
           "lost");
    for (unsigned i = 0; i < SCENARIO_kinds; i++) {
        if (!rows[i].begun)
            continue;
        printf("%-19s %-10s %8.1f %9u %12u %8u %6u\n", scenario_name((enum scenario_kind)i), ends[rows[i].end],
               rows[i].seconds, (unsigned)(rows[i].full_bytes / 1024), (unsigned)(rows[i].filtered_bytes / 1024),
               (unsigned)rows[i].children, (unsigned)rows[i].lost);
        all = all && rows[i].end == SCENARIO_DONE;
    }
    return all;
}

static bool run_asked(struct scenario_plan *plan, bool all, enum scenario_kind kind)
{
    struct row rows[SCENARIO_kinds] = {{0}};
    for (unsigned i = 0; i < SCENARIO_kinds && !effect_was_cancelled(); i++) {
        if (!all && i != (unsigned)kind)
            continue;
        plan->kind = (enum scenario_kind)i;
        rows[i] = run_one(plan);
    }
    bool done = print_table(rows) && !effect_was_cancelled();
    printf("\nin %s\nNow: hitch compare FULL FILTERED, hitch crash FILTERED, hitch whitelist FOLDER...\n", plan->folder);
    return done;
}

static int list(void)
{
    for (unsigned i = 0; i < SCENARIO_kinds; i++)
        printf("%-19s %s\n", scenario_name((enum scenario_kind)i), scenario_brief((enum scenario_kind)i));
    return EXIT_DONE;
}

static int run(const struct request *q, const char *program)
{
    struct scenario_plan plan = {0};
    struct providers providers;
    struct text folder = TEXT_EMPTY;
    enum scenario_kind kind = SCENARIO_process_crash;
    bool all = strcmp(q->what, "all") == 0;
    int code = EXIT_WRONG;
    if (!all && !scenario_of_name(q->what, &kind)) {
        fprintf(stderr, "scenarios: there is no \"%s\". scenarios list names them.\n", q->what);
        return EXIT_WRONG;
    }
    providers_init(&providers);
    if (q->out) {
        text_add(&folder, q->out);
    } else {
        text_add(&folder, "scenarios_");
        format_run_name(&folder, os_utc_now());
    }
    plan.folder = text_str(&folder);
    plan.before_s = q->before_s;
    plan.seconds = q->seconds;
    plan.after_s = q->after_s;
    plan.memory_percent = q->memory;
    plan.providers = &providers;
    plan.out = stdout;
    if (read_providers(q, program, effect_os_build(), &providers)) {
        code = EXIT_NOT_ALL;
        if (agreed(q, all, kind) && run_asked(&plan, all, kind))
            code = EXIT_DONE;
    }
    providers_done(&providers);
    text_done(&folder);
    return code;
}

int main(int argc, char **argv)
{
    struct os_console console;
    struct request q = {NULL, NULL, NULL, 20, 10, 10, 90, false};
    int code;
    if (!os_console_begin(&console, argc, argv)) {
        fprintf(stderr, "scenarios: there is too little memory.\n");
        return EXIT_WRONG;
    }
    if (effect_child(console.argc, console.argv, &code))
        ;
    else if (!read_words(&q, console.argc, console.argv))
        code = usage(stderr);
    else if (strcmp(q.what, "list") == 0)
        code = list();
    else
        code = run(&q, console.argv[0]);
    os_console_end(&console);
    return code;
}
