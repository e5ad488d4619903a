#!/usr/bin/env python3
"""Measures what watching costs beside inotifywait and watchman, in one run on one tree.

usage: bench/watch.py [--work DIR] [--rounds N] [--idle SECONDS] [--hot SECONDS] [--record]

The tree has 20,000 directories with 100,000 files. Measured are: the time until every directory is watched, beside a
crawl of a few lines of C (bench/crawl.c) that does nothing else; the CPU time for each event of a storm of files that
are made, written, closed and removed (bench/churn.c); the memory for the tree; the CPU time that one file takes which
is written 300,000 times a second while the agent waits for it to rest; and the wake-ups of the idle agent. The order
of the programs changes from round to round, and the least of all rounds counts: on a shared machine everything else
is somebody else's time. It takes about three minutes.

--record replaces the section on watching in bench/RESULTS.md; without it the section goes to standard output.
"""

import argparse
import json
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import PROGRAMS, version, waited

BENCH = Path(__file__).resolve().parent
EVENTS = "modify,attrib,close_write,move,create,delete,delete_self,move_self"
HOT_RATE = 300_000
STORM_FILES = 100_000
STORMS = 3
HEADING = "## Watching beside inotifywait and watchman"


def task_files(pid, name):
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            yield Path(f"/proc/{pid}/task/{task}/{name}").read_text()
        except FileNotFoundError:
            continue


def cpu(pid):
    """Seconds of CPU time of a process's threads, to the nanosecond: proc_pid_stat(5) only has hundredths."""
    return sum(int(text.split()[0]) for text in task_files(pid, "schedstat")) / 1e9


def thread_cpu(pid, name):
    """Seconds of CPU time of the thread of that name."""
    for comm, schedule in zip(task_files(pid, "comm"), task_files(pid, "schedstat")):
        if comm.strip() == name:
            return int(schedule.split()[0]) / 1e9
    sys.exit(f"there is no thread {name}")


def wake_ups(pid):
    return sum(int(count) for text in task_files(pid, "status")
               for count in re.findall(r"voluntary_ctxt_switches:\s*(\d+)", text))


