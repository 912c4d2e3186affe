"""Checks of the tree that no compiler makes: the rooms and their arrows, the
texts, the Visual Studio projects against the Makefile, and what the programs
import and weigh.

    python3 tests/tools/check.py BUILD
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import architecture  # noqa: E402
import check_docs  # noqa: E402
import check_rooms  # noqa: E402
import check_selftest  # noqa: E402
import projects  # noqa: E402
import readme_commands  # noqa: E402
import rooms  # noqa: E402
import whitelist_page  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MAX_EXE = 450 * 1024  # as Explorer counts KB
DLLS = {"kernel32.dll", "user32.dll", "shell32.dll", "advapi32.dll"}


def readmes():
    for name in ("README.md", "README.zh-CN.md"):
        yield name, open(os.path.join(ROOT, name), encoding="utf-8").read()


def sources(*folders, ends=(".c", ".h")):
    return rooms.sources(ROOT, *folders, ends=ends)


def check_platform_ifdefs():
    """the platform is chosen by folder, not by #ifdef"""
    for path, text in sources("src"):
        for line in re.findall(r"^\s*#\s*(?:el)?ifn?(?:def)?\b.*", text, re.M):
            if re.search(r"_WIN32|_WIN64|__linux|__unix|__MINGW|_MSC_VER|__APPLE__", line):
                yield "%s: %s" % (path, line.strip())


def check_words():
    """no leftovers: TODO marks, places on one machine, tabs, blanks at line ends"""
    bad = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|/home/|/root/|(?<![\w.])/work/|[A-Z]:\\Users\\(?!<)")
    for path, text in sources("src", "tests", "config", "docs", "res", ".github",
                              ends=(".c", ".h", ".py", ".ini", ".md", ".rc", ".mk", ".yml")):
        if path == "tests/tools/check.py":
            continue
        for number, line in enumerate(text.split("\n"), 1):
            found = bad.search(line)
            if found:
                yield "%s:%d: %s" % (path, number, found.group(0))
            if path.endswith((".c", ".h", ".py")) and (line != line.rstrip() or "\t" in line):
                yield "%s:%d: tab or blank at the end" % (path, number)


def check_sizes():
    """a source file has at most 500 lines, a test 600; tables of texts and facts apart"""
    for path, text in sources("src", "tests"):
        table = path.endswith("_list.h") or "/lang/" in path or path.startswith("tests/") and path.endswith(".h")
        most = 600 if path.startswith("tests/") else 500
        if not table and text.count("\n") > most:
            yield "%s has %d lines" % (path, text.count("\n"))


# What the simulator, the fuzzers and the tests need of a room, and the product
# does not: everything else in a header has a caller in src.
ONLY_TESTS = {
    "etl_event_name", "etl_segment", "etl_set_window", "etl_stack_frame", "etl_stack_read", "frames_left_out", "guid_from_bytes",
    "log_path", "os_file_write_at", "scenario_info_write",
}


def check_msvc():
    """what gcc and clang let pass and Visual Studio's level 4, warnings being errors, does not"""
    set_in_test = r"\([\w>.-]+ = [^=;()]+\([^()]*\)\) *(?:&&|\|\||\)$)"
    bad = ((r"^\s*(?:static )?const [\w ]+(?:\[[^]]*\])?;", "a constant without a value (C4132)"),
           (r"(?:if|while) \(.*?" + set_in_test + r"|^ +" + set_in_test, "a value set and tested in one (C4706)"))
    for path, text in sources("src", "tests", ends=(".c",)):
        for number, line in enumerate(text.split("\n"), 1):
            for pattern, what in bad:
                if not path.startswith("src/posix/") and re.search(pattern, line):
                    yield "%s:%d: %s" % (path, number, what)


def check_callers():
    """every function of a header of src has a caller in src"""
    declared, code = {}, ""
    for path, text in sources("src"):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        if path.endswith(".c"):
            code += text + "\n"
            continue
        for name in re.findall(r"^(?!typedef|static|return|[#\s])[A-Za-z_][\w *]*?\b(\w+)\([^;{}]*\)(?: HB_PRINTF\([^)]*\))?;",
                               text, re.M):
            declared[name] = path
    for name, path in sorted(declared.items()):
        word = r"\b%s\b" % name
        bodies = len(re.findall(r"^(?!\s)[A-Za-z_][\w *]*?" + word + r"\([^;{}]*\)\s*\{", code, re.M))
        called = len(re.findall(word, code)) > bodies
        if called == (name in ONLY_TESTS):
            yield "%s of %s has %s caller in src" % (name, path, "a" if called else "no")


