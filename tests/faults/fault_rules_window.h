/* Rules for the program with its window. Included by faults_judge.c. */

/* --- the icon --- */
SAYS(ICON_ADD, NULL, AT(LATE_TASKBAR), ANY_CODE, EITHER, 0, 0, tray_icon, "icon_added", "tried again every two seconds")
SAYS(ICON_ADD, NULL, AT(LAUNCH) | AT(TASKBAR), ANY_CODE, EITHER, NO_ICON | UNTOLD, 0, tray_icon, "icon_added", "tried again every two seconds")
QUIET(ICON_ADD_DONE, NULL, AT(LAUNCH) | AT(TASKBAR), ANY_CODE, EITHER, 0, 0, "Explorer has the icon in spite of its answer, so the user sees it")
QUIET(ICON_MODIFY, "icon", AT(LATE_TASKBAR), ANY_CODE, EITHER, 0, 0, "there is no icon to change, which the log has as icon_added; the one that is added next shows the present state")
SAYS(ICON_MODIFY, "icon", EVERY, ANY_CODE, EITHER, UNTOLD, 0, tray_icon, "icon", "added again two seconds later, with what it is to show")
SAYS(ICON_MODIFY, "balloon", EVERY, ANY_CODE, EITHER, UNTOLD, 0, tray_icon, "balloon", "said again ten seconds later")
SAYS(ICON_VERSION, NULL, AT(LAUNCH), ANY_CODE, EITHER, UNTOLD, 0, tray_icon, "icon_added", "tried again every two seconds")
SAYS(ICON_VERSION, NULL, AT(TASKBAR), ANY_CODE, EITHER, 0, 0, tray_icon, "icon_added", "tried again every two seconds")
QUIET(ICON_DELETE, NULL, STOPS, ANY_CODE, EITHER, 0, 0, "the program is gone, and Explorer takes the icon away when the mouse comes near")
QUIET(USER_STATE, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "the balloon is shown at once, as if the player were there, and Windows keeps it among its notifications")
QUIET(USER_BUSY, NULL, EVERY, ANY_CODE, EITHER, UNTOLD, 0, "it is no failure: the balloon waits until the player can see it, and the log has balloon_waits")
QUIET(IMAGE, NULL, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "the user sees that the picture is missing; tooltip, menu and balloons tell all it would, and it is loaded again with the next icon")
QUIET(DPI, NULL, AT(LAUNCH) | AT(TASKBAR) | AT(LATE_TASKBAR), ANY_CODE, EITHER, 0, 0, "the icon is drawn for the system's own resolution: at worst a little blurred")
QUIET(METRICS_DPI, NULL, AT(LAUNCH) | AT(TASKBAR) | AT(LATE_TASKBAR), ANY_CODE, EITHER, 0, 0, "the icon is drawn in the usual size: at worst a little blurred")
QUIET(FIND_WINDOW, "Shell_TrayWnd", AT(LAUNCH) | AT(TASKBAR) | AT(LATE_TASKBAR), ANY_CODE, EITHER, 0, 0, "the icon is drawn for the system's own resolution: at worst a little blurred; who reads the folders is asked of the shell's other window")
SAYS(LIBRARY, "winmm.dll", AT(PRESS), ANY_CODE, ONCE, MORE, 0, sound_play, "sound", "the sound of Windows is heard instead")
SAYS(LIBRARY, "winmm.dll", AT(PRESS), ANY_CODE, ON, MORE | NAMELESS, 0, sound_play, "sound", "the sound of Windows is heard instead, and the device is told by its class and maker")
SAYS(FUNCTION, "winmm.dll", AT(PRESS), ANY_CODE, ONCE, MORE, 0, sound_play, "sound", "the sound of Windows is heard instead")
SAYS(FUNCTION, "winmm.dll", AT(PRESS), ANY_CODE, ON, MORE | NAMELESS, 0, sound_play, "sound", "the sound of Windows is heard instead, and the device is told by its class and maker")
QUIET(BEEP, NULL, SAVES, ANY_CODE, EITHER, UNTOLD, 0, "icon and balloon tell what the sound would have; nobody can be told of a sound by a sound")
QUIET(TIMER, "timer 2", AT(LATE_TASKBAR), ANY_CODE, EITHER, 0, 0, "the icon's absence is in the log as icon_added; a press or the next change of state adds it")
QUIET(TIMER_LAX, NULL, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "a plain timer takes its place: the watch comes as often, at the cost of a little power")
SAYS(BLOCK_REASON, NULL, SAVES, ANY_CODE, EITHER, 0, 0, window_create, "shutdown_reason", "a shutdown in these seconds names no reason; it is held up by the late answer all the same")
SAYS(POWER_EVENTS, NULL, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, window_create, "power_events", "sleep is broadcast as well where there is no Modern Standby; the watch finds what sleep stopped")
QUIET(OWN_MESSAGE, "TaskbarCreated", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "the icon is there; only after an Explorer that crashed it comes back with the next press or change of state")
SAYS(OWN_MESSAGE, "HitchboxShow", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, window_create, "second_start_unheard", "a second start ends without a word")
QUIET(OWN_MESSAGE, "HitchboxShow", AT(SECOND), ANY_CODE, ONCE, 0, 0, "the first one is asked again a moment later, and shows itself")
SHOWS(OWN_MESSAGE, "HitchboxShow", AT(SECOND), ANY_CODE, ON, SHOWN, 0, box_title, "a box says that one runs elsewhere")
SAYS(MESSAGE_FILTER, "HitchboxSave", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, window_create, "asked_unheard", "other programs are not heard and say so; the key saves as ever")
QUIET(MESSAGE_FILTER, NULL, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "the icon is there; only after an Explorer that crashed it comes back with the next press or change of state")

