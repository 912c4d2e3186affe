"""Compiles, links and compares the Windows programs against the real Windows SDK.

    python3 tests/sdk/sdk.py BUILD DEPS

What Visual Studio gets from app.sln, as near as it can be had without it: the
SDK's headers, import libraries, rc.exe and mt.exe; clang in the place of cl.exe,
with the options that the projects name. Where the SDK cannot be restored, a
line says so and nothing is checked.
"""
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "tools"))
import projects  # noqa: E402

NS = projects.NS
# Warnings that cl.exe has at /W4 and clang only when asked.
MORE_WARNINGS = ["-Wshorten-64-to-32", "-Wimplicit-int-conversion", "-Wsign-compare", "-Wshadow", "-Wvla",
                 "-Wgnu", "-Wunreachable-code", "-Wconditional-uninitialized"]
# ntdll and the C run-time stand for what Visual C++ links statically.
RUNTIME = re.compile(r"^(ntdll\.dll|ucrtbase\.dll|api-ms-win-crt-.*)$", re.I)


class Failed(Exception):
    pass


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **more)


def restore(deps):
    """The folder with the packages, or None and the reason."""
    folder = os.path.join(deps, "sdk")
    packages = os.path.join(folder, "packages")
    ready = os.path.join(folder, "ready")
    wanted = open(os.path.join(HERE, "sdk.csproj"), encoding="utf-8").read()
    if os.path.exists(ready) and open(ready, encoding="utf-8").read() == wanted:
        return packages, None
    if not shutil.which("dotnet"):
        return None, "the .NET SDK (dotnet) is not installed; it restores the packages"
    os.makedirs(folder, exist_ok=True)
    shutil.copy(os.path.join(HERE, "sdk.csproj"), folder)
    print("sdk-check: restoring the Windows SDK (about 1.1 GB unpacked)", flush=True)
    done = run(["dotnet", "restore", os.path.join(folder, "sdk.csproj"), "--packages", packages])
    if done.returncode:
        lines = [l.strip() for l in done.stdout.splitlines() if "error" in l.lower()]
        return None, "the packages could not be restored: " + (lines[0] if lines else done.stdout.strip()[-200:])
    open(ready, "w", encoding="utf-8").write(wanted)
    return packages, None


def one(pattern):
    found = glob.glob(pattern)
    if len(found) != 1:
        raise Failed("%s: %d found, 1 expected" % (pattern, len(found)))
    return found[0]


class Sdk:
    def __init__(self, packages, build):
        base = os.path.join(packages, "microsoft.windows.sdk.")
        self.include = one(base + "cpp/*/c/Include/*")
        self.version = os.path.basename(self.include)
        self.libs = [one(base + "cpp.x64/*/c/um/x64"), one(base + "cpp.x64/*/c/ucrt/x64")]
        self.tools = one(base + "buildtools/*/bin/*/x64")
        self.build = build
        self.headers = [os.path.join(self.include, d) for d in ("ucrt", "shared", "um")]
        resource_dir = run(["clang", "-print-resource-dir"]).stdout.strip()
        self.system = [os.path.join(HERE, "shim"), os.path.join(resource_dir, "include")] + self.headers
        self.overlay = os.path.join(build, "headers.yaml")
        self.write_overlay()

    def write_overlay(self):
        """The SDK spells its headers as Windows does, in any case."""
        def tree(path):
            for name in sorted(os.listdir(path)):
                full = os.path.join(path, name)
                if os.path.isdir(full):
                    yield {"type": "directory", "name": name, "contents": list(tree(full))}
                else:
                    yield {"type": "file", "name": name, "external-contents": full}
        roots = [{"type": "directory", "name": p, "contents": list(tree(p))} for p in self.headers]
        with open(self.overlay, "w", encoding="utf-8") as out:
            json.dump({"version": 0, "case-sensitive": "false", "roots": roots}, out)

    def library(self, name):
        for folder in self.libs:
            for have in os.listdir(folder):
                if have.lower() == name.lower():
                    return os.path.join(folder, have)
        raise Failed("the SDK has no " + name)

    def clang(self):
        out = ["clang", "--target=x86_64-pc-windows-msvc", "-fms-compatibility-version=19.40", "-Xclang",
               "-ivfsoverlay", "-Xclang", self.overlay]
        for folder in self.system:
            out += ["-isystem", folder]
        return out

    def clang_cl(self):
        out = ["clang", "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "-fms-compatibility-version=19.40",
               "/nologo", "/X", "-Xclang", "-ivfsoverlay", "-Xclang", self.overlay]
        for folder in self.system:
            out += ["/imsvc", folder]
        return out


