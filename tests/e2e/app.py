"""One Hitchbox in a folder of its own, with its own simulated ETW: what the
end-to-end tests and `make run` drive."""
import datetime
import glob
import os
import re
import shutil
import time

import desktop
from desktop import Lines, Timeout, free_port, wait_for

TRAY_MESSAGE = 0x8001  # WM_APP + 1
NIN_BALLOONSHOW, NIN_BALLOONTIMEOUT, NIN_BALLOONUSERCLICK = 0x402, 0x404, 0x405
WINDOW_CLASS = "HitchboxWindow"
LINE = "-"
MENU_HEAD = ["title", LINE, "Save snapshot now", LINE, "Snapshots"]
OPENERS = ["Open", "Report", "Show"]  # of a snapshot's submenu; the first one is what a click does
MENU_SNAPSHOT = [LINE, "Keep", "Share", LINE, "Delete", LINE, "info"]
MENU_TAIL = [LINE, "Open folder", "Settings...", "Open configuration", LINE, "Save and exit", "Exit"]
MENU_BORDER, MENU_LINE = 3, 9
OLD_RUN = "20200101_000000"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class LogLine:
    """2026-11-30T03:40:12.345678Z event key=value key="quoted value" """

    def __init__(self, line):
        self.line = line
        stamp, self.event, rest = (line.split(" ", 2) + ["", ""])[:3]
        self.time = datetime.datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%S.%fZ")
        self.values = {k: v.strip('"') for k, v in re.findall(r'(\w+)=("[^"]*"|\S*)', rest)}

    def __getitem__(self, key):
        return self.values.get(key)

    def __repr__(self):
        return self.line


class Simulation:
    """simetw.exe: the kernel's side, which outlives hitchbox."""

    def __init__(self, desk, arguments=()):
        self.port = free_port()
        self.exe = os.path.join(desk.build, "simetw.exe")
        self.process = desk.start(self.exe, desk.build, [str(self.port)] + list(arguments), desktop=False)
        self.lines = Lines(self.port)
        wait_for("simulated ETW", self.lines.answers, 30)

    def ask(self, command):
        return self.lines.ask(command)

    def calls(self, name):
        """How often the product called a function, or function:control."""
        total = 0
        for line in self.ask("calls"):
            words = line.split()
            if len(words) == 2 and (words[0] == name or words[0].startswith(name + ":")):
                total += int(words[1])
        return total

    def sessions(self):
        """Names of the product's sessions that run."""
        return [line.split("\t")[0] for line in self.ask("sessions") if line.startswith("Hitchbox-")]

    def said(self, provider):
        """How many events a provider has said, or 0 for one it does not know."""
        try:
            lines = self.ask("events " + provider)
        except RuntimeError:
            return 0
        return sum(int(n) for line in lines for n in re.findall(r"(?:count=|\s)(\d+)$", line))

    def close(self):
        try:
            self.ask("quit")
        except (OSError, RuntimeError):
            pass
        try:
            self.process.wait(10)
        except Exception:
            self.process.kill()


def entry_middle(menu, entries, entry):
    """Where an entry of a menu is on the screen."""
    texts = sum(e != LINE for e in entries)
    # Wine's lines are half as high as a menu font of usual size needs.
    high = (menu.height - 2 * MENU_BORDER - (len(entries) - texts) * MENU_LINE) / texts
    y = menu.top + MENU_BORDER
    for e in entries[:entries.index(entry)]:
        y += MENU_LINE if e == LINE else high
    return (menu.left + menu.right) // 2, int(y + high / 2)