/* --- the window, the worker, the key --- */
TELLS(CLASS, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_START | SHOWN, 0, window_create, "start_failed", box_title, "nothing without a window")
TELLS(WINDOW, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_START | SHOWN, 0, window_create, "start_failed", box_title, "nothing without a window")
TELLS(THREAD, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_START | SHOWN, 0, thread_start, "start_failed", box_title, "nothing without a worker")
TELLS(EVENT, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_START | SHOWN, 0, thread_start, "start_failed", box_title, "nothing without a worker")
TELLS(HOTKEY, NULL, AT(LAUNCH), ANY_CODE, EITHER, NO_KEY | SHOWN, 0, hotkey_register, "hotkey", balloon_trouble, "the menu still saves")
QUIET(MUTEX, NULL, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "it records as ever; a second start finds it by its window")
QUIET(MUTEX, NULL, AT(SECOND), ANY_CODE, EITHER, 0, 0, "the first one is found by its window, and shows itself")
QUIET(FIND_WINDOW, "HitchboxWindow", AT(SECOND), ANY_CODE, ONCE, 0, 0, "the first one is looked for again a moment later, and shows itself")
SHOWS(FIND_WINDOW, "HitchboxWindow", AT(SECOND), ANY_CODE, ON, SHOWN, 0, box_title, "a box says that one runs elsewhere")
QUIET(WINDOW_OWNER, "own", AT(SECOND), ANY_CODE, EITHER, 0, 0, "the first one shows itself; its balloon needs no foreground")
QUIET(SEND, "second start", AT(SECOND), 1460, EITHER, 0, 0, "a first one that is busy is asked by post, and shows itself when it is not")
QUIET(SEND, "second start", AT(SECOND), ANY_CODE, ONCE, 0, 0, "the first one is asked again a moment later, and shows itself")
SHOWS(SEND, "second start", AT(SECOND), ANY_CODE, ON, SHOWN, 0, box_title, "a box says that one runs elsewhere")
QUIET(POST, "null", AT(EXIT), ANY_CODE, ON, LATE, 0, "nothing is lost: the sessions are stopped and written; the watch sees that, and ends the program")
QUIET(POST, "null", MENUS, ANY_CODE, EITHER, 0, 0, "what was chosen is done; at worst a menu that nobody chose from takes a second click to close")
QUIET(POST, "app 2", EVERY, ANY_CODE, ONCE, 0, 0, "news that found a full queue are sent again, and are told a moment later")
QUIET(POST, "app 2", AT(LAUNCH), ANY_CODE, ON, UNTOLD | NO_WATCH, 0, "a window that takes no messages cannot show anything; what was saved stands, and is told when it takes them again")
QUIET(POST, "app 2", SAVES, ANY_CODE, ON, UNTOLD, 0, "a window that takes no messages cannot show anything; what was saved stands, and is told when it takes them again")
QUIET(POST, "app 2", AT(EXIT) | AT(LOG_OFF), ANY_CODE, ON, LATE, 0, "nothing is lost: the sessions are stopped and written; the watch sees that, and ends the program")
TELLS(POST_THREAD, "job 64", AT(LAUNCH), ANY_CODE, ON, NO_START | SHOWN, 0, thread_start, "start_failed", box_title, "nothing without a worker")
QUIET(POST_THREAD, NULL, EVERY, ANY_CODE, ONCE, 0, 0, "a job that found a full queue is asked for again and done; the user waits a moment longer")
TELLS(POST_THREAD, "job 65", SAVES, ANY_CODE, ON, NOT_SAVED | SHOWN, 0, thread_start, "worker_lost", balloon_failed, "the next press asks again")
SAYS(POST_THREAD, "job 66", WATCHES, ANY_CODE, ON, 0, 0, thread_start, "worker_lost", "the next watch asks again")
SAYS(POST_THREAD, "job 69", AT(MENU_SETTINGS), ANY_CODE, ON, 0, 0, thread_start, "settings", "the ini holds the change and the window says that it is not in use yet")
SAYS(POST_THREAD, "job 67", AT(EXIT) | AT(LOG_OFF), ANY_CODE, ON, STILL_RUNS, 0, thread_start, "worker_lost", "the next start takes the sessions over")

/* --- a program that asks for a snapshot --- */
SAYS(OWN_MESSAGE, "HitchboxSave", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, window_create, "asked_unheard", "other programs are not heard and say so; the key saves as ever")
SAYS(OWN_MESSAGE, "HitchboxSaveAnswer", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, window_create, "asked_unheard", "other programs are not heard and say so; the key saves as ever")
QUIET(POST, "answer", AT(ASKED), ANY_CODE, EITHER, NOT_DONE, 0, "who asked has gone, or says after a while that nobody answers; the snapshot is saved, and balloon and sound tell of it")
QUIET(SEND, "answer", AT(ASKED), ANY_CODE, ONCE, 0, NOT_DONE, "who asked has gone or hangs; the snapshot is saved, and balloon and sound tell of it")
SAYS(THREAD, "answer", AT(ASKED), ANY_CODE, EITHER, 0, NOT_DONE, thread_start, "asked_unanswered", "who asked says after a while that no answer came; the snapshot is saved, and balloon and sound tell of it")

SAYS(CREATE_FILE, "snap.outside.tmp", AT(ASKED), ANY_CODE, EITHER, NOT_MARKED, 0, open_to_write, "mark_failed", "the snapshot counts as one by key")
SAYS(FLUSH_FILE, "snap.outside.tmp", AT(ASKED), ANY_CODE, EITHER, NOT_MARKED, 0, file_write, "mark_failed", "the snapshot counts as one by key")
QUIET(MOVE_FILE, "snap.outside", AT(ASKED), 5, ONCE, 0, 0, "a scanner had it open; the second try gives it its name, and the mark stands")
QUIET(MOVE_FILE, "snap.outside", AT(ASKED), 32, ONCE, 0, 0, "a scanner had it open; the second try gives it its name, and the mark stands")
SAYS(MOVE_FILE, "snap.outside", AT(ASKED), ANY_CODE, EITHER, NOT_MARKED, 0, file_rename, "mark_failed", "the snapshot counts as one by key")

