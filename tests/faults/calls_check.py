"""Does every call of the product to the system stand in the fault matrix or in
the list of harmless calls? Asks the product's own objects, linked into one, what they leave
undefined; each name that is not the C library's is a call to the system.

    python3 tests/faults/calls_check.py NM OBJECT ...
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# What the product brings itself where it links without the C library
# (src/mingw), and the compiler's own helper.
C_LIBRARY = {"calloc", "free", "malloc", "realloc", "qsort", "memchr", "memcmp", "memcpy", "memmove", "memset",
             "strchr", "strcmp", "strlen", "strncmp", "strrchr", "strstr", "___chkstk_ms"}


def listed(name, pattern):
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        return re.findall(pattern, f.read(), re.M)


def undefined(nm, objects):
    wanted, had = set(), set()
    for line in subprocess.run([nm] + objects, stdout=subprocess.PIPE, check=True).stdout.decode().splitlines():
        words = line.split()
        if len(words) == 2 and words[0] == "U":
            wanted.add(words[1])
        elif len(words) == 3:
            had.add(words[2])
    names = {re.sub("^__imp_", "", n) for n in wanted - had}
    return names - C_LIBRARY


def main():
    calls = undefined(sys.argv[1], sys.argv[2:])
    matrix = {re.split("[:,]", n)[0] for n in listed("fault_calls.h", r'^FAULT\(\w+, "([^"]+)"')}
    harmless = listed("fault_harmless.h", r"^HARMLESS\((\w+),")
    faults = ["%s is called by the product, but stands neither in fault_calls.h nor in fault_harmless.h" % n
              for n in sorted(calls - matrix - set(harmless))]
    faults += ["%s stands in fault_calls.h, but the product does not call it" % n for n in sorted(matrix - calls - C_LIBRARY)]
    faults += ["%s stands in fault_harmless.h, but the product does not call it" % n
               for n in sorted(set(harmless) - calls)]
    faults += ["%s stands in both lists" % n for n in sorted(matrix & set(harmless))]
    faults += ["%s stands twice in fault_harmless.h" % n for n in sorted(set(harmless)) if harmless.count(n) > 1]
    for fault in faults:
        print("faults: " + fault)
    print("faults: %d calls to the system: %d in the matrix, %d harmless" % (len(calls), len(calls & matrix),
                                                                           len(calls & set(harmless))))
    return 1 if faults or not calls else 0


if __name__ == "__main__":
    sys.exit(main())
