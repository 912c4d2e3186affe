"""End-to-end tests: the real program in a real window, driven by key events and
mouse, with the simulated ETW as its kernel.

    python3 tests/e2e/tests.py BUILD [word ...]     cases whose name holds a word

A case is a function case_<promise>(t) of the modules cases_*.py. Each starts
its own Hitchbox in a folder of its own; they share one desktop. A case that
fails leaves a picture of the desktop in its folder.
"""
import importlib
import glob
import os
import re
import shutil
import signal
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from app import App, Simulation  # noqa: E402
from desktop import Desktop, wait_for, windows_path  # noqa: E402

LONGEST_S = 120


class Skip(Exception):
    pass


class Case:
    """What a case is given."""

    def __init__(self, desk, name, folder):
        self.desk, self.name, self.folder = desk, name, folder
        self.apps, self.simulations = [], []

    def app(self, settings=None, name="Hitchbox", **more):
        app = App(self.desk, os.path.join(self.folder, name), settings, **more)
        self.apps.append(app)
        return app

    def simulation(self, *arguments):
        self.simulations.append(Simulation(self.desk, arguments))
        return self.simulations[-1]

    def armed(self, settings=None, **more):
        """A Hitchbox that records, its key set up and its icon in place."""
        app = self.app(settings, **more).start()
        app.wait("armed")
        app.wait("hotkey")
        app.icon()
        return app

    def viewer(self):
        """A stand-in for WPA: (setting, function that gives its command lines)."""
        folder = os.path.join(self.folder, "viewer")
        os.makedirs(folder, exist_ok=True)
        exe = os.path.join(folder, "fake_wpa.exe")
        shutil.copy(os.path.join(self.desk.build, "e2e", "fake_wpa.exe"), exe)

        def lines():
            if not os.path.exists(exe + ".txt"):
                return []
            text = open(exe + ".txt", encoding="utf-8").read()
            return text[:text.rfind("\n") + 1].splitlines()
        return windows_path(exe), lines

    def done(self):
        for app in self.apps:
            app.close()
        for simulation in self.simulations:
            simulation.close()
        self.desk.close_folders()


def late(*_):
    raise TimeoutError("not done within %d s" % LONGEST_S)


def run(desk, name, function, folder):
    """Runs one case; an error's text, or None."""
    t = Case(desk, name, folder)
    error = None
    signal.signal(signal.SIGALRM, late)
    signal.alarm(LONGEST_S)
    try:
        function(t)
    except Skip as skip:
        error = skip
    except BaseException as e:
        if isinstance(e, KeyboardInterrupt):
            raise
        last = traceback.extract_tb(e.__traceback__)[-1]
        error = "%s: %s\n    at %s:%d: %s" % (type(e).__name__, e, os.path.basename(last.filename), last.lineno,
                                              last.line)
        own = [f for f in traceback.extract_tb(e.__traceback__) if "cases_" in f.filename]
        if own:
            error += "\n    in %s:%d: %s" % (os.path.basename(own[-1].filename), own[-1].lineno, own[-1].line)
    signal.alarm(30)
    try:
        if error and not isinstance(error, Skip):
            desk.picture(os.path.join(folder, "failed.png"))
        t.done()
    except BaseException as e:
        if isinstance(e, KeyboardInterrupt):
            raise
        error = error or "cleaning up: %r" % e
    signal.alarm(0)
    return error


def cases(words):
    for path in sorted(glob.glob(os.path.join(HERE, "cases_*.py"))):
        module = importlib.import_module(os.path.basename(path)[:-3])
        names = re.findall(r"^def (case_\w+)\(", open(path, encoding="utf-8").read(), re.M)
        for name in names:
            if not words or any(w in name for w in words):
                yield name, getattr(module, name)


def main():
    build, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    work = os.path.join(build, "e2e-work")
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    if not os.path.exists(os.path.join(build, "hitchbox-sim.exe")):
        print("hitchbox-sim.exe is not built\n0 passed, 1 failed")
        return 1
    # How the simulated machines treat rings: another way each time, unless told.
    habits = os.environ.setdefault("HITCHBOX_SIM_HABITS", "seed=%d" % (time.time() % 1000000))
    print("simulated machines: HITCHBOX_SIM_HABITS=%s" % habits, flush=True)
    with Desktop(build) as desk:
        for name, function in cases(words):
            folder = os.path.join(work, name[5:])
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            began = time.monotonic()
            error = run(desk, name, function, folder)
            kind = "skipped" if isinstance(error, Skip) else "failed" if error else "passed"
            counts[kind] += 1
            print("%-8s %s (%.1f s)%s" % (kind, name[5:].replace("_", " "), time.monotonic() - began,
                                          "\n    " + str(error) if error else ""), flush=True)
            if kind == "failed" and not desk.poke.answers():
                desk.close()
                desk.open()
    print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
