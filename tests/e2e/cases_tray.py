"""The icon, its menu, balloons, the viewer, a second start."""
import json
import os
import re

from cases_save import same_path, whole
from desktop import wait_for

MOD_ALT, MOD_CONTROL, VK_F9 = 1, 2, 0x78


def opened(line):
    """The last argument of a command line."""
    return re.findall(r'"([^"]*)"|(\S+)', line)[-1][0] or line.split()[-1]


def case_the_menu_saves_by_mouse(t):
    app = t.armed()
    app.choose("Save snapshot now")
    app.wait("saved")
    whole(app.snapshots()[0])


def case_a_click_on_the_balloon_opens_that_very_file(t):
    setting, lines = t.viewer()
    app = t.armed({"viewer": setting})
    app.save()
    app.save()
    app.wait("balloon", 2)
    app.click_balloon()
    line = wait_for("the viewer", lines)[0]
    newest = os.path.join(app.run_folder(), "snap-2.etl")
    assert same_path(opened(line), newest), line
    assert same_path(app.wait("viewer")["path"], newest)


def case_a_click_opens_what_was_shown_even_when_more_was_said_since(t):
    setting, lines = t.viewer()
    app = t.armed({"viewer": setting})
    app.save()
    app.wait("balloon")
    app.balloon_shown()
    app.save()
    app.wait("balloon", 2)  # Explorer was given it, and shows the first one still
    app.click_balloon()
    line = wait_for("the viewer", lines)[0]
    assert same_path(opened(line), os.path.join(app.run_folder(), "snap.etl")), line
    app.balloon_shown()
    app.balloon_gone()
    app.click_balloon()
    app.wait("balloon_clicked", 2)
    assert app.events("balloon_clicked")[1]["path"] == "" and len(lines()) == 1, lines()


def case_a_history_entry_opens_its_own_file(t):
    setting, lines = t.viewer()
    app = t.armed({"viewer": setting})
    for _ in range(3):
        app.save()
        app.wait("checked", len(app.events("saved")))
    app.choose("history 1")  # newest first: snap-3, snap-2, snap
    line = wait_for("the viewer", lines)[0]
    assert same_path(opened(line), os.path.join(app.run_folder(), "snap-2.etl")), line


def case_a_snapshot_that_has_gone_cannot_be_chosen(t):
    setting, lines = t.viewer()
    app = t.armed({"viewer": setting})
    app.save()
    app.wait("checked")
    os.remove(app.snapshots()[0])
    app.choose("history 0")
    assert t.desk.menu(), "a greyed entry closed the menu"
    app.close_menu()
    assert not lines(), lines()


def case_the_verdict_stands_in_balloon_and_json_and_its_page_opens(t):
    app = t.armed()
    app.save()
    app.wait("checked")
    sentence = app.wait("verdict")["sentence"]
    assert sentence, "no verdict"
    assert sentence in app.wait("balloon").line
    base = app.snapshots()[0][:-len(".etl")]
    with open(base + ".json", encoding="utf-8") as f:
        assert json.load(f)["verdict"] == sentence
    page = open(base + ".html", encoding="utf-8").read()
    assert page.lstrip().lower().startswith("<!doctype html"), page[:40]
    app.choose("Report of the newest snapshot")
    assert same_path(app.wait("open_report")["path"], base + ".html")


def case_a_report_that_could_not_be_written_is_not_offered(t):
    app = t.armed({"post_roll_s": "2"})
    app.press()
    os.makedirs(os.path.join(app.run_folder(), "snap.html"))
    app.wait("verdict", why="file_rename")
    app.wait("checked")
    line = app.wait("balloon", title="Snapshot saved").line
    assert app.wait("verdict")["sentence"] in line, line
    assert "opens the report" not in line, line


def case_a_snapshot_that_went_before_its_check_is_not_called_saved(t):
    app = t.armed()
    app.simulation.ask("hold ControlTraceW:FLUSH after=1")
    app.press()
    app.wait("saved")
    wait_for("the check", lambda: app.simulation.ask("held")[0].split()[-1] != "0", 30)
    os.remove(app.snapshots()[0])
    app.simulation.ask("release")
    app.wait("checked", why="not_found")
    balloon = app.wait("balloon")
    assert balloon["title"] == "No snapshot" and "is not there" in balloon.line, balloon
    assert not [b for b in app.events("balloon") if "saved" in b["title"].lower()]


def case_sharing_says_first_what_a_snapshot_tells(t):
    app = t.armed()
    app.save()
    app.wait("checked")
    app.choose("Share a snapshot...")
    box = wait_for("the warning", t.desk.message_box, 20)
    assert "command lines" in box.words and "sends nothing anywhere" in box.words, box.words
    t.desk.dismiss(box)
    assert same_path(app.wait("share")["path"], app.snapshots()[0])


def share_box(t, app):
    app.choose("Share a snapshot...")
    return wait_for("the warning", t.desk.message_box, 20)


def case_while_a_box_is_up_no_menu_opens_and_the_key_still_saves(t):
    app = t.armed()
    app.save()
    app.wait("checked")
    box = share_box(t, app)
    menus = len(app.events("menu"))
    for _ in range(2):
        app.tray_message(0x7B, 600, 400)  # WM_CONTEXTMENU
    app.save()
    t.desk.post(app.window(), int(t.desk.poke.ask("message HitchboxShow")[0].split()[1]))
    app.wait("second_start")
    assert len(app.events("menu")) == menus and not t.desk.menu(), app.events("menu")
    assert len(t.desk.windows("#32770", visible=True)) == 1
    t.desk.dismiss(box)
    # The newest when OK was pressed, not when the menu was opened.
    assert same_path(app.wait("share")["path"], app.snapshots()[0].replace("snap.etl", "snap-2.etl"))
    app.choose("Exit")
    t.desk.wait_gone(app.exe)


