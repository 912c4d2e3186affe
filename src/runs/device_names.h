/* What Windows calls the devices that a snapshot's verdict speaks of, by their
 * instance ids ("USB\VID_054C&PID_09CC\..."). Part of snap.json, so that whoever
 * reads the snapshot, wherever, says the same as the recorder.
 *
 * Names come from devices, that is from anybody: what is kept is one line of
 * bounded length that steers no screen and looks like no path. Ids compare without
 * case, as Windows's do. A few devices at most; what has no room has no name. */
#ifndef HB_RUNS_DEVICE_NAMES_H
#define HB_RUNS_DEVICE_NAMES_H

#include "base/text.h"

#define DEVICE_NAMES_MOST 16u
#define DEVICE_NAME_BYTES 64u /* of UTF-8; what is longer is cut */
#define DEVICE_ID_BYTES 600u  /* Windows's own are at most 199 units long */

struct device_names {
    struct {
        struct text id, name;
    } list[DEVICE_NAMES_MOST];
    uint32_t count;
    bool short_of_memory; /* some are missing for that */
};

/* One of zeros is empty. */
void device_names_done(struct device_names *names);
/* Was the id added, with or without a name? */
bool device_names_has(const struct device_names *names, const char *id);
/* Keeps the id; a name of which nothing is left ("", blanks, a path) is none.
 * False where there is no room, or no memory, or the id is none, too long or known. */
bool device_names_add(struct device_names *names, const char *id, const char *name);
/* The name, valid until device_names_done; NULL where none is known. `names` is a
 * struct device_names: it fits verdict_options.device_name. */
const char *device_names_find(void *names, const char *id);

/* Adds the member "devices" with a comma and a line's end; nothing where no name
 * is known. */
void device_names_write(const struct device_names *names, struct text *out);
/* Adds what that member says in a file's text, which ends at `end`. */
void device_names_read(struct device_names *names, const char *json, const char *end);

#endif
