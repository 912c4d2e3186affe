"""Checks that keep the house as tests/tools/rooms.txt draws it: arrows, public
and private headers, a home for every .c, the size of a room."""
import os
import re

import rooms

DOOR_LINES = 8
SYSTEM = r'#\s*include\s*[<"](windows|shellapi|evntrace|evntprov|winsock2|winternl)\.h'


def room_of(path):
    return path.split("/")[1]


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


def is_private(path):
    return path.split("/")[-2] == "private"


def check_table(root):
    """the table of rooms is whole, names what is there, and its arrows run one way"""
    table = rooms.read(root)
    yield from table.faults
    if table.faults:
        return
    for name in table.circles():
        yield "%s: the arrows of %s lead back to it" % (rooms.TABLE, name)
    for kind, names in (("src", table.rooms), ("tests", dict(table.rooms, **table.places))):
        for folder in sorted(os.listdir(os.path.join(root, kind))):
            if os.path.isdir(os.path.join(root, kind, folder)) and folder not in names and folder != "__pycache__":
                yield "%s/%s is in no row of %s" % (kind, folder, rooms.TABLE)
    for name, room in table.rooms.items():
        if not os.path.isdir(os.path.join(root, "src", name)):
            yield "%s: there is no src/%s" % (rooms.TABLE, name)
        if not room.trade:
            yield "%s: %s has no trade" % (rooms.TABLE, name)


def check_windows(root):
    """windows.h is seen through src/win/win.h alone, and win.h by Windows's rooms alone"""
    table = rooms.read(root)
    for path, text in rooms.sources(root, "src"):
        seen = re.findall(SYSTEM, text)
        if seen and path != "src/win/win.h":
            yield "%s includes %s.h; only src/win/win.h may" % (path, seen[0])
        room = table.rooms.get(room_of(path))
        if "win/win.h" in rooms.includes(text) and not (room and room.windows):
            yield "%s includes win/win.h, which is for Windows's rooms" % path


def check_src_arrows(root):
    """no room includes one that the table does not let it"""
    table = rooms.read(root)
    for path, text in rooms.sources(root, "src"):
        room = table.rooms.get(room_of(path))
        for header in rooms.includes(text):
            if room and header not in room.files and header.split("/")[0] not in room.may + [room.name]:
                yield "%s includes %s, which src/%s may not" % (path, header, room.name)


def check_test_arrows(root):
    """a room's suites include that room and those below, tests/support and tests/sim"""
    table = rooms.read(root)
    for path, text in rooms.sources(root, "tests"):
        name = room_of(path)
        for header in rooms.includes(text):
            top = header.split("/")[0]
            if top == "tests":
                if header.split("/")[1] not in (name, "support", "sim"):
                    yield "%s includes %s, which tests/%s may not" % (path, header, name)
            elif top not in (table.below(name) if name in table.rooms else table.rooms):
                yield "%s includes %s, which tests/%s may not" % (path, header, name)


def check_private(root):
    """a private header is included by its own room and that room's suites"""
    table = rooms.read(root)
    for path, text in rooms.sources(root, "src", "tests"):
        name = room_of(path)
        place = table.places.get(name) if path.startswith("tests/") else None
        for header in rooms.includes(text):
            owner = table.rooms.get(header.split("/")[0])
            if not owner or owner.name == name or (place and owner.name in place.private):
                continue
            if "/private/" in header or (table.has_users(owner.name) and stem(header) not in owner.public
                                         and "/lang/" not in header):
                yield "%s includes %s, which is private to src/%s" % (path, header, owner.name)


def check_headers(root):
    """a room's public headers are those of the table and are used; the others lie in its folder `private`"""
    table = rooms.read(root)
    texts = dict(rooms.sources(root, "src"))
    used = {}
    for path, text in texts.items():
        for header in rooms.includes(text):
            used.setdefault("src/" + header, set()).add(path)
    for name, room in table.rooms.items():
        here = {p for p in texts if p.startswith("src/%s/" % name) and p.endswith(".h") and "/lang/" not in p}
        public = {"src/%s/%s.h" % (name, h) for h in room.public}
        for path in sorted(public - here):
            yield "%s: src/%s has no public header %s" % (rooms.TABLE, name, stem(path))
        if not table.has_users(name):
            continue
        for path in sorted(here):
            if path not in public and not is_private(path):
                yield "%s is neither public in %s nor in src/%s/private" % (path, rooms.TABLE, name)
        for path in sorted(public & here):
            if not any(room_of(user) != name or user in public for user in used.get(path, ())):
                yield "%s is public, and no other room includes it" % path
            for header in rooms.includes(texts[path]):
                if header.startswith(name + "/") and "/lang/" not in header and "src/" + header not in public:
                    yield "%s is public and includes %s, which is private" % (path, header)


