/* make faults: runs the fault matrix and prints a line for each call, and
 *
 *   faults: N cases run, N lost, N rules without a case
 *
 *     faults.exe                     everything
 *     faults.exe --sample [SEED]     some of every call at every step, in 20 s
 *     faults.exe --memory N [STEP]   each N-th allocation of each step fails
 *     faults.exe --count             how many cases each step has
 *     faults.exe --kept              clean-ups alone, in which one listing fails
 *     faults.exe --rules             how many cases fall under each rule, and of which steps
 *     faults.exe --table             what each case ended in, too
 *     faults.exe --thin              the first and the last code of each call and role only
 *     faults.exe --only CALL [STEP]  the calls whose names begin so
 *     faults.exe --part I N [STEP]   the I-th of N parts of all cases, 1 is the first; from
 *                                    that step on
 *
 * Parts can run at the same time, each in a Wine of its own: there is one first
 * instance and one window of a name to a desktop. */
#include "tests/faults/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_habits.h"
#include "win/win.h"

#define LONGEST_CASE_S 60
#define SAMPLE_S 12u
#define SAMPLE_ALLOCATIONS 30u /* each of this many */
#define SAMPLE_LEAST 30u /* on a machine that has no time */

const char *const fault_step_names[STEP_count] = {
    "start", "take over", "start, crowded", "watch", "watch, stolen", "snapshot", "check", "stop",
    "launch", "press", "tick", "taskbar", "taskbar, late", "click", "click, plain", "menu save", "menu history", "menu report", "menu show", "menu keep",
    "menu share", "menu delete", "menu folder", "menu configuration", "menu settings", "second start", "wake", "asked", "exit", "save and exit",
    "log-off"};

static const char *const state_names[STATES] = {
    "no file session", "no ring", "smaller ring", "provider missing", "not saved", "not checked", "no info",
    "not recovered", "still runs", "no names", "no icon", "no key", "no start", "no program", "adopted", "own folder",
    "untold", "more said", "no watch", "no menu", "not done", "late", "not marked", "nameless"};

struct tally {
    uint32_t run, lost;
};

static struct fault_case now;
static volatile LONG cases_run, cases_lost;
static struct tally tallies[CALL_kinds];
static bool table, thin, twins_whole;
static uint32_t part = 1, parts = 1;
static int first_step;

static void print_case(const struct fault_case *c, const char *role)
{
    printf("%s, %s %u", fault_step_names[c->step], c->call < CALL_count    ? fault_kinds[c->call].name
                                                 : c->call == CALL_MEMORY ? "allocation"
                                                                          : "no fault", (unsigned)c->nth);
    if (role && *role)
        printf(" (%s)", role);
    printf("%s, code %u", c->on ? " and all after" : "", (unsigned)c->code);
}

static void print_states(uint32_t states)
{
    if (!states)
        printf(" as ever");
    for (int i = 0; i < STATES; i++)
        if (states >> i & 1)
            printf(" [%s]", state_names[i]);
}

static void end_early(const char *how, unsigned number)
{
    printf("lost: ");
    print_case(&now, NULL);
    printf(": %s %x\nfaults: %u cases run, %u lost, the rest not played\n", how, number, (unsigned)cases_run + 1, (unsigned)cases_lost + 1);
    fflush(stdout);
    ExitProcess(1);
}

static DWORD WINAPI watchdog(void *argument)
{
    (void)argument;
    fault_harness_enter();
    for (LONG before = -1, still = 0; still < LONGEST_CASE_S;) {
        Sleep(1000);
        still = before == cases_run ? still + 1 : 0;
        before = cases_run;
    }
    end_early("hangs", 0);
    return 0;
}

static LONG WINAPI on_crash(EXCEPTION_POINTERS *e)
{
    end_early("crashes with", (unsigned)e->ExceptionRecord->ExceptionCode);
    return EXCEPTION_CONTINUE_SEARCH;
}

void fault_play(const struct fault_case *c, struct fault_result *r)
{
    now = *c;
    r->memory = c->call == CALL_MEMORY;
    r->role = "";
    if (c->step < STEP_FIRST_OF_APP)
        faults_recorder_case(c, r);
    else
        faults_app_case(c, r);
    if (strstr(text_str(&r->log), string_get(r->language, STR_device_controller)))
        r->ends |= NAMELESS;
}

const struct fault_positions *fault_positions(enum fault_step step)
{
    static struct fault_positions known[STEP_count];
    static bool counted[STEP_count];
    struct fault_positions *p = &known[step];
    if (counted[step])
        return p;
    struct fault_case none = {0};
    struct fault_result r = {0};
    none.step = step;
    none.call = CALL_count;
    fault_play(&none, &r);
    for (int call = 0; call < CALL_count; call++) {
        p->count[call] = fault_count((enum fault_call)call);
        for (uint32_t nth = 1; nth <= p->count[call] && nth <= FAULT_NTH_MOST; nth++)
            p->roles[call][nth - 1] = fault_role((enum fault_call)call, nth);
    }
    if (r.wrong.len) {
        printf("lost: %s without a fault: %s\n", fault_step_names[step], text_str(&r.wrong));
        InterlockedIncrement(&cases_lost);
    }
    fault_result_done(&r);
    counted[step] = true;
    return p;
}

