"""docs/whitelist.md and its Chinese twin name every event of
config/providers.ini, with its story and the scenario that showed it.

    python3 tests/tools/whitelist_page.py            says what differs
    python3 tests/tools/whitelist_page.py --write    puts the stories of providers.ini into both pages

The last column is written by hand; --write keeps it, and marks what is new as
not yet shown.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CONFIG = "config/providers.ini"
# page: language of its stories, heading of the tables, the tables' head, "not yet shown", "from build N"
PAGES = {
    "docs/whitelist.md": ("en", "## Each event, and the scenario that showed it", "| id | what happened | shown by |",
                          "not yet shown", " From build %s."),
    "docs/whitelist.zh-CN.md": ("zh", "## 每个事件，以及由哪个场景显示", "| 编号 | 发生了什么 | 由哪个场景显示 |", "尚未显示",
                                "从版本号 %s 起。"),
}
SIMULATED = {"en": " (simulated)", "zh": "（模拟）"}


def listed(root):
    """The File session's events: {provider: {id: {"en": story, "zh": story, "from": build}}}, in order."""
    events, here = {}, None
    with open(os.path.join(root, CONFIG), encoding="utf-8") as f:
        for line in f:
            section = re.match(r"\[(\w+) (?:Microsoft-Windows-)?(\S+)\]", line)
            entry = re.match(r"id (\d+) (en|zh|from) = (.*)", line)
            if section:
                here = events.setdefault(section.group(2), {}) if section.group(1) == "file" else None
            elif entry and here is not None:
                here.setdefault(int(entry.group(1)), {})[entry.group(2)] = entry.group(3).strip()
    return events


def story(event, page):
    language, _, _, _, since = PAGES[page]
    return event[language] + (since % event["from"] if "from" in event else "")


def rows(root, page):
    """{(provider, id): (story, shown by)} of the page's tables, and where the tables begin and end."""
    with open(os.path.join(root, page), encoding="utf-8") as f:
        text = f.read()
    begin = text.find(PAGES[page][1] + "\n")
    first = text.find("\n### ", begin) if begin >= 0 else -1
    if first < 0:
        return {}, text, 0, 0
    end = text.find("\n## ", first)
    end = len(text) if end < 0 else end
    found, provider = {}, None
    for line in text[first:end].split("\n"):
        if line.startswith("### "):
            provider = line[4:].strip()
        row = re.match(r"\| (\d+) \| (.*) \| (.*) \|$", line)
        if row:
            found[provider, int(row.group(1))] = (row.group(2), row.group(3))
    return found, text, first + 1, end


def shown(root, page):
    """{(provider, id): set of scenarios} of those that the page calls shown by the simulated machine."""
    mark = SIMULATED[PAGES[page][0]]
    return {key: set(re.split(r", |、", by[:-len(mark)])) for key, (_, by) in rows(root, page)[0].items() if by.endswith(mark)}


def check_pages(root):
    """docs/whitelist.md and its Chinese twin name every event of providers.ini with its story"""
    events = {(p, i): e for p, ids in listed(root).items() for i, e in ids.items()}
    for page in PAGES:
        found = rows(root, page)[0]
        for key in sorted(set(events) | set(found)):
            if key not in found:
                yield "%s lacks %s %d (tests/tools/whitelist_page.py --write puts it there)" % (page, *key)
            elif key not in events:
                yield "%s names %s %d, which %s does not list" % (page, *key, CONFIG)
            elif found[key][0] != story(events[key], page):
                yield "%s has another story for %s %d (tests/tools/whitelist_page.py --write takes it over)" % (page, *key)
    texts = [{k: re.split(r", |、", by[:-len(SIMULATED[PAGES[p][0]])]) for k, (_, by) in rows(root, p)[0].items()
              if by != PAGES[p][3]} for p in PAGES]
    for key in sorted(set(texts[0]) ^ set(texts[1])):
        yield "only one of the two pages says that %s %d was shown" % key


CHECKS = [check_pages]


def write(root):
    for page, (_, _, head, never, _) in PAGES.items():
        found, text, first, end = rows(root, page)
        out = []
        for provider, ids in listed(root).items():
            out += ["### " + provider, "", head, "|---|---|---|"]
            out += ["| %d | %s | %s |" % (i, story(ids[i], page), found.get((provider, i), (0, never))[1]) for i in sorted(ids)]
            out.append("")
        new = text[:first] + "\n".join(out).rstrip("\n") + "\n" + text[end:]
        if first and new != text:
            with open(os.path.join(root, page), "w", encoding="utf-8") as f:
                f.write(new)
            print("written: " + page)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write(ROOT)
    problems = [p for c in CHECKS for p in c(ROOT)]
    print("\n".join(problems) or "both pages and providers.ini agree")
    sys.exit(1 if problems else 0)
