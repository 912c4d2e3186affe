"""The tests that need administrator rights, as tests.exe runs them, under Wine
against the simulated ETW; then the recorded files counted once more by a reader
that shares nothing with the product's. Ends in one closing line.

    python3 tests/contract/run.py TESTS.EXE
"""
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import etl_peek  # noqa: E402

CLOSING = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.M)
RECORDED = re.compile(r"^recorded (.*) events=(\d+) lost=(\d+)$", re.M)


def all_records(peek):
    return peek.events + sum(peek.hooks.values()) + sum(peek.classic.values())


def native(path):
    return re.sub(r"^[A-Za-z]:", "", path).replace("\\", "/")


def refuses(exe):
    """A word that names nothing is no run in which nothing failed."""
    return subprocess.run(["wine", exe, "nobody"], capture_output=True).returncode == 2


def main():
    env = dict(os.environ, HITCHBOX_CONTRACT_KEEP="1")
    p = subprocess.run(["wine", sys.argv[1], "contract", "recording"], env=env, capture_output=True)
    out, err = (b.decode("utf-8", "replace").replace("\r", "") for b in (p.stdout, p.stderr))
    closing = CLOSING.findall(out)
    passed, failed, skipped = [int(n) for n in closing[-1]] if closing else (0, 1, 0)
    files = RECORDED.findall(out)
    lines = [line for line in out.splitlines() if not re.match(r"^(\[|\s*$|\s*\d+ (SKIPPED|FAILED) TEST|\d+ passed)", line)]
    print(out + err if failed else "\n".join(lines))
    for path, events, _ in files:
        peek = etl_peek.peek(native(path))
        counted = all_records(peek)
        agree = counted == int(events) and not peek.problems
        passed += agree
        failed += not agree
        print("%s: another reader counts %d of %s events%s" % (
            os.path.basename(native(path)), counted, events, "".join("; " + p for p in peek.problems)))
    for folder in {re.sub(r"/recording/.*", "", native(path)) for path, _, _ in files}:
        shutil.rmtree(folder, ignore_errors=True)
    for exe in (sys.argv[1], os.environ.get("HITCHBOX_CONTRACT")):
        refused = not exe or refuses(exe)
        passed += refused
        failed += not refused
        if not refused:
            print("%s does not end with 2 where a word names no test of it" % exe)
    if len(files) != 2:
        failed += 1
        print("two files should have been recorded, not %d" % len(files))
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
