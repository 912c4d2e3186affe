/* Rules for the program with its window. Included by faults_judge.c. */

/* --- the icon --- */
SAYS(ICON_ADD, NULL, AT(LATE_TASKBAR), ANY_CODE, EITHER, 0, 0, tray_icon, "icon_added", "tried again every two seconds")
SAYS(ICON_ADD, NULL, AT(LAUNCH) | AT(TASKBAR), ANY_CODE, EITHER, NO_ICON | UNTOLD, 0, tray_icon, "icon_added", "tried again every two seconds")
QUIET(ICON_ADD_DONE, NULL, AT(LAUNCH) | AT(TASKBAR), ANY_CODE, EITHER, 0, 0, "the icon is there; that is seen by changing it")
QUIET(ICON_MODIFY, "icon", AT(LATE_TASKBAR), ANY_CODE, EITHER, 0, 0, "there is no icon to change, which icon_added has said")
SAYS(ICON_MODIFY, "icon", EVERY, ANY_CODE, EITHER, UNTOLD, 0, tray_icon, "icon", "added again two seconds later, with what it is to show")
SAYS(ICON_MODIFY, "balloon", EVERY, ANY_CODE, EITHER, UNTOLD, 0, tray_icon, "balloon", "said again ten seconds later")
SAYS(ICON_VERSION, NULL, AT(LAUNCH), ANY_CODE, EITHER, UNTOLD, 0, tray_icon, "icon_added", "tried again every two seconds")
SAYS(ICON_VERSION, NULL, AT(TASKBAR), ANY_CODE, EITHER, 0, 0, tray_icon, "icon_added", "tried again every two seconds")
QUIET(ICON_DELETE, NULL, STOPS, ANY_CODE, EITHER, 0, 0, "Explorer takes away the icon of a window that is gone")
QUIET(USER_STATE, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "the player is taken to be there")
QUIET(USER_BUSY, NULL, EVERY, ANY_CODE, EITHER, UNTOLD, 0, "a balloon waits until the player can see it; the log has balloon_waits")
QUIET(IMAGE, NULL, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "an icon without a picture has its tooltip and its menu; loaded again with the next one that is added")
QUIET(DPI, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "the system's own resolution is taken")
QUIET(METRICS_DPI, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "the usual size is taken")
QUIET(FIND_WINDOW, "Shell_TrayWnd", EVERY, ANY_CODE, EITHER, 0, 0, "the system's own resolution is taken")
QUIET(BEEP, NULL, EVERY, ANY_CODE, EITHER, UNTOLD, 0, "a sound that cannot be played has icon and balloon beside it")
QUIET(TIMER, "timer 2", AT(LATE_TASKBAR), ANY_CODE, EITHER, 0, 0, "the next change of what is shown sets it again")
QUIET(TIMER_LAX, NULL, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "a plain timer takes its place")
QUIET(BLOCK_REASON, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "Windows then waits only as long as it does for every program")
QUIET(OWN_MESSAGE, "TaskbarCreated", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "that Explorer came back is seen at the next change of what is shown")
QUIET(OWN_MESSAGE, "HitchboxShow", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "a second start is not answered, and ends")
QUIET(OWN_MESSAGE, "HitchboxShow", AT(SECOND), ANY_CODE, EITHER, UNTOLD, 0, "it ends as it should; the first one goes on, only without a word")
QUIET(MESSAGE_FILTER, NULL, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "that Explorer came back is seen at the next change of what is shown")

