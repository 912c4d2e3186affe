"""A day of the recorder in minutes: 24 simulated hours with 500 snapshots.

    python3 tests/endure/soak.py BUILD [--sample]

In between the machine sleeps, Explorer restarts, other programs stop the
sessions, the clock is set back, and the providers write at ten times their
rate. Every ten seconds of the day the sessions are looked after, as the timer
would have it. Then must hold:
  - handles, USER and GDI objects, private memory and the log's lines for a
    snapshot do not grow: the medians of the first and the last tenth after a
    warm-up are compared
  - every snapshot was saved and is whole
  - every event that was lost is told once: with the snapshot during which, or
    before which, it was lost
  - the folder stays within its limits

Prints a table and ends in the closing line that `make test` sums.
"""
import json
import os
import re
import shutil
import statistics
import sys
import time

from endure import (Folder, PBT_APMRESUMEAUTOMATIC, PBT_APMSUSPEND, Recorder, TIMER_WATCH, WM_POWERBROADCAST, WM_TIMER)
from app import Simulation, unix
from desktop import Desktop

WHOLE_OR_WRAPPED = "0", "2"  # of enum etl_state; which of both is a habit of simulated machines
GAUGE = 0x8000 + 0x177
HANDLES, GDI, USER, TURN_CLOCK = range(4)
RING = "Hitchbox-Buffer"
DAY_S = 24 * 3600
WATCH_S = 10
SLEEP_S = 1800
PLAYED_S = 2  # of the time between two snapshots
KEEP_COUNT = 6
WARM_UP = KEEP_COUNT + 2  # until old snapshots go, the log has fewer lines
SENTENCE = re.compile(r' (?:sentence|text)="[^"]*"')
# What may differ without being growth, of median to median.
SLACK = {"handles": 2, "USER objects": 0, "GDI objects": 0, "private memory, KB": 512, "log bytes a snapshot": 200}
LOAD_RATE = 10
# The simulated ETW takes this much for the loss to begin at that rate.
LOAD_KB_S = 600


