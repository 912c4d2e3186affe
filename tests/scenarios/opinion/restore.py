"""Builds the program that reads with TraceEvent; everything below BUILD/opinion."""
import os
import shutil
import subprocess

LONGEST = 300
SOURCES = ("opinion.csproj", "TheirRows.cs")


def environment(build):
    """dotnet's own folders below the build, and nothing left running."""
    own = os.path.join(os.path.abspath(build), "opinion")
    folders = {"NUGET_PACKAGES": "nuget/packages", "NUGET_HTTP_CACHE_PATH": "nuget/http",
               "NUGET_SCRATCH": "nuget/scratch", "NUGET_PLUGINS_CACHE_PATH": "nuget/plugins",
               "DOTNET_CLI_HOME": "home", "TMPDIR": "tmp"}
    env = dict(os.environ, DOTNET_CLI_TELEMETRY_OPTOUT="1", DOTNET_NOLOGO="1", MSBUILDDISABLENODEREUSE="1",
               DOTNET_CLI_USE_MSBUILD_SERVER="0", DOTNET_GENERATE_ASPNET_CERTIFICATE="false")
    for name, folder in folders.items():
        env[name] = os.path.join(own, folder)
        os.makedirs(env[name], exist_ok=True)
    return env


def program(build, here):
    """Builds it where its sources changed; None, or why it cannot be had."""
    own = os.path.join(os.path.abspath(build), "opinion")
    ready = os.path.join(own, "program", "sources")
    wanted = "".join(open(os.path.join(here, name), encoding="utf-8").read() for name in SOURCES)
    if not shutil.which("dotnet"):
        return "the .NET SDK (dotnet) is not installed"
    if os.path.exists(ready) and open(ready, encoding="utf-8").read() == wanted:
        return None
    folder = os.path.join(own, "source")
    os.makedirs(folder, exist_ok=True)
    for name in SOURCES:
        shutil.copy(os.path.join(here, name), folder)
    project = os.path.join(folder, "opinion.csproj")
    for step in (["restore", project], ["build", project, "--no-restore", "-c", "Release", "-nodeReuse:false",
                                        "-p:UseSharedCompilation=false", "-o", os.path.join(own, "program")]):
        try:
            done = subprocess.run(["dotnet"] + step + ["-v", "quiet"], env=environment(build), text=True, errors="replace",
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return "TraceEvent cannot be had: dotnet %s took more than %d s" % (step[0], LONGEST)
        lines = [line.strip() for line in done.stdout.splitlines() if "error" in line.lower()]
        if done.returncode and step[0] == "restore":
            return "TraceEvent cannot be had: " + (lines[0] if lines else done.stdout.strip()[-200:])
        if done.returncode:
            raise SystemExit("\n".join(lines) or done.stdout)
    with open(ready, "w", encoding="utf-8") as f:
        f.write(wanted)
    return None
