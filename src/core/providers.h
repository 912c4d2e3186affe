/* Providers: what the two sessions listen to, read from providers.ini.
 *
 * A section of the file is one provider in one session. The mask is given as
 * names of positive keyword bits; a provider whose keywords differ by Windows
 * build has further masks "from build N on". Id whitelist and stories stand
 * with the File session's providers. */
#ifndef HB_CORE_PROVIDERS_H
#define HB_CORE_PROVIDERS_H

#include "base/guid.h"
#include "core/problem.h"

#define PROVIDER_MAX_IDS 64u /* of EVENT_FILTER_EVENT_ID, per provider and session */

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
    struct story stories[PROVIDER_MAX_IDS]; /* ascending ids */
    uint32_t story_count;                   /* 0: no id filter */
    uint32_t line;      /* of its section */
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