/* --- memory --- */
TELLS(WINDOW_MEMORY, "window#1", AT(LAUNCH), ANY_CODE, ONCE, SHOWN, 0, out_of_memory, NULL, box_config, "providers.ini is not read; the built-in ones")
TELLS(WINDOW_MEMORY, "window#1", AT(LAUNCH), ANY_CODE, ON, NO_START | SHOWN, 0, out_of_memory, NULL, box_title, "nothing without a log and a worker")
TELLS(WINDOW_MEMORY, "window#1", AT(MENU_SETTINGS), ANY_CODE, EITHER, NOT_DONE | MORE, 0, out_of_memory, NULL, balloon_trouble, "without memory there is no window; the ini can be edited")
QUIET(WINDOW_MEMORY, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "what the user asked for is done with what was made ahead; the next one is made at the next time")

/* --- what is asked of the machine --- */
QUIET(LANGUAGES, NULL, AT(LAUNCH) | AT(MENU_SETTINGS), ANY_CODE, EITHER, 0, 0, "the user reads the language of the region, or English: seen at once, and set in hitchbox.ini")
QUIET(REGISTRY, "CurrentBuildNumber", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "every provider is tried, and one that this Windows lacks is told")
QUIET(DLL_FOLDERS, NULL, AT(LAUNCH) | AT(SECOND) | AT(MENU_SETTINGS), ANY_CODE, EITHER, 0, 0, "nothing is missing for the user, and nothing is loaded by name that could come from a wrong folder")
QUIET(DLL_FOLDER, NULL, AT(LAUNCH) | AT(SECOND) | AT(MENU_SETTINGS), ANY_CODE, EITHER, 0, 0, "nothing is missing for the user, and nothing is loaded by name that could come from a wrong folder")
QUIET(LINK_POLICY, NULL, AT(LAUNCH) | AT(SECOND) | AT(MENU_SETTINGS), ANY_CODE, EITHER, 0, 0, "older Windows has none; each folder is looked at for links all the same")
QUIET(OPEN_TOKEN, NULL, AT(LAUNCH) | AT(SECOND), ANY_CODE, EITHER, 0, 0, "what is not known is taken for the stricter: the folders are closed to others, and the log says where that shuts the reader out")
QUIET(TOKEN_INFORMATION, NULL, AT(LAUNCH) | AT(SECOND), ANY_CODE, EITHER, 0, 0, "what is not known is taken for the stricter: the folders are closed to others, and the log says where that shuts the reader out")
#define NO_DESKTOP(call, role) \
    QUIET(call, role, AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "the process's own user may read the folders, who is the player unless another account's password raised it; the player's viewer then says that it may not")
NO_DESKTOP(SHELL_WINDOW, NULL)
NO_DESKTOP(WINDOW_OWNER, "shell")
NO_DESKTOP(OPEN_PROCESS, NULL)
#undef NO_DESKTOP

QUIET(ENVIRONMENT, "OneDrive*", AT(LAUNCH), ANY_CODE, EITHER, 0, 0, "most have none; else its folder is known by its name, and the advice is given")

/* --- the menu --- */
#define NO_MENU_AT(call, code, why, event, reason)                                                                          \
    SAYS(call, NULL, AT(MENU_SAVE) | AT(SAVE_EXIT), code, EITHER, NO_MENU | NOT_SAVED | UNTOLD, 0, why, event, reason)        \
    SAYS(call, NULL, OPENERS | AT(MENU_FOLDER) | AT(MENU_CONFIG), code, EITHER,                                               \
         NO_MENU | NO_PROGRAM | UNTOLD, 0, why, event, reason)                                                                \
    SAYS(call, NULL, AT(MENU_KEEP) | AT(MENU_DELETE) | AT(MENU_SETTINGS), code, EITHER, NO_MENU | NOT_DONE | UNTOLD, 0, why, event, reason)                         \
    SAYS(call, NULL, AT(EXIT), code, EITHER, NO_MENU | UNTOLD, 0, why, event, reason)
NO_MENU_AT(MENU, ANY_CODE, menu_show, "menu_failed", "a click without a menu is seen as such; the next click makes one")
NO_MENU_AT(MENU_ITEM, ANY_CODE, menu_show, "menu_failed", "a click without a menu is seen as such; the next click makes one")
NO_MENU_AT(MENU_SHOW, 1401, menu_show, "menu_failed", "a click without a menu is seen as such; the next click shows one")
NO_MENU_AT(MENU_SHOW, 1446, menu_show, "menu_failed", "a click without a menu is seen as such; the next click shows one")
NO_MENU_AT(MENU_SHOW, 5, ok, NULL, "Windows answers so, too, when a menu is closed without a choice; the next click shows one")
#undef NO_MENU_AT
QUIET(FOREGROUND, NULL, MENUS, ANY_CODE, EITHER, 0, 0, "the menu is up and works; at worst it takes a second click to close it")
TELLS(BOX, NULL, AT(MENU_SHARE), ANY_CODE, EITHER, NO_PROGRAM | SHOWN, 0, window_create, "share", balloon_trouble, "without the word of warning nothing is shared")

/* --- the settings' window: another limit, and OK --- */
#define SETTINGS AT(MENU_SETTINGS)
#define NOT_OPENED(call, role, on, reason) \
    TELLS(call, role, SETTINGS, ANY_CODE, on, NOT_DONE | MORE, 0, window_create, "settings_window", balloon_trouble, reason)
