/* What can make a game stutter, as far as a trace can tell. Included with
 * SUSPECT(name, lane) defined; no include guard on purpose.
 *
 * `name` is stable: it stands in reports' JSON and in texts' ids. For each kind
 * strings/strings_list.h holds say_<name> (the sentence's second half) and
 * next_<name> (what to do). `lane` is where its events are drawn. Causes stand
 * before what usually only follows from them: of two suspects that explain a
 * hitch equally well, the earlier is named first. */
SUSPECT(sleep_resume, POWER)        /* the machine slept */
SUSPECT(machine_silent, DRIVER)     /* no CPU logged anything: firmware, or a hypervisor */
SUSPECT(gpu_timeout, GRAPHICS)      /* TDR */
SUSPECT(hardware_error, POWER)      /* WHEA */
SUSPECT(driver_long, DRIVER)        /* one DPC or ISR far too long */
SUSPECT(driver_storm, DRIVER)       /* very many DPCs or ISRs */
SUSPECT(disk_slow, DISK)            /* single operations that took far too long */
SUSPECT(memory_low, FAULTS)         /* nearly nothing left */
SUSPECT(hard_faults, FAULTS)        /* pages read back from disk */
SUSPECT(disk_flood, DISK)           /* much more data than usual */
SUSPECT(cpu_capped, POWER)          /* heat, firmware or power plan hold the clock down */
SUSPECT(gpu_busy, GRAPHICS)         /* the GPU's queue was held by other work, or paging */
SUSPECT(device_lost, DEVICES)       /* gone, reset or enumerated again */
SUSPECT(process_crash, PROCESSES)   /* a process died of an error */
SUSPECT(focus_taken, PROCESSES)     /* another program took the focus and gave it back */
SUSPECT(process_burst, PROCESSES)   /* another process had the CPU */
SUSPECT(process_start, PROCESSES)   /* a process started right then */
SUSPECT(thread_wait, PROCESSES)     /* the game's thread waited for another one */
SUSPECT(display_change, GRAPHICS)   /* a display mode was set */
SUSPECT(power_change, POWER)        /* power plan, mains, timer resolution */
SUSPECT(network_loss, NETWORK)      /* lost packets, resets, an interface down */
SUSPECT(audio_glitch, AUDIO)        /* the sound ran dry */
SUSPECT(gpu_starved, GRAPHICS)      /* the GPU had nothing to do: the game sent no work */
SUSPECT(game_busy, PROCESSES)       /* the game's own thread computed throughout */
