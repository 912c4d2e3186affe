/* Every call to the system that can be made to fail, and the answers that it
 * is known to give then. Included with FAULT defined; no include guard on
 * purpose.
 *
 * FAULT(symbol, name, codes...)
 *   name: the imported function, with what tells one use from another behind
 *         a colon and what tells one way to fail from another behind a comma.
 *         A call that fails has done nothing; "done": all of it, and it says
 *         otherwise; "half": a part.
 *   codes: 0 means that there is no number, or, of the ETW functions, that
 *         success is claimed and nothing happened.
 *   Of the configuration manager's functions, which are reached by way of
 *   GetProcAddress, the codes are CONFIGRETs (cfgmgr32.h).
 * Sources: the Win32 reference pages of the ETW functions (their tables of
 * return values), winerror.h for the others. A function of the system that
 * stands neither here nor in fault_harmless.h does not get past the check. */
FAULT(START, "StartTraceW", 0, 3, 5, 8, 14, 24, 87, 112, 123, 161, 183, 1450, 1722)
FAULT(QUERY, "ControlTraceW:QUERY", 5, 24, 87, 161, 234, 1450, 4201)
FAULT(FLUSH, "ControlTraceW:FLUSH", 0, 3, 5, 24, 32, 50, 80, 87, 112, 123, 161, 183, 234, 1450, 1460, 4201)
FAULT(FLUSH_DONE, "ControlTraceW:FLUSH, done", 5, 112, 234, 1117, 1450)
FAULT(FLUSH_HALF, "ControlTraceW:FLUSH, half", 112, 1117, 1450)
FAULT(STOP, "ControlTraceW:STOP", 5, 24, 87, 1450, 2402)
FAULT(STOP_DONE, "ControlTraceW:STOP, done", 234, 2402, 4201)
FAULT(ENABLE, "EnableTraceEx2:ENABLE", 1, 5, 50, 87, 1450, 1460, 4201)
FAULT(CAPTURE, "EnableTraceEx2:CAPTURE_STATE", 1, 5, 50, 87, 1450, 1460, 4201)
FAULT(QUERY_ALL, "QueryAllTracesW", 5, 8, 24, 87, 1450)
FAULT(QUERY_ALL_DONE, "QueryAllTracesW, done", 234)

/* files */
FAULT(CREATE_FILE, "CreateFileW", 2, 3, 5, 32, 80, 112, 123, 183, 206, 1450)
FAULT(WRITE_FILE, "WriteFile", 5, 21, 33, 112, 1117, 1450)
FAULT(FLUSH_FILE, "FlushFileBuffers", 1, 5, 112, 1117)
FAULT(SEEK, "SetFilePointerEx", 6, 131)
FAULT(MOVE_FILE, "MoveFileExW", 2, 3, 5, 17, 32, 80, 112, 183, 1450)
FAULT(MAKE_FOLDER, "CreateDirectoryW", 3, 5, 112, 123, 183, 206)
FAULT(REMOVE_FOLDER, "RemoveDirectoryW", 5, 32, 145)
FAULT(FREE_SPACE, "GetDiskFreeSpaceExW", 0, 3, 5, 21, 87)
FAULT(ATTRIBUTES_EX, "GetFileAttributesExW", 2, 3, 5, 32, 123, 1450)
FAULT(ATTRIBUTES, "GetFileAttributesW", 2, 3, 5, 32, 123, 1450)
FAULT(FILE_SIZE, "GetFileSizeEx", 5, 6, 1450)
FAULT(FILE_INFORMATION, "GetFileInformationByHandle", 5, 50, 1450)
FAULT(MAPPING, "CreateFileMappingW", 5, 8, 1006, 1450, 1455)
FAULT(MAP_VIEW, "MapViewOfFile", 5, 8, 487, 1455)
FAULT(FIND_FIRST, "FindFirstFileW", 2, 3, 5, 21)
FAULT(FIND_NEXT, "FindNextFileW", 5, 1117)
FAULT(DELETE_FILE, "DeleteFileW", 2, 5, 32)
FAULT(FULL_PATH, "GetFullPathNameW", 206)
FAULT(RIGHTS_TEXT, "ConvertStringSecurityDescriptorToSecurityDescriptorW", 8, 87, 1336)
FAULT(FINAL_PATH, "GetFinalPathNameByHandleW", 5, 8)
FAULT(VOLUME, "GetVolumeInformationByHandleW", 5, 50)
FAULT(FILE_OWNER, "GetSecurityInfo", 5, 1307)
FAULT(FILE_RIGHTS, "SetKernelObjectSecurity", 5, 50, 1307)
FAULT(SID_TEXT, "ConvertSidToStringSidW", 8, 1337)

