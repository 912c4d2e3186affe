CLI_STRING(usage_head, "hitch reads Windows traces (.etl).\n\n")
CLI_STRING(usage_tail,
    "\n"
    "hitch help VERB tells more; hitch --version tells which this is.\n"
    "Every verb takes --lang en or --lang zh-CN. A FILE may have wildcards (*.etl,\n"
    "logs/runs/*/snap.etl); - is standard input.\n")
CLI_STRING(standard_input, "standard input")
CLI_STRING(value_time, "TIME")
CLI_STRING(value_name, "NAME")
CLI_STRING(value_number, "N")
CLI_STRING(value_file, "FILE")
CLI_STRING(value_out, "OUT")
CLI_STRING(value_tag, "TAG")
CLI_STRING(common_lang, "en or zh-CN")
CLI_STRING(exits_file, "Exit: 0 the file is whole or wrapped, 1 it is readable but not whole, 2 it is not readable.\n")
CLI_STRING(exits_files,
    "Exit: 0 all whole or wrapped, without a hole; 1 one is readable but not so; 2 one is not\n"
    "readable.\n")
CLI_STRING(exits_events,
    "Exit: 0 the file is whole or wrapped, 1 it is readable but not whole, 2 it is not readable\n"
    "or nothing in it is what was asked for.\n")
CLI_STRING(exits_report,
    "Exit: 0 the report was made, 1 it was, but of a file that is damaged, cut short or has\n"
    "holes, 2 a file could not be read or written, or --at is outside of the trace.\n")
CLI_STRING(exits_answer,
    "Exit: 0 the answer was given, 1 it was, but a file is damaged, cut short or has holes,\n"
    "2 a file could not be read.\n")
CLI_STRING(exits_estimate, "Exit: 0 the answer was given, 1 the file is not whole, 2 it could not be done.\n")

CLI_STRING(brief_count, "how many events of each kind a trace holds")
CLI_STRING(usage_count, "hitch count FILE\n")
CLI_STRING(about_count,
    "Prints tab-separated lines:\n"
    "  H name value                    a field of the logfile header\n"
    "  S name value                    a total: buffers_read, total_events, min_raw, max_raw,\n"
    "                                  min_filetime, max_filetime (100 ns since 1601, UTC), errors\n"
    "  C kind guid id version count    events alike, sorted\n")
CLI_STRING(brief_check, "is a trace whole, what span does it cover, what was lost")
CLI_STRING(usage_check, "hitch check [--json] FILE|FOLDER...\n")
CLI_STRING(about_check,
    "One line for each file: state, span covered, events, lost events, CPUs, size, Windows\n"
    "build; then what is missing: how much of the file, and when (holes), and on which CPUs.\n"
    "A FOLDER stands for every .etl file in it and below.\n"
    "  whole       closed and complete\n"
    "  not-closed  its session never stopped (crash, power loss, or still running)\n"
    "  wrapped     a ring that overwrote its oldest buffers\n"
    "  truncated   the file is shorter than what was written\n"
    "  damaged     some buffers or events cannot be read; the rest was\n"
    "  not-etl     no trace of Windows Vista or later\n")
CLI_STRING(check_json, "one JSON object for each file and line instead")
CLI_STRING(brief_events, "the events of a trace in time order")
CLI_STRING(usage_events, "hitch events [options] FILE\n")
CLI_STRING(about_events,
    "Prints tab-separated lines in time order: local time, UTC, CPU, process id, thread id,\n"
    "provider, id, version, opcode, level, size in bytes. A TIME is local, as reports print it\n"
    "(21:14:07.412 or 2026-01-31T21:14:07), or UTC (2026-01-31T20:14:07Z), or seconds from the\n"
    "first event (+12.5).\n")
CLI_STRING(events_from, "from this time on")
CLI_STRING(events_to, "up to this time")
CLI_STRING(events_provider, "only this provider: its GUID, or a name as this command prints it")
CLI_STRING(events_id, "only events with this id (kernel events: their hook, as 0x0524)")
CLI_STRING(events_limit, "stop after so many")
CLI_STRING(brief_report, "what most likely made the game stutter")
CLI_STRING(usage_report, "hitch report [options] FILE [KEYEVENTS]\n")
CLI_STRING(about_report,
    "A page of text: the verdict, its evidence, what to do next, and what the trace could\n"
    "not have shown. KEYEVENTS is keyevents.etl of the same run.\n")
