CLI_STRING(usage_head, "hitch 读取 Windows 跟踪文件（.etl）。\n\n")
CLI_STRING(usage_tail,
    "\n"
    "hitch help 命令 有详细说明；hitch --version 显示版本。\n"
    "每个命令都可以加 --lang en 或 --lang zh-CN。文件可以写通配符（*.etl、\n"
    "logs/runs/*/snap.etl），或写 - 表示标准输入。\n")
CLI_STRING(standard_input, "标准输入")
CLI_STRING(value_time, "时间")
CLI_STRING(value_name, "名称")
CLI_STRING(value_number, "N")
CLI_STRING(value_file, "文件")
CLI_STRING(value_out, "输出文件")
CLI_STRING(value_tag, "语言")
CLI_STRING(common_lang, "en 或 zh-CN")
CLI_STRING(exits_file, "退出码：0 文件完整或只是环形覆盖，1 可以读取但不完整，2 无法读取。\n")
CLI_STRING(exits_files, "退出码：0 全部完整或只是环形覆盖，没有缺口；1 有文件可以读取但并非如此；2 有文件无法读取。\n")
CLI_STRING(exits_events,
    "退出码：0 文件完整或只是环形覆盖，1 可以读取但不完整，2 无法读取，或其中没有所要的事件。\n")
CLI_STRING(exits_report,
    "退出码：0 报告已生成，1 已生成，但文件已损坏、不完整或有缺口，\n"
    "2 有文件无法读取或写入，或 --at 不在跟踪之内。\n")
CLI_STRING(exits_answer,
    "退出码：0 已给出结果，1 已给出，但有文件已损坏、不完整或有缺口，\n"
    "2 有文件无法读取。\n")
CLI_STRING(exits_estimate, "退出码：0 已给出结果，1 文件不完整，2 无法完成。\n")

CLI_STRING(brief_count, "跟踪文件中每种事件各有多少")
CLI_STRING(usage_count, "hitch count 文件\n")
CLI_STRING(about_count,
    "输出以制表符分隔的行：\n"
    "  H 名称 值                    文件头中的一个字段\n"
    "  S 名称 值                    一个总数：buffers_read、total_events、min_raw、max_raw、\n"
    "                               min_filetime、max_filetime（UTC，从 1601 年起的\n"
    "                               100 纳秒数）、errors\n"
    "  C 种类 guid 编号 版本 个数   同一种事件，已排序\n")
CLI_STRING(brief_check, "跟踪文件是否完整，覆盖多长时间，丢失了什么")
CLI_STRING(usage_check, "hitch check [--json] 文件|文件夹...\n")
CLI_STRING(about_check,
    "每个文件一行：状态、覆盖的时长、事件数、丢失的事件、CPU 数、大小、Windows 版本号；\n"
    "然后是缺失的部分：缺少文件的多少内容，缺口在什么时间、哪些 CPU 上。\n"
    "文件夹代表其中（包括下级文件夹）的每个 .etl 文件。\n"
    "  完整      whole：已关闭，没有缺失\n"
    "  未关闭    not-closed：会话没有停止过（崩溃、断电，或仍在运行）\n"
    "  已回绕    wrapped：内存环，最旧的缓冲区已被覆盖\n"
    "  被截断    truncated：文件比写入的内容短\n"
    "  已损坏    damaged：部分缓冲区或事件无法读取，其余已读取\n"
    "  不是跟踪  not-etl：不是 Windows Vista 或更高版本的跟踪文件\n")
CLI_STRING(check_json, "改为每个文件输出一行 JSON 对象")
CLI_STRING(brief_events, "按时间顺序列出跟踪文件中的事件")
CLI_STRING(usage_events, "hitch events [选项] 文件\n")
CLI_STRING(about_events,
    "按时间顺序输出以制表符分隔的行：本地时间、UTC、CPU、进程号、线程号、提供程序、\n"
    "编号、版本、操作码、级别、字节数。时间可写本地时间，如报告中的 21:14:07.412 或\n"
    "2026-01-31T21:14:07；也可写 UTC，如 2026-01-31T20:14:07Z；或从第一个事件起的秒数，\n"
    "如 +12.5。\n")
