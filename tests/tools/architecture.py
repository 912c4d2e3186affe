"""Draws docs/pictures/architecture.svg out of tests/tools/rooms.txt.

    python3 tests/tools/architecture.py --write

Rows come from the arrows: a room stands above everything it may include. An
arrow is drawn where no other way leads down to the same room; what a room may
include in full stands in its box.
"""
import os
import sys
from xml.sax.saxutils import escape

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rooms  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PICTURE = "docs/pictures/architecture.svg"
BOX_W, BOX_H, GAP_X, GAP_Y, EDGE, TOP = 218, 104, 26, 44, 28, 96
FONT = "Segoe UI, Noto Sans, DejaVu Sans, sans-serif"
# Room for letters of the widest of these fonts.
TRADE_CHARS, USES_CHARS = 31, 38
PLAIN, WINDOWS = ("#eaf2fb", "#5b86b5"), ("#fdf0e1", "#c98a3f")


def wrap(text, width):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def drawn_arrows(table):
    for name, room in table.rooms.items():
        for other in room.may:
            if not any(other in table.below(way) for way in room.may if way != other):
                yield name, other


class Plan:
    """Where everything stands."""

    def __init__(self, table):
        self.rows = {name: table.row(name) for name in table.rooms}
        self.top_row = max(self.rows.values())
        self.columns = {name: room.column for name, room in table.rooms.items()}
        self.arrows = sorted(drawn_arrows(table), key=lambda a: (self.rows[a[0]], self.columns[a[1]], a))
        self.width = int(2 * EDGE + (max(self.columns.values()) + 1) * (BOX_W + GAP_X) - GAP_X)
        self.height = TOP + (self.top_row + 1) * (BOX_H + GAP_Y) - GAP_Y + EDGE

    def corner(self, name):
        return (EDGE + self.columns[name] * (BOX_W + GAP_X),
                TOP + (self.top_row - self.rows[name]) * (BOX_H + GAP_Y))

    def port(self, name, other):
        """Where an arrow leaves a room: spread along its lower side, so that they do not cross."""
        own = self.columns[name]
        ends = sorted({b for a, b in self.arrows if a == name},
                      key=lambda b: (self.columns[b] > own, self.columns[b] * (-1 if self.columns[b] > own else 1), b))
        if len(ends) == 1 and self.columns[ends[0]] == self.columns[name]:
            return self.corner(name)[0] + BOX_W / 2
        straight = [b for b in ends if self.columns[b] == self.columns[name]]
        middle = ends.index(straight[0]) if straight else (len(ends) - 1) / 2
        return self.corner(name)[0] + BOX_W / 2 + (ends.index(other) - middle) * 40

    def lane(self, name, other):
        """The height at which an arrow runs aside, one for each room that it leads to from there."""
        row = self.rows[name]
        ends = sorted({b for a, b in self.arrows if self.rows[a] == row and self.columns[a] != self.columns[b]},
                      key=lambda b: (self.columns[b], b))
        step = min(11, (GAP_Y - 18) / max(1, len(ends)))
        return self.corner(name)[1] + BOX_H + 9 + ends.index(other) * step

    def line(self, name, other):
        x, y = self.port(name, other), self.corner(name)[1] + BOX_H
        to_x, to_y = self.corner(other)[0] + BOX_W / 2, self.corner(other)[1]
        if self.columns[name] == self.columns[other] and x == to_x:
            return "M%g %g V%g" % (x, y, to_y - 6)
        lane, side = self.lane(name, other), 1 if to_x > x else -1
        return "M%g %g V%g q0 5 %d 5 H%g q%d 0 %d 5 V%g" % (x, y, lane - 5, 5 * side, to_x - 5 * side, 5 * side, 5 * side,
                                                          to_y - 6)


