"""What kills.py and soak.py share: a recorder whose steps are named, and a look
at its folder by the portable reader."""
import collections
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "e2e"))
from app import App, LogLine  # noqa: E402
from desktop import Timeout, wait_for, windows_path  # noqa: E402

WM_CLOSE, WM_TIMER, WM_POWERBROADCAST, WM_HOTKEY = 0x10, 0x113, 0x218, 0x312
PBT_APMSUSPEND, PBT_APMRESUMEAUTOMATIC = 4, 0x12
HOTKEY_ID, TIMER_WATCH = 1, 3


LAUNCH_S = 25


class Killed(Exception):
    """The recorder reached the step at which it is to end."""


class Recorder(App):
    """A Hitchbox whose steps are named, driven by messages: no key and no mouse
    has to find its window first."""

    lost_starts = 0

    def __init__(self, desk, folder, settings, simulation):
        super().__init__(desk, folder, dict({"sound": "no", "reserve_mb": "0", "capture_state_ms": "5000"}, **settings),
                         exe="hitchbox-endure.exe", simulation=simulation)
        self.steps_path = os.path.join(folder, "steps.txt")
        self.kill_at = self.the_window = None
        self.read = None, 0, []  # of the log: its path, bytes and lines so far

    def start(self, kill_at=None, steps=True):
        """Starts it in a new run; with kill_at, to end at that step."""
        before = self.runs()
        self.kill_at, self.the_window = kill_at, None
        if os.path.exists(self.steps_path):
            os.remove(self.steps_path)
        env = {"HITCHBOX_SIM": "127.0.0.1:%d" % self.simulation.port}
        if steps:
            env["HITCHBOX_STEPS"] = windows_path(self.steps_path)
        if kill_at:
            env["HITCHBOX_KILL"] = kill_at
        self.started = time.monotonic()
        self.desk.start(self.exe, self.folder, env=env)
        try:
            self.until("a new run", lambda: self.runs() != before and self.log(), LAUNCH_S)
        except Timeout:
            # Wine's launcher has lost a start now and then: no process, no step, no
            # box. One that ends by itself at its start does it a second time, too.
            if self.desk.pids(self.exe) or os.path.exists(self.steps_path):
                raise
            Recorder.lost_starts += 1
            self.desk.start(self.exe, self.folder, env=env)
            self.until("a new run", lambda: self.runs() != before and self.log())
        return self

    def log(self):
        """The newest run's lines; only what is new is read."""
        folder = self.run_folder()
        path = os.path.join(folder, "main.log") if folder else ""
        if not os.path.exists(path):
            return []
        if self.read[0] != path:
            self.read = path, 0, []
        _, at, lines = self.read
        with open(path, "rb") as f:
            f.seek(at)
            new = f.read()
        new = new[:new.rfind(b"\n") + 1]
        lines += [LogLine(line) for line in new.decode("utf-8").splitlines()]
        self.read = path, at + len(new), lines
        return lines

    def steps(self):
        try:
            text = open(self.steps_path, encoding="utf-8").read()
        except OSError:
            return []
        return text[:text.rfind("\n") + 1].splitlines()

    def until(self, what, condition, seconds=40):
        """Waits; raises Killed when the chosen step was reached meanwhile."""
        end = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if self.kill_at and self.kill_at in self.steps():
                self.desk.wait_gone(self.exe)
                raise Killed()
            if time.monotonic() > end:
                raise Timeout("%s: not within %g s; the log's end:\n      %s" % (
                    what, seconds, "\n      ".join(l.line for l in self.log()[-12:])))
            time.sleep(0.03)

    def until_logged(self, event, count=1, **values):
        def found():
            lines = self.events(event, **values)
            return lines[count - 1] if len(lines) >= count else None
        return self.until("log line %s %s" % (event, count), found)

    def its_window(self):
        if not self.the_window:
            self.the_window = self.until("the window", self.window)
        return self.the_window

    def tell(self, message, w=0, l=0):
        try:
            self.desk.post(self.its_window(), message, w, l)
        except RuntimeError:
            # The window went in that moment.
            self.until("the step", lambda: False, 10)

    def press_and_check(self):
        """A press, and what follows up to the verdict."""
        count = len(self.events("checked"))
        self.tell(WM_HOTKEY, HOTKEY_ID)
        return self.until_logged("checked", count + 1)

    def watch(self):
        """Waking up: the sessions are looked after at once."""
        self.tell(WM_POWERBROADCAST, PBT_APMSUSPEND)
        self.tell(WM_POWERBROADCAST, PBT_APMRESUMEAUTOMATIC)

    def exit(self):
        self.tell(WM_CLOSE)
        self.until_logged("exit")
        self.desk.wait_gone(self.exe)


class Trace:
    def __init__(self, words):
        self.path, self.state, self.events, self.lost = words[0], words[1], int(words[2]), int(words[3])
        self.name = os.path.basename(self.path)
        self.numbers = collections.defaultdict(dict)  # session: {cpu: (first, last)}
        self.strange = []


class Folder:
    """All traces of a folder of runs, and its history."""

    def __init__(self, build, base):
        out = subprocess.run([os.path.join(build, "native", "trace_numbers"), base], check=True, timeout=120,
                             stdout=subprocess.PIPE).stdout.decode("utf-8")
        self.base, self.traces, self.history = base, {}, []
        for line in out.splitlines():
            kind, *words = line.split("\t")
            if kind == "trace":
                self.traces[words[0]] = Trace(words)
            elif kind == "numbers":
                self.traces[words[0]].numbers[int(words[1])][int(words[2])] = int(words[3]), int(words[4])
            elif kind == "strange":
                self.traces[words[0]].strange.append(line)
            else:
                self.history.append((words[0], words[2]))

    def left_over(self):
        """Files under a name that is not final."""
        return [os.path.join(d, f) for d, _, files in os.walk(self.base) for f in files
                if f.endswith((".part", ".tmp"))]

    def false_snapshots(self):
        return ["%s is %s with %d events" % (t.path, t.state, t.events) for t in self.traces.values()
                if t.name.startswith(("snap", "recovered")) and (t.state not in ("whole", "wrapped") or not t.events)]

    def holds(self, trace, session, newest):
        """Has the trace all of a session's events from its oldest to `newest`?"""
        have = trace.numbers.get(session, {})
        return not trace.strange and any(newest) and all(
            cpu in have and have[cpu][1] >= n for cpu, n in enumerate(newest) if n)


class Numbers:
    """What the simulated ETW says of its sessions' events."""

    def __init__(self, simulation):
        self.running, self.flushed, self.ended = {}, {}, {}
        self.names = {}
        for line in simulation.ask("numbers"):
            what, birth, name, _, numbers = line.split("\t")
            birth = int(birth)
            self.names[birth] = name
            {"running": self.running, "flushed": self.flushed, "ended": self.ended}[what][birth] = [
                int(n) for n in numbers.split()]
