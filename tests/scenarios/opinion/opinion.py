"""A second opinion on what traces say: Microsoft's TraceEvent reads the corpus and
what the simulated machine writes, through our container reader.

    python3 tests/scenarios/opinion/opinion.py BUILD CORPUS

Compared for each file: how many events of which class TraceEvent saw with what
`hitch count` counts; that it knows every kernel event, those of unknown.tsv
apart; and the fields of kernel records, as kinds.tsv names them, with what our
decoders read and with what the machine meant when it wrote them. Then every
comparison has to fail once: with a field of a table altered, and with a record
whose fields stand elsewhere. Ends in "N passed, N failed, N skipped".
"""
import collections
import concurrent.futures
import copy
import glob
import os
import shutil
import subprocess
import sys

import restore
import tables

HERE = os.path.dirname(os.path.abspath(__file__))
DEEP_SEEDS = (1, 2, 3, 4)
ROW_SEEDS = (1, 2)
SIM_RUNS = (("ring", ["--kind", "buffer"]), ("key events", ["--kind", "file"]),
            ("eight CPUs", ["--cpus", "8", "--build", "26100"]), ("Windows 10", ["--build", "19045"]))


class Score:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def take(self, what, faults):
        """A comparison is over."""
        if faults:
            self.failed += 1
            print("FAILED %s" % what)
            for fault in faults[:5]:
                print("  " + fault)
            if len(faults) > 5:
                print("  and %d more" % (len(faults) - 5))
        else:
            self.passed += 1

    def skip(self, why):
        self.skipped += 1
        print("skipped: " + why)

    def close(self):
        print("%d passed, %d failed, %d skipped" % (self.passed, self.failed, self.skipped))
        return 1 if self.failed else 0


