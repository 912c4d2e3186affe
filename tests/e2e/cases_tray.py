"""The icon, its menu, balloons, the viewer, a second start."""
import json
import os
import re
import time

from app import MENU_HEAD, MENU_TAIL, entry_middle
from cases_save import same_path, whole
from desktop import wait_for

MOD_ALT, MOD_CONTROL, VK_F9 = 1, 2, 0x78
VK_RETURN, VK_RIGHT, VK_DOWN = 0x0D, 0x27, 0x28


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
    app.click_balloon()  # in the notification centre
    app.wait("balloon_clicked", 2)
    assert app.events("balloon_clicked")[1]["path"].endswith("snap-2.etl")
    line = wait_for("the viewer", lambda: lines()[1:])[0]
    assert same_path(opened(line), os.path.join(app.run_folder(), "snap-2.etl")), line
    app.click_balloon()  # what was clicked has gone from there
    app.wait("balloon_clicked", 3)
    assert app.events("balloon_clicked")[2]["path"] == "" and len(lines()) == 2, lines()


def case_a_history_entry_opens_its_own_file(t):
    setting, lines = t.viewer()
    app = t.armed({"viewer": setting})
    for _ in range(3):
        app.save()
        app.wait("checked", len(app.events("saved")))
    app.choose("history 1", "Open")  # newest first: snap-3, snap-2, snap
    line = wait_for("the viewer", lines)[0]
    assert same_path(opened(line), os.path.join(app.run_folder(), "snap-2.etl")), line


def case_a_snapshot_that_has_gone_cannot_be_chosen(t):
    setting, lines = t.viewer()
    app = t.armed({"viewer": setting})
    app.save()
    app.wait("checked")
    os.remove(app.snapshots()[0])
    app.choose("history 0", "Open", first="Report")
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
        told = json.load(f)
    assert told["verdict"] == sentence and told["felt_en"], told
    assert re.search("[\u4e00-\u9fff]", told["felt_zh-CN"]), told
    page = open(base + ".html", encoding="utf-8").read()
    assert page.lstrip().lower().startswith("<!doctype html"), page[:40]
    app.choose("history 0", "Report")
    assert same_path(app.wait("open_report")["path"], base + ".html")


def case_a_report_that_could_not_be_written_is_not_offered(t):
    app = t.armed({"post_roll_s": "2"})
    app.press()
    os.makedirs(os.path.join(app.run_folder(), "snap.html"))
    app.wait("verdict", why="file_rename")
    app.wait("checked")
    line = app.wait("balloon", title="Snapshot saved").line
    assert app.wait("verdict")["sentence"] in line, line
    assert "Click: shows the file in its folder" in line, line
    app.click_balloon()
    assert same_path(app.wait("show_file")["path"], app.snapshots()[0])


def case_a_snapshot_that_went_before_its_check_is_not_called_saved(t):
    app = t.armed()
    app.simulation.ask("habits more_data=never")
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
    box = share_box(t, app)
    assert "command lines" in box.words and "sends nothing anywhere" in box.words, box.words
    t.desk.dismiss(box)
    assert same_path(app.wait("share")["path"], app.snapshots()[0])


def share_box(t, app):
    app.choose("history 0", "Share")
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
    # The one that was chosen, whatever was saved since.
    assert same_path(app.wait("share")["path"], app.snapshots()[0].replace("snap-2.etl", "snap.etl"))
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
    app.save()
    app.wait("checked")
    box = share_box(t, app)
    os.remove(app.snapshots()[0])
    t.desk.dismiss(box)
    assert app.wait("share")["why"] == "not_found"
    wait_for("the word", lambda: [b for b in app.events("balloon") if "snap.etl" in b.line and "is not there" in b.line])


