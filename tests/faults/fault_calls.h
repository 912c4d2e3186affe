/* Every call to the system that can be made to fail, and the answers that it
 * is known to give then. Included with FAULT defined; no include guard on
 * purpose.
 *
 * FAULT(symbol, name, action, codes...)
 *   action: LOST (the call fails and nothing happens) or DONE (it happens, and
 *           the answer is the code all the same); a code of 0 means success is
 *           claimed and nothing happened.
 * Sources: the Win32 reference pages of the ETW functions (their tables of
 * return values), winerror.h for the file functions. */
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
FAULT(CREATE_FILE, "CreateFileW", LOST, 2, 3, 5, 32, 80, 112, 123, 183, 206, 1450)
FAULT(WRITE_FILE, "WriteFile", LOST, 5, 21, 33, 112, 1117, 1450)
FAULT(MOVE_FILE, "MoveFileExW", LOST, 2, 3, 5, 17, 32, 80, 112, 183, 1450)
FAULT(MAKE_FOLDER, "CreateDirectoryW", LOST, 3, 5, 112, 123, 183, 206)
FAULT(FREE_SPACE, "GetDiskFreeSpaceExW", LOST, 0, 3, 5, 21, 87)
FAULT(ATTRIBUTES_EX, "GetFileAttributesExW", LOST, 2, 3, 5, 32, 123, 1450)
FAULT(ATTRIBUTES, "GetFileAttributesW", LOST, 2, 3, 5, 32, 123, 1450)
FAULT(FILE_SIZE, "GetFileSizeEx", LOST, 5, 6, 1450)
FAULT(FILE_INFORMATION, "GetFileInformationByHandle", LOST, 5, 50, 1450)
FAULT(MAPPING, "CreateFileMappingW", LOST, 5, 8, 1006, 1450, 1455)
FAULT(MAP_VIEW, "MapViewOfFile", LOST, 5, 8, 487, 1455)
FAULT(FIND_FIRST, "FindFirstFileW", LOST, 2, 3, 5, 21)
FAULT(DELETE_FILE, "DeleteFileW", LOST, 2, 5, 32)
FAULT(ICON_ADD, "Shell_NotifyIconW:ADD", LOST, 0, 5, 1460)
FAULT(ICON_MODIFY, "Shell_NotifyIconW:MODIFY", LOST, 0, 5, 1460)
FAULT(ICON_VERSION, "Shell_NotifyIconW:SETVERSION", LOST, 0, 5, 1460)
FAULT(HOTKEY, "RegisterHotKey", LOST, 5, 87, 1409)
FAULT(THREAD, "CreateThread", LOST, 5, 8, 1450)
FAULT(EVENT, "CreateEventW", LOST, 5, 8, 1450)
FAULT(POST_THREAD, "PostThreadMessageW", LOST, 5, 1444, 1816)
FAULT(POST, "PostMessageW", LOST, 5, 1400, 1816)
FAULT(WINDOW, "CreateWindowExW", LOST, 5, 8, 1158, 1407)
FAULT(CLASS, "RegisterClassExW", LOST, 8, 87, 1410)
FAULT(PROCESS, "CreateProcessW", LOST, 2, 5, 206, 740, 1223, 1450)
FAULT(PROCESS_TOKEN, "CreateProcessWithTokenW", LOST, 2, 5, 206, 740, 1223, 1314, 1450)