CLI_STRING(report_at, "look only around this moment: local, as the report prints it (21:14:07.412\nor 2026-01-31T21:14:07), or UTC (2026-01-31T20:14:07Z), or seconds from\nthe first event (+12.5)")
CLI_STRING(report_game, "judge the frames of this program, such as game.exe; else of the one that\nwas in front, or of the one with the most frames that may be a game")
CLI_STRING(report_html, "the same as one self-contained page for a browser;\n- is standard output, and the text is left out")
CLI_STRING(report_json, "the same for programs; - as above")
CLI_STRING(report_providers, "where the stories of key events stand; else providers.ini beside hitch")
CLI_STRING(brief_frames, "every frame as a row of a table, as PresentMon has them")
CLI_STRING(usage_frames, "hitch frames [options] FILE...\n")
CLI_STRING(about_frames,
    "A row for each present that was shown, of every program, with PresentMon's names of\n"
    "columns; NA where the trace cannot tell. Refused and covered presents and tests are no\n"
    "frames. A folder stands for the traces in it.\n")
CLI_STRING(frames_csv, "where the table goes; else, or with -, standard output")
CLI_STRING(frames_columns, "1: the columns of PresentMon 1.x; 2 (the default): those of 2.x")
CLI_STRING(bad_columns, "hitch frames: --columns %s: write 1 or 2.")
CLI_STRING(brief_crash, "which programs ended, and how")
CLI_STRING(usage_crash, "hitch crash FILE\n")
CLI_STRING(about_crash,
    "Every process that ended, with its exit code: normally (0), with an error code, or by a\n"
    "crash (an error NTSTATUS such as STATUS_ACCESS_VIOLATION). Then what happened last, the\n"
    "memory that was left and what the recording lost. Meant for keyevents.etl after a crash.\n")
CLI_STRING(brief_compare, "what a filter left of a trace")
CLI_STRING(usage_compare,
    "hitch compare [--scenario NAME] FULL FILTERED\n"
    "hitch compare FOLDER\n")
CLI_STRING(about_compare,
    "Counts of each event in both traces, those that the filter removed most and those that\n"
    "it kept most, whether both lead to the same verdict, and whether the evidence of a\n"
    "scenario survived. A scenario's FOLDER holds full.etl, filtered.etl and scenario.json,\n"
    "which is also looked for beside FULL.\n")
CLI_STRING(compare_scenario, "process-crash, disk-burst, cpu-saturation, cpu-throttling,\nmemory-pressure or network-disconnect")
CLI_STRING(brief_whitelist, "which events stand out when something happens")
CLI_STRING(usage_whitelist, "hitch whitelist [--providers FILE] FOLDER...\n")
CLI_STRING(about_whitelist,
    "Goes over the recordings of scenarios (scenario.json, full.etl, filtered.etl; or a folder\n"
    "of such folders) and says of each event whether it came more often while something was\n"
    "done to the computer than in the quiet time before.\n"
    "  signal    stands out in one scenario only: worth its place in the list\n"
    "  shared    stands out in several\n"
    "  alike     comes as often whether anything happens or not\n"
    "  telling   so many of them were about what was done (its processes, its memory)\n"
    "Then each line of providers.ini: defended by a scenario, alike, once, or not seen.\n")
CLI_STRING(whitelist_providers, "the list to compare with; else providers.ini beside hitch")
CLI_STRING(brief_estimate, "what the providers of a trace cost, on disk and in memory")
CLI_STRING(usage_estimate,
    "hitch estimate FILE\n"
    "hitch estimate --live [--seconds N] [--providers FILE]\n")
CLI_STRING(about_estimate,
    "Events and KB a second for each provider and in all, lost events, MB an hour and a year\n"
    "against what a usual SSD stands, and how many minutes rings of 64 to 1024 MB hold.\n"
    "A trace of less than a second gives no rate.\n")
