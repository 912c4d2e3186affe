"""A snapshot that another program asks for: hitch save, and what else may come
in by that door."""
import json
import os
import threading
import time

from cases_save import same_path, whole
from app import unix
from desktop import wait_for, windows_path


def save(t, *words, seconds=90):
    """hitch.exe save, in the desktop: exit code, and what it said."""
    exe = windows_path(os.path.join(t.desk.build, "hitch.exe"))
    lines = t.desk.poke.ask("run %d \"%s\" save %s" % (seconds * 1000, exe, " ".join(words)), seconds + 30)
    return int(lines[0].split()[1]), "\n".join(lines[1:])


def registered(t, name):
    return int(t.desk.poke.ask("message " + name)[0].split()[1])


def case_a_program_asks_and_hears_where_it_is_and_what_it_shows(t):
    app = t.armed()
    app.simulation.ask("incident disk_stall ms=300")
    code, said = save(t)
    assert code == 0, said
    lines = said.splitlines()
    snap = app.snapshots()[0]
    assert same_path(lines[0], snap), said
    whole(snap)
    assert lines[1].startswith("covers ") and "events lost" in lines[1], said
    assert lines[2] == app.wait("verdict")["sentence"], said
    assert json.load(open(snap[:-4] + ".json", encoding="utf-8"))["asked_from_outside"] == 1
    assert os.path.exists(snap[:-4] + ".outside")
    assert app.events("sound", kind="saved") and not app.events("press")
    app.save()
    assert not os.path.exists(os.path.join(app.run_folder(), "snap-2.outside"))


def case_no_wait_answers_at_saved_and_the_second_one_is_refused_in_both_languages(t):
    app = t.armed()
    code, said = save(t, "--no-wait")
    assert code == 0 and same_path(said.splitlines()[0], app.snapshots()[0]), said
    assert "covers" not in said, said
    wait_for("rest", lambda: app.events("icon")[-1]["state"] == "armed")
    code, said = save(t)
    assert code == 1 and "less than 10 seconds ago" in said, said
    code, said = save(t, "--lang", "zh-CN")
    assert code == 1 and "10 秒" in said, said
    app.save()  # the key has no limit
    time.sleep(10)
    code, said = save(t, "--no-wait")
    assert code == 0, said
    assert len(app.snapshots()) == 3


def case_without_hitchbox_a_program_is_told_so(t):
    code, said = save(t)
    assert code == 1 and "does not run" in said, said


def case_while_one_is_being_saved_a_program_is_told_so(t):
    app = t.armed({"post_roll_s": "5"})
    app.press()
    code, said = save(t)
    assert code == 1 and "being saved already" in said, said
    app.wait("saved")


def case_a_press_waits_for_nothing_that_was_asked_for(t):
    app = t.armed({"post_roll_s": "0"})
    app.save()  # the key works from now on
    app.close()
    app = t.armed({"post_roll_s": "20"}, name="Slow")
    asked = threading.Thread(target=save, args=(t, "--no-wait"))
    asked.start()
    app.wait("asked")
    began = time.monotonic()
    app.desk.key("ctrl+alt+F9")
    app.wait("press")
    # The press has its own post-roll; that of the other one does not come before it.
    app.wait("saved", seconds=40)
    assert time.monotonic() - began < 30, time.monotonic() - began
    app.wait("saved", 2, seconds=40)
    asked.join()
    first = app.events("saved")[0]["path"]
    assert not os.path.exists(unix(first)[:-4] + ".outside"), first
    assert os.path.exists(unix(app.events("saved")[1]["path"])[:-4] + ".outside")


def case_a_flood_shuts_the_door_and_the_key_saves_at_once(t):
    app = t.armed()
    app.save()
    message = registered(t, "HitchboxSave")
    t.desk.poke.ask("flood %d %d %d 4000" % (app.window().handle, message, app.window().handle))
    began = time.monotonic()
    app.save()
    assert time.monotonic() - began < 3, time.monotonic() - began
    app.wait("asked_shut")
    time.sleep(4)
    assert int(t.desk.poke.ask("flooded")[0].split()[1]) > 100
    assert len(app.events("asked_refused")) <= 1 and not app.events("asked"), app.log()
    assert len(app.log()) < 200, len(app.log())
    app.save()
    assert len(app.snapshots()) == 3
    # Half a minute later all is as before.
    wait_for("the door", lambda: save(t, "--no-wait")[0] == 0, 40, 2)


def case_who_hangs_dies_or_was_forged_keeps_nobody_waiting(t):
    app = t.armed()
    message = registered(t, "HitchboxSave")
    # A window of somebody else: nothing is done, and nothing is sent to it.
    bar = t.desk.window("Shell_TrayWnd")
    for window in (bar.handle, 0, 0x7FFFFFF0, app.window().handle):
        t.desk.poke.ask("post %d %d %d 5" % (app.window().handle, message, window))
    t.desk.poke.ask("copydata %d" % app.window().handle)
    app.wait("asked_refused")
    assert not app.events("asked") and not app.snapshots()
    # One that never hears its answer.
    hung = int(t.desk.poke.ask("hang")[0].split()[1])
    t.desk.poke.ask("post %d %d %d 5" % (app.window().handle, message, hung))
    app.wait("saved")
    began = time.monotonic()
    app.save()
    assert time.monotonic() - began < 3, time.monotonic() - began
    app.wait("checked", 2)
    time.sleep(10)
    # One that is killed while it waits.
    app.set({"post_roll_s": "0"})
    code, _ = save(t, seconds=1)
    app.save()
    assert app.running() and len(app.snapshots()) >= 3
    assert code in (0, 99), code


def case_a_recorder_that_ends_says_so_or_nothing_hangs(t):
    app = t.armed()
    app.simulation.ask("hold ControlTraceW:STOP after=1")
    t.desk.post(app.window(), 0x10)
    wait_for("the end", lambda: t.desk.window("HitchboxWindow", "ends"))
    code, said = save(t)
    app.simulation.ask("release")
    assert code == 1 and "is ending" in said, said
