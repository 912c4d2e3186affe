"""What the READMEs tell people to type, held against what is there: the Windows
lines against app.sln, its projects, the vcpkg manifest and the workflow, the
Debian lines against the Makefile and the scripts.

    python3 tests/tools/readme_commands.py
"""
import json
import os
import re
import sys
import xml.etree.ElementTree as xml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
READMES = ("README.md", "README.zh-CN.md")
PAGES = READMES + ("docs/building.md", "docs/testing-on-windows.md", "docs/testing-on-windows.zh-CN.md")
SOLUTION, WORKFLOW, MANIFEST, MAKEFILE = "app.sln", ".github/workflows/ci.yml", "tests/vcpkg.json", "Makefile"
NS = "{http://schemas.microsoft.com/developer/msbuild/2003}"
# Properties of MSBuild's own that the projects set or that choose what is built.
OWN_PROPERTIES = {"Configuration", "Platform", "PlatformToolset"}
# What it brings for projects to ask.
GIVEN_PROPERTIES = OWN_PROPERTIES | {"IncludePath", "MSBuildThisFileDirectory", "OutDir", "ProjectName", "SolutionDir",
                                     "VCTargetsPath"}


def projects_of(solution):
    """name: path"""
    return {name: path.replace("\\", "/") for name, path in re.findall(
        r'^Project\("[^"]+"\) = "([^"]+)", "([^"]+\.vcxproj)"', solution, re.M)}


def read(root):
    """name: text of every file that is looked at."""
    names = list(PAGES) + [SOLUTION, WORKFLOW, MANIFEST, MAKEFILE]
    tree = {name: open(os.path.join(root, name), encoding="utf-8-sig").read() for name in names}
    for path in projects_of(tree[SOLUTION]).values():
        tree[path] = open(os.path.join(root, path), encoding="utf-8").read()
    for folder, _, files in os.walk(os.path.join(root, "tests")):
        for name in files:
            if name.endswith(".mk"):
                tree[MAKEFILE] += open(os.path.join(folder, name), encoding="utf-8").read()
    for name in ("tests/tools/setup", "tests/vcpkg.json"):
        tree[name] = open(os.path.join(root, name), encoding="utf-8").read()
    return tree


def commands(text):
    """The lines of a page's code blocks, without comments."""
    for line in re.findall(r"^\s*(?:    |\t)(\S.*)$", text, re.M):
        line = re.sub(r"\s+#.*", "", line).strip()
        if re.match(r"(?:msbuild|vcpkg|make|sh)\s|build\\vs\\", line):
            yield line


def words_of(line):
    return [w.strip('"') for w in re.findall(r'"[^"]*"|\S+', line)]


def configurations(solution):
    return set(re.findall(r"^\t\t(\w+)\|(\w+) = ", solution, re.M))


def check_msbuild(tree, page, line):
    words = words_of(line)
    names = projects_of(tree[SOLUTION])
    what = words[1].replace("\\", "/")
    if what != SOLUTION and what not in names.values():
        yield "%s builds %s, which is no project" % (page, what)
    properties = {}
    for word in words[2:]:
        if word.startswith("/t:"):
            for target in word[3:].split(";"):
                if target not in names:
                    yield "%s: %s has no target %s" % (page, SOLUTION, target)
            if ";" in word and '"%s"' % word not in line:
                yield "%s: %s without quotation marks ends the line in PowerShell" % (page, word)
        elif word.startswith("/p:"):
            name, _, properties[name] = word[3:].partition("=")
            if name not in OWN_PROPERTIES and not any("$(%s)" % name in tree[p] for p in names.values()):
                yield "%s: no project knows the property %s" % (page, name)
        elif word not in ("/m", "..."):
            yield "%s: %s is not known to this check" % (page, word)
    pair = (properties.get("Configuration"), properties.get("Platform"))
    if "..." not in words and pair not in configurations(tree[SOLUTION]):
        yield "%s: %s has no configuration %s|%s" % ((page, SOLUTION) + pair)


