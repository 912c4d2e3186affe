/* Providers: what the two sessions listen to, read from providers.ini.
 *
 * A section of the file is one provider in one session:
 *
 *     [file Microsoft-Windows-Kernel-Process]
 *     guid = {22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716}
 *     level = 4
 *     rundown = yes            ; answers CAPTURE_STATE; no where it is missing
 *     from = 22000             ; from this Windows build on; any where missing
 *     keyword.PROCESS = 0x10   ; a name for one bit
 *     keyword.IMAGE = 0x40
 *     mask = PROCESS           ; what is let through, by name; ALL is no filter
 *     mask from 22000 = PROCESS IMAGE
 *     id 1 en = A program started.
 *     id 1 zh = ...
 *     id 5 from = 26100        ; not before this build
 *
 * A mask can only name bits, so there is no way to write "everything but".
 * Bits 48 to 63 are channels and let through whatever is logged there; their
 * names must begin with CHANNEL_. */
#ifndef HB_CONFIG_PROVIDERS_H
#define HB_CONFIG_PROVIDERS_H

#include "base/guid.h"
#include "config/problem.h"

#define PROVIDER_MAX_IDS 64u /* of EVENT_FILTER_EVENT_ID, per provider and session */
#define PROVIDERS_MAX 64u

enum session_kind { SESSION_FILE, SESSION_BUFFER, SESSION_kinds };

/* One whitelisted event: what happened in the system when it appears. */
struct story {
    uint16_t id;
    uint32_t first_build; /* 0: any */
    struct text english;
    struct text chinese;
};

struct provider {
    struct text name;
    struct guid guid;
    enum session_kind session;
    uint8_t level;
    uint64_t mask;      /* for the build that was asked for; 0 = all keywords */
    bool capture_state; /* answers CAPTURE_STATE with rundown events */
    bool skipped;       /* not for this build */
    /* Ascending ids, those of newer builds too: a filter on an event that a
     * build lacks is harmless, and traces of other machines need the story. */
    struct story stories[PROVIDER_MAX_IDS];
    uint32_t story_count; /* 0: no id filter */
    uint32_t line;        /* of its section */
};

struct providers {
    struct provider *items;
    size_t count;
    size_t room;
};

void providers_init(struct providers *p);
void providers_done(struct providers *p);

/* Reads providers.ini as it applies to Windows build `build` (e.g. 19045).
 * Every rule is checked (GUIDs, ids, names, masks, both stories, at most 64
 * ids); each finding goes to `problems`. Returns true, with *p replaced, only
 * when there was none: a configuration is taken whole or not at all. */
bool providers_read(struct providers *p, const char *name, const char *bytes, size_t len,
                    uint32_t build, struct problems *problems);

/* The story of an event, or NULL. */
const struct story *providers_story(const struct providers *p, const struct guid *guid, uint16_t id);

#endif
