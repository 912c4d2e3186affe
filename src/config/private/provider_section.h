/* One section of providers.ini while it is being read (config/providers.h has
 * the format). Order of calls: provider_section_begin, provider_section_entry
 * for each line, provider_section_end. */
#ifndef HB_CONFIG_PROVIDER_SECTION_H
#define HB_CONFIG_PROVIDER_SECTION_H

#include "config/ini.h"
#include "config/providers.h"

#define SECTION_MAX_KEYWORDS 64u
#define SECTION_MAX_MASKS 16u
#define SECTION_MAX_NAME 63u /* bytes of a keyword's name */

struct section_keyword {
    char name[SECTION_MAX_NAME + 1];
    uint64_t bit;
};

struct section_mask {
    uint32_t from; /* build; 0: every one */
    uint32_t line;
    struct text names;
};

/* Where findings go. */
struct section_log {
    struct problems *problems;
    const char *file;
    bool good;
};

struct provider_section {
    struct provider *provider; /* NULL: no section, or one that is passed over */
    struct section_log *log;
    uint32_t build;
    bool has_guid, has_level, has_rundown, has_from;
    struct section_keyword keywords[SECTION_MAX_KEYWORDS];
    uint32_t keyword_count;
    struct section_mask masks[SECTION_MAX_MASKS];
    uint32_t mask_count;
    uint32_t story_lines[PROVIDER_MAX_IDS]; /* first mention, in order of appearance */
};

void section_complain(struct section_log *log, uint32_t line, enum string_id what,
                      const char *value, enum string_id remedy);

/* What was read is not whole, and nothing in the file is wrong. */
void section_short_of_memory(struct section_log *log);

/* `provider` is empty but for name, session and line, and outlives the section. */
void provider_section_begin(struct provider_section *s, struct provider *provider,
                            struct section_log *log, uint32_t build);
void provider_section_entry(struct provider_section *s, const struct ini_entry *entry);
/* Checks what the section as a whole must have, resolves its mask, sorts its
 * stories. Frees what the section held beside the provider. */
void provider_section_end(struct provider_section *s);

#endif