def box(plan, room):
    x, y = plan.corner(room.name)
    fill, line = WINDOWS if room.windows else PLAIN
    yield '<rect x="%g" y="%g" width="%d" height="%d" rx="7" fill="%s" stroke="%s" stroke-width="1.4"/>' % (
        x, y, BOX_W, BOX_H, fill, line)
    yield '<text x="%g" y="%g" class="name">%s</text>' % (x + 12, y + 22, room.name)
    for i, words in enumerate(wrap(room.trade, TRADE_CHARS)):
        yield '<text x="%g" y="%g" class="trade">%s</text>' % (x + 12, y + 40 + 14 * i, escape(words))
    uses = wrap(" ".join(room.may) or "the C library", USES_CHARS)
    for i, words in enumerate(uses):
        yield '<text x="%g" y="%g" class="uses">%s</text>' % (x + 12, y + BOX_H - 9 - 11 * (len(uses) - 1 - i), words)


def svg(table):
    plan = Plan(table)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="%s">' % (
        plan.width, plan.height, plan.width, plan.height, FONT),
        "<title>The rooms of Hitchbox and their arrows</title>",
        "<style>.name{font-size:16px;font-weight:bold;fill:#1d2b3a}.trade{font-size:11.5px;fill:#33465a}"
        ".uses{font-size:9.5px;fill:#7a8896}.head{font-size:22px;font-weight:bold;fill:#1d2b3a}"
        ".note{font-size:12px;fill:#51626f}.gap{fill:none;stroke:#ffffff;stroke-width:5}"
        ".arrow{fill:none;stroke:#6f7f8f;stroke-width:1.5;marker-end:url(#tip)}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" fill="#6f7f8f"/></marker></defs>',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        '<text x="%d" y="40" class="head">The rooms of Hitchbox</text>' % EDGE,
        '<text x="%d" y="62" class="note">A room includes only rooms below it. Arrows that another way implies are left '
        "out; the small line in each box names all that it may include.</text>" % EDGE]
    for colours, x, words in ((PLAIN, EDGE, "portable"), (WINDOWS, EDGE + 100, "sees windows.h")):
        out.append('<rect x="%d" y="71" width="18" height="12" rx="3" fill="%s" stroke="%s"/>' % ((x,) + colours))
        out.append('<text x="%d" y="81" class="note">%s</text>' % (x + 25, words))
    # Lines that meet lead to one room; those of another room pass under them.
    for target in table.rooms:
        lines = [plan.line(name, other) for name, other in plan.arrows if other == target]
        out += ['<path d="%s" class="gap"/>' % line for line in lines]
        out += ['<path d="%s" class="arrow"/>' % line for line in lines]
    for room in table.rooms.values():
        out += box(plan, room)
    return "\n".join(out) + "\n</svg>\n"


def misfits(table):
    """Texts that would leave their boxes, and boxes that would cover each other."""
    places = {}
    for name, room in table.rooms.items():
        lines = len(wrap(room.trade, TRADE_CHARS)), len(wrap(" ".join(room.may), USES_CHARS))
        if 14 * lines[0] + 11 * lines[1] > BOX_H - 40:
            yield "the box of %s is too small for its trade" % name
        if max(len(word) for word in room.trade.split() + [""]) > TRADE_CHARS:
            yield "a word in the trade of %s is too long" % name
        other = places.setdefault((table.row(name), room.column), name)
        if other != name:
            yield "%s and %s have one place" % (other, name)


def check_picture(root):
    """docs/pictures/architecture.svg shows the table of rooms"""
    table = rooms.read(root)
    if table.faults or table.circles():
        return
    yield from misfits(table)
    with open(os.path.join(root, PICTURE), encoding="utf-8") as f:
        if f.read() != svg(table):
            yield "%s differs from %s (tests/tools/architecture.py --write draws it)" % (PICTURE, rooms.TABLE)


CHECKS = [check_picture]


def main():
    findings = list(misfits(rooms.read(ROOT)))
    for finding in findings:
        print(finding)
    if sys.argv[1:] == ["--write"]:
        with open(os.path.join(ROOT, PICTURE), "w", encoding="utf-8", newline="\n") as f:
            f.write(svg(rooms.read(ROOT)))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
