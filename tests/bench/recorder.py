"""What the recorder costs, from its log's own clock.

    python3 tests/bench/recorder.py BUILD

Prints one line a figure: name, value, unit, goal. The figures are Wine's on
this machine; how Windows fares is not known from them.
"""
import os
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "e2e"))
from app import App  # noqa: E402
from desktop import Desktop, wait_for  # noqa: E402

PRESSES = 20
STARTS = 5
IDLE_S = 60
FILETIME_EPOCH = 11644473600


def ms(a, b):
    return (b.time - a.time).total_seconds() * 1000


def say(name, value, unit, goal=""):
    print("%-46s %10.2f %-8s %s" % (name, value, unit, goal), flush=True)


def empty_start(desk, folder, *more):
    """Milliseconds from asking Wine for an empty program to its first line."""
    stamp = os.path.join(folder, "empty-%d.txt" % time.monotonic_ns())
    asked = time.time()
    desk.start(os.path.join(desk.build, "e2e", "empty.exe"), folder, [os.path.basename(stamp)] + list(more))
    wait_for("the empty program", lambda: os.path.exists(stamp) and os.path.getsize(stamp) > 1)
    return (int(open(stamp).read()) / 1e7 - FILETIME_EPOCH - asked) * 1000


def threads(pid):
    total = 0
    for thread in os.listdir("/proc/%d/task" % pid):
        for line in open("/proc/%d/task/%s/status" % (pid, thread)):
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def private_kb(pid):
    return sum(int(line.split()[1]) for line in open("/proc/%d/smaps_rollup" % pid)
               if line.startswith(("Private_Clean", "Private_Dirty")))


def start_to_armed(desk, folder):
    empty, own, inside = [], [], []
    for i in range(STARTS):
        empty.append(empty_start(desk, folder))
        app = App(desk, os.path.join(folder, "start-%d" % i), {"ring_mb": "256"})
        asked = time.time()
        app.start()
        armed = app.wait("armed")
        inside.append(ms(app.events("start")[0], armed))
        own.append((armed.time.timestamp() - time.timezone - asked) * 1000)
        app.close()
    say("Wine's start of an empty program", statistics.median(empty), "ms")
    say("start to armed, asked of Wine", statistics.median(own), "ms")
    say("start to armed, beside the empty program", statistics.median(own) - statistics.median(empty), "ms", "< 300")
    say("start to armed, by the log alone", statistics.median(inside), "ms")


def presses(desk, folder):
    app = App(desk, os.path.join(folder, "presses"), {"capture_state_ms": "0"}).start()
    app.wait("armed")
    wait_for("the icon", desk.tray_icons)
    to_flush, to_sound, to_icon = [], [], []
    for done in range(1, PRESSES + 1):
        app.save()
        app.wait("checked", done)
        app.wait("sound", done)
        app.wait_icon("armed")
        lines = app.log()
        press = [i for i, line in enumerate(lines) if line.event == "press"][-1]
        first = {}
        for line in lines[press:]:
            first.setdefault(line.event, line)
        returned = lines.index(first["flush_returned"])
        to_flush.append(ms(lines[press], first["flush_issued"]))
        to_sound.append(ms(lines[returned], first["sound"]))
        to_icon.append(next(ms(lines[returned], l) for l in lines[returned:]
                            if l.event == "icon" and l["state"] == "armed"))
    app.close()
    say("key press to FLUSH issued, median", statistics.median(to_flush), "ms", "< 5")
    say("key press to FLUSH issued, worst of %d" % PRESSES, max(to_flush), "ms")
    say("FLUSH returned to sound, median", statistics.median(to_sound), "ms", "< 20")
    say("FLUSH returned to sound, worst of %d" % PRESSES, max(to_sound), "ms")
    say("FLUSH returned to icon, median", statistics.median(to_icon), "ms", "< 20")


def idle(desk, folder):
    app = App(desk, os.path.join(folder, "idle")).start()
    app.wait("armed")
    empty_start(desk, folder, "wait")
    wait_for("quiet", lambda: desk.tray_icons())
    pid, plain = desk.pids(app.exe)[0], desk.pids(os.path.join(desk.build, "e2e", "empty.exe"))[0]
    time.sleep(5)
    before = threads(pid), threads(plain)
    time.sleep(IDLE_S)
    say("wake-ups while idle, simulation calls among them", (threads(pid) - before[0]) * 60 / IDLE_S, "/min")
    say("the same, an empty program", (threads(plain) - before[1]) * 60 / IDLE_S, "/min")
    say("private memory, with Wine's own", private_kb(pid) / 1024, "MB")
    say("private memory, an empty program", private_kb(plain) / 1024, "MB")
    say("private memory beside the empty program", (private_kb(pid) - private_kb(plain)) / 1024, "MB", "< 5")
    desk.kill(os.path.join(desk.build, "e2e", "empty.exe"))
    app.close()


def main():
    build = os.path.abspath(sys.argv[1])
    folder = os.path.join(build, "bench-recorder")
    os.makedirs(folder, exist_ok=True)
    with Desktop(build) as desk:
        start_to_armed(desk, folder)
        presses(desk, folder)
        idle(desk, folder)


if __name__ == "__main__":
    main()