NOT_OPENED(WINDOW, NULL, EITHER, "without all its controls there is no window; the ini can be edited")
QUIET(CLASS, NULL, SETTINGS, 1410, EITHER, 0, 0, "the class is there, as it says, of the window before")
NOT_OPENED(CLASS, NULL, EITHER, "without its class there is no window; the ini can be edited")
NOT_OPENED(LIBRARY, NULL, EITHER, "without the controls there is no window; the ini can be edited")
NOT_OPENED(FUNCTION, NULL, EITHER, "without the controls there is no window; the ini can be edited")
#undef NOT_OPENED
QUIET(FONT, NULL, SETTINGS, ANY_CODE, EITHER, 0, 0, "the user reads another font, and the limit is changed")
QUIET(DPI, NULL, SETTINGS, ANY_CODE, EITHER, 0, 0, "the window is laid out for 100 %; the limit is changed")
TELLS(MEASURE, NULL, SETTINGS, ANY_CODE, ON, NOT_DONE | MORE, 0, window_create, "settings_window", balloon_trouble, "nobody could read a window of which no text was measured; the ini can be edited")
TELLS(MEASURE, "text#1", SETTINGS, ANY_CODE, ONCE, NOT_DONE | MORE, 0, window_create, "settings_window", balloon_trouble, "nobody could read a window of which no text was measured; the ini can be edited")
QUIET(MEASURE, NULL, SETTINGS, ANY_CODE, ONCE, 0, 0, "the controls stay where they were; the limit is changed")
SAYS(CREATE_FILE, "hitchbox.ini", SETTINGS, 2, ON, NOT_DONE, 0, not_found, "settings", "a file that another call still sees is not written anew; the window says why and stays")
SAYS(CREATE_FILE, "hitchbox.ini", SETTINGS, 3, ON, NOT_DONE, 0, not_found, "settings", "a file that another call still sees is not written anew; the window says why and stays")
SAYS(CREATE_FILE, "hitchbox.ini#+", SETTINGS, 2, ONCE, NOT_DONE, 0, not_found, "settings", "a file that another call still sees is not written anew; the window says why and stays")
SAYS(CREATE_FILE, "hitchbox.ini#+", SETTINGS, 3, ONCE, NOT_DONE, 0, not_found, "settings", "a file that another call still sees is not written anew; the window says why and stays")
#define INI_READ(call, why)                                                                                                                \
    QUIET(call, "hitchbox.ini#1", SETTINGS, ANY_CODE, ONCE, 0, 0, "the window shows the defaults and says why; only what is changed is written") \
    SAYS(call, "hitchbox.ini", SETTINGS, ANY_CODE, EITHER, NOT_DONE, 0, why, "settings", "the window says why and stays")
INI_READ(CREATE_FILE, file_open)
INI_READ(FILE_SIZE, file_open)
INI_READ(MAPPING, file_map)
INI_READ(MAP_VIEW, file_map)
#undef INI_READ
SAYS(CREATE_FILE, "hitchbox.ini.tmp", SETTINGS, ANY_CODE, EITHER, NOT_DONE, 0, open_to_write, "settings", "the window says why and stays; the old ini stands")
QUIET(WRITE_FILE, "hitchbox.ini.tmp", SETTINGS, ANY_CODE, ON, NOT_DONE, 0, "the window says that the ini cannot be written, and stays; the log cannot")
SAYS(WRITE_FILE, "hitchbox.ini.tmp", SETTINGS, ANY_CODE, ONCE, NOT_DONE, 0, file_write, "settings", "the window says why and stays; the old ini stands")
SAYS(FLUSH_FILE, "hitchbox.ini.tmp", SETTINGS, ANY_CODE, EITHER, NOT_DONE, 0, file_write, "settings", "the window says why and stays; the old ini stands")
QUIET(MOVE_FILE, "hitchbox.ini", SETTINGS, 5, ONCE, 0, 0, "a scanner had it open; the second try gives it its name")
QUIET(MOVE_FILE, "hitchbox.ini", SETTINGS, 32, ONCE, 0, 0, "a scanner had it open; the second try gives it its name")
SAYS(MOVE_FILE, "hitchbox.ini", SETTINGS, ANY_CODE, EITHER, NOT_DONE, 0, file_rename, "settings", "the window says why and stays; the old ini stands")
/* The start with Windows is looked up meanwhile. */
#define ROW "the row is switched off and says why; the limit is changed"
SAYS(THREAD, "answer", SETTINGS, ANY_CODE, EITHER, 0, 0, thread_start, "autostart_begun", ROW)
QUIET(POST, "app 4", SETTINGS, ANY_CODE, EITHER, 0, 0, "the watch finds the answer, at most 10 s later")
QUIET(SHELL_WINDOW, NULL, SETTINGS, ANY_CODE, EITHER, 0, 0, "the shell's other window tells whose desktop it is")
SAYS(WINDOW_OWNER, "shell", SETTINGS, ANY_CODE, EITHER, 0, 0, autostart_account, "autostart_offered", ROW)
QUIET(OPEN_PROCESS, NULL, SETTINGS, 5, ONCE, 0, 0, "the desktop's process is asked again with the right to debug, and answers")
SAYS(OPEN_PROCESS, NULL, SETTINGS, ANY_CODE, EITHER, 0, 0, autostart_account, "autostart_offered", ROW)
SAYS(OPEN_TOKEN, "shell", SETTINGS, ANY_CODE, EITHER, 0, 0, autostart_account, "autostart_offered", ROW)
SAYS(TOKEN_INFORMATION, "shell", SETTINGS, ANY_CODE, EITHER, 0, 0, autostart_account, "autostart_offered", ROW)
#define UNKNOWN(call, role, on, ends) QUIET(call, role, SETTINGS, ANY_CODE, on, ends, 0, "what is not known of the program's rights counts as open to others: " ROW)
UNKNOWN(SID_TEXT, NULL, EITHER, 0)
UNKNOWN(OPEN_TOKEN, "own", EITHER, 0)
UNKNOWN(TOKEN_INFORMATION, "own", EITHER, 0)
UNKNOWN(FINAL_PATH, NULL, EITHER, 0)
UNKNOWN(VOLUME, NULL, EITHER, 0)
UNKNOWN(FILE_OWNER, NULL, EITHER, 0)
UNKNOWN(CREATE_FILE, "hitchbox.exe", ONCE, 0)
UNKNOWN(CREATE_FILE, "hitchbox.exe", ON, NOT_DONE)
#undef UNKNOWN
#define NO_TOOL(call, role, on, ends) SAYS(call, role, SETTINGS, ANY_CODE, on, ends, 0, autostart_tool, "autostart_look", ROW)
NO_TOOL(CREATE_FILE, "NUL", ONCE, 0)
NO_TOOL(CREATE_FILE, "NUL", ON, NOT_DONE)
NO_TOOL(SYSTEM_FOLDER, NULL, EITHER, 0)
NO_TOOL(PIPE, NULL, EITHER, 0)
NO_TOOL(PROCESS, "schtasks.exe", EITHER, 0)
NO_TOOL(EXIT_CODE, NULL, EITHER, 0)
#undef NO_TOOL
QUIET(ATTRIBUTES, "Hitchbox", SETTINGS, 2, EITHER, 0, 0, "there is no task, as the tool said")
QUIET(ATTRIBUTES, "Hitchbox", SETTINGS, 3, EITHER, 0, 0, "there is no task, as the tool said")
SAYS(ATTRIBUTES, "Hitchbox", SETTINGS, ANY_CODE, EITHER, 0, 0, autostart_unknown, "autostart_look", ROW)
SAYS(WINDOWS_FOLDER, NULL, SETTINGS, ANY_CODE, EITHER, 0, 0, autostart_unknown, "autostart_look", ROW)
#undef ROW
#undef SETTINGS

