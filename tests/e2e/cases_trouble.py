"""What goes wrong: ETW refuses, files cannot be written, configuration is
broken, the process is killed. Each must be said, and nothing may be claimed."""
import glob
import os
import re

from app import configured, unix
from cases_save import only_whitelisted, whole
from cases_tray import opened
from desktop import wait_for, windows_path

ACCESS_DENIED, DISK_FULL, EXISTS, NO_RESOURCES, GONE = 5, 112, 183, 1450, 4201


def after_press(app):
    """The log from the first press on, whose own line is written when all that
    it asks for was asked for."""
    presses = app.events("press")
    return [l for l in app.log() if presses and l.time >= presses[0].time]


def failing_start(t, code, expected=None):
    simulation = t.simulation()
    simulation.ask("fail StartTraceW code=%d times=9" % code)
    app = t.app(simulation=simulation).start()
    line = app.wait("session_failed")
    assert line["os"] == str(expected or code), line
    app.wait_icon("trouble")
    app.press()
    wait_for("an answer to the press", lambda: [l for l in after_press(app) if l.event == "balloon"])
    assert not app.events("saved") and not app.snapshots()
    app.choose("Exit")
    t.desk.wait_gone(app.exe)


def case_no_rights_to_start_a_session_is_said(t):
    failing_start(t, ACCESS_DENIED)


def case_too_many_sessions_is_said(t):
    failing_start(t, NO_RESOURCES)


def case_a_full_disk_at_the_start_is_said(t):
    failing_start(t, DISK_FULL)


def case_a_recording_that_begins_late_is_no_interruption(t):
    simulation = t.simulation()
    simulation.ask("fail StartTraceW code=%d times=4" % NO_RESOURCES)
    app = t.app(simulation=simulation).start()
    app.wait("session_failed")
    app.wait("begun_late", seconds=60)
    wait_for("the good news", lambda: [b for b in app.events("balloon") if "Everything is recorded now" in b.line], 40)
    assert not app.events("gap") and not [b for b in app.events("balloon") if "interrupted" in b.line]
    app.wait_icon("armed")


def case_a_session_that_is_stopped_by_another_is_said_with_both_times(t):
    app = t.armed()
    app.simulation.ask("stop Hitchbox-Buffer")
    app.wait("gap", seconds=40)
    line = wait_for("the word", lambda: [b for b in app.events("balloon") if "was interrupted" in b.line], 40)[0]
    assert "stopped or changed the recording between" in line.line, line
    app.wait_icon("trouble")
    app.save()
    app.wait_icon("armed")


def case_a_provider_that_fails_is_a_warning_with_its_name(t):
    simulation = t.simulation()
    simulation.ask("fail EnableTraceEx2 code=%d times=1" % NO_RESOURCES)
    app = t.app(simulation=simulation).start()
    app.wait("armed")
    line = app.wait("provider_failed")
    assert line["os"] == str(NO_RESOURCES) and line["name"] in [c.name for c in configured()], line
    app.icon()
    app.save()
    whole(app.snapshots()[0])


def case_a_flush_that_fails_is_no_snapshot(t):
    app = t.armed()
    app.simulation.ask("fail ControlTraceW:FLUSH code=%d times=1" % DISK_FULL)
    app.press()
    line = app.wait("failed")
    assert line["os"] == str(DISK_FULL), line
    app.wait("sound", kind="failed")
    app.wait_icon("trouble")
    assert not app.events("saved")
    app.save()
    whole(app.snapshots()[-1])
    app.wait_icon("armed")


def case_a_flush_that_wrote_nothing_is_no_snapshot(t):
    app = t.armed()
    app.simulation.ask("fail ControlTraceW:FLUSH code=nothing times=1")
    app.press()
    assert app.wait("failed")["why"] == "snapshot_missing"
    app.wait("sound", kind="failed")
    assert not app.events("saved") and not app.snapshots()


def case_a_query_that_fails_does_not_stop_a_snapshot(t):
    app = t.armed()
    app.simulation.ask("fail ControlTraceW:QUERY code=1450 times=4")
    app.save()
    whole(app.snapshots()[0])


def case_capture_state_that_fails_does_not_stop_a_snapshot(t):
    app = t.armed()
    app.simulation.ask("fail EnableTraceEx2 code=1460 times=99")
    app.save()
    whole(app.snapshots()[0])


def case_a_session_that_does_not_stop_does_not_hold_the_exit(t):
    app = t.armed()
    app.simulation.ask("fail ControlTraceW:STOP code=2402 times=9")
    app.choose("Exit")
    t.desk.wait_gone(app.exe)


def case_sessions_that_another_tool_stopped_are_said_to_be_gone(t):
    app = t.armed()
    app.simulation.ask("power_loss")
    app.press()
    assert app.wait("failed")["os"] == str(GONE)
    assert not app.events("saved")


