"""Runs a command on an X display of its own, which ends with it.

    python3 tests/e2e/with_screen.py COMMAND [ARGUMENT ...]
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from desktop import Xvfb  # noqa: E402

with Xvfb() as screen:
    env = dict(os.environ, DISPLAY=screen.display)
    code = subprocess.run(sys.argv[1:], env=env).returncode
    # Wine's own processes go before their display does.
    subprocess.run(["wineserver", "-k"], env=env, timeout=30, stderr=subprocess.DEVNULL)
    subprocess.run(["wineserver", "-w"], env=env, timeout=30, stderr=subprocess.DEVNULL)
sys.exit(code)
