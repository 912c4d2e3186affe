"""Holds what the reports say of the everyday worlds against what is right.

    python3 tests/scenarios/worlds/judge.py [--list] ANSWERS...

Prints kind against answer. Ends with 1 where fewer than 97 % are right, a kind
is under 90 %, more than 5 names are wrong for each 1,200 incidents, or a quiet
world was not quiet. --list: a line for each world that was not right."""
import calendar
import json
import re
import sys

RIGHT, WRONG, MISSED, FALSE = "right", "wrong name", "missed", "false stutter"
ANSWERS = (RIGHT, WRONG, MISSED, FALSE)
SLACK = 1500000  # a told time may be that far beside the true one, in 100 ns


def filetime(text):
    y, mo, d, h, mi, s, frac = re.match(r"(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(?:\.(\d+))?Z?", text).groups()
    seconds = calendar.timegm((int(y), int(mo), int(d), int(h), int(mi), int(s))) + 11644473600
    return seconds * 10000000 + int((frac or "0").ljust(7, "0")[:7])


def span(item):
    begin = filetime(item["time"])
    return begin, begin + 10 * item.get("length_us", 0)


def meets(a, b):
    return a[0] <= b[1] + SLACK and b[0] <= a[1] + SLACK


def told(report):
    """What the report tells as trouble of the frames: kinds and spans, the headline's first where there is one."""
    if "headline" in report:
        head = report["headline"] or {}
        what = head.get("what") or "none"
        return [] if what == "none" or not head.get("time") else [(what, span(head))]
    return [("stutter", span(h)) for h in report.get("hitches", []) if not h.get("excuse")]


def is_felt(truth, report):
    """Is what was felt told, and at about its length?"""
    true = (truth["from"], truth["to"])
    for what, s in told(report):
        if not meets(s, true):
            continue
        if truth["felt"] == "slow" or "headline" not in report:
            return True
        length, right = s[1] - s[0], true[1] - true[0]
        if right / 2 - 500000 <= length <= right * 2 + 500000:
            return True
    return False


def names_match(truth, report):
    if truth["named"] == "-":
        return True
    said = report.get("sentence", "")
    for suspect in report.get("suspects", [])[:1]:
        said += " " + suspect.get("name", "") + " " + suspect.get("text", "")
    return truth["named"].lower() in said.lower()


def allowed(truth):
    kinds = {truth["cause"]}
    for word in truth["also"].split(","):
        kind, _, build = word.partition("@")
        if kind != "-" and (not build or int(build) == truth["build"]):
            kinds.add(kind)
    return kinds


def judge(truth, report):
    kind = report["verdict"]
    if kind == "failed":
        return FALSE if truth["quiet"] else MISSED
    if truth["quiet"]:
        return WRONG if kind != "none" else FALSE if told(report) else RIGHT
    good = kind in allowed(truth) and (kind == "none" or names_match(truth, report))
    if kind != "none" and not good:
        return WRONG
    if truth["felt"] == "nothing" and told(report):
        return FALSE
    may_tell = truth["felt"] == "stutter" or (truth["felt"] == "slow" and "headline" in report)
    if may_tell and not is_felt(truth, report):
        return MISSED
    return RIGHT if good else MISSED


def read(paths):
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                words, report = line.rstrip("\n").split("\t", 1)
                truth = dict(word.split("=", 1) for word in words.split())
                for key in ("world", "quiet", "build", "from", "to", "pressed", "wrapped", "earlier", "generated"):
                    truth[key] = int(truth[key])
                yield truth, json.loads(report)


def share(part, whole):
    return 100.0 * part / whole if whole else 100.0


def print_groups(rows, title, key):
    groups = {}
    for truth, answer in rows:
        groups.setdefault(key(truth), []).append(answer)
    print("%s: %s" % (title, ", ".join("%s %.0f %% of %d" % (g, share(a.count(RIGHT), len(a)), len(a))
                                       for g, a in sorted(groups.items()))))


def print_table(rows):
    kinds = {}
    for truth, answer in rows:
        kinds.setdefault(truth["kind"].replace("_", " "), []).append(answer)
    print("%-24s %6s %10s %7s %14s %6s" % (("world",) + ANSWERS + ("%",)))
    for kind, answers in kinds.items():
        print("%-24s %6d %10d %7d %14d %6.0f" % ((kind,) + tuple(answers.count(a) for a in ANSWERS) +
                                                (share(answers.count(RIGHT), len(answers)),)))
    return kinds


def main(words):
    rows, lines = [], []
    for truth, report in sorted(read([w for w in words if not w.startswith("--")]), key=lambda x: x[0]["world"]):
        answer = judge(truth, report)
        rows.append((truth, answer))
        if answer != RIGHT:
            lines.append("%d %s (%s, %s fps, %d, decoy %s, %d earlier): %s: %s %s" % (
                truth["world"], truth["kind"], truth["cause"], truth["fps"], truth["build"], truth["decoy"],
                truth["earlier"], answer, report["verdict"], report.get("sentence", "")))
    if "--list" in words:
        print("\n".join(lines))
    incidents = [r for r in rows if not r[0]["quiet"]]
    quiet = [r for r in rows if r[0]["quiet"]]
    print("incidents")
    kinds = print_table(incidents)
    print("quiet worlds")
    print_table(quiet)
    print_groups(incidents, "decoys", lambda t: t["decoy"])
    print_groups(incidents, "builds", lambda t: t["build"])
    print_groups(incidents, "frames a second", lambda t: int(t["fps"]))
    print_groups(incidents, "earlier stutters", lambda t: t["earlier"])
    right = [a for _, a in incidents].count(RIGHT)
    wrong = [a for _, a in incidents].count(WRONG)
    still = [a for _, a in quiet].count(RIGHT)
    least = min((share(a.count(RIGHT), len(a)) for a in kinds.values()), default=100.0)
    print("worlds: %d of %d right (%.1f %%), least of a kind %.0f %%, %d wrong names, %d of %d quiet ones quiet, %d %% wrapped" % (
        right, len(incidents), share(right, len(incidents)), least, wrong, still, len(quiet),
        share(sum(t["wrapped"] for t, _ in rows), len(rows))))
    good = share(right, len(incidents)) >= 97 and least >= 90 and wrong * 1200 <= 5 * len(incidents) and still == len(quiet)
    return 0 if good and rows else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