def case_a_folder_that_cannot_be_made_is_said(t):
    blocked = os.path.join(t.folder, "a file")
    open(blocked, "w").close()
    for below in ("", "logs"):
        value = windows_path(os.path.join(blocked, below)).rstrip("\\")
        app = t.app({"folder": value}, name="Hitchbox" + below)
        path = os.path.join(app.folder, "hitchbox.ini")
        number = [i for i, l in enumerate(open(path, encoding="utf-8"), 1) if l.startswith("folder")][0]
        app.start()
        box = wait_for("the message box", t.desk.message_box, 20)
        for word in ("hitchbox.ini, line %d" % number, value, "folder = ...", "\\Hitchbox\\logs"):
            assert word in box.words, (word, box.words)
        instead = re.search(r'recorded in "([^"]+)"', box.words).group(1)
        t.desk.dismiss(box)
        app.base = unix(instead)
        app.wait("armed")
        app.save()
        whole(app.snapshots()[-1])
        app.choose("Exit")
        t.desk.wait_gone(app.exe)


def case_an_unknown_provider_changes_nothing_for_the_others(t):
    app = t.app()
    with open(os.path.join(app.folder, "providers.ini"), "a", encoding="utf-8") as f:
        f.write("\n[buffer Some-Unknown-Provider]\nguid = {12345678-1234-1234-1234-123456789abc}\n"
                "level = 4\nmask = ALL\n")
    app.start()
    app.wait("armed")
    app.icon()
    app.save()
    whole(app.snapshots()[0])


def case_a_broken_ini_is_named_by_line_and_the_rest_runs_on(t):
    app = t.app({"ring_mb": "7000"})
    path = os.path.join(app.folder, "hitchbox.ini")
    number = [i for i, l in enumerate(open(path, encoding="utf-8"), 1) if l.startswith("ring_mb")][0]
    app.start()
    box = wait_for("the message box", t.desk.message_box, 20)
    assert "hitchbox.ini" in box.words and "line %d" % number in box.words and "7000" in box.words, box.words
    t.desk.dismiss(box)
    app.wait("armed")
    app.icon()
    app.save()
    whole(app.snapshots()[0])


def case_a_broken_provider_file_is_named_and_the_built_in_one_is_used(t):
    app = t.app()
    path = os.path.join(app.folder, "providers.ini")
    text = open(path, encoding="utf-8").read()
    with open(path, "w", encoding="utf-8") as f:
        f.write(text.replace("guid = {", "guid = {zzzz", 1))
    app.start()
    box = wait_for("the message box", t.desk.message_box, 20)
    assert "providers.ini" in box.words and "zzzz" in box.words, box.words
    t.desk.dismiss(box)
    app.wait("armed")
    app.icon()
    app.save()
    whole(app.snapshots()[0])


def case_without_configuration_files_it_runs_with_its_own(t):
    app = t.app()
    os.remove(os.path.join(app.folder, "providers.ini"))
    app.start()
    app.wait("armed")
    app.icon()
    app.save()
    whole(app.snapshots()[0])


def case_a_recovered_ring_gets_verdict_and_report_like_any_other(t):
    app = t.armed()
    app.save()
    t.desk.kill(app.exe)
    app.start()
    wait_for("the recovered ring", lambda: app.events("recovered"), 30)
    told = app.wait("verdict")
    found = glob.glob(os.path.join(app.runs()[0], "recovered.*"))
    assert told["why"] == "ok" and {os.path.splitext(f)[1] for f in found} >= {".etl", ".html", ".json"}, found
    assert "Click: opens the report" in app.wait("balloon", title="Recording recovered").line


def case_after_a_kill_the_next_start_takes_over_what_ran(t):
    simulation = t.simulation()
    first = t.armed(simulation=simulation)
    folder = first.run_folder()
    t.desk.kill(first.exe)
    assert len(simulation.sessions()) == 2
    first.start()
    wait_for("a second run", lambda: first.run_folder() != folder)
    first.wait("armed")
    assert first.events("session_found"), first.log()
    wait_for("the key", lambda: first.events("hotkey") or first.icon())
    first.save()
    assert len(simulation.sessions()) == 2
    whole(first.wait("saved")["path"].replace("\\", "/")[2:])


def case_the_shipping_program_claims_no_snapshot_where_etw_is_silent(t):
    app = t.app(exe="hitchbox-wine.exe", own_simulation=False).start()
    wait_for("a first word", lambda: app.events("armed") or app.events("session_failed"), 30)
    app.icon()
    app.press()
    wait_for("the failure", lambda: [l for l in after_press(app) if l.event == "balloon"])
    assert not [l for l in after_press(app) if l.event == "sound" and l["kind"] != "failed"]
    assert not app.events("saved") and not app.snapshots()
    app.wait_icon("trouble")
    app.choose("Exit")
    t.desk.wait_gone(app.exe)