CLI_STRING(events_from, "从这一时间起")
CLI_STRING(events_to, "到这一时间止")
CLI_STRING(events_provider, "只列出这个提供程序：GUID，或本命令输出的名称")
CLI_STRING(events_id, "只列出这个编号的事件（内核事件用其 hook，如 0x0524）")
CLI_STRING(events_limit, "列出这么多个后停止")
CLI_STRING(brief_report, "游戏卡顿最可能的原因")
CLI_STRING(usage_report, "hitch report [选项] 文件 [关键事件]\n")
CLI_STRING(about_report,
    "一页文字：结论、证据、下一步该做什么，以及这份记录无法显示什么。\n"
    "“关键事件”是同一次运行的 keyevents.etl。\n")
CLI_STRING(report_at, "只看这一刻前后：本地时间，如报告中的 21:14:07.412 或\n2026-01-31T21:14:07；或 UTC，如 2026-01-31T20:14:07Z；\n或从第一个事件起的秒数，如 +12.5")
CLI_STRING(report_game, "判断此程序的帧，例如 game.exe；否则为当时在前台的程序，\n或帧最多且可能是游戏的程序")
CLI_STRING(report_html, "同样的内容，写成一个可用浏览器打开的独立网页；\n- 表示标准输出，此时不输出文字")
CLI_STRING(report_json, "同样的内容，供程序使用；- 同上")
CLI_STRING(report_providers, "写有关键事件说明的文件；不写则用 hitch 旁边的 providers.ini")
CLI_STRING(brief_frames, "每一帧作为表格的一行，格式与 PresentMon 相同")
CLI_STRING(usage_frames, "hitch frames [选项] 文件...\n")
CLI_STRING(about_frames,
    "每个程序每次显示的画面一行，列名与 PresentMon 相同；跟踪无法说明的写 NA。\n"
    "被拒绝、被遮挡和测试的提交不算帧。可以写文件夹，代表其中的跟踪文件。\n")
CLI_STRING(frames_csv, "表格写到哪里；不写或写 - 则为标准输出")
CLI_STRING(frames_columns, "1：PresentMon 1.x 的列；2（默认）：2.x 的列")
CLI_STRING(bad_columns, "hitch frames：--columns %s：请写 1 或 2。")
CLI_STRING(brief_crash, "哪些程序结束了，怎样结束的")
CLI_STRING(usage_crash, "hitch crash 文件\n")
CLI_STRING(about_crash,
    "列出每个已结束的进程及其退出码：正常（0）、带错误码，或崩溃（表示错误的 NTSTATUS，\n"
    "如 STATUS_ACCESS_VIOLATION）。然后是最后发生的事、当时剩余的内存，以及记录丢失了\n"
    "什么。用于崩溃之后的 keyevents.etl。\n")
CLI_STRING(brief_compare, "筛选之后跟踪文件还剩下什么")
CLI_STRING(usage_compare,
    "hitch compare [--scenario 名称] 完整文件 筛选后的文件\n"
    "hitch compare 文件夹\n")
CLI_STRING(about_compare,
    "两个跟踪文件中每种事件的个数，筛选去掉最多的和保留最多的，两者的结论是否相同，\n"
    "以及场景的证据是否保留了下来。场景的文件夹中有 full.etl、filtered.etl 和\n"
    "scenario.json；也会在完整文件旁边查找 scenario.json。\n")
CLI_STRING(compare_scenario, "process-crash、disk-burst、cpu-saturation、cpu-throttling、\nmemory-pressure 或 network-disconnect")
CLI_STRING(brief_whitelist, "出事时哪些事件突出")
CLI_STRING(usage_whitelist, "hitch whitelist [--providers 文件] 文件夹...\n")
CLI_STRING(about_whitelist,
    "读取各个场景的记录（scenario.json、full.etl、filtered.etl；或装有这些文件夹的\n"
    "文件夹），说明每种事件在对电脑做了什么的时候，是否比之前的平静时间来得更多。\n"
    "  信号    只在一个场景中突出：值得放在列表里\n"
    "  共有    在多个场景中突出\n"
    "  无差别  无论是否出事，来得一样多\n"
    "  相关    其中有多少个与所做的事有关（它的进程、它的内存）\n"
    "然后是 providers.ini 的每一行：有依据（在某个场景中突出）、无差别、仅一次或未出现。\n")
