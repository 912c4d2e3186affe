/* Names of providers that a game machine's traces hold, for people. */
#ifndef HB_ETL_ETL_NAMES_H
#define HB_ETL_ETL_NAMES_H

#include "etl/etl_event.h"

/* From the event itself where it carries its provider's name, from the classes
 * of kernel events, or from a list of providers; NULL for any other. */
const char *etl_name_of(const struct etl_event *e);
/* The list and the classes only. */
const char *etl_name_of_guid(const struct guid *guid);

/* The GUID of a provider known by this name (ASCII case ignored, "Microsoft-
 * Windows-" may be left out), or NULL. */
const struct guid *etl_guid_of_name(const char *name);

#endif
