"""Log-off in every phase of the recorder: each is brought about by a call of the
simulated ETW that waits until it is released."""
import glob
import os
import time

from app import unix
from cases_save import whole
from desktop import wait_for

QUERY_END_SESSION, END_SESSION = 0x11, 0x16
LOG_OFF, CRITICAL = 0x80000000, 0x40000000


def log_off(t, app, flags=LOG_OFF):
    """As Windows does it where nothing is being saved; does not wait for the end."""
    window = app.window()
    assert t.desk.send(window, QUERY_END_SESSION, 0, flags) == 1, "WM_QUERYENDSESSION was refused"
    t.desk.post(window, END_SESSION, 1, flags)
    app.wait("session_end")


def ask(t, app, flags=LOG_OFF):
    """The question alone; the answer may take its time."""
    t.desk.post(app.window(), QUERY_END_SESSION, 0, flags)
    app.wait("session_asked", saving="1")


def end(t, app, flags=LOG_OFF):
    """What follows the answer."""
    app.wait("session_answered", saving="0")
    t.desk.post(app.window(), END_SESSION, 1, flags)


def held(app, call, act):
    """Runs `act` up to a call, which then waits."""
    app.simulation.ask("hold " + call)
    act()
    wait_for("the call " + call, lambda: app.simulation.ask("held")[0].split()[-1] != "0", 30)


def ended_well(app):
    app.wait("session_end_done", stopped="1")
    assert not app.simulation.sessions(), app.simulation.sessions()
    left = [p for p in glob.glob(os.path.join(glob.escape(app.base), "runs", "*", "*"))
            if p.endswith((".part", ".tmp", ".bad"))]
    assert not left, left


def case_log_off_in_the_post_roll_saves_at_once(t):
    app = t.armed({"post_roll_s": "25"})
    app.press()
    ask(t, app)
    end(t, app)
    ended_well(app)
    whole(app.snapshots()[0])
    waited = app.events("flush_issued")[0].time - app.events("session_asked")[0].time
    assert waited.total_seconds() < 15, waited


def case_log_off_while_providers_tell_their_state_cuts_them_short(t):
    app = t.armed()
    held(app, "EnableTraceEx2:CAPTURE_STATE", app.press)
    ask(t, app)
    app.simulation.ask("release")
    end(t, app)
    ended_well(app)
    whole(app.snapshots()[0])
    assert app.events("capture_state_cut"), "every provider was waited for"


def case_log_off_while_the_ring_is_written_waits_for_it(t):
    app = t.armed()
    held(app, "ControlTraceW:FLUSH", app.press)
    ask(t, app)
    time.sleep(6)
    assert not app.events("session_answered"), "the snapshot was not waited for"
    app.simulation.ask("release")
    end(t, app)
    ended_well(app)
    whole(app.snapshots()[0])


def ended_too_early(t, flags):
    """Windows does not wait for the ring, and ends the process."""
    app = t.armed()
    held(app, "ControlTraceW:FLUSH", app.press)
    ask(t, app, CRITICAL | flags)
    t.desk.post(app.window(), END_SESSION, 1, CRITICAL | flags)
    app.wait("session_end_done", stopped="0")
    assert not app.events("session_answered"), "a critical end was held up"
    took = app.events("session_end_done")[0].time - app.events("session_end")[0].time
    assert took.total_seconds() < 4.9, took
    t.desk.kill(app.exe)
    app.simulation.ask("release")
    return app


def case_a_log_off_that_does_not_wait_leaves_the_ring_for_the_next_log_on(t):
    app = ended_too_early(t, LOG_OFF)
    assert "Hitchbox-Buffer" in app.simulation.sessions()
    app.start()
    whole(unix(app.wait("recovered", why="ok")["path"]))
    app.wait("armed")
    app.save()


def case_a_shutdown_that_does_not_wait_is_told_at_the_next_start(t):
    app = ended_too_early(t, 0)
    app.simulation.ask("power_loss")
    app.start()
    app.wait("unclean_run")
    wait_for("the balloon", lambda: [b for b in app.events("balloon") if "cut off" in b.line], 40)
    app.save()


def case_log_off_while_a_snapshot_is_checked_leaves_the_check(t):
    app = t.armed()

    def save():
        app.press()
        app.wait("saved")
    app.simulation.ask("habits more_data=never")
    held(app, "ControlTraceW:FLUSH after=1", save)
    log_off(t, app)
    app.simulation.ask("release")
    ended_well(app)
    whole(app.snapshots()[0])


def case_log_off_while_the_sessions_start_stops_what_was_started(t):
    app = t.app()
    held(app, "StartTraceW after=1", app.start)
    wait_for("the window", app.window, 30)
    log_off(t, app)
    app.simulation.ask("release")
    ended_well(app)


def case_log_off_while_the_sessions_are_looked_after_stops_them(t):
    app = t.armed()
    held(app, "ControlTraceW:QUERY", lambda: t.desk.send(app.window(), 0x218, 0x12, 0))
    log_off(t, app)
    app.simulation.ask("release")
    ended_well(app)


def case_a_log_off_that_is_called_off_changes_nothing(t):
    app = t.armed({"post_roll_s": "3"})
    window = app.window()
    assert t.desk.send(window, QUERY_END_SESSION, 0, 0) == 1
    t.desk.send(window, END_SESSION, 0, 0)
    app.wait("session_goes_on")
    app.save()
    waited = app.events("flush_issued")[0].time - app.events("press")[-1].time
    assert waited.total_seconds() >= 2.9, waited
    assert len(app.simulation.sessions()) == 2