class Bench:
    """The programs and the folder that they write to."""

    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.folder = os.path.join(self.build, "opinion", "files")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)

    def at(self, name):
        return os.path.join(self.folder, name)

    def run(self, program, *words, codes=(0,)):
        done = subprocess.run([os.path.join(self.build, "native", program)] + [str(w) for w in words],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode not in codes:
            raise SystemExit("%s %s: %s" % (program, " ".join(map(str, words)), done.stdout.decode("utf-8", "replace")))
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def theirs(self, paths):
        """{path: what TraceEvent read}"""
        jobs, out = self.at("jobs"), {}
        for i, path in enumerate(paths):
            out[path] = self.at("theirs-%d.tsv" % i)
        with open(jobs, "w", encoding="utf-8") as f:
            f.writelines("%s\t%s\n" % (path, table) for path, table in out.items())
        done = subprocess.run(["dotnet", os.path.join(self.build, "opinion", "program", "opinion.dll"),
                               os.path.join(self.build, "opinion", "libhitch_etw.so"),
                               os.path.join(HERE, "kinds.tsv"), jobs], env=restore.environment(self.build))
        if done.returncode:
            raise SystemExit("TraceEvent's program ended with %d" % done.returncode)
        answers = {path: tables.read_theirs(table) for path, table in out.items()}
        for table in out.values():
            os.remove(table)
        return answers


class File:
    """An .etl file, and the tables that say what its records are."""

    def __init__(self, name, path, ours):
        self.name, self.path, self.ours = name, path, ours  # ours: {what it is: Table}


def simulated(bench):
    for seed in DEEP_SEEDS:
        etl, meant = bench.at("deep-%d.etl" % seed), bench.at("deep-%d.meant" % seed)
        bench.run("opinion", "deep", seed, meant, etl)
        yield File("kernel records, seed %d" % seed, etl, {"meant": tables.read_ours(open(meant, encoding="utf-8").read())})
    for seed in ROW_SEEDS:
        etl = bench.at("rows-%d.etl" % seed)
        bench.run("opinion", "rows", seed, etl)
        yield File("what decoders know, seed %d" % seed, etl, {})
        etl, meant = bench.at("layouts-%d.etl" % seed), bench.at("layouts-%d.meant" % seed)
        bench.run("opinion", "layouts", seed, meant, etl)
        yield File("every layout, seed %d" % seed, etl, {"meant": tables.read_ours(open(meant, encoding="utf-8").read())})
    for i, (name, words) in enumerate(SIM_RUNS):
        etl, listed = bench.at("sim-%d.etl" % i), bench.at("sim-%d.list" % i)
        bench.run("simtrace", "--seed", i + 1, "--seconds", 5, "--list", listed, *words, etl)
        yield File("simulated machine, " + name, etl, {"meant": tables.read_list(open(listed, encoding="utf-8"))})


def recorded(bench, corpus, score):
    paths = sorted(glob.glob(os.path.join(corpus, "real", "*.etl")))
    if not paths:
        score.skip("the recorded traces: no corpus at %s" % corpus)
    for path in paths:
        yield File(os.path.basename(path), path, {})


def read_ours(bench, files, score):
    """Adds what our own reader and decoders say; leaves out what is not readable."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counted = list(pool.map(lambda f: bench.run("hitch", "count", f.path, codes=(0, 1, 2)), files))
        read = list(pool.map(lambda f: bench.run("opinion", "read", f.path, codes=(0, 1)), files))
    for f, (code, count), (_, table) in zip(files, counted, read):
        if code == 2:
            score.skip("%s is not readable" % f.name)
            continue
        f.count = tables.Count(count)
        f.ours["read"] = tables.read_ours(table)
        yield f


def compare_all(files, theirs, score):
    compared = collections.Counter()
    for f in files:
        t = theirs[f.path]
        score.take("%s: events" % f.name, tables.compare_counts(f.count, t))
        score.take("%s: times" % f.name, tables.compare_times(f.count, t))
        score.take("%s: kernel events are known" % f.name, tables.unknown(f.count, t))
        for what, table in f.ours.items():
            for kind in sorted(table.kinds & (set(table.rows) | set(t.rows))):
                score.take("%s: %s as %s" % (f.name, kind, what), tables.compare_kind(kind, table, t))
                compared[kind, what] += len(t.rows[kind])
    return compared


def altered(files, theirs, kinds, score):
    """Each field of each kind, wrong in one row of a table, is found."""
    for what in ("meant", "read"):
        for kind in sorted(kinds):
            seen = [f for f in files if what in f.ours and f.ours[what].rows.get(kind)]
            if not seen:
                continue
            for name in sorted({field for f in seen for row in f.ours[what].rows[kind] for field in row.fields}):
                f = next(f for f in seen if any(name in row.fields for row in f.ours[what].rows[kind]))
                wrong = tables.altered(f.ours[what], kind, name)
                found = tables.compare_kind(kind, wrong, theirs[f.path])
                score.take("a wrong %s of a %s as %s is found" % (name, kind, what), [] if found else ["it was not"])
            found = tables.compare_kind(kind, tables.shortened(seen[0].ours[what], kind), theirs[seen[0].path])
            score.take("a missing %s as %s is found" % (kind, what), [] if found else ["it was not"])


def miscounted(files, theirs, score):
    """An event too many of a class, and a file that begins or ends at another time."""
    f = files[0]
    for key in list(f.count.counts)[:3]:
        wrong = copy.deepcopy(f.count)
        wrong.counts[key] += 1
        score.take("one event more is found", [] if tables.compare_counts(wrong, theirs[f.path]) else ["it was not"])
    for name in ("max_raw", "min_filetime", "max_filetime"):
        wrong = copy.deepcopy(f.count)
        wrong.sums[name] += 2 * tables.TICKS_APART
        score.take("a wrong %s is found" % name, [] if tables.compare_times(wrong, theirs[f.path]) else ["it was not"])


def shifted(bench, files, score):
    """Each kind, with its fields written elsewhere, is found; and a kernel event that nobody knows."""
    made, odd = [], bench.at("odd.etl")
    for kind, (guid, opcodes) in tables.kinds(os.path.join(HERE, "kinds.tsv")).items():
        for f in files:
            for what in f.ours:
                if "meant" in f.ours and what == "read" or not f.ours[what].rows.get(kind) or kind == "event":
                    continue
                opcode = next(o for o in opcodes if any(k == (guid, o) for k in f.count.counts))
                path = bench.at("shifted-%d.etl" % len(made))
                bench.run("opinion", "shift", f.path, guid, opcode, path)
                made.append((kind, what, f, path))
                break
    bench.run("opinion", "odd", 1, odd)
    theirs = bench.theirs([m[3] for m in made] + [odd])
    for kind, what, f, path in made:
        found = tables.compare_kind(kind, f.ours[what], theirs[path])
        score.take("the fields of a %s in wrong places are found (%s)" % (kind, f.name), [] if found else ["they were not"])
    count = tables.Count(bench.run("hitch", "count", odd)[1])
    score.take("a kernel event that nobody knows is found", [] if tables.unknown(count, theirs[odd]) else ["it was not"])
    return {m[0] for m in made}


def main():
    build, corpus = sys.argv[1:3]
    score = Score()
    why = restore.program(build, HERE)
    if why:
        score.skip("the second opinion: " + why)
        return score.close()
    bench = Bench(build)
    files = list(simulated(bench))
    own = len(files)
    files += recorded(bench, corpus, score)
    own_files = files[:own]
    files = list(read_ours(bench, files, score))
    theirs = bench.theirs([f.path for f in files])
    compared = compare_all(files, theirs, score)
    for (kind, what), count in sorted(compared.items()):
        print("  %-13s %-6s %8d records" % (kind, what, count))
    never = sorted(set(tables.kinds(os.path.join(HERE, "kinds.tsv"))) - {kind for kind, _ in compared})
    print("  no table says anything of: %s" % (", ".join(never) or "none"))
    altered(files, theirs, {kind for kind, _ in compared}, score)
    miscounted(files, theirs, score)
    turned = shifted(bench, own_files, score)
    for kind in sorted({kind for kind, _ in compared} - turned - {"event"}):
        score.take("the fields of a %s in wrong places" % kind, ["no simulated file has one"])
    if not score.failed:
        shutil.rmtree(bench.folder)
    return score.close()


if __name__ == "__main__":
    sys.exit(main())
