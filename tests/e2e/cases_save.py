"""Saving: the key, the files, many presses, the end of a recording."""
import json
import os
import re
import shutil
import subprocess
import time

from app import configured, unix
from desktop import wait_for, windows_path
from etl_peek import peek


def same_path(a, b):
    return os.path.normcase(unix(a)) == os.path.normcase(unix(b))


def whole(path):
    """A snapshot that an independent reader takes without complaint."""
    p = peek(path)
    assert not p.problems, "%s: %s" % (path, p.problems[:3])
    assert p.events > 0, path + " holds no events"
    return p


def only_whitelisted(path):
    p = peek(path)
    assert not p.problems, p.problems[:3]
    allowed = {(c.guid, i) for c in configured() if c.session == "file" for i in c.ids}
    strange = {k: n for k, n in p.counts.items() if k not in allowed}
    assert not strange, "keyevents.etl holds %s" % strange
    return p


def case_a_press_of_the_key_saves_what_happened_before_it(t):
    app = t.armed()
    t.desk.poke.ask("ping")
    app.simulation.ask("incident disk_stall ms=300")
    app.save()
    snaps = app.snapshots()
    assert [os.path.basename(s) for s in snaps] == ["snap.etl"], snaps
    p = whole(snaps[0])
    checked = app.wait("checked")
    assert int(checked["lost"]) == p.events_lost, checked
    assert app.events("sound", kind="saved"), "no sound"
    assert app.simulation.calls("StartTraceW") == 2, app.simulation.ask("calls")
    info = json.load(open(snaps[0][:-4] + ".json", encoding="utf-8"))
    assert info, "snap.json is empty"


def answers(t, words, folder, extra):
    """What a verb says, and writes, by hitch.exe and by the native hitch."""
    said = []
    for name, program in (("exe", ["wine", os.path.join(t.desk.build, "hitch.exe")]),
                          ("native", [os.path.join(t.desk.build, "native", "hitch")])):
        files = [option for kind in extra for option in ("--" + kind, "%s.%s" % (name, kind))]
        done = subprocess.run(program + words + files, cwd=folder, env=t.desk.env, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120, check=False)
        said.append([done.returncode, done.stdout.replace(b"\r\n", b"\n")] +
                    [open(os.path.join(folder, "%s.%s" % (name, kind)), "rb").read() for kind in extra])
    return said


def without_press(page):
    """The mark of the key stands where snap.json's microseconds put it."""
    return re.sub(rb'<rect class="k"[^>]*/>', b"", page)


def case_the_same_bytes_give_the_same_report_wherever_they_are_read(t):
    app = t.armed()
    app.simulation.ask("incident all")
    app.simulation.ask("advance 5")
    own = []
    for n in range(1, 6):
        app.save()
        app.wait("checked", n)
        snap = sorted(app.snapshots(), key=os.path.getmtime)[-1]
        folder = os.path.join(t.folder, "same%d" % n)
        os.makedirs(folder)
        run = os.path.dirname(snap)
        for path in (snap, snap[:-4] + ".json", os.path.join(run, "keyevents.etl")):
            shutil.copy(path, folder)
        name = os.path.basename(snap)
        words = ["report", name, "keyevents.etl", "--providers", os.path.join(app.folder, "providers.ini")]
        exe, native = answers(t, words, folder, ("html", "json"))
        assert exe == native, "hitch.exe and hitch report differently in " + folder
        exe, native = answers(t, ["crash", name], folder, ())
        assert exe == native, "hitch.exe and hitch tell of crashes differently in " + folder
        exe, native = answers(t, ["compare", name, "keyevents.etl"], folder, ())
        assert exe == native, "hitch.exe and hitch compare differently in " + folder
        # The key events go on; whenever they had not, the recorder's own page is the same.
        page = open(os.path.join(folder, "native.html"), "rb").read()
        own.append(without_press(open(snap[:-4] + ".html", "rb").read()) == without_press(page))
    assert any(own), "the recorder's page is another than hitch's in " + t.folder


PAD = "HID\\{00001124-0000-1000-8000-00805F9B34FB}_VID&0002054C_PID&09CC\\8&1A2B3C4D&0&0000"


