#!/usr/bin/env python3
"""Measures the main job beside restic and zip, in one run on one copy of /usr/share.

usage: bench/first.py [--work DIR] [--source DIR] [--rounds N] [--idle SECONDS]

For each tool: the first snapshot of the whole copy, and one more after a line was added to one file. For the agent also:
what it does in a minute without changes, and its memory. The order of the tools changes from round to round, every
store starts empty, the page cache is warm, and what is printed are medians. The table goes to standard output.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from common import Restic, Snapagent, disk_usage, machine, timed, tree_size


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


def change(data, number):
    """Adds a line to one small file."""
    files = sorted(path for path in Path(data).rglob("*") if path.is_file() and not path.is_symlink())
    with open(files[len(files) // 3], "a") as file:
        file.write(f"one more line, {number}\n")


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

    print(f"{files} files, {bytes_ / 1e6:.0f} MB from {options.source}; {machine()}; "
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