CLI_STRING(whitelist_providers, "用来比较的列表；不写则用 hitch 旁边的 providers.ini")
CLI_STRING(brief_estimate, "跟踪文件中各提供程序在磁盘和内存上的代价")
CLI_STRING(usage_estimate,
    "hitch estimate 文件\n"
    "hitch estimate --live [--seconds N] [--providers 文件]\n")
CLI_STRING(about_estimate,
    "每个提供程序及合计每秒的事件数和 KB 数、丢失的事件、每小时和每年的 MB 数与普通 SSD\n"
    "的耐用量相比，以及 64 到 1024 MB 的内存环能保存多少分钟。不足 1 秒的跟踪无法计算速率。\n")
CLI_STRING(estimate_live, "监听这台电脑现在的情况：须在 Windows 上以管理员身份运行，使用\n记录程序自己的两个会话；请先退出 Hitchbox。每 30 秒和结束时\n输出一次；Ctrl+C 提前结束")
CLI_STRING(estimate_seconds, "监听多少秒，1 到 86400（300）")
CLI_STRING(estimate_providers, "要监听的内容；不写则用 hitch 旁边的 providers.ini")
CLI_STRING(brief_save, "让正在运行的 Hitchbox 保存一个快照")
CLI_STRING(usage_save, "hitch save [--no-wait] [--seconds N]\n")
CLI_STRING(about_save,
    "供 Stream Deck 按键、鼠标软件和脚本使用，不需要管理员权限。\n"
    "输出快照的位置、覆盖的时间和判断结果。程序每 10 秒可请求一次，\n"
    "每小时 12 次；这样请求的快照绝不会导致用按键保存的快照被删除。\n")
CLI_STRING(save_no_wait, "保存后立即回答，不含时间范围和判断结果")
CLI_STRING(save_seconds, "等待判断结果多少秒，1 到 3600（60）")
CLI_STRING(exits_save, "退出码：0 已保存，1 未保存或不知是否已保存，并说明原因，2 参数有误。\n")
CLI_STRING(brief_autostart, "让 Hitchbox 随 Windows 启动，不再询问")
CLI_STRING(usage_autostart, "hitch autostart on|off|show\n")
CLI_STRING(about_autostart,
    "在任务计划程序中创建或删除一个任务：登录时以所需权限启动 hitch 旁边的\n"
    "hitchbox.exe。须以管理员身份运行，且 Hitchbox 须放在没有这些权限的程序无法\n"
    "更改的位置：C:\\Program Files 之下。\n")
