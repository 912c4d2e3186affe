"""hitch autostart, with a stand-in for Windows's schtasks.exe."""
import os
import shutil
import time
import xml.etree.ElementTree as tree

from desktop import wait_for, windows_path

SPACE = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"


class Scheduler:
    """The stand-in, in the place where Windows has its own."""

    def __init__(self, t):
        self.desk = t.desk
        c = os.path.join(t.desk.build, "wine", "drive_c")
        self.place = os.path.join(c, "fake_schtasks")
        self.exe = os.path.join(c, "windows", "system32", "schtasks.exe")
        self.temp = os.path.join(c, "windows", "temp")
        shutil.rmtree(self.place, ignore_errors=True)
        os.makedirs(self.place)
        self.kept = self.exe + ".kept"
        if not os.path.exists(self.kept):
            shutil.move(self.exe, self.kept)
        shutil.copy(os.path.join(t.desk.build, "e2e", "fake_schtasks.exe"), self.exe)
        # All folders above have to be closed, too: C: is Wine's own.
        self.home = os.path.join(c, "Program Files", "Hitch & <box>".replace("<", "(").replace(">", ")"))
        shutil.rmtree(self.home, ignore_errors=True)
        os.makedirs(self.home)
        shutil.copy(os.path.join(t.desk.build, "hitch-wine.exe"), os.path.join(self.home, "hitch.exe"))
        with open(os.path.join(self.home, "hitchbox.exe"), "wb") as f:
            f.write(b"MZ")
        for folder, _, files in os.walk(self.home):
            for name in [folder] + [os.path.join(folder, n) for n in files]:
                os.chmod(name, 0o755)

    def hitch(self, *words, seconds=60):
        exe = windows_path(os.path.join(self.home, "hitch.exe"))
        lines = self.desk.poke.ask("run %d \"%s\" autostart %s" % (seconds * 1000, exe, " ".join(words)), seconds + 30)
        return int(lines[0].split()[1]), "\n".join(lines[1:])

    def put(self, name, text=""):
        with open(os.path.join(self.place, name), "w", encoding="utf-8") as f:
            f.write(text)

    def take(self, name):
        os.remove(os.path.join(self.place, name))

    def said(self):
        path = os.path.join(self.place, "said.txt")
        return open(path, encoding="utf-8").read().splitlines() if os.path.exists(path) else []

    def task(self):
        path = os.path.join(self.place, "task.xml")
        if not os.path.exists(path):
            return None
        raw = open(path, "rb").read()
        assert raw[:2] == b"\xff\xfe", raw[:2]
        return tree.fromstring(raw.decode("utf-16"))

    def close(self):
        if os.path.exists(self.kept):
            shutil.move(self.kept, self.exe)
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.rmtree(self.place, ignore_errors=True)


def scheduled(function):
    def case(t):
        scheduler = Scheduler(t)
        try:
            function(t, scheduler)
        finally:
            scheduler.close()
    return case


def left_over(s):
    return [n for n in os.listdir(s.temp) if n.startswith("hitch-autostart")] if os.path.isdir(s.temp) else []


@scheduled
def on_show_off(t, s):
    code, said = s.hitch("show")
    assert code == 0 and "does not start" in said, said
    code, said = s.hitch("on")
    assert code == 0 and "from the next log-on on" in said, said
    task = s.task()
    command = task.find("%sActions/%sExec/%sCommand" % (SPACE, SPACE, SPACE)).text
    assert command == "\"" + windows_path(os.path.join(s.home, "hitchbox.exe")) + "\"", command
    users = {e.text for e in task.iter(SPACE + "UserId")}
    assert len(users) == 1 and users.pop().startswith("S-1-5-21-"), users
    create = [l for l in s.said() if "/Create" in l]
    assert len(create) == 1 and create[0].lower().startswith("\"c:\\windows\\system32\\schtasks.exe\" "), create
    assert create[0].endswith("/TN Hitchbox /F") and "\\temp\\hitch-autostart-" in create[0].lower(), create
    assert not left_over(s), left_over(s)
    code, said = s.hitch("show")
    assert code == 0 and "starts with Windows" in said, said
    code, said = s.hitch("off", "--lang", "zh-CN")
    assert code == 0 and "不随 Windows 启动" in said and s.task() is None, said
    deletes = len([l for l in s.said() if "/Delete" in l])
    code, said = s.hitch("off")
    assert code == 0 and len([l for l in s.said() if "/Delete" in l]) == deletes == 1, s.said()


def case_start_with_windows_is_set_shown_and_taken_back(t):
    on_show_off(t)


@scheduled
def other_path(t, s):
    s.hitch("on")
    path = os.path.join(s.place, "task.xml")
    text = open(path, "rb").read().decode("utf-16").replace("hitchbox.exe", "older.exe")
    open(path, "wb").write(b"\xff\xfe" + text.encode("utf-16-le"))
    code, said = s.hitch("show")
    assert code == 0 and "another program" in said and "older.exe" in said, said
    assert "older.exe" in open(path, "rb").read().decode("utf-16")
    code, said = s.hitch("on")
    assert code == 0 and "is replaced" in said and said.index("older.exe") < said.index("next log-on"), said
    assert "older.exe" not in open(path, "rb").read().decode("utf-16")


def case_a_task_of_another_path_is_told_and_replaced_by_on_alone(t):
    other_path(t)


@scheduled
def failures(t, s):
    s.put("fail", "ERROR: Access is denied.\n")
    code, said = s.hitch("on")
    assert code == 1 and "schtasks.exe ended with 1 and said: ERROR: Access is denied." in said, said
    assert s.task() is None and not left_over(s)
    s.take("fail")
    s.put("hang")
    began = time.monotonic()
    code, said = s.hitch("show")
    assert code == 1 and "does not answer" in said, said
    assert 10 < time.monotonic() - began < 40, time.monotonic() - began
    wait_for("its end", lambda: not t.desk.pids(s.exe), 10)


def case_a_scheduler_that_refuses_or_hangs_is_told(t):
    failures(t)


@scheduled
def open_folder(t, s):
    os.chmod(s.home, 0o777)
    code, said = s.hitch("on")
    assert code == 1 and "may change" in said and "Hitch & (box)\"" in said, said
    assert not [l for l in s.said() if "/Create" in l], s.said()
    os.chmod(s.home, 0o755)
    os.chmod(os.path.join(s.home, "hitchbox.exe"), 0o777)
    code, said = s.hitch("on")
    assert code == 1 and "hitchbox.exe\"" in said, said
    assert not [l for l in s.said() if "/Create" in l], s.said()


def case_a_program_that_others_may_change_is_not_started_at_log_on(t):
    open_folder(t)
