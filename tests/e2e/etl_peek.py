"""A small reader of .etl files for the end-to-end tests, written from the file
format alone: it shares nothing with src/etl, so each can find the other wrong.
Uncompressed files only.

    python3 tests/e2e/etl_peek.py FILE       counts per provider and event id
"""
import collections
import struct
import sys
import uuid

BUFFER_HEADER = 0x48
LOGFILE_HOOK = 0x0000
EVENT_TRACE = "68fdd900-4a3e-11d1-84f4-0000f80464e3"  # ETW's own records
EVENTS_LOST, BUFFER_LOST, COMPRESSED = 2, 4, 0x40

# header type: (kind, bytes of header, where Size stands, where the time stands)
RECORDS = {
    0x01: ("system", 0x20, 4, 0x10), 0x02: ("system", 0x20, 4, 0x10),
    0x03: ("system", 0x18, 4, 0x10), 0x04: ("system", 0x18, 4, 0x10),
    0x10: ("system", 0x10, 4, 0x08), 0x11: ("system", 0x10, 4, 0x08),
    0x0A: ("classic", 0x30, 0, 0x10), 0x14: ("classic", 0x30, 0, 0x10),
    0x0B: ("classic", 0x48, 0, 0x10), 0x15: ("classic", 0x48, 0, 0x10),
    0x12: ("event", 0x50, 0, 0x10), 0x13: ("event", 0x50, 0, 0x10),
}


class Peek:
    def __init__(self):
        self.counts = collections.Counter()   # (provider guid, event id): events
        self.hooks = collections.Counter()    # kernel records without a provider
        self.classic = collections.Counter()  # (class guid, opcode)
        self.levels = {}                      # (guid, id): set of (level, keyword)
        self.per_cpu = collections.Counter()
        self.problems = []
        self.buffers = 0
        self.first = self.last = None         # raw times of manifest events
        self.buffer_lost_marks = 0

    @property
    def events(self):
        return sum(self.counts.values())

    def providers(self):
        total = collections.Counter()
        for (guid, _), n in self.counts.items():
            total[guid] += n
        return total

    def ids(self, guid):
        return sorted(i for g, i in self.counts if g == guid)

    @property
    def span_s(self):
        if self.first is None:
            return 0.0
        return (self.last - self.first) / self.ticks_per_s


def _guid(data, at):
    return str(uuid.UUID(bytes_le=bytes(data[at:at + 16])))


def _logfile_header(p, data):
    """The record at 0x48 of the first buffer, in its 32 or 64 bit layout."""
    if len(data) < 0x180:
        raise ValueError("too short for a trace")
    marker, size, hook = struct.unpack_from("<IHH", data, BUFFER_HEADER)
    if (marker >> 16) not in (0xC001, 0xC002) or hook != LOGFILE_HOOK:
        raise ValueError("no logfile header: this is not a trace")
    wide = 8 if (marker >> 16) == 0xC002 else 0
    base = BUFFER_HEADER + 0x20
    p.header_time, = struct.unpack_from("<q", data, BUFFER_HEADER + 0x10)
    (p.buffer_size, p.version, p.os_build, p.cpus, p.end_time, _, p.maximum_mb, p.mode, p.buffers_written, _,
     p.pointer_size, p.events_lost) = struct.unpack_from("<IIIIqIIIIIII", data, base)
    p.boot_time, p.frequency, p.start_time, p.clock, p.buffers_lost = struct.unpack_from(
        "<qqqII", data, base + 0xF0 + wide)
    p.ticks_per_s = 10000000 if p.clock == 2 else p.frequency or 1
    names = bytes(data[base + 0x110 + wide:BUFFER_HEADER + size]).decode("utf-16-le", "replace").split("\0")
    p.logger_name, p.file_name = (names + ["", ""])[:2]


def _records(p, data, start, end, cpu, buffer_at):
    at = start
    before = None
    while at + 8 <= end:
        first, = struct.unpack_from("<I", data, at)
        if first == 0xFFFFFFFF:
            return
        kind = RECORDS.get(first >> 16 & 0xFF) if first >> 24 == 0xC0 else None
        if not kind:
            p.problems.append("unknown record %08x at %d" % (first, at))
            return
        name, header, size_at, time_at = kind
        size, = struct.unpack_from("<H", data, at + size_at)
        if size < header or at + size > end:
            p.problems.append("record of %d bytes at %d passes the end of its buffer" % (size, at))
            return
        time, = struct.unpack_from("<q", data, at + time_at)
        if before is not None and time < before:
            p.problems.append("time runs back in the buffer at %d" % buffer_at)
        before = time
        if name == "event":
            guid = _guid(data, at + 0x18)
            number, _, _, level = struct.unpack_from("<HBBB", data, at + 0x28)
            keyword, = struct.unpack_from("<Q", data, at + 0x30)
            p.counts[guid, number] += 1
            p.levels.setdefault((guid, number), set()).add((level, keyword))
            p.per_cpu[cpu] += 1
            p.first = time if p.first is None else min(p.first, time)
            p.last = time if p.last is None else max(p.last, time)
        elif name == "classic":
            p.classic[_guid(data, at + 0x18), data[at + 4]] += 1
        else:
            p.hooks[struct.unpack_from("<H", data, at + 6)[0]] += 1
        at += size + 7 & ~7


def peek(path):
    """Reads a whole file; raises ValueError where it is not a trace."""
    p = Peek()
    with open(path, "rb") as f:
        data = memoryview(f.read())
    _logfile_header(p, data)
    at = 0
    while at + BUFFER_HEADER <= len(data):
        size, = struct.unpack_from("<I", data, at)
        if size == 0:  # a preallocated file that was not closed
            break
        processor, = struct.unpack_from("<H", data, at + 0x28)
        filled, flags, kind = struct.unpack_from("<IHH", data, at + 0x30)
        if size < BUFFER_HEADER or at + size > len(data):
            p.problems.append("buffer of %d bytes at %d passes the end of the file" % (size, at))
            break
        if flags & COMPRESSED:
            p.problems.append("compressed buffer at %d" % at)
        else:
            if at == 0 and kind != 4:
                p.problems.append("the first buffer is of type %d" % kind)
            if not BUFFER_HEADER <= filled <= size:
                p.problems.append("buffer at %d says that it is filled to %d" % (at, filled))
                filled = size
            p.buffer_lost_marks += bool(flags & (EVENTS_LOST | BUFFER_LOST))
            cpu = processor & 0x7FF if flags & 0x20 else processor & 0xFF
            _records(p, data, at + BUFFER_HEADER, at + filled, cpu, at)
        p.buffers += 1
        at += size
    return p


def main():
    p = peek(sys.argv[1])
    print("%s: logger %s, build %d, %d cpus, %d buffers of %d bytes, mode 0x%x" % (
        sys.argv[1], p.logger_name, p.os_build, p.cpus, p.buffers, p.buffer_size, p.mode))
    print("%d events, %.3f s, %d lost, %d buffers lost" % (p.events, p.span_s, p.events_lost, p.buffers_lost))
    for (guid, number), n in sorted(p.counts.items()):
        print("%s %5d %8d" % (guid, number, n))
    for problem in p.problems[:20]:
        print("problem: " + problem)
    return 1 if p.problems else 0


if __name__ == "__main__":
    sys.exit(main())