class Project:
    """What a .vcxproj asks of cl.exe, rc.exe and link.exe for Release."""
    def __init__(self, name, path):
        self.name, self.path = name, path
        self.folder = os.path.dirname(path)
        self.root = xml.parse(os.path.join(ROOT, path)).getroot()
        self.target = self.texts("TargetName")[0]
        self.sources = projects.project_files(ROOT, path, "ClCompile")
        self.resources = projects.project_files(ROOT, path, "ResourceCompile")

    def texts(self, tag, parent=None):
        out = []
        for group in self.root.iter(NS + parent) if parent else [self.root]:
            if "CmockaDir" in (group.get("Condition") or ""):
                continue
            for item in group.iter(NS + tag):
                if "Debug" not in (item.get("Condition") or "") and item.text:
                    out.append(item.text)
        return out

    def list(self, tag, parent):
        return [v for t in self.texts(tag, parent) for v in t.split(";") if v and not v.startswith("%(")]

    def folders(self, tool):
        return [os.path.normpath(v.replace("$(SolutionDir)", ROOT + "/").replace("\\", "/"))
                for v in self.list("AdditionalIncludeDirectories", tool)]

    def cl_options(self):
        level = {"Level4": "/W4", "Level3": "/W3"}[self.texts("WarningLevel")[0]]
        standard = {"stdc11": "/std:c11"}[self.texts("LanguageStandard_C")[0]]
        options = [level, standard, "/TC", "/O1", "/GS-", "/D_MT"]
        if self.texts("TreatWarningAsError") == ["true"]:
            options.append("/WX")
        if self.texts("CharacterSet") == ["Unicode"]:
            options += ["/DUNICODE", "/D_UNICODE"]
        options += ["/D" + d for d in self.list("PreprocessorDefinitions", "ClCompile")]
        options += [o for t in self.texts("AdditionalOptions") for o in t.split() if o.startswith("/")]
        options += [o for f in self.folders("ClCompile") for o in ("/I", f)]
        return options


def headers(folder):
    return [os.path.join(here, n) for here, _, names in os.walk(os.path.join(ROOT, folder)) for n in names
            if n.endswith(".h")]


def newest(paths):
    return max(os.path.getmtime(os.path.join(ROOT, p)) for p in paths)


def compile_project(sdk, project, cmocka, jobs):
    """Object files; every warning is an error."""
    base = sdk.clang_cl() + project.cl_options() + MORE_WARNINGS + ["/imsvc", os.path.join(cmocka, "include")]
    folder = os.path.join(sdk.build, project.name)
    shared = newest([project.path, "tests/sdk/sdk.py"] + [h for d in ("src", "tests", "res") for h in headers(d)])

    def one_file(source):
        made = os.path.join(folder, source[:-2] + ".obj")
        if os.path.exists(made) and os.path.getmtime(made) > max(shared, newest([source])):
            return made, 0, ""
        os.makedirs(os.path.dirname(made), exist_ok=True)
        # Behind --, or a path like /work is an option.
        done = run(base + ["/c", "/Fo" + made, "--", os.path.join(ROOT, source)], cwd=ROOT)
        if done.stdout.strip() and os.path.exists(made):
            os.remove(made)
        return made, done.returncode, done.stdout.strip()

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(one_file, project.sources))
    bad = [text for _, code, text in results if code or text]
    if bad:
        raise Failed("%s: %d of %d files do not compile\n%s" % (project.path, len(bad), len(results),
                                                               "\n".join(bad[:5])))
    return [made for made, _, _ in results]


