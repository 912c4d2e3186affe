"""Start with Windows, by hitch autostart and in the settings, with a stand-in for Windows's
schtasks.exe."""
import os
import shutil
import time
import xml.etree.ElementTree as tree

from cases_settings import APPLY, CANCEL, HINT, OK, STATUS, Settings
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
        self.file = os.path.join(c, "windows", "system32", "tasks", "Hitchbox")  # Windows's own of the task
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

    @staticmethod
    def runs():
        """Under Wine its command line is that of Windows."""
        def line(pid):
            try:
                with open("/proc/%s/cmdline" % pid, "rb") as f:
                    return f.read().lower()
            except OSError:
                return b""
        return any(b"system32\\schtasks.exe" in line(pid) for pid in os.listdir("/proc") if pid.isdigit())

    def put_file(self):
        os.makedirs(os.path.dirname(self.file), exist_ok=True)
        open(self.file, "wb").close()

    def close(self):
        if os.path.exists(self.file):
            os.remove(self.file)
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
    code, said = s.hitch("off")
    assert code == 1 and "is left as it is" in said and "older.exe" in said, said
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
    wait_for("its end", lambda: not s.runs(), 10)
    s.take("hang")
    s.put("refuse", "ERROR: The service is not running.\n")
    assert s.hitch("off")[0] == 0  # there is no file of a task either
    s.put_file()
    for word, language, told in (("off", "en", "could not be looked up"), ("show", "zh-CN", "无法查询")):
        code, said = s.hitch(word, "--lang", language)
        assert code == 1 and told in said and "The service is not running." in said, said
    row = Row(t)
    assert "could not be looked up" in row.known() and not row.checked(), row.hint()


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


# --- in the settings' window

WM_DPICHANGED, BM_GETCHECK = 0x2E0, 0xF0


class Row:
    """Start with Windows in the settings of a Hitchbox of its own."""

    def __init__(self, t, language="en", mode=0o755):
        self.t = t
        # As the stand-in's home: all folders above are closed, wherever the checkout lies.
        self.app = t.app({"language": language}, name=os.path.join(t.desk.build, "wine", "drive_c", "Program Files", "Hitchbox row"))
        exe = os.path.join(self.app.folder, "hitchbox.exe")
        shutil.move(self.app.exe, exe)
        os.chmod(exe, 0o755)
        os.chmod(self.app.folder, mode)
        self.app.exe = exe
        self.app.start()
        self.app.wait("armed")
        self.app.icon()
        self.open()

    def open(self):
        self.window = Settings(self.t, self.app, looked=False)

    def hint(self):
        return self.window.part("autostart", HINT).text

    def known(self):
        """Until it was looked up; the line below, too, if there is one."""
        count = len(self.app.events("settings_window"))
        self.app.wait("autostart_look", count)
        wait_for("the answer", lambda: "..." not in self.hint() and "\u6b63\u5728" not in self.hint())
        return self.hint()

    def checked(self):
        return self.t.desk.send(self.window.part("autostart"), BM_GETCHECK) == 1

    def click(self):
        self.window.click(self.window.part("autostart"))

    def scale(self, percent):
        dpi = 96 * percent // 100
        before = self.window.part("autostart").height
        self.t.desk.post(self.window.window(), WM_DPICHANGED, dpi | dpi << 16)
        wait_for("the other scale", lambda: self.window.part("autostart").height != before)


@scheduled
def by_mouse(t, s):
    row = Row(t)
    assert row.known() == "" and not row.checked()
    row.click()
    wait_for("the mark", row.checked)
    row.window.click(row.window.control(APPLY))
    row.window.says("from the next log-on on")
    assert row.checked()
    command = s.task().find("%sActions/%sExec/%sCommand" % (SPACE, SPACE, SPACE)).text
    assert command == "\"" + windows_path(row.app.exe) + "\"", command
    assert not left_over(s), left_over(s)
    row.click()
    row.window.click(row.window.control(OK))
    row.window.gone()
    balloon = wait_for("the balloon", t.desk.balloon, 20)
    assert "does not start with Windows any more" in balloon.text, balloon.text
    assert s.task() is None


def case_the_settings_start_with_windows_and_take_it_back_by_mouse(t):
    by_mouse(t)


@scheduled
def by_keyboard(t, s):
    row = Row(t, "zh-CN")
    assert row.known() == ""
    row.scale(200)
    time.sleep(0.5)
    t.desk.key("alt+i")
    wait_for("the mark", row.checked)
    t.desk.key("Return")
    row.window.gone()
    balloon = wait_for("the balloon", t.desk.balloon, 20)
    assert "随 Windows 启动" in balloon.text, balloon.text
    assert s.task() is not None
    row.app.choose("Settings...")
    wait_for("the mark", lambda: row.window.window() and row.checked())


