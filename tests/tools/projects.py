"""The Visual Studio projects and the Makefile name the same files.

    python3 tests/tools/projects.py            says what differs
    python3 tests/tools/projects.py --write    puts the Makefile's lists into the projects

Everything else in the projects is written by hand; the checks read the XML as
MSBuild does and know nothing of how --write puts it there.
"""
import collections
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOLUTION = "app.sln"
# list of `make print-lists`: project
PROJECTS = {"hitchbox": "src/app.vcxproj", "hitch": "src/hitch.vcxproj", "tests": "tests/tests.vcxproj",
            "scenarios": "tests/scenarios/scenarios.vcxproj",
            "contract": "tests/contract/contract.vcxproj"}
CONFIGURATIONS = {("Debug", "x64"), ("Release", "x64")}
NS = "{http://schemas.microsoft.com/developer/msbuild/2003}"
CPP_PROJECT = "8BC9CEB8-8B4A-11D0-8D11-00A0C91BC942"
GUID = re.compile(r"^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$")


def makefile_lists(root):
    lists = collections.defaultdict(set)
    out = subprocess.run(["make", "-s", "--no-print-directory", "print-lists"], cwd=root, capture_output=True,
                         text=True, check=True).stdout
    for line in out.splitlines():
        name, path = line.split()
        lists[name].add(path)
    return lists


def project_files(root, project, tag):
    """Paths relative to the tree, in the order of the file."""
    folder = os.path.dirname(project)
    tree = xml.parse(os.path.join(root, project)).getroot()
    return [os.path.normpath(os.path.join(folder, item.get("Include").replace("\\", "/")))
            for item in tree.iter(NS + tag) if item.get("Include")]


def check_lists(root):
    """app.sln's projects and the Makefile name the same source files"""
    lists = makefile_lists(root)
    for name, project in PROJECTS.items():
        compiled = project_files(root, project, "ClCompile")
        for path, count in collections.Counter(compiled).items():
            if count > 1:
                yield "%s names %s twice" % (project, path)
        for path in sorted(lists[name] - set(compiled)):
            yield "%s lacks %s (tests/tools/projects.py --write puts it there)" % (project, path)
        for path in sorted(set(compiled) - lists[name]):
            yield "%s names %s, which the Makefile does not build into it" % (project, path)
        objects = collections.Counter(os.path.basename(p).lower() for p in compiled)
        for path, count in objects.items():
            if count > 1:
                yield "%s: two files named %s would share one object file" % (project, path)


def check_paths(root):
    """every file that a project names exists, spelt alike"""
    for project in PROJECTS.values():
        for tag in ("ClCompile", "ResourceCompile", "Manifest", "None"):
            for path in project_files(root, project, tag):
                folder, name = os.path.split(os.path.join(root, path))
                if not os.path.isdir(folder) or name not in os.listdir(folder):
                    yield "%s names %s, which is not there" % (project, path)


def check_projects(root):
    """each project is a well-formed x64 C project with the house's settings"""
    for project in PROJECTS.values():
        tree = xml.parse(os.path.join(root, project)).getroot()
        if tree.tag != NS + "Project" or tree.get("DefaultTargets") != "Build":
            yield project + " is not an MSBuild project"
        have = {(c.findtext(NS + "Configuration"), c.findtext(NS + "Platform"))
                for c in tree.iter(NS + "ProjectConfiguration")}
        if have != CONFIGURATIONS:
            yield "%s has the configurations %s" % (project, sorted(have))
        for c in tree.iter(NS + "ProjectConfiguration"):
            if c.get("Include") != "%s|%s" % (c.findtext(NS + "Configuration"), c.findtext(NS + "Platform")):
                yield "%s: %s does not say what it includes" % (project, c.get("Include"))
        guids = [g.text for g in tree.iter(NS + "ProjectGuid")]
        if len(guids) != 1 or not GUID.match(guids[0]):
            yield "%s: its ProjectGuid is %s" % (project, guids)
        imports = [i.get("Project") for i in tree.iter(NS + "Import")]
        wanted = [r"$(VCTargetsPath)\Microsoft.Cpp.Default.props", r"$(VCTargetsPath)\Microsoft.Cpp.props",
                  r"$(VCTargetsPath)\Microsoft.Cpp.targets"]
        if [i for i in imports if i in wanted] != wanted:
            yield "%s imports %s" % (project, imports)
        for tag, value in (("LanguageStandard_C", "stdc11"), ("WarningLevel", "Level4"), ("CharacterSet", "Unicode"),
                           ("TreatWarningAsError", "true")):
            if value not in [t.text for t in tree.iter(NS + tag)]:
                yield "%s: %s is not %s" % (project, tag, value)
        text = open(os.path.join(root, project), encoding="utf-8").read()
        # C4204 and C4221 warn of initializers that C99 allows.
        for word in ("/utf-8", "<DisableSpecificWarnings>4204;4221;", "MultiThreaded<", "MultiThreadedDebug<", "WMIAPI=__stdcall", "_SHELL32_=",
                     "_WIN32_WINNT=0x0A00"):
            if word not in text:
                yield "%s lacks %s" % (project, word)