/* --- the window, the worker, the key --- */
TELLS(CLASS, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_START | SHOWN, 0, window_create, "start_failed", box_title, "nothing without a window")
TELLS(WINDOW, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_START | SHOWN, 0, window_create, "start_failed", box_title, "nothing without a window")
TELLS(THREAD, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_START | SHOWN, 0, thread_start, "start_failed", box_title, "nothing without a worker")
TELLS(EVENT, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_START | SHOWN, 0, thread_start, "start_failed", box_title, "nothing without a worker")
TELLS(HOTKEY, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_KEY | SHOWN, 0, hotkey_register, "hotkey", balloon_trouble, "the menu still saves")
QUIET(MUTEX, NULL, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "without a name to hold, this one is the first")
QUIET(MUTEX, NULL, AT(SECOND), ANY_CODE, EITHER, 0, 0, "the first one is found by its window")
QUIET(FIND_WINDOW, "HitchboxWindow", AT(SECOND), ANY_CODE, ONCE, 0, 0, "looked for again")
QUIET(FIND_WINDOW, "HitchboxWindow", AT(SECOND), ANY_CODE, ON, SHOWN, 0, "a box says that one runs elsewhere")
QUIET(WINDOW_OWNER, "own", AT(SECOND), ANY_CODE, EITHER, 0, 0, "only the foreground is not passed on")
QUIET(POST, "second start", AT(SECOND), ANY_CODE, ONCE, 0, 0, "tried again")
QUIET(POST, "second start", AT(SECOND), ANY_CODE, ON, SHOWN, 0, "a box says that one runs elsewhere")
QUIET(POST, "null", MENUS, ANY_CODE, EITHER, 0, UNTOLD | LATE, "only closes the menu")
QUIET(POST, "app 2", EVERY, ANY_CODE, ONCE, 0, 0, "news that found a full queue are sent again")
QUIET(POST, "app 2", AT(LAUNCH), ANY_CODE, ON, UNTOLD | NO_WATCH, 0, "news come when the window takes messages again")
QUIET(POST, "app 2", SAVES, ANY_CODE, ON, UNTOLD, 0, "news come when the window takes messages again")
QUIET(POST, "app 2", AT(EXIT) | AT(LOG_OFF), ANY_CODE, ON, LATE, 0, "the watch sees that the sessions are stopped, and ends the program")
TELLS(POST_THREAD, "job 64", AT(LAUNCH), ANY_CODE, ON, NO_START | SHOWN, 0, thread_start, "start_failed", box_title, "nothing without a worker")
QUIET(POST_THREAD, NULL, EVERY, ANY_CODE, ONCE, 0, 0, "a job that found a full queue is asked for again")
TELLS(POST_THREAD, "job 65", SAVES, ANY_CODE, ON, NOT_SAVED | SHOWN, 0, thread_start, "worker_lost", balloon_failed, "the next press asks again")
SAYS(POST_THREAD, "job 66", WATCHES, ANY_CODE, ON, 0, 0, thread_start, "worker_lost", "the next watch asks again")
SAYS(POST_THREAD, "job 67", AT(EXIT) | AT(LOG_OFF), ANY_CODE, ON, STILL_RUNS, 0, thread_start, "worker_lost", "the next start takes the sessions over")

/* --- what is asked of the machine --- */
QUIET(LANGUAGES, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "the language of the user's region is taken")
QUIET(REGISTRY, "CurrentBuildNumber", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "what this Windows has is then found out by trying")
QUIET(DLL_FOLDERS, NULL, AT(LAUNCH) | AT(SECOND), ANY_CODE, EITHER, 0, 0, "every Windows 10 has it; the program loads nothing by name")
QUIET(DLL_FOLDER, NULL, AT(LAUNCH) | AT(SECOND), ANY_CODE, EITHER, 0, 0, "every Windows 10 has it; the program loads nothing by name")
QUIET(OPEN_TOKEN, "own", AT(LAUNCH), ANY_CODE, ONCE, 0, 0, "what is not known as the user's own is closed to others")
QUIET(TOKEN_INFORMATION, "own", AT(LAUNCH), ANY_CODE, ONCE, 0, 0, "what is not known as the user's own is closed to others")
TELLS(OPEN_TOKEN, "own", AT(LAUNCH), ANY_CODE, ON, NO_START | SHOWN, 0, folder_foreign, NULL, box_title, "who owns the folders is not known")
TELLS(TOKEN_INFORMATION, "own", AT(LAUNCH), ANY_CODE, ON, NO_START | SHOWN, 0, folder_foreign, NULL, box_title, "who owns the folders is not known")

/* --- the menu --- */
#define NO_MENU_AT(call, code, why, event, reason)                                                                          \
    SAYS(call, NULL, AT(MENU_SAVE) | AT(SAVE_EXIT), code, EITHER, NO_MENU | NOT_SAVED | UNTOLD, 0, why, event, reason)        \
    SAYS(call, NULL, AT(MENU_HISTORY) | AT(MENU_REPORT) | AT(MENU_SHARE) | AT(MENU_FOLDER) | AT(MENU_CONFIG), code, EITHER,   \
         NO_MENU | NO_PROGRAM | UNTOLD, 0, why, event, reason)                                                                \
    SAYS(call, NULL, AT(MENU_KEEP), code, EITHER, NO_MENU | NOT_DONE | UNTOLD, 0, why, event, reason)                         \
    SAYS(call, NULL, AT(EXIT), code, EITHER, NO_MENU | UNTOLD, 0, why, event, reason)
