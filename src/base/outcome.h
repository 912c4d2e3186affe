/* Outcome: how a call ended, as an 8-byte value.
 *
 * `why` says what failed, in the product's words; it is also the id of the
 * sentence and of the remedy that people read (core/strings.h). `os` is the
 * operating system's own number (GetLastError, an ETW return code, errno),
 * untouched and saved on the line that failed; 0 where there is none.
 *
 * A call that fails leaves its outputs as they were. */
#ifndef HB_BASE_OUTCOME_H
#define HB_BASE_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

/* Every cause. Each has a sentence why_<name> and a remedy fix_<name> in
 * core/strings_list.h; a name without them does not compile. */
#define WHY_LIST(WHY)                                                          \
    WHY(ok)                                                                    \
    WHY(out_of_memory)                                                         \
    WHY(bad_argument)                                                          \
    WHY(not_found)                                                             \
    WHY(exists)                                                                \
    WHY(file_open)                                                             \
    WHY(file_read)                                                             \
    WHY(file_write)                                                            \
    WHY(file_map)                                                              \
    WHY(file_too_big)                                                          \
    WHY(file_rename)                                                           \
    WHY(file_remove)                                                           \
    WHY(folder_create)                                                         \
    WHY(folder_rights)                                                         \
    WHY(folder_link)                                                           \
    WHY(folder_foreign)                                                        \
    WHY(folder_read)                                                           \
    WHY(disk_full)                                                             \
    WHY(bad_utf8)                                                              \
    WHY(thread_start)                                                          \
    WHY(not_elevated)                                                          \
    WHY(needs_windows)                                                         \
    WHY(config_invalid)                                                        \
    WHY(etl_not_etl)                                                           \
    WHY(given_up)                                                              \
    WHY(etl_damaged)                                                           \
    WHY(session_start)                                                         \
    WHY(session_hollow)                                                        \
    WHY(session_query)                                                         \
    WHY(session_flush)                                                         \
    WHY(session_stop)                                                          \
    WHY(session_gone)                                                          \
    WHY(session_found)                                                         \
    WHY(provider_enable)                                                       \
    WHY(capture_state)                                                         \
    WHY(snapshot_missing)                                                      \
    WHY(snapshot_not_etl)                                                      \
    WHY(snapshot_empty)                                                        \
    WHY(snapshot_cut)                                                          \
    WHY(snapshot_name)                                                         \
    WHY(no_snapshot)                                                           \
    WHY(hotkey_syntax)                                                         \
    WHY(hotkey_reserved)                                                       \
    WHY(hotkey_taken)                                                          \
    WHY(hotkey_register)                                                       \
    WHY(tray_icon)                                                             \
    WHY(menu_show)                                                             \
    WHY(viewer_missing)                                                        \
    WHY(viewer_shell)                                                          \
    WHY(viewer_account)                                                        \
    WHY(viewer_start)                                                          \
    WHY(window_create)

enum why {
#define WHY(name) WHY_##name,
    WHY_LIST(WHY)
#undef WHY
    WHY_count
};

struct outcome {
    enum why why;
    uint32_t os;
};

static inline struct outcome outcome_ok(void)
{
    struct outcome o = {WHY_ok, 0};
    return o;
}

static inline struct outcome outcome_of(enum why why, uint32_t os)
{
    struct outcome o = {0};
    o.why = why;
    o.os = os;
    return o;
}

static inline bool outcome_failed(struct outcome o)
{
    return o.why != WHY_ok;
}

/* The cause's name as it stands in the list above, for logs and JSON. */
const char *outcome_name(enum why why);

#endif