def resident(pid):
    return int(re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def rest(pid, seconds=3):
    """Waits until a process has not run for some seconds."""
    last, since = wake_ups(pid), time.monotonic()
    while time.monotonic() - since < seconds:
        time.sleep(0.1)
        now = wake_ups(pid)
        if now != last:
            last, since = now, time.monotonic()


class Watcher:
    running = []

    def run(self, command, **options):
        self.process = subprocess.Popen(command, **options)
        self.running.append(self)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait()
        self.running.remove(self)


class Inotifywait(Watcher):
    name = "inotifywait"

    def __init__(self, tree, work):
        errors = work / "errors"
        start = time.monotonic()
        with open(errors, "w") as file:
            self.run(
                ["inotifywait", "-m", "-r", "-e", EVENTS, tree], stdout=subprocess.DEVNULL, stderr=file)
        waited(lambda: "established" in errors.read_text())
        self.set_up = time.monotonic() - start


class Watchman(Watcher):
    name = "watchman"

    def __init__(self, tree, work):
        with open(work / "output", "w") as output:
            self.run(
                ["watchman", "--foreground", f"--sockname={work}/socket", f"--statefile={work}/state",
                 f"--logfile={work}/log", f"--pidfile={work}/pid"], stdout=output, stderr=output)
        connection = socket.socket(socket.AF_UNIX)
        waited(lambda: connection.connect_ex(f"{work}/socket") == 0)
        self.stream = connection.makefile("rw")
        self.ask("version")
        start = time.monotonic()
        self.ask("watch", str(tree))
        # An answer comes when the tree was crawled and a file of watchman's own was seen in it.
        self.ask("query", str(tree), {"expression": "false", "fields": ["name"]})
        self.set_up = time.monotonic() - start

    def ask(self, *words):
        self.stream.write(json.dumps(words) + "\n")
        self.stream.flush()
        answer = json.loads(self.stream.readline())
        if "error" in answer:
            sys.exit(f"watchman: {answer['error']}")


class Snapagent(Watcher):
    name = "snapagent"

    def __init__(self, tree, work):
        self.store = work / "store"
        self.log = work / "log"
        configuration = work / "snapagent.toml"
        configuration.write_text(
            f'[control]\nsocket = "{work}/socket"\n\n[[dataset]]\nname = "tree"\npath = "{tree}"\n'
            f'store = "{self.store}"\nquiet = "1h"\nmax_wait = "2h"\n')
        directories = {
            f"XDG_{name}": str(work / name.lower())
            for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR")}
        for directory in directories.values():
            Path(directory).mkdir(mode=0o700)
        self.environment = dict(os.environ, HOME=str(work), SNAPAGENT_SOCKET=f"{work}/socket", **directories)
        with open(self.log, "w") as file:
            self.run(
                [PROGRAMS / "snapagent", "run", "--config", configuration], env=self.environment,
                stdout=file, stderr=file)
        told = waited(lambda: re.search(r"watching (\d+) directories \(after (\d+)ms\)", self.log.read_text()))
        self.directories = int(told[1])
        self.set_up = int(told[2]) / 1000
        self.set_up_cpu = thread_cpu(self.process.pid, "watcher")

    def zips(self):
        return len(list(self.store.glob("*.zip")))

    def overflows(self):
        report = subprocess.check_output(
            [PROGRAMS / "snapctl", "status", "--json"], env=self.environment, text=True)
        return sum(map(int, re.findall(r'"overflows": ?(\d+)', report)))


def build(work):
    for name in ("crawl", "churn"):
        subprocess.check_call(["gcc", "-O2", "-o", work / name, BENCH / f"{name}.c"])


def make_tree(tree):
    """20 x 20 x 50 directories with five small files each, and those above them."""
    for number in range(20 * 20 * 50):
        area, project, part = number // 1000, number // 50 % 20, number % 50
        directory = f"{tree}/area-{area:02}/project-{project:02}/part-{part:02}"
        os.makedirs(directory)
        for name in range(5):
            with open(f"{directory}/note-{name}.txt", "w") as file:
                file.write(f"{number} {name}\n")


def rotated(items, number):
    start = number % len(items)
    return items[start:] + items[:start]


def place(work):
    return Path(tempfile.mkdtemp(prefix="place-", dir=work))


def set_ups(tree, work, rounds):
    """The least seconds until the whole tree is watched, for each program and the crawl in C.

    For two of them also those of CPU time, which say more while others use the machine.
    """
    seconds = {}

    def note(name, value):
        seconds[name] = min(value, seconds.get(name, value))

    def crawl():
        wall, work_time, _ = subprocess.check_output([work / "crawl", tree], text=True).split()
        note("crawl", float(wall))
        note("crawl CPU", float(work_time))

    def started(kind):
        watcher = kind(tree, place(work))
        note(kind.name, watcher.set_up)
        if kind is Snapagent:
            note("snapagent CPU", watcher.set_up_cpu)
        # The agent would go on to the first snapshot, which is not what is measured.
        watcher.end(signal.SIGKILL if kind is Snapagent else signal.SIGTERM)

    for number in range(rounds):
        for kind in rotated([None, Snapagent, Inotifywait, Watchman], number):
            if kind in (None, Snapagent):
                crawl()
                started(Snapagent)
            else:
                started(kind)
            # The kernel frees the watches of a program that ended by and by.
            time.sleep(0.3)
    return seconds


def storm(work, watcher, directories):
    """Seconds of CPU time for each event of a storm."""
    before = cpu(watcher.process.pid)
    text = subprocess.check_output([work / "churn", "storm", directories, str(STORM_FILES)], text=True)
    time.sleep(0.5)
    return (cpu(watcher.process.pid) - before) / int(text.split()[0])


def hot(work, watcher, tree, seconds):
    """The share of a core that a hot file takes, and how often it was written each second."""
    before, zips = cpu(watcher.process.pid), watcher.zips()
    text = subprocess.check_output([work / "churn", "hot", tree / "hot", str(seconds), str(HOT_RATE)], text=True)
    written, passed = text.split()
    share = (cpu(watcher.process.pid) - before) / float(passed)
    if watcher.zips() != zips:
        sys.exit("a snapshot was taken while the hot file was written")
    return share, int(written) / float(passed)


def measure(work, options):
    tree = work / "tree"
    build(work)
    make_tree(tree)
    directories = work / "directories"
    directories.write_text("".join(
        f"{tree}/area-{number // 49:02}/project-{number % 20:02}/part-{number % 49:02}\n" for number in range(980)))
    os.sync()
    seconds = set_ups(tree, work, options.rounds)

    agent = Snapagent(tree, place(work))
    waited(agent.zips)
    rest(agent.process.pid)
    memory = {agent.name: resident(agent.process.pid)}
    before = wake_ups(agent.process.pid)
    time.sleep(options.idle)
    idle = wake_ups(agent.process.pid) - before

    per_event = {}
    for number in range(min(options.rounds, STORMS)):
        for kind in rotated([Snapagent, Inotifywait, Watchman], number):
            watcher = agent if kind is Snapagent else kind(tree, place(work))
            memory.setdefault(kind.name, resident(watcher.process.pid))
            cost = storm(work, watcher, directories)
            per_event[kind.name] = min(cost, per_event.get(kind.name, cost))
            if watcher is not agent:
                watcher.end()
    share, rate = hot(work, agent, tree, options.hot)
    overflows = agent.overflows()
    agent.end()
    return {"seconds": seconds, "memory": memory, "idle": idle, "per_event": per_event, "share": share,
            "rate": rate, "overflows": overflows, "directories": agent.directories}


def section(result, options):
    """The section of RESULTS.md."""
    seconds, memory, per_event = result["seconds"], result["memory"], result["per_event"]
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line), "?")
    debian = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "inotify-tools"], capture_output=True, text=True)
    lines = [
        f"{HEADING}, {time.strftime('%Y-%m-%d')}", "",
        "    make build", "    python3 bench/watch.py --record", "",
        f"{result['directories']:,} directories with 100,000 files; {os.cpu_count()} x {processor}, "
        f"Linux {platform.release()}; inotify-tools {debian.stdout}, watchman {version(['watchman', '--version'])}; "
        f"the least of {options.rounds} rounds, warm cache.", "",
        "| | all watched after, ms | CPU for each event, us | resident, MB |", "| --- | --- | --- | --- |",
        f"| crawl.c | {1000 * seconds['crawl']:.0f} | | |"]
    for name in ("snapagent", "inotifywait", "watchman"):
        lines.append(f"| {name} | {1000 * seconds[name]:.0f} | {1e6 * per_event[name]:.2f} | {memory[name]:.1f} |")

    def row(what, asked, measured, is_met):
        lines.append(f"| {what} | {asked} | {measured}{'' if is_met else ' (missed)'} |")

    lines += ["", "| goal | asked | measured |", "| --- | --- | --- |"]
    ratio = seconds["snapagent"] / seconds["crawl"]
    row("time until all is watched, of the crawl's", "at most 1.5", f"{ratio:.2f}", ratio <= 1.5)
    ratio = seconds["snapagent CPU"] / seconds["crawl CPU"]
    lines.append(f"| the same in CPU time of the thread that watches | | {ratio:.2f} |")
    ratio = seconds["snapagent"] / seconds["watchman"]
    row("time until all is watched, of watchman's", "below 1", f"{ratio:.2f}", ratio < 1)
    ratio = per_event["snapagent"] / per_event["inotifywait"]
    row("CPU for each event, of inotifywait's", "at most 1", f"{ratio:.2f}", ratio <= 1)
    ratio = memory["snapagent"] / memory["watchman"]
    row("resident, of watchman's", "at most 0.5", f"{ratio:.2f}", ratio <= 0.5)
    row(f"share of a core for a file written {result['rate']:,.0f} times a second", "under 2 %",
        f"{100 * result['share']:.2f} %", result["share"] < 0.02)
    row(f"wake-ups of all threads in {options.idle:.0f} s without changes", "0", result["idle"], result["idle"] == 0)
    lines += ["", f"The agent's queue of events overflowed {result['overflows']} times in {min(options.rounds, STORMS)} storms of "
              f"{4 * STORM_FILES:,} events each; inotifywait does not tell when its own does.", ""]
    return "\n".join(lines)


def record(text):
    path = BENCH / "RESULTS.md"
    parts = re.split(r"(?m)^(?=## )", path.read_text())
    others = [part for part in parts if not part.startswith(HEADING)]
    path.write_text("".join(others).rstrip("\n") + "\n\n" + text)


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    options.add_argument("--work", help="where everything is made; gone at the end")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--idle", type=float, default=60, help="seconds without changes")
    options.add_argument("--hot", type=float, default=20, help="seconds of writing to one file")
    options.add_argument("--record", action="store_true", help="write to bench/RESULTS.md")
    options = options.parse_args()
    work = Path(tempfile.mkdtemp(prefix="bench-", dir=options.work))
    try:
        text = section(measure(work, options), options)
    finally:
        for watcher in list(Watcher.running):
            watcher.end(signal.SIGKILL)
        shutil.rmtree(work, ignore_errors=True)
    record(text) if options.record else print(text)


if __name__ == "__main__":
    main()