NO_MENU_AT(MENU, ANY_CODE, menu_show, "menu_failed", "a click without a menu is seen as such; the next click makes one")
NO_MENU_AT(MENU_ITEM, ANY_CODE, menu_show, "menu_failed", "a click without a menu is seen as such; the next click makes one")
NO_MENU_AT(MENU_SHOW, 1401, menu_show, "menu_failed", "a click without a menu is seen as such; the next click shows one")
NO_MENU_AT(MENU_SHOW, 1446, menu_show, "menu_failed", "a click without a menu is seen as such; the next click shows one")
NO_MENU_AT(MENU_SHOW, 5, ok, NULL, "to the program it looks like a menu that was closed")
#undef NO_MENU_AT
QUIET(FOREGROUND, NULL, MENUS, ANY_CODE, EITHER, 0, 0, "the menu is up all the same")
QUIET(BOX, NULL, AT(MENU_SHARE), ANY_CODE, EITHER, NO_PROGRAM | UNTOLD, 0, "without the word of warning nothing is shared")

#define OPENS(call, role, code, on, why, event, steps, reason) \
    TELLS(call, role, steps, code, on, NO_PROGRAM | SHOWN, 0, why, event, balloon_trouble, reason)

/* The history that the menu shows. */
#define OF_HISTORY (AT(MENU_HISTORY) | AT(MENU_REPORT) | AT(MENU_KEEP) | AT(MENU_SHARE))
#define OF_SHARE(role)                                                                                                       \
    OPENS(FIND_FIRST, role, 2, ONCE, no_snapshot, "share", AT(MENU_SHARE), "a folder that is not there has no snapshots")    \
    OPENS(FIND_FIRST, role, 3, ONCE, no_snapshot, "share", AT(MENU_SHARE), "a folder that is not there has no snapshots")    \
    OPENS(FIND_FIRST, role, ANY_CODE, ONCE, folder_read, "share", AT(MENU_SHARE), "what is newest is not known")             \
    QUIET(FIND_NEXT, role, AT(MENU_SHARE), ANY_CODE, ONCE, 0, 0, "the newest had been met before")
