/* One ETW session, by the calls that Windows offers for it.
 *
 * A session has a fixed name and outlives its process. It is `mine` when this
 * process started it and `found` when it was running already; only what is
 * mine is stopped without asking. All calls block and belong to the worker
 * thread. `outcome.os` is what the ETW function returned.
 *
 * A handle is no more than a place in Windows's table: when a session ends, the
 * next one that starts may get its handle. So a session is asked, flushed and
 * stopped by its name, and only while the session of that name is the one that
 * was started or found: the GUID that Windows made for it tells. Enabling and
 * capture state need the handle; they are asked for only after session_query
 * has said that the session is still there.
 *
 * Facts: learn.microsoft.com StartTraceW, ControlTraceW, EnableTraceEx2,
 * EVENT_TRACE_PROPERTIES, "Logging Mode Constants". Not seen on Windows by us:
 * whether FLUSH empties the ring, and what it does with a file that exists;
 * so a snapshot always goes to a fresh name. */
#ifndef HB_RECORDER_SESSION_H
#define HB_RECORDER_SESSION_H

#include "config/providers.h"
#include "win/win.h"

#define SESSION_FILE_NAME L"Hitchbox-File"
#define SESSION_BUFFER_NAME L"Hitchbox-Buffer"

enum session_origin { SESSION_NONE, SESSION_MINE, SESSION_FOUND };

/* What QUERY says. */
struct session_facts {
    uint32_t buffers;   /* NumberOfBuffers: granted, not asked */
    uint32_t buffer_kb;
    uint32_t mode;      /* LogFileMode */
    uint32_t events_lost;
    uint32_t buffers_lost; /* LogBuffersLost + RealTimeBuffersLost */
};

struct session {
    enum session_kind kind;
    enum session_origin origin;
    TRACEHANDLE handle;         /* for EnableTraceEx2 only */
    struct guid guid;           /* Windows's own for this session; zero if it was not told */
    uint64_t context;           /* Wnode.HistoricalContext, for where no GUID is told */
    uint32_t mode;              /* LogFileMode as started or found */
    bool flushed;               /* Buffer session: its ring was, or may have been, written before */
    struct session_facts facts; /* of the last QUERY */
    bool independent;           /* INDEPENDENT_SESSION was accepted */
};

struct session_plan {
    enum session_kind kind;
    const char *file;   /* UTF-8; File session only */
    uint32_t file_mb;   /* MaximumFileSize; File session only */
    uint32_t flush_s;   /* FlushTimer; File session only */
    uint32_t buffer_kb;
    uint32_t ring_mb;   /* Buffer session only */
    uint32_t cpus;
};

/* "Hitchbox-File" or "Hitchbox-Buffer", for people. */
const char *session_name(enum session_kind kind);

/* Starts it. *session is `mine` with handle and granted facts after success,
 * and untouched otherwise. Where Windows answers 87 the start is tried once
 * more without INDEPENDENT_SESSION (one source calls that mode private-only);
 * session->independent tells which was taken.
 * WHY_exists: 183, it runs already. WHY_session_hollow: the calls succeeded but
 * there is no buffer, as where ETW is only pretended (Wine). WHY_session_start:
 * anything else. */
struct outcome session_start(struct session *session, const struct session_plan *plan);

/* Looks for a running one by its name: `found`, with handle, facts and, for
 * the File session, its file's path (may be NULL if not wanted).
 * WHY_session_gone: 4201, there is none, or none with a buffer. */
struct outcome session_find(struct session *session, enum session_kind kind, struct text *file);

/* Refreshes session->facts. WHY_session_gone when it does not run any more: with
 * 4201 where none of its name does, with 0 where that name is another
 * session's now. */
struct outcome session_query(struct session *session);

/* Buffer session: writes the ring to `file`, which must not stand. File
 * session: `file` NULL, writes what is in memory to its own file. The session
 * goes on. Success is Windows's word only; look at the file. Where a ring's
 * FLUSH answers 234 it may have been done, as a STOP is: success if the file
 * stands, else it is asked again, twice at most. WHY_session_gone as with session_query;
 * another session of that name is not touched. */
struct outcome session_flush(struct session *session, const char *file);

/* Stops it, whoever started it; 234 and 4201 count as stopped, and so does a
 * name that is another session's now, which is not touched. Afterwards `none`. */
struct outcome session_stop(struct session *session);

/* Enables one provider with its level, mask and, where it has stories, a
 * whitelist of their ids. */
struct outcome session_enable(const struct session *session, const struct provider *provider);

/* Asks one provider to log its state into the session and waits for it.
 * WHY_capture_state with 1460 when it took longer. */
struct outcome session_capture(const struct session *session, const struct provider *provider, uint32_t timeout_ms);

/* Whether Windows lets this process start sessions now: starts and stops a tiny
 * one. Beside an anti-cheat it answers 5, and what runs must not be stopped.
 * *stopped is WHY_session_stop where the tiny one may go on running. */
struct outcome session_probe(struct outcome *stopped);
#define SESSION_PROBE_NAME L"Hitchbox-Probe"

/* Adds the names of all sessions that run, one a line; *count receives how many
 * there are. WHY_session_query, with both as they were, when Windows does not
 * say. */
struct outcome session_list_names(struct text *names, uint32_t *count);

/* The pieces, for tests. */
#define SESSION_NAME_UNITS 1024u /* room for each of the two names, as ControlTrace wants it */
struct session_block {
    EVENT_TRACE_PROPERTIES properties;
    wchar_t name[SESSION_NAME_UNITS];
    wchar_t file[SESSION_NAME_UNITS];
};
/* The block for a start. False if the file's path is too long for it, or without
 * memory; GetLastError says which. */
bool session_plan_block(const struct session_plan *plan, bool independent, struct session_block *block);

/* EVENT_FILTER_TYPE_EVENT_ID, and EVENT_FILTER_EVENT_ID with room for its most
 * ids (evntprov.h; the mingw headers have neither). */
#define SESSION_FILTER_EVENT_ID 0x80000200u
struct session_ids {
    BOOLEAN filter_in; /* TRUE: only these ids */
    UCHAR reserved;
    USHORT count;
    USHORT events[PROVIDER_MAX_IDS];
};
struct session_filter {
    EVENT_FILTER_DESCRIPTOR descriptor; /* points into `ids` beside it */
    struct session_ids ids;
};
void session_filter_of(const struct provider *provider, struct session_filter *filter);

#endif
