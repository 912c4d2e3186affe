#include "recorder/recorder.h"

#include <string.h>

#include "runs/ring_mark.h"
#include "runs/run_files.h"

/* The folder of an earlier run, if `file` lies in a run of ours. */
static bool own_run_folder(const struct recorder *r, const char *file, struct text *folder)
{
    struct os_stat st;
    struct text root = TEXT_EMPTY, name = TEXT_EMPTY;
    size_t len = os_path_folder_len(file);
    if (!len)
        return false;
    text_add_bytes(folder, file, len - 1);
    const char *at = text_str(folder) + os_path_folder_len(text_str(folder));
    run_files_root(text_str(&r->base), &root);
    os_path_join(text_str(&root), at, &name);
    bool ours = !folder->failed && !root.failed && !name.failed && run_files_is_run(at) && !outcome_failed(os_stat(text_str(&name), &st)) && st.is_folder && !st.is_link;
    if (ours)
        text_set(folder, text_str(&name));
    text_done(&root);
    text_done(&name);
    return ours;
}

/* Where a ring belongs: the run whose mark names it, however many starts ago
 * that was; else beside the File session's file if that is a run of ours; else
 * the present run. */
static struct outcome recovered_path(const struct recorder *r, const struct session *ring, const char *old_file,
                                     struct text *path)
{
    struct text folder = TEXT_EMPTY;
    if (!ring_mark_find(text_str(&r->base), &ring->guid, &folder) && !own_run_folder(r, old_file, &folder))
        text_set(&folder, text_str(&r->folder));
    struct outcome result = folder.failed ? outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY)
                                          : run_files_free(text_str(&folder), RUN_FILES_RECOVERED, 1, path);
    text_done(&folder);
    return result;
}

/* Its numbers are counted when there is time. */
static void note_recovered(struct recorder *r, const char *path, const struct session *buffer)
{
    text_set(&r->recovered, path);
    memset(&r->recovered_info, 0, sizeof r->recovered_info);
    r->recovered_info.flushed = os_utc_now();
    r->recovered_info.ring_mb = recorder_ring_mb(buffer);
    r->recovered_due = true;
}

/* The ring holds what led up to that process's end; it is saved before
 * anything is stopped. */
struct outcome recorder_rescue(struct recorder *r, struct session *buffer, const char *old_file, struct recorder_started *started)
{
    static const struct guid none = {0};
    struct text path = TEXT_EMPTY;
    if (!guid_equal(&buffer->guid, &none) && guid_equal(&buffer->guid, &r->rescued))
        return outcome_ok();
    struct outcome saved = recovered_path(r, buffer, old_file, &path);
    if (!outcome_failed(saved))
        saved = recorder_make_room(r, buffer);
    if (!outcome_failed(saved))
        saved = recorder_flush_ring(r, buffer, &path);
    log_outcome(r->log, "recovered", saved, "path=\"%s\"", text_str(&path));
    if (!outcome_failed(saved)) {
        r->rescued = buffer->guid;
        note_recovered(r, text_str(&path), buffer);
        text_move(&started->recovered, &path);
    }
    text_done(&path);
    return saved;
}

static void stop_found(struct recorder *r, struct session *session)
{
    struct text folder = TEXT_EMPTY;
    enum session_kind kind = session->kind;
    bool marked = kind == SESSION_BUFFER && ring_mark_find(text_str(&r->base), &session->guid, &folder);
    struct outcome stopped = session_stop(session);
    log_outcome(r->log, "session_stopped", stopped, "name=%s found=1", session_name(kind));
    if (marked && !outcome_failed(stopped))
        ring_mark_remove(text_str(&folder));
    text_done(&folder);
}

static bool is_ring(const struct session *session)
{
    return (session->facts.mode & EVENT_TRACE_BUFFERING_MODE) != 0;
}

/* A ring that could not be saved is only stopped when there was nothing in it;
 * and what is no ring is not ours to stop. */
static bool may_stop_ring(const struct session *buffer, struct outcome saved)
{
    return is_ring(buffer) && (!outcome_failed(saved) || saved.why == WHY_snapshot_empty);
}

static bool may_stop_file(const struct session *file)
{
    return (file->facts.mode & EVENT_TRACE_FILE_MODE_CIRCULAR) != 0;
}

static void adopt(struct recorder *r, const struct session *found, struct session *place)
{
    *place = *found;
    recorder_log_session(r, "session_adopted", found);
}

static bool find(struct recorder *r, struct session *session, enum session_kind kind, struct text *file)
{
    struct outcome found = session_find(session, kind, file);
    if (outcome_failed(found) && found.why != WHY_session_gone)
        log_outcome(r->log, "session_not_found", found, "name=%s", session_name(kind));
    return !outcome_failed(found);
}

void recorder_take_over(struct recorder *r, struct recorder_started *started)
{
    struct session file = {0}, buffer = {0};
    struct text old_file = TEXT_EMPTY;
    struct outcome saved = outcome_ok();
    bool file_found = r->file.origin == SESSION_NONE && find(r, &file, SESSION_FILE, &old_file);
    bool buffer_found = r->buffer.origin == SESSION_NONE && find(r, &buffer, SESSION_BUFFER, NULL);
    if (!file_found && !buffer_found)
        goto out;
    if (file_found)
        recorder_log_session(r, "session_found", &file);
    if (buffer_found) {
        recorder_log_session(r, "session_found", &buffer);
        saved = is_ring(&buffer) ? recorder_rescue(r, &buffer, text_str(&old_file), started) : outcome_of(WHY_session_found, 0);
    }
    struct outcome probe_stopped;
    struct outcome may_start = session_probe(&probe_stopped);
    if (outcome_failed(probe_stopped))
        log_outcome(r->log, "session_stopped", probe_stopped, "name=probe");
    started->adopted = outcome_failed(may_start);
    if (started->adopted)
        log_outcome(r->log, "start_refused", may_start, "");
    if (buffer_found && started->adopted && is_ring(&buffer)) {
        adopt(r, &buffer, &r->buffer);
        memset(&r->rescued, 0, sizeof r->rescued);
        recorder_count_loss_anew(r);
        recorder_mark_ring(r);
    } else if (buffer_found && !started->adopted && may_stop_ring(&buffer, saved)) {
        stop_found(r, &buffer);
    }
    if (file_found && started->adopted && may_stop_file(&file)) {
        adopt(r, &file, &r->file);
        text_move(&r->key_file, &old_file);
    } else if (file_found && !started->adopted && may_stop_file(&file)) {
        stop_found(r, &file);
    }
out:
    text_done(&old_file);
}
