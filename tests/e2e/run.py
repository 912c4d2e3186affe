"""`make run`: the whole way on a desktop, from the key to the viewer.

Prints lines that a script can read:
    run <folder>
    snapshot <path> bytes=<n> lost=<n>
    viewer <command line that the stand-in for WPA received>
    picture <png>
Exit code 0 only when all of it happened.

    python3 tests/e2e/run.py BUILD               on DISPLAY, else on Xvfb
    python3 tests/e2e/run.py BUILD --pictures    makes docs/pictures anew
"""
import glob
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from app import MENU_HEAD, MENU_TAIL, ROOT, App, Simulation, configured, entry_middle  # noqa: E402
from desktop import Desktop, wait_for, windows_path  # noqa: E402
from etl_peek import peek  # noqa: E402

HISTORY_S = 45  # simulated seconds in the ring before the game starts


def say(*words):
    print(*words, flush=True)


def picture(desk, folder, name, crop=None):
    path = desk.picture(os.path.join(folder, name + ".png"), crop)
    say("picture", path)


def settings_picture(desk, app, folder):
    """The settings' window alone; closed with Esc, which changes nothing."""
    app.choose("Settings...")
    window = wait_for("the settings", lambda: desk.window("HitchboxSettings", visible=True), 15)
    app.wait("settings_window")
    time.sleep(1)
    picture(desk, folder, "settings", "%dx%d+%d+%d" % (window.width, window.height, window.left, window.top))
    desk.key("Escape")
    wait_for("the settings' end", lambda: not desk.window("HitchboxSettings", visible=True), 10)


def check_providers(app, snapshot):
    """Every Buffer provider that the simulation speaks for is in the file."""
    spoken = {line.split()[0].strip("{}").lower() for line in app.simulation.ask("providers")}
    have = peek(snapshot).providers()
    return [c.name for c in configured() if c.session == "buffer" and c.guid in spoken and not have[c.guid]]


def play(desk, folder, language):
    viewer = os.path.join(folder, "viewer", "fake_wpa.exe")
    os.makedirs(os.path.dirname(viewer))
    shutil.copy(os.path.join(desk.build, "e2e", "fake_wpa.exe"), viewer)
    # The events' game is called Asteroids.exe, so its window's program is too.
    game = os.path.join(folder, "game", "Asteroids.exe")
    os.makedirs(os.path.dirname(game))
    shutil.copy(os.path.join(desk.build, "e2e", "sim_game.exe"), game)
    simulation = Simulation(desk, ["--ago", str(HISTORY_S)])
    app = App(desk, os.path.join(folder, "Hitchbox"), {
        "ring_mb": "64", "post_roll_s": "1", "viewer": windows_path(viewer),
        "language": language}, simulation=simulation)
    try:
        app.start()
        app.wait("armed")
        app.icon()
        say("run", app.run_folder())
        app.simulation.ask("advance %d" % HISTORY_S)
        desk.start(game, folder, [str(app.simulation.port), "2.5"])
        wait_for("the game", lambda: desk.window("SimulatedGame"))
        time.sleep(4)  # the game plays, and stutters
        app.press()
        app.wait("saved")
        snapshot = app.snapshots()[0]
        checked = app.wait("checked")
        say("snapshot %s bytes=%d lost=%s" % (snapshot, os.path.getsize(snapshot), checked["lost"]))
        wait_for("the balloon", desk.balloon, 20)
        time.sleep(0.3)
        picture(desk, folder, "balloon")
        for report in (snapshot[:-4] + ".html", snapshot[:-4] + ".json"):
            wait_for("the report", lambda: os.path.exists(report), 20)
            say("report", report)
        app.click_balloon()
        line = wait_for("the viewer", lambda: os.path.exists(viewer + ".txt") and open(
            viewer + ".txt", encoding="utf-8").read().strip())
        say("viewer", line)
        menu = app.open_menu()
        app.submenu(menu, over=entry_middle(menu, MENU_HEAD + ["history 0"] + MENU_TAIL, "history 0"))
        time.sleep(1.5)
        picture(desk, folder, "menu")
        app.close_menu()
        settings_picture(desk, app, folder)
        missing = check_providers(app, snapshot)
        desk.kill(game)
        app.choose("Exit")
        desk.wait_gone(app.exe)
        if missing:
            say("the snapshot holds nothing of", *missing)
        return 1 if missing or os.path.basename(snapshot) not in line else 0
    finally:
        app.close()
        simulation.close()


def shrink(source, name, *how):
    target = os.path.join(ROOT, "docs", "pictures", name + ".png")
    subprocess.run(["convert", source, *how, "+repage", "-strip", "+dither", "-colors", "64",
                    "-define", "png:compression-level=9", target], check=True)


def report_picture(build, folder, language, name):
    """The report of the snapshot that was just taken, as a browser shows it."""
    browser = shutil.which("chromium")
    if not browser:
        say("no chromium: the picture of the report stays as it is")
        return
    run = os.path.dirname(glob.glob(os.path.join(folder, "Hitchbox", "logs", "runs", "*", "snap.etl"))[0])
    page, shot = os.path.join(folder, "report.html"), os.path.join(folder, "report.png")
    subprocess.run([os.path.join(build, "native", "hitch"), "report", "snap.etl", "keyevents.etl",
                    "--html", page, "--lang", language], cwd=run, stdout=subprocess.DEVNULL, check=True)
    subprocess.run([browser, "--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1000,930",
                    "--user-data-dir=" + os.path.join(folder, "browser"), "--screenshot=" + shot,
                    "file://" + page], stderr=subprocess.DEVNULL, check=True, timeout=120)
    shrink(shot, name, "-resize", "720x")


def pictures(build, folder):
    """The documents' pictures: the corner of the screen, with short paths, and the top of the report."""
    for language, ending in (("en", ""), ("zh-CN", ".zh-CN")):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        with Desktop(build) as desk:
            desk.drive("D", folder)
            if play(desk, folder, language):
                return 1
        for name in ("menu", "balloon"):
            shrink(os.path.join(folder, name + ".png"), name + ending, "-crop", "640x400+640+400")
        shrink(os.path.join(folder, "settings.png"), "settings" + ending)
        report_picture(build, folder, language, "report" + ending)
    return 0


def main():
    build = os.path.abspath(sys.argv[1])
    folder = os.path.join(build, "run")
    if sys.argv[2:] == ["--pictures"]:
        return pictures(build, folder)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with Desktop(build, os.environ.get("DISPLAY")) as desk:
        return play(desk, folder, os.environ.get("HITCHBOX_LANGUAGE", "en"))


if __name__ == "__main__":
    sys.exit(main())
