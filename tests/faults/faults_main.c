/* make faults: runs the fault matrix and prints
 *
 *   faults: N cases run, N lost
 *
 *     faults.exe            everything
 *     faults.exe --sample   each call x one code x one step
 *     faults.exe --table    what each call, step and code ended in
 *     faults.exe --only CALL [STEP]  */
#include "tests/faults/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/faults/fault_rules.h"
#include "win/win.h"

#define LONGEST_CASE_S 60
#define POSITIONS_ALL 6u

const char *const fault_step_names[STEP_count] = {
    "start", "take over", "start, crowded", "watch", "watch, stolen", "snapshot", "check", "stop",
    "launch", "press", "tick", "taskbar", "open", "exit"};

static const char *const state_names[STATES] = {
    "no file session", "no ring", "smaller ring", "provider missing", "not saved", "not checked", "no info",
    "not recovered", "still runs", "no names", "no icon", "no key", "no start", "no viewer", "adopted", "own folder"};

static struct fault_case now;
static volatile LONG cases_run, cases_lost;

static void print_case(const struct fault_case *c)
{
    printf("%s, %s %u%s, code %u", fault_step_names[c->step], fault_kinds[c->call].name, (unsigned)c->nth,
           c->on ? " and all after" : "", (unsigned)c->code);
}

static void print_states(uint32_t states)
{
    if (!states)
        printf(" as ever");
    for (int i = 0; i < STATES; i++)
        if (states >> i & 1)
            printf(" [%s]", state_names[i]);
}

static DWORD WINAPI watchdog(void *argument)
{
    (void)argument;
    for (LONG before = -1, still = 0;;) {
        Sleep(1000);
        still = before == cases_run ? still + 1 : 0;
        before = cases_run;
        if (still < LONGEST_CASE_S)
            continue;
        printf("lost: ");
        print_case(&now);
        printf(": hangs\nfaults: %u cases run, %u lost\n", (unsigned)cases_run + 1, (unsigned)cases_lost + 1);
        fflush(stdout);
        ExitProcess(1);
    }
}

static LONG WINAPI on_crash(EXCEPTION_POINTERS *e)
{
    printf("lost: ");
    print_case(&now);
    printf(": crashes with %08x\nfaults: %u cases run, %u lost\n", (unsigned)e->ExceptionRecord->ExceptionCode,
           (unsigned)cases_run + 1, (unsigned)cases_lost + 1);
    fflush(stdout);
    ExitProcess(1);
}

const struct fault_rule *fault_rule_for(const struct fault_case *c)
{
    for (size_t i = 0; i < sizeof fault_rules / sizeof fault_rules[0]; i++) {
        const struct fault_rule *r = &fault_rules[i];
        if (r->call == c->call && (r->step == STEP_count || r->step == c->step) &&
            (r->code == ANY_CODE || r->code == c->code) && (!r->nth || r->nth == c->nth) && (r->on < 0 || r->on == c->on))
            return r;
    }
    return NULL;
}

static void judge(const struct fault_case *c, struct fault_result *r)
{
    const struct fault_rule *rule = fault_rule_for(c);
    char os[24], code[24];
    if (!rule) {
        fault_wrong(r, "no rule");
        return;
    }
    if ((r->ends & ~rule->may) != (rule->ends & ~rule->may))
        fault_wrong(r, "ends in another state than the rule names (%s)", rule->reason);
    if (rule->said && rule->said[0] == '=') {
        if (r->outcome.os != c->code)
            fault_wrong(r, "the outcome is %s %u", outcome_name(r->outcome.why), (unsigned)r->outcome.os);
    } else if (rule->said && c->code) {
        bool found = false;
        snprintf(os, sizeof os, " os=%u\r", (unsigned)c->code);
        snprintf(code, sizeof code, " code=%u\r", (unsigned)c->code);
        for (const char *line = text_str(&r->log); *line && !found;) {
            const char *end = strchr(line, '\n');
            size_t len = end ? (size_t)(end - line) : strlen(line);
            struct text one = TEXT_EMPTY;
            text_add_bytes(&one, line, len);
            found = strstr(text_str(&one), rule->said) && (strstr(text_str(&one), os) || strstr(text_str(&one), code));
            text_done(&one);
            line += len + (end ? 1 : 0);
        }
        if (!found)
            fault_wrong(r, "the log has no \"%s\" with %u", rule->said, (unsigned)c->code);
    }
}

static bool table;

static void run(const struct fault_case *c)
{
    struct fault_result r = {0};
    now = *c;
    if (c->step < STEP_LAUNCH)
        fault_case_run(c, &r);
    else
        faults_app_case(c, &r);
    judge(c, &r);
    if (table || r.wrong.len) {
        printf(r.wrong.len ? "lost: " : "");
        print_case(c);
        printf(":");
        print_states(r.ends);
        printf("%s%s%s\n", r.said ? ", said" : ", unsaid", r.wrong.len ? ": " : "", text_str(&r.wrong));
        fflush(stdout);
    }
    if (r.wrong.len && getenv("FAULTS_LOG"))
        printf("%s\n", text_str(&r.log));
    cases_lost += r.wrong.len != 0;
    InterlockedIncrement(&cases_run);
    text_done(&r.log);
    text_done(&r.wrong);
}

/* All of the first few positions, then the middle and the last. */
static bool wanted(uint32_t nth, uint32_t count)
{
    return nth <= POSITIONS_ALL || nth == count || nth == (count + POSITIONS_ALL) / 2;
}

static void run_call(enum fault_step step, enum fault_call call, bool sample)
{
    const struct fault_kind *kind = &fault_kinds[call];
    uint32_t count = step < STEP_LAUNCH ? fault_positions(step, call) : faults_app_positions(step, call);
    for (uint32_t nth = 1; nth <= count; nth++) {
        if (!wanted(nth, count) || (sample && nth > 1))
            continue;
        for (uint32_t i = 0; i < kind->code_count; i++) {
            if (sample && i != kind->code_count / 2)
                continue;
            struct fault_case c = {step, call, nth, false, kind->codes[i]};
            run(&c);
            c.on = true;
            if ((nth == 1 || (nth == 2 && nth < count)) && !sample)
                run(&c);
        }
    }
}

static bool starts_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

int main(int argc, char **argv)
{
    bool sample = argc > 1 && strcmp(argv[1], "--sample") == 0;
    const char *only = argc > 2 && strcmp(argv[1], "--only") == 0 ? argv[2] : NULL;
    const char *only_step = only && argc > 3 ? argv[3] : NULL;
    table = argc > 1 && (strcmp(argv[1], "--table") == 0 || only);
    AddVectoredExceptionHandler(0, on_crash);
    CloseHandle(CreateThread(NULL, 0, watchdog, NULL, 0, NULL));
    for (int step = 0; step < STEP_count; step++)
        for (int call = 0; call < CALL_count; call++) {
            if (only && !starts_with(fault_kinds[call].name, only))
                continue;
            if (only_step && strcmp(fault_step_names[step], only_step) != 0)
                continue;
            run_call((enum fault_step)step, (enum fault_call)call, sample);
        }
    printf("faults: %u cases run, %u lost\n", (unsigned)cases_run, (unsigned)cases_lost);
    return cases_lost || !cases_run ? 1 : 0;
}