def products(tree):
    """Where the projects put what they build, as the pages write it."""
    for path in projects_of(tree[SOLUTION]).values():
        root = xml.fromstring(tree[path])
        folder = root.find(".//" + NS + "OutDir").text.replace("$(SolutionDir)", "")
        for configuration, _ in configurations(tree[SOLUTION]):
            yield folder.replace("$(Configuration)", configuration) + root.find(".//" + NS + "TargetName").text + ".exe"


def check_line(tree, page, line):
    words = words_of(line)
    if words[0] == "msbuild":
        yield from check_msbuild(tree, page, line)
    elif words[0].startswith("build\\vs\\") and words[0] not in products(tree):
        yield "%s starts %s, which no project builds" % (page, words[0])
    elif words[0] in ("make", "sh"):
        if words[0] == "sh":
            if words[1] not in tree:
                yield "%s runs %s, which is not there" % (page, words[1])
                return
            words = words[2:]
            if words[:1] != ["make"] or not re.search(r"^make\)", tree["tests/tools/setup"], re.M):
                yield "%s: %s does not take %s" % (page, "tests/tools/setup", words)
        for target in words[1:]:
            if "=" not in target and not re.search(r"^[\w -]*(?<![\w-])%s(?![\w-])[\w -]*:" % re.escape(target),
                                                   tree[MAKEFILE], re.M):
                yield "%s: the Makefile has no target %s" % (page, target)


def needs_cmocka(tree, line):
    """Does the line build a project with tests in it, and bring no cmocka of its own?"""
    words = words_of(line)
    targets = [t for w in words if w.startswith("/t:") for t in w[3:].split(";")]
    names = projects_of(tree[SOLUTION])
    built = [names[t] for t in targets if t in names] if targets else list(names.values())
    return "/p:CmockaDir=" not in line and any("VcpkgEnableManifest" in tree[p] for p in built)


def check_order(tree, page):
    """cmocka is told of before it is needed."""
    integrated = False
    for line in commands(tree[page]):
        integrated |= line == "vcpkg integrate install"
        if line.startswith("msbuild app.sln") and needs_cmocka(tree, line) and not integrated:
            yield "%s: \"%s\" stops on cmocka.h: \"vcpkg integrate install\" comes first" % (page, line)


def check_workflow(tree):
    text = tree[WORKFLOW].replace("${{ matrix.configuration }}", "Release")
    runs = [line.strip() for line in text.split("\n")]
    for page in READMES:
        for line in commands(tree[page]):
            if line.startswith(("msbuild", "vcpkg", "sh ")) and not any(
                    line in run and not run.startswith("#") for run in runs):
                yield "%s does not run \"%s\" of %s" % (WORKFLOW, line, page)
    first = {line: text.find(line) for page in READMES for line in commands(tree[page])}
    install = text.find("vcpkg integrate install")
    for line, at in first.items():
        if line.startswith("msbuild app.sln") and at >= 0 and needs_cmocka(tree, line) == (at < install):
            yield "%s: \"%s\" and vcpkg integrate install stand in another order than in the README" % (WORKFLOW, line)


def check_manifest(tree):
    manifest = json.loads(tree[MANIFEST])
    if not re.match(r"^[0-9a-f]{40}$", manifest.get("builtin-baseline", "")):
        yield "%s names no pinned baseline" % MANIFEST
    if "cmocka" not in manifest.get("dependencies", []):
        yield "%s does not ask for cmocka" % MANIFEST
    for path in projects_of(tree[SOLUTION]).values():
        if "VcpkgEnableManifest" in tree[path] and not path.startswith(os.path.dirname(MANIFEST) + "/"):
            yield "%s wants a manifest, and %s does not lie above it" % (path, MANIFEST)