#define OPENS(call, role, code, on, why, event, steps, reason) \
    TELLS(call, role, steps, code, on, NO_PROGRAM | SHOWN, 0, why, event, balloon_trouble, reason)

/* The history that the menu shows. */
#define ABSENT(code)                                                                                                         \
    QUIET(FIND_FIRST, "run*", OPENERS, code, EITHER, NO_PROGRAM | UNTOLD, 0,                                                 \
          "the menu shows that there is nothing to choose, as in a folder that is not there")                                \
    QUIET(FIND_FIRST, "run*", AT(MENU_KEEP), code, EITHER, NOT_DONE, 0,                                                       \
          "the menu shows that there is nothing to choose, as in a folder that is not there")                                \
    QUIET(FIND_FIRST, "run*", AT(MENU_FOLDER) | AT(MENU_CONFIG) | AT(MENU_SETTINGS), code, EITHER, 0, 0,                                          \
          "the menu shows no snapshots, as in a folder that is not there; what was chosen opens")
ABSENT(2)
ABSENT(3)
#undef ABSENT
#define NOT_LISTED(role)                                                                                                     \
    QUIET(FIND_FIRST, role, AT(MENU_DELETE), 2, EITHER, NOT_DONE | UNTOLD, 0, "the menu shows that there is nothing to choose, as in a folder that is not there") \
    QUIET(FIND_FIRST, role, AT(MENU_DELETE), 3, EITHER, NOT_DONE | UNTOLD, 0, "the menu shows that there is nothing to choose, as in a folder that is not there") \
    SAYS(FIND_FIRST, role, AT(MENU_DELETE), ANY_CODE, EITHER, NOT_DONE | UNTOLD, 0, folder_read, "history_failed", "the list is empty this time, and says so")
NOT_LISTED("runs/*")
NOT_LISTED("run/*#1")
#undef NOT_LISTED
#define NOT_DELETED(call, role, code, on, why, reason) \
    TELLS(call, role, AT(MENU_DELETE), code, on, NOT_DONE | MORE, 0, why, "delete", balloon_trouble, reason)
NOT_DELETED(FIND_FIRST, "run/*#+", 2, EITHER, not_found, "a folder that seems gone is not said to be empty")
NOT_DELETED(FIND_FIRST, "run/*#+", 3, EITHER, not_found, "a folder that seems gone is not said to be empty")
NOT_DELETED(FIND_FIRST, "run/*#+", ANY_CODE, EITHER, folder_read, "what lies there is not known")
QUIET(FIND_NEXT, "run*", AT(MENU_DELETE), ANY_CODE, EITHER, 0, MORE | NOT_DONE | UNTOLD, "the menu's list is shorter and the log has it; where what belongs to the snapshot is looked for, that is told")
NOT_DELETED(CREATE_FILE, "snap.json", ANY_CODE, ON, file_open, "the folder is not held in place, so nothing in it is removed")
NOT_DELETED(CREATE_FILE, "run", ANY_CODE, EITHER, file_open, "the folder is not held in place, so nothing in it is removed")
NOT_DELETED(FILE_INFORMATION, "run", ANY_CODE, EITHER, folder_read, "a folder that may be a link is left alone")
NOT_DELETED(DELETE_FILE, "snap*", ANY_CODE, EITHER, file_remove, "what stays is named")
QUIET(REMOVE_FOLDER, "run", AT(MENU_DELETE), ANY_CODE, EITHER, 0, 0, "an empty folder is no loss; the clean-up after a snapshot takes it")
QUIET(ATTRIBUTES, "run", AT(MENU_DELETE), ANY_CODE, EITHER, 0, 0, "an empty folder is no loss; the clean-up after a snapshot takes it")
QUIET(ATTRIBUTES, "snap*", AT(MENU_DELETE), 2, EITHER, NOT_DONE, 0, "the file seems gone, which is what was asked for; the menu lists it again, and the next time it goes")
QUIET(ATTRIBUTES, "snap*", AT(MENU_DELETE), 3, EITHER, NOT_DONE, 0, "the file seems gone, which is what was asked for; the menu lists it again, and the next time it goes")
NOT_DELETED(ATTRIBUTES, "snap*", ANY_CODE, EITHER, file_open, "what stays is named")
QUIET(ATTRIBUTES, "wpa.exe", AT(MENU_DELETE), 2, ON, NOT_DONE, 0, "the files seem gone, which is what was asked for; the menu lists them again, and the next time they go")
QUIET(ATTRIBUTES, "wpa.exe", AT(MENU_DELETE), 3, ON, NOT_DONE, 0, "the files seem gone, which is what was asked for; the menu lists them again, and the next time they go")
NOT_DELETED(ATTRIBUTES, "wpa.exe", ANY_CODE, ON, file_open, "what stays is named")
TELLS(BOX, NULL, AT(MENU_DELETE), ANY_CODE, EITHER, NOT_DONE | SHOWN, 0, window_create, "delete", balloon_trouble, "nothing is deleted without the question")
#undef NOT_DELETED