def case_a_lost_controller_is_called_as_windows_calls_it(t):
    """The balloon, the page, snap.json and both hitches say the same, also where there is no Windows to ask."""
    facts = os.path.join(t.folder, "devices.txt")
    for name, said in (("DualSense", "DualSense (Sony, Bluetooth) was lost"), (None, "Game controller (Sony, Bluetooth) was lost")):
        with open(facts, "w", encoding="utf-8") as f:
            f.write("%s|4|3\n%s" % (PAD, "%s|0|%s\n" % (PAD, name) if name else ""))
        app = t.app(name="Hitchbox-%s" % name)
        app.env["HITCHBOX_TEST_DEVICES"] = windows_path(facts)
        app.start()
        app.wait("armed")
        app.wait("hotkey")
        app.simulation.ask("advance 8")
        app.simulation.ask("incident pad_lost")
        app.simulation.ask("advance 2")
        app.save()
        app.wait("checked")
        sentence = app.events("verdict")[0]["sentence"]
        assert said in sentence and "HID" not in sentence, sentence
        wait_for("the balloon", lambda: [b for b in app.events("balloon") if said in b.line])
        snap = app.snapshots()[0]
        info = json.load(open(snap[:-4] + ".json", encoding="utf-8"))
        assert info["verdict"] == sentence, info
        assert info.get("devices") == ([{"id": PAD, "name": name}] if name else None), info
        assert said in open(snap[:-4] + ".html", encoding="utf-8").read()
        folder = os.path.join(t.folder, "read-%s" % name)
        os.makedirs(folder)
        for path in (snap, snap[:-4] + ".json", os.path.join(os.path.dirname(snap), "keyevents.etl")):
            shutil.copy(path, folder)
        words = ["report", os.path.basename(snap), "keyevents.etl", "--providers", os.path.join(app.folder, "providers.ini")]
        exe, native = answers(t, words, folder, ("json", "html"))
        assert exe == native, "hitch.exe and hitch report differently in " + folder
        report = json.loads(native[2].decode("utf-8"))
        assert report["sentence"] == sentence, report["sentence"]
        assert report["suspects"][0]["device"] == said.replace(" was lost", ""), report["suspects"][0]
        assert PAD in report["suspects"][0]["evidence"][0]["text"], report["suspects"][0]
        app.close()


def case_the_snapshot_holds_every_buffer_provider_that_speaks(t):
    app = t.armed()
    spoken = {line.split()[0].strip("{}").lower() for line in app.simulation.ask("providers")}
    app.simulation.ask("incident all")
    app.simulation.ask("advance 5")  # the ring of the tests holds about 20 s
    app.save()
    have = whole(app.snapshots()[0]).providers()
    missing = [c.name for c in configured() if c.session == "buffer" and c.guid in spoken and not have[c.guid]]
    assert not missing, "snap.etl holds nothing of %s" % missing


def case_keyevents_holds_whitelisted_ids_only(t):
    app = t.armed()
    app.simulation.ask("incident all")
    app.simulation.ask("advance 120")
    app.save()
    live = only_whitelisted(os.path.join(app.run_folder(), "keyevents.etl"))
    assert live.events > 0, "keyevents.etl holds no events after a snapshot"


def case_each_snapshot_gets_a_fresh_name(t):
    app = t.armed()
    sizes = []
    for _ in range(3):
        app.save()
        sizes.append([os.path.getsize(s) for s in app.snapshots()[:len(sizes) + 1]])
    names = sorted(os.path.basename(s) for s in app.snapshots())
    assert names == ["snap-2.etl", "snap-3.etl", "snap.etl"], names
    for s in app.snapshots():
        whole(s)


def case_fifty_presses_in_a_row_lose_and_overwrite_nothing(t):
    app = t.armed()
    app.press()
    before = len(app.events("press"))
    for _ in range(49):
        app.press()
    wait_for("all presses", lambda: len(app.events("press")) == before + 49, 30)
    wait_for("the last snapshot", lambda: app.log()[-1].event not in ("press",)
             and len(app.events("checked")) == len(app.events("flush_issued")), 60)
    flushes, saved = len(app.events("flush_issued")), len(app.events("saved"))
    assert not app.events("failed"), app.events("failed")[:2]
    assert flushes == saved == len(app.snapshots()), (flushes, saved, len(app.snapshots()))
    # The last press is inside the last snapshot: its FLUSH came after it.
    assert app.events("flush_issued")[-1].time >= app.events("press")[-1].time
    for s in app.snapshots():
        whole(s)
    assert app.running()