def case_a_box_or_a_menu_does_not_hold_the_end(t):
    for show in (share_box, lambda t, app: app.open_menu()):
        app = t.armed(name="Again" if t.apps else "Hitchbox")
        app.save()
        app.wait("checked")
        show(t, app)
        t.desk.post(app.window(), 0x10)  # WM_CLOSE
        t.desk.wait_gone(app.exe)
        assert app.events("exit") and not app.simulation.sessions()
        app.simulation.close()


def case_log_off_with_a_menu_open_finalises_the_file(t):
    app = t.armed()
    window = app.window()
    app.open_menu()
    assert t.desk.send(window, 0x11, 0, 0) == 1
    t.desk.send(window, 0x16, 1, 0)
    wait_for("the sessions' end", lambda: not app.simulation.sessions())
    app.wait("session_end_done", stopped="1")


def case_what_has_gone_is_not_shared(t):
    app = t.armed()
    for _ in range(2):
        app.save()
    app.wait("checked", 2)
    folder = app.run_folder()
    os.remove(os.path.join(folder, "snap-2.etl"))
    box = share_box(t, app)
    t.desk.dismiss(box)
    assert same_path(app.wait("share")["path"], os.path.join(folder, "snap.etl"))
    box = share_box(t, app)
    os.remove(os.path.join(folder, "snap.etl"))
    t.desk.dismiss(box)
    assert app.wait("share", 2)["why"] == "no_snapshot"
    wait_for("the word", lambda: [b for b in app.events("balloon") if "no snapshot to share" in b.line])


def case_a_report_of_an_older_snapshot_says_so(t):
    app = t.armed()
    for _ in range(2):
        app.save()
    app.wait("checked", 2)
    os.remove(os.path.join(app.run_folder(), "snap-2.html"))
    app.choose("Report of the newest snapshot")
    assert same_path(app.wait("open_report")["path"], os.path.join(app.run_folder(), "snap.html"))
    assert app.wait("menu")["report_of"] == "1"


def case_the_icon_comes_back_after_explorer_restarts(t):
    app = t.armed()
    window = app.window()
    t.desk.poke.ask("traydelete %d 1" % window.handle)
    wait_for("the icon's removal", lambda: not t.desk.tray_icons())
    message = int(t.desk.poke.ask("message TaskbarCreated")[0].split()[1])
    t.desk.post(window, message)
    app.icon()
    app.choose("Save snapshot now")
    app.wait("saved")


def case_a_second_start_shows_the_first_one_and_ends(t):
    first = t.armed()
    second = t.app(name="Second", simulation=first.simulation)
    second.start()
    wait_for("the first one's answer", lambda: t.desk.menu() or first.events("second_start"))
    t.desk.wait_gone(second.exe)
    if t.desk.menu():
        first.close_menu()
    assert first.running() and first.simulation.calls("StartTraceW") == 2


def case_a_key_that_is_taken_is_named_and_the_menu_still_saves(t):
    t.desk.poke.ask("hotkey %d %d" % (MOD_ALT | MOD_CONTROL, VK_F9))
    try:
        app = t.armed()
        line = app.wait("hotkey")
        assert line["why"] == "hotkey_taken" and line["os"] == "1409", line
        app.wait_icon("trouble")
        app.choose("Save snapshot now")
        app.wait("saved")
    finally:
        t.desk.poke.ask("nohotkey")


def case_a_key_works_as_soon_as_the_other_program_gives_it_back(t):
    t.desk.poke.ask("hotkey %d %d" % (MOD_ALT | MOD_CONTROL, VK_F9))
    try:
        app = t.armed()
        assert app.wait("hotkey")["os"] == "1409"
    finally:
        t.desk.poke.ask("nohotkey")
    app.wait("hotkey", 1, 40, why="ok")
    app.wait_icon("armed")
    app.save()
    assert len(app.events("hotkey")) == 2, app.events("hotkey")


def case_a_display_change_leaves_icon_and_recording_as_they_were(t):
    app = t.armed()
    for message in (0x7E, 0x1A, 0x2E0):  # WM_DISPLAYCHANGE, WM_SETTINGCHANGE, WM_DPICHANGED
        t.desk.send(app.window(), message, 96 | 96 << 16, 0)
    app.icon()
    app.save()


def case_another_key_can_be_set(t):
    app = t.armed({"hotkey": "Ctrl+Shift+K"})
    app.save("ctrl+shift+k")
    whole(app.snapshots()[0])


def case_a_reserved_key_is_named(t):
    app = t.armed({"hotkey": "F12"})
    assert app.wait("hotkey")["why"] == "hotkey_reserved"
    app.wait_icon("trouble")


def case_the_tooltip_and_balloon_speak_chinese_when_asked(t):
    app = t.armed({"language": "zh-CN"})
    app.save()
    balloon = wait_for("the balloon", t.desk.balloon, 15)
    assert re.search("[\u4e00-\u9fff]", balloon.text), balloon.text
