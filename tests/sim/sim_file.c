#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_internal.h"

/* StartTrace wants this much free beyond MaximumFileSize. */
#define RESERVE_BYTES (UINT64_C(200) * 1024 * 1024)
/* The kernel does not write these into the file's mode. */
#define MODES_NOT_WRITTEN (MODE_REAL_TIME | MODE_STOP_HYBRID | MODE_PERSIST_HYBRID)

/* os.h gives GetLastError here, errno natively; callers of ETW see the former. */
uint32_t sim_file_code(struct outcome o)
{
    if (os_separator == '\\' && o.os)
        return o.os;
    switch (o.why) {
    case WHY_not_found:
        return E_PATH_NOT_FOUND;
    case WHY_exists:
        return E_ALREADY_EXISTS;
    case WHY_disk_full:
        return E_DISK_FULL;
    case WHY_out_of_memory:
        return E_NOT_ENOUGH_MEMORY;
    default:
        return o.os == ENOSPC ? E_DISK_FULL : E_ACCESS_DENIED;
    }
}

static bool is_separator(char c)
{
    return c == '/' || c == os_separator;
}

static bool folder_stands(const char *path)
{
    struct text folder = TEXT_EMPTY;
    struct os_stat st;
    size_t len = strlen(path);
    while (len && !is_separator(path[len - 1]))
        len--;
    if (len == 0)
        return true;
    if (len > 1 && path[len - 2] != ':')
        len--;
    text_add_bytes(&folder, path, len);
    bool stands = !outcome_failed(os_stat(text_str(&folder), &st)) && st.is_folder;
    text_done(&folder);
    return stands;
}

uint32_t sim_file_check_target(struct sim *s, const char *path, bool may_exist)
{
    struct os_stat st;
    if (!*path)
        return E_BAD_PATHNAME;
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used && s->sessions[i].file && sim_rule(s, SIM_RULE_file_not_in_use) &&
            sim_name_equal(text_str(&s->sessions[i].path), path))
            return E_BAD_PATHNAME;
    if (!folder_stands(path) && sim_rule(s, SIM_RULE_folder_stands))
        return E_PATH_NOT_FOUND;
    if (outcome_failed(os_stat(path, &st)))
        return 0;
    if (st.is_folder)
        return E_ACCESS_DENIED;
    return may_exist ? 0 : E_ALREADY_EXISTS;
}

uint64_t sim_file_free_space(const struct sim *s, const char *path)
{
    struct text folder = TEXT_EMPTY;
    uint64_t bytes = UINT64_MAX;
    if (s->behaviour.free_space_set)
        return s->behaviour.free_space;
    size_t len = strlen(path);
    while (len && !is_separator(path[len - 1]))
        len--;
    text_add_bytes(&folder, len ? path : ".", len ? len : 1);
    if (outcome_failed(os_free_space(text_str(&folder), &bytes)))
        bytes = UINT64_MAX;
    text_done(&folder);
    return bytes;
}

bool sim_file_spend(struct sim *s, uint64_t bytes)
{
    if (!s->behaviour.free_space_set)
        return true;
    if (s->behaviour.free_space < bytes)
        return false;
    s->behaviour.free_space -= bytes;
    return true;
}

void sim_file_facts(const struct sim *s, const struct sim_session *n, struct etlw_facts *f)
{
    *f = etlw_facts_default(n->mode & MODE_NO_PER_CPU ? 1 : s->options.cpu_count);
    f->buffer_size = n->buffer_bytes;
    f->os_build = s->options.os_build;
    f->log_file_mode = n->mode & ~MODES_NOT_WRITTEN;
    f->max_file_size = n->max_file;
    f->buffers_written = 1;
    f->events_lost = n->events_lost;
    f->buffers_lost = n->buffers_lost;
    f->clock = n->clock;
    f->perf_freq = SIM_TICKS_PER_S;
    f->start_raw = sim_session_time(s, n, n->start_raw);
    f->start_time = sim_clock_utc(&s->clock, n->start_raw);
    f->boot_time = s->clock.boot_utc;
    f->pid = n->pid;
    f->tid = n->tid;
    f->logger_id = (uint16_t)(n->slot + 1);
    f->logger_name = text_str(&n->name);
    f->file_name = text_str(&n->path);
}

static uint64_t max_bytes(const struct sim_session *n)
{
    return (uint64_t)n->max_file * 1024 * (n->mode & MODE_KBYTES ? 1 : 1024);
}

/* The name with NEWFILE's %d replaced by the file's number. */
static void numbered(const struct sim_session *n, struct text *path)
{
    const char *mark = n->mode & MODE_NEWFILE ? strstr(text_str(&n->path), "%d") : NULL;
    text_set(path, "");
    if (!mark) {
        text_add(path, text_str(&n->path));
        return;
    }
    text_add_bytes(path, text_str(&n->path), (size_t)(mark - text_str(&n->path)));
    text_addf(path, "%u%s", (unsigned)n->file_number, mark + 2);
}

