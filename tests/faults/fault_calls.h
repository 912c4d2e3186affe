/* Every call to the system that can be made to fail, and the answers that it
 * is known to give then. Included with FAULT defined; no include guard on
 * purpose.
 *
 * FAULT(symbol, name, action, codes...)
 *   name: the imported function, with what tells one use from another behind
 *         a colon and what tells one way to fail from another behind a comma.
 *   action: LOST (the call fails and nothing happens) or DONE (it happens, and
 *           the answer is the code all the same); a code of 0 means that there
 *           is no number, or, of the ETW functions, that success is claimed and
 *           nothing happened.
 * Sources: the Win32 reference pages of the ETW functions (their tables of
 * return values), winerror.h for the others. A function of the system that
 * stands neither here nor in fault_harmless.h does not get past the check. */
FAULT(START, "StartTraceW", LOST, 0, 3, 5, 8, 14, 24, 87, 112, 123, 161, 183, 1450, 1722)
FAULT(QUERY, "ControlTraceW:QUERY", LOST, 5, 24, 87, 161, 234, 1450, 4201)
FAULT(FLUSH, "ControlTraceW:FLUSH", LOST, 0, 3, 5, 24, 32, 50, 80, 87, 112, 123, 161, 183, 234, 1450, 1460, 4201)
FAULT(FLUSH_DONE, "ControlTraceW:FLUSH, done", DONE, 5, 112, 234, 1117, 1450)
FAULT(FLUSH_HALF, "ControlTraceW:FLUSH, half", DONE, 112, 1117, 1450)
FAULT(STOP, "ControlTraceW:STOP", LOST, 5, 24, 87, 1450, 2402)
FAULT(STOP_DONE, "ControlTraceW:STOP, done", DONE, 234, 2402, 4201)
FAULT(ENABLE, "EnableTraceEx2:ENABLE", LOST, 1, 5, 50, 87, 1450, 1460, 4201)
FAULT(CAPTURE, "EnableTraceEx2:CAPTURE_STATE", LOST, 1, 5, 50, 87, 1450, 1460, 4201)
FAULT(QUERY_ALL, "QueryAllTracesW", LOST, 5, 8, 24, 87, 1450)
FAULT(QUERY_ALL_DONE, "QueryAllTracesW, done", DONE, 234)

/* files */
FAULT(CREATE_FILE, "CreateFileW", LOST, 2, 3, 5, 32, 80, 112, 123, 183, 206, 1450)
FAULT(WRITE_FILE, "WriteFile", LOST, 5, 21, 33, 112, 1117, 1450)
FAULT(SEEK, "SetFilePointerEx", LOST, 6, 131)
FAULT(MOVE_FILE, "MoveFileExW", LOST, 2, 3, 5, 17, 32, 80, 112, 183, 1450)
FAULT(MAKE_FOLDER, "CreateDirectoryW", LOST, 3, 5, 112, 123, 183, 206)
FAULT(REMOVE_FOLDER, "RemoveDirectoryW", LOST, 5, 32, 145)
FAULT(FREE_SPACE, "GetDiskFreeSpaceExW", LOST, 0, 3, 5, 21, 87)
FAULT(ATTRIBUTES_EX, "GetFileAttributesExW", LOST, 2, 3, 5, 32, 123, 1450)
FAULT(ATTRIBUTES, "GetFileAttributesW", LOST, 2, 3, 5, 32, 123, 1450)
FAULT(FILE_SIZE, "GetFileSizeEx", LOST, 5, 6, 1450)
FAULT(FILE_INFORMATION, "GetFileInformationByHandle", LOST, 5, 50, 1450)
FAULT(MAPPING, "CreateFileMappingW", LOST, 5, 8, 1006, 1450, 1455)
FAULT(MAP_VIEW, "MapViewOfFile", LOST, 5, 8, 487, 1455)
FAULT(FIND_FIRST, "FindFirstFileW", LOST, 2, 3, 5, 21)
FAULT(FIND_NEXT, "FindNextFileW", LOST, 5, 1117)
FAULT(DELETE_FILE, "DeleteFileW", LOST, 2, 5, 32)
FAULT(FULL_PATH, "GetFullPathNameW", LOST, 206)
FAULT(RIGHTS_TEXT, "ConvertStringSecurityDescriptorToSecurityDescriptorW", LOST, 8, 87, 1336)
FAULT(FINAL_PATH, "GetFinalPathNameByHandleW", LOST, 5, 8)
FAULT(VOLUME, "GetVolumeInformationByHandleW", LOST, 5, 50)
FAULT(FILE_OWNER, "GetSecurityInfo", LOST, 5, 1307)
FAULT(FILE_RIGHTS, "SetKernelObjectSecurity", LOST, 5, 50, 1307)
FAULT(SID_TEXT, "ConvertSidToStringSidW", LOST, 8, 1337)

