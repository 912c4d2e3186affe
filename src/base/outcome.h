/* Outcome: how a call ended, as an 8-byte value; and the door of the room
 * `base`, whose values every other room speaks in: this one, struct text
 * (text.h), GUIDs (guid.h), JSON's strings and members (json.h) and sums that do
 * not wrap (checked.h). It needs the C library alone, and asks nothing of an
 * operating system.
 *
 *   struct outcome result = os_file_read(path, limit, &bytes);
 *   if (outcome_failed(result))
 *       return result;
 *
 * A call that can fail returns one. Where another platform or ETW said no, it is
 * made on that very line, with the number: outcome_of(WHY_file_open,
 * GetLastError()). On its way up it is handed on as it is; only who talks to
 * people makes words of it (string_explain), and logs take outcome_name. What
 * cannot fail, or fails in one way only, returns void or bool.
 *
 * `why` says what failed, in the product's words; it is also the id of the
 * sentence and of the remedy that people read (strings/strings.h). `os` is the
 * operating system's own number (GetLastError, an ETW return code, errno),
 * untouched and saved on the line that failed; 0 where there is none.
 *
 * A call that fails leaves its outputs as they were. */
#ifndef HB_BASE_OUTCOME_H
#define HB_BASE_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

/* Every cause. Each has a sentence why_<name> and a remedy fix_<name> in
 * strings/strings_list.h; a name without them does not compile. */
#define WHY_LIST(WHY)                                                          \
    WHY(ok)                                                                    \
    WHY(out_of_memory)                                                         \
    WHY(bad_argument)                                                          \
    WHY(not_found)                                                             \
    WHY(exists)                                                                \
    WHY(file_open)                                                             \
    WHY(file_special)                                                          \
    WHY(file_read)                                                             \
    WHY(file_write)                                                            \
    WHY(file_map)                                                              \
    WHY(file_lost)                                                             \
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
    WHY(hotkey_syntax)                                                         \
    WHY(hotkey_reserved)                                                       \
    WHY(hotkey_taken)                                                          \
    WHY(hotkey_register)                                                       \
    WHY(tray_icon)                                                             \
    WHY(menu_show)                                                             \
    WHY(sound_play)                                                            \
    WHY(viewer_setting)                                                        \
    WHY(viewer_missing)                                                        \
    WHY(viewer_shell)                                                          \
    WHY(viewer_account)                                                        \
    WHY(viewer_start)                                                          \
    WHY(window_create)                                                         \
    WHY(autostart_account)                                                     \
    WHY(autostart_open)                                                        \
    WHY(autostart_tool)                                                        \
    WHY(autostart_hung)                                                        \
    WHY(autostart_unknown)

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