CLI_STRING(estimate_live, "what this computer says now, on Windows and as administrator, through\nthe recorder's own two sessions; end Hitchbox first. Prints every 30 s\nand at the end; Ctrl+C ends early")
CLI_STRING(estimate_seconds, "how long to listen, 1 to 86400 (300)")
CLI_STRING(estimate_providers, "what to listen to; else providers.ini beside hitch")
CLI_STRING(brief_save, "have the running Hitchbox save a snapshot")
CLI_STRING(usage_save, "hitch save [--no-wait] [--seconds N]\n")
CLI_STRING(about_save,
    "For keys of a stream deck, mouse software and scripts: it needs no administrator rights.\n"
    "Prints where the snapshot is, what span it covers, and the verdict. Programs may ask\n"
    "once in 10 seconds and 12 times an hour; a snapshot that was asked for in this way never\n"
    "has one deleted that was saved by key.\n")
CLI_STRING(save_no_wait, "answer as soon as it is saved, without span and verdict")
CLI_STRING(save_seconds, "how long to wait for the verdict, 1 to 3600 (60)")
CLI_STRING(exits_save, "Exit: 0 saved, 1 not saved, or not known to be, and why, 2 the words were wrong.\n")
CLI_STRING(brief_autostart, "start Hitchbox with Windows, without a question")
CLI_STRING(usage_autostart, "hitch autostart on|off|show\n")
CLI_STRING(about_autostart,
    "Makes or removes a task of Task Scheduler that starts the hitchbox.exe beside hitch when\n"
    "you log on, with the rights that it needs. As administrator, and only where programs\n"
    "without these rights cannot change it: below C:\\Program Files.\n")
CLI_STRING(exits_autostart, "Exit: 0 done or shown, 1 not, and why, 2 the words were wrong.\n")
CLI_STRING(autostart_on, "Hitchbox starts with Windows from the next log-on on: %s\n")
CLI_STRING(autostart_is_on, "Hitchbox starts with Windows: %s\n")
CLI_STRING(autostart_is_off, "Hitchbox does not start with Windows.\n")
CLI_STRING(autostart_other, "The task Hitchbox starts another program: %s\nhitch autostart on replaces it, hitch autostart off leaves it.\n")
CLI_STRING(autostart_left, "hitch autostart: the task Hitchbox starts another program, and is left as it is: %s")
CLI_STRING(autostart_replaced, "The task Hitchbox started another program until now, and is replaced: %s\n")
CLI_STRING(autostart_said, "schtasks.exe ended with %u and said: %s")
CLI_STRING(autostart_words, "hitch autostart: \"%s\": write on, off or show.")
CLI_STRING(autostart_admin, "hitch autostart: this needs an administrator. Open the prompt with \"Run as administrator\".")
CLI_STRING(save_span, "covers %s, %s events lost\n")
CLI_STRING(save_nothing_to_say, "saved; its verdict has not come within %u s. It will stand in the menu and in its report.")
CLI_STRING(save_absent, "hitch save: Hitchbox does not run. Start it; it records from then on.")
CLI_STRING(save_hidden, "hitch save: Hitchbox is just starting, or runs in another user's session. Try again in a few seconds.")
CLI_STRING(save_ends, "hitch save: Hitchbox is ending. Nothing is saved any more; start it again.")
CLI_STRING(save_closed, "hitch save: Hitchbox takes no requests just now: too many came at once. Try again in half a minute; the key saves as ever.")
CLI_STRING(save_silent, "hitch save: Hitchbox does not answer. Look at its icon, and press the key; main.log tells more.")
CLI_STRING(save_taken_only, "hitch save: Hitchbox took the request, but has not said within %u s that it is saved. Look at its icon; main.log tells more.")
CLI_STRING(save_soon, "hitch save: not saved: a snapshot was asked for less than 10 seconds ago. Ask again in %u s; the key saves at once.")
CLI_STRING(save_hour, "hitch save: not saved: 12 snapshots were asked for within an hour, and no more are. Ask again in %u s; the key saves at once.")
CLI_STRING(save_starting, "hitch save: not saved: the recording has not begun yet. Ask again in a few seconds.")
CLI_STRING(save_saving, "hitch save: not saved: a snapshot is being saved already. Ask again when it is done.")
CLI_STRING(save_off, "hitch save: not saved: Hitchbox records nothing now. Its icon says why.")
CLI_STRING(save_bad_seconds, "hitch save: --seconds %s: write a number from 1 to %u.")
CLI_STRING(save_both, "hitch save: --seconds is how long to wait, --no-wait is not to. Leave one out.")

