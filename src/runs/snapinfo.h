/* snap.json: what is known of one snapshot, written beside it as <name>.json
 * and read again for the history, so that showing it costs no walk through
 * hundreds of megabytes. */
#ifndef HB_RUNS_SNAPINFO_H
#define HB_RUNS_SNAPINFO_H

#include "base/text.h"
#include "etl/etl_check.h"
#include "runs/device_names.h"
#include "strings/strings.h"

#define SNAPINFO_GAME_MOST 64u

struct snapinfo {
    int64_t pressed;  /* FILETIME of the key press; 0: not by a press */
    int64_t flushed;  /* FILETIME when Windows had written the file */
    uint32_t ring_mb; /* as granted */
    struct etl_summary summary;
    int64_t complete_from; /* FILETIME; what lies before is not complete; 0: all of it is */
    int64_t flush_before;  /* FILETIME of the session's FLUSH before; 0: none */
    uint32_t foreground;   /* process that was in front before the press; 0: not known */
    bool outside;          /* a program from outside asked for it (<name>.outside stands beside it) */
    char game[SNAPINFO_GAME_MOST]; /* the program whose frames are to be judged; "": not said */
    struct {
        uint64_t events, buffers;
        int64_t since; /* FILETIME; 0: none of the three is known */
    } covered; /* what was lost in the span that it covers, and a little before */
};

/* What the verdict says of it. The pieces stand there in every language, so that
 * a list is in the reader's own whatever the snapshot was saved in; files of
 * earlier versions have the sentence alone. All zero is a good start. */
struct snapinfo_words {
    struct text verdict; /* the sentence, in the language that it was saved in */
    struct text game;    /* whose frames were judged */
    struct text cause[LANGUAGE_count], felt[LANGUAGE_count];
};
void snapinfo_words_done(struct snapinfo_words *words);

/* The FILETIME from which on it is complete. */
int64_t snapinfo_begin(const struct snapinfo *info);
/* What span it covers, 0 without any events. */
int64_t snapinfo_span_ms(const struct snapinfo *info);
/* A trace keeps the time of its session's start, whatever the clock is set to
 * since: how far its time is ahead of the clock at the FLUSH, 0 for less than
 * two seconds, which a quiet machine may be silent for. */
int64_t snapinfo_clock_moved(const struct snapinfo *info);
/* When the key was pressed, in the trace's own time; 0: not by a press. */
int64_t snapinfo_press_in_trace(const struct snapinfo *info);
/* When it was: the press, else the flush. */
int64_t snapinfo_time(const struct snapinfo *info);

/* A name that does not fit is left out. */
void snapinfo_set_game(struct snapinfo *info, const char *name);

/* A JSON object, one member a line. `words` may be NULL; of them, what is empty is
 * left out. `devices` (NULL: none) is what Windows calls those it speaks of. */
void snapinfo_write(const struct snapinfo *info, const struct snapinfo_words *words, const struct device_names *devices,
                    struct text *out);
/* Fills the words from the file's bytes; what is not there stays empty. False
 * without memory. */
bool snapinfo_read_words(const char *bytes, size_t len, struct snapinfo_words *words);
/* Reads what snapinfo_write wrote; members may stand in any order and unknown
 * ones are passed over. WHY_config_invalid for anything that is no such object;
 * *info is then untouched, and without memory, too. */
struct outcome snapinfo_read(const char *bytes, size_t len, struct snapinfo *info);
/* The same of the file beside a trace, with the words (NULL: not wanted) and the
 * devices' names (NULL: not wanted). Fails as os_file_read and snapinfo_read do. */
struct outcome snapinfo_load(const char *trace, struct snapinfo *info, struct snapinfo_words *words,
                             struct device_names *devices);

#endif