class App:
    def __init__(self, desk, folder, settings=None, exe="hitchbox-sim.exe", simulation=None, own_simulation=True,
                 first=False):
        self.desk = desk
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.exe = os.path.join(folder, exe)
        shutil.copy(os.path.join(desk.build, exe), self.exe)
        for ini in glob.glob(os.path.join(ROOT, "config", "*.ini")):
            shutil.copy(ini, folder)
        self.settings = dict({"language": "en", "ring_mb": "8", "post_roll_s": "0"}, **(settings or {}))
        self.set(self.settings)
        self.base = os.path.join(folder, "logs")
        self.env = {}
        if not first:  # a run of long ago: the word of welcome was said
            os.makedirs(os.path.join(self.base, "runs", OLD_RUN))
        self.simulation = simulation
        self.owns = simulation is None and own_simulation
        if self.owns:
            self.simulation = Simulation(desk)

    def set(self, settings):
        """Changes lines of hitchbox.ini, adding those that are missing."""
        path = os.path.join(self.folder, "hitchbox.ini")
        text = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
        for key, value in settings.items():
            line = "%s = %s" % (key, value)
            text, count = re.subn(r"(?m)^%s\s*=.*$" % key, lambda _: line, text)
            if not count:
                text += "\n" + line + "\n"
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)

    def start(self):
        env = {"HITCHBOX_SIM": "127.0.0.1:%d" % self.simulation.port} if self.simulation else {}
        self.started = time.monotonic()
        self.desk.start(self.exe, self.folder, env=dict(env, **self.env))
        return self

    def running(self):
        return bool(self.desk.pids(self.exe))

    # --- what it wrote
    def runs(self):
        return [run for run in sorted(glob.glob(os.path.join(glob.escape(self.base), "runs", "*")))
                if os.path.basename(run) != OLD_RUN]

    def run_folder(self):
        runs = self.runs()
        return runs[-1] if runs else None

    def log(self):
        folder = self.run_folder()
        path = os.path.join(folder, "main.log") if folder else None
        if not path or not os.path.exists(path):
            return []
        text = open(path, encoding="utf-8").read()
        return [LogLine(line) for line in text[:text.rfind("\n") + 1].splitlines()]

    def events(self, event, **values):
        return [l for l in self.log() if l.event == event and all(l[k] == v for k, v in values.items())]

    def wait(self, event, count=1, seconds=30, **values):
        """The count-th line of an event with these values."""
        def found():
            lines = self.events(event, **values)
            return lines[count - 1] if len(lines) >= count else None
        try:
            return wait_for("log line %s %s" % (event, values or ""), found, seconds)
        except Timeout as late:
            raise Timeout("%s\n    the log's end:\n      %s" % (
                late, "\n      ".join(l.line for l in self.log()[-25:]))) from None

    def wait_icon(self, state):
        """Until that is what the icon shows."""
        wait_for("the icon's state " + state, lambda: [l["state"] for l in self.events("icon")][-1:] == [state], 20)

    def snapshots(self):
        return sorted(glob.glob(os.path.join(glob.escape(self.base), "runs", "*", "snap*.etl")))

    # --- what a player does
    def window(self):
        return self.desk.window(WINDOW_CLASS)

    def press(self, keys="ctrl+alt+F9"):
        """Sends the key. Wine needs a moment until a new hotkey works, so the
        first press of a program's life is repeated until it is seen."""
        first = not self.events("press")
        self.desk.key(keys)
        while first:
            try:
                self.wait("press", seconds=2)
                return
            except Timeout:
                if not self.running() or time.monotonic() > self.started + 30:
                    raise
                self.desk.key(keys)

    def save(self, keys="ctrl+alt+F9"):
        """A press, and the line that says that it was saved."""
        count = len(self.events("saved"))
        self.press(keys)
        return self.wait("saved", count + 1)

    def tray_message(self, event, x=0, y=0):
        self.desk.post(self.window(), TRAY_MESSAGE, x | y << 16, event | 1 << 16)

    def click_balloon(self):
        self.tray_message(NIN_BALLOONUSERCLICK)

    def balloon_shown(self):
        """What Explorer says when a balloon comes up; Wine does not say it."""
        self.tray_message(NIN_BALLOONSHOW)

    def balloon_gone(self):
        self.tray_message(NIN_BALLOONTIMEOUT)

    def icon(self):
        """Where its icon is in the notification area."""
        return wait_for("the icon", lambda: (self.desk.tray_icons() or [None])[-1])

    def open_menu(self):
        """Right-clicks the icon by mouse; the menu's window."""
        self.desk.click(*self.icon(), button=3)
        return wait_for("the menu", self.desk.menu, 10)

    def close_menu(self):
        """Clicks beside it."""
        self.desk.click(20, 20)
        wait_for("the menu's end", lambda: not self.desk.menu(), 10)

    def choose(self, entry, action=None, first=None):
        """Opens the menu and clicks an entry: its text, or "history N" and what to do
        with it. `first`: the first entry there, where it is not what is usual."""
        menu = self.open_menu()
        history = min(len(self.snapshots_known()), 10)
        entries = MENU_HEAD + ["history %d" % i for i in range(history)] + MENU_TAIL
        self.desk.click(*entry_middle(menu, entries, entry))
        if not action:
            return
        first = first or ("Open" if self.settings.get("viewer") else "Report")
        actions = [first] + [e for e in OPENERS if e != first] + MENU_SNAPSHOT
        self.desk.click(*entry_middle(self.submenu(menu), actions, action))

    def submenu(self, menu, over=None):
        """The one that opens; with over, while the pointer rests there. A menu that was
        not ready yet when the pointer came learns of it when it moves again."""
        def opened():
            if over:
                self.desk.move(over[0] + int(time.monotonic()) % 2, over[1])
            return next((w for w in self.desk.windows("#32768", visible=True) if w.handle != menu.handle), None)
        return wait_for("the submenu", opened, 20)

    def snapshots_known(self):
        """Those that the history shows: the file, or what is known of it."""
        return {os.path.splitext(p)[0] for pattern in ("snap*.etl", "snap*.json", "recovered*.etl", "partial*.etl")
                for p in glob.glob(os.path.join(glob.escape(self.base), "runs", "*", pattern))}

    def close(self):
        if self.running():
            window = self.window()
            if window:
                try:
                    self.desk.post(window, 0x10)
                    wait_for("the end", lambda: not self.running(), 8)
                except (Timeout, RuntimeError, OSError):
                    pass
            if self.running():
                self.desk.kill(self.exe)
        if self.owns and self.simulation:
            self.simulation.close()


def unix(path):
    return desktop.unix_path(path)


class Configured:
    """A provider as providers.ini names it."""

    def __init__(self, session, name):
        self.session, self.name, self.guid, self.ids, self.rundown = session, name, None, set(), False


def configured(path=None):
    """The providers of a providers.ini, read line by line."""
    found = []
    for line in open(path or os.path.join(ROOT, "config", "providers.ini"), encoding="utf-8"):
        line = line.strip()
        head = re.match(r"\[(file|buffer) (\S+)\]$", line)
        if head:
            found.append(Configured(*head.groups()))
        elif line.startswith("guid"):
            found[-1].guid = line.split("=")[1].strip(" {}").lower()
        elif line.startswith("id "):
            found[-1].ids.add(int(line.split()[1]))
        elif re.match(r"rundown\s*=\s*yes", line):
            found[-1].rundown = True
    return found