OF_SHARE("runs/*#+")
OF_SHARE("run/*#+")
#undef OF_SHARE
QUIET(FIND_FIRST, "run*", MENUS, 2, EITHER, 0, UNTOLD | NO_PROGRAM | NOT_DONE, "a folder that is not there has no snapshots")
QUIET(FIND_FIRST, "run*", MENUS, 3, EITHER, 0, UNTOLD | NO_PROGRAM | NOT_DONE, "a folder that is not there has no snapshots")
SAYS(FIND_FIRST, "run*", AT(MENU_KEEP), ANY_CODE, EITHER, NOT_DONE, 0, folder_read, "history_failed", "the list is empty this time, and says so")
SAYS(FIND_FIRST, "run*", OF_HISTORY, ANY_CODE, EITHER, UNTOLD, NO_PROGRAM, folder_read, "history_failed", "the list is empty this time, and says so")
SAYS(FIND_NEXT, "run*", OF_HISTORY, ANY_CODE, EITHER, 0, UNTOLD | NO_PROGRAM | NOT_DONE, folder_read, "history_failed", "the list is shorter this time")
SAYS(FIND_FIRST, "run*", AT(MENU_FOLDER) | AT(MENU_CONFIG), ANY_CODE, EITHER, 0, 0, folder_read, "history_failed", "the list is empty this time, and says so")
SAYS(FIND_NEXT, "run*", AT(MENU_FOLDER) | AT(MENU_CONFIG), ANY_CODE, EITHER, 0, 0, folder_read, "history_failed", "the list is shorter this time")
QUIET(CREATE_FILE, "snap.json", OF_HISTORY, ANY_CODE, ONCE, 0, 0, "the entry lacks its length and its verdict")
TELLS(CREATE_FILE, "snap.json", AT(MENU_KEEP), ANY_CODE, ON, NOT_DONE | MORE, 0, open_to_write, "keep", balloon_trouble, "the mark cannot be made")
QUIET(CREATE_FILE, "snap.json", OF_HISTORY, ANY_CODE, ON, 0, 0, "the entry lacks its length and its verdict")
QUIET(FILE_SIZE, "snap.json", OF_HISTORY, ANY_CODE, EITHER, 0, 0, "the entry lacks its length and its verdict")
QUIET(MAPPING, "snap.json", OF_HISTORY, ANY_CODE, EITHER, 0, 0, "the entry lacks its length and its verdict")
QUIET(MAP_VIEW, "snap.json", OF_HISTORY, ANY_CODE, EITHER, 0, 0, "the entry lacks its length and its verdict")
QUIET(ATTRIBUTES_EX, "snap.pin", OF_HISTORY, ANY_CODE, EITHER, 0, NO_PROGRAM | UNTOLD, "the entry has no mark")
QUIET(ATTRIBUTES_EX, "snap.etl", AT(MENU_REPORT), ANY_CODE, ON, NO_PROGRAM | UNTOLD, 0, "the report seems gone as well, and its entry says so")
QUIET(ATTRIBUTES_EX, "snap.etl", OF_HISTORY, ANY_CODE, EITHER, 0, 0, "one entry more, which says that the file is gone")
QUIET(ATTRIBUTES_EX, "unclean", AT(MENU_REPORT), ANY_CODE, ON, NO_PROGRAM | UNTOLD, 0, "the report seems gone as well, and its entry says so")
OPENS(ATTRIBUTES_EX, "unclean", ANY_CODE, ON, not_found, "open_folder", AT(MENU_FOLDER), "the folder seems gone")
QUIET(ATTRIBUTES_EX, "unclean", AT(MENU_CONFIG), 2, ON, 0, 0, "a file that seems absent is made where there is none")
QUIET(ATTRIBUTES_EX, "unclean", AT(MENU_CONFIG), 3, ON, 0, 0, "a file that seems absent is made where there is none")
OPENS(ATTRIBUTES_EX, "unclean", ANY_CODE, ON, file_open, "open_config", AT(MENU_CONFIG), "what is not known to be there or absent is not opened")
QUIET(ATTRIBUTES_EX, "unclean", MENUS, ANY_CODE, EITHER, 0, 0, "no entry for a run that was cut off")
QUIET(ATTRIBUTES_EX, "snap.html#1", AT(MENU_REPORT), ANY_CODE, ONCE, 0, 0, "it is the log's number; the entry is made after it")
QUIET(ATTRIBUTES_EX, "snap.html", AT(MENU_REPORT), ANY_CODE, EITHER, NO_PROGRAM | UNTOLD, 0, "the entry says that there is no report")
QUIET(ATTRIBUTES_EX, "snap.html", AT(MENU_HISTORY) | AT(MENU_KEEP) | AT(MENU_SHARE), ANY_CODE, EITHER, 0, 0, "the entry says that there is no report")

/* --- what is opened --- */
#define OPENS_ALL(call, role, code, on, why, reason)                                                       \
    OPENS(call, role, code, on, why, "viewer", CLICKS | AT(MENU_HISTORY), reason)                          \
    OPENS(call, role, code, on, why, "open_report", AT(MENU_REPORT), reason)                               \
    OPENS(call, role, code, on, why, "share", AT(MENU_SHARE), reason)                                      \
    OPENS(call, role, code, on, why, "open_folder", AT(MENU_FOLDER), reason)                               \
    OPENS(call, role, code, on, why, "open_config", AT(MENU_CONFIG), reason)
