"""Checks that pages tell what the code does: thresholds of docs/verdict.md
against tests/tools/thresholds.txt, names in docs/architecture.md."""
import os
import re

import rooms

THRESHOLDS, VERDICT, WALK = "tests/tools/thresholds.txt", "docs/verdict.md", "docs/architecture.md"
FOLDERS = ("src/frames", "src/gather", "src/verdict", "src/report")
WORDS = {"once": 1, "two": 2, "twice": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a tenth": 10, "a sixth": 6,
         "a fifth": 20, "a quarter": 25, "a third": 3, "half": 50}
UNITS = {"ms": 10 ** 4, "s": 10 ** 7, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "%": 1}
NAMES = {"MILLISECOND": 10 ** 4, "SECOND": 10 ** 7, "TENTH": 10 ** 6, "PAGE": 4096, "MB": 1 << 20, "FRAMES_PER_MS": 10 ** 4}
CODE_NUMBER = r"\d\w*(?: [*/] \w+)*|[A-Z]\w*(?: / \d\w*)?"
NUMBER = r"(?:(?<![\w.])\d[\d,]*(?:\.\d+)?(?: (?:ms|s|KB|MB|GB|%%)(?![A-Za-z]))?(?![\d.]\d)|\b(?:%s)\b)" % "|".join(WORDS)
UNITED = r"(?<![\w.])\d[\d,]*(?:\.\d+)? (?:ms|s|KB|MB|GB|%)(?![A-Za-z])"


def value_of_words(words):
    if words in WORDS:
        return WORDS[words]
    number, _, unit = words.replace(",", "").partition(" ")
    return float(number) * UNITS.get(unit, 1)


def value_of_code(code):
    """A product or quotient of numbers and the names of units; None for anything else."""
    factors = re.split(r"([*/])", code.replace("(int64_t)", " ").replace("(", " ").replace(")", " "))
    value = None
    for sign, factor in zip(["*"] + factors[1::2], factors[::2]):
        factor = factor.strip()
        number = re.fullmatch(r"(\d+)[uUlL]*", factor)
        if not number and factor not in NAMES:
            return None
        one = int(number.group(1)) if number else NAMES[factor]
        value = one if value is None else value * one if sign == "*" else value / one
    return value


def pattern(words, blank, number, other="#"):
    """A regular expression in which {} is a number, # another one, and blanks are as wide as they like."""
    parts = (re.escape(part).replace(r"\{\}", "(%s)" % number).replace(r"\#", other) for part in words.split())
    return blank.join(parts)


def code_of(place, sources):
    """Every number that the code has at a place of the table."""
    rule = re.fullmatch(r"(FACT_\w+) (before|after|usual)", place)
    if rule:
        return [found[("before", "after", "usual").index(rule.group(2))] for text in sources.values() for found in
                re.findall(r"\{%s, SUSPECT_\w+, ([^,]+), ([^,]+), ([^,]+)," % rule.group(1), text)]
    if re.fullmatch(r"[A-Z]\w*", place):
        return [found for text in sources.values()
                for found in re.findall(r"^#define %s +(.+?) *(?:/\*.*)?$" % place, text, re.M)]
    name, _, code = place.partition(": ")
    looked_for = pattern(re.sub(r"([^\w\s{}])", r" \1 ", code), r"\s*", CODE_NUMBER)
    return [found for path, text in sources.items() if os.path.basename(path) == name
            for found in re.findall(looked_for, text)]


def lines_of(root):
    with open(os.path.join(root, THRESHOLDS), encoding="utf-8") as f:
        for number, line in enumerate(f.read().split("\n"), 1):
            if line.strip() and not line.startswith("# ") and line != "#":
                words, _, place = line.partition(" = ")
                yield number, words.strip(), place.strip()


def check_thresholds(root):
    """docs/verdict.md prints the thresholds that the code has"""
    with open(os.path.join(root, VERDICT), encoding="utf-8") as f:
        page = f.read()
    sources = dict(rooms.sources(root, *FOLDERS))
    covered = set()
    for number, words, place in lines_of(root):
        where = "%s:%d" % (THRESHOLDS, number)
        said = list(re.finditer(pattern(words, r"\s+", NUMBER, NUMBER), page))
        if words.count("{}") != 1 or len(said) != 1:
            yield "%s: %s has \"%s\" %d times" % (where, VERDICT, words, len(said))
            continue
        covered.add(said[0].start(1))
        place, tenths, _ = place.partition(" in tenths")
        has = code_of(place, sources)
        values = {value_of_code(code) for code in has}
        if len(values) != 1 or None in values:
            yield "%s: the code has %s for %s" % (where, sorted(set(has)) or "nothing", place)
        elif abs(value_of_words(said[0].group(1)) - values.pop() * (10 if tenths else 1)) > 1e-6:
            yield "%s says %s in \"%s\"; the code says %s (%s)" % (VERDICT, said[0].group(1), words, has[0], place)
    for section in re.finditer(r"^## [12]\. .*?(?=^## |\Z)", page, re.M | re.S):
        for said in re.finditer(UNITED, section.group(0)):
            if section.start() + said.start() not in covered:
                yield "%s says \"%s\", which no line of %s compares" % (
                    VERDICT, " ".join(section.group(0)[max(0, said.start() - 30):said.end() + 5].split()), THRESHOLDS)


def check_walk(root):
    """every file and function that docs/architecture.md names is there"""
    with open(os.path.join(root, WALK), encoding="utf-8") as f:
        page = f.read()
    texts = dict(rooms.sources(root, "src"))
    code = "\n".join(rooms.bare(text) for path, text in texts.items() if path.endswith(".c"))
    for name in sorted(set(re.findall(r"`([\w./-]+\.(?:c|h|ini|txt|py|md))`", page))):
        if not any(os.path.exists(os.path.join(root, folder, name)) for folder in ("", "src", "config")):
            yield "%s names %s, which is not there" % (WALK, name)
    for name in sorted(set(re.findall(r"`(\w+)\(\)`", page))):
        if not re.search(r"^[A-Za-z_][\w \t*]*?\b%s\([^;{}]*\)\s*\{" % name, code, re.M):
            yield "%s names %s(), which no file of src has" % (WALK, name)
    for name in sorted(set(re.findall(r"`([a-z_]+)\(\)` of `[\w/.]+`", page))):
        for path in set(re.findall(r"`%s\(\)` of `([\w/.]+)`" % name, page)):
            if not re.search(r"\b%s\([^;{}]*\)\s*\{" % name, rooms.bare(texts.get("src/" + path, ""))):
                yield "%s has %s() in %s, which is elsewhere" % (WALK, name, path)


def check_doors_told(root):
    """docs/architecture.md lists the rooms with their doors and trades as tests/tools/rooms.txt has them"""
    with open(os.path.join(root, WALK), encoding="utf-8") as f:
        page = f.read()
    listed = re.findall(r"^\| `(\w+)` \| `([^`]+)` \| (.*) \|$", page, re.M)
    table = [(room.name, "%s/%s" % (room.name, room.door), room.trade) for room in rooms.read(root).rooms.values()]
    for row in sorted(set(listed) ^ set(table)):
        yield "%s: %s %s" % (WALK, " ".join(row), "is of no room" if row in listed else "is missing")


CHECKS = [check_thresholds, check_walk, check_doors_told]
