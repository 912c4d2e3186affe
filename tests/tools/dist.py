"""Makes the portable zip: programs, configuration, documents, licence.

    python3 tests/tools/dist.py BUILD ZIP
"""
import os
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def contents(build):
    """(name in the zip, file)"""
    for exe in ("hitchbox.exe", "hitch.exe"):
        yield exe, os.path.join(build, exe)
    for name in sorted(os.listdir(os.path.join(ROOT, "config"))):
        yield name, os.path.join(ROOT, "config", name)
    for name in ("README.md", "README.zh-CN.md", "LICENSE"):
        yield name, os.path.join(ROOT, name)
    for here, folders, names in os.walk(os.path.join(ROOT, "docs")):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(here, name)
            yield os.path.relpath(path, ROOT), path


def main():
    build, target = sys.argv[1:]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for name, path in contents(build):
            data = open(path, "rb").read()
            if name.endswith((".ini", ".md")) or name == "LICENSE":
                data = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
            # A fixed date: the same files make the same zip.
            info = zipfile.ZipInfo("Hitchbox/" + name.replace(os.sep, "/"), (2000, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            z.writestr(info, data)
    print("%s: %d bytes" % (target, os.path.getsize(target)))


if __name__ == "__main__":
    main()