def case_the_settings_start_with_windows_by_keyboard_in_chinese_at_200_per_cent(t):
    by_keyboard(t)


@scheduled
def not_offered(t, s):
    for language, words in (("en", "may change"), ("zh-CN", "可以更改")):
        row = Row(t, language, 0o777)
        assert words in row.known() and "Hitchbox" in row.hint(), row.hint()
        row.click()
        assert not row.checked()
        row.scale(200)
        hint = row.window.part("autostart", HINT)
        assert hint.height > 3 * row.window.part("autostart").height // 2, hint.height  # all its lines
        t.desk.key("alt+i")
        assert not row.checked()
        t.desk.key("Escape")
        row.window.gone()
        row.app.close()
    assert not [l for l in s.said() if "/Create" in l or "/Delete" in l], s.said()


def case_where_others_may_change_the_program_the_settings_say_why_it_cannot_start_with_windows(t):
    not_offered(t)


@scheduled
def another_task(t, s):
    s.hitch("on")
    row = Row(t)
    assert "starts another program" in row.known() and "Hitch & (box)" in row.hint(), row.hint()
    assert not row.checked()
    row.click()
    row.window.click(row.window.control(APPLY))
    row.window.says("from the next log-on on")
    assert row.checked() and row.hint() == ""


def case_the_settings_tell_of_a_task_that_starts_another_program(t):
    another_task(t)


@scheduled
def refused(t, s):
    row = Row(t)
    row.known()
    s.put("fail", "ERROR: Access is denied.\n")
    row.click()
    row.window.click(row.window.control(APPLY))
    row.window.says("Access is denied.")
    assert "Check that the service Task Scheduler runs" in row.window.control(STATUS).text
    assert not row.checked() and s.task() is None and not left_over(s)
    row.click()
    row.window.click(row.window.control(OK))
    row.window.gone()
    balloon = wait_for("the balloon", t.desk.balloon, 20)
    assert "Task Scheduler did not do it." in balloon.text and "Access is denied." in balloon.text, balloon.text


def case_a_scheduler_that_refuses_is_told_in_the_settings_and_by_a_balloon(t):
    refused(t)


@scheduled
def hangs(t, s):
    s.put("hang")
    row = Row(t)
    assert row.hint() == "Is being looked up...", row.hint()
    row.click()
    assert not row.checked()
    row.app.save()
    row.window.type("gb", "6")
    row.window.click(row.window.control(APPLY))
    row.app.wait("settings", keys="keep_gb")
    assert not row.app.events("autostart_look")
    assert s.runs()
    assert "does not answer" in row.known()
    wait_for("its end", lambda: not s.runs(), 10)
    row.window.click(row.window.control(CANCEL))
    row.window.gone()


def case_a_scheduler_that_hangs_holds_up_neither_the_settings_nor_a_press(t):
    hangs(t)


@scheduled
def with_restart(t, s):
    row = Row(t)
    row.known()
    s.put("slow")
    row.click()
    row.window.type("memory", "16")
    row.window.click(row.window.control(OK))
    box = wait_for("the question", lambda: t.desk.message_box("Save a snapshot"), 15)
    t.desk.post(box, 0x111, 7, 0)  # No
    wait_for("the new run", lambda: len(row.app.runs()) == 2, 40)
    row.app.wait("armed", ring_mb="16")
    assert s.task() is not None
    balloon = wait_for("the balloon", t.desk.balloon, 20)
    assert "from the next log-on on" in balloon.text, balloon.text


def case_start_with_windows_set_with_a_restart_is_set_first_and_told_after_it(t):
    with_restart(t)


@scheduled
def exits(t, s):
    for setting in (False, True):
        if not setting:
            s.put("hang")
        row = Row(t)
        if setting:
            row.known()
            s.put("hang")
            row.click()
            row.window.click(row.window.control(APPLY))
            wait_for("the words", lambda: row.hint() == "Is being set...")
        assert s.runs()
        row.app.choose("Exit")
        t.desk.wait_gone(row.app.exe, 10)
        last = row.app.log()[-1]
        assert last.event == "exit", last
        wait_for("its end", lambda: not s.runs(), 5)
        assert not left_over(s), left_over(s)
        s.take("hang")


def case_an_exit_ends_a_scheduler_that_hangs_and_leaves_nothing_behind(t):
    exits(t)
