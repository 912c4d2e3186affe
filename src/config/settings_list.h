/* Included with the three macros defined; no include guard on purpose. */
SETTING_TEXT(language, "auto",
             "Language of menus and messages: auto (Windows's own), en or zh-CN.",
             "菜单和消息的语言：auto（跟随 Windows）、en 或 zh-CN。")
SETTING_TEXT(hotkey, "Ctrl+Alt+F9",
             "The key that saves a snapshot: Ctrl, Alt, Shift and one key, joined with +; F1-F24 (not F12), Pause, ScrollLock, PrintScreen, Insert and the numeric pad (Num0-Num9, Num+ Num- Num* Num/ Num.) may stand alone. While NumLock is off, Num0-Num9 and Num. do not work.",
             "保存快照的快捷键：Ctrl、Alt、Shift 加一个键，用 + 连接；F1-F24（F12 除外）、Pause、ScrollLock、PrintScreen、Insert 和小键盘的键（Num0-Num9、Num+ Num- Num* Num/ Num.）可以单独使用。NumLock 关闭时，Num0-Num9 和 Num. 不起作用。")
SETTING_NUMBER(ring_mb, 256, 8, 2048, "MB",
               "Memory of the ring; more memory holds a longer history. It is non-paged: games cannot use it.",
               "内存环占用的内存；越大，能回溯的时间越长。这是非分页内存，游戏不能使用。")
SETTING_NUMBER(buffer_kb, 256, 64, 1024, "KB",
               "Size of one buffer of the ring, a multiple of 4 KB; anything else is rounded up.",
               "内存环中单个缓冲区的大小，须为 4 KB 的倍数；其他数值会向上取整。")
SETTING_NUMBER(file_mb, 500, 16, 8192, "MB",
               "Largest size of keyevents.etl; the oldest events are overwritten.",
               "keyevents.etl 的最大大小；写满后覆盖最旧的事件。")
SETTING_NUMBER(file_buffer_kb, 64, 16, 1024, "KB",
               "Size of one buffer of the log keyevents.etl, a multiple of 4 KB; anything else is rounded up.",
               "磁盘日志 keyevents.etl 的单个缓冲区的大小，须为 4 KB 的倍数；其他数值会向上取整。")
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
             "Folder for runs and snapshots: a full path, or relative to hitchbox.exe; it may hold variables like %USERPROFILE%.",
             "保存运行记录和快照的文件夹：完整路径，或相对于 hitchbox.exe 的路径；可以包含 %USERPROFILE% 这样的变量。")
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
             "Full path of the program that opens snapshots, which may hold variables; empty finds Windows Performance Analyzer.",
             "打开快照的程序的完整路径，可以包含变量；留空则自动查找 Windows Performance Analyzer。")
SETTING_TEXT(click, "auto",
             "What a click on the balloon opens: auto (the viewer where there is one, else the report), viewer or report.",
             "点击通知时打开什么：auto（有查看程序时打开快照，否则打开报告）、viewer（查看程序）或 report（报告）。")
SETTING_TEXT(game, "",
             "Name of the game's program, such as game.exe, whose frames are judged; empty lets Hitchbox find it: who was in front, else who shows the most frames and is not in not-games.txt.",
             "要判断其帧的游戏程序名称，例如 game.exe；留空则由 Hitchbox 判断：按键时在前台的程序，否则是帧最多且不在 not-games.txt 中的程序。")
SETTING_BOOL(sound, true,
             "Play a sound when a snapshot was saved or failed.",
             "快照保存成功或失败时播放提示音。")
SETTING_TEXT(sounds, "own",
             "Which sounds: own (Hitchbox's, heard also where Windows's sound scheme has none) or windows (those of that scheme).",
             "使用哪种提示音：own（Hitchbox 自带，Windows 声音方案为“无声”时也能听到）或 windows（声音方案中的）。")
SETTING_NUMBER(sound_volume, 50, 0, 100, "%",
               "How loud Hitchbox's own sounds are.",
               "Hitchbox 自带提示音的音量。")