CLI_STRING(exits_autostart, "退出码：0 已完成或已显示，1 未完成并说明原因，2 参数有误。\n")
CLI_STRING(autostart_on, "从下次登录起 Hitchbox 随 Windows 启动：%s\n")
CLI_STRING(autostart_is_on, "Hitchbox 随 Windows 启动：%s\n")
CLI_STRING(autostart_is_off, "Hitchbox 不随 Windows 启动。\n")
CLI_STRING(autostart_other, "任务 Hitchbox 启动的是另一个程序：%s\nhitch autostart on 替换它，hitch autostart off 不动它。\n")
CLI_STRING(autostart_left, "hitch autostart：任务 Hitchbox 启动的是另一个程序，保持不变：%s")
CLI_STRING(autostart_replaced, "任务 Hitchbox 此前启动的是另一个程序，现在替换：%s\n")
CLI_STRING(autostart_said, "schtasks.exe 以 %u 结束，它说：%s")
CLI_STRING(autostart_words, "hitch autostart：“%s”：请写 on、off 或 show。")
CLI_STRING(autostart_admin, "hitch autostart：这需要管理员。请用“以管理员身份运行”打开命令提示符。")
CLI_STRING(save_span, "覆盖 %s，丢失 %s 个事件\n")
CLI_STRING(save_nothing_to_say, "已保存；%u 秒内还没有判断结果，稍后可在菜单和报告中看到。")
CLI_STRING(save_absent, "hitch save：Hitchbox 没有运行。请启动它，之后才开始记录。")
CLI_STRING(save_hidden, "hitch save：Hitchbox 正在启动，或在另一个用户的会话中运行。请过几秒再试。")
CLI_STRING(save_ends, "hitch save：Hitchbox 正在退出，不再保存。请重新启动它。")
CLI_STRING(save_closed, "hitch save：请求太多，Hitchbox 暂不接受请求。请半分钟后再试；按键照常可以保存。")
CLI_STRING(save_silent, "hitch save：Hitchbox 没有回答。请查看它的图标，或直接按键；main.log 中有更多信息。")
CLI_STRING(save_taken_only, "hitch save：Hitchbox 已接受请求，但 %u 秒内没有说已保存。请查看它的图标；main.log 中有更多信息。")
CLI_STRING(save_soon, "hitch save：未保存：不到 10 秒之前已有程序请求过快照。请 %u 秒后再请求；按键可立即保存。")
CLI_STRING(save_hour, "hitch save：未保存：一小时内已请求 12 个快照，这是上限。请 %u 秒后再请求；按键可立即保存。")
CLI_STRING(save_starting, "hitch save：未保存：记录尚未开始。请过几秒再请求。")
CLI_STRING(save_saving, "hitch save：未保存：正在保存另一个快照。请等它完成后再请求。")
CLI_STRING(save_off, "hitch save：未保存：Hitchbox 现在没有记录。原因见它的图标。")
CLI_STRING(save_bad_seconds, "hitch save：--seconds %s：请写 1 到 %u 之间的数字。")
CLI_STRING(save_both, "hitch save：--seconds 是等待多久，--no-wait 是不等待。请去掉其中一个。")

CLI_STRING(no_verb, "hitch：没有“%s”这个命令。hitch --help 列出所有命令。")
CLI_STRING(no_option, "hitch %s：没有选项 %s。hitch %s --help 列出所有选项。")
CLI_STRING(no_value, "hitch %s：%s 需要一个值。hitch %s --help 有说明。")
CLI_STRING(did_you_mean, "你是不是想写 %s？")
CLI_STRING(no_file, "hitch %s：哪个文件？hitch %s --help 有说明。")
CLI_STRING(file_too_many, "hitch %s：“%s”是多余的一个文件。hitch %s --help 有说明。")
CLI_STRING(no_match, "hitch %s：“%s”没有匹配任何文件。请检查文件夹和名称。")
CLI_STRING(no_traces, "hitch %s：文件夹“%s”中没有 .etl 文件。请写别的文件夹。")
CLI_STRING(two_files, "hitch compare：“%s”只是一个文件，比较需要两个：完整的在前；或一个场景的文件夹。")
CLI_STRING(input_second, "hitch report：- 是标准输入，只能用作快照。请写关键事件的文件名。")
CLI_STRING(output_twice, "hitch report：--json - 和 --html - 不能都是标准输出。请为其中一个写文件名。")
CLI_STRING(bad_scenario, "hitch compare：--scenario %s：没有这个场景。请写 process-crash、disk-burst、cpu-saturation、cpu-throttling、memory-pressure 或 network-disconnect。")
CLI_STRING(bad_limit, "hitch events：--limit %s：请写 1 或更大的整数。")
CLI_STRING(bad_id, "hitch events：--id %s：编号是 0 到 65535 的数字。")
CLI_STRING(bad_time, "hitch：%s %s：这不是时间。请写 21:14:07.412 或 2026-01-31T21:14:07（本地时间）、2026-01-31T20:14:07Z（UTC），或 +12.5 表示从第一个事件起的秒数。")
CLI_STRING(no_clock, "hitch：%s %s：此跟踪的时钟未知，时间在其中没有意义。请去掉这个选项。")
CLI_STRING(no_events, "hitch：%s %s：此跟踪没有事件，任何时间都不在其中。请去掉这个选项。")
CLI_STRING(outside, "hitch：%s %s：这不在跟踪之内；跟踪从 %s 到 %s（本地时间）。请写其间的时间。")
CLI_STRING(from_after_to, "hitch events：--from %s 在 --to %s 之后。请交换两者。")
CLI_STRING(no_provider, "hitch events：--provider %s：“%s”中没有它的事件。hitch count \"%s\" 列出其中有什么。")
CLI_STRING(no_id, "hitch events：--id %s：“%s”中没有这个编号的事件；最接近的是 %u。hitch count \"%s\" 列出其中有什么。")
CLI_STRING(none_between, "hitch events：“%s”中没有同时符合所有选项的事件。请去掉一个选项。")
CLI_STRING(no_rate, "hitch estimate：“%s”中的事件不足 1 秒，无法计算速率。请记录更长时间。")
CLI_STRING(name_providers, "hitch：只在 hitch 旁边查找它。请把它放在那里，或用 --providers 文件 指明它的位置。")