def case_without_a_viewer_a_click_opens_the_report_and_the_balloon_says_so(t):
    app = t.armed()
    app.save()
    app.wait("checked")
    assert "Click: opens the report" in app.wait("balloon", title="Snapshot saved").line
    app.click_balloon()
    assert same_path(app.wait("open_report")["path"], app.snapshots()[0][:-4] + ".html")
    assert app.events("viewer")[0]["why"] == "viewer_missing"
    assert not app.events("balloon", title="Hitchbox needs attention"), app.events("balloon")


def case_a_report_is_opened_by_a_click_where_that_was_set(t):
    setting, lines = t.viewer()
    app = t.armed({"viewer": setting, "click": "report"})
    app.save()
    app.wait("checked")
    assert "Click: opens the report" in app.wait("balloon", title="Snapshot saved").line
    app.click_balloon()
    assert same_path(app.wait("open_report")["path"], app.snapshots()[0][:-4] + ".html")
    app.choose("history 0", "Open", first="Report")
    assert opened(wait_for("the viewer", lines)[0]).endswith("snap.etl")


def case_without_the_viewer_that_was_asked_for_the_folder_opens_and_that_is_said(t):
    app = t.armed({"click": "viewer"})
    app.save()
    app.wait("checked")
    assert "Click: shows the file in its folder" in app.wait("balloon", title="Snapshot saved").line
    app.click_balloon()
    assert same_path(app.wait("show_file")["path"], app.snapshots()[0])
    wait_for("the word", lambda: [b for b in app.events("balloon") if "is not installed" in b.line])


def case_a_word_that_no_click_knows_is_named_with_its_line(t):
    app = t.armed({"click": "wpa"})
    box = wait_for("the box", t.desk.message_box, 20)
    assert "wpa" in box.words and "hitchbox.ini" in box.words and "auto, viewer or report" in box.words, box.words
    t.desk.dismiss(box)
    app.save()
    assert "Click: opens the report" in app.wait("balloon", title="Snapshot saved").line


def case_a_snapshot_is_kept_and_freed_by_its_submenu(t):
    app = t.armed()
    app.save()
    app.wait("checked")
    pin = app.snapshots()[0][:-4] + ".pin"
    for kept in (True, False):
        app.choose("history 0", "Keep")
        wait_for("the mark", lambda: os.path.exists(pin) == kept)


def case_a_snapshot_is_shown_in_its_folder(t):
    app = t.armed()
    app.save()
    app.wait("checked")
    app.choose("history 0", "Show")
    assert same_path(app.wait("show_file")["path"], app.snapshots()[0])


def case_a_deleted_snapshot_goes_with_its_companions_once_that_was_confirmed(t):
    app = t.armed()
    for count in (1, 2):
        app.save()
        app.wait("checked", count)
    folder = app.run_folder()
    app.choose("history 0", "Delete")
    box = wait_for("the question", t.desk.message_box, 20)
    assert "for good" in box.words and "snap-2.etl" in box.words, box.words
    t.desk.post(box, 0x111, 2, 0)  # Cancel
    wait_for("the box's end", lambda: not t.desk.message_box())
    assert os.path.exists(os.path.join(folder, "snap-2.etl")) and not app.events("delete")
    app.choose("history 0", "Delete")
    t.desk.dismiss(wait_for("the question", t.desk.message_box, 20))
    assert app.wait("delete")["why"] == "ok"
    names = os.listdir(folder)
    assert not [n for n in names if n.startswith("snap-2.")], names
    assert {"snap.etl", "snap.json", "snap.html", "keyevents.etl", "main.log"} <= set(names), names


def case_a_left_click_opens_the_menu_and_a_second_one_promises_nothing(t):
    app = t.armed()
    t.desk.click(*app.icon())
    wait_for("the menu", t.desk.menu, 10)
    app.close_menu()
    assert len(app.events("menu")) == 1 and not app.events("saved")