/* The menu looks for the viewer, to say whether there is one. */
QUIET(ATTRIBUTES, "wpa.exe#1", AT(MENU_HISTORY), ANY_CODE, EITHER, NO_PROGRAM | UNTOLD, 0, "the menu's entry says that there is no viewer, so there is nothing to choose; it is there the next time")
QUIET(ENVIRONMENT, "ProgramFiles(x86)#1", AT(MENU_HISTORY), ANY_CODE, EITHER, NO_PROGRAM | UNTOLD, 0, "the menu's entry says that there is no viewer, so there is nothing to choose; it is there the next time")
QUIET(ENVIRONMENT, "ProgramFiles(x86)#2", AT(MENU_HISTORY), ANY_CODE, EITHER, NO_PROGRAM | UNTOLD, 0, "the menu's entry says that there is no viewer, so there is nothing to choose; it is there the next time")
TELLS(ATTRIBUTES, "wpa.exe", AT(MENU_REPORT), ANY_CODE, ON, NO_PROGRAM | SHOWN, 0, not_found, "open_report", balloon_trouble, "the file seems gone")
#define TOLD (AT(PRESS) | AT(MENU_SAVE) | AT(SAVE_EXIT) | AT(ASKED))
QUIET(ATTRIBUTES, "wpa.exe", TOLD, ANY_CODE, EITHER, 0, 0, "the balloon says that a click opens the report; a click looks again, and opens the snapshot")
QUIET(ENVIRONMENT, "ProgramFiles(x86)", TOLD, ANY_CODE, EITHER, 0, 0, "the balloon says that a click opens the report; a click looks again, and opens the snapshot")
QUIET(REGISTRY_KEY, NULL, TOLD, ANY_CODE, EITHER, 0, 0, "the viewer is looked for in the next place; a click looks again")
#undef TOLD
#define LOOKS_ONLY (AT(MENU_REPORT) | AT(MENU_SHOW) | AT(MENU_KEEP) | AT(MENU_SHARE) | AT(MENU_DELETE))
QUIET(ATTRIBUTES, "wpa.exe", LOOKS_ONLY, ANY_CODE, EITHER, 0, 0, "the menu's entry says that there is no viewer; what was chosen needs none")
QUIET(ENVIRONMENT, "ProgramFiles(x86)", LOOKS_ONLY, ANY_CODE, EITHER, 0, 0, "the menu's entry says that there is no viewer; what was chosen needs none")
#undef LOOKS_ONLY
SAYS(FIND_FIRST, "run*", AT(MENU_KEEP), ANY_CODE, EITHER, NOT_DONE, 0, folder_read, "history_failed", "the list is empty this time, and says so")
SAYS(FIND_FIRST, "run*", OF_HISTORY, ANY_CODE, EITHER, NO_PROGRAM | UNTOLD, 0, folder_read, "history_failed", "the list is empty this time, and says so")
SAYS(FIND_NEXT, "run*", OF_HISTORY, ANY_CODE, EITHER, 0, UNTOLD | NO_PROGRAM | NOT_DONE, folder_read, "history_failed", "the list is shorter this time")
SAYS(FIND_FIRST, "run*", AT(MENU_FOLDER) | AT(MENU_CONFIG) | AT(MENU_SETTINGS), ANY_CODE, EITHER, 0, 0, folder_read, "history_failed", "the list is empty this time, and says so")
SAYS(FIND_NEXT, "run*", AT(MENU_FOLDER) | AT(MENU_CONFIG) | AT(MENU_SETTINGS), ANY_CODE, EITHER, 0, 0, folder_read, "history_failed", "the list is shorter this time")
QUIET(CREATE_FILE, "snap.json", OF_HISTORY, ANY_CODE, ONCE, 0, 0, "the user sees the entry without its length and its verdict; it opens as ever")
TELLS(CREATE_FILE, "snap.json", AT(MENU_KEEP), ANY_CODE, ON, NOT_DONE | MORE, 0, open_to_write, "keep", balloon_trouble, "the mark cannot be made")
QUIET(CREATE_FILE, "snap.json", OF_HISTORY, ANY_CODE, ON, 0, 0, "the user sees the entry without its length and its verdict; it opens as ever")
QUIET(FILE_SIZE, "snap.json", OF_HISTORY, ANY_CODE, EITHER, 0, 0, "the user sees the entry without its length and its verdict; it opens as ever")
QUIET(MAPPING, "snap.json", OF_HISTORY, ANY_CODE, EITHER, 0, 0, "the user sees the entry without its length and its verdict; it opens as ever")
QUIET(MAP_VIEW, "snap.json", OF_HISTORY, ANY_CODE, EITHER, 0, 0, "the user sees the entry without its length and its verdict; it opens as ever")
QUIET(ATTRIBUTES_EX, "snap.pin", OF_HISTORY, ANY_CODE, EITHER, 0, NO_PROGRAM | UNTOLD, "the user sees the entry as one that is not kept; its mark stands, and nothing that is kept is removed")
QUIET(ATTRIBUTES_EX, "snap.etl", AT(MENU_REPORT), ANY_CODE, ON, NO_PROGRAM | UNTOLD, 0, "the menu's entry says that the report is gone, so there is nothing to choose; it is there the next time")
QUIET(ATTRIBUTES_EX, "snap.etl", OF_HISTORY, ANY_CODE, EITHER, 0, 0, "the menu's entry says that the file is gone; the snapshot is there the next time")
QUIET(ATTRIBUTES_EX, "unclean", AT(MENU_REPORT), ANY_CODE, ON, NO_PROGRAM | UNTOLD, 0, "the menu's entry says that the report is gone, so there is nothing to choose; it is there the next time")
OPENS(ATTRIBUTES_EX, "unclean", 2, ON, not_found, "open_folder", AT(MENU_FOLDER), "the folder seems gone")
OPENS(ATTRIBUTES_EX, "unclean", 3, ON, not_found, "open_folder", AT(MENU_FOLDER), "the folder seems gone")
OPENS(ATTRIBUTES_EX, "unclean", ANY_CODE, ON, file_open, "open_folder", AT(MENU_FOLDER), "what is not known to be there is not opened")
QUIET(ATTRIBUTES_EX, "unclean", AT(MENU_CONFIG), 2, ON, 0, 0, "what seems absent is written, but never over a file that stands; the folder opens as ever")
QUIET(ATTRIBUTES_EX, "unclean", AT(MENU_CONFIG), 3, ON, 0, 0, "what seems absent is written, but never over a file that stands; the folder opens as ever")
OPENS(ATTRIBUTES_EX, "unclean", ANY_CODE, ON, file_open, "open_config", AT(MENU_CONFIG), "what is not known to be there or absent is not opened")
QUIET(ATTRIBUTES_EX, "unclean", MENUS, ANY_CODE, EITHER, 0, 0, "the menu lacks the run that was cut off, this time; the balloon at the start told of it")
QUIET(ATTRIBUTES_EX, "snap.html", AT(MENU_REPORT), ANY_CODE, EITHER, NO_PROGRAM | UNTOLD, 0, "the menu's entry says that there is no report, so there is nothing to choose; it is there the next time")
QUIET(ATTRIBUTES_EX, "snap.html", OF_HISTORY, ANY_CODE, EITHER, 0, 0, "the menu's entry says that there is no report, so there is nothing to choose; it is there the next time")