static uint32_t file_begin(struct sim *s, struct sim_session *n)
{
    struct text path = TEXT_EMPTY;
    struct etlw_facts f;
    struct os_stat st;
    numbered(n, &path);
    struct outcome o = outcome_ok();
    if (!outcome_failed(os_stat(text_str(&path), &st)))
        o = os_remove(text_str(&path));
    if (!outcome_failed(o))
        o = os_file_open(text_str(&path), OS_OPEN_NEW, &n->file);
    uint8_t *header = outcome_failed(o) ? NULL : malloc(n->buffer_bytes);
    if (header) {
        sim_file_facts(s, n, &f);
        f.file_name = text_str(&path);
        etlw_header_put(&f, header);
        o = sim_file_spend(s, n->buffer_bytes) ? os_file_write_at(n->file, 0, header, n->buffer_bytes)
                                           : outcome_of(WHY_disk_full, 0);
    }
    free(header);
    text_done(&path);
    n->file_slots = n->max_file ? (uint32_t)(max_bytes(n) / n->buffer_bytes) : 0;
    if (n->file_slots == 1)
        n->file_slots = 2;
    n->file_next = n->file_end = 1;
    n->buffers_written = 1;
    free(n->slot_last);
    n->slot_last = calloc(n->file_slots ? n->file_slots : 1, sizeof *n->slot_last);
    return outcome_failed(o) ? sim_file_code(o) : 0;
}

uint32_t sim_file_open(struct sim *s, struct sim_session *n)
{
    uint32_t code = sim_file_check_target(s, text_str(&n->path), true);
    if (code)
        return code;
    if (sim_file_free_space(s, text_str(&n->path)) < max_bytes(n) + RESERVE_BYTES &&
        sim_rule(s, SIM_RULE_space_for_file))
        return E_DISK_FULL;
    n->file_number = 1;
    code = file_begin(s, n);
    if (code)
        sim_file_abandon(n);
    return code;
}

bool sim_file_next(struct sim *s, struct sim_session *n)
{
    sim_file_finish(s, n);
    sim_truth_forget(n, sim_session_time(s, n, s->done_until));
    n->file_number++;
    return file_begin(s, n) == 0;
}

/* Circular files wrap in place behind the header; others end at their size. */
static bool make_room(struct sim *s, struct sim_session *n)
{
    if (!n->file_slots || n->file_next < n->file_slots || !sim_rule(s, SIM_RULE_circular_wraps))
        return true;
    if (n->mode & MODE_CIRCULAR) {
        n->file_next = 1;
        return true;
    }
    return (n->mode & MODE_NEWFILE) && sim_file_next(s, n);
}

void sim_file_add(struct sim *s, struct sim_session *n, struct sim_chunk *c)
{
    struct outcome o = outcome_of(WHY_disk_full, 0);
    if (n->dead || !n->file)
        return;
    if (make_room(s, n)) {
        bool grows = n->file_next >= n->file_end;
        if (!grows || sim_file_spend(s, n->buffer_bytes))
            o = os_file_write_at(n->file, (uint64_t)n->file_next * n->buffer_bytes, c->b.bytes, n->buffer_bytes);
        n->file_end += grows && !outcome_failed(o);
    }
    if (outcome_failed(o)) {
        n->dead = true;
        n->buffers_lost++;
        return;
    }
    if (n->slot_last && n->file_next < n->file_slots) {
        sim_truth_forget(n, n->slot_last[n->file_next]);
        n->slot_last[n->file_next] = c->b.last_time;
    }
    n->file_next++;
    n->buffers_written++;
}

void sim_file_finish(struct sim *s, struct sim_session *n)
{
    uint8_t bytes[8];
    if (!n->file)
        return;
    if (!sim_rule(s, SIM_RULE_stop_finalises)) {
        sim_file_abandon(n);
        return;
    }
    etlw_u64(bytes, (uint64_t)sim_clock_utc(&s->clock, s->done_until));
    os_file_write_at(n->file, ETLW_AT_END_TIME, bytes, 8);
    etlw_u32(bytes, n->buffers_written);
    os_file_write_at(n->file, ETLW_AT_BUFFERS_WRITTEN, bytes, 4);
    etlw_u32(bytes, n->events_lost);
    os_file_write_at(n->file, ETLW_AT_EVENTS_LOST, bytes, 4);
    etlw_u32(bytes, n->buffers_lost);
    os_file_write_at(n->file, ETLW_AT_BUFFERS_LOST, bytes, 4);
    sim_truth_note(s, n, text_str(&n->path));
    sim_file_abandon(n);
}

void sim_file_abandon(struct sim_session *n)
{
    os_file_close(n->file);
    n->file = NULL;
}