CLI_STRING(remedy_temp, "请检查 TEMP 所指的文件夹及其权限。")
CLI_STRING(remedy_elevate, "请以管理员身份打开控制台。")
CLI_STRING(remedy_special, "请写磁盘上的文件；管道中的内容用 - 读取。")
CLI_STRING(remedy_place, "请检查名称；文件夹可能已被移动或删除。")
CLI_STRING(remedy_memory, "请关闭其他程序后再试。")
CLI_STRING(remedy_session, "请关闭其他跟踪工具后再试；如果再次出现，请重新启动 Windows。")
CLI_STRING(remedy_name, "请检查名称：其中不能有 < > : \" | ? *。")
CLI_STRING(remedy_short, "请用较短的名称，或更靠近顶层的文件夹。")

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
CLI_STRING(estimate_no_rate, "还没有速率：事件不足 1 秒。\n")
CLI_STRING(estimate_all, "合计")
CLI_STRING(estimate_lost_none, "%.1f 秒，丢失 %llu 个事件或缓冲区\n")
CLI_STRING(estimate_lost_some, "%.1f 秒，丢失 %llu 个事件或缓冲区：实际速率更高\n")
CLI_STRING(estimate_disk, "若全部写入磁盘：每小时 %.1f MB，每年（每天 24 小时）%.0f MB（%.2f TB）\n")
CLI_STRING(estimate_endurance, "  耐用量为 %.0f TB 的 SSD：每年用去 %.2f %%\n")
CLI_STRING(estimate_rings, "留在内存中，内存环\n")
CLI_STRING(estimate_ring, "  %4u MB 可保存 %10.1f 分钟\n")

