#include "tests/scenarios/effects.h"

#include "base/guid.h"
#include "tests/scenarios/child.h"
#include "tests/scenarios/guard.h"
#include "win/utf16.h"
#include "win/win.h"

#include <powrprof.h>
#include <string.h>

#define CAP_PERCENT 30u
#define FLOOR_PERCENT 5u
#define SETTLE_MS 2000u
#define MEASURE_MS 500u
#define RUN_ONCE L"SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\RunOnce"
/* Of the user, never of the machine: the program lies where any program of the
 * user may replace it, and what the machine's key names runs raised.
 * The ! keeps the entry until the command has run. */
#define RUN_ONCE_NAME L"!HitchboxScenario"

/* winnt.h: GUID_PROCESSOR_SETTINGS_SUBGROUP, _THROTTLE_MAXIMUM, _THROTTLE_MINIMUM */
static const GUID processor = {0x54533251, 0x82be, 0x4824, {0x96, 0xc1, 0x47, 0xb6, 0x0b, 0x74, 0x0d, 0x00}};
static const GUID maximum = {0xbc5038f7, 0x23e0, 0x4960, {0x96, 0xda, 0x33, 0xab, 0xaf, 0x59, 0x35, 0xec}};
static const GUID minimum = {0x893dee8e, 0x2bef, 0x41e0, {0x89, 0xc6, 0xb5, 0x5d, 0x09, 0x29, 0x96, 0x4c}};

struct plans {
    GUID old, capped;
};

static void add_guid(struct text *out, const GUID *g)
{
    struct guid guid = {g->Data1, g->Data2, g->Data3, {0}};
    memcpy(guid.data4, g->Data4, sizeof guid.data4);
    guid_add(out, &guid);
}

static bool read_guid(const char *word, GUID *g)
{
    struct guid guid;
    if (!guid_parse(word, &guid))
        return false;
    g->Data1 = guid.data1;
    g->Data2 = guid.data2;
    g->Data3 = guid.data3;
    memcpy(g->Data4, guid.data4, sizeof guid.data4);
    return true;
}

static bool active_plan(GUID *plan)
{
    GUID *active = NULL;
    if (PowerGetActiveScheme(NULL, &active) != ERROR_SUCCESS || !active)
        return false;
    *plan = *active;
    LocalFree(active);
    return true;
}

bool power_ready(struct text *refusal)
{
    GUID plan;
    if (active_plan(&plan))
        return true;
    text_add(refusal, "Windows does not say which power plan is in use. Choose one in its settings and run this again.");
    return false;
}

/* Back to the old plan, unless the user has chosen a third one meanwhile. */
static bool go_back(const struct plans *p)
{
    GUID now;
    bool fine = active_plan(&now);
    if (fine && IsEqualGUID(&now, &p->capped))
        fine = PowerSetActiveScheme(NULL, &p->old) == ERROR_SUCCESS && active_plan(&now) && !IsEqualGUID(&now, &p->capped);
    if (fine)
        PowerDeleteScheme(NULL, &p->capped);
    return fine;
}

static void forget_run_once(void)
{
    HKEY key;
    if (RegOpenKeyExW(HKEY_CURRENT_USER, RUN_ONCE, 0, KEY_SET_VALUE, &key) != ERROR_SUCCESS)
        return;
    RegDeleteValueW(key, RUN_ONCE_NAME);
    RegCloseKey(key);
}

int power_undo(int count, char **words)
{
    struct plans p;
    if (count < 2 || !read_guid(words[0], &p.old) || !read_guid(words[1], &p.capped))
        return 2;
    if (!go_back(&p))
        return 1;
    forget_run_once();
    return 0;
}

static bool remember_run_once(const char *line)
{
    struct wide value = WIDE_EMPTY;
    HKEY key = NULL;
    wide_add_utf8(&value, line);
    bool fine = !value.failed && RegOpenKeyExW(HKEY_CURRENT_USER, RUN_ONCE, 0, KEY_SET_VALUE, &key) == ERROR_SUCCESS;
    if (fine) {
        fine = RegSetValueExW(key, RUN_ONCE_NAME, 0, REG_SZ, (const BYTE *)wide_str(&value),
                              (DWORD)((value.count + 1) * sizeof(wchar_t))) == ERROR_SUCCESS;
        RegCloseKey(key);
    }
    wide_done(&value);
    return fine;
}

static bool set_value(const GUID *plan, const GUID *setting, DWORD value)
{
    return PowerWriteACValueIndex(NULL, plan, &processor, setting, value) == ERROR_SUCCESS &&
           PowerWriteDCValueIndex(NULL, plan, &processor, setting, value) == ERROR_SUCCESS;
}

static bool make_capped(struct plans *p)
{
    static const wchar_t name[] = L"Hitchbox scenario";
    GUID *made = NULL;
    if (!active_plan(&p->old) || PowerDuplicateScheme(NULL, &p->old, &made) != ERROR_SUCCESS || !made)
        return false;
    p->capped = *made;
    LocalFree(made);
    PowerWriteFriendlyName(NULL, &p->capped, NULL, NULL, (UCHAR *)name, sizeof name);
    if (set_value(&p->capped, &minimum, FLOOR_PERCENT) && set_value(&p->capped, &maximum, CAP_PERCENT))
        return true;
    PowerDeleteScheme(NULL, &p->capped);
    return false;
}

/* With every processor at work, so that the cap is felt and can be measured. */
static void work_capped(const struct effect *e, uint64_t usual)
{
    effect_wait(SETTLE_MS);
    uint64_t capped = child_burn(MEASURE_MS);
    for (uint32_t left = e->seconds; left > 0 && effect_wait(MEASURE_MS); left--)
        child_burn(MEASURE_MS);
    text_addf(&e->info->note, "processors capped at %u %% of their clock; one did %u %% of its usual work", CAP_PERCENT,
              (unsigned)(usual ? capped * 100 / usual : 0));
}

bool effect_cpu_throttling(const struct effect *e, struct text *trouble)
{
    struct plans p;
    struct guard guard;
    struct text words = TEXT_EMPTY, line = TEXT_EMPTY;
    uint64_t usual = child_burn(MEASURE_MS);
    if (!make_capped(&p)) {
        text_add(trouble, "a copy of the power plan could not be made. A policy may forbid it.");
        return false;
    }
    text_add(&words, "power ");
    add_guid(&words, &p.old);
    text_add_char(&words, ' ');
    add_guid(&words, &p.capped);
    effect_undo_line(&line, text_str(&words));
    bool guarded = guard_begin(&guard, text_str(&line), e->seconds + GUARD_EXTRA_S);
    bool fine = guarded && remember_run_once(text_str(&line)) && PowerSetActiveScheme(NULL, &p.capped) == ERROR_SUCCESS;
    if (fine)
        work_capped(e, usual);
    else
        text_add(trouble, "the capped power plan could not be used; nothing was changed. A policy may forbid it.");
    if (!go_back(&p)) {
        /* The guard takes over when this program ends. */
        text_add(trouble, " The old power plan did not come back: choose it in Windows's power options.");
        fine = false;
    } else {
        forget_run_once();
        if (guarded)
            guard_end(&guard);
    }
    text_done(&words);
    text_done(&line);
    return fine;
}