def check_properties(tree, lines):
    """What a project asks for is MSBuild's own, or a page says how to give it."""
    told = set(re.findall(r"/p:(\w+)=", "\n".join(lines)))
    for path in projects_of(tree[SOLUTION]).values():
        for name in sorted(set(re.findall(r"\$\((\w+)\)", tree[path])) - GIVEN_PROPERTIES - told):
            yield "%s asks for the property %s, which no page gives" % (path, name)


def findings(tree):
    listed = {page: list(commands(tree[page])) for page in PAGES}
    for page, lines in listed.items():
        for line in lines:
            yield from check_line(tree, page, line)
        yield from check_order(tree, page)
    if listed[READMES[0]] != listed[READMES[1]]:
        yield "the READMEs tell different lines: %s" % sorted(set(listed[READMES[0]]) ^ set(listed[READMES[1]]))
    for word in ("msbuild", "vcpkg", "make", "sh", "build\\vs\\"):
        if not any(line.startswith(word) for line in listed[READMES[0]]):
            yield "%s has no line that begins with %s" % (READMES[0], word)
    yield from check_workflow(tree)
    yield from check_manifest(tree)
    yield from check_properties(tree, [line for lines in listed.values() for line in lines])


def check_commands(root):
    """what the READMEs tell to type is there: projects, targets, properties, manifest, workflow, make targets"""
    yield from findings(read(root))


# A slip in each place, which the check has to name.
SLIPS = (
    ("README.md", "/t:app;hitch", "/t:app;hitches", "no target hitches"),
    ("README.md", '"/t:app;hitch"', "/t:app;hitch", "PowerShell"),
    ("README.md", "/p:Platform=x64", "/p:Platform=x86", "no configuration"),
    ("README.md", "msbuild app.sln /m /p:", "msbuild app.sln /m /p:Cmokadir=x /p:", "property Cmokadir"),
    ("README.md", "    vcpkg integrate install\n", "", "comes first"),
    ("README.md", "Release\\tests.exe", "Release\\test.exe", "no project builds"),
    ("README.md", "    make run ", "    make runs ", "no target runs"),
    ("README.md", "setup make test", "setup make tests", "no target tests"),
    ("README.md", "sh tests/tools/setup make run", "sh tests/tools/set-up make run", "not there"),
    ("README.zh-CN.md", "msbuild app.sln /m /p:", "msbuild app.sln /p:", "different lines"),
    (WORKFLOW, "          vcpkg integrate install\n", "", "does not run \"vcpkg"),
    (WORKFLOW, '"/t:app;hitch"', "", "does not run \"msbuild"),
    (WORKFLOW, "setup make run", "setup run", "does not run \"sh"),
    (MANIFEST, '"builtin-baseline": "', '"builtin-baseline": "HEAD', "pinned"),
    ("src/hitch.vcxproj", "<TargetName>hitch<", "<TargetName>hitch2<", "hitch.exe"),
    ("src/app.vcxproj", "<TargetName>hitchbox<", "<TargetName>box<", "hitchbox.exe"),
    ("tests/tests.vcxproj", "$(CmockaDir)", "$(CmockaDyr)", "property CmockaDyr"),
    ("tests/tools/setup", "\nmake)\n", "\nmak)\n", "does not take"),
)


def check_slips(root):
    """the check of the READMEs' lines names each slip that is put in"""
    whole = read(root)
    for name, old, new, says in SLIPS:
        tree = dict(whole)
        tree[name] = whole[name].replace(old, new, 1)
        if tree[name] == whole[name]:
            yield "%s does not hold %r any more" % (name, old)
        elif not any(says in finding for finding in findings(tree)):
            yield "%r in %s passes" % (new, name)


CHECKS = [check_commands, check_slips]

if __name__ == "__main__":
    problems = [p for c in CHECKS for p in c(ROOT)]
    print("\n".join(problems) or "the READMEs' lines are right")
    sys.exit(1 if problems else 0)
