"""Checks of the tree that no compiler makes: which file may know what, the
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
import projects  # noqa: E402
import whitelist_page  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MAX_EXE = 400 * 1000
DLLS = {"kernel32.dll", "user32.dll", "shell32.dll", "advapi32.dll"}
# Which room may include which: later ones use earlier ones.
MAY = {
    "base": {"base"},
    "os": {"base", "os"},
    "strings": {"base", "os", "strings"},
    "etl": {"base", "os", "etl"},
    "config": {"base", "os", "strings", "config"},
    "events": {"base", "os", "etl", "events"},
    "runs": {"base", "os", "strings", "etl", "runs"},
    "tray": {"base", "strings", "config", "tray"},
    "posix": {"base", "os", "posix"},
    "win": {"base", "os", "win", "strings", "config", "res"},
    "mingw": {"base", "win", "mingw"},
}
# What is still one block: these rooms may include one another and all below.
BLOCK = {"gather", "verdict", "report", "export"}
for _room in BLOCK:
    MAY[_room] = BLOCK | {"base", "os", "strings", "etl", "config", "events", "runs"}
MAY["cli"] = MAY["report"] | {"cli"}
MAY["recorder"] = MAY["report"] | {"win", "cli", "recorder"}
MAY["app"] = MAY["report"] | {"win", "recorder", "tray", "app"}


def readmes():
    for name in ("README.md", "README.zh-CN.md"):
        yield name, open(os.path.join(ROOT, name), encoding="utf-8").read()


def sources(*folders, ends=(".c", ".h")):
    for folder in folders:
        for here, folders_below, names in os.walk(os.path.join(ROOT, folder)):
            folders_below[:] = [f for f in folders_below if f != "__pycache__"]
            for name in sorted(names):
                if name.endswith(ends):
                    path = os.path.join(here, name)
                    yield os.path.relpath(path, ROOT), open(path, encoding="utf-8").read()


def check_windows_header():
    """windows.h is seen by src/win alone, through win.h"""
    for path, text in sources("src"):
        seen = re.findall(r'#\s*include\s*[<"](windows|shellapi|evntrace|evntprov|winsock2|winternl)\.h', text)
        if seen and path != "src/win/win.h":
            yield "%s includes %s.h; only src/win/win.h may" % (path, seen[0])


def check_rooms():
    """no room includes one above it"""
    for path, text in sources("src"):
        room = path.split("/")[1]
        for other in re.findall(r'#\s*include\s*"([a-z]+)/', text):
            if other not in MAY.get(room, set()):
                yield "%s includes %s/..., which src/%s may not" % (path, other, room)


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
    "etl_event_name", "etl_segment", "etl_set_window", "etl_stack_frame", "etl_stack_read", "guid_from_bytes",
    "hotkey_add", "log_path", "os_file_write_at", "scenario_info_write", "verdict_open_memory",
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


def check_pairs():
    """a module of src is one .c and one .h of the same name"""
    for path, _ in sources("src", ends=(".c",)):
        text = open(os.path.join(ROOT, path), encoding="utf-8").read()
        if not os.path.exists(os.path.join(ROOT, path[:-2] + ".h")) and not re.search(
                r'#include "[a-z/_]+\.h"', text):
            yield "%s includes no header of its own" % path


def check_readme():
    """both READMEs name every setting"""
    keys = re.findall(r"^SETTING_[A-Z]+\((\w+)", open(os.path.join(ROOT, "src/config/settings_list.h"),
                                                      encoding="utf-8").read(), re.M)
    for name, text in readmes():
        for key in keys:
            if "| `%s` |" % key not in text:
                yield "%s lacks the setting %s" % (name, key)


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


def check_behaviour():
    """every test that docs/behaviour.md names is there"""
    cases = set()
    for path, text in sources("tests", ends=(".c", ".py")):
        cases.update(re.findall(r"cmocka_unit_test(?:_setup_teardown)?\((\w+)", text))
        cases.update(re.findall(r"^def case_(\w+)\(", text, re.M))
    named = open(os.path.join(ROOT, "docs/behaviour.md"), encoding="utf-8").read().split("## Which test", 1)[1]
    for name in re.findall(r"`([a-z_]{20,})`", named):
        if name not in cases:
            yield "docs/behaviour.md names %s" % name


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
    """hitchbox.exe is under 400 KB, imports four system DLLs and is hardened"""
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
    checks = [(c.__doc__, c()) for c in (check_windows_header, check_rooms, check_platform_ifdefs, check_msvc, check_words,
                                         check_sizes, check_pairs, check_callers, check_suites, check_readme, check_workflows,
                                         check_chinese_terms, check_privacy, check_behaviour)]
    checks += [(c.__doc__, c(build)) for c in (check_product, check_hitch)]
    checks += [(c.__doc__, c(ROOT)) for c in projects.CHECKS + whitelist_page.CHECKS]
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