CLI_STRING(no_verb, "hitch: \"%s\" is no verb. hitch --help lists them.")
CLI_STRING(no_option, "hitch %s: there is no option %s. hitch %s --help lists what there is.")
CLI_STRING(no_value, "hitch %s: %s wants a value. hitch %s --help tells which.")
CLI_STRING(did_you_mean, "Did you mean %s?")
CLI_STRING(no_file, "hitch %s: which file? hitch %s --help tells more.")
CLI_STRING(file_too_many, "hitch %s: \"%s\" is one file too many. hitch %s --help tells what it takes.")
CLI_STRING(no_match, "hitch %s: \"%s\" matches no file. Check the folder and the name.")
CLI_STRING(no_traces, "hitch %s: the folder \"%s\" holds no .etl file. Name another one.")
CLI_STRING(two_files, "hitch compare: \"%s\" is one file, and two are compared: the full one first, or a folder of a scenario.")
CLI_STRING(input_second, "hitch report: - is standard input, which can be the snapshot only. Name the file of the key events.")
CLI_STRING(output_twice, "hitch report: --json - and --html - cannot both be standard output. Name a file for one of them.")
CLI_STRING(bad_scenario, "hitch compare: --scenario %s: there is no such scenario. Write process-crash, disk-burst, cpu-saturation, cpu-throttling, memory-pressure or network-disconnect.")
CLI_STRING(bad_limit, "hitch events: --limit %s: write a whole number from 1 on.")
CLI_STRING(bad_id, "hitch events: --id %s: ids are numbers from 0 to 65535.")
CLI_STRING(bad_time, "hitch: %s %s: this is no time. Write 21:14:07.412 or 2026-01-31T21:14:07 (local), 2026-01-31T20:14:07Z (UTC), or +12.5 for seconds from the first event.")
CLI_STRING(no_clock, "hitch: %s %s: this trace's clock is unknown, so times mean nothing in it. Leave the option out.")
CLI_STRING(no_events, "hitch: %s %s: this trace holds no events, so no time is in it. Leave the option out.")
CLI_STRING(outside, "hitch: %s %s: this is outside of the trace, which goes from %s to %s (local time). Choose a time between.")
CLI_STRING(from_after_to, "hitch events: --from %s is after --to %s. Exchange them.")
CLI_STRING(no_provider, "hitch events: --provider %s: no event of it is in \"%s\". hitch count \"%s\" lists what is there.")
CLI_STRING(no_id, "hitch events: --id %s: no event with this id is in \"%s\"; the nearest is %u. hitch count \"%s\" lists what is there.")
CLI_STRING(none_between, "hitch events: \"%s\" holds no event for which all options hold. Leave one out.")
CLI_STRING(no_rate, "hitch estimate: the events of \"%s\" cover less than a second, which gives no rate. Record for longer.")
CLI_STRING(name_providers, "hitch: it is looked for beside hitch only. Put it there, or name it with --providers FILE.")

CLI_STRING(remedy_temp, "Check the folder that TEMP names, and its rights.")
CLI_STRING(remedy_elevate, "Start the console as administrator.")
CLI_STRING(remedy_special, "Name a file on a disk; what comes through a pipe is read by the name -.")
CLI_STRING(remedy_place, "Check the name; the folder may have been moved or deleted.")
CLI_STRING(remedy_memory, "Close other programs and try again.")
CLI_STRING(remedy_session, "Close other tracing tools and try again; restart Windows if it happens twice.")
CLI_STRING(remedy_name, "Check the name: none of < > : \" | ? * can stand in it.")
CLI_STRING(remedy_short, "Choose a shorter name, or a folder nearer to the top.")

