/* Every rule of Windows that the simulator keeps, by name, so that each can be
 * switched off ("rule <name> off", or HITCHBOX_SIM_RULE_OFF=<name> before the
 * machine is made): a suite that still passes then does not test that rule. */
#ifndef HB_TESTS_SIM_SIM_RULES_H
#define HB_TESTS_SIM_SIM_RULES_H

/* name, what it says */
#define SIM_RULES(RULE)                                                           \
    RULE(null_arguments, "NULL properties or handle: 87")                         \
    RULE(block_size, "Wnode.BufferSize below the structure or beyond the block: 24") \
    RULE(offsets_inside, "name offsets outside the block: 87")                    \
    RULE(name_before_file, "the file's name before the session's: 87")            \
    RULE(name_length, "session name empty or over 1024: 123")                     \
    RULE(name_room, "no room for the session's name: 24")                         \
    RULE(system_guid, "SystemTraceControlGuid under another name: 87")            \
    RULE(traced_guid_flag, "WNODE_FLAG_TRACED_GUID missing: 87")                  \
    RULE(clock_known, "ClientContext over 3: 87")                                 \
    RULE(buffer_kb_range, "BufferSize outside 4..16384 KB: 87")                   \
    RULE(modes_exclusive, "two of sequential, circular, append, newfile, buffering: 87") \
    RULE(ring_not_real_time, "buffering with real time: 87")                      \
    RULE(compressed_ring_only, "compression without buffering: 87")               \
    RULE(size_required, "circular, newfile, preallocate without a size: 87")      \
    RULE(preallocate_alone, "preallocate with append or newfile: 87")             \
    RULE(hybrid_one, "stop and persist on hybrid shutdown: 87")                   \
    RULE(ring_without_file, "buffering with a file name: 87")                     \
    RULE(file_needs_name, "a file mode, or none, without a name: 161")            \
    RULE(newfile_number, "newfile without exactly one %d: 123")                   \
    RULE(start_rights, "no right to start: 5")                                    \
    RULE(name_unique, "a session of that name runs: 183")                         \
    RULE(guid_unique, "a session of that GUID runs: 183")                         \
    RULE(session_limit, "64 sessions: 1450")                                      \
    RULE(system_logger_limit, "8 system loggers: 1450")                           \
    RULE(memory_limit, "no memory for the ring: 8")                               \
    RULE(least_buffers, "at least two buffers for each CPU")                      \
    RULE(folder_stands, "the file's folder is missing: 3")                        \
    RULE(file_not_in_use, "the file is another session's: 161")                   \
    RULE(space_for_file, "less than the file and 200 MB free: 112")               \
    RULE(target_needed, "control without name and handle: 87")                    \
    RULE(code_known, "unknown control code: 87")                                  \
    RULE(names_have_room, "query or stop without room for names: 234")            \
    RULE(stop_stops, "a stop that answers 234 has stopped")                       \
    RULE(update_other_name, "update to the same file name: 87")                   \
    RULE(array_given, "QueryAllTraces with count 0: 87")                          \
    RULE(array_short, "QueryAllTraces with too small an array: 234")              \
    RULE(ring_needs_target, "flush of a ring without a name: 161 or 87")           \
    RULE(flush_new_file, "flush to an existing file: 183")                        \
    RULE(ring_forgets, "a full ring reuses its oldest buffer")                    \
    RULE(ring_flush_only, "flush ignores the name in file sessions")              \
    RULE(circular_wraps, "a circular file wraps at its size")                     \
    RULE(timer_flushes, "FlushTimer writes what is in memory")                    \
    RULE(stop_finalises, "stop finalises the header, nothing else does")          \
    RULE(provider_given, "EnableTraceEx2 without provider or handle: 87")         \
    RULE(enable_code_known, "EnableTraceEx2 with an unknown code: 87")            \
    RULE(params_version, "ENABLE_TRACE_PARAMETERS of another version: 87")        \
    RULE(filter_count, "over 13 filters, or a count without filters: 87")          \
    RULE(filter_once, "two filters of one type: 87")                              \
    RULE(filter_known, "a filter of unknown type: 87")                            \
    RULE(id_list_size, "an id filter whose size does not match its count: 87")    \
    RULE(id_list_64, "over 64 ids: 87")                                           \
    RULE(stack_filter, "stack walk filter without the stack property: 87")        \
    RULE(provider_limit, "8 sessions for a provider: 1450")                       \
    RULE(capture_waits, "CAPTURE_STATE answered too late: 1460")                  \
    RULE(capture_enabled, "CAPTURE_STATE brings the rundown")                     \
    RULE(mask_any, "MatchAnyKeyword")                                             \
    RULE(mask_all, "MatchAllKeyword")                                             \
    RULE(keyword_0_passes, "events without keyword pass any mask")                \
    RULE(ignore_keyword_0, "EVENT_ENABLE_PROPERTY_IGNORE_KEYWORD_0")              \
    RULE(levels, "levels above the wish stay out")                                \
    RULE(level_0_passes, "level 0 passes every wish")                             \
    RULE(ids, "the id filter lets in, or keeps out")                              \
    RULE(enable_replaces, "a second enable replaces the first")                   \
    RULE(info_length, "TraceSetInformation with a wrong length: 24")              \
    RULE(info_class, "TraceSetInformation of an unknown class: 50")               \
    RULE(handles_come_back, "the next session gets an ended one's handle")        \
    RULE(must_run, "control of a session that does not run: 4201")                \
    RULE(loss_counted, "events that are lost are counted and marked")

enum sim_rule {
#define RULE(name, what) SIM_RULE_##name,
    SIM_RULES(RULE)
#undef RULE
    SIM_RULE_count
};

#endif
