"""What happens to the machine meanwhile: it sleeps, its user changes or leaves,
its clock and its screen change, and its programs write too much. Each behaviour
stands in docs/behaviour.md."""
import json
import os
import re
import threading

from cases_save import only_whitelisted, whole
from desktop import wait_for

WM_CLOSE, WM_QUERYENDSESSION, WM_ENDSESSION, WM_DISPLAYCHANGE = 0x10, 0x11, 0x16, 0x7E
WM_POWERBROADCAST, WM_WTSSESSION_CHANGE, WM_DPICHANGED = 0x218, 0x2B1, 0x2E0
PBT_APMSUSPEND, PBT_APMRESUMEAUTOMATIC = 4, 0x12
WTS_CONSOLE_CONNECT, WTS_CONSOLE_DISCONNECT, WTS_SESSION_LOCK, WTS_SESSION_UNLOCK = 1, 2, 7, 8
STOP_ON_HYBRID_SHUTDOWN, BUFFERING = 0x00400000, 0x400
GAUGE, TURN_CLOCK = 0x8000 + 0x177, 3  # of tests/endure/steps.c
FLUSH = "ControlTraceW:FLUSH"


def flushing(t):
    """A Hitchbox whose FLUSH of the ring does not come back before `release`."""
    app = t.armed()
    app.simulation.ask("hold %s when=before" % FLUSH)
    app.press()
    app.wait("flushing")
    wait_for("the FLUSH", lambda: app.simulation.ask("held")[0] == "1")
    return app


def log_off(t, app):
    """Sends what Windows sends at a log-off; how long the answer took is its."""
    window = app.window()
    assert t.desk.send(window, WM_QUERYENDSESSION, 0, 0) == 1, "WM_QUERYENDSESSION was refused"
    answer = threading.Thread(target=t.desk.send, args=(window, WM_ENDSESSION, 1, 0))
    answer.start()
    return answer


def keyevents(app):
    return only_whitelisted(os.path.join(app.run_folder(), "keyevents.etl"))


def case_a_log_off_waits_seconds_for_a_session_that_does_not_stop(t):
    app = t.armed()
    app.simulation.ask("hold ControlTraceW:STOP when=before")
    answer = log_off(t, app)
    line = app.wait("session_end_done", seconds=25)
    assert line["stopped"] == "0", line
    assert (line.time - app.wait("session_end").time).total_seconds() >= 3.5
    app.simulation.ask("release")
    answer.join(20)


def case_a_snapshot_that_is_written_at_exit_is_finished(t):
    app = flushing(t)
    t.desk.post(app.window(), WM_CLOSE)
    app.simulation.ask("release")
    t.desk.wait_gone(app.exe)
    assert not app.simulation.sessions(), app.simulation.sessions()
    snap, = app.snapshots()
    whole(snap)
    assert keyevents(app).end_time, "keyevents.etl was not finalised"


def case_a_session_that_was_lost_in_sleep_is_started_again_on_waking(t):
    app = t.armed()
    window = app.window()
    t.desk.post(window, WM_POWERBROADCAST, PBT_APMSUSPEND)
    app.wait("sleep")
    app.simulation.ask("stop Hitchbox-Buffer")
    app.simulation.ask("sleep 3600")
    t.desk.post(window, WM_POWERBROADCAST, PBT_APMRESUMEAUTOMATIC)
    woke = app.wait("resume")
    gap = app.wait("gap")
    assert gap["buffer"] == "ok", gap
    assert (gap.time - woke.time).total_seconds() < 8, "it was found by the timer only"
    assert len(app.simulation.sessions()) == 2
    app.save()
    whole(app.snapshots()[0])


def case_after_sleep_the_next_press_saves(t):
    app = t.armed()
    app.simulation.ask("advance 5")
    for message, what in (("sleep", PBT_APMSUSPEND), ("resume", PBT_APMRESUMEAUTOMATIC)):
        t.desk.post(app.window(), WM_POWERBROADCAST, what)
        app.wait(message)
        app.simulation.ask("sleep 600")
    app.save()
    assert whole(app.snapshots()[0]).span_s > 600, "what was before the sleep is gone"
    assert not app.events("gap"), app.events("gap")
    assert app.simulation.calls("StartTraceW") == 2


