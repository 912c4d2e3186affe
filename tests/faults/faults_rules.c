/* The rules, which of them a case falls under, and which of them no case does. */
#include <stdio.h>
#include <string.h>

#include "tests/faults/fault_rules.h"

static const struct fault_rule rules[] = {
#include "tests/faults/fault_rules_sessions.h"
#include "tests/faults/fault_rules_files.h"
#include "tests/faults/fault_rules_window.h"
};
#define RULES (sizeof rules / sizeof rules[0])

/* The cases that fell under each, and at which steps. */
static struct {
    uint32_t cases;
    uint64_t steps;
} used[RULES];

static bool role_fits(const char *wanted, const char *role, uint32_t nth_in_role)
{
    size_t len = wanted ? strlen(wanted) : 0;
    if (!wanted)
        return true;
    if (len > 2 && wanted[len - 2] == '#')
        return (wanted[len - 1] == '+' ? nth_in_role > 1 : (uint32_t)(wanted[len - 1] - '0') == nth_in_role) &&
               strlen(role) == len - 2 && strncmp(wanted, role, len - 2) == 0;
    if (len && wanted[len - 1] == '*')
        return strncmp(wanted, role, len - 1) == 0;
    return strcmp(wanted, role) == 0;
}

static uint32_t nth_in_role(const struct fault_case *c, const char *role)
{
    const struct fault_positions *p = fault_positions(c->step);
    uint32_t n = 1;
    for (uint32_t nth = 1; nth < c->nth && nth <= FAULT_NTH_MOST; nth++)
        n += p->roles[c->call][nth - 1] == role;
    return n;
}

const struct fault_rule *fault_rule_of(const struct fault_case *c, const char *role)
{
    uint32_t n = nth_in_role(c, role);
    for (size_t i = 0; i < RULES; i++) {
        const struct fault_rule *r = &rules[i];
        if (r->call == c->call && (r->steps >> c->step & 1) && role_fits(r->role, role, n) &&
            (r->code == ANY_CODE || r->code == c->code) && (r->on < 0 || r->on == c->on))
            return r;
    }
    return NULL;
}

void fault_rule_count(const struct fault_case *c)
{
    const struct fault_rule *rule = fault_rule_of(c, fault_positions(c->step)->roles[c->call][c->nth - 1]);
    if (!rule)
        return;
    used[rule - rules].cases++;
    used[rule - rules].steps |= 1ull << c->step;
}

static void print_rule(const struct fault_rule *r)
{
    printf("%s %s", fault_kinds[r->call].name, r->role ? r->role : "(any role)");
    if (r->code != ANY_CODE)
        printf(", code %u", (unsigned)r->code);
    printf("%s: \"%s\"", r->on == EITHER ? "" : r->on ? ", and all after" : ", once", r->reason);
}

static void print_steps(uint64_t steps)
{
    for (int step = 0; step < STEP_count; step++)
        if (steps >> step & 1)
            printf("; %s", fault_step_names[step]);
}

void fault_rules_print(void)
{
    for (size_t i = 0; i < RULES; i++) {
        printf("%5u %s ", (unsigned)used[i].cases, rules[i].why == WHY_ok ? "quiet" : "said ");
        print_rule(&rules[i]);
        print_steps(used[i].steps);
        printf("\n");
    }
}

uint32_t fault_rules_unused(void)
{
    uint32_t unused = 0;
    for (size_t i = 0; i < RULES; i++) {
        if (used[i].cases)
            continue;
        printf("lost: no case falls under the rule ");
        print_rule(&rules[i]);
        printf("\n");
        unused++;
    }
    return unused;
}
