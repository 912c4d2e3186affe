CLI_STRING(usage_head, "hitch 读取 Windows 跟踪文件（.etl）。\n\n")
CLI_STRING(usage_tail,
    "\nhitch 命令 --help 有详细说明；hitch --version 显示版本。\n"
    "每个命令都可以加 --lang en 或 --lang zh-CN：count、check 和 events 只用它说明错误，\n"
    "其余命令用它给出结果。\n")

CLI_STRING(brief_count, "跟踪文件中每种事件各有多少")
CLI_STRING(help_count,
    "hitch count 文件\n"
    "\n"
    "输出以制表符分隔的行：\n"
    "  H 名称 值                    文件头中的一个字段\n"
    "  S 名称 值                    一个总数：buffers_read、total_events、min_raw、max_raw、\n"
    "                               min_filetime、max_filetime（UTC，从 1601 年起的\n"
    "                               100 纳秒数）、errors\n"
    "  C 种类 guid 编号 版本 个数   同一种事件，已排序\n"
    "退出码：0 文件完整，1 可以读取但不完整，2 无法读取。\n")
CLI_STRING(brief_check, "跟踪文件是否完整，覆盖多长时间，丢失了什么")
CLI_STRING(help_check,
    "hitch check [--json] 文件...\n"
    "\n"
    "每个文件一行：状态、时长、事件数、丢失的事件、CPU 数、大小、Windows 版本号。\n"
    "  whole       已关闭，完整\n"
    "  not-closed  会话没有停止过（崩溃、断电，或仍在运行）\n"
    "  wrapped     内存环，最旧的缓冲区已被覆盖\n"
    "  truncated   文件比写入的内容短\n"
    "  damaged     部分缓冲区或事件无法读取，其余已读取\n"
    "  not-etl     不是 Windows Vista 或更高版本的跟踪文件\n"
    "  --json      改为每个文件输出一行 JSON 对象\n"
    "退出码：0 全部完整，1 有文件可以读取但不完整，2 有文件无法读取。\n")
CLI_STRING(brief_events, "按时间顺序列出跟踪文件中的事件")
CLI_STRING(help_events,
    "hitch events [选项] 文件\n"
    "\n"
    "按时间顺序输出以制表符分隔的行：本地时间、UTC、CPU、进程号、线程号、提供程序、\n"
    "编号、版本、操作码、级别、字节数。\n"
    "  --from 时间      从这一时间起\n"
    "  --to 时间        到这一时间止：UTC，如 2026-01-31T12:34:56.789；\n"
    "                   或从跟踪开头起的秒数，如 +12.5\n"
    "  --provider 名称  只列出这个提供程序：GUID，或本命令输出的名称\n"
    "  --id N           只列出这个编号的事件（内核事件用其 hook，如 0x0524）\n"
    "  --limit N        列出这么多个后停止\n"
    "退出码：0 文件完整，1 可以读取但不完整，2 无法读取。\n")
CLI_STRING(brief_report, "游戏卡顿最可能的原因")
CLI_STRING(help_report,
    "hitch report [选项] 文件 [关键事件]\n"
    "\n"
    "一页文字：结论、证据、下一步该做什么，以及这份记录无法显示什么。\n"
    "“关键事件”是同一次运行的 keyevents.etl。\n"
    "  --at 时间         只看这一刻前后：UTC，如 2026-01-31T12:34:56.789；\n"
    "                    或从跟踪开头起的秒数，如 +12.5\n"
    "  --html 输出文件   同样的内容，写成一个可用浏览器打开的独立网页\n"
    "  --json 输出文件   同样的内容，供程序使用\n"
    "  --lang 语言       en 或 zh-CN\n"
    "  --providers 文件  写有关键事件说明的文件（providers.ini）\n"
    "退出码：0 报告已生成，2 有文件无法读取或写入。\n")
CLI_STRING(brief_crash, "哪些程序结束了，怎样结束的")
CLI_STRING(help_crash,
    "hitch crash [--lang 语言] 文件\n"
    "\n"
    "列出每个已结束的进程及其退出码：正常（0）、带错误码，或崩溃（表示错误的 NTSTATUS，\n"
    "如 STATUS_ACCESS_VIOLATION）。然后是最后发生的事、当时剩余的内存，以及记录丢失了\n"
    "什么。用于崩溃之后的 keyevents.etl。\n"
    "退出码：0 已给出结果，2 文件无法读取。\n")
CLI_STRING(brief_compare, "筛选之后跟踪文件还剩下什么")
CLI_STRING(help_compare,
    "hitch compare [--scenario 场景] 完整文件 筛选后的文件\n"
    "hitch compare 文件夹\n"
    "\n"
    "两个跟踪文件中每种事件的个数，筛选去掉最多的和保留最多的，两者的结论是否相同，\n"
    "以及场景的证据是否保留了下来。场景的文件夹中有 full.etl、filtered.etl 和\n"
    "scenario.json；也会在完整文件旁边查找 scenario.json。\n"
    "  --scenario 场景  process-crash、disk-burst、cpu-saturation、cpu-throttling、\n"
    "                   memory-pressure 或 network-disconnect\n"
    "  --lang 语言      en 或 zh-CN\n"
    "退出码：0 已给出结果，2 有文件无法读取。\n")
