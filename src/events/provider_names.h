/* Names of providers that a game machine's traces hold, for people. */
#ifndef HB_EVENTS_PROVIDER_NAMES_H
#define HB_EVENTS_PROVIDER_NAMES_H

#include "etl/etl_event.h"

/* From the event itself where it carries its provider's name, from the classes
 * of kernel events, or from a list of providers; NULL for any other. */
const char *provider_names_of_event(const struct etl_event *e);
/* The list and the classes only. */
const char *provider_names_of_guid(const struct guid *guid);

/* The GUID of a provider known by this name (ASCII case ignored, "Microsoft-
 * Windows-" may be left out), or NULL. */
const struct guid *provider_names_find(const char *name);

/* The list's names, one by one; NULL behind the last one. */
const char *provider_names_at(size_t index);

#endif
