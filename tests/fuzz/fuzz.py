"""Runs the fuzzing driver and says what came of it.

    fuzz.py [--sample] FOLDER SECONDS MUTANTS   FOLDER has hitch and seed/
    fuzz.py --play TRUTH FOLDER KIND,KIND...    recordings of these incidents

Prints the mutants that were tried, the edges that they covered, the time of the
last new one and the finds, and ends with "N passed, N failed". It goes on until
both the seconds and the mutants are over, or the first find. --sample begins with
the seeds alone, throws the same dice each time and counts no mutants."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LINE = re.compile(r"^#(\d+)\s+(\w+)\s+cov: (\d+)")
UNITS = re.compile(r"^stat::number_of_executed_units:\s+(\d+)")
# A find by libFuzzer's own clock is one of last resort: the machine may be busy
# with other work, and the driver counts the seconds of the processor.
LIMITS = ["-timeout=60", "-rss_limit_mb=1024", "-malloc_limit_mb=512", "-max_len=24576", "-len_control=0", "-entropic=0",
          "-print_final_stats=1", "-handle_usr1=1"]
# With fewer frames of each malloc than two no leak is seen at all.
ENVIRONMENT = {"TZ": "UTC", "UBSAN_OPTIONS": "print_stacktrace=1",
               "ASAN_OPTIONS": "quarantine_size_mb=4:malloc_context_size=5:allocator_may_return_null=1:detect_leaks=1"}


def play(truth, folder, kinds):
    for kind in kinds.split(","):
        place = tempfile.mkdtemp(dir=folder)
        ran = subprocess.run([truth, "--sample", "--only", kind, place], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, timeout=120)
        name = kind.replace(" ", "-")
        if ran.returncode > 1 or not os.path.exists(os.path.join(place, "snap.etl")):
            sys.exit("fuzz.py: truth plays no %s" % kind)
        os.replace(os.path.join(place, "snap.etl"), os.path.join(folder, name + ".etl"))
        os.replace(os.path.join(place, "keyevents.etl"), os.path.join(folder, name + "-keyevents.etl"))
        shutil.rmtree(place)


def make_place(folder):
    """What the driver reads and writes while it runs lies in memory where there is such a folder."""
    return tempfile.mkdtemp(prefix="hitchbox-fuzz-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else folder)


class Watch:
    """Reads what libFuzzer says while it runs; each new edge is told of where it is not quiet."""

    def __init__(self, quiet):
        self.quiet = quiet
        self.began = self.last_edge = time.monotonic()
        self.edges = self.units = self.initial = 0
        self.tail = []

    def read(self, line):
        self.tail = self.tail[-200:] + [line]
        found = LINE.match(line)
        if found:
            self.units = int(found.group(1))
            if found.group(2) == "INITED":
                self.initial = self.units
            if int(found.group(3)) > self.edges:
                self.edges = int(found.group(3))
                self.last_edge = time.monotonic()
                self.tell()
        found = UNITS.match(line)
        if found:
            self.units = int(found.group(1))

    def tell(self):
        if not self.quiet:
            print("%6.0f s %8d mutants %6d edges" % (self.last_edge - self.began, max(0, self.units - self.initial), self.edges),
                  flush=True)


def fuzz(folder, seconds, mutants, sample):
    folder = os.path.abspath(folder)
    place = make_place(folder)
    found, corpus = os.path.join(folder, "found", ""), os.path.join(place if sample else folder, "corpus")
    for path in (found, corpus):
        os.makedirs(path, exist_ok=True)
    # The driver counts what it begins with too.
    first = len(os.listdir(corpus)) + len(os.listdir(os.path.join(folder, "seed"))) + 1
    env = dict(os.environ, HITCHBOX_FUZZ_FOLDER=place, HITCHBOX_FUZZ_SECONDS=str(seconds),
               HITCHBOX_FUZZ_MUTANTS=str(mutants + first), **ENVIRONMENT)
    words = [os.path.join(folder, "hitch"), *LIMITS, "-artifact_prefix=" + found]
    words += ["-seed=1"] if sample else []
    watch = Watch(quiet=sample)
    p = subprocess.Popen(words + [corpus, os.path.join(folder, "seed")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         stdin=subprocess.DEVNULL, env=env, text=True, errors="replace")
    try:
        for line in p.stdout:
            watch.read(line)
        code = p.wait()
    finally:
        p.kill()
        p.wait()
        shutil.rmtree(place, ignore_errors=True)
    if code:
        print("".join(watch.tail))
    return watch, code


def main():
    if sys.argv[1] == "--play":
        return play(*sys.argv[2:])
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    sample = sys.argv[1] == "--sample"
    folder, seconds, mutants = sys.argv[1 + sample:]
    watch, code = fuzz(folder, int(seconds), int(mutants), sample)
    tried = watch.units - watch.initial
    print("fuzz: %d mutants in %d s, %d edges covered, the last new one after %d s, %d finds" % (
        tried, time.monotonic() - watch.began, watch.edges, watch.last_edge - watch.began, code != 0))
    failed = code != 0 or tried < int(mutants)
    print("%d passed, %d failed" % (not failed, failed))
    return failed


if __name__ == "__main__":
    sys.exit(main())