CLI_STRING(brief_whitelist, "出事时哪些事件突出")
CLI_STRING(help_whitelist,
    "hitch whitelist [--providers 文件] 文件夹...\n"
    "\n"
    "读取各个场景的记录（scenario.json、full.etl、filtered.etl；或装有这些文件夹的\n"
    "文件夹），说明每种事件在对电脑做了什么的时候，是否比之前的平静时间来得更多。\n"
    "  信号    只在一个场景中突出：值得放在列表里\n"
    "  共有    在多个场景中突出\n"
    "  无差别  无论是否出事，来得一样多\n"
    "  相关    其中有多少个与所做的事有关（它的进程、它的内存）\n"
    "然后是 providers.ini 的每一行：有依据（在某个场景中突出）、无差别、仅一次或未出现。\n"
    "  --providers 文件  用来比较的列表；不写则用 hitch 旁边的 providers.ini\n"
    "退出码：0 已给出结果，2 有文件无法读取。\n")
CLI_STRING(brief_estimate, "跟踪文件中各提供程序在磁盘和内存上的代价")
CLI_STRING(help_estimate,
    "hitch estimate 文件\n"
    "hitch estimate --live [--seconds N] [--providers 文件]\n"
    "\n"
    "每个提供程序及合计每秒的事件数和 KB 数、丢失的事件、每小时和每年的 MB 数与普通 SSD\n"
    "的耐用量相比，以及 64 到 1024 MB 的内存环能保存多少分钟。\n"
    "  --live            监听这台电脑现在的情况：须在 Windows 上以管理员身份运行，使用\n"
    "                    记录程序自己的两个会话；请先退出 Hitchbox。每 30 秒和结束时\n"
    "                    输出一次；Ctrl+C 提前结束\n"
    "  --seconds N       监听多少秒，1 到 86400（300）\n"
    "  --providers 文件  要监听的内容；不写则用 hitch 旁边的 providers.ini\n"
    "退出码：0 已给出结果，1 文件不完整，2 无法完成。\n")

CLI_STRING(column_scenario, "场景")
CLI_STRING(column_folders, "文件夹")
CLI_STRING(column_seconds, "秒")
CLI_STRING(column_events, "事件")
CLI_STRING(column_kept, "保留")
CLI_STRING(column_full, "完整 KB")
CLI_STRING(column_filtered, "筛选后 KB")
CLI_STRING(column_lost, "丢失")
CLI_STRING(column_provider, "提供程序")
CLI_STRING(column_id, "编号")
CLI_STRING(column_let_in, "放行")
CLI_STRING(column_during, "期间")
CLI_STRING(column_expected, "预期")
CLI_STRING(column_quiet_rate, "平静/秒")
CLI_STRING(column_telling, "相关")
CLI_STRING(column_stands_out, "突出的场景")
CLI_STRING(column_part, "部分")
CLI_STRING(column_verdict, "结论")
CLI_STRING(column_event_rate, "事件/秒")
CLI_STRING(column_kb_rate, "KB/秒")

CLI_STRING(whitelist_quiet, "之前的平静时间：%.1f 秒，Windows 版本号 %u，%u 种事件\n")
CLI_STRING(whitelist_others, "另有 %llu 个其他种类的事件未计入\n")
CLI_STRING(whitelist_signal, "信号：只在一个场景中突出：%u")
CLI_STRING(whitelist_shared, "共有：在多个场景中突出：%u")
CLI_STRING(whitelist_alike, "处处无差别：%u")
CLI_STRING(whitelist_more, "... 还有 %u 种\n")
CLI_STRING(whitelist_list, "列表的每一行")
CLI_STRING(whitelist_in_file, "磁盘日志")
CLI_STRING(whitelist_in_buffer, "内存环")
CLI_STRING(whitelist_not_in, "否")
CLI_STRING(whitelist_mask, "掩码")
CLI_STRING(whitelist_line_defended, "有依据")
CLI_STRING(whitelist_line_alike, "无差别")
CLI_STRING(whitelist_line_once, "仅一次")
CLI_STRING(whitelist_line_unseen, "未出现")
CLI_STRING(whitelist_kinds, "%u 种，%u 种突出\n")
CLI_STRING(whitelist_sum, "%u 行：%u 行有依据，%u 行处处无差别，%u 行仅一次，%u 行未出现；%u 个信号未放行\n")

CLI_STRING(estimate_so_far, "到目前为止：%.0f 秒")
CLI_STRING(estimate_in_all, "总计：%.0f 秒")
CLI_STRING(estimate_ended_early, "总计，提前结束：%.0f 秒")
CLI_STRING(estimate_file, "磁盘日志：写入磁盘")
CLI_STRING(estimate_buffer, "内存环：保存快照之前留在内存中")
CLI_STRING(estimate_no_rate, "事件之间没有时间间隔，无法计算速率。\n")
CLI_STRING(estimate_all, "合计")
CLI_STRING(estimate_lost_none, "%.1f 秒，丢失 %llu 个事件或缓冲区\n")
CLI_STRING(estimate_lost_some, "%.1f 秒，丢失 %llu 个事件或缓冲区：实际速率更高\n")
CLI_STRING(estimate_disk, "若全部写入磁盘：每小时 %.1f MB，每年（每天 24 小时）%.0f MB（%.2f TB）\n")
CLI_STRING(estimate_endurance, "  耐用量为 %.0f TB 的 SSD：每年用去 %.2f %%\n")
CLI_STRING(estimate_rings, "留在内存中，内存环\n")
CLI_STRING(estimate_ring, "  %4u MB 可保存 %10.1f 分钟\n")