def check_readme():
    """both READMEs name every setting"""
    keys = re.findall(r"^SETTING_[A-Z]+\((\w+)", open(os.path.join(ROOT, "src/config/settings_list.h"),
                                                      encoding="utf-8").read(), re.M)
    for name, text in readmes():
        for key in keys:
            if "| `%s` |" % key not in text:
                yield "%s lacks the setting %s" % (name, key)


def check_console_words():
    """hitch asks for the options of its table and for no other; its English for faults is the reader's own"""
    text = dict(sources("src/cli", "src/etl"))
    table = text["src/cli/verbs.c"]
    for verb, options in re.findall(r'^    \{"(\w+)", hitch_\w+,(.*?)\}\},$', table, re.M | re.S):
        asked = set(re.findall(r'(?:words_value|read_number)\((?:h, )?\w+, "(--\w+)"', text["src/cli/hitch_%s.c" % verb]))
        listed = set(re.findall(r'\{"(--\w+)"', options))
        if asked != listed:
            yield "src/cli/verbs.c and hitch_%s.c differ in %s" % (verb, ", ".join(sorted(asked ^ listed)))
    reader = re.findall(r'FAULT\(\w+, "([^"]+)"\)', text["src/etl/etl_findings.h"])[1:]
    reader += re.findall(r'(?:refuse|doubt)\(h(?:eader)?,[^"]*"([^"]+)"\)', text["src/etl/etl_header.c"])
    reader += re.findall(r'HOLE\(\w+, "([^"]+)"\)', text["src/etl/etl_holes.h"])
    own = re.findall(r'CLI_STRING\(fault_\w+, "([^"]+)"\)', text["src/cli/cli_strings_list.h"])
    for words in sorted(set(reader) ^ set(own)):
        yield "the reader says and src/cli/cli_strings_list.h lacks, or the other way round: %s" % words


# One word for each thing: what else it has been called, and what to write.
CHINESE_TERMS = {
    "您": "你", "热键": "快捷键", "录制": "记录", "计算机": "电脑", "缓冲会话": "内存环", "环形缓冲": "内存环",
    "内存缓冲区": "内存环", "文件会话": "磁盘日志", "提供者": "提供程序", "托盘": "通知区域", "跟踪档": "跟踪文件",
}
# A label of Windows's own, as Windows writes it.
CHINESE_QUOTED = "允许计算机关闭此设备以节约电源"


def check_chinese_terms():
    """Chinese calls each thing by one name and units by theirs: texts, settings, configuration, documents"""
    for path, text in list(sources("src", "config", "docs", ends=(".h", ".c", ".ini", ".md"))) + list(readmes()):
        for number, line in enumerate(text.replace(CHINESE_QUOTED, "").split("\n"), 1):
            for word in CHINESE_TERMS:
                if word in line:
                    yield "%s:%d: %s; write %s" % (path, number, word, CHINESE_TERMS[word])
            if re.search("[\u4e00-\u9fff]", line) and re.search(r"\d (d|s|ms)\b", line):
                yield "%s:%d: a unit that is not Chinese" % (path, number)


def check_privacy():
    """READMEs and docs/security.md say what a trace holds in the words of the box before sharing"""
    places = dict(readmes())
    places["docs/security.md"] = open(os.path.join(ROOT, "docs/security.md"), encoding="utf-8").read()
    for texts, names in (("src/strings/strings_list.h", ("README.md", "docs/security.md")),
                         ("src/strings/lang/zh_cn.h", ("README.zh-CN.md",))):
        listed = open(os.path.join(ROOT, texts), encoding="utf-8").read()
        for key in ("privacy_holds", "privacy_lacks"):
            words = re.search(r'STRING\(%s, "([^"]+)"\)' % key, listed).group(1)
            for name in names:
                if words not in " ".join(places[name].split()):
                    yield "%s does not say: %s" % (name, words)


def named_cases():
    cases = set()
    for path, text in sources("tests", ends=(".c", ".py")):
        cases.update(re.findall(r"cmocka_unit_test(?:_setup_teardown)?\((\w+)", text))
        cases.update(re.findall(r"^def (?:case_)?(\w+)\(", text, re.M))
        cases.update(re.findall(r"^def (check_\w+)\(", text, re.M))
    return cases


def check_promises():
    """every test that docs/behaviour.md and docs/security.md name is there"""
    cases = named_cases()
    for page in ("docs/behaviour.md", "docs/security.md"):
        named = open(os.path.join(ROOT, page), encoding="utf-8").read().split("## Which test", 1)[1]
        for name in re.findall(r"`([a-z_]{20,}|check_\w+)`", named):
            if name not in cases:
                yield "%s names %s" % (page, name)


