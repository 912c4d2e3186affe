"""A desktop for Windows programs on Debian: an X display, Wine's explorer with
a taskbar and a notification area, and hands for keys, mouse, windows and
pictures. Everything polls; every wait has an end.

    with Desktop(build) as desk:
        desk.start("app.exe", folder)
        desk.key("ctrl+alt+F9")
"""
import os
import re
import signal
import socket
import subprocess
import time

WIDTH, HEIGHT = 1280, 800
NAME = "shell"  # Wine gives only this desktop a taskbar


class Timeout(Exception):
    """Something awaited did not come."""


def wait_for(what, condition, seconds=20.0, every=0.05):
    """Polls until condition() is true and returns its value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Timeout("%s: not within %g s" % (what, seconds))
        time.sleep(every)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


DRIVES = {"Z:": ""}  # drive: folder; Desktop.drive adds more


def windows_path(path):
    """The path as programs under Wine see it."""
    path = os.path.abspath(path)
    drive = max((d for d, folder in DRIVES.items() if path.startswith(folder + "/")), key=lambda d: len(DRIVES[d]))
    return drive + path[len(DRIVES[drive]):].replace("/", "\\")


def unix_path(path):
    if path.startswith("/"):
        return path
    path = path[4:] if path.startswith("\\\\?\\") else path
    return DRIVES[path[:2].upper()] + path[2:].replace("\\", "/")


class Lines:
    """A server that answers command lines with lines ended by ok or error."""

    def __init__(self, port):
        self.port = port

    def ask(self, command, seconds=30.0):
        """The answer's lines; raises RuntimeError where it is an error."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as s:
            s.sendall(command.encode() + b"\n")
            got = b""
            while True:
                more = s.recv(65536)
                got += more
                last = got.rstrip(b"\n").rsplit(b"\n", 1)[-1]
                if got.endswith(b"\n") and (last == b"ok" or last.startswith((b"ok ", b"error"))):
                    break
                if not more:
                    raise RuntimeError("%s: connection closed after %r" % (command, got[-200:]))
        lines = got.decode("utf-8", "replace").splitlines()
        if lines[-1].startswith("error"):
            raise RuntimeError("%s: %s" % (command, lines[-1]))
        return lines[:-1] + ([lines[-1][3:]] if lines[-1].startswith("ok ") else [])

    def answers(self):
        try:
            self.ask("ping", 5)
            return True
        except RuntimeError:
            return True
        except OSError:
            return False


class Window:
    def __init__(self, line):
        head, self.cls, self.text = line.split("\t", 2)
        numbers = [int(n) for n in head.split()[1:]]
        self.handle, self.pid, self.visible = numbers[0], numbers[1], bool(numbers[2])
        self.left, self.top, self.right, self.bottom, self.id = numbers[3:8]
        self.text = self.text.replace("\\n", "\n")

    @property
    def width(self):
        return self.right - self.left

    @property
    def height(self):
        return self.bottom - self.top

    @property
    def middle(self):
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2


