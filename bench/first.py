#!/usr/bin/env python3
"""Measures the main job beside restic and zip, in one run on one copy of /usr/share.

usage: bench/first.py [--work DIR] [--source DIR] [--rounds N] [--idle SECONDS]

For each tool: the first snapshot of the whole copy, and one more after a line was added to one file. For the agent also:
what it does in a minute without changes, and its memory. The order of the tools changes from round to round, every
store starts empty, the page cache is warm, and what is printed are medians. The table goes to standard output.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
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

    def end(self):
        return {}


class Zip:
    name = "zip"

    def __init__(self, data, work):
        self.data = data
        self.store = work / "zip"
        self.store.mkdir()
        self.count = 0

    def first(self):
        self.count += 1
        return timed(["zip", "-q", "-r", "-y", str(self.store / f"{self.count}.zip"), "."], cwd=self.data)

    second = first

    def end(self):
        return {}


class Snapagent:
    name = "snapagent"

    def __init__(self, data, work):
        self.data = data
        self.store = work / "store"
        self.socket = work / "socket"
        directories = {
            f"XDG_{name}": str(work / name.lower())
            for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR")}
        for directory in directories.values():
            Path(directory).mkdir(mode=0o700)
        self.environment = dict(os.environ, HOME=str(work), SNAPAGENT_SOCKET=str(self.socket), **directories)
        self.log = open(work / "log", "w")

    def snapctl(self, *arguments):
        return subprocess.check_output([PROGRAMS / "snapctl", *arguments], env=self.environment)

    def newest(self):
        # A zip is durable some moments before the catalog and the list have it.
        return waited(lambda: json.loads(self.snapctl("list", "--json"))["snapshots"])[-1]

    def zips(self):
        return list(self.store.glob("*.zip"))

    def first(self):
        # From the start of the program: watching and walking are part of it.
        start = time.monotonic()
        self.process = subprocess.Popen(
            [PROGRAMS / "snapagent", "run", self.data, "--store", self.store, "--socket", self.socket,
             "--quiet", "1h", "--max-wait", "2h"],
            env=self.environment, stdout=self.log, stderr=self.log)
        waited(self.zips)
        wall = time.monotonic() - start
        waited(self.socket.exists)
        return {"wall": wall, "cpu": self.cpu(), "memory": self.memory("VmHWM"), "inside": self.newest()["duration"]}

    def second(self):
        before = self.cpu()
        result = timed([PROGRAMS / "snapctl", "snapshot"], env=self.environment)
        return {"wall": result["wall"], "cpu": result["cpu"] + self.cpu() - before,
                "memory": self.memory("VmHWM"), "inside": self.newest()["duration"]}

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


def change(data, number):
    """Adds a line to one small file."""
    files = sorted(path for path in Path(data).rglob("*") if path.is_file() and not path.is_symlink())
    with open(files[len(files) // 3], "a") as file:
        file.write(f"one more line, {number}\n")


def version(command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--work", help="where everything is made; gone at the end")
    options.add_argument("--source", default="/usr/share", help="what is copied and saved")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--idle", type=float, default=60, help="seconds without changes")
    options = options.parse_args()

    work = Path(tempfile.mkdtemp(prefix="bench-", dir=options.work))
    try:
        measure(work, options)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def measure(work, options):
    data = work / "data"
    subprocess.check_call(["cp", "-a", options.source, data])
    files, bytes_ = tree_size(data)
    tools = [Restic, Zip, Snapagent]
    results = {tool.name: {"first": [], "second": [], "store": []} for tool in tools}
    idle = {}
    for number in range(options.rounds):
        for tool in tools[number % 3:] + tools[:number % 3]:
            place = work / f"{tool.name}-{number}"
            place.mkdir()
            subprocess.check_call(["sh", "-c", f"find {data} -type f -exec cat {{}} + > /dev/null; sync"])
            running = tool(data, place)
            result = results[tool.name]
            result["first"].append(running.first())
            result["store"].append(disk_usage(running.store))
            change(data, number)
            os.sync()
            result["second"].append(running.second())
            if tool is Snapagent and number == options.rounds - 1:
                idle = running.idle(options.idle)
            running.end()
            shutil.rmtree(place)

    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line), "?")
    print(f"{files} files, {bytes_ / 1e6:.0f} MB from {options.source}; {os.cpu_count()} x {cpu}, "
          f"Linux {platform.release()}; {version(['restic', 'version']).split(' compiled')[0]}; "
          f"{options.rounds} rounds, medians\n")
    print("| | first, s | CPU, s | peak MB | store, MB | one small change, s | CPU, s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")

    def median(tool, step, key):
        return statistics.median(result[key] for result in results[tool][step])

    for tool in results:
        store = statistics.median(results[tool]["store"]) / 1e6
        print(f"| {tool} | {median(tool, 'first', 'wall'):.2f} | {median(tool, 'first', 'cpu'):.2f} "
              f"| {median(tool, 'first', 'memory'):.0f} | {store:.0f} "
              f"| {median(tool, 'second', 'wall'):.3f} | {median(tool, 'second', 'cpu'):.2f} |")
    first = median("snapagent", "first", "wall") / median("restic", "first", "wall")
    second = median("snapagent", "second", "wall") / median("restic", "second", "wall")
    inside = median("snapagent", "second", "inside")
    print(f"\nsnapagent beside restic: {first:.2f} of its time for the first, {second:.2f} after a small change "
          f"(from the sync point to the durable zip: {inside:.3f} s).")
    print(f"Idle for {options.idle:.0f} s: {idle['wake-ups']} wake-ups, {idle['cpu']:.2f} s of CPU, "
          f"{idle['memory']:.0f} MB resident; {idle['peak']:.0f} MB at most in the whole run.")


if __name__ == "__main__":
    main()