static void run(const struct fault_case *c)
{
    static uint32_t number;
    struct fault_result r = {0};
    if (number++ % parts != part - 1)
        return;
    fault_play(c, &r);
    if (c->call == CALL_MEMORY)
        fault_judge_memory(c, &r);
    else
        fault_judge(c, &r);
    if (table || r.wrong.len) {
        printf(r.wrong.len ? "lost: " : "");
        print_case(c, r.role);
        printf(":");
        print_states(r.ends);
        printf("%s%s\n", r.wrong.len ? ": " : "", text_str(&r.wrong));
        if (r.wrong.len && getenv("FAULTS_LOG"))
            printf("%s\n%s\n", text_str(&r.log), text_str(&r.said));
        fflush(stdout);
    }
    tallies[c->call].run++;
    tallies[c->call].lost += r.wrong.len != 0;
    cases_lost += r.wrong.len != 0;
    InterlockedIncrement(&cases_run);
    fault_result_done(&r);
}

/* The same job for the worker, asked for in another way. */
static bool is_twin(enum fault_step step)
{
    return step == STEP_MENU_SAVE || step == STEP_SAVE_EXIT || step == STEP_ASKED;
}

/* Of each call and place in a twin step, one code; in a thin run, the first and
 * the last. */
static bool code_wanted(enum fault_step step, uint32_t nth, uint32_t i, uint32_t count)
{
    if (is_twin(step) && !twins_whole)
        return i == (nth + (uint32_t)step) % count;
    return !thin || i == 0 || i == count - 1;
}

struct place {
    uint32_t before, after; /* calls in the same role */
};

static struct place place_of(const struct fault_positions *p, enum fault_call call, uint32_t nth)
{
    struct place place = {0, 0};
    for (uint32_t i = 1; i <= p->count[call] && i <= FAULT_NTH_MOST; i++)
        if (p->roles[call][i - 1] == p->roles[call][nth - 1]) {
            place.before += i < nth;
            place.after += i > nth;
        }
    return place;
}

/* Of each role the first call, alone and with all calls after it, and the last;
 * where there are few, all of them. */
#define FEW_CALLS 4u

static void each_code(enum fault_step step, enum fault_call call, uint32_t nth, bool last, void (*fn)(const struct fault_case *c))
{
    const struct fault_positions *p = fault_positions(step);
    const struct fault_kind *kind = &fault_kinds[call];
    struct place place = place_of(p, call, nth);
    if (place.before && place.after && (place.before + place.after >= FEW_CALLS || thin))
        return;
    for (uint32_t i = 0; i < kind->code_count; i++) {
        struct fault_case c = {step, call, nth, false, kind->codes[i]};
        if (!code_wanted(step, nth, i, kind->code_count))
            continue;
        fn(&c);
        c.on = true;
        if (!place.before && (!last || nth == 1) && !is_twin(step))
            fn(&c);
    }
}

/* Calls `fn` with every case of the matrix. */
static void each_case(const char *only, const char *only_step, void (*fn)(const struct fault_case *c))
{
    for (int step = first_step; step < STEP_count; step++) {
        if (only_step && strcmp(fault_step_names[step], only_step) != 0)
            continue;
        const struct fault_positions *p = fault_positions((enum fault_step)step);
        for (int call = 0; call < CALL_count; call++) {
            uint32_t count = p->count[call] < FAULT_NTH_MOST ? p->count[call] : FAULT_NTH_MOST;
            if (only && strncmp(fault_kinds[call].name, only, strlen(only)) != 0)
                continue;
            for (uint32_t nth = 1; nth <= count; nth++)
                each_code((enum fault_step)step, (enum fault_call)call, nth, nth == count, fn);
        }
    }
}

/* ---- the sample: drawn among all cases, the same for the same seed ---- */

static struct fault_case *cases;
static size_t case_count, case_room;

static void collect(const struct fault_case *c)
{
    if (case_count == case_room) {
        case_room = case_room ? case_room * 2 : 1024;
        struct fault_case *more = realloc(cases, case_room * sizeof *cases);
        if (!more)
            exit(2);
        cases = more;
    }
    cases[case_count++] = *c;
}

