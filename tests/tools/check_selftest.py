"""Do the checks find what they are there for? Each fault is put into a copy of
the tree, one at a time, and has to be told."""
import contextlib
import os
import shutil
import tempfile

import architecture
import check_docs
import check_rooms
import rooms

PAGES = (rooms.TABLE, check_docs.THRESHOLDS, check_docs.VERDICT, check_docs.WALK, architecture.PICTURE)
FUNCTION = '#include "base/alone.h"\n\nint alone_count(void)\n{\n    return 1;\n}\n'
DECLARED = "int alone_count(void);\n"


def copy_tree(root, to):
    for path in [p for p, _ in rooms.sources(root, "src", "tests", "config", ends=(".c", ".h", ".ini"))] + list(PAGES):
        os.makedirs(os.path.dirname(os.path.join(to, path)), exist_ok=True)
        shutil.copyfile(os.path.join(root, path), os.path.join(to, path))
    os.makedirs(os.path.join(to, "src/base/private"), exist_ok=True)


class Put:
    """A file that is there, with these words."""

    def __init__(self, path, text):
        self.path, self.text = path, text

    def apply(self, old):
        return self.text


class Add(Put):
    """A line before all others of a file."""

    def apply(self, old):
        return self.text + "\n" + old


class Swap(Put):
    """Words in the place of others that a file has."""

    def __init__(self, path, old, new):
        super().__init__(path, new)
        self.old = old

    def apply(self, old):
        if self.old not in old:
            raise LookupError("%s lacks %s" % (self.path, self.old))
        return old.replace(self.old, self.text, 1)


@contextlib.contextmanager
def fault(root, edits):
    """The tree with the edits, and without them again."""
    before = {}
    try:
        for edit in edits:
            path = os.path.join(root, edit.path)
            old = None
            if os.path.exists(path):
                with open(path, encoding="utf-8") as f:
                    old = f.read()
            before.setdefault(path, old)
            text = edit.apply(old or "")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8", newline="\n") as f:
                f.write(text)
        yield
    finally:
        for path, old in before.items():
            if old is None:
                os.remove(path)
                if not os.listdir(os.path.dirname(path)):
                    os.rmdir(os.path.dirname(path))
            else:
                with open(path, "w", encoding="utf-8", newline="\n") as f:
                    f.write(old)


def include(path, header):
    return Add(path, '#include "%s"' % header)


def in_table(room, line):
    return Swap(rooms.TABLE, "\nroom %s\n" % room, "\nroom %s\n%s\n" % (room, line))


