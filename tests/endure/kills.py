"""The recorder is terminated at every point of its way, then started again.

    python3 tests/endure/kills.py BUILD [--sample | --list | every=N | word ...]

A way is what a player and other programs do. Its points are the steps that a
clean run of it takes, each before and after; of steps that come often, the
first, one in the middle and the last. At each point the process ends; what it
left is taken over by the next start, and then must hold:
  - the ring's events up to the end are on disk, none missing in between
  - the history shows the file that was recovered
  - no temporary file is left, no file is called a snapshot that is not whole
  - the next press saves a snapshot

Prints a line for each way and "points run N, points lost N", and the closing
line that `make test` sums.
"""
import os
import shutil
import sys
import time
import traceback

from endure import Folder, Killed, Numbers, Recorder
from app import Simulation
from cases_settings import OK, Settings
from desktop import Desktop, wait_for

RING, KEYS = "Hitchbox-Buffer", "Hitchbox-File"
# Lines of main.log are steps too, a hundred of them; some are enough.
OFTEN = 3


class Way:
    """One way and the state before it; `before` may leave a recorder's sessions."""
    settings = {}
    only = ""  # points whose names hold this

    def __init__(self, desk, folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.desk = desk
        self.simulation = Simulation(desk, ["--seed", "7", "--command", "behaviour numbered=1"])
        self.app = Recorder(desk, os.path.join(folder, "Hitchbox"), self.settings, self.simulation)

    def before(self):
        pass

    def walk(self):
        raise NotImplementedError

    def after_kill(self):
        pass

    def faults(self):
        """What else is wrong after the kill."""
        return []

    def close(self):
        self.app.close()
        self.simulation.close()


class Day(Way):
    """start, presses until the oldest snapshot goes, a theft, exit"""
    settings = {"keep_count": "2"}

    def walk(self):
        app = self.app
        app.until_logged("armed")
        for _ in range(3):
            app.press_and_check()
        self.simulation.ask("stop " + RING)
        app.watch()
        app.until_logged("gap")
        self.simulation.ask("stop " + KEYS)
        app.watch()
        app.until_logged("gap", 2)
        app.press_and_check()
        app.exit()


class Again(Way):
    """start over the sessions of one that was killed, exit"""

    def before(self):
        self.app.start()
        self.app.until_logged("armed")
        self.app.press_and_check()
        self.desk.kill(self.app.exe)
        # Two runs of one second have names of another kind, and so other points.
        time.sleep(1.1 - time.time() % 1)

    def walk(self):
        self.app.until_logged("armed")
        self.app.exit()


class Refused(Again):
    """start over such sessions where starting is refused, a press, exit"""

    def before(self):
        super().before()
        self.simulation.ask("access_denied on")

    def walk(self):
        self.app.until_logged("armed")
        self.app.press_and_check()
        self.app.exit()

    def after_kill(self):
        self.simulation.ask("access_denied off")


class Change(Way):
    """a limit is changed in the settings' window"""
    only = "hitchbox.ini"

    def ini(self):
        with open(os.path.join(self.app.folder, "hitchbox.ini"), "rb") as f:
            return f.read()

    def before(self):
        self.old = self.ini()

    def walk(self):
        self.app.until_logged("armed")
        self.app.icon()
        window = Settings(self, self.app)
        window.type("gb", "7")
        window.click(window.control(OK))
        self.app.until_logged("settings")
        self.app.exit()

    def faults(self):
        new = self.old.replace(b"keep_gb = 20", b"keep_gb = 7")
        return [] if self.ini() in (self.old, new) else ["hitchbox.ini is neither the old nor the new one"]


WAYS = {"change": Change, "day": Day, "again": Again, "refused": Refused}

SAMPLE = [
    ("change", "before MoveFileExW hitchbox.ini.#.tmp #1"),
    ("day", "after StartTraceW Hitchbox-Buffer #1"),
    ("day", "after FLUSH Hitchbox-Buffer #1"),
    ("day", "before WriteFile snap.json.#.tmp #1"),
    ("again", "before STOP Hitchbox-Buffer #1"),
    ("again", "after STOP Hitchbox-File #1"),
    ("refused", "after FLUSH Hitchbox-Buffer #1"),
]


def points_of(steps):
    """Of each name the first, a middle and the last; the log's first only."""
    count = {}
    for step in steps:
        name, number = step.rsplit(" #", 1)
        count[name] = max(count.get(name, 0), int(number))
    for step in steps:
        name, number = step.rsplit(" #", 1)
        most = count[name]
        wanted = {1} if "main.log" in name else {1, (most + 1) // 2, most}
        if int(number) in wanted:
            yield step


def recorded(desk, way_class, folder):
    """The points of a clean run."""
    way = way_class(desk, folder)
    try:
        way.before()
        way.app.start()
        way.walk()
        return [p for p in points_of(way.app.steps()) if way.only in p]
    finally:
        way.close()


def missing(folder, numbers_then, numbers_now):
    """What of the sessions' events is not on disk."""
    traces = folder.traces.values()
    shown = [path for kind, path in folder.history if kind == "recovered"]
    for session, newest in numbers_then.running.items():
        name = numbers_then.names[session]
        if name == RING and any(newest):
            found = [t for t in traces if t.name.startswith("recovered") and folder.holds(t, session, newest)]
            if not found:
                yield "ring %d was not recovered up to %s" % (session, newest)
            elif not any(t.path in shown for t in found):
                yield "the history does not show %s" % found[0].path
        if name == KEYS and any(newest) and session in numbers_now.ended:
            if not any(folder.holds(t, session, newest) for t in traces if t.name.startswith("keyevents")):
                yield "key events %d are not on disk up to %s" % (session, newest)
    for session, newest in numbers_then.flushed.items():
        if session in numbers_then.ended and any(newest):
            if not any(folder.holds(t, session, newest) for t in traces if not t.name.startswith("keyevents")):
                yield "what was flushed of ring %d is not on disk up to %s" % (session, newest)


def run_point(desk, build, way_class, folder, point):
    """Faults of one point, as a list of sentences."""
    way = way_class(desk, folder)
    app = way.app
    try:
        way.before()
        try:
            app.start(point)
            way.walk()
            return ["the point was not reached"]
        except Killed:
            pass
        then = Numbers(way.simulation)
        faults = way.faults()
        way.after_kill()
        app.set({"keep_count": "200"})
        app.start()
        app.until_logged("armed")
        saved = app.press_and_check()
        if saved["why"] != "ok" or saved["state"] != "0":
            faults.append("the next press saved no whole snapshot: %s" % saved)
        app.exit()
        now = Numbers(way.simulation)
        wait_for("the sessions' end", lambda: not way.simulation.sessions(), 10)
        seen = Folder(build, app.base)
        faults += list(missing(seen, then, now))
        faults += ["left over: " + path for path in seen.left_over()]
        faults += seen.false_snapshots()
        return faults
    except Exception as e:  # a fault of the program, told like the others
        shown = ["window: %s" % w for w in desk.windows()]
        return ["".join(traceback.format_exception_only(type(e), e)).strip(), "processes: %s" % desk.pids(app.exe)] + shown
    finally:
        way.close()


def main():
    build, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    work = os.path.join(build, "kills-work")
    run = lost = 0
    with Desktop(build) as desk:
        if words == ["--sample"]:
            wanted = SAMPLE
        else:
            wanted = []
            for name, way_class in WAYS.items():
                points = recorded(desk, way_class, os.path.join(work, name + "-clean"))
                print("%s: %s; %d points" % (name, way_class.__doc__, len(points)), flush=True)
                wanted += [(name, p) for p in points]
        if words == ["--list"]:
            for name, point in wanted:
                print("%s: %s" % (name, point))
            return 0
        if words and words[0].startswith("every="):
            wanted = wanted[::int(words[0][6:])]
        elif words and words != ["--sample"]:
            wanted = [(n, p) for n, p in wanted if all(w in "%s %s" % (n, p) for w in words)]
        for name, point in wanted:
            began = time.monotonic()
            faults = run_point(desk, build, WAYS[name], os.path.join(work, "%s-%d" % (name, run)), point)
            run += 1
            lost += bool(faults)
            print("%-5s %s: %s (%.1f s)%s" % ("LOST" if faults else "ok", name, point, time.monotonic() - began,
                                             "".join("\n      " + f for f in faults)), flush=True)
            if not faults:
                shutil.rmtree(os.path.join(work, "%s-%d" % (name, run - 1)), ignore_errors=True)
    print("points run %d, points lost %d; starts that Wine's launcher lost: %d" % (run, lost, Recorder.lost_starts))
    print("%d passed, %d failed" % (run - lost, lost))
    return 1 if lost or not run else 0


if __name__ == "__main__":
    sys.exit(main())
