/* What each fault must end in, and what the log must say. The first rule that
 * fits a case counts. A case that fits none is lost. */
#ifndef HB_TESTS_FAULTS_FAULT_RULES_H
#define HB_TESTS_FAULTS_FAULT_RULES_H

#include "tests/faults/faults.h"

#define ANY_CODE 0xFFFFFFFFu
#define ANY_STEP STEP_count
#define EITHER (-1)
#define ONCE 0
#define ON 1

static const struct fault_rule fault_rules[] = {
    /* call, step, code, nth, once or on, ends, may, said, reason */

    /* --- StartTraceW. With sessions found, the first one is the probe. --- */
    {CALL_START, STEP_TAKE_OVER, 183, 1, ONCE, 0, 0, NULL, "an old probe session is stopped; that starting is allowed is known"},
    {CALL_START, STEP_TAKE_OVER, 0, 1, ONCE, 0, 0, NULL, "a probe that is hollow shows only that starting is allowed"},
    {CALL_START, STEP_TAKE_OVER, 183, 1, ON, NO_FILE | NO_RING, 0, "session_failed", "what was found is saved and stopped, and nothing can be started"},
    {CALL_START, STEP_TAKE_OVER, 0, 1, ON, NO_FILE | NO_RING, 0, NULL, "sessions without a buffer are no sessions"},
    {CALL_START, STEP_TAKE_OVER, ANY_CODE, 1, EITHER, ADOPTED, 0, "start_refused", "where nothing can be started nothing may be stopped"},
    {CALL_START, STEP_TAKE_OVER, 87, 0, ONCE, 0, 0, NULL, "tried again without INDEPENDENT_SESSION"},
    {CALL_START, STEP_TAKE_OVER, ANY_CODE, 2, ONCE, NO_FILE, 0, "session_failed", "the ring runs without the File session"},
    {CALL_START, STEP_TAKE_OVER, ANY_CODE, 2, ON, NO_FILE | NO_RING, 0, "session_failed", "the watch tries again"},
    {CALL_START, STEP_TAKE_OVER, 8, 3, ONCE, SMALL_RING, 0, "ring_refused", "half of the memory"},
    {CALL_START, STEP_TAKE_OVER, 14, 3, ONCE, SMALL_RING, 0, "ring_refused", "half of the memory"},
    {CALL_START, STEP_TAKE_OVER, 1450, 3, ONCE, SMALL_RING, 0, "ring_refused", "half of the memory"},
    {CALL_START, STEP_TAKE_OVER, ANY_CODE, 3, EITHER, NO_RING, 0, "session_failed", "the watch tries again"},

    {CALL_START, STEP_CROWDED, 87, 1, ONCE, 0, 0, NULL, "tried again without INDEPENDENT_SESSION"},
    {CALL_START, STEP_CROWDED, 1450, 1, EITHER, NO_FILE, 0, "session_failed", "and the names of the running sessions are listed"},
    {CALL_START, STEP_CROWDED, ANY_CODE, 1, EITHER, NO_FILE, NO_NAMES, "session_failed", "names are listed only where resources are short"},
    {CALL_START, STEP_CROWDED, ANY_CODE, 0, EITHER, 0, NO_NAMES | SMALL_RING, NULL, "the ring is refused one way or another"},

    {CALL_START, ANY_STEP, 87, 0, ONCE, 0, 0, NULL, "tried again without INDEPENDENT_SESSION"},
    {CALL_START, ANY_STEP, 8, 2, ONCE, SMALL_RING, 0, "ring_refused", "half of the memory"},
    {CALL_START, ANY_STEP, 14, 2, ONCE, SMALL_RING, 0, "ring_refused", "half of the memory"},
    {CALL_START, ANY_STEP, 1450, 2, ONCE, SMALL_RING, 0, "ring_refused", "half of the memory"},
    {CALL_START, ANY_STEP, ANY_CODE, 1, ONCE, NO_FILE, 0, "session_failed", "the ring runs without the File session"},
    {CALL_START, ANY_STEP, ANY_CODE, 1, ON, NO_FILE | NO_RING, 0, "session_failed", "the watch tries again"},
    {CALL_START, ANY_STEP, ANY_CODE, 2, EITHER, NO_RING, 0, "session_failed", "the watch tries again"},

    /* --- QUERY --- */
    {CALL_QUERY, STEP_TAKE_OVER, 4201, 1, ONCE, NO_FILE, 0, NULL, "the watch finds what stands in the way"},
    {CALL_QUERY, STEP_TAKE_OVER, 4201, 1, ON, NO_FILE | NO_RING | NOT_RECOVERED, 0, NULL, "the same for both"},
    {CALL_QUERY, STEP_TAKE_OVER, 4201, 2, EITHER, NO_RING | NOT_RECOVERED, 0, NULL, "the old ring stays in its session until it can be saved"},
    {CALL_QUERY, STEP_TAKE_OVER, ANY_CODE, 1, ONCE, NO_FILE, 0, "session_not_found", "the watch finds what stands in the way"},
    {CALL_QUERY, STEP_TAKE_OVER, ANY_CODE, 1, ON, NO_FILE | NO_RING | NOT_RECOVERED, 0, "session_not_found", "the same for both"},
    {CALL_QUERY, STEP_TAKE_OVER, ANY_CODE, 2, EITHER, NO_RING | NOT_RECOVERED, 0, "session_not_found", "the old ring stays in its session until it can be saved"},
    {CALL_QUERY, STEP_WATCH, 4201, 1, ONCE, NO_FILE, 0, "session_gone", "it runs all the same, so it is in the way until the next watch"},
    {CALL_QUERY, STEP_WATCH, 4201, 1, ON, NO_FILE | NO_RING, 0, "session_gone", "the same for both"},
    {CALL_QUERY, STEP_WATCH, 4201, 2, ONCE, NO_RING, 0, "session_gone", "the same for the ring; it is saved before it is stopped"},
    {CALL_QUERY, STEP_CHECK, ANY_CODE, 0, EITHER, 0, 0, "session_query", "the file's own count of lost events is left"},
    {CALL_QUERY, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "what was granted is known from the start; a session runs until Windows says that it does not"},

    /* --- FLUSH --- */
    {CALL_FLUSH, STEP_TAKE_OVER, ANY_CODE, 0, EITHER, NO_RING | NOT_RECOVERED, 0, "recovered", "the old ring stays in its session until it can be saved"},
    {CALL_FLUSH, STEP_SNAPSHOT, 0, 0, EITHER, NOT_SAVED, 0, NULL, "Windows says yes and there is no file"},
    {CALL_FLUSH, STEP_SNAPSHOT, ANY_CODE, 0, EITHER, NOT_SAVED, 0, "=", "the ring keeps running"},
    {CALL_FLUSH, STEP_CHECK, ANY_CODE, 0, EITHER, 0, 0, "file_flush_failed", "keyevents.etl is written a little later"},
    {CALL_FLUSH_DONE, STEP_TAKE_OVER, ANY_CODE, 0, EITHER, NO_RING | NOT_RECOVERED, 0, "recovered", "kept as partial; the ring is saved again"},
    {CALL_FLUSH_DONE, STEP_SNAPSHOT, ANY_CODE, 0, EITHER, NOT_SAVED, 0, "=", "kept as partial"},
    {CALL_FLUSH_DONE, STEP_CHECK, ANY_CODE, 0, EITHER, 0, 0, "file_flush_failed", "of the File session"},
    {CALL_FLUSH_HALF, STEP_TAKE_OVER, ANY_CODE, 0, EITHER, NO_RING | NOT_RECOVERED, 0, "recovered", "kept as partial; the ring is saved again"},
    {CALL_FLUSH_HALF, STEP_SNAPSHOT, ANY_CODE, 0, EITHER, NOT_SAVED, 0, "=", "kept as partial"},
    {CALL_FLUSH_HALF, STEP_CHECK, ANY_CODE, 0, EITHER, 0, 0, "file_flush_failed", "of the File session"},

    /* --- STOP. With sessions found, the first one is the probe's. --- */
    {CALL_STOP, STEP_TAKE_OVER, ANY_CODE, 1, ONCE, 0, 0, NULL, "the next probe meets the old one and stops it"},
    {CALL_STOP, STEP_TAKE_OVER, ANY_CODE, 2, ONCE, NO_RING, 0, "session_stopped", "the watch tries again"},
    {CALL_STOP, STEP_TAKE_OVER, ANY_CODE, 3, ONCE, NO_FILE, 0, "session_stopped", "the watch tries again"},
    {CALL_STOP, STEP_TAKE_OVER, ANY_CODE, 0, ON, NO_FILE | NO_RING, 0, "session_stopped", "the watch tries again"},
    {CALL_STOP, STEP_STOP, ANY_CODE, 0, EITHER, STILL_RUNS, 0, "session_stopped", "the next start takes it over"},
    {CALL_STOP_DONE, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "it is stopped, whatever the answer"},

    /* --- EnableTraceEx2, QueryAllTracesW --- */
    {CALL_ENABLE, ANY_STEP, ANY_CODE, 0, EITHER, NO_PROVIDER, 0, "provider_failed", "the others record; the watch tries again"},
    {CALL_CAPTURE, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, "capture_state_failed", "a name is missing, the events are there"},
    {CALL_QUERY_ALL, ANY_STEP, ANY_CODE, 0, EITHER, NO_NAMES, 0, NULL, "the sentence stands without the list"},
    {CALL_QUERY_ALL_DONE, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "more sessions than asked for: those that fit are listed"},

    /* --- files --- */
    {CALL_CREATE_FILE, STEP_START, ANY_CODE, 1, EITHER, 0, 0, "folder_not_held", "the folder can be replaced; said"},
    {CALL_CREATE_FILE, STEP_START, ANY_CODE, 2, EITHER, 0, 0, "mark_failed", "a crash of this run would not be told"},
    {CALL_CREATE_FILE, STEP_CROWDED, ANY_CODE, 1, EITHER, 0, 0, "folder_not_held", "as at a start"},
    {CALL_CREATE_FILE, STEP_CROWDED, ANY_CODE, 2, EITHER, 0, 0, "mark_failed", "as at a start"},
    {CALL_CREATE_FILE, STEP_TAKE_OVER, ANY_CODE, 1, ONCE, 0, 0, "folder_not_held", "as at a start"},
    {CALL_CREATE_FILE, STEP_TAKE_OVER, ANY_CODE, 2, ONCE, 0, 0, "mark_failed", "as at a start"},
    {CALL_CREATE_FILE, STEP_TAKE_OVER, 32, 3, ONCE, 0, 0, NULL, "looked at again when the writer has let go"},
    {CALL_CREATE_FILE, STEP_TAKE_OVER, ANY_CODE, 3, ONCE, NO_RING | NOT_RECOVERED, 0, "recovered", "not looked at, so not known to be whole: kept as partial"},
    {CALL_CREATE_FILE, STEP_TAKE_OVER, ANY_CODE, 0, ON, NO_RING | NOT_RECOVERED, 0, "recovered", "the old ring stays in its session until it can be saved"},
    {CALL_CREATE_FILE, STEP_TAKE_OVER, ANY_CODE, 0, ONCE, 0, 0, NULL, "numbers of the history are missing"},
    {CALL_CREATE_FILE, STEP_SNAPSHOT, 32, 0, ONCE, 0, 0, NULL, "looked at again when the writer has let go"},
    {CALL_CREATE_FILE, STEP_SNAPSHOT, ANY_CODE, 0, EITHER, NOT_SAVED, 0, "=", "not looked at, so not claimed: kept aside"},
    {CALL_CREATE_FILE, STEP_CHECK, ANY_CODE, 1, EITHER, NOT_CHECKED | NO_INFO, 0, "=", "the snapshot stands"},
    {CALL_CREATE_FILE, STEP_CHECK, ANY_CODE, 0, EITHER, 0, NO_INFO, NULL, "verdict, page or numbers are missing"},
    {CALL_CREATE_FILE, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "nothing hangs on it"},
    {CALL_WRITE_FILE, STEP_CHECK, ANY_CODE, 0, EITHER, 0, NO_INFO, NULL, "a line of the log or the numbers are missing"},
    {CALL_WRITE_FILE, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "a line of the log is missing; a log that cannot be written stops nothing"},
    {CALL_MOVE_FILE, STEP_START, ANY_CODE, 0, EITHER, 0, 0, "mark_failed", "a crash of this run would not be told"},
    {CALL_MOVE_FILE, STEP_CROWDED, ANY_CODE, 0, EITHER, 0, 0, "mark_failed", "as at a start"},
    {CALL_MOVE_FILE, STEP_TAKE_OVER, ANY_CODE, 1, ONCE, 0, 0, "mark_failed", "as at a start"},
    {CALL_MOVE_FILE, STEP_TAKE_OVER, 32, 2, ONCE, 0, 0, NULL, "tried again"},
    {CALL_MOVE_FILE, STEP_TAKE_OVER, ANY_CODE, 2, ONCE, NO_RING | NOT_RECOVERED, 0, "recovered", "kept as partial; the ring is saved again"},
    {CALL_MOVE_FILE, STEP_TAKE_OVER, ANY_CODE, 0, ON, NO_RING | NOT_RECOVERED, 0, "recovered", "the old ring stays in its session until it can be saved"},
    {CALL_MOVE_FILE, STEP_TAKE_OVER, ANY_CODE, 0, ONCE, 0, 0, NULL, "numbers of the history are missing"},
    {CALL_MOVE_FILE, STEP_SNAPSHOT, 32, 0, ONCE, 0, 0, NULL, "tried again"},
    {CALL_MOVE_FILE, STEP_SNAPSHOT, ANY_CODE, 0, EITHER, NOT_SAVED, 0, "=", "what has no name of a snapshot is none: kept aside"},
    {CALL_MOVE_FILE, STEP_CHECK, ANY_CODE, 1, ONCE, 0, 0, "verdict", "the page is missing"},
    {CALL_MOVE_FILE, STEP_CHECK, ANY_CODE, 0, EITHER, NO_INFO, 0, "info_failed", "the numbers are missing"},
    {CALL_FREE_SPACE, STEP_SNAPSHOT, 0, 0, ON, NOT_SAVED, 0, NULL, "no room: refused before the flush"},
    {CALL_FREE_SPACE, STEP_TAKE_OVER, 0, 0, ON, NO_RING | NOT_RECOVERED, 0, NULL, "no room: the old ring stays in its session"},
    {CALL_FREE_SPACE, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "unknown room is no reason to refuse"},
    {CALL_ATTRIBUTES_EX, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "a name that seems free is taken; nothing is ever replaced"},
    {CALL_ATTRIBUTES, STEP_STOP, ANY_CODE, 0, EITHER, 0, 0, "mark_failed", "the next start tells of a run without an end"},
    {CALL_DELETE_FILE, STEP_STOP, ANY_CODE, 0, EITHER, 0, 0, "mark_failed", "the next start tells of a run without an end"},
    {CALL_FILE_SIZE, STEP_SNAPSHOT, ANY_CODE, 0, EITHER, NOT_SAVED, 0, "=", "not looked at, so not claimed: kept aside"},
    {CALL_MAPPING, STEP_SNAPSHOT, ANY_CODE, 0, EITHER, NOT_SAVED, 0, "=", "not looked at, so not claimed: kept aside"},
    {CALL_MAP_VIEW, STEP_SNAPSHOT, ANY_CODE, 0, EITHER, NOT_SAVED, 0, "=", "not looked at, so not claimed: kept aside"},
    {CALL_FILE_SIZE, STEP_CHECK, ANY_CODE, 1, EITHER, NOT_CHECKED | NO_INFO, 0, "=", "the snapshot stands"},
    {CALL_MAPPING, STEP_CHECK, ANY_CODE, 1, EITHER, NOT_CHECKED | NO_INFO, 0, "=", "the snapshot stands"},
    {CALL_MAP_VIEW, STEP_CHECK, ANY_CODE, 1, EITHER, NOT_CHECKED | NO_INFO, 0, "=", "the snapshot stands"},
    {CALL_FILE_SIZE, STEP_TAKE_OVER, ANY_CODE, 1, EITHER, NO_RING | NOT_RECOVERED, 0, "recovered", "kept as partial; the ring is saved again"},
    {CALL_MAPPING, STEP_TAKE_OVER, ANY_CODE, 1, EITHER, NO_RING | NOT_RECOVERED, 0, "recovered", "kept as partial; the ring is saved again"},
    {CALL_MAP_VIEW, STEP_TAKE_OVER, ANY_CODE, 1, EITHER, NO_RING | NOT_RECOVERED, 0, "recovered", "kept as partial; the ring is saved again"},
    {CALL_FILE_SIZE, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "a verdict or numbers of the history are missing"},
    {CALL_MAPPING, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "a verdict or numbers of the history are missing"},
    {CALL_MAP_VIEW, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "a verdict or numbers of the history are missing"},
    {CALL_FILE_INFORMATION, STEP_CHECK, ANY_CODE, 0, EITHER, 0, 0, NULL, "what cannot be held in place is not cleaned up"},
    {CALL_FILE_INFORMATION, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, "folder_not_held", "the folder can be replaced; said"},
    {CALL_FIND_FIRST, ANY_STEP, ANY_CODE, 0, EITHER, 0, 0, NULL, "older runs are looked through the next time"},
};

#endif