class Soak:
    def __init__(self, desk, build, folder, presses):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.desk, self.build, self.presses = desk, build, presses
        self.simulation = Simulation(desk, ["--seed", "11"])
        self.app = Recorder(desk, os.path.join(folder, "Hitchbox"), {"keep_count": str(KEEP_COUNT), "keep_gb": "1"},
                            self.simulation)
        self.ahead = 0
        self.table = {name: [] for name in SLACK}
        self.faults = []
        self.count = {"snapshots": 0, "watches": 0, "sleeps": 0, "thefts": 0, "Explorer restarts": 0,
                      "clocks set back": 0, "snapshots under load": 0, "events lost under load": 0}
        self.told = 0  # of the running ring

    # --- what happens
    def gauge(self, what, l=0):
        return self.desk.send(self.app.its_window(), GAUGE, what, l)

    def turn_clock(self, seconds):
        self.ahead += seconds
        self.gauge(TURN_CLOCK, self.ahead)

    def pass_time(self, seconds, watch=True):
        """Both clocks go on, a little of it with events; the timer comes as often
        as it would."""
        self.simulation.ask("sleep %g" % (seconds - PLAYED_S))
        self.simulation.ask("advance %g" % PLAYED_S)
        self.turn_clock(int(seconds))
        for _ in range(int(seconds / WATCH_S) if watch else 0):
            self.app.tell(WM_TIMER, TIMER_WATCH)
            self.count["watches"] += 1

    def sleep(self):
        self.app.tell(WM_POWERBROADCAST, PBT_APMSUSPEND)
        self.pass_time(SLEEP_S, watch=False)
        self.app.tell(WM_POWERBROADCAST, PBT_APMRESUMEAUTOMATIC)
        self.count["sleeps"] += 1

    def explorer_restarts(self):
        window = self.app.its_window()
        self.desk.poke.ask("traydelete %d 1" % window.handle)
        message = int(self.desk.poke.ask("message TaskbarCreated")[0].split()[1])
        before = len(self.app.events("icon_added"))
        self.app.tell(message)
        self.app.until_logged("icon_added", before + 1)
        self.count["Explorer restarts"] += 1

    def theft(self):
        if self.lost() != self.told:
            self.faults.append("of %d lost events %d were told" % (self.lost(), self.told))
        self.simulation.ask("stop " + RING)
        before = len(self.app.events("gap"))
        self.app.tell(WM_TIMER, TIMER_WATCH)
        self.app.until_logged("gap", before + 1)
        self.count["thefts"] += 1
        self.told = 0
        self.simulation.ask("advance 5")

    def clock_back(self):
        self.turn_clock(-3600)
        self.count["clocks set back"] += 1

    def lost(self):
        """Events that the running ring has lost since it began."""
        line, = [l for l in self.simulation.ask("sessions") if l.startswith(RING + "\t")]
        return int(line.split(" lost=")[1].split()[0])

    # --- what is looked at
    def snapshot(self, number):
        """A press and all that follows; what it tells of lost events."""
        before, log_at, lost_at = len(self.app.events("saved")), self.log_bytes(), self.lost()
        balloons = len(self.app.events("balloon"))
        checked = self.app.press_and_check()
        path, told = checked["path"], int(checked["lost"])
        said = self.app.until("its balloon", lambda: [
            l for l in self.app.events("balloon")[balloons:] if l["path"] == path])[-1]
        self.app.wait_icon("armed")
        self.count["snapshots"] += len(self.app.events("saved")) - before
        self.table["log bytes a snapshot"].append(self.log_bytes() - log_at)
        if checked["why"] != "ok" or checked["state"] not in WHOLE_OR_WRAPPED or not int(checked["events"]):
            self.faults.append("snapshot %d: %s" % (number, checked))
        if self.info(checked).get("events_lost") != told:
            self.faults.append("snapshot %d: the .json tells of other losses: %s" % (number, checked))
        if bool(told) != ("with gaps" in said["title"]) or (told and "events lost" not in said["text"]):
            self.faults.append("snapshot %d lost %d events: %s" % (number, told, said))
        if not lost_at - self.told <= told <= self.lost() - self.told:
            self.faults.append("snapshot %d tells of %d lost events; %d to %d were lost since the one before" % (
                number, told, lost_at - self.told, self.lost() - self.told))
        self.told += told
        return told

    def info(self, checked):
        with open(unix(checked["path"])[:-4] + ".json", encoding="utf-8") as f:
            return json.load(f)

    def log_bytes(self):
        """Without the sentences of verdicts: their length is that of what happened."""
        with open(os.path.join(self.app.run_folder(), "main.log"), encoding="utf-8") as f:
            return len(SENTENCE.sub("", f.read()).encode())

    def under_load(self, number):
        self.simulation.ask("behaviour capacity_kb_s=%d" % LOAD_KB_S)
        self.simulation.ask("rate %d" % LOAD_RATE)
        self.simulation.ask("advance 5")
        lost = self.snapshot(number)
        self.simulation.ask("behaviour capacity_kb_s=65536")
        self.simulation.ask("rate 1")
        self.count["snapshots under load"] += 1
        self.count["events lost under load"] += lost
        if not lost:
            self.faults.append("snapshot %d: nothing was lost under load, so nothing is proven" % number)

    def look_at_limits(self):
        sizes = [os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(self.app.base) for f in files]
        kept = len(self.app.snapshots())
        if kept > KEEP_COUNT or sum(sizes) > 1 << 30:
            self.faults.append("%d snapshots, %d bytes are kept" % (kept, sum(sizes)))

    def measure(self):
        for name, what in (("handles", HANDLES), ("USER objects", USER), ("GDI objects", GDI)):
            self.table[name].append(self.gauge(what))
        pid, = self.desk.pids(self.app.exe)
        with open("/proc/%d/smaps_rollup" % pid) as f:
            self.table["private memory, KB"].append(sum(
                int(line.split()[1]) for line in f if line.startswith(("Private_Clean", "Private_Dirty"))))

    # --- the day
    def run(self, often, between_s):
        """`often`: what happens besides, by how many snapshots lie between."""
        app = self.app
        app.start(steps=False)
        app.until_logged("armed")
        for number in range(1, self.presses + 1):
            for name, happens in (("sleep", self.sleep), ("explorer", self.explorer_restarts), ("theft", self.theft),
                                  ("clock", self.clock_back)):
                if number % often[name] == 0:
                    happens()
            self.pass_time(between_s)
            if number % often["load"] == 0 and number < self.presses:  # the next one tells the rest
                self.under_load(number)
            else:
                self.snapshot(number)
            self.look_at_limits()
            if number % often["measure"] == 0:
                self.measure()
        if self.lost() != self.told:
            self.faults.append("of %d lost events %d were told" % (self.lost(), self.told))
        app.exit()
        seen = Folder(self.build, app.base)
        self.faults += seen.false_snapshots() + ["left over: " + path for path in seen.left_over()]
        if self.count["snapshots"] != self.presses:
            self.faults.append("%d presses saved %d snapshots" % (self.presses, self.count["snapshots"]))

    def verdict(self):
        print("%-22s %12s %12s %10s" % ("", "first tenth", "last tenth", "may grow"))
        for name, slack in SLACK.items():
            every = 1 if name.startswith("log") else self.measured_every
            values = self.table[name][WARM_UP // every:]
            tenth = max(1, len(values) // 10)
            first, last = statistics.median(values[:tenth]), statistics.median(values[-tenth:])
            print("%-22s %12d %12d %10d" % (name, first, last, slack))
            if last - first > slack or first < 0:
                self.faults.append("%s: %d grew to %d" % (name, first, last))
        print("; ".join("%s %d" % item for item in self.count.items()))
        for fault in self.faults[:20]:
            print("  fault: " + fault)
        if len(self.faults) > 20:
            print("  and %d more" % (len(self.faults) - 20))

    def close(self):
        self.app.close()
        self.simulation.close()


OFTEN = {"sleep": 25, "explorer": 20, "theft": 30, "clock": 50, "load": 25, "measure": 2}
LONG = 500, OFTEN, (DAY_S - 500 // OFTEN["sleep"] * SLEEP_S) / 500
SHORT = 20, {"sleep": 9, "explorer": 7, "theft": 8, "clock": 10, "load": 6, "measure": 1}, 100


def main():
    build, sample = os.path.abspath(sys.argv[1]), "--sample" in sys.argv
    presses, often, between_s = SHORT if sample else LONG
    began = time.monotonic()
    with Desktop(build) as desk:
        soak = Soak(desk, build, os.path.join(build, "soak-work"), presses)
        try:
            soak.measured_every = often["measure"]
            soak.run(often, between_s)
        finally:
            soak.close()
    soak.verdict()
    print("%.0f s" % (time.monotonic() - began))
    lost = len(soak.faults)
    print("%d passed, %d failed" % (max(0, len(SLACK) + soak.count["snapshots"] - lost), lost))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
