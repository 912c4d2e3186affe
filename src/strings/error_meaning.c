#include "strings/private/error_meaning.h"

#include <stddef.h>

enum thing { THING_SESSION = 1, THING_PROVIDER = 2, THING_FILE = 4, THING_KEY = 8, THING_VIEWER = 16, THING_ANY = 31, THING_RIGHTS = 32, THING_EVERY = 63 };

static enum thing thing_of(enum why why)
{
    switch (why) {
    case WHY_session_start:
    case WHY_session_query:
    case WHY_session_flush:
    case WHY_session_stop:
    case WHY_session_gone:
    case WHY_session_found:
    case WHY_exists:
        return THING_SESSION;
    case WHY_provider_enable:
    case WHY_capture_state:
        return THING_PROVIDER;
    case WHY_hotkey_register:
    case WHY_hotkey_taken:
        return THING_KEY;
    case WHY_viewer_start:
    case WHY_viewer_shell:
        return THING_VIEWER;
    case WHY_not_found:
    case WHY_file_open:
    case WHY_file_read:
    case WHY_file_write:
    case WHY_file_map:
    case WHY_file_rename:
    case WHY_file_remove:
    case WHY_folder_create:
    case WHY_folder_read:
    case WHY_disk_full:
        return THING_FILE;
    case WHY_folder_rights:
        return THING_RIGHTS;
    default:
        return 0;
    }
}

static const struct {
    uint32_t code;
    unsigned things;
    struct error_meaning cause;
} rows[] = {
    {3, THING_ANY, {STR_os_3, STR_os_3_remedy}},
    {5, THING_SESSION | THING_PROVIDER, {STR_os_5_session, STR_os_5_session_remedy}},
    {5, THING_FILE, {STR_os_5_file, STR_os_5_file_remedy}},
    {8, THING_EVERY, {STR_os_8, STR_os_8_remedy}},
    {14, THING_EVERY, {STR_os_8, STR_os_8_remedy}},
    {24, THING_SESSION | THING_PROVIDER, {STR_os_24, STR_os_24_remedy}},
    {32, THING_ANY, {STR_os_32, STR_os_32_remedy}},
    {33, THING_ANY, {STR_os_33, STR_os_33_remedy}},
    {50, THING_SESSION | THING_PROVIDER, {STR_os_50, STR_os_50_remedy}},
    {87, THING_SESSION, {STR_os_87_session, STR_os_87_session_remedy}},
    {87, THING_PROVIDER, {STR_os_87_provider, STR_os_87_provider_remedy}},
    {112, THING_ANY, {STR_os_112, STR_os_112_remedy}},
    {123, THING_ANY, {STR_os_123, STR_os_123_remedy}},
    {161, THING_ANY, {STR_os_161, STR_os_161_remedy}},
    {183, THING_SESSION, {STR_os_183, STR_os_183_remedy}},
    {206, THING_ANY, {STR_os_206, STR_os_206_remedy}},
    {234, THING_SESSION, {STR_os_234, STR_os_234_remedy}},
    {448, THING_FILE, {STR_os_448, STR_os_448_remedy}},
    {1058, THING_VIEWER, {STR_os_1058, STR_os_1058_remedy}},
    {1223, THING_ANY, {STR_os_1223, STR_os_1223_remedy}},
    {1409, THING_KEY, {STR_os_1409, STR_os_1409_remedy}},
    {1450, THING_SESSION, {STR_os_1450_session, STR_os_1450_session_remedy}},
    {1450, THING_PROVIDER, {STR_os_1450_provider, STR_os_1450_provider_remedy}},
    {1450, THING_FILE | THING_KEY | THING_VIEWER | THING_RIGHTS, {STR_os_8, STR_os_8_remedy}},
    {1460, THING_SESSION | THING_PROVIDER, {STR_os_1460, STR_os_1460_remedy}},
    {2402, THING_SESSION, {STR_os_2402, STR_os_2402_remedy}},
    {4201, THING_SESSION | THING_PROVIDER, {STR_os_4201, STR_os_4201_remedy}},
};

bool error_meaning_find(struct outcome outcome, struct error_meaning *cause)
{
    unsigned thing = (unsigned)thing_of(outcome.why);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == outcome.os && (rows[i].things & thing)) {
            *cause = rows[i].cause;
            return true;
        }
    return false;
}