def case_fast_startup_ends_the_file_session_with_windows(t):
    app = t.armed()
    modes = {line.split("\t")[0]: int(re.search(r"mode=0x([0-9a-f]+)", line).group(1), 16)
             for line in app.simulation.ask("sessions") if line.startswith("Hitchbox-")}
    assert modes["Hitchbox-File"] & STOP_ON_HYBRID_SHUTDOWN, modes
    assert modes["Hitchbox-Buffer"] & BUFFERING, modes


def case_recording_goes_on_while_another_user_is_at_the_screen(t):
    app = t.armed()
    window = app.window()
    for what in (WTS_SESSION_LOCK, WTS_CONSOLE_DISCONNECT, WTS_CONSOLE_CONNECT, WTS_SESSION_UNLOCK):
        t.desk.send(window, WM_WTSSESSION_CHANGE, what, 1)
    assert len(app.simulation.sessions()) == 2
    app.save()
    whole(app.snapshots()[0])


def case_the_icon_stands_and_works_after_the_display_changed(t):
    app = t.armed()
    window = app.window()
    t.desk.send(window, WM_DISPLAYCHANGE, 32, 1024 | 768 << 16)
    t.desk.send(window, WM_DPICHANGED, 144 | 144 << 16, 0)
    app.icon()
    app.choose("Save snapshot now")
    app.wait("saved")
    app.wait_icon("armed")
    whole(app.snapshots()[0])


def turned_back(t):
    """A Hitchbox with one snapshot, whose clock then went back by an hour."""
    app = t.armed(exe="hitchbox-endure.exe")
    app.save()
    app.wait("checked")
    t.desk.send(app.window(), GAUGE, TURN_CLOCK, -3600)
    return app


def case_a_clock_that_is_set_back_costs_no_snapshot(t):
    app = turned_back(t)
    first = app.snapshots()[0]
    bytes_before = open(first, "rb").read()
    app.save()
    app.wait("checked", 2)
    assert [os.path.basename(s) for s in app.snapshots()] == ["snap-2.etl", "snap.etl"], app.snapshots()
    assert open(first, "rb").read() == bytes_before, "the older snapshot was written over"
    for s in app.snapshots():
        whole(s)
    assert app.runs() == [app.run_folder()]


def case_a_gap_does_not_end_before_it_begins_when_the_clock_was_set_back(t):
    app = turned_back(t)
    app.simulation.ask("stop Hitchbox-Buffer")
    t.desk.post(app.window(), WM_POWERBROADCAST, PBT_APMRESUMEAUTOMATIC)
    gap = app.wait("gap")
    assert gap["from"] <= gap["to"], gap
    app.save()
    whole(app.snapshots()[-1])


def case_events_lost_under_load_are_counted_and_shown(t):
    app = t.armed()
    app.simulation.ask("speed 0")
    for command in ("rate 10", "behaviour capacity_kb_s=600", "advance 5"):
        app.simulation.ask(command)
    app.save()
    checked = app.wait("checked")
    line, = [l for l in app.simulation.ask("sessions") if l.startswith("Hitchbox-Buffer")]
    lost = int(re.search(r"lost=(\d+)", line).group(1))
    assert lost > 0 and int(checked["lost"]) == lost, (lost, checked)
    info = json.load(open(app.snapshots()[0][:-4] + ".json", encoding="utf-8"))
    assert info["events_lost"] == lost, info
    balloon = wait_for("the balloon", lambda: [b for b in app.events("balloon") if "with gaps" in b.line])[0]
    shown = re.search(r"([\d,. ]+) events lost", balloon["text"]).group(1)
    assert int(re.sub(r"\D", "", shown)) == lost, balloon
    whole(app.snapshots()[0])