def check_solution(root):
    """app.sln names each project with its GUID and every configuration"""
    text = open(os.path.join(root, SOLUTION), encoding="utf-8-sig").read()
    if "Microsoft Visual Studio Solution File, Format Version 12.00" not in text:
        yield SOLUTION + " has no header"
    found = re.findall(r'^Project\("\{([0-9A-F-]+)\}"\) = "([^"]+)", "([^"]+)", "(\{[0-9A-F-]+\})"$', text, re.M)
    named = {path.replace("\\", "/"): guid for _, _, path, guid in found}
    if text.count("EndProject\n") != len(found) or len({g for g in named.values()}) != len(found):
        yield SOLUTION + ": its Project entries are broken or share a GUID"
    for kind, _, path, _ in found:
        if kind != CPP_PROJECT:
            yield "%s: %s has project type %s" % (SOLUTION, path, kind)
    if set(named) != set(PROJECTS.values()):
        yield "%s names %s" % (SOLUTION, sorted(named))
    for project, guid in named.items():
        if not os.path.exists(os.path.join(root, project)):
            continue
        own = xml.parse(os.path.join(root, project)).getroot().find(".//" + NS + "ProjectGuid").text
        if own != guid:
            yield "%s gives %s the GUID %s, it says %s" % (SOLUTION, project, guid, own)
        for configuration, platform in CONFIGURATIONS:
            pair = "%s|%s" % (configuration, platform)
            for what in ("ActiveCfg", "Build.0"):
                if "%s.%s.%s = %s" % (guid, pair, what, pair) not in text:
                    yield "%s: %s lacks %s.%s" % (SOLUTION, project, pair, what)


def check_resources(root):
    """every .rc is in one project, and no project makes a second manifest beside its .rc's own"""
    owners = collections.defaultdict(list)
    for project in PROJECTS.values():
        text = open(os.path.join(root, project), encoding="utf-8").read()
        for path in project_files(root, project, "ResourceCompile"):
            owners[path].append(project)
            own = os.path.exists(os.path.join(root, path)) and "RT_MANIFEST" in open(os.path.join(root, path),
                                                                                    encoding="utf-8").read()
            if own and "<GenerateManifest>false</GenerateManifest>" not in text:
                yield "%s: %s brings a manifest, so GenerateManifest must be false" % (project, path)
    for name in sorted(os.listdir(os.path.join(root, "res"))):
        if name.endswith(".rc") and len(owners["res/" + name]) != 1:
            yield "res/%s is in %s" % (name, owners["res/" + name] or "no project")


CHECKS = [check_lists, check_paths, check_projects, check_solution, check_resources]


def write(root):
    lists = makefile_lists(root)
    for name, project in PROJECTS.items():
        path = os.path.join(root, project)
        text = open(path, encoding="utf-8", newline="").read()
        folder = os.path.dirname(project)
        items = "".join('    <ClCompile Include="%s" />\n' % os.path.relpath(p, folder).replace("/", "\\")
                        for p in sorted(lists[name]))
        new = re.sub(r'(<ItemGroup Label="Sources">\n).*?(  </ItemGroup>)',
                     lambda m: m.group(1) + items + m.group(2), text, flags=re.S)
        if new != text:
            open(path, "w", encoding="utf-8", newline="").write(new)
            print("written: " + project)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write(ROOT)
        sys.exit(0)
    problems = [p for c in CHECKS for p in c(ROOT)]
    print("\n".join(problems) or "app.sln, its projects and the Makefile agree")
    sys.exit(1 if problems else 0)
