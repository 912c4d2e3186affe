"""Runs every part of `make test` and ends in one line "N passed, N failed,
N skipped" that sums them. A part that passes shows its own closing line only;
the output of one that fails is shown whole.

    python3 tests/tools/all.py BUILD [part ...]

How simulated machines treat rings is chosen by the sources for the parts that
choose at random: the same sources are tested on the same machines wherever that
is, the next change on others.
"""
import hashlib
import os
import re
import signal
import subprocess
import sys
import time

CLOSING = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)

# name, make target, longest time in seconds. A part without a closing line of
# its own counts as one test.
PARTS = [
    ("suites, natively under sanitizers", "test-native", 600),
    ("suites under Wine", "test-wine", 900),
    ("the contract with ETW, and a recording", "contract", 400),
    ("checks of sources, lists and programs", "check", 400),
    ("every file with clang", "clang", 600),
    ("frame times of real captures", "frames", 120),
    ("incidents of known cause, one of each", "truth-sample", 400),
    ("everyday worlds, some of each sort", "worlds-sample", 300),
    ("quiet machines, nothing told of them", "quiet-sample", 300),
    ("mutants of traces, through every verb", "fuzz-sample", 600),
    ("scenarios, and what hitch makes of them", "test-scenarios", 600),
    ("killed at some points of the way", "kills-sample", 400),
    ("a short day with sleep, theft and load", "soak-sample", 300),
    ("calls to Windows that fail, a sample", "faults-sample", 400),
    ("allocations that fail, a sample", "memory-sample", 300),
    ("end to end, with real windows", "test-e2e", 1200),
]


# Those that would choose by the time of day.
CHOOSERS = ("test-native", "test-wine", "contract", "faults-sample", "test-e2e")


def habits():
    """A choice that only a change of the sources changes."""
    digest = hashlib.sha256()
    for top in ("src", "tests", "config"):
        for folder, folders, names in os.walk(top):
            folders[:] = sorted(f for f in folders if not f.startswith((".", "__")))
            for name in sorted(names):
                with open(os.path.join(folder, name), "rb") as f:
                    digest.update(f.read())
    return "seed=%d" % (int(digest.hexdigest()[:12], 16) % 1000000)


def run(target, build, seconds, machines):
    """The target's output and exit code; ended with all its children when late."""
    env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    if target in CHOOSERS:
        env["HITCHBOX_SIM_HABITS"] = machines
    p = subprocess.Popen(["make", "-k", "-j%d" % (os.cpu_count() or 2), "--no-print-directory", "-s", "B=" + build,
                          target],
                         env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                         start_new_session=True)
    try:
        out, _ = p.communicate(timeout=seconds)
        return out.decode("utf-8", "replace").replace("\r", ""), p.returncode
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        out, _ = p.communicate()
        return out.decode("utf-8", "replace") + "\nnot done within %d s\n" % seconds, 124


def main():
    build, wanted = sys.argv[1], sys.argv[2:]
    total = [0, 0, 0]
    machines = os.environ.get("HITCHBOX_SIM_HABITS") or habits()
    for name, target, seconds in PARTS:
        if wanted and target not in wanted:
            continue
        began = time.monotonic()
        print("%s ..." % name, flush=True)
        out, code = run(target, build, seconds, machines)
        closing = CLOSING.findall(out)
        counts = [int(n or 0) for n in closing[-1]] if closing else [code == 0, 0, 0]
        if code and not counts[1]:
            counts[1] = 1
        # This part's last line would pass for the closing line of all.
        if code:
            print(CLOSING.sub(lambda m: "  " + m.group(0), out))
        for line in out.splitlines():
            if line.startswith("skipped: ") and not code:
                print("  " + line)
        print("  %s: %d passed, %d failed, %d skipped (%.0f s)" % (
            name, *counts, time.monotonic() - began), flush=True)
        total = [a + b for a, b in zip(total, counts)]
    print("simulated machines: HITCHBOX_SIM_HABITS=%s" % machines)
    print("%d passed, %d failed, %d skipped" % tuple(total))
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
