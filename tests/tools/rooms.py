"""Reads tests/tools/rooms.txt, the table of the house's rooms."""
import collections
import os
import re

TABLE = "tests/tools/rooms.txt"
LISTS = ("may", "public", "implements", "entry", "files", "private")


class Room:
    """A room of src, or a place of tests; lists are empty where the table is silent."""

    def __init__(self, name):
        self.name, self.trade, self.door, self.column, self.windows = name, "", "", 0.0, False
        self.may, self.public, self.implements, self.entry, self.files, self.private = [], [], [], [], [], []
        self.groups = collections.OrderedDict()


class Table:
    def __init__(self, text):
        self.rooms, self.places, self.most = collections.OrderedDict(), collections.OrderedDict(), {}
        self.faults = []
        room = None
        for number, line in enumerate(text.split("\n"), 1):
            words = line.split("#", 1)[0].split()
            if not words:
                continue
            if words[0] == "most":
                self.most[words[1]] = int(words[2])
            elif words[0] in ("room", "place") and not line[0].isspace():
                room = Room(words[1])
                (self.rooms if words[0] == "room" else self.places)[room.name] = room
            elif room is None or not self._take(room, words):
                self.faults.append("%s:%d: %s" % (TABLE, number, " ".join(words)))
        for room in self.rooms.values():
            for other in room.may + room.implements:
                if other not in self.rooms:
                    self.faults.append("%s: %s names %s, which is no room" % (TABLE, room.name, other))

    @staticmethod
    def _take(room, words):
        key, values = words[0], words[1:]
        if key in LISTS:
            setattr(room, key, values)
        elif key == "trade":
            room.trade = " ".join(values)
        elif key == "door" and len(values) == 1:
            room.door = values[0]
        elif key == "column":
            room.column = float(values[0])
        elif key == "windows":
            room.windows = values == ["yes"]
        elif key == "group" and values[0].endswith(":"):
            room.groups[values[0][:-1]] = values[1:]
        else:
            return False
        return True

    def below(self, name):
        """The room and every room that its arrows lead to; empty where they run in a circle."""
        seen, todo = [], [name]
        while todo:
            room = todo.pop()
            if room not in seen:
                seen.append(room)
                todo += self.rooms[room].may
        return set(seen)

    def circles(self):
        return [room for room in self.rooms if any(room in self.below(other) for other in self.rooms[room].may)]

    def has_users(self, name):
        return any(name in room.may for room in self.rooms.values())

    def row(self, name):
        """How many arrows lie below a room, one on the other."""
        return max((1 + self.row(other) for other in self.rooms[name].may), default=0)


def read(root):
    with open(os.path.join(root, TABLE), encoding="utf-8") as f:
        return Table(f.read())


def sources(root, *folders, ends=(".c", ".h")):
    """Path in the tree and text of every source file."""
    for folder in folders:
        for here, below, names in os.walk(os.path.join(root, folder)):
            below[:] = sorted(f for f in below if f != "__pycache__")
            for name in sorted(names):
                if name.endswith(ends):
                    path = os.path.join(here, name)
                    with open(path, encoding="utf-8") as f:
                        yield os.path.relpath(path, root).replace(os.sep, "/"), f.read()


def includes(text):
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.M)


def bare(text):
    """C without its comments and the lines of the preprocessor."""
    text = re.sub(r'//[^\n]*|/\*.*?\*/', " ", text, flags=re.S)
    return re.sub(r"^\s*#(?:[^\n\\]|\\\n|\\.)*", "", text, flags=re.M)


def exported(text):
    """Functions that a .c defines for others."""
    return re.findall(r"^(?!static\b|typedef\b|return\b|else\b|\s)[A-Za-z_][\w \t*]*?\b(\w+)\([^;{}]*\)\s*\{", bare(text), re.M)