def case_the_menu_is_used_by_keyboard_alone(t):
    app = t.armed()
    app.save()
    app.wait("checked")
    x, y = app.icon()
    for _ in range(2):  # Enter on the icon sends it twice
        app.tray_message(0x401, x, y)  # NIN_KEYSELECT
    wait_for("the menu", t.desk.menu, 10)
    # The state, save, the list's head, the snapshot; its submenu, and the first entry there.
    # Wine hands keys of the X display to visible windows only, so they are posted.
    for key in (VK_DOWN, VK_DOWN, VK_DOWN, VK_DOWN, VK_RIGHT, VK_RETURN):
        t.desk.post(app.window(), 0x100, key)  # WM_KEYDOWN
    assert same_path(app.wait("open_report")["path"], app.snapshots()[0][:-4] + ".html")
    assert len(app.events("menu")) == 1, app.events("menu")


def case_the_history_is_in_the_present_language_whatever_it_was_saved_in(t):
    app = t.armed()
    app.save()
    app.wait("checked")
    app.choose("Exit")
    t.desk.wait_gone(app.exe)
    for language in ("en", "zh-CN"):
        app.set({"language": language})
        app.start()
        wait_for("the start", lambda: len(app.runs()) > 1 and app.events("armed"))
        app.icon()
        menu = app.open_menu()
        app.submenu(menu, over=entry_middle(menu, MENU_HEAD + ["history 0"] + MENU_TAIL, "history 0"))
        t.desk.picture(os.path.join(app.folder, "submenu-%s.png" % language))
        app.close_menu()
        app.choose("Exit")
        t.desk.wait_gone(app.exe)


def case_the_first_start_says_the_key_and_where_the_icon_is_once(t):
    app = t.armed(first=True)
    line = app.wait("balloon", title="Hitchbox is recording").line
    assert "Ctrl+Alt+F9" in line and "hidden ones" in line, line
    app.choose("Exit")
    t.desk.wait_gone(app.exe)
    app.start()
    wait_for("the second run", lambda: len(app.runs()) == 2 and app.events("armed"))
    app.save()
    app.wait("balloon", title="Snapshot saved")
    assert not app.events("balloon", title="Hitchbox is recording")


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


def case_a_flood_that_says_explorer_restarted_costs_the_key_and_the_log_nothing(t):
    app = t.armed()
    app.save()
    app.wait("balloon", title="Snapshot saved")
    window = app.window()
    message = int(t.desk.poke.ask("message TaskbarCreated")[0].split()[1])
    lines = len(app.events("icon_added")), len(app.events("balloon"))
    t.desk.poke.ask("flood %d %d 0 4000" % (window.handle, message))
    began = time.monotonic()
    app.save()
    assert time.monotonic() - began < 3, time.monotonic() - began
    app.wait("checked", 2)
    time.sleep(5)
    assert int(t.desk.poke.ask("flooded")[0].split()[1]) > 100
    assert len(app.events("icon_added")) == lines[0], app.events("icon_added")
    assert len(app.events("balloon")) <= lines[1] + 2, app.events("balloon")
    # One that is true is heard, also at once after one that is not.
    t.desk.post(window, message)
    t.desk.poke.ask("traydelete %d 1" % window.handle)
    wait_for("the icon's removal", lambda: not t.desk.tray_icons())
    t.desk.post(window, message)
    app.icon()
    app.wait("icon_added", lines[0] + 1)


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


def case_a_reserved_key_is_named_and_the_default_saves(t):
    app = t.armed({"hotkey": "F12"})
    box = wait_for("the box", t.desk.message_box, 20)
    assert "F12" in box.words and "hitchbox.ini" in box.words, box.words
    t.desk.dismiss(box)
    app.save()


def case_the_tooltip_and_balloon_speak_chinese_when_asked(t):
    app = t.armed({"language": "zh-CN"})
    app.save()
    balloon = wait_for("the balloon", t.desk.balloon, 15)
    assert re.search("[\u4e00-\u9fff]", balloon.text), balloon.text