/* the notification area */
FAULT(ICON_ADD, "Shell_NotifyIconW:ADD", 0, 5, 1460)
FAULT(ICON_ADD_DONE, "Shell_NotifyIconW:ADD, done", 1460)
FAULT(ICON_MODIFY, "Shell_NotifyIconW:MODIFY", 0, 5, 1460)
FAULT(ICON_VERSION, "Shell_NotifyIconW:SETVERSION", 0, 5, 1460)
FAULT(ICON_DELETE, "Shell_NotifyIconW:DELETE", 0, 1460)
FAULT(USER_STATE, "SHQueryUserNotificationState", 5, 1460)
FAULT(USER_BUSY, "SHQueryUserNotificationState, busy", 1, 2, 3, 4)
FAULT(IMAGE, "LoadImageW", 8, 1814)
FAULT(DPI, "GetDpiForWindow", 1400)
FAULT(METRICS_DPI, "GetSystemMetricsForDpi", 0)
FAULT(FIND_WINDOW, "FindWindowW", 0, 5)
FAULT(MENU, "CreatePopupMenu", 8, 1158)
FAULT(MENU_ITEM, "AppendMenuW", 8, 87)
FAULT(MENU_SHOW, "TrackPopupMenuEx", 5, 1401, 1446)
FAULT(FOREGROUND, "SetForegroundWindow", 0)
FAULT(BOX, "MessageBoxW", 8, 1459)
FAULT(FONT, "SystemParametersInfoForDpi", 87, 1439)
FAULT(MEASURE, "GetDC", 8)
FAULT(BEEP, "MessageBeep", 5, 50)

/* the window, its messages and the worker */
FAULT(MUTEX, "CreateMutexW", 6, 8, 1450)
FAULT(HOTKEY, "RegisterHotKey", 5, 87, 1409)
FAULT(THREAD, "CreateThread", 5, 8, 1450)
FAULT(EVENT, "CreateEventW", 5, 8, 1450)
FAULT(POST_THREAD, "PostThreadMessageW", 5, 1444, 1816)
FAULT(POST, "PostMessageW", 5, 1400, 1816)
FAULT(SEND, "SendMessageTimeoutW", 5, 1400, 1460)
FAULT(WINDOW, "CreateWindowExW", 5, 8, 1158, 1407)
FAULT(CLASS, "RegisterClassExW", 8, 87, 1410)
FAULT(TIMER, "SetTimer", 8, 1158)
FAULT(TIMER_LAX, "SetCoalescableTimer", 8, 1158)
FAULT(BLOCK_REASON, "ShutdownBlockReasonCreate", 5, 8)
FAULT(POWER_EVENTS, "RegisterSuspendResumeNotification", 8, 87, 1450)
FAULT(OWN_MESSAGE, "RegisterWindowMessageW", 8)
FAULT(MESSAGE_FILTER, "ChangeWindowMessageFilterEx", 5, 87)

/* memory, of the window's thread: what it waits for must not hang on it */
FAULT(WINDOW_MEMORY, "calloc", 0)

/* what is asked of the machine */
FAULT(ENVIRONMENT, "GetEnvironmentVariableW", 203)
FAULT(SYSTEM_FOLDER, "GetSystemDirectoryW", 8)
FAULT(WINDOWS_FOLDER, "GetSystemWindowsDirectoryW", 8)
FAULT(LANGUAGES, "GetUserPreferredUILanguages", 87)
FAULT(LOCALE, "GetUserDefaultLocaleName", 122)
FAULT(REGISTRY, "RegGetValueW", 2, 5, 234)
FAULT(REGISTRY_KEY, "RegOpenKeyExW", 2, 5)
FAULT(RESOURCE, "FindResourceW", 1814)
FAULT(LIBRARY, "LoadLibraryExW", 8, 126, 1114, 1455)
FAULT(FUNCTION, "GetProcAddress", 127)
FAULT(DEVICE_NODE, "GetProcAddress:CM_Locate_DevNodeW", 2, 13, 19, 30, 51)
FAULT(DEVICE_PROPERTY, "GetProcAddress:CM_Get_DevNode_PropertyW", 2, 13, 19, 26, 37, 51)
FAULT(DLL_FOLDERS, "SetDefaultDllDirectories", 87)
FAULT(DLL_FOLDER, "SetDllDirectoryW", 87)
FAULT(LINK_POLICY, "SetProcessMitigationPolicy", 50, 87)

/* programs that are started */
FAULT(PROCESS, "CreateProcessW", 2, 5, 206, 740, 1223, 1450)
FAULT(PROCESS_TOKEN, "CreateProcessWithTokenW", 2, 5, 206, 740, 1058, 1223, 1314, 1450)
FAULT(PIPE, "CreatePipe", 8, 1450)
FAULT(EXIT_CODE, "GetExitCodeProcess", 5, 6)
FAULT(SHELL_WINDOW, "GetShellWindow", 0)
FAULT(WINDOW_OWNER, "GetWindowThreadProcessId", 1400)
FAULT(OPEN_PROCESS, "OpenProcess", 5, 87)
FAULT(OPEN_TOKEN, "OpenProcessToken", 5, 6)
FAULT(TOKEN_INFORMATION, "GetTokenInformation", 5, 24)
FAULT(COPY_TOKEN, "DuplicateTokenEx", 5, 1346)
