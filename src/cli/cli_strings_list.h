CLI_STRING(usage_head, "hitch reads Windows traces (.etl).\n\n")
CLI_STRING(usage_tail,
    "\nhitch VERB --help tells more; hitch --version tells which this is.\n"
    "Every verb takes --lang en or --lang zh-CN: count, check and events only say in it what\n"
    "went wrong, the others answer in it.\n")

CLI_STRING(brief_count, "how many events of each kind a trace holds")
CLI_STRING(help_count,
    "hitch count FILE\n"
    "\n"
    "Prints tab-separated lines:\n"
    "  H name value                    a field of the logfile header\n"
    "  S name value                    a total: buffers_read, total_events, min_raw, max_raw,\n"
    "                                  min_filetime, max_filetime (100 ns since 1601, UTC), errors\n"
    "  C kind guid id version count    events alike, sorted\n"
    "Exit: 0 the file is whole, 1 it is readable but not whole, 2 it is not readable.\n")
CLI_STRING(brief_check, "is a trace whole, what span does it cover, what was lost")
CLI_STRING(help_check,
    "hitch check [--json] FILE...\n"
    "\n"
    "One line for each file: state, span, events, lost events, CPUs, size, Windows build.\n"
    "  whole       closed and complete\n"
    "  not-closed  its session never stopped (crash, power loss, or still running)\n"
    "  wrapped     a ring that overwrote its oldest buffers\n"
    "  truncated   the file is shorter than what was written\n"
    "  damaged     some buffers or events cannot be read; the rest was\n"
    "  not-etl     no trace of Windows Vista or later\n"
    "  --json      one JSON object for each file and line instead\n"
    "Exit: 0 all whole, 1 one is readable but not whole, 2 one is not readable.\n")
CLI_STRING(brief_events, "the events of a trace in time order")
CLI_STRING(help_events,
    "hitch events [options] FILE\n"
    "\n"
    "Prints tab-separated lines in time order: local time, UTC, CPU, process id, thread id,\n"
    "provider, id, version, opcode, level, size in bytes.\n"
    "  --from TIME      from this time on, and\n"
    "  --to TIME        up to this time: UTC as 2026-01-31T12:34:56.789 or seconds from the\n"
    "                   trace's start as +12.5\n"
    "  --provider NAME  only this provider: its GUID, or a name as this command prints it\n"
    "  --id N           only events with this id (kernel events: their hook, as 0x0524)\n"
    "  --limit N        stop after so many\n"
    "Exit: 0 the file is whole, 1 it is readable but not whole, 2 it is not readable.\n")
CLI_STRING(brief_report, "what most likely made the game stutter")
CLI_STRING(help_report,
    "hitch report [options] FILE [KEYEVENTS]\n"
    "\n"
    "A page of text: the verdict, its evidence, what to do next, and what the trace could\n"
    "not have shown. KEYEVENTS is keyevents.etl of the same run.\n"
    "  --at TIME         look only around this moment: UTC as 2026-01-31T12:34:56.789 or\n"
    "                    seconds from the trace's start as +12.5\n"
    "  --html OUT        the same as one self-contained page for a browser\n"
    "  --json OUT        the same for programs\n"
    "  --lang TAG        en or zh-CN\n"
    "  --providers FILE  where the stories of key events stand (providers.ini)\n"
    "Exit: 0 the report was made, 2 a file could not be read or written.\n")
CLI_STRING(brief_crash, "which programs ended, and how")
CLI_STRING(help_crash,
    "hitch crash [--lang TAG] FILE\n"
    "\n"
    "Every process that ended, with its exit code: normally (0), with an error code, or by a\n"
    "crash (an error NTSTATUS such as STATUS_ACCESS_VIOLATION). Then what happened last, the\n"
    "memory that was left and what the recording lost. Meant for keyevents.etl after a crash.\n"
    "Exit: 0 the answer was given, 2 the file could not be read.\n")
CLI_STRING(brief_compare, "what a filter left of a trace")
CLI_STRING(help_compare,
    "hitch compare [--scenario NAME] FULL FILTERED\n"
    "hitch compare FOLDER\n"
    "\n"
    "Counts of each event in both traces, those that the filter removed most and those that\n"
    "it kept most, whether both lead to the same verdict, and whether the evidence of a\n"
    "scenario survived. A scenario's FOLDER holds full.etl, filtered.etl and scenario.json,\n"
    "which is also looked for beside FULL.\n"
    "  --scenario NAME  process-crash, disk-burst, cpu-saturation, cpu-throttling,\n"
    "                   memory-pressure or network-disconnect\n"
    "  --lang TAG       en or zh-CN\n"
    "Exit: 0 the answer was given, 2 a file could not be read.\n")
CLI_STRING(brief_whitelist, "which events stand out when something happens")
CLI_STRING(help_whitelist,
    "hitch whitelist [--providers FILE] FOLDER...\n"
    "\n"
    "Goes over the recordings of scenarios (scenario.json, full.etl, filtered.etl; or a folder\n"
    "of such folders) and says of each event whether it came more often while something was\n"
    "done to the computer than in the quiet time before.\n"
    "  signal    stands out in one scenario only: worth its place in the list\n"
    "  shared    stands out in several\n"
    "  alike     comes as often whether anything happens or not\n"
    "  telling   so many of them were about what was done (its processes, its memory)\n"
    "Then each line of providers.ini: defended by a scenario, alike, once, or not seen.\n"
    "  --providers FILE  the list to compare with; else providers.ini beside hitch\n"
    "Exit: 0 the answer was given, 2 a file could not be read.\n")
CLI_STRING(brief_estimate, "what the providers of a trace cost, on disk and in memory")
CLI_STRING(help_estimate,
    "hitch estimate FILE\n"
    "hitch estimate --live [--seconds N] [--providers FILE]\n"
    "\n"
    "Events and KB a second for each provider and in all, lost events, MB an hour and a year\n"
    "against what a usual SSD stands, and how many minutes rings of 64 to 1024 MB hold.\n"
    "  --live            what this computer says now, on Windows and as administrator, through\n"
    "                    the recorder's own two sessions; end Hitchbox first. Prints every 30 s\n"
    "                    and at the end; Ctrl+C ends early\n"
    "  --seconds N       how long to listen, 1 to 86400 (300)\n"
    "  --providers FILE  what to listen to; else providers.ini beside hitch\n"
    "Exit: 0 the answer was given, 1 the file is not whole, 2 it could not be done.\n")

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
CLI_STRING(estimate_no_rate, "No time passes between the events, so there is no rate.\n")
CLI_STRING(estimate_all, "all")
CLI_STRING(estimate_lost_none, "%.1f s, %llu events or buffers lost\n")
CLI_STRING(estimate_lost_some, "%.1f s, %llu events or buffers lost: the true rates are higher\n")
CLI_STRING(estimate_disk, "written to a disk, if all of it is: %.1f MB an hour, %.0f MB a year of 24-hour days (%.2f TB)\n")
CLI_STRING(estimate_endurance, "  an SSD that stands %.0f TB: %.2f %% of its endurance in a year\n")
CLI_STRING(estimate_rings, "kept in memory, a ring of\n")
CLI_STRING(estimate_ring, "  %4u MB holds %10.1f minutes\n")