def wine_environment(sdk):
    return dict(os.environ, WINEPREFIX=os.path.join(os.path.dirname(sdk.build), "wine"), WINEARCH="win64",
                WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=", LC_ALL="C.UTF-8")


def wine(sdk, command, **more):
    return run(["wine"] + command, env=wine_environment(sdk), **more)


def windows_path(path):
    return "Z:" + os.path.abspath(path).replace("/", "\\")


def compile_resources(sdk, project):
    out = []
    for source in project.resources:
        made = os.path.join(sdk.build, project.name, os.path.basename(source)[:-3] + ".res")
        command = [os.path.join(sdk.tools, "rc.exe"), "/nologo", "/x"]
        for folder in project.folders("ResourceCompile") + sdk.headers:
            command += ["/i", windows_path(folder)]
        command += ["/fo", windows_path(made), windows_path(os.path.join(ROOT, source))]
        done = wine(sdk, command, cwd=os.path.dirname(os.path.join(ROOT, source)))
        if done.returncode or not os.path.exists(made):
            raise Failed("rc.exe refuses %s:\n%s" % (source, done.stdout.strip()))
        out.append(made)
    return out


def manifests(project):
    """The files that the project's .rc names as manifests."""
    for source in project.resources:
        text = open(os.path.join(ROOT, source), encoding="utf-8").read()
        for name in re.findall(r'RT_MANIFEST\s+"([^"]+)"', text):
            yield os.path.join(os.path.dirname(source), name)


def check_manifest(sdk, source):
    done = wine(sdk, [os.path.join(sdk.tools, "mt.exe"), "-nologo", "-manifest", windows_path(os.path.join(ROOT, source)),
                      "-validate_manifest"])
    if done.returncode or "error" in done.stdout.lower():
        raise Failed("mt.exe refuses %s:\n%s" % (source, done.stdout.strip()))


def start_object(sdk, console):
    made = os.path.join(sdk.build, "start_console.obj" if console else "start_window.obj")
    done = run(sdk.clang_cl() + ["/W4", "/WX", "/O1", "/GS-", "/TC", "/DUNICODE", "/D_MT"] +
               (["/DSTART_CONSOLE"] if console else []) +
               ["/c", "/Fo" + made, "--", os.path.join(HERE, "shim", "start.c")])
    if done.returncode:
        raise Failed("the start shim does not compile:\n" + done.stdout)
    return made


def link(sdk, project, objects, resources, extra):
    console = project.texts("SubSystem") == ["Console"]
    made = os.path.join(sdk.build, project.target + ".exe")
    runtime = []
    for dll in ("ntdll", "ucrtbase"):
        runtime.append(os.path.join(sdk.build, dll + "-run-time.lib"))
        done = run(["llvm-dlltool", "-m", "i386:x86-64", "-d", os.path.join(HERE, "shim", dll + ".def"), "-l",
                    runtime[-1]])
        if done.returncode:
            raise Failed("llvm-dlltool: " + done.stdout)
    wanted = project.list("AdditionalDependencies", "Link")
    done = run(["lld-link", "/nologo", "/nodefaultlib", "/machine:x64", "/WX", "/opt:ref", "/manifest:no",
                "/subsystem:" + ("console" if console else "windows"),
                "/entry:" + ("start_console" if console else "start_window"), "/out:" + made,
                start_object(sdk, console)] + objects + resources + extra +
               [sdk.library(l) for l in wanted] + [sdk.library("ucrt.lib")] + runtime)
    if done.returncode:
        raise Failed("%s does not link:\n%s" % (project.target, done.stdout.strip()[:3000]))
    return made, imports(made)


def imports(path):
    """{dll: number of names}, as the linker wrote them."""
    text = run(["llvm-readobj", "--coff-imports", path]).stdout
    out, dll = {}, None
    for line in text.splitlines():
        name = re.match(r"\s*Name: (\S+)", line)
        if name:
            dll = name.group(1).lower()
            out[dll] = 0
        elif re.match(r"\s*Symbol:", line):
            out[dll] += 1
    return out


# What sees windows.h.
SEEN = ["src/win", "src/recorder", "src/app", "tests/sim", "tests/contract", "tests/scenarios"]


def names_in(folders, pattern=r"\b[A-Z][A-Za-z0-9_]+\b"):
    names = set()
    for folder in folders:
        for path in glob.glob(os.path.join(ROOT, folder, "*.[ch]")):
            text = open(path, encoding="utf-8").read()
            text = re.sub(r'/\*.*?\*/|//[^\n]*|"(\\.|[^"\\])*"', " ", text, flags=re.S)
            names |= set(re.findall(pattern, text))
    return sorted(names)


PRELUDE = "".join('#include %s\n' % h for h in ('"src/win/win.h"', "<winsock2.h>", "<shlobj.h>", "<wtsapi32.h>", "<sddl.h>",
                                               "<powrprof.h>", "<stdint.h>"))
DEFINES = ["-DUNICODE", "-D_UNICODE", "-DWINVER=0x0A00", "-D_WIN32_WINNT=0x0A00", "-DWMIAPI=__stdcall", "-D_SHELL32_=",
           "-I" + ROOT]


def compilers(sdk):
    return {"SDK": sdk.clang() + ["-std=c11"] + DEFINES,
            "mingw": ["clang", "--target=x86_64-w64-windows-gnu", "-std=c11", "-fms-extensions"] + DEFINES}


def accepted(sdk, compiler, names, line):
    """The names for which `line % name` compiles."""
    path = os.path.join(sdk.build, "probe.c")
    prelude_lines = PRELUDE.count("\n")
    with open(path, "w", encoding="utf-8") as out:
        out.write(PRELUDE + "".join((line % {"n": n}) + "\n" for n in names))
    done = run(compiler + ["-w", "-fsyntax-only", "-ferror-limit=0", "-fno-caret-diagnostics", path])
    bad = set()
    for at in re.findall(r"probe\.c:(\d+):\d+: (?:fatal )?error", done.stdout):
        if int(at) <= prelude_lines:
            raise Failed("the headers do not compile:\n" + done.stdout[:2000])
        bad.add(names[int(at) - prelude_lines - 1])
    if done.returncode and not bad:
        raise Failed("the headers do not compile:\n" + done.stdout[:2000])
    return [n for n in names if n not in bad]


def emitted(sdk, compiler, names, line, options):
    path = os.path.join(sdk.build, "probe.c")
    with open(path, "w", encoding="utf-8") as out:
        out.write(PRELUDE + "".join((line % {"n": n}) + "\n" for n in names))
    done = run(compiler + ["-w"] + options + [path])
    if done.returncode:
        raise Failed("a probe does not compile:\n" + done.stdout[:2000])
    return done.stdout


CONSTANT = "const unsigned long long hb_%(n)s = (unsigned long long)(%(n)s);"
STRUCTURE = "struct hb_%(n)s { %(n)s value; }; unsigned long long hs_%(n)s(void) { return sizeof(struct hb_%(n)s); }"


def constants(sdk, compiler, names):
    text = emitted(sdk, compiler, names, CONSTANT, ["-S", "-emit-llvm", "-o", "-"])
    return {m.group(1): m.group(2) for m in re.finditer(r"^@hb_(\w+) = .*constant i64 (-?\d+)", text, re.M)}


def layouts(sdk, compiler, names):
    """{type: (size, ((offset, member), ...))}, of the members that the sources name."""
    used = set(names_in(SEEN, r"\b[A-Za-z_]\w+\b"))
    text = emitted(sdk, compiler, names, STRUCTURE,
                   ["-fsyntax-only", "-Xclang", "-fdump-record-layouts-complete", "-Xclang", "-fdump-record-layouts"])
    out = {}
    for block in text.split("*** Dumping AST Record Layout")[1:]:
        rows = [m.groups() for m in re.finditer(r"^ *(\d+(?::\S+)?) \|( *)(.*?)$", block, re.M)]
        if not rows or not rows[0][2].startswith("struct hb_"):
            continue
        size = re.search(r"\[sizeof=(\d+)", block)
        members = tuple((offset, what.split()[-1]) for offset, _, what in rows[2:] if what.split()[-1] in used)
        out[rows[0][2].split()[1][3:]] = (int(size.group(1)), members)
    return out


def same(sdk, mingw):
    """A newer header may know more members, never another place for one that is compiled in."""
    if isinstance(sdk, tuple):
        return sdk[0] == mingw[0] and not set(mingw[1]) - set(sdk[1])
    return sdk == mingw


def compare(sdk, kind, line, measure):
    """The number of things compared; those that differ or that the SDK lacks."""
    names = names_in(SEEN)
    both = compilers(sdk)
    known = {who: set(accepted(sdk, how, names, line)) for who, how in both.items()}
    lacks = ["%s: %s is in mingw's headers and not in the SDK's" % (kind, n)
             for n in sorted(known["mingw"] - known["SDK"])]
    common = sorted(known["mingw"] & known["SDK"])
    values = {who: measure(sdk, how, common) for who, how in both.items()}
    names = sorted(set(values["SDK"]) & set(values["mingw"]))
    differ = ["%s %s: SDK %s, mingw %s" % (kind, n, values["SDK"][n], values["mingw"][n])
              for n in names if not same(values["SDK"][n], values["mingw"][n])]
    return values["SDK"], names, lacks + differ


def show_layouts(values):
    """The structures that sessions are controlled with, for the eye."""
    for name in ("WNODE_HEADER", "EVENT_TRACE_PROPERTIES", "ENABLE_TRACE_PARAMETERS", "EVENT_FILTER_DESCRIPTOR",
                 "EVENT_FILTER_EVENT_ID", "NOTIFYICONDATAW"):
        if name in values:
            size, members = values[name]
            print("  %-24s %4d bytes: %s" % (name, size, " ".join("%s@%s" % (m, o) for o, m in members)))


def main(build, deps):
    packages, why = restore(os.path.abspath(deps))
    if not packages:
        print("sdk-check: skipped: %s" % why)
        print("0 passed, 0 failed, 1 skipped")
        return 0
    build = os.path.join(os.path.abspath(build), "sdk")
    os.makedirs(build, exist_ok=True)
    sdk = Sdk(packages, build)
    cmocka = os.path.join(os.path.abspath(deps), "cmocka")
    print("Windows SDK %s, %s" % (sdk.version, run(["clang", "--version"]).stdout.splitlines()[0]))
    passed, failed = 0, []

    def step(what, how):
        nonlocal passed
        try:
            result = how()
            passed += 1
            return result
        except Failed as error:
            failed.append("%s: %s" % (what, error))
            print("FAILED %s: %s" % (what, error))
            return None

    for name, path in projects.PROJECTS.items():
        project = Project(name, path)
        objects = step("compile", lambda: compile_project(sdk, project, cmocka, os.cpu_count()))
        if objects:
            print("compiled  %-20s %3d files, warnings are errors" % (path, len(objects)), flush=True)
        resources = step("resources", lambda: compile_resources(sdk, project))
        for source in project.resources:
            if resources:
                print("rc.exe    %s" % source)
        for source in manifests(project):
            step("manifest", lambda: check_manifest(sdk, source))
            print("mt.exe    %s" % source)
        if not objects or resources is None:
            continue
        extra = cmocka_object(sdk, cmocka) if "cmocka" in open(os.path.join(ROOT, path)).read().lower() else []
        made = step("link", lambda: link(sdk, project, objects, resources, extra))
        if made:
            own = {d: n for d, n in made[1].items() if not RUNTIME.match(d)}
            named = {l.lower().replace(".lib", ".dll") for l in project.list("AdditionalDependencies", "Link")}
            if set(own) - named:
                failed.append("%s imports %s" % (project.target, sorted(set(own) - named)))
            print("linked    %s.exe: %s; run-time %d" % (project.target, ", ".join("%s %d" % p for p in sorted(own.items())),
                                                     sum(made[1].values()) - sum(own.values())), flush=True)
            if name == "tests":
                step("run", lambda: run_suites(sdk, made[0]))
    for kind, line, measure in (("constant", CONSTANT, constants), ("structure", STRUCTURE, layouts)):
        result = step(kind, lambda: compare(sdk, kind, line, measure))
        if result:
            values, names, bad = result
            failed += bad
            print("compared  %d %ss with mingw's headers, %d differ" % (len(names), kind, len(bad)))
            print("\n".join(bad), end="\n" if bad else "")
            if kind == "structure":
                print("          %d members" % sum(len(values[n][1]) for n in names))
                show_layouts(values)
    print("%d passed, %d failed" % (passed, len(failed)))
    return 1 if failed else 0


def run_suites(sdk, program):
    """The suites once more, as this compiler and these headers made them, under Wine."""
    env = wine_environment(sdk)
    env["HITCHBOX_TEST_FOLDER"] = windows_path(os.path.join(sdk.build, "test-files"))
    screen = os.path.join(ROOT, "tests", "e2e", "with_screen.py")
    done = run(["timeout", "-k", "5", "1200", sys.executable, screen, "wine", program, "suites"], env=env, cwd=ROOT)
    closing = re.findall(r"^\d+ passed, (\d+) failed.*$", done.stdout, re.M)
    line = re.findall(r"^(\d+ passed, \d+ failed.*?)\s*$", done.stdout, re.M)
    if done.returncode or closing != ["0"]:
        raise Failed("the suites, linked against the SDK:\n" + "\n".join(l for l in done.stdout.splitlines() if "FAILED" in l or "error" in l.lower())[:3000])
    print("ran       %s under Wine: %s" % (os.path.basename(program), line[-1]))


def cmocka_object(sdk, cmocka):
    made = os.path.join(sdk.build, "cmocka.obj")
    have = ["HAVE_INTTYPES_H", "HAVE_STDINT_H", "HAVE_SIGNAL_H", "HAVE_IO_H", "HAVE_STRUCT_TIMESPEC", "HAVE_STRING_H",
            "HAVE_MALLOC_H", "HAVE_TIME_H", "HAVE__SNPRINTF_S", "HAVE__VSNPRINTF_S", "HAVE_SNPRINTF", "HAVE_VSNPRINTF"]
    done = run(sdk.clang_cl() + ["/w", "/O1", "/GS-", "/TC", "/D_MT", "/D_CRT_SECURE_NO_WARNINGS", "/Dstrdup=_strdup"] + ["/D" + h for h in have] +
               ["/I", os.path.join(cmocka, "include"), "/c", "/Fo" + made, "--", os.path.join(cmocka, "src", "cmocka.c")])
    if done.returncode:
        raise Failed("cmocka does not compile:\n" + done.stdout[:2000])
    return [made]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
