"""Runs every scenario on the simulated machine, then asks hitch about what was
recorded. Nothing is done to this machine.

    python3 tests/scenarios/scenarios_test.py BUILD [WORD]

With WORD, only promises whose names hold it; most need the first one's files.
"""
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import whitelist_page  # noqa: E402

NAMES = ["process-crash", "disk-burst", "cpu-saturation", "cpu-throttling", "memory-pressure", "network-disconnect"]
SECONDS = 4
PROMISES = []


def promise(fn):
    PROMISES.append(fn)
    return fn


def hold(fact, what):
    if not fact:
        raise AssertionError(what)


def text_of(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


class Runs:
    """Programs of one build, and the folder that they write to."""

    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.folder = os.path.join(self.build, "scenario-files")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.wine_env = dict(os.environ, WINEPREFIX=os.path.join(self.build, "wine"), WINEARCH="win64",
                             WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=", LC_ALL="C.UTF-8")

    def run(self, words, env=None):
        p = subprocess.run(words, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, timeout=300)
        return p.returncode, p.stdout.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")

    def scenarios(self, *words, build=None):
        env = dict(self.wine_env, HITCHBOX_SIM_BUILD=build) if build else self.wine_env
        return self.run(["wine", os.path.join(self.build, "scenarios-sim.exe"), *words], env)

    def real(self, *words):
        return self.run(["wine", os.path.join(self.build, "scenarios-wine.exe"), *words], self.wine_env)

    def kernel(self):
        return Kernel(self)

    def guard(self, how, file):
        p = subprocess.run(["wine", os.path.join(self.build, "guard-check.exe"), how, "Z:" + file], env=self.wine_env,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        return p.returncode

    def interrupted(self, ready, program, *words):
        """The program on a terminal, with Ctrl+C as soon as ready() says so: exit code and what it printed."""
        path = os.path.join(self.folder, "interrupted.txt")
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(ROOT)
            to = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(to, 1)
            os.execvpe("wine", ["wine", os.path.join(self.build, program), *words], self.wine_env)
        sent, until = False, time.monotonic() + 120
        while time.monotonic() < until:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    os.read(terminal, 65536)
                except OSError:
                    pass  # it has let go of the terminal
            said = text_of(path)
            if not sent and ready(said):
                os.write(terminal, b"\x03")
                sent = True
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                os.close(terminal)
                said = text_of(path)
                return os.waitstatus_to_exitcode(status), said if sent else "it ended by itself: " + said
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
        raise AssertionError("Ctrl+C does not end it: " + said)

    def hitch(self, *words):
        return self.run([os.path.join(self.build, "native", "hitch"), *words])

    def hitch_sim(self, *words):
        return self.run(["wine", os.path.join(self.build, "hitch-sim.exe"), *words], self.wine_env)

    def out(self, name="all"):
        return os.path.join(self.folder, name)

    def file(self, scenario, name):
        return os.path.join(self.out(), scenario, name)


class Kernel:
    """simetw, whose sessions outlive the programs that started them."""

    def __init__(self, runs):
        self.p = subprocess.Popen(["wine", os.path.join(runs.build, "simetw.exe"), "0"], cwd=ROOT, env=runs.wine_env,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.port = int(re.search(rb"port (\d+)", self.p.stdout.readline()).group(1))
        self.env = dict(runs.wine_env, HITCHBOX_SIM="127.0.0.1:%d" % self.port)

    def ask(self, line):
        with socket.create_connection(("127.0.0.1", self.port), 20) as s:
            s.sendall(line.encode() + b"\n")
            out = b""
            while not re.search(rb"(^|\n)(ok|error [^\n]*)\r?\n$", out):
                part = s.recv(65536)
                if not part:
                    break
                out += part
        return out.decode()

    def wait(self, ready, line="sessions"):
        for _ in range(300):
            answer = self.ask(line)
            if ready(answer):
                return
            time.sleep(0.2)
        raise AssertionError("it is still: " + answer)

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.ask("quit")
        self.p.wait(20)


def info(runs, scenario):
    with open(runs.file(scenario, "scenario.json"), encoding="utf-8") as f:
        return json.load(f)


def lines_of(text, part):
    return [line.split() for line in text.splitlines() if line.startswith(part)]


@promise
def all_of_them_run_in_the_safe_order_and_end_in_a_table(runs):
    code, text = runs.scenarios("all", "--yes", "--out", "Z:" + runs.out(), "--seconds", str(SECONDS),
                                "--before", "15", "--after", "5")
    hold(code == 0, text)
    order = [line for line in text.splitlines() if line in NAMES]
    hold(order == NAMES, order)
    table = [line.split() for line in text.splitlines() if re.match(r"[a-z-]+ +done ", line)]
    hold([row[0] for row in table] == NAMES, text)
    hold(all(row[-1] == "0" for row in table), "events were lost: " + text)


@promise
def each_one_writes_down_what_it_did_and_when(runs):
    for name in NAMES:
        i = info(runs, name)
        hold(i["format"] == "hitchbox-scenario-1" and i["scenario"] == name and not i["cut_short"], i)
        times = [i[k] for k in ("started_utc", "effect_from_utc", "effect_to_utc", "ended_utc")]
        hold(times == sorted(times) and len(set(times)) == 4, times)
        hold(os.listdir(runs.out()).count(name) == 1 and
             sorted(os.listdir(os.path.join(runs.out(), name))) == ["filtered.etl", "full.etl", "scenario.json"], name)
    hold([c["exit_code"] for c in info(runs, "process-crash")["children"]] == [0, 3, 0xC0000005], "exit codes")
    hold(len(info(runs, "cpu-saturation")["children"]) == info(runs, "cpu-saturation")["cpus"], "a child for each processor")


@promise
def every_recording_is_whole_and_the_filter_leaves_less_than_a_third(runs):
    for name in NAMES:
        counts = []
        for part in ("full.etl", "filtered.etl"):
            code, text = runs.hitch("check", "--json", runs.file(name, part))
            hold(code == 0, text)
            counts.append(json.loads(text)["events"])
        hold(counts[1] > 1000 and counts[1] * 3 < counts[0], (name, counts))


@promise
def the_filtered_recording_holds_only_what_the_full_one_holds(runs):
    for name in NAMES:
        kinds = []
        for part in ("full.etl", "filtered.etl"):
            _, text = runs.hitch("count", runs.file(name, part))
            kinds.append({tuple(r.split("\t")[2:4]): int(r.split("\t")[5]) for r in text.splitlines()
                          if r.startswith("C\tEvent\t")})
        for kind, count in kinds[1].items():
            hold(kinds[0].get(kind, 0) == count, (name, kind, count, kinds[0].get(kind)))


@promise
def crash_tells_each_child_by_its_process_and_exit_code(runs):
    code, text = runs.hitch("crash", runs.file("process-crash", "filtered.etl"))
    hold(code == 0, text)
    for child in info(runs, "process-crash")["children"]:
        row = [line for line in text.splitlines() if "scenarios.exe (%d)" % child["pid"] in line]
        hold(len(row) == 1, (child, text))
        word = {0: "normally", 3: "0x00000003", 0xC0000005: "STATUS_ACCESS_VIOLATION"}[child["exit_code"]]
        hold(word in row[0], row)
    burners = [c["pid"] for c in info(runs, "cpu-saturation")["children"]]
    _, text = runs.hitch("crash", runs.file("cpu-saturation", "filtered.etl"))
    hold(all("scenarios.exe (%d): ended normally" % pid in text for pid in burners), text)


@promise
def compare_finds_the_same_verdict_on_both_sides(runs):
    for name, kind in (("process-crash", "process_crash"), ("network-disconnect", "network_loss")):
        code, text = runs.hitch("compare", runs.file(name, "full.etl"), runs.file(name, "filtered.etl"))
        hold(code == 0 and text.count(kind) >= 2, text)


@promise
def compare_finds_the_evidence_of_every_scenario_in_both(runs):
    for name in NAMES:
        code, text = runs.hitch("compare", runs.file(name, "full.etl"), runs.file(name, "filtered.etl"))
        hold(code == 0, text)
        proof = re.search(r"Evidence of the scenario %s:\n((?:  .+: \d+ -> \d+\n)+)The evidence of %s survived" % (name, name), text)
        hold(proof, text)
        hold(re.search(r": [1-9]\d* -> [1-9]", proof.group(1)), text)


@promise
def whitelist_names_each_scenarios_events_and_judges_every_line_of_the_list(runs):
    code, text = runs.hitch("whitelist", runs.out())
    hold(code == 0, text)
    signal = text.split("signal:")[1].split("shared:")[0]
    for provider, event, name in (("Kernel-Disk", "11", "disk-burst"), ("Kernel-Memory", "1", "memory-pressure"),
                                  ("Kernel-Power", "112", "cpu-throttling"), ("TCPIP", "1130", "network-disconnect"),
                                  ("TCPIP", "1184", "network-disconnect")):
        row = [r for r in lines_of(signal, provider) if r[:2] == [provider, event]]
        hold(len(row) == 1 and row[0][-1] == name, (provider, event, signal))
    shared = text.split("shared:")[1].split("alike everywhere:")[0]
    row = [r for r in lines_of(shared, "Kernel-Process") if r[1] == "2"]
    hold(len(row) == 1 and "process-crash," in row[0] and "cpu-saturation" in row[0], shared)
    alike = text.split("alike everywhere:")[1].split("each line of the list")[0]
    hold([r for r in lines_of(alike, "TCPIP") if r[1] == "1074"], alike)
    with open(os.path.join(ROOT, "config", "providers.ini"), encoding="utf-8") as f:
        ids = re.findall(r"^id (\d+) en", f.read(), re.M)
    rows = lines_of(text, "file ")
    hold([r[2] for r in rows] == ids, "the lines are not those of providers.ini")
    judged = {(r[1], r[2]): r[3] for r in rows}
    hold(judged["Kernel-Process", "2"] == "defended" and judged["TCPIP", "1184"] == "defended", judged)
    hold(judged["Kernel-Memory", "2"] == "alike" and judged["DxgKrnl", "540"] == "not", judged)


@promise
def the_pages_call_shown_what_whitelist_defends(runs):
    _, text = runs.hitch("whitelist", runs.out())
    defended = {(m.group(1), int(m.group(2))): set(m.group(3).split(", "))
                for m in re.finditer(r"(?m)^file +(\S+) +(\d+) defended +[\d.]+ +(.+?) *$", text)}
    for page in whitelist_page.PAGES:
        hold(whitelist_page.shown(ROOT, page) == defended, (page, defended, whitelist_page.shown(ROOT, page)))


@promise
def whitelist_misses_what_the_list_lacks(runs):
    path = os.path.join(runs.folder, "without.ini")
    with open(os.path.join(ROOT, "config", "providers.ini"), encoding="utf-8") as f:
        text = re.sub(r"(?m)^id 1184 .*\n", "", f.read())
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    _, full = runs.hitch("whitelist", runs.out())
    code, text = runs.hitch("whitelist", "--providers", path, runs.out())
    hold(code == 0 and full.splitlines()[-1].endswith("; 0 signals are not let in"), full)
    hold(text.splitlines()[-1].endswith("; 1 signals are not let in"), text)
    row = [r for r in lines_of(text.split("shared:")[0], "TCPIP") if r[1] == "1184"]
    hold(row and row[0][2] == "no", text)


@promise
def estimate_gives_the_same_sums_as_count(runs):
    for name in NAMES:
        path = runs.file(name, "full.etl")
        _, counted = runs.hitch("count", path)
        total = re.search(r"^S\ttotal_events\t(\d+)$", counted, re.M).group(1)
        code, text = runs.hitch("estimate", path)
        rows = [re.split(r"  +", line.strip()) for line in text.splitlines() if re.match(r"\S+ +\d+ +[\d.]+ +[\d.]+ +[\d.]+$", line)]
        hold(code == 0 and rows[-1][0] == "all" and rows[-1][1] == total, text)
        hold(sum(int(r[1]) for r in rows[:-1]) == int(total), text)
        hold([r for r in text.splitlines() if r.startswith("  1024 MB holds")], text)


@promise
def estimate_listens_to_the_simulated_machine(runs):
    code, text = runs.hitch_sim("estimate", "--live", "--seconds", "5", "--providers", "config/providers.ini")
    hold(code == 0 and "in all: " in text, "exit code %d: %s" % (code, text))
    file_part, buffer_part = text.split("== Buffer session")
    hold(lines_of(file_part, "Microsoft-Windows-Kernel-Memory") and lines_of(buffer_part, "Microsoft-Windows-DXGI"), text)
    rate = float(lines_of(buffer_part, "Microsoft-Windows-DXGI")[0][2])
    hold(150 < rate < 350, "240 a second are said, %.1f were counted" % rate)


@promise
def estimate_without_windows_says_so(runs):
    code, text = runs.hitch("estimate", "--live")
    hold(code == 2 and "Windows" in text, text)


@promise
def older_and_newer_windows_are_recorded_as_well(runs):
    for build in ("19045", "26100"):
        code, text = runs.scenarios("process-crash", "--yes", "--out", "Z:" + runs.out(build), "--seconds", "1", "--before", "3",
                                    "--after", "2", build=build)
        hold(code == 0, text)
        code, text = runs.hitch("crash", os.path.join(runs.out(build), "process-crash", "filtered.etl"))
        hold(code == 0 and "STATUS_ACCESS_VIOLATION" in text, text)


@promise
def what_was_recorded_is_not_written_over(runs):
    before = os.path.getmtime(runs.file("process-crash", "full.etl"))
    code, text = runs.scenarios("process-crash", "--yes", "--out", "Z:" + runs.out())
    hold(code == 1 and "stands already" in text and "refused" in text, text)
    hold(os.path.getmtime(runs.file("process-crash", "full.etl")) == before, "it was touched")


@promise
def nothing_begins_without_a_yes_or_with_wrong_words(runs):
    where = runs.out("never")
    for words in (("process-crash", "--out", "Z:" + where), ("dance", "--yes", "--out", "Z:" + where),
                  ("all", "--yes", "--memory", "99", "--out", "Z:" + where), ("all", "--yes", "--seconds"), ("all", "--fast", "1"),
                  ("all", "--yes", "--providers", "missing.ini", "--out", "Z:" + where)):
        code, text = runs.scenarios(*words)
        hold(code in (1, 2) and text.strip(), (words, code, text))
        hold(not os.path.exists(where), words)


@promise
def a_record_that_makes_no_sense_is_named(runs):
    for content in ("{}", "", json.dumps({"format": "hitchbox-scenario-1", "scenario": "dance"})):
        where = os.path.join(runs.folder, "broken")
        os.makedirs(where, exist_ok=True)
        with open(os.path.join(where, "scenario.json"), "w", encoding="utf-8") as f:
            f.write(content)
        code, text = runs.hitch("whitelist", where)
        hold(code == 2 and "scenario.json" in text, text)


@promise
def real_children_end_as_they_are_told(runs):
    code, text = runs.real("process-crash", "--yes", "--out", "Z:" + runs.out("real"), "--before", "1", "--after", "1")
    hold(code == 0, text)
    with open(os.path.join(runs.out("real"), "process-crash", "scenario.json"), encoding="utf-8") as f:
        children = json.load(f)["children"]
    hold([c["exit_code"] for c in children] == [0, 3, 0xC0000005], children)
    hold(len({c["pid"] for c in children}) == 3, children)


@promise
def real_burners_keep_busy_for_their_time(runs):
    code, text = runs.real("cpu-saturation", "--yes", "--out", "Z:" + runs.out("real"), "--before", "1", "--after", "1",
                           "--seconds", "1")
    hold(code == 0, text)
    with open(os.path.join(runs.out("real"), "cpu-saturation", "scenario.json"), encoding="utf-8") as f:
        i = json.load(f)
    hold(len(i["children"]) == i["cpus"] and all(c["exit_code"] == 0 for c in i["children"]), i)


@promise
def a_real_burst_leaves_no_file_behind(runs):
    code, text = runs.real("disk-burst", "--yes", "--out", "Z:" + runs.out("real"), "--before", "1", "--after", "1",
                           "--seconds", "1")
    hold(code == 0 and re.search(r"[1-9]\d* MB written, [1-9]\d* MB read again", text), text)
    hold(sorted(os.listdir(os.path.join(runs.out("real"), "disk-burst"))) == ["filtered.etl", "full.etl", "scenario.json"],
         "something is left")


@promise
def real_memory_pressure_stops_at_the_share_asked_for(runs):
    code, text = runs.real("memory-pressure", "--yes", "--out", "Z:" + runs.out("real"), "--before", "1", "--after", "1",
                           "--seconds", "1", "--memory", "10")
    hold(code == 0 and re.search(r"\b\d+ MB taken, \d+ % of the memory in use", text), text)
    taken, load = re.search(r"\b(\d+) MB taken, (\d+) %", text).groups()
    # What others take in the same moment counts as well.
    hold(taken == "0" or int(load) <= 25, text)


@promise
def a_killed_scenario_leaves_no_session_running(runs):
    with runs.kernel() as kernel:
        p = subprocess.Popen(["wine", os.path.join(runs.build, "scenarios-wine.exe"), "process-crash", "--yes", "--out",
                              "Z:" + runs.out("killed"), "--before", "300"], cwd=ROOT, env=kernel.env, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        kernel.wait(lambda s: "EnableTraceEx2" in s, "log")  # what comes after the guard
        hold("Hitchbox-Scenario-Full" in kernel.ask("sessions"), "it does not record")
        p.kill()
        p.wait()
        kernel.wait(lambda s: "Hitchbox" not in s)


@promise
def control_c_ends_a_scenario_early_and_its_record_says_so(runs):
    code, text = runs.interrupted(lambda said: "quiet time before" in said, "scenarios-wine.exe", "process-crash", "--yes",
                                  "--out", "Z:" + runs.out("early"), "--before", "200")
    hold(code == 1 and "cut short" in text, (code, text))
    with open(os.path.join(runs.out("early"), "process-crash", "scenario.json"), encoding="utf-8") as f:
        i = json.load(f)
    hold(i["cut_short"] and not i["children"], i)


@promise
def control_c_ends_listening_early_and_the_table_comes_all_the_same(runs):
    began = time.monotonic()
    code, text = runs.interrupted(lambda said: time.monotonic() - began > 8, "hitch-sim.exe", "estimate", "--live",
                                  "--seconds", "300", "--providers", "config/providers.ini")
    hold(code == 0 and "in all, ended early" in text and "1024 MB holds" in text, (code, text))


@promise
def a_recorder_that_runs_is_not_disturbed(runs):
    with runs.kernel() as kernel:
        first = subprocess.Popen(["wine", os.path.join(runs.build, "hitch-sim.exe"), "estimate", "--live", "--seconds", "60",
                                  "--providers", "config/providers.ini"],
                                 cwd=ROOT, env=kernel.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        kernel.wait(lambda s: "Hitchbox-File" in s and "Hitchbox-Buffer" in s)
        for words in (["scenarios-wine.exe", "process-crash", "--yes", "--out", "Z:" + runs.out("disturb")],
                      ["hitch-sim.exe", "estimate", "--live", "--seconds", "1", "--providers", "config/providers.ini"]):
            code, text = runs.run(["wine", os.path.join(runs.build, words[0]), *words[1:]], kernel.env)
            hold(code in (1, 2) and "Hitchbox records already" in text, text)
            sessions = kernel.ask("sessions")
            hold("Hitchbox-File" in sessions and "Hitchbox-Buffer" in sessions and "Full" not in sessions, sessions)
        hold(not os.path.exists(os.path.join(runs.out("disturb"), "process-crash")), "a folder is left")
        first.kill()
        first.wait()


@promise
def what_a_closed_console_left_is_cleared_by_the_next(runs):
    listen = ["wine", os.path.join(runs.build, "hitch-sim.exe"), "estimate", "--live", "--providers", "config/providers.ini"]
    windows = os.path.join(runs.build, "wine", "drive_c", "windows")
    temp = [os.path.join(windows, name) for name in os.listdir(windows) if name.lower() == "temp"][0]

    def left():
        return [name for name in os.listdir(temp) if name.startswith("hitch-estimate-")]

    with runs.kernel() as kernel:
        first = subprocess.Popen(listen + ["--seconds", "60"], cwd=ROOT, env=kernel.env, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        kernel.wait(lambda s: "Hitchbox-File" in s and "Hitchbox-Buffer" in s)
        first.kill()
        first.wait()
        hold(left() and "Hitchbox-Buffer" in kernel.ask("sessions"), "nothing is left to clear")
        code, text = runs.run(listen + ["--seconds", "2"], kernel.env)
        hold(code == 0 and "in all: " in text, text)
        hold("Hitchbox" not in kernel.ask("sessions"), kernel.ask("sessions"))
        hold(not left(), left())


@promise
def a_guard_undoes_what_its_killed_changer_left(runs):
    file = os.path.join(runs.folder, "changed")
    hold(runs.guard("die", file) == 42, "it was not killed")
    for _ in range(100):
        if not os.path.exists(file):
            break
        time.sleep(0.2)
    hold(not os.path.exists(file), "the change stays")


@promise
def a_guard_lets_be_what_ended_well_and_steps_in_where_it_takes_too_long(runs):
    file = os.path.join(runs.folder, "changed")
    hold(runs.guard("end", file) == 0 and os.path.exists(file), "it was undone although all was well")
    hold(runs.guard("stay", file) == 0 and not os.path.exists(file), "it was not undone in time")


def main():
    runs = Runs(sys.argv[1])
    failed = 0
    wanted = [fn for fn in PROMISES if not sys.argv[2:] or sys.argv[2] in fn.__name__]
    for fn in wanted:
        try:
            fn(runs)
        except Exception as e:  # noqa: BLE001
            failed += 1
            print("FAILED: %s: %s" % (fn.__name__.replace("_", " "), e))
    print("%d passed, %d failed" % (len(wanted) - failed, failed))
    return 1 if failed or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
