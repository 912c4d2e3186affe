/* A verdict from inside, for those who tell of it.
 *
 * The way: gather (one walk, as the file lies) -> hitches -> measure (a second
 * walk, in time order, looking closely at the chosen moments) -> settle ->
 * weigh. Each step writes its own member and takes the earlier ones const; what
 * measuring found joins the trace's facts between the two. */
#ifndef HB_VERDICT_VERDICT_MODEL_H
#define HB_VERDICT_VERDICT_MODEL_H

#include <string.h>

#include "verdict/suspects.h"

struct verdict {
    struct verdict_options options;
    struct patience patience;
    struct trace trace;
    struct moments moments;
    struct suspects suspects;
};

/* The stream that is the game's, or NULL, and its figures. */
static inline const struct stream *verdict_game(const struct verdict *v)
{
    return v->moments.game ? &v->trace.streams[v->moments.game - 1] : NULL;
}
static inline const struct figures *verdict_figures(const struct verdict *v)
{
    return v->moments.game ? &v->moments.figures[v->moments.game - 1] : NULL;
}
/* How its frames were, without excused gaps; all 0 where there are too few. */
static inline const struct frame_figures *verdict_frames(const struct verdict *v)
{
    return v->moments.game ? &verdict_figures(v)->all : NULL;
}
static inline const struct moment *verdict_moment(const struct verdict *v)
{
    return moments_main(&v->moments);
}
/* What the report is about, or NULL where nothing was felt. */
static inline const struct moment *verdict_headline(const struct verdict *v)
{
    return v->suspects.headline ? &v->moments.list[v->suspects.headline - 1] : NULL;
}
static inline const char *verdict_str(const struct verdict *v, uint32_t name)
{
    return names_str(&v->trace.names, name);
}

/* Is that name of a device no name, but the instance id that plug and play knows
 * it by? */
static inline bool verdict_is_device(const char *name)
{
    return strchr(name, '\\') != NULL;
}

#endif
