/* Ids of res/hitchbox.rc; the lowest icon is the exe's own. */
#ifndef HB_RES_RESOURCE_H
#define HB_RES_RESOURCE_H

#define RES_ICON_ARMED 1
#define RES_ICON_SAVING 2
#define RES_ICON_TROUBLE 3

#define RES_PROVIDERS_INI 101

#endif