def case_a_press_while_saving_is_said_to_be_noticed(t):
    app = t.armed({"post_roll_s": "2"})
    app.press()
    app.wait("press")
    app.press()
    app.wait("press", 2)
    wait_for("the balloon", lambda: [b for b in app.events("balloon") if "till saving" in b.line])
    app.wait("saved")
    whole(app.snapshots()[0])


def case_a_press_before_the_recording_begins_is_told_and_saved(t):
    simulation = t.simulation()
    simulation.ask("hold StartTraceW")
    app = t.app(simulation=simulation).start()
    app.wait("hotkey")
    app.press()
    wait_for("the balloon", lambda: [b for b in app.events("balloon") if "Not recording yet" in b.line])
    simulation.ask("release")
    app.wait("saved")
    whole(app.snapshots()[0])


def case_post_roll_waits_before_the_flush(t):
    app = t.armed({"post_roll_s": "2"})
    app.save()
    waited = app.events("flush_issued")[0].time - app.events("press")[0].time
    assert waited.total_seconds() >= 2, waited


def case_exit_stops_both_sessions_and_closes_the_file(t):
    app = t.armed()
    app.choose("Exit")
    t.desk.wait_gone(app.exe)
    assert app.events("exit"), app.log()[-3:]
    assert not app.simulation.sessions(), app.simulation.sessions()
    p = only_whitelisted(os.path.join(app.run_folder(), "keyevents.etl"))
    assert p.end_time, "the file was not finalised"


def case_save_and_exit_takes_a_last_snapshot(t):
    app = t.armed()
    app.choose("Save and exit")
    t.desk.wait_gone(app.exe)
    whole(app.snapshots()[0])
    assert not app.simulation.sessions()


def case_save_and_exit_while_starting_saves_and_exits(t):
    app = t.app()
    app.simulation.ask("hold StartTraceW after=1")
    app.start()
    wait_for("the start", lambda: app.simulation.ask("held")[0].split()[-1] != "0", 30)
    app.choose("Save and exit")
    app.wait("menu_save_exit")
    app.simulation.ask("release")
    t.desk.wait_gone(app.exe)
    whole(app.snapshots()[0])
    assert not app.simulation.sessions()


def case_a_start_while_the_first_one_ends_takes_over(t):
    app = t.armed()
    app.simulation.ask("hold ControlTraceW:STOP")
    app.choose("Exit")
    wait_for("the end's begin", lambda: app.simulation.ask("held")[0].split()[-1] != "0", 30)
    first = app.run_folder()
    app.start()
    time.sleep(4)  # longer than a start waits for one that only begins
    assert app.run_folder() == first and not t.desk.window("#32770")
    app.simulation.ask("release")
    wait_for("a second run", lambda: app.run_folder() != first, 30)
    app.wait("armed")
    app.save()


def case_log_off_finalises_the_file(t):
    app = t.armed()
    window = app.window()
    assert t.desk.send(window, 0x11, 0, 0) == 1, "WM_QUERYENDSESSION was refused"
    t.desk.send(window, 0x16, 1, 0)
    wait_for("the sessions' end", lambda: not app.simulation.sessions())
    p = only_whitelisted(os.path.join(app.run_folder(), "keyevents.etl"))
    assert p.end_time, "the file was not finalised"


def case_chinese_and_long_paths_work(t):
    name = "录制 卡顿"
    deep = os.path.join(t.folder, name, *["很长的文件夹名字-%02d" % i for i in range(16)])
    setting, lines = t.viewer()
    app = t.app({"viewer": setting, "folder": windows_path(deep)}, name=name)
    app.base = deep
    app.start()
    app.wait("armed")
    app.icon()
    assert len(windows_path(app.run_folder())) > 260
    app.save()
    whole(app.snapshots()[0])
    app.wait("checked")
    app.click_balloon()
    line = wait_for("the viewer", lines)[0]
    assert same_path(line.split('"')[-2], app.snapshots()[0]), line