def check_doors(root):
    """each room has a door, public where others may include the room, that opens with half a page of prose"""
    table = rooms.read(root)
    texts = dict(rooms.sources(root, "src"))
    for name, room in table.rooms.items():
        path = "src/%s/%s" % (name, room.door)
        if not room.door:
            yield "%s: %s has no door" % (rooms.TABLE, name)
        elif path not in texts:
            yield "%s: the door of %s is %s, which is not there" % (rooms.TABLE, name, path)
        elif table.has_users(name) and (stem(path) not in room.public or not path.endswith(".h")):
            yield "%s: the door of %s is %s, which is not public" % (rooms.TABLE, name, path)
        else:
            opening = re.match(r"/\*.*?\*/", texts[path], re.S)
            lines = opening.group(0).count("\n") + 1 if opening else 0
            if lines < DOOR_LINES:
                yield "%s is a door and opens with %d lines of prose, fewer than %d" % (path, lines, DOOR_LINES)


def homes_of(table, room, path, headers):
    """The headers that a .c belongs to: of its own name, those whose name its own begins with, those of the table."""
    me, own = stem(path), {}
    for header in headers:
        if header.startswith("src/%s/" % room.name):
            own.setdefault(stem(header), []).append(header)
    found = own.get(me, [])
    for name, paths in own.items():
        if me.startswith(name + "_") or me in room.groups.get(name, ()):
            found = found + paths
    for other in room.implements:
        if "src/%s/%s.h" % (other, me) in headers:
            found = found + ["src/%s/%s.h" % (other, me)]
    return found


def check_homes(root):
    """every .c of src belongs to a header of its room, which declares what it gives to others"""
    table = rooms.read(root)
    texts = dict(rooms.sources(root, "src"))
    headers = {p: rooms.bare(t) for p, t in texts.items() if p.endswith(".h")}
    for path, text in texts.items():
        room = table.rooms.get(room_of(path))
        if not room or not path.endswith(".c") or stem(path) in room.entry:
            continue
        homes = homes_of(table, room, path, headers)
        if not homes:
            yield "%s belongs to no header of src/%s" % (path, room.name)
            continue
        declared = " ".join(headers[h] for h in homes)
        for name in rooms.exported(text):
            if not re.search(r"\b%s\(" % name, declared):
                yield "%s exports %s, which %s does not declare" % (path, name, " or ".join(sorted(homes)))
    for name, room in table.rooms.items():
        for header, members in room.groups.items():
            for member in members:
                if "src/%s/%s.c" % (name, member) not in texts:
                    yield "%s: the group of %s names src/%s/%s.c, which is not there" % (rooms.TABLE, header, name, member)
        for member in room.entry:
            if "src/%s/%s.c" % (name, member) not in texts:
                yield "%s: src/%s/%s.c is not there" % (rooms.TABLE, name, member)


def check_room_sizes(root):
    """a room has at most 30 modules and 4,500 lines"""
    table = rooms.read(root)
    modules, lines = {}, {}
    for path, text in rooms.sources(root, "src"):
        room = room_of(path)
        lines[room] = lines.get(room, 0) + text.count("\n")
        modules.setdefault(room, set())
        if path.endswith(".c"):
            modules[room].add(path)
    for room in sorted(lines):
        if len(modules[room]) > table.most["modules"]:
            yield "src/%s has %d modules, more than %d" % (room, len(modules[room]), table.most["modules"])
        if lines[room] > table.most["lines"]:
            yield "src/%s has %d lines, more than %d" % (room, lines[room], table.most["lines"])


def check_registry(root):
    """what is left in Windows's registry is the user's: what the machine's key names may run raised"""
    for path, text in rooms.sources(root, "src", "tests/scenarios"):
        if re.search(r"\b(RegSet(Key)?Value|RegCreateKey)", text) and "HKEY_LOCAL_MACHINE" in text:
            yield "%s writes into the registry and names HKEY_LOCAL_MACHINE" % path


CHECKS = [check_table, check_windows, check_src_arrows, check_test_arrows, check_private, check_headers, check_doors,
          check_homes, check_room_sizes, check_registry]