MODULES = [Put("src/base/many_%d.%s" % (i, end), "\n") for i in range(30) for end in ("c", "h")]
# name, check, edits, words of the finding
FAULTS = [
    ("an arrow upward in src", check_rooms.check_src_arrows, [include("src/base/text.c", "runs/runs.h")],
     "src/base/text.c includes runs/runs.h, which src/base may not"),
    ("an arrow aside in src", check_rooms.check_src_arrows, [include("src/tray/notices.c", "config/ini.h")],
     "src/tray/notices.c includes config/ini.h, which src/tray may not"),
    ("gather that knows verdict", check_rooms.check_src_arrows, [include("src/gather/silence.c", "verdict/verdict.h")],
     "src/gather/silence.c includes verdict/verdict.h"),
    ("src that includes a test's header", check_rooms.check_src_arrows,
     [include("src/base/text.c", "tests/support/suite.h")], "tests/support/suite.h, which src/base may not"),
    ("suites that know a room above theirs", check_rooms.check_test_arrows, [include("tests/etl/test_etl_scan.c", "events/payload.h")],
     "tests/etl/test_etl_scan.c includes events/payload.h"),
    ("suites that know another room's suites", check_rooms.check_test_arrows,
     [include("tests/etl/test_etl_scan.c", "tests/config/facts_config.h")], "which tests/etl may not"),
    ("win.h in a portable room", check_rooms.check_windows, [include("src/os/os.h", "win/win.h")],
     "src/os/os.h includes win/win.h, which is for Windows's rooms"),
    ("windows.h beside win.h", check_rooms.check_windows, [Add("src/app/menu.c", "#include <windows.h>")],
     "src/app/menu.c includes windows.h"),
    ("a private header by its place, from another room", check_rooms.check_private,
     [Put("src/base/private/alone.h", DECLARED), include("src/etl/etl_scan.c", "base/private/alone.h")],
     "src/etl/etl_scan.c includes base/private/alone.h, which is private to src/base"),
    ("a header that no table lists, from another room", check_rooms.check_private,
     [Put("src/base/alone.h", DECLARED), include("src/etl/etl_scan.c", "base/alone.h")],
     "src/etl/etl_scan.c includes base/alone.h, which is private to src/base"),
    ("a private header in another room's suites", check_rooms.check_private,
     [Put("src/base/private/alone.h", DECLARED), include("tests/etl/test_etl_scan.c", "base/private/alone.h")],
     "tests/etl/test_etl_scan.c includes base/private/alone.h"),
    ("a header that is neither public nor in its place", check_rooms.check_headers, [Put("src/base/alone.h", DECLARED)],
     "src/base/alone.h is neither public"),
    ("a public header that shows a private one", check_rooms.check_headers,
     [Put("src/base/private/alone.h", DECLARED), include("src/base/text.h", "base/private/alone.h")],
     "src/base/text.h is public and includes base/private/alone.h"),
    ("a public header that nobody else needs", check_rooms.check_headers,
     [Put("src/base/alone.h", DECLARED), Swap(rooms.TABLE, "public     banned ", "public     alone banned ")],
     "src/base/alone.h is public, and no other room includes it"),
    ("a public header that is not there", check_rooms.check_headers,
     [Swap(rooms.TABLE, "public     banned ", "public     gone banned ")], "src/base has no public header gone"),
    ("a room without a door", check_rooms.check_doors, [Swap(rooms.TABLE, "  door       os.h\n", "")], "os has no door"),
    ("a door that is not there", check_rooms.check_doors, [Swap(rooms.TABLE, "door       os.h", "door       gate.h")],
     "the door of os is src/os/gate.h, which is not there"),
    ("a door that is not public", check_rooms.check_doors,
     [Swap(rooms.TABLE, "door       etl_reader.h", "door       private/etl_scan.h")],
     "the door of etl is src/etl/private/etl_scan.h, which is not public"),
    ("a door of a room with users that is no header", check_rooms.check_doors,
     [Swap(rooms.TABLE, "door       outcome.h", "door       outcome.c")],
     "the door of base is src/base/outcome.c, which is not public"),
    ("a door that is silent", check_rooms.check_doors, [include("src/base/outcome.h", "base/text.h")],
     "src/base/outcome.h is a door and opens with 0 lines"),
    ("a door that says too little", check_rooms.check_doors, [Add("src/os/os.h", "/* The system. */")],
     "src/os/os.h is a door and opens with 1 lines"),
    ("a .c without a home", check_rooms.check_homes, [Put("src/base/alone.c", FUNCTION.replace("alone.h", "text.h"))],
     "src/base/alone.c belongs to no header of src/base"),
    ("a .c whose home is silent about it", check_rooms.check_homes,
     [Put("src/base/alone.c", FUNCTION), Put("src/base/alone.h", "/* alone_count(void) */\n")],
     "src/base/alone.c exports alone_count, which src/base/alone.h does not declare"),
    ("a member of a group that its header does not declare", check_rooms.check_homes,
     [Put("src/base/text_alone.c", FUNCTION.replace("alone.h", "text.h"))],
     "src/base/text_alone.c exports alone_count, which src/base/text.h does not declare"),
    ("a room of too many modules", check_rooms.check_room_sizes, MODULES, "src/base has 3"),
    ("a room of too many lines", check_rooms.check_room_sizes, [Put("src/base/alone.h", "\n" * 4500)], "src/base has "),
    ("a folder of src that no row has", check_rooms.check_table, [Put("src/attic/attic.h", "\n")], "src/attic is in no row"),
    ("a folder of tests that no row has", check_rooms.check_table, [Put("tests/attic/attic.h", "\n")],
     "tests/attic is in no row"),
    ("a circle of arrows", check_rooms.check_table, [Swap(rooms.TABLE, "may        base\n", "may        base runs\n")],
     "the arrows of os lead back to it"),
    ("a line of the table that nobody reads", check_rooms.check_table, [in_table("os", "  publik     os")], "publik os"),
    ("a picture of another table", architecture.check_picture, [Swap(rooms.TABLE, "start without a C run-time", "start")],
     "differs from " + rooms.TABLE),
    ("a trade that leaves its box", architecture.check_picture,
     [Swap(rooms.TABLE, "start without a C run-time", "start without a C run-time " * 6)], "the box of mingw is too small"),
    ("a constant that the page tells differently", check_docs.check_thresholds,
     [Swap(check_docs.VERDICT, "no event for 60 ms", "no event for 70 ms")], "the code says (60 * MILLISECOND)"),
    ("a number of a page's words", check_docs.check_thresholds,
     [Swap(check_docs.VERDICT, "and 3 times the spread", "and 4 times the spread")], "the code says 3"),
    ("a rule of the table that changed", check_docs.check_thresholds,
     [Swap("src/verdict/weigh_changes.c", "SUSPECT_sleep_resume, 3 * SECOND", "SUSPECT_sleep_resume, 4 * SECOND")],
     "the code says 4 * SECOND (FACT_sleep before)"),
    ("a threshold without a name that changed", check_docs.check_thresholds,
     [Swap("src/verdict/weigh_machine.c", "use->count >= 20", "use->count >= 25")], "the code says 25"),
    ("a threshold that no line compares", check_docs.check_thresholds,
     [Swap(check_docs.VERDICT, "long frames that touch", "frames of 33 ms that touch")],
     "which no line of " + check_docs.THRESHOLDS),
    ("a function that the walk invents", check_docs.check_walk, [Add(check_docs.WALK, "`app_dance()`")],
     "names app_dance()"),
    ("a function that moved", check_docs.check_walk, [Add(check_docs.WALK, "`ini_read()` of `config/settings.c`")],
     "has ini_read() in config/settings.c, which is elsewhere"),
    ("a door that the page does not tell", check_docs.check_doors_told,
     [Swap(rooms.TABLE, "door       os.h", "door       os_live.h")], "os os/os_live.h what is asked of an operating system is missing"),
    ("a file that the walk invents", check_docs.check_walk, [Add(check_docs.WALK, "`app/dance.c`")], "names app/dance.c"),
    ("an entry of RunOnce in the machine's key", check_rooms.check_registry,
     [Swap("tests/scenarios/effect_power.c", "RegOpenKeyExW(HKEY_CURRENT_USER", "RegOpenKeyExW(HKEY_LOCAL_MACHINE")],
     "tests/scenarios/effect_power.c writes into the registry"),
]


def check_faults(root):
    """each fault of tests/tools/check_selftest.py is told by the check that looks for it"""
    with tempfile.TemporaryDirectory() as copy:
        copy_tree(root, copy)
        known = {check: set(check(copy)) for check in {f[1] for f in FAULTS}}
        for name, check, edits, words in FAULTS:
            with fault(copy, edits):
                new = [finding for finding in check(copy) if finding not in known[check]]
            if not any(words in finding for finding in new):
                yield "%s is not told; told was: %s" % (name, new or "nothing")
        for check, findings in known.items():
            if set(check(copy)) != findings:
                yield "%s tells other things after the faults were taken out" % check.__name__


CHECKS = [check_faults]