CLI_STRING(span_seconds, "%u.%03u 秒")
CLI_STRING(span_minutes, "%u 分 %02u 秒")
CLI_STRING(span_hours, "%llu 小时 %02u 分")
CLI_STRING(check_comma, "，")
CLI_STRING(check_event, "%s 个事件")
CLI_STRING(check_events, "%s 个事件")
CLI_STRING(check_lost, "丢失 %s 个")
CLI_STRING(check_buffer_lost, "以及 %s 个缓冲区")
CLI_STRING(check_buffers_lost, "以及 %s 个缓冲区")
CLI_STRING(check_cpu, "%s 个 CPU")
CLI_STRING(check_cpus, "%s 个 CPU")
CLI_STRING(check_windows, "Windows %u.%u 版本号 %u")
CLI_STRING(check_at, "；在 0x%llx：%s")
CLI_STRING(check_broken, "；跳过 %llu 个缓冲区，损坏 %llu 个，损坏的事件 %llu 个，%llu 字节未读取")
CLI_STRING(check_present, "；有 %llu 个缓冲区，共应有 %u 个")
CLI_STRING(check_kept, "；保留了最后 %llu 个缓冲区，共 %u 个")
CLI_STRING(check_missing, "；注意：缺少 %llu 个缓冲区编号")
CLI_STRING(check_complete, "；更早的事件已被覆盖，从 %s 起完整")
CLI_STRING(check_stray, "；%llu 个时间戳不可能，已略去")
CLI_STRING(check_share, "；缺少 %s，共应有 %s（%llu.%llu %%）")
CLI_STRING(check_hole, "；缺口 %s，从 %s 起，%s（%s）")
CLI_STRING(check_hole_somewhen, "；缺口，%s（%s）")
CLI_STRING(check_more_holes, "；另有 %u 个缺口")
CLI_STRING(check_on_all, "所有 CPU")
CLI_STRING(check_on_cpu, "CPU ")
CLI_STRING(check_on_cpus, "CPU ")
CLI_STRING(check_and_cpu, "、")
CLI_STRING(check_and_above, "%s%u 及以上")
CLI_STRING(state_whole, "完整")
CLI_STRING(state_not_closed, "未关闭")
CLI_STRING(state_wrapped, "已回绕")
CLI_STRING(state_truncated, "被截断")
CLI_STRING(state_damaged, "已损坏")
CLI_STRING(state_not_etl, "不是跟踪")
CLI_STRING(at_start, "（在 0x0：%s）")
CLI_STRING(at_offset, "hitch：%s：在 0x%llx：%s。%s\n")

CLI_STRING(fault_header, "文件头自相矛盾")
CLI_STRING(fault_buffer_size, "缓冲区的大小不可能；已跳过它的位置")
CLI_STRING(fault_buffer_fill, "缓冲区的填充量不可能；已读到其事件为止")
CLI_STRING(fault_hole, "应有缓冲区之处全是零")
CLI_STRING(fault_format_none, "缓冲区已压缩，但文件没有写明压缩格式")
CLI_STRING(fault_format_lznt1, "缓冲区以 LZNT1 压缩，本程序不认识")
CLI_STRING(fault_format_huffman, "缓冲区以 XPRESS_HUFF 压缩，本程序不认识")
CLI_STRING(fault_format_other, "缓冲区以未知格式压缩")
CLI_STRING(fault_unpack, "压缩的缓冲区解压后大小不符")
CLI_STRING(fault_memory, "没有内存来解压缓冲区")
CLI_STRING(fault_event_kind, "事件头的种类未知；已跳过该缓冲区的其余部分")
CLI_STRING(fault_event_size, "事件的大小不可能；已跳过该缓冲区的其余部分")
CLI_STRING(fault_event_items, "事件的扩展项已损坏；只跳过了这个事件")
CLI_STRING(fault_cut, "文件在缓冲区中间结束")
CLI_STRING(fault_empty, "文件是空的")
CLI_STRING(fault_header_short, "它在文件头之前就结束了")
CLI_STRING(fault_header_missing, "应有文件头之处没有文件头")
CLI_STRING(fault_header_cut, "它在文件头中间结束")
CLI_STRING(fault_header_old, "它由早于 Vista 的 Windows 写入")
CLI_STRING(fault_header_first, "第一个缓冲区不是文件头缓冲区")
CLI_STRING(fault_header_type, "第一个缓冲区的类型不是文件头缓冲区")
CLI_STRING(fault_header_event, "文件头事件太短")
CLI_STRING(fault_header_pointer, "PointerSize 既不是 4 也不是 8")
CLI_STRING(fault_header_cpus, "NumberOfProcessors 超出范围")
CLI_STRING(fault_header_clock, "时钟未知，因此时间也未知")
CLI_STRING(fault_header_start, "StartTime 不是时间")
CLI_STRING(fault_header_sizes, "第一个缓冲区与文件头所写的缓冲区大小不一致")
CLI_STRING(fault_lost_events, "Windows 丢失了事件")
CLI_STRING(fault_lost_buffers, "Windows 丢失了整个缓冲区")
CLI_STRING(fault_early, "文件提前结束")
CLI_STRING(fault_unread, "缓冲区无法读取")
CLI_STRING(fault_absent, "文件中缺少缓冲区")