def check_security():
    """every attack of docs/security.md has its tests there, or says why Windows alone can tell"""
    text = open(os.path.join(ROOT, "docs/security.md"), encoding="utf-8").read()
    defended, held = text.split("## Which test", 1)
    row = re.compile(r"^\| (?!attack \|)(.+?) \|(.*)", re.M)
    attacks, tested = [a for a, _ in row.findall(defended)], row.findall(held)
    for attack in sorted(set(attacks) ^ {a for a, _ in tested}):
        yield "docs/security.md has in one table only: %s" % attack
    for attack, tests in tested:
        if "`" not in tests and "Windows alone:" not in tests:
            yield "docs/security.md names no test for: %s" % attack


def check_suites():
    """every test file has its suite in tests/support/suites.h, and the other way round"""
    listed = re.findall(r"^(?:WINDOWS_)?SUITE\((\w+)\)", open(os.path.join(ROOT, "tests/support/suites.h")).read(), re.M)
    text = "".join(t for _, t in sources("tests", ends=(".c",)))
    for name in listed:
        if not re.search(r"\bvoid suite_%s\(void\)" % name, text):
            yield "tests/support/suites.h lists %s, which no test file defines" % name
    for name in re.findall(r"^void suite_(\w+)\(void\)", text, re.M):
        if name not in listed:
            yield "suite_%s is not listed in tests/support/suites.h" % name


def check_workflows():
    """workflows are sound YAML whose jobs have a machine and steps, and vcpkg is pinned to a commit"""
    folder = os.path.join(ROOT, ".github/workflows")
    for name in sorted(os.listdir(folder)):
        text = open(os.path.join(folder, name), encoding="utf-8").read()
        if "\t" in text:
            yield "%s holds a tab, which YAML forbids" % name
        try:
            import yaml
        except ImportError:  # Debian's python3-yaml is not asked for
            continue
        try:
            jobs = yaml.safe_load(text).get("jobs") or {}
        except yaml.YAMLError as e:
            yield "%s: %s" % (name, str(e).replace("\n", " "))
            continue
        if not jobs:
            yield "%s has no jobs" % name
        for job, what in jobs.items():
            if "runs-on" not in what:
                yield "%s: %s names no machine" % (name, job)
            for step in what.get("steps") or [{}]:
                if ("uses" in step) == ("run" in step):
                    yield "%s: a step of %s has to have either uses or run: %s" % (name, job, step)
    baseline = json.load(open(os.path.join(ROOT, "tests/vcpkg.json"))).get("builtin-baseline", "")
    if not re.match(r"^[0-9a-f]{40}$", baseline):
        yield "tests/vcpkg.json has the baseline %r" % baseline


def imports(exe):
    out = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", exe], capture_output=True, text=True, check=True).stdout
    return out, {name.lower() for name in re.findall(r"DLL Name: (\S+)", out)}


def check_product(build):
    """hitchbox.exe is under 450 KB, imports four system DLLs and is hardened"""
    exe = os.path.join(build, "hitchbox.exe")
    if not os.path.exists(exe):
        yield exe + " is not there"
        return
    size = os.path.getsize(exe)
    if size >= MAX_EXE:
        yield "%s has %d bytes, more than %d" % (exe, size, MAX_EXE)
    out, dlls = imports(exe)
    for dll in sorted(dlls - DLLS):
        yield "%s imports %s" % (exe, dll)
    for flag in ("HIGH_ENTROPY_VA", "DYNAMIC_BASE", "NX_COMPAT"):
        if flag not in out:
            yield "%s lacks %s" % (exe, flag)
    if not re.search(r"Subsystem\s+0*2\b", out):
        yield exe + " is not a GUI program"
    if b"requireAdministrator" not in open(exe, "rb").read():
        yield exe + " has no manifest that asks for administrator rights"


def check_hitch(build):
    """hitch.exe needs no DLL that Windows does not bring"""
    exe = os.path.join(build, "hitch.exe")
    if os.path.exists(exe):
        for dll in sorted(imports(exe)[1]):
            if dll.startswith(("lib", "vcruntime", "msvcp", "cyg")):
                yield "%s imports %s" % (exe, dll)


def main():
    build = sys.argv[1]
    checks = [(c.__doc__, c()) for c in (check_platform_ifdefs, check_msvc, check_words, check_sizes, check_callers,
                                         check_suites, check_readme, check_workflows, check_console_words,
                                         check_chinese_terms, check_privacy, check_promises, check_security)]
    checks += [(c.__doc__, c(build)) for c in (check_product, check_hitch)]
    checks += [(c.__doc__, c(ROOT)) for c in check_rooms.CHECKS + check_docs.CHECKS + architecture.CHECKS + check_selftest.CHECKS +
               projects.CHECKS + readme_commands.CHECKS + whitelist_page.CHECKS]
    passed = failed = 0
    for name, findings in checks:
        findings = list(findings)
        passed += not findings
        failed += bool(findings)
        if findings:
            print("FAILED: " + name)
            for finding in findings:
                print("  " + finding)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
