"""The settings' window, by mouse and keyboard."""
import os
import time

from desktop import wait_for

ROWS = ["key", "memory", "post_roll", "sound", "volume", "language", "click", "folder", "gb", "count", "days", "autostart"]
LABEL, FIELD, UNIT, BUTTON, HINT = range(5)
OK, CANCEL, APPLY, STATUS = 1, 2, 3, 90


class Settings:
    """The window that the menu opened."""

    def __init__(self, t, app, looked=True):
        self.t, self.app = t, app
        before = len(app.events("settings_window"))
        app.choose("Settings...")
        wait_for("the settings", self.window, 15)
        app.wait("settings_window", before + 1)  # it has the focus then
        if looked:  # it is laid out anew by the answer, which closes a list that is open
            app.wait("autostart_look", before + 1)

    def window(self):
        return self.t.desk.window("HitchboxSettings", visible=True)

    def control(self, id):
        return next((c for c in self.t.desk.children(self.window()) if c.id == id), None)

    def part(self, row, part=FIELD):
        return self.control(100 + 10 * ROWS.index(row) + part)

    def click(self, control):
        self.t.desk.click(*control.middle)

    def type(self, row, text):
        """Clicks into a field and writes over what stands there."""
        self.click(self.part(row))
        self.t.desk.key("ctrl+a")
        self.t.desk.xdotool("type", text)
        wait_for("the field's text", lambda: self.part(row).text == text)

    def says(self, words):
        wait_for("the words " + words, lambda: words in self.control(STATUS).text, 10)

    def gone(self):
        wait_for("the window's end", lambda: not self.window(), 10)


def ini(app):
    with open(os.path.join(app.folder, "hitchbox.ini"), "rb") as f:
        return f.read()


def case_settings_opens_from_the_menu_with_the_controls_of_the_manifest(t):
    app = t.armed()
    Settings(t, app)
    loaded = app.wait("settings_window")["comctl32"].lower()
    assert "winsxs" in loaded and "common-controls_6595b64144ccf1df_6.0" in loaded, loaded


def case_a_key_that_was_pressed_in_the_settings_saves_at_once(t):
    app = t.armed()
    before = ini(app)
    s = Settings(t, app)
    s.click(s.part("key"))
    t.desk.key("ctrl+shift+F7")
    wait_for("the key", lambda: s.part("key").text == "Ctrl+Shift+F7")
    assert s.part("key", HINT).text == "This key is free."
    s.click(s.control(OK))
    s.gone()
    assert ini(app) == before.replace(b"hotkey = Ctrl+Alt+F9", b"hotkey = Ctrl+Shift+F7"), ini(app)
    app.wait("hotkey", key="Ctrl+Shift+F7")
    app.save("ctrl+shift+F7")
    presses = len(app.events("press"))
    t.desk.key("ctrl+alt+F9")
    time.sleep(1)
    assert len(app.events("press")) == presses, "the old key still saves"


def case_the_present_key_can_be_pressed_in_the_settings_and_saves_afterwards(t):
    app = t.armed()
    s = Settings(t, app)
    s.click(s.part("key"))
    t.desk.key("ctrl+alt+F9")
    wait_for("the hint", lambda: s.part("key", HINT).text == "This key is free.")
    assert not app.events("press")
    t.desk.key("Escape")
    s.gone()
    app.save()


def case_settings_by_keyboard_alone(t):
    app = t.armed()
    s = Settings(t, app)
    time.sleep(0.5)  # until the desktop, too, has made it the active window
    t.desk.key("alt+w")
    t.desk.key("ctrl+a")
    t.desk.xdotool("type", "3")
    t.desk.key("Tab")
    t.desk.key("Up")  # the sound: from Hitchbox's own to Windows's
    t.desk.key("alt+n")
    t.desk.key("ctrl+a")
    t.desk.xdotool("type", "55")
    t.desk.key("Return")
    s.gone()
    text = ini(app).decode()
    for line in ("post_roll_s = 3", "sounds = windows", "keep_count = 55"):
        assert "\n%s\n" % line in text, line
    assert app.wait("settings")["keys"] == "post_roll_s sound sounds keep_count" or \
        app.wait("settings")["keys"] == "post_roll_s sounds keep_count", app.wait("settings")


def case_the_users_own_lines_stay_in_the_ini(t):
    app = t.app()
    path = os.path.join(app.folder, "hitchbox.ini")
    mine = b"\xef\xbb\xbf# mine\r\n  ring_mb\t=  8 \r\npost_roll_s = 0\r\n; and this\r\nlanguage = en\r\n"
    with open(path, "wb") as f:
        f.write(mine)
    app.start()
    app.wait("armed")
    app.icon()
    s = Settings(t, app)
    with open(path, "ab") as f:
        f.write(b"keep_days = 9\r\n")  # by the user's editor, meanwhile
    s.type("gb", "6")
    s.click(s.control(APPLY))
    s.says("count from now on")
    # Behind post_roll_s, the nearest key before it that is there.
    assert ini(app) == mine.replace(b"; and this", b"keep_gb = 6\r\n; and this") + b"keep_days = 9\r\n", ini(app)
    assert s.part("days").text == "9"


def case_the_language_switches_at_once(t):
    app = t.armed()
    s = Settings(t, app)
    s.click(s.part("language"))
    t.desk.key("Down")
    t.desk.key("Return")
    s.click(s.control(APPLY))
    wait_for("Chinese", lambda: "设置" in s.window().text, 10)
    assert s.control(OK).text == "确定"
    s.click(s.control(CANCEL))
    s.gone()


def case_more_memory_is_recorded_with_after_a_snapshot_and_a_new_beginning(t):
    app = t.armed()
    s = Settings(t, app)
    s.type("memory", "16")
    s.says("once recording begins anew")
    s.click(s.control(OK))
    box = wait_for("the question", lambda: t.desk.message_box("Save a snapshot"), 15)
    t.desk.post(box, 0x111, 6, 0)  # Yes
    wait_for("the new run", lambda: len(app.runs()) == 2, 30)
    app.wait("armed", ring_mb="16")
    assert len(app.snapshots()) == 1, app.snapshots()
    app.icon()
    app.save()


def case_a_wrong_value_is_said_and_nothing_is_written(t):
    app = t.armed()
    before = ini(app)
    s = Settings(t, app)
    s.type("memory", "4")
    s.click(s.control(OK))
    s.says("(8 ... 2048)")
    assert s.window() and ini(app) == before
    s.click(s.control(CANCEL))
    s.gone()


def case_open_configuration_opens_the_file(t):
    app = t.armed()
    app.choose("Open configuration")
    assert app.wait("open_config", why="ok")["path"].endswith("hitchbox.ini")