/* --- what is opened --- */
#define OPENS_BY_MENU(call, role, code, on, why, reason)                                                   \
    OPENS(call, role, code, on, why, "open_report", AT(MENU_REPORT), reason)                               \
    OPENS(call, role, code, on, why, "show_file", AT(MENU_SHOW), reason)                                   \
    OPENS(call, role, code, on, why, "share", AT(MENU_SHARE), reason)                                      \
    OPENS(call, role, code, on, why, "open_folder", AT(MENU_FOLDER), reason)                               \
    OPENS(call, role, code, on, why, "open_config", AT(MENU_CONFIG), reason)
/* Where it fails once, the next way leads somewhere; who asked for the viewer is told. */
#define INSTEAD(call, role, code, on, why)                                                                 \
    SAYS(call, role, CLICKS, code, on, 0, 0, why, "viewer", "the report opens in place of the viewer")     \
    TELLS(call, role, AT(MENU_HISTORY), code, on, MORE, 0, why, "viewer", balloon_trouble, "the folder opens, and a word says why the viewer did not")
#define OPENS_ALL(call, role, code, on, why, reason)                                                       \
    INSTEAD(call, role, code, ONCE, why)                                                                   \
    OPENS(call, role, code, on, why, "viewer", CLICKS | AT(MENU_HISTORY), reason)                          \
    OPENS_BY_MENU(call, role, code, on, why, reason)
