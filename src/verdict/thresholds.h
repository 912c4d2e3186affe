/* The limits that more than one rule goes by. */
#ifndef HB_VERDICT_THRESHOLDS_H
#define HB_VERDICT_THRESHOLDS_H

#include "events/payload.h"
#include "gather/facts.h"

/* What a score is called; a suspect below the first is not named. */
#define SCORE_NAMED 40u
#define SCORE_LIKELY 60u
#define SCORE_SURE 80u

#define MB (1024u * 1024u)

/* Who reads so much at one go is loading. */
#define LOADED_BYTES (24 * MB)

/* With less memory left Windows is out of it, whatever else was usual; in bytes and in pages. */
#define MEMORY_FEWEST (200u * MB)
#define PAGES_FEWEST (MEMORY_FEWEST / PAGE)

/* A silence that the recording's end cuts is a freeze from this length on. */
#define OPEN_LEAST (1 * SECOND)

/* A display mode that was set so long before may be what moved the focus. */
#define MODE_MOVES_FOCUS (700 * MILLISECOND)

#endif
