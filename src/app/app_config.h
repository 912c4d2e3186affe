/* Finds and reads the configuration beside the exe. */
#ifndef HB_WIN_APP_CONFIG_H
#define HB_WIN_APP_CONFIG_H

#include "config/providers.h"
#include "config/settings.h"

struct app_config {
    struct text exe_folder;
    struct text ini_path;       /* hitchbox.ini */
    struct text providers_path; /* providers.ini */
    struct text base;           /* the folder for runs: settings.folder made absolute */
    struct settings settings;
    struct providers providers;
    struct problems problems;
    bool fell_back;             /* base is not the configured folder */
    uint32_t os_build;          /* of this Windows; 0 if it does not say */
};

/* Reads hitchbox.ini and providers.ini beside the exe. What is absent, broken
 * or unreadable is replaced: a line of hitchbox.ini by its default, the whole
 * of providers.ini by the last good copy in the base folder, else by the
 * one inside the exe. Every fault is in `problems`. */
void app_config_init(struct app_config *config);
void app_config_done(struct app_config *config);

/* Writes hitchbox.ini and providers.ini beside the exe where they are absent,
 * so that there is something to edit. */
struct outcome app_config_write_absent(const struct app_config *config);

/* Makes `base` the folder of this user instead, because the configured one
 * cannot be used; that is a problem of the line that names it. */
void app_config_use_fallback(struct app_config *config, struct outcome why);

#endif