static uint32_t draw(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void run_sample(uint32_t seed)
{
    uint32_t state = seed ? seed : 1;
    each_case(NULL, NULL, collect);
    faults_memory(SAMPLE_ALLOCATIONS, NULL, collect);
    uint64_t end = GetTickCount64() + SAMPLE_S * 1000;
    for (size_t n = 0; n < case_count && (n < SAMPLE_LEAST || GetTickCount64() < end); n++) {
        size_t at = n + draw(&state) % (case_count - n);
        struct fault_case c = cases[at];
        cases[at] = cases[n];
        cases[n] = c;
        run(&c);
    }
    printf("faults: a sample with seed %u of %u cases\n", (unsigned)seed, (unsigned)case_count);
    printf("%u passed, %u failed\n", (unsigned)(cases_run - cases_lost), (unsigned)cases_lost);
}

/* "launch, CreateFileW: main.log 1, keyevents.etl 2" */
static void print_roles(enum fault_step step, enum fault_call call)
{
    const struct fault_positions *p = fault_positions(step);
    uint32_t count = p->count[call] < FAULT_NTH_MOST ? p->count[call] : FAULT_NTH_MOST;
    for (uint32_t i = 0; i < count; i++) {
        const char *role = p->roles[call][i];
        uint32_t same = 0, before = 0;
        for (uint32_t k = 0; k < count; k++) {
            same += p->roles[call][k] == role;
            before += p->roles[call][k] == role && k < i;
        }
        if (i == 0)
            printf("%s, %s:", fault_step_names[step], fault_kinds[call].name);
        if (before == 0)
            printf(" %s x %u;", *role ? role : "-", (unsigned)same);
        if (i + 1 == count)
            printf("\n");
    }
}

/* What calls each step makes, and how many cases that gives. */
static void count_cases(void)
{
    uint32_t counts[STEP_count] = {0};
    each_case(NULL, NULL, collect);
    for (size_t i = 0; i < case_count; i++)
        counts[cases[i].step]++;
    for (int step = 0; step < STEP_count; step++)
        for (int call = 0; call < CALL_count; call++)
            print_roles((enum fault_step)step, (enum fault_call)call);
    for (int step = 0; step < STEP_count; step++)
        printf("%-20s %6u\n", fault_step_names[step], (unsigned)counts[step]);
    printf("%-20s %6u\n", "all", (unsigned)case_count);
}

/* How many rules no case falls under, of a matrix with every code in the twin
 * steps as well: which of them is played depends on the steps before. */
static uint32_t unused_rules(bool print)
{
    first_step = 0;
    thin = false;
    twins_whole = true;
    each_case(NULL, NULL, fault_rule_count);
    if (print)
        fault_rules_print();
    return fault_rules_unused();
}

int main(int argc, char **argv)
{
    bool sample = argc > 1 && strcmp(argv[1], "--sample") == 0;
    const char *only = argc > 2 && strcmp(argv[1], "--only") == 0 ? argv[2] : NULL;
    bool memory = argc > 2 && strcmp(argv[1], "--memory") == 0 && atoi(argv[2]) > 0;
    thin = argc > 1 && strcmp(argv[1], "--thin") == 0;
    if (argc > 3 && strcmp(argv[1], "--part") == 0) {
        part = (uint32_t)atoi(argv[2]);
        parts = (uint32_t)atoi(argv[3]);
        while (argc > 4 && first_step < STEP_count && strcmp(fault_step_names[first_step], argv[4]) != 0)
            first_step++;
    }
    if (part < 1 || part > parts) {
        fprintf(stderr, "--part I N: I is 1 to N\n");
        return 2;
    }
    struct text habits = TEXT_EMPTY;
    sim_habits_begin(&habits);
    printf("%s\n", text_str(&habits));
    text_done(&habits);
    table = thin || only || (argc > 1 && strcmp(argv[1], "--table") == 0);
    AddVectoredExceptionHandler(0, on_crash);
    fault_harness_enter();
    CloseHandle(CreateThread(NULL, 0, watchdog, NULL, 0, NULL));
    fault_harness_leave();
    if (argc > 1 && strcmp(argv[1], "--count") == 0) {
        count_cases();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--kept") == 0)
        return faults_kept() != 0;
    if (argc > 1 && strcmp(argv[1], "--rules") == 0)
        return unused_rules(true) != 0;
    if (memory)
        faults_memory((uint32_t)atoi(argv[2]), argc > 3 ? argv[3] : NULL, run);
    else if (sample)
        run_sample(argc > 2 ? (uint32_t)atoi(argv[2]) : 1);
    else
        each_case(only && strcmp(only, "all") != 0 ? only : NULL, only && argc > 3 ? argv[3] : thin && argc > 2 ? argv[2] : NULL, run);
    for (int call = 0; call < CALL_count && !sample; call++)
        if (tallies[call].run)
            printf("%-52s %5u cases, %u lost\n", fault_kinds[call].name, (unsigned)tallies[call].run, (unsigned)tallies[call].lost);
    uint32_t unused = sample || only ? 0 : unused_rules(false);
    cases_lost += sample || only ? 0 : (LONG)faults_kept();
    printf("faults: %u cases run, %u lost, %u rules without a case\n", (unsigned)cases_run, (unsigned)cases_lost, (unsigned)unused);
    return cases_lost || unused || !cases_run ? 1 : 0;
}