OPENS_ALL(PROCESS, NULL, ANY_CODE, EITHER, viewer_start, "the file stands")
QUIET(PROCESS_TOKEN, NULL, EVERY, 1058, EITHER, 0, 0, "started as a child of the shell, whose rights it then has")
OPENS_ALL(PROCESS_TOKEN, NULL, ANY_CODE, EITHER, viewer_start, "the file stands")
QUIET(SHELL_WINDOW, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "the taskbar's owner lends its rights")
OPENS_ALL(WINDOW_OWNER, "shell", ANY_CODE, EITHER, viewer_shell, "never with the rights of an administrator")
OPENS_ALL(OPEN_PROCESS, NULL, ANY_CODE, EITHER, viewer_shell, "never with the rights of an administrator")
QUIET(OPEN_TOKEN, "own", EVERY, ANY_CODE, ONCE, 0, 0, "taken to have rights, so the desktop lends lower ones")
OPENS_ALL(OPEN_TOKEN, NULL, ANY_CODE, EITHER, viewer_shell, "never with the rights of an administrator")
QUIET(TOKEN_INFORMATION, "own", EVERY, ANY_CODE, ONCE, 0, 0, "taken to have rights, so the desktop lends lower ones")
OPENS_ALL(TOKEN_INFORMATION, NULL, ANY_CODE, EITHER, viewer_shell, "a desktop whose rights are not known lends none")
OPENS_ALL(COPY_TOKEN, NULL, ANY_CODE, EITHER, viewer_shell, "never with the rights of an administrator")
QUIET(SYSTEM_FOLDER, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "the program starts in the present folder")
OPENS_ALL(WINDOWS_FOLDER, NULL, ANY_CODE, EITHER, viewer_start, "Explorer is not found")
QUIET(REGISTRY_KEY, NULL, CLICKS | AT(MENU_HISTORY), ANY_CODE, EITHER, 0, 0, "the viewer is looked for in the next place")
TELLS(ENVIRONMENT, "ProgramFiles(x86)", CLICKS | AT(MENU_HISTORY), ANY_CODE, EITHER, MORE, 0, viewer_missing, "viewer", balloon_trouble, "not found there, the folder opens")
OPENS(ATTRIBUTES, "snap.etl", ANY_CODE, EITHER, not_found, "viewer", CLICKS | AT(MENU_HISTORY), "the file seems gone")
TELLS(ATTRIBUTES, "wpa.exe", CLICKS | AT(MENU_HISTORY), ANY_CODE, EITHER, MORE, 0, viewer_missing, "viewer", balloon_trouble, "not found there, the folder opens")
OPENS(ATTRIBUTES, "snap.html", ANY_CODE, EITHER, not_found, "open_report", AT(MENU_REPORT), "the file seems gone")
QUIET(ATTRIBUTES, "snap.etl", AT(MENU_SHARE), ANY_CODE, EITHER, 0, 0, "taken for a file: its folder opens and points at it")
QUIET(ATTRIBUTES, "run", AT(MENU_FOLDER), ANY_CODE, EITHER, 0, 0, "taken for a file: its folder opens and points at it")
QUIET(ATTRIBUTES, "hitchbox.ini", AT(MENU_CONFIG), ANY_CODE, EITHER, 0, 0, "taken for a file: its folder opens and points at it")
OPENS(ATTRIBUTES_EX, "run", ANY_CODE, EITHER, not_found, "open_folder", AT(MENU_FOLDER), "the folder seems gone")
QUIET(ATTRIBUTES_EX, "hitchbox.ini", AT(MENU_CONFIG), 2, EITHER, 0, 0, "a file that seems absent is made where there is none")
QUIET(ATTRIBUTES_EX, "hitchbox.ini", AT(MENU_CONFIG), 3, EITHER, 0, 0, "a file that seems absent is made where there is none")
QUIET(ATTRIBUTES_EX, "providers.ini", AT(MENU_CONFIG), 2, EITHER, 0, 0, "a file that seems absent is made where there is none")
QUIET(ATTRIBUTES_EX, "providers.ini", AT(MENU_CONFIG), 3, EITHER, 0, 0, "a file that seems absent is made where there is none")
OPENS(ATTRIBUTES_EX, "hitchbox.ini", ANY_CODE, EITHER, file_open, "open_config", AT(MENU_CONFIG), "what is not known to be there or absent is not opened")
OPENS(ATTRIBUTES_EX, "providers.ini", ANY_CODE, EITHER, file_open, "open_config", AT(MENU_CONFIG), "what is not known to be there or absent is not opened")
OPENS(RESOURCE, NULL, ANY_CODE, EITHER, not_found, "open_config", AT(MENU_CONFIG), "the providers within the program are not found")
TELLS(CREATE_FILE, "snap.pin.tmp", AT(MENU_KEEP), ANY_CODE, EITHER, NOT_DONE | MORE, 0, open_to_write, "keep", balloon_trouble, "the mark cannot be made")
QUIET(MOVE_FILE, "snap.pin", AT(MENU_KEEP), 5, ONCE, 0, 0, "tried again")
QUIET(MOVE_FILE, "snap.pin", AT(MENU_KEEP), 32, ONCE, 0, 0, "tried again")
TELLS(MOVE_FILE, "snap.pin", AT(MENU_KEEP), ANY_CODE, EITHER, NOT_DONE | MORE, 0, file_rename, "keep", balloon_trouble, "the mark cannot be made")
