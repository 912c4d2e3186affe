#!/usr/bin/env python3
"""Draws the icons of Hitchbox: python3 res/make_icons.py [folder]

Writes armed.ico, saving.ico and trouble.ico (by default beside this script);
with --png FOLDER also one PNG for each picture, to look at. Standard library
only. Each state differs by shape and not by colour alone, and carries its own
ground, so that it reads on a dark and on a light taskbar:
  armed    blue disc, the line of frame times with one spike in it
  saving   green disc, an arrow down onto a base line
  trouble  amber triangle, an exclamation mark
"""
import math
import os
import struct
import sys
import zlib

SIZES = (16, 20, 24, 32, 40, 48)
SAMPLES = 8  # each way, in one pixel


def segment(x, y, ax, ay, bx, by):
    """Distance from a point to a line from a to b."""
    dx, dy = bx - ax, by - ay
    t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    t = max(0.0, min(1.0, t))
    return math.hypot(x - ax - t * dx, y - ay - t * dy)


def polyline(points, width):
    def inside(x, y):
        return any(segment(x, y, *a, *b) <= width / 2 for a, b in zip(points, points[1:]))
    return inside


def disc(cx, cy, r):
    return lambda x, y: math.hypot(x - cx, y - cy) <= r


def box(left, top, right, bottom):
    return lambda x, y: left <= x <= right and top <= y <= bottom


def triangle(points, r):
    """A triangle with corners rounded by r (points run clockwise on screen)."""
    def inside(x, y):
        if all(segment_side(x, y, a, b) >= 0 for a, b in zip(points, points[1:] + points[:1])):
            return True
        return any(segment(x, y, *a, *b) <= r for a, b in zip(points, points[1:] + points[:1]))
    return inside


def segment_side(x, y, a, b):
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])


def shade(top, bottom):
    """A colour that runs from top to bottom of the picture."""
    return lambda t: tuple(a + (b - a) * t for a, b in zip(top, bottom))


def flat(colour):
    return lambda t: colour


def pixel_snap(value):
    return math.floor(value + 0.5)


def even(value):
    """The even number of pixels next to it, so that the middle is a pixel's edge."""
    return max(2, 2 * pixel_snap(value / 2))


def ground(size, top, bottom, edge):
    """The disc: an edge first, the lighter ground inside it."""
    c, r = size / 2, size / 2 - size * 0.01
    rim = max(1.0, size / 20)
    return [(disc(c, c, r), flat(edge)), (disc(c, c, r - rim), shade(top, bottom))]


def armed(size):
    width = max(2, pixel_snap(size * 0.095))
    base = pixel_snap(size * 0.60) + (width % 2) / 2
    line = [(size * 0.17, base), (size * 0.36, base), (size * 0.50, size * 0.22),
            (size * 0.62, size * 0.80), (size * 0.70, base), (size * 0.83, base)]
    layers = ground(size, (60, 150, 245), (20, 96, 205), (12, 66, 150))
    return layers + [(polyline(line, width), flat((255, 255, 255)))]


def saving(size):
    width = even(size * 0.12)
    middle = size / 2
    tip = pixel_snap(size * 0.65)
    wing = pixel_snap(size * 0.23)
    base = pixel_snap(size * 0.74) if size < 24 else pixel_snap(size * 0.72)
    thick = max(2, pixel_snap(size * 0.09))
    shaft = box(middle - width / 2, pixel_snap(size * 0.19), middle + width / 2, tip - wing + 1)

    def head(x, y):
        return tip - wing <= y <= tip and abs(x - middle) <= tip - y
    floor = box(pixel_snap(size * 0.30), base, size - pixel_snap(size * 0.30), base + thick)
    white = flat((255, 255, 255))
    layers = ground(size, (52, 190, 96), (22, 140, 62), (12, 98, 44))
    return layers + [(shaft, white), (head, white), (floor, white)]


def trouble(size):
    r = size * 0.08
    bottom = pixel_snap(size * 0.94)
    top = (size / 2, size * 0.05 + r)
    left, right = (size * 0.01 + r, bottom - r), (size * 0.99 - r, bottom - r)
    outer = [top, right, left]
    rim = max(1.0, size / 20)
    width = even(size * 0.11)
    middle = size / 2
    bar_top, bar_end = pixel_snap(size * 0.34), pixel_snap(size * 0.60)
    dot_top = pixel_snap(size * 0.69)
    ink = flat((58, 30, 0))
    return [(triangle(outer, r), flat((176, 88, 0))),
            (triangle(outer, r - rim), shade((255, 205, 70), (255, 160, 10))),
            (box(middle - width / 2, bar_top, middle + width / 2, bar_end), ink),
            (box(middle - width / 2, dot_top, middle + width / 2, dot_top + width), ink)]


def render(draw, size):
    """Rows of (r, g, b, a), from the top."""
    layers = draw(size)
    n = SAMPLES if size < 100 else 3
    rows = []
    for py in range(size):
        row = []
        for px in range(size):
            total, alpha = [0.0, 0.0, 0.0], 0
            for k in range(n * n):
                x, y = px + (k % n + 0.5) / n, py + (k // n + 0.5) / n
                colour = None
                for inside, paint in layers:
                    if inside(x, y):
                        colour = paint(y / size)
                if colour:
                    alpha += 1
                    total = [a + b for a, b in zip(total, colour)]
            if alpha:
                row.append(tuple(round(c / alpha) for c in total) + (round(255 * alpha / (n * n)),))
            else:
                row.append((0, 0, 0, 0))
        rows.append(row)
    return rows


def png(rows):
    size = len(rows)
    raw = b"".join(b"\0" + bytes(c for p in row for c in p) for row in rows)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) +
            chunk(b"IEND", b""))


def ico(pictures):
    """pictures: (size, bytes) each. All are PNGs, which Windows reads since Vista and
    which keep the exe small."""
    out = struct.pack("<HHH", 0, 1, len(pictures))
    offset = 6 + 16 * len(pictures)
    for size, data in pictures:
        out += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    return out + b"".join(data for _, data in pictures)


def main(args):
    show = None
    if "--png" in args:
        at = args.index("--png")
        show = args[at + 1]
        del args[at:at + 2]
    folder = args[0] if args else os.path.dirname(os.path.abspath(__file__))
    for draw in (armed, saving, trouble):
        pictures = []
        for size in SIZES + ((256,) if draw is armed else ()):
            rows = render(draw, size)
            pictures.append((size, png(rows)))
            if show:
                with open(os.path.join(show, "%s-%03d.png" % (draw.__name__, size)), "wb") as f:
                    f.write(pictures[-1][1])
        with open(os.path.join(folder, draw.__name__ + ".ico"), "wb") as f:
            f.write(ico(pictures))


if __name__ == "__main__":
    main(sys.argv[1:])
