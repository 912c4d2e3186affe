/* snap.json: what is known of one snapshot, written beside it as <name>.json
 * and read again for the history, so that showing it costs no walk through
 * hundreds of megabytes. */
#ifndef HB_CORE_SNAPINFO_H
#define HB_CORE_SNAPINFO_H

#include "base/text.h"
#include "etl/etl_check.h"

struct snapinfo {
    int64_t pressed;  /* FILETIME of the key press; 0: not by a press */
    int64_t flushed;  /* FILETIME when Windows had written the file */
    uint32_t ring_mb; /* as granted */
    struct etl_summary summary;
};


/* What span the events cover, 0 without any. */
int64_t snapinfo_span_ms(const struct snapinfo *info);
/* When it was: the press, else the flush. */
int64_t snapinfo_time(const struct snapinfo *info);

/* A JSON object, one member a line. `verdict` (NULL: none) is the sentence on
 * what made it stutter. */
void snapinfo_write(const struct snapinfo *info, const char *verdict, struct text *out);
/* Adds that sentence from the file's bytes; nothing where there is none. */
void snapinfo_verdict(const char *bytes, size_t len, struct text *out);
/* Reads what snapinfo_write wrote; members may stand in any order and unknown
 * ones are passed over. False (and *info untouched) for anything that is no
 * such object. */
bool snapinfo_read(const char *bytes, size_t len, struct snapinfo *info);

#endif