CLI_STRING(column_scenario, "scenario")
CLI_STRING(column_folders, "folders")
CLI_STRING(column_seconds, "seconds")
CLI_STRING(column_events, "events")
CLI_STRING(column_kept, "kept")
CLI_STRING(column_full, "full KB")
CLI_STRING(column_filtered, "filtered KB")
CLI_STRING(column_lost, "lost")
CLI_STRING(column_provider, "provider")
CLI_STRING(column_id, "id")
CLI_STRING(column_let_in, "let in")
CLI_STRING(column_during, "during")
CLI_STRING(column_expected, "expected")
CLI_STRING(column_quiet_rate, "quiet/s")
CLI_STRING(column_telling, "telling")
CLI_STRING(column_stands_out, "stands out in")
CLI_STRING(column_part, "part")
CLI_STRING(column_verdict, "verdict")
CLI_STRING(column_event_rate, "events/s")
CLI_STRING(column_kb_rate, "KB/s")

CLI_STRING(whitelist_quiet, "quiet time before them: %.1f s, Windows build %u, %u kinds of events\n")
CLI_STRING(whitelist_others, "%llu events of further kinds were not counted\n")
CLI_STRING(whitelist_signal, "signal: stands out in one scenario only: %u")
CLI_STRING(whitelist_shared, "shared: stands out in several: %u")
CLI_STRING(whitelist_alike, "alike everywhere: %u")
CLI_STRING(whitelist_more, "... and %u more\n")
CLI_STRING(whitelist_list, "each line of the list")
CLI_STRING(whitelist_in_file, "file")
CLI_STRING(whitelist_in_buffer, "buffer")
CLI_STRING(whitelist_not_in, "no")
CLI_STRING(whitelist_mask, "mask")
CLI_STRING(whitelist_line_defended, "defended")
CLI_STRING(whitelist_line_alike, "alike")
CLI_STRING(whitelist_line_once, "once")
CLI_STRING(whitelist_line_unseen, "not seen")
CLI_STRING(whitelist_kinds, "%u kinds, %u stand out\n")
CLI_STRING(whitelist_sum, "%u lines: %u defended, %u alike everywhere, %u seen once, %u not seen; %u signals are not let in\n")

CLI_STRING(estimate_so_far, "so far: %.0f s")
CLI_STRING(estimate_in_all, "in all: %.0f s")
CLI_STRING(estimate_ended_early, "in all, ended early: %.0f s")
CLI_STRING(estimate_file, "File session: goes to the disk")
CLI_STRING(estimate_buffer, "Buffer session: stays in memory until a snapshot is saved")
CLI_STRING(estimate_no_rate, "No rate yet: the events cover less than a second.\n")
CLI_STRING(estimate_all, "all")
CLI_STRING(estimate_lost_none, "%.1f s, %llu events or buffers lost\n")
CLI_STRING(estimate_lost_some, "%.1f s, %llu events or buffers lost: the true rates are higher\n")
CLI_STRING(estimate_disk, "written to a disk, if all of it is: %.1f MB an hour, %.0f MB a year of 24-hour days (%.2f TB)\n")
CLI_STRING(estimate_endurance, "  an SSD that stands %.0f TB: %.2f %% of its endurance in a year\n")
CLI_STRING(estimate_rings, "kept in memory, a ring of\n")
CLI_STRING(estimate_ring, "  %4u MB holds %10.1f minutes\n")