SAYS(PROCESS, NULL, AT(CLICK_PLAIN), ANY_CODE, ONCE, 0, 0, viewer_start, "viewer", "the report opens in place of the viewer")
OPENS(PROCESS, NULL, ANY_CODE, ON, viewer_start, "viewer", AT(CLICK_PLAIN), "the file stands")
QUIET(PROCESS_TOKEN, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "it opens all the same, as a child of the shell and with its rights")
QUIET(SHELL_WINDOW, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "it opens all the same, with the rights of the taskbar's owner")
QUIET(WINDOW_OWNER, NULL, SAVES, ANY_CODE, EITHER, 0, 0, "the snapshot is saved and told as ever; which program is the game is then seen from the recording alone")
OPENS_ALL(WINDOW_OWNER, "shell", ANY_CODE, EITHER, viewer_shell, "never with the rights of an administrator")
QUIET(OPEN_PROCESS, NULL, EVERY, 5, ONCE, 0, 0, "it opens all the same: the shell is reached with the right to debug")
OPENS_ALL(OPEN_PROCESS, NULL, ANY_CODE, EITHER, viewer_shell, "never with the rights of an administrator")
QUIET(OPEN_TOKEN, "own", EVERY, ANY_CODE, ONCE, 0, 0, "it opens all the same; what is not known is taken for the stricter, so it gets the desktop's lower rights")
QUIET(OPEN_TOKEN, "shell#+", EVERY, ANY_CODE, EITHER, 0, 0, "it opens all the same, as a child of the shell and with its rights")
OPENS_ALL(OPEN_TOKEN, NULL, ANY_CODE, EITHER, viewer_shell, "never with the rights of an administrator")
QUIET(TOKEN_INFORMATION, "own", EVERY, ANY_CODE, ONCE, 0, 0, "it opens all the same; what is not known is taken for the stricter, so it gets the desktop's lower rights")
OPENS_ALL(TOKEN_INFORMATION, NULL, ANY_CODE, EITHER, viewer_shell, "a desktop whose rights are not known lends none")
QUIET(COPY_TOKEN, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "it opens all the same, as a child of the shell and with its rights")
QUIET(SYSTEM_FOLDER, NULL, EVERY, ANY_CODE, EITHER, 0, 0, "it opens all the same; it starts in the present folder, where it is given full paths")
OPENS_BY_MENU(WINDOWS_FOLDER, NULL, ANY_CODE, EITHER, viewer_start, "Explorer is not found")
QUIET(REGISTRY_KEY, NULL, CLICKS | OF_HISTORY, ANY_CODE, EITHER, 0, 0, "the viewer is looked for in the next place; where it is in none, that is told")
INSTEAD(ENVIRONMENT, "ProgramFiles(x86)", ANY_CODE, EITHER, viewer_missing)
INSTEAD(ATTRIBUTES, "snap.etl", ANY_CODE, EITHER, not_found)
INSTEAD(ATTRIBUTES, "wpa.exe", ANY_CODE, EITHER, viewer_missing)
OPENS(ATTRIBUTES, "snap.html", ANY_CODE, EITHER, not_found, "open_report", AT(MENU_REPORT), "the file seems gone")
QUIET(ATTRIBUTES, "snap.etl", AT(MENU_SHARE) | AT(MENU_SHOW), ANY_CODE, EITHER, 0, 0, "the user sees the same: the folder above opens and points at it")
QUIET(ATTRIBUTES, "run", AT(MENU_FOLDER), ANY_CODE, EITHER, 0, 0, "the user sees the same: the folder above opens and points at it")
OPENS(ATTRIBUTES, "hitchbox.ini", ANY_CODE, EITHER, not_found, "open_config", AT(MENU_CONFIG), "the file seems gone")
OPENS(ATTRIBUTES_EX, "run", 2, EITHER, not_found, "open_folder", AT(MENU_FOLDER), "the folder seems gone")
OPENS(ATTRIBUTES_EX, "run", 3, EITHER, not_found, "open_folder", AT(MENU_FOLDER), "the folder seems gone")
OPENS(ATTRIBUTES_EX, "run", ANY_CODE, EITHER, file_open, "open_folder", AT(MENU_FOLDER), "what is not known to be there is not opened")
QUIET(ATTRIBUTES_EX, "hitchbox.ini", AT(MENU_CONFIG), 2, EITHER, 0, 0, "what seems absent is written, but never over a file that stands; the folder opens as ever")
QUIET(ATTRIBUTES_EX, "hitchbox.ini", AT(MENU_CONFIG), 3, EITHER, 0, 0, "what seems absent is written, but never over a file that stands; the folder opens as ever")
QUIET(ATTRIBUTES_EX, "providers.ini", AT(MENU_CONFIG), 2, EITHER, 0, 0, "what seems absent is written, but never over a file that stands; the folder opens as ever")
QUIET(ATTRIBUTES_EX, "providers.ini", AT(MENU_CONFIG), 3, EITHER, 0, 0, "what seems absent is written, but never over a file that stands; the folder opens as ever")
OPENS(ATTRIBUTES_EX, "hitchbox.ini", ANY_CODE, EITHER, file_open, "open_config", AT(MENU_CONFIG), "what is not known to be there or absent is not opened")
OPENS(ATTRIBUTES_EX, "providers.ini", ANY_CODE, EITHER, file_open, "open_config", AT(MENU_CONFIG), "what is not known to be there or absent is not opened")
QUIET(ATTRIBUTES_EX, "not-games.txt", AT(MENU_CONFIG), 2, EITHER, 0, 0, "what seems absent is written, but never over a file that stands; the folder opens as ever")
QUIET(ATTRIBUTES_EX, "not-games.txt", AT(MENU_CONFIG), 3, EITHER, 0, 0, "what seems absent is written, but never over a file that stands; the folder opens as ever")
OPENS(ATTRIBUTES_EX, "not-games.txt", ANY_CODE, EITHER, file_open, "open_config", AT(MENU_CONFIG), "what is not known to be there or absent is not opened")
OPENS(CREATE_FILE, "not-games.txt.tmp", ANY_CODE, EITHER, open_to_write, "open_config", AT(MENU_CONFIG), "the list to be edited cannot be written")
TELLS(WRITE_FILE, "not-games.txt.tmp", AT(MENU_CONFIG), ANY_CODE, ON, NO_PROGRAM | SHOWN, 0, file_write, NULL, balloon_trouble, "the list to be edited cannot be written, the log neither")
OPENS(WRITE_FILE, "not-games.txt.tmp", ANY_CODE, EITHER, file_write, "open_config", AT(MENU_CONFIG), "the list to be edited cannot be written")
OPENS(FLUSH_FILE, "not-games.txt.tmp", ANY_CODE, EITHER, file_write, "open_config", AT(MENU_CONFIG), "the list to be edited cannot be written")
QUIET(MOVE_FILE, "not-games.txt", AT(MENU_CONFIG), 5, ONCE, 0, 0, "a scanner had it open; the second try gives it its name, and the folder opens as ever")
QUIET(MOVE_FILE, "not-games.txt", AT(MENU_CONFIG), 32, ONCE, 0, 0, "a scanner had it open; the second try gives it its name, and the folder opens as ever")
OPENS(MOVE_FILE, "not-games.txt", ANY_CODE, EITHER, file_rename, "open_config", AT(MENU_CONFIG), "the list to be edited cannot be written")
OPENS(RESOURCE, NULL, ANY_CODE, EITHER, not_found, "open_config", AT(MENU_CONFIG), "the providers within the program are not found")
TELLS(CREATE_FILE, "snap.pin.tmp", AT(MENU_KEEP), ANY_CODE, EITHER, NOT_DONE | MORE, 0, open_to_write, "keep", balloon_trouble, "the mark cannot be made")
QUIET(MOVE_FILE, "snap.pin", AT(MENU_KEEP), 5, ONCE, 0, 0, "a scanner had it open; the second try gives it its name, and the mark stands")
QUIET(MOVE_FILE, "snap.pin", AT(MENU_KEEP), 32, ONCE, 0, 0, "a scanner had it open; the second try gives it its name, and the mark stands")
TELLS(MOVE_FILE, "snap.pin", AT(MENU_KEEP), ANY_CODE, EITHER, NOT_DONE | MORE, 0, file_rename, "keep", balloon_trouble, "the mark cannot be made")
