/* Included with the three macros defined; no include guard on purpose. */
SETTING_TEXT(language, "auto",
             "Language of menus and messages: auto (Windows's own), en or zh-CN.",
             "菜单和消息的语言：auto（跟随 Windows）、en 或 zh-CN。")
SETTING_TEXT(hotkey, "Ctrl+Alt+F9",
             "The key that saves a snapshot: Ctrl, Alt, Shift and one key, joined with +; F1-F24 (not F12), Pause, ScrollLock, PrintScreen, Insert and the numeric pad may stand alone.",
             "保存快照的快捷键：Ctrl、Alt、Shift 加一个键，用 + 连接；F1-F24（F12 除外）、Pause、ScrollLock、PrintScreen、Insert 和小键盘的键可以单独使用。")
SETTING_NUMBER(ring_mb, 256, 8, 2048, "MB",
               "Memory of the ring; more memory holds a longer history. It is non-paged: games cannot use it.",
               "内存环占用的内存；越大，能回溯的时间越长。这是非分页内存，游戏不能使用。")
SETTING_NUMBER(buffer_kb, 256, 64, 1024, "KB",
               "Size of one buffer of the ring.",
               "内存环中单个缓冲区的大小。")
SETTING_NUMBER(file_mb, 500, 16, 8192, "MB",
               "Largest size of keyevents.etl; the oldest events are overwritten.",
               "keyevents.etl 的最大大小；写满后覆盖最旧的事件。")
SETTING_NUMBER(file_buffer_kb, 64, 16, 1024, "KB",
               "Size of one buffer of the log keyevents.etl.",
               "磁盘日志 keyevents.etl 的单个缓冲区的大小。")
SETTING_NUMBER(flush_s, 60, 1, 3600, "s",
               "How often that log is written to disk.",
               "磁盘日志写入磁盘的间隔。")
SETTING_NUMBER(post_roll_s, 1, 0, 30, "s",
               "Wait after the key press, so that the end of the stutter is in the snapshot.",
               "按键后等待的时间，使快照包含卡顿的结尾。")
SETTING_NUMBER(capture_state_ms, 1000, 0, 5000, "ms",
               "Longest wait, in all, for providers to log their state before a snapshot; 0 leaves it out.",
               "保存快照前等待各提供程序记录其状态的总时限；0 表示跳过。")
SETTING_TEXT(folder, "logs",
             "Folder for runs and snapshots: a full path, or relative to hitchbox.exe.",
             "保存运行记录和快照的文件夹：完整路径，或相对于 hitchbox.exe 的路径。")
SETTING_NUMBER(keep_gb, 20, 1, 4096, "GB",
               "Most disk space for all runs together; the oldest snapshots go first. Kept ones and the newest never go.",
               "所有运行记录总共占用的最大磁盘空间；最旧的快照先删除。已保留的快照和最新的快照不会删除。")
SETTING_NUMBER(keep_count, 200, 1, 9999, "",
               "Most snapshots that are kept.",
               "最多保留的快照数量。")
SETTING_NUMBER(keep_days, 0, 0, 3650, "days",
               "Snapshots older than this are removed; 0 keeps them until space or count says otherwise.",
               "删除早于此天数的快照；0 表示仅按空间和数量决定。")
SETTING_NUMBER(reserve_mb, 500, 0, 1048576, "MB",
               "Free disk space that a snapshot leaves; where there is less, old snapshots go first.",
               "保存快照后应保留的可用磁盘空间；不足时先删除旧快照。")
SETTING_TEXT(viewer, "",
             "Full path of the program that opens snapshots; empty finds Windows Performance Analyzer.",
             "打开快照的程序的完整路径；留空则自动查找 Windows Performance Analyzer。")
SETTING_BOOL(sound, true,
             "Play a sound when a snapshot was saved or failed.",
             "快照保存成功或失败时播放提示音。")