CLI_STRING(span_seconds, "%u.%03u s")
CLI_STRING(span_minutes, "%u min %02u s")
CLI_STRING(span_hours, "%llu h %02u min")
CLI_STRING(check_comma, ", ")
CLI_STRING(check_event, "%s event")
CLI_STRING(check_events, "%s events")
CLI_STRING(check_lost, "%s lost")
CLI_STRING(check_buffer_lost, " and %s buffer lost")
CLI_STRING(check_buffers_lost, " and %s buffers lost")
CLI_STRING(check_cpu, "%s CPU")
CLI_STRING(check_cpus, "%s CPUs")
CLI_STRING(check_windows, "Windows %u.%u build %u")
CLI_STRING(check_at, "; at 0x%llx: %s")
CLI_STRING(check_broken, "; %llu buffers skipped, %llu broken, %llu broken events, %llu bytes not read")
CLI_STRING(check_present, "; %llu of %u buffers are there")
CLI_STRING(check_kept, "; the last %llu of %u buffers are kept")
CLI_STRING(check_missing, "; note: %llu buffer numbers are missing")
CLI_STRING(check_complete, "; older events were overwritten, complete from %s")
CLI_STRING(check_stray, "; %llu time stamps cannot be and were left out")
CLI_STRING(check_share, "; %s of %s missing (%llu.%llu %%)")
CLI_STRING(check_hole, "; a hole of %s from %s on %s (%s)")
CLI_STRING(check_hole_somewhen, "; a hole on %s (%s)")
CLI_STRING(check_more_holes, "; and %u more holes")
CLI_STRING(check_on_all, "all CPUs")
CLI_STRING(check_on_cpu, "CPU ")
CLI_STRING(check_on_cpus, "CPUs ")
CLI_STRING(check_and_cpu, ", ")
CLI_STRING(check_and_above, "%s%u and above")
CLI_STRING(state_whole, "whole")
CLI_STRING(state_not_closed, "not-closed")
CLI_STRING(state_wrapped, "wrapped")
CLI_STRING(state_truncated, "truncated")
CLI_STRING(state_damaged, "damaged")
CLI_STRING(state_not_etl, "not-etl")
CLI_STRING(at_start, " (at 0x0: %s)")
CLI_STRING(at_offset, "hitch: %s: at 0x%llx: %s. %s\n")

CLI_STRING(fault_header, "the logfile header contradicts itself")
CLI_STRING(fault_buffer_size, "a buffer's size cannot be; its slot was skipped")
CLI_STRING(fault_buffer_fill, "a buffer's fill level cannot be; it was read as far as its events go")
CLI_STRING(fault_hole, "zeros stand where a buffer should be")
CLI_STRING(fault_format_none, "a buffer is compressed, but the file names no compression format")
CLI_STRING(fault_format_lznt1, "a buffer is compressed as LZNT1, which this reader does not know")
CLI_STRING(fault_format_huffman, "a buffer is compressed as XPRESS_HUFF, which this reader does not know")
CLI_STRING(fault_format_other, "a buffer is compressed in an unknown format")
CLI_STRING(fault_unpack, "a compressed buffer does not unpack to its size")
CLI_STRING(fault_memory, "there is no memory to unpack a buffer")
CLI_STRING(fault_event_kind, "an event's header is of no known kind; the rest of its buffer was skipped")
CLI_STRING(fault_event_size, "an event's size cannot be; the rest of its buffer was skipped")
CLI_STRING(fault_event_items, "an event's extended items are broken; it alone was skipped")
CLI_STRING(fault_cut, "the file ends inside a buffer")
CLI_STRING(fault_empty, "the file is empty")
CLI_STRING(fault_header_short, "it ends before its logfile header")
CLI_STRING(fault_header_missing, "there is no logfile header where it must stand")
CLI_STRING(fault_header_cut, "it ends inside its logfile header")
CLI_STRING(fault_header_old, "it was written by a Windows older than Vista")
CLI_STRING(fault_header_first, "its first buffer is no header buffer")
CLI_STRING(fault_header_type, "the first buffer's type is not that of a header buffer")
CLI_STRING(fault_header_event, "the logfile header event is too short")
CLI_STRING(fault_header_pointer, "PointerSize is neither 4 nor 8")
CLI_STRING(fault_header_cpus, "NumberOfProcessors is out of range")
CLI_STRING(fault_header_clock, "the clock is unknown, so its times are")
CLI_STRING(fault_header_start, "StartTime is no time")
CLI_STRING(fault_header_sizes, "the buffer sizes of the first buffer and of the logfile header disagree")
CLI_STRING(fault_lost_events, "Windows lost events")
CLI_STRING(fault_lost_buffers, "Windows lost whole buffers")
CLI_STRING(fault_early, "the file ends early")
CLI_STRING(fault_unread, "a buffer cannot be read")
CLI_STRING(fault_absent, "buffers are not in the file")