/* the notification area */
FAULT(ICON_ADD, "Shell_NotifyIconW:ADD", LOST, 0, 5, 1460)
FAULT(ICON_ADD_DONE, "Shell_NotifyIconW:ADD, done", DONE, 1460)
FAULT(ICON_MODIFY, "Shell_NotifyIconW:MODIFY", LOST, 0, 5, 1460)
FAULT(ICON_VERSION, "Shell_NotifyIconW:SETVERSION", LOST, 0, 5, 1460)
FAULT(ICON_DELETE, "Shell_NotifyIconW:DELETE", LOST, 0, 1460)
FAULT(USER_STATE, "SHQueryUserNotificationState", LOST, 5, 1460)
FAULT(USER_BUSY, "SHQueryUserNotificationState, busy", DONE, 1, 2, 3, 4)
FAULT(IMAGE, "LoadImageW", LOST, 8, 1814)
FAULT(DPI, "GetDpiForWindow", LOST, 1400)
FAULT(METRICS_DPI, "GetSystemMetricsForDpi", LOST, 0)
FAULT(FIND_WINDOW, "FindWindowW", LOST, 0, 5)
FAULT(MENU, "CreatePopupMenu", LOST, 8, 1158)
FAULT(MENU_ITEM, "AppendMenuW", LOST, 8, 87)
FAULT(MENU_SHOW, "TrackPopupMenuEx", LOST, 5, 1401, 1446)
FAULT(FOREGROUND, "SetForegroundWindow", LOST, 0)
FAULT(BOX, "MessageBoxW", LOST, 8, 1459)
FAULT(BEEP, "MessageBeep", LOST, 5, 50)

/* the window, its messages and the worker */
FAULT(MUTEX, "CreateMutexW", LOST, 6, 8, 1450)
FAULT(HOTKEY, "RegisterHotKey", LOST, 5, 87, 1409)
FAULT(THREAD, "CreateThread", LOST, 5, 8, 1450)
FAULT(EVENT, "CreateEventW", LOST, 5, 8, 1450)
FAULT(POST_THREAD, "PostThreadMessageW", LOST, 5, 1444, 1816)
FAULT(POST, "PostMessageW", LOST, 5, 1400, 1816)
FAULT(WINDOW, "CreateWindowExW", LOST, 5, 8, 1158, 1407)
FAULT(CLASS, "RegisterClassExW", LOST, 8, 87, 1410)
FAULT(TIMER, "SetTimer", LOST, 8, 1158)
FAULT(TIMER_LAX, "SetCoalescableTimer", LOST, 8, 1158)
FAULT(BLOCK_REASON, "ShutdownBlockReasonCreate", LOST, 5, 8)
FAULT(OWN_MESSAGE, "RegisterWindowMessageW", LOST, 8)
FAULT(MESSAGE_FILTER, "ChangeWindowMessageFilterEx", LOST, 5, 87)

/* what is asked of the machine */
FAULT(ENVIRONMENT, "GetEnvironmentVariableW", LOST, 203)
FAULT(SYSTEM_FOLDER, "GetSystemDirectoryW", LOST, 8)
FAULT(WINDOWS_FOLDER, "GetSystemWindowsDirectoryW", LOST, 8)
FAULT(LANGUAGES, "GetUserPreferredUILanguages", LOST, 87)
FAULT(LOCALE, "GetUserDefaultLocaleName", LOST, 122)
FAULT(REGISTRY, "RegGetValueW", LOST, 2, 5, 234)
FAULT(REGISTRY_KEY, "RegOpenKeyExW", LOST, 2, 5)
FAULT(RESOURCE, "FindResourceW", LOST, 1814)
FAULT(DLL_FOLDERS, "SetDefaultDllDirectories", LOST, 87)
FAULT(DLL_FOLDER, "SetDllDirectoryW", LOST, 87)

/* programs that are started */
FAULT(PROCESS, "CreateProcessW", LOST, 2, 5, 206, 740, 1223, 1450)
FAULT(PROCESS_TOKEN, "CreateProcessWithTokenW", LOST, 2, 5, 206, 740, 1058, 1223, 1314, 1450)
FAULT(SHELL_WINDOW, "GetShellWindow", LOST, 0)
FAULT(WINDOW_OWNER, "GetWindowThreadProcessId", LOST, 1400)
FAULT(OPEN_PROCESS, "OpenProcess", LOST, 5, 87)
FAULT(OPEN_TOKEN, "OpenProcessToken", LOST, 5, 6)
FAULT(TOKEN_INFORMATION, "GetTokenInformation", LOST, 5, 24)
FAULT(COPY_TOKEN, "DuplicateTokenEx", LOST, 5, 1346)
