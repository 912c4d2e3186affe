"""The tables of the second opinion: ours, TraceEvent's, and how they differ."""
import collections
import copy
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
FIELD = re.compile(r"(\w+)=(.*?)(?= \w+=|$)")
MS_APART = 0.0002
OWN_IDS = range(0xFE00, 0xFF00)  # that TraceEvent gives to self-describing events
TICKS_APART = 10  # TraceEvent reckons times as floating point


class Row:
    def __init__(self, time, cpu, fields):
        self.key, self.fields = (time, cpu), fields


class Table:
    def __init__(self):
        self.kinds = set()  # of each of these it has every record
        self.rows = collections.defaultdict(list)


def kinds(path):
    """{kind: (class GUID, opcodes)}"""
    found = {}
    for line in open(path, encoding="utf-8"):
        part = line.rstrip("\n").split("\t")
        if not line.startswith("#"):
            found[part[0]] = (part[1], [int(o) for o in part[2].split(",")])
    return found


def read_ours(text):
    table = Table()
    for line in text.splitlines():
        part = line.split("\t", 3)
        if part[0] == "K":
            table.kinds.add(part[1])
        else:
            table.kinds.add(part[0])
            table.rows[part[0]].append(Row(part[1], part[2], dict(FIELD.findall(part[3]))))
    return table


def read_list(lines):
    """simtrace --list: what every event says of itself."""
    table = Table()
    table.kinds.add("event")
    names = ("pid", "tid", "provider", "id", "version", "opcode", "level")
    for line in lines:
        part = line.split("\t")
        table.rows["event"].append(Row(part[0], part[1], dict(zip(names, part[2:9]))))
    return table


class Theirs(Table):
    def __init__(self):
        super().__init__()
        self.failed, self.total, self.times, self.counts, self.unknown = None, 0, [], {}, {}


def read_theirs(path):
    t = Theirs()
    for line in open(path, encoding="utf-8"):
        part = line.rstrip("\n").split("\t")
        if part[0] == "X":
            t.failed = part[1]
        elif part[0] == "T":
            t.total, t.times = int(part[1]), [int(n) for n in part[2:]]
        elif part[0] == "C":
            t.counts[part[2], int(part[3])] = int(part[4])
        elif part[0] == "U":
            t.unknown[part[1], int(part[2])] = int(part[3])
        else:
            fields = dict(f.split("=", 1) for f in part[4:])
            t.rows[part[1]].append(Row(part[2], part[3], fields))
    return t


class Count:
    """What `hitch count` prints."""

    def __init__(self, text):
        self.counts, self.kernel, self.total, self.sums = collections.Counter(), set(), 0, {}
        for line in text.splitlines():
            part = line.split("\t")
            if part[0] == "S":
                self.sums[part[1]] = int(part[2])
            elif part[0] == "C":
                kernel = part[1] in ("System", "Compact", "Perfinfo")
                key = (part[2], int(part[3], 0) & 0xFF if kernel else int(part[3], 0))
                self.counts[key] += int(part[5])
                if kernel:
                    self.kernel.add(key)
        self.total = self.sums.get("total_events", 0)


def compare_counts(ours, theirs):
    if theirs.failed:
        return [theirs.failed]
    faults, left = [], collections.defaultdict(lambda: [0, 0])
    if ours.total != theirs.total:
        faults.append("%d events, TraceEvent saw %d" % (ours.total, theirs.total))
    for key in sorted(set(ours.counts) | set(theirs.counts)):
        a, b = ours.counts.get(key, 0), theirs.counts.get(key, 0)
        if key[1] in OWN_IDS or (a and not b):
            left[key[0]][0] += a
            left[key[0]][1] += b
        elif a != b:
            faults.append("%s %d: %d events, TraceEvent saw %d" % (*key, a, b))
    return faults + ["%s: %d more events, TraceEvent saw %d" % (guid, *two) for guid, two in left.items() if two[0] != two[1]]


def compare_times(ours, theirs):
    """The first and the last moment, raw and as FILETIME."""
    if theirs.failed:
        return [theirs.failed]
    s, t, faults = ours.sums, theirs.times, []
    for name, a, b, apart in (("last raw time", s["max_raw"], t[1], 0),
                              ("first time", s["min_filetime"], t[2], TICKS_APART),
                              ("last time", s["max_filetime"], t[3], TICKS_APART)):
        if abs(a - b) > apart:
            faults.append("%s: %d, TraceEvent says %d" % (name, a, b))
    return faults


def known_unknown():
    """{(class GUID, opcode): why TraceEvent does not know it}"""
    found = {}
    for line in open(os.path.join(HERE, "unknown.tsv"), encoding="utf-8"):
        if not line.startswith("#"):
            guid, opcodes, why = line.rstrip("\n").split("\t")
            for opcode in opcodes.split(","):
                found[guid, int(opcode)] = why
    return found


def unknown(ours, theirs):
    listed = known_unknown()
    return ["class %s opcode %d: %d events" % (*key, count) for key, count in sorted(theirs.unknown.items())
            if key in ours.kernel and key not in listed]


def same(name, a, b):
    if a == b:
        return True
    try:
        if name == "ms":
            return abs(float(a) - float(b)) < MS_APART
        x, y = int(a, 0), int(b, 0)
    except ValueError:
        return False
    # The same bits, signed there and unsigned here.
    return (x - y) % 2**32 == 0 and abs(x - y) <= 2**32 or (x - y) % 2**64 == 0


def matches(ours, theirs):
    return all(name in theirs.fields and same(name, value, theirs.fields[name]) for name, value in ours.fields.items())


def compare_kind(kind, ours, theirs):
    left, faults = collections.defaultdict(list), []
    for row in theirs.rows.get(kind, ()):
        left[row.key].append(row)
    for row in ours.rows.get(kind, ()):
        there = left[row.key]
        match = next((t for t in there if matches(row, t)), None)
        if match:
            there.remove(match)
        elif there:
            t = there.pop(0)
            differ = ["%s=%s, TraceEvent %s" % (n, v, t.fields.get(n)) for n, v in row.fields.items()
                      if not (n in t.fields and same(n, v, t.fields[n]))]
            faults.append("at %s on CPU %s: %s" % (*row.key, "; ".join(differ)))
        else:
            faults.append("at %s on CPU %s: not seen by TraceEvent (%s)" % (*row.key, row.fields))
    for key, rows in left.items():
        faults += ["at %s on CPU %s: seen by TraceEvent only (%s)" % (*key, row.fields) for row in rows]
    return faults


def altered(table, kind, name):
    """The same with one row of the kind saying something else in that field."""
    wrong = Table()
    wrong.kinds, wrong.rows = table.kinds, dict(table.rows)
    rows = list(table.rows[kind])
    i = next(i for i, row in enumerate(rows) if name in row.fields)
    rows[i] = copy.deepcopy(rows[i])
    value = rows[i].fields[name]
    try:
        rows[i].fields[name] = "%.4f" % (float(value) + 1) if name == "ms" else str(int(value, 0) + 1)
    except ValueError:
        rows[i].fields[name] = value + "1"
    wrong.rows[kind] = rows
    return wrong


def shortened(table, kind):
    """The same with one row less."""
    wrong = Table()
    wrong.kinds, wrong.rows = table.kinds, dict(table.rows)
    wrong.rows[kind] = table.rows[kind][1:]
    return wrong