class Xvfb:
    """An X display in memory; the server itself takes a free number."""

    def __init__(self):
        reader, writer = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "%dx%dx24" % (WIDTH, HEIGHT), "-noreset",
             "-nolisten", "tcp"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as f:
            number = f.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.display = ":" + number

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Desktop:
    def __init__(self, build, display=None):
        self.build = os.path.abspath(build)
        self.display = display
        self.xvfb = self.poke = None
        self.started = []
        self.env = dict(os.environ)
        self.env.pop("HITCHBOX_SIM", None)
        self.env.update(LC_ALL="C.UTF-8", WINEPREFIX=os.path.join(self.build, "wine"), WINEARCH="win64",
                        WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=;schtasks.exe=n,b")
        DRIVES["C:"] = os.path.join(self.build, "wine", "drive_c")

    # --- coming and going
    def __enter__(self):
        try:
            self.open()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def open(self):
        if not self.display:
            self.xvfb = Xvfb()
            self.display = self.xvfb.display
        self.env["DISPLAY"] = self.display
        # Xvfb keeps Ctrl+Alt+F-keys for switching consoles.
        subprocess.run(["setxkbmap", "-option", "srvrkeys:none"], env=self.env, timeout=20, check=False,
                       stderr=subprocess.DEVNULL)
        port = free_port()
        self.start(os.path.join(self.build, "e2e", "poke.exe"), self.build, [str(port)])
        self.poke = Lines(port)
        wait_for("the desktop", self.poke.answers, 60)
        wait_for("the taskbar", lambda: self.window("Shell_TrayWnd"), 60)

    def close(self):
        """Ends everything in the prefix; nothing is left running."""
        try:
            subprocess.run(["wineserver", "-k"], env=self.env, timeout=30, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            subprocess.run(["wineserver", "-w"], env=self.env, timeout=30, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            pass
        for p in self.started:
            if p.poll() is None:
                p.kill()
            p.wait()
        self.started = []
        if self.xvfb:
            self.xvfb.close()
            self.xvfb = self.display = None

    def drive(self, letter, folder):
        """Makes a folder a drive: paths in pictures are then short."""
        link = os.path.join(self.build, "wine", "dosdevices", letter.lower() + ":")
        if os.path.lexists(link):
            os.remove(link)
        os.symlink(folder, link)
        DRIVES[letter + ":"] = folder

    # --- programs
    def start(self, exe, folder, arguments=(), env=None, desktop=True):
        """Starts a program; with desktop, where it can show windows."""
        line = ["wine"]
        if desktop:
            line += ["explorer", "/desktop=%s,%dx%d" % (NAME, WIDTH, HEIGHT)]
        line += [windows_path(exe)] + list(arguments)
        p = subprocess.Popen(line, cwd=folder, env=dict(self.env, **(env or {})), stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.started.append(p)
        return p

    def pids(self, exe):
        """This machine's process ids of a program that was started by path."""
        wanted = windows_path(exe).lower().encode()
        found = []
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open("/proc/%s/cmdline" % name, "rb") as f:
                    first = f.read().split(b"\0")[0]
            except OSError:
                continue
            if first.strip(b'"').lower() == wanted:
                found.append(int(name))
        return found

    def kill(self, exe):
        for pid in self.pids(exe):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.wait_gone(exe)

    def wait_gone(self, exe, seconds=20):
        wait_for("the end of " + os.path.basename(exe), lambda: not self.pids(exe), seconds)

    # --- windows
    def windows(self, cls=None, text=None, visible=None):
        found = [Window(line) for line in self.poke.ask("windows")]
        return [w for w in found if (cls is None or w.cls == cls) and (text is None or text in w.text)
                and (visible is None or w.visible == visible)]

    def window(self, cls=None, text=None, visible=None):
        found = self.windows(cls, text, visible)
        return found[0] if found else None

    def children(self, window):
        return [Window(line) for line in self.poke.ask("children %d" % window.handle)]

    def post(self, window, message, w=0, l=0):
        self.poke.ask("post %d %d %d %d" % (window.handle, message, w, l))

    def send(self, window, message, w=0, l=0):
        return int(self.poke.ask("send %d %d %d %d" % (window.handle, message, w, l))[0].split()[1])

    def tray_icons(self):
        """Middles of the icons of the notification area, the leftmost first.

        Wine's taskbar draws them itself, as squares as wide as it is high, from
        the right edge on; so an icon is a square that is not all of one colour."""
        bar = self.window("Shell_TrayWnd")
        if not bar or not bar.height:
            return []
        side, found = bar.height, []
        for n in range(2, 0, -1):
            left = bar.right - side * n
            if len(self.colours(left, bar.top, side, side)) > 1:
                found.append((left + side // 2, bar.top + side // 2))
        return found

    def colours(self, left, top, width, height):
        """The set of colours in a part of the screen."""
        out = subprocess.run(["import", "-window", "root", "-crop", "%dx%d+%d+%d" % (width, height, left, top),
                              "+repage", "-depth", "8", "rgb:-"], env=self.env, timeout=30, check=True,
                             stdout=subprocess.PIPE).stdout
        return {out[i:i + 3] for i in range(0, len(out), 3)}

    def balloon(self):
        """Title and text of the balloon that can be seen, or None."""
        for w in self.windows("tooltips_class32", visible=True):
            if w.width > 60 and w.height > 30:
                return w
        return None

    def menu(self):
        return self.window("#32768", visible=True)

    def close_folders(self):
        """Closes Explorer's windows: their buttons would fill the taskbar."""
        def closed():
            found = self.windows("ExplorerWClass", visible=True)
            for w in found:  # one that is just opening may not listen yet
                self.post(w, 0x10)
            return not found
        wait_for("the folders' end", closed, 20, 0.3)

    def message_box(self, text=None):
        """The visible message box and its text."""
        for box in self.windows("#32770", visible=True):
            words = "\n".join(c.text for c in self.children(box) if c.cls == "Static")
            if text is None or text in words:
                box.words = words
                return box
        return None

    def dismiss(self, box):
        """Presses OK."""
        self.post(box, 0x111, 1, 0)
        wait_for("the message box's end", lambda: not any(w.handle == box.handle for w in self.windows("#32770")))

    # --- keys, mouse, pictures
    def xdotool(self, *words):
        subprocess.run(["xdotool"] + [str(w) for w in words], env=self.env, timeout=20, check=True,
                       stdout=subprocess.DEVNULL)

    def key(self, keys):
        self.xdotool("key", "--clearmodifiers", keys)

    def move(self, x, y):
        self.xdotool("mousemove", x, y)

    def click(self, x, y, button=1):
        self.xdotool("mousemove", x, y, "click", button)

    def picture(self, path, crop=None):
        line = ["import", "-window", "root"] + (["-crop", crop, "+repage"] if crop else []) + [path]
        subprocess.run(line, env=self.env, timeout=30, check=True)
        return path
