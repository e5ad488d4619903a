"""What the benchmarks share: timing, and the tools that are measured beside each other."""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent.parent / ".build" / "release"


def timed(command, **options):
    """Runs a command; its wall seconds, CPU seconds and peak memory in MB."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command} failed: {os.waitstatus_to_exitcode(status)}")
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss / 1024}


def waited(condition, seconds=600):
    """Polls until there is an answer; the only way this program waits."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := condition():
            return answer
        time.sleep(0.002)
    sys.exit("waited in vain")


def tree_size(path):
    files = bytes_ = 0
    for directory, _, names in os.walk(path):
        for name in names:
            files += 1
            bytes_ += os.lstat(os.path.join(directory, name)).st_size
    return files, bytes_


def disk_usage(path):
    return int(subprocess.check_output(["du", "-s", "--block-size=1", path]).split()[0])


def version(command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def machine():
    """One line about what this runs on."""
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line), "?")
    return (f"{os.cpu_count()} x {cpu}, Linux {platform.release()}; "
            f"{version(['restic', 'version']).split(' compiled')[0]}; {version(['borg', '--version'])}")


class Restic:
    name = "restic"

    def __init__(self, data, work):
        self.data = data
        self.store = work / "restic"
        self.environment = dict(
            os.environ, RESTIC_PASSWORD="x", RESTIC_REPOSITORY=str(self.store),
            RESTIC_CACHE_DIR=str(work / "restic-cache"))
        timed(["restic", "init"], env=self.environment)

    def first(self):
        return timed(["restic", "backup", "-q", self.data], env=self.environment)

    second = first

    def restore(self, target):
        return timed(["restic", "restore", "-q", "latest", "--target", target], env=self.environment)

    def end(self):
        return {}


class Borg:
    name = "borg"

    def __init__(self, data, work):
        self.data = data
        self.store = work / "borg"
        self.environment = dict(
            os.environ, BORG_REPO=str(self.store), BORG_BASE_DIR=str(work / "borg-base"),
            BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK="yes")
        self.count = 0
        timed(["borg", "init", "-e", "none"], env=self.environment)

    def first(self):
        self.count += 1
        return timed(["borg", "create", f"::{self.count}", self.data], env=self.environment)

    second = first

    def restore(self, target):
        target.mkdir()
        return timed(["borg", "extract", f"::{self.count}"], env=self.environment, cwd=target)

    def end(self):
        return {}


class Snapagent:
    name = "snapagent"

    def __init__(self, data, work, layout="auto"):
        self.data = data
        self.store = work / "store"
        self.socket = work / "socket"
        self.configuration = work / "snapagent.toml"
        self.configuration.write_text(f"""
            [control]
            socket = "{self.socket}"
            [[dataset]]
            name = "data"
            path = "{data}"
            store = "{self.store}"
            quiet = "1h"
            max_wait = "2h"
            layout = "{layout}"
            [dataset.retention]
            last = 2000
            """)
        directories = {
            f"XDG_{name}": str(work / name.lower())
            for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR")}
        for directory in directories.values():
            Path(directory).mkdir(mode=0o700)
        self.environment = dict(os.environ, HOME=str(work), SNAPAGENT_SOCKET=str(self.socket), **directories)
        self.log = open(work / "log", "w")

    @staticmethod
    def program(name):
        return PROGRAMS / name

    def snapctl(self, *arguments):
        return subprocess.check_output([PROGRAMS / "snapctl", *arguments], env=self.environment)

    def newest(self):
        # A zip is durable some moments before the catalog and the list have it.
        return waited(lambda: json.loads(self.snapctl("list", "--json"))["snapshots"])[-1]

    def zips(self):
        return list(self.store.glob("*.zip"))

    def snapshots(self):
        return json.loads(self.snapctl("list", "--json"))["snapshots"]

    def answer(self, *arguments):
        """Seconds until a command has its answer, in the median of some."""
        return statistics.median(timed([PROGRAMS / "snapctl", *arguments], env=self.environment)["wall"] for _ in range(9))

    def is_ready(self):
        return subprocess.run([PROGRAMS / "snapctl", "list"], env=self.environment, capture_output=True).returncode == 0

    def restart(self):
        self.start()
        waited(self.is_ready)

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAMS / "snapagent", "run", "--config", self.configuration],
            env=self.environment, stdout=self.log, stderr=self.log)
        waited(self.socket.exists)

    def close(self):
        self.process.terminate()
        self.process.wait()

    def first(self):
        # From the start of the program: watching and walking are part of it.
        start = time.monotonic()
        self.start()
        waited(self.zips)
        wall = time.monotonic() - start
        waited(self.socket.exists)
        return {"wall": wall, "cpu": self.cpu(), "memory": self.memory("VmHWM"), "inside": self.newest()["duration"]}

    def second(self):
        before = self.cpu()
        result = timed([PROGRAMS / "snapctl", "snapshot"], env=self.environment)
        return {"wall": result["wall"], "cpu": result["cpu"] + self.cpu() - before,
                "memory": self.memory("VmHWM"), "inside": self.newest()["duration"]}

    def restore(self, target):
        return timed([PROGRAMS / "snapctl", "restore", "latest", "--to", target, "--yes"], env=self.environment)

    def status(self, task, field):
        for line in open(f"/proc/{self.process.pid}/{task}status"):
            if line.startswith(field + ":"):
                return int(line.split()[1])
        return 0

    def memory(self, field):
        return self.status("", field) / 1024

    def cpu(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wake_ups(self):
        tasks = os.listdir(f"/proc/{self.process.pid}/task")
        return sum(self.status(f"task/{task}/", "voluntary_ctxt_switches") for task in tasks)

    def idle(self, seconds):
        # What follows a snapshot, pruning for example, is over when five seconds passed in peace.
        last = [self.wake_ups(), time.monotonic()]

        def quiet():
            now = self.wake_ups()
            if now != last[0]:
                last[:] = [now, time.monotonic()]
            return time.monotonic() - last[1] > 5

        waited(quiet)
        before, cpu = self.wake_ups(), self.cpu()
        time.sleep(seconds)
        return {"wake-ups": self.wake_ups() - before, "cpu": self.cpu() - cpu,
                "memory": self.memory("VmRSS"), "peak": self.memory("VmHWM")}

    def end(self):
        self.snapctl("verify", "--read-data")
        self.process.terminate()
        if self.process.wait() != 0:
            sys.exit(f"snapagent ended with {self.process.returncode}")
        return {}
