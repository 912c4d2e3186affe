/* Finds and reads the configuration beside the exe. */
#ifndef HB_APP_APP_CONFIG_H
#define HB_APP_APP_CONFIG_H

#include "config/ini_edit.h"
#include "config/no_games.h"
#include "config/providers.h"
#include "config/settings.h"

struct app_config {
    struct text exe_folder;
    struct text ini_path;       /* hitchbox.ini */
    struct text providers_path; /* providers.ini */
    struct text no_games_path;  /* not-games.txt */
    struct text base;           /* the folder for runs: settings.folder made absolute */
    struct settings settings;
    struct providers providers;
    struct no_games no_games;
    struct problems problems;
    struct outcome last_good;   /* how keeping a copy of a good providers.ini went */
    bool fell_back;             /* base is not the configured folder */
    uint32_t os_build;          /* of this Windows; 0 if it does not say */
};

/* Reads hitchbox.ini and providers.ini beside the exe. What is absent, broken
 * or unreadable is replaced: a line of hitchbox.ini by its default (app_settings.h
 * says what of it this computer cannot have), the whole
 * of providers.ini by the last good copy in the base folder, else by the
 * one inside the exe; not-games.txt by the list that Hitchbox knows. Every fault
 * is in `problems`. */
void app_config_init(struct app_config *config);
void app_config_done(struct app_config *config);

/* Reads hitchbox.ini over *s as it stands there now, variables and all. */
void app_config_read_settings(const struct app_config *config, struct settings *s, struct problems *problems);
/* Changes values in hitchbox.ini as it stands there now, or in the one that would
 * be written, and replaces it in one step (os_file_replace). `now` receives the
 * whole new text. WHY_config_invalid where it is no ini. Nothing is written where nothing
 * changes, and nothing in the place of a file that cannot be read. */
struct outcome app_config_change(const struct app_config *config, const struct ini_change *changes, size_t count,
                                 struct text *now);

/* Writes hitchbox.ini, providers.ini and not-games.txt beside the exe where they are absent,
 * so that there is something to edit. */
struct outcome app_config_write_absent(const struct app_config *config);

/* Makes `base` the folder of this user instead, because the configured one
 * cannot be used; that is a problem of the line that names it. */
void app_config_use_fallback(struct app_config *config, struct outcome why);

#endif
