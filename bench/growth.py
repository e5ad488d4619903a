#!/usr/bin/env python3
"""Measures what changes cost, in time and in bytes of the store, beside restic and borg in one run.

usage: bench/growth.py [--work DIR] SCENARIO...

  small     one small change in trees of 2,000 and 60,000 files and in one directory of 300,000, and in a copy of /usr/share
  million   the same in a tree of a million files, with the catalog's size and the time of queries
  percent   30 rounds of 1 % changed files in a copy of /usr/share, then sweeping
  pages     1 % of the pages of a database of 957 MB, once and in 30 rounds; the first snapshot and its restoring
  sql       20,000 statements on that database
  mail      deletions in the middle of a mail file of 315 MB, and new mail
  log       1 MB appended to a log of 2 GB

Growth is what `du` says of the store. Times are wall clock; of the agent also the time from the sync point to the
durable zip. Tables go to standard output.
"""

import argparse
import os
import random
import shutil
import statistics
import tempfile
import time
from pathlib import Path

import large
import trees
from common import Borg, Restic, Snapagent, disk_usage, machine, timed


class Run:
    """One tool on one directory: how much each step took and how far the store grew."""

    def __init__(self, tool, data, work, **options):
        place = work / tool.name
        place.mkdir()
        self.place = place
        self.tool = tool(data, place, **options)
        self.size = 0

    def step(self, action):
        os.sync()
        result = action()
        before, self.size = self.size, disk_usage(self.tool.store)
        result["growth"] = self.size - before
        return result

    def first(self):
        return self.step(self.tool.first)

    def again(self):
        return self.step(self.tool.second)

    def end(self):
        self.tool.end()
        shutil.rmtree(self.place)


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def table(*heads):
    row(*heads)
    row(*["---"] * len(heads))


def small(work):
    """One small change costs the same however large the tree is."""
    shapes = {
        "2,000 files": lambda place: trees.nested(place, 2_000),
        "60,000 files": lambda place: trees.nested(place, 60_000),
        "300,000 files in one directory": lambda place: trees.flat(place, 300_000),
        "copy of /usr/share": trees.copy,
    }
    print("\n### One small change\n")
    table("tree", "first, s", "inside, ms", "whole command, ms", "growth, KB", "restic, ms")
    inside = {}
    for name, make in shapes.items():
        data = work / "data"
        data.mkdir()
        make(data)
        files = trees.files_of(data)
        run = Run(Snapagent, str(data), work, layout="incremental")
        first = run.first()
        steps = []
        for number in range(9):
            trees.change_one(files, number)
            steps.append(run.again())
        other = "-"
        if name.startswith("copy"):
            restic = Run(Restic, str(data), work)
            restic.first()
            times = []
            for number in range(3):
                trees.change_one(files, 100 + number)
                times.append(restic.again()["wall"])
            other = f"{1000 * statistics.median(times):.0f}"
            restic.end()
        inside[name] = statistics.median(step["inside"] for step in steps)
        row(name, f"{first['wall']:.2f}", f"{1000 * inside[name]:.1f}",
            f"{1000 * statistics.median(step['wall'] for step in steps):.0f}",
            f"{statistics.median(step['growth'] for step in steps) / 1000:.0f}", other)
        run.end()
        shutil.rmtree(data)
    print(f"\nSlowest beside fastest: {max(inside.values()) / min(inside.values()):.2f}")


def percent(work):
    """Many rounds of a few changed files."""
    data = work / "data"
    data.mkdir()
    trees.copy(data)
    files = [path for path in trees.files_of(data) if path.stat().st_size < 1 << 20]
    runs = [Run(Restic, str(data), work), Run(Snapagent, str(data), work, layout="incremental")]
    source = random.Random(3)
    grown = {run.tool.name: 0 for run in runs}
    for run in runs:
        run.first()
    for _ in range(30):
        trees.change_percent(files, source, 1)
        for run in runs:
            grown[run.tool.name] += run.again()["growth"]
    print("\n### 30 rounds of 1 % changed files in a copy of /usr/share\n")
    table("tool", "growth, MB", "whole store, MB")
    for run in runs:
        row(run.tool.name, f"{grown[run.tool.name] / 1e6:.1f}", f"{run.size / 1e6:.0f}")
    ours = runs[1]
    before = ours.size
    ours.step(lambda: timed([str(ours.tool.program("snapctl")), "sweep", "--now"], env=ours.tool.environment))
    row("snapagent after sweep --now", "", f"{ours.size / 1e6:.0f}")
    print(f"\nGrowth beside restic: {grown['snapagent'] / grown['restic']:.2f}; "
          f"store after sweeping ({before / 1e6:.0f} MB before): {ours.size / runs[0].size:.2f}")
    for run in runs:
        run.end()
    shutil.rmtree(data)


def big_file(work, title, make, change, rounds, tools, restores=False):
    """One large file that changes."""
    data = work / "data"
    data.mkdir()
    make(data / "file")
    print(f"\n### {title}\n")
    table("tool", "first, s", "first store, MB", "change, s", "inside, s", "growth, MB",
          f"growth of {rounds}, MB", "restore, s")
    runs = {tool.name: Run(tool, str(data), work, **({"layout": "incremental"} if tool is Snapagent else {}))
            for tool in tools}
    firsts = {name: run.first() for name, run in runs.items()}
    steps = {name: [] for name in runs}
    for number in range(rounds):
        change(data / "file", number)
        for name, run in runs.items():
            # The others are too slow for many rounds; what one round costs them shows in the first.
            if name == "snapagent" or number == 0:
                steps[name].append(run.again())
    for name, run in runs.items():
        restore = "-"
        if restores:
            target = work / "restored"
            restore = f"{run.tool.restore(target)['wall']:.2f}"
            shutil.rmtree(target)
        first, step = firsts[name], steps[name][0]
        row(name, f"{first['wall']:.2f}", f"{first['growth'] / 1e6:.0f}", f"{step['wall']:.2f}",
            f"{step['inside']:.2f}" if "inside" in step else "-", f"{step['growth'] / 1e6:.2f}",
            f"{sum(one['growth'] for one in steps[name]) / 1e6:.2f}" if len(steps[name]) > 1 else "-", restore)
        run.end()
    shutil.rmtree(data)


def made(kind):
    """Makes a large file of a kind, as usual."""
    function, usual = large.MAKERS[kind]
    return lambda path: function(path, int(usual * large.MB), 1)


def changed(kind):
    """Changes a large file in a kind of way, each round at other places."""
    function, usual = large.CHANGES[kind]
    return lambda path, number: function(path, usual, 1_000_000 + number)


def pages(work):
    big_file(work, "1 % of the pages of a database of 957 MB", made("database"), changed("pages"), 30,
             [Restic, Borg, Snapagent], restores=True)


def sql(work):
    big_file(work, "20,000 statements on a database of 957 MB", made("database"), changed("statements"), 1,
             [Restic, Snapagent])


def mail(work):
    big_file(work, "A mail file of 315 MB", made("mail"), changed("mail"), 1, [Restic, Snapagent])


def log(work):
    big_file(work, "1 MB appended to a log of 2 GB", made("log"), changed("append"), 1, [Restic, Snapagent])


def million(work):
    """A million files: the catalog, and queries of it."""
    data = work / "data"
    data.mkdir()
    trees.nested(data, 1_000_000)
    run = Run(Snapagent, str(data), work, layout="incremental")
    tool = run.tool
    first = run.first()
    tool.close()
    catalog = next((run.place / "cache_home").rglob("catalog.sqlite"))
    size = catalog.stat().st_size
    tool.restart()
    changes = []
    some = [data / f"branch-{branch}" / "twig-0" / "leaf-0" / f"file-{branch * 1000}.txt" for branch in range(100)]
    for number in range(9):
        trees.change_one(some, number)
        changes.append(run.again())
    walk = timed([str(tool.program("snapctl")), "snapshot", "--full"], env=tool.environment)["wall"]
    peak = tool.memory("VmHWM")
    for number in range(1_000 - len(tool.snapshots())):
        trees.change_one(some, number)
        tool.snapctl("snapshot")
    listing = tool.answer("list", "--json")
    versions = tool.answer("versions", some[3].relative_to(data))
    tool.close()
    catalog.unlink()
    start = time.monotonic()
    tool.restart()
    rebuild = time.monotonic() - start
    print("\n### A million files, 1,000 snapshots\n")
    table("what", "measured")
    row("first snapshot, s", f"{first['wall']:.1f}")
    row("its peak, MB", f"{first['memory']:.0f}")
    row("one change inside, ms", f"{1000 * statistics.median(step['inside'] for step in changes):.1f}")
    row("one change as a whole command, ms", f"{1000 * statistics.median(step['wall'] for step in changes):.0f}")
    row("a full walk of what is unchanged, s", f"{walk:.1f}")
    row("peak of a start and that walk, MB", f"{peak:.0f}")
    row("catalog after the first snapshot, B per file", f"{size / 1e6:.0f}")
    row("snapctl list, ms", f"{1000 * listing:.1f}")
    row("snapctl versions, ms", f"{1000 * versions:.1f}")
    row("start with a lost catalog until it answers, s", f"{rebuild:.1f}")
    tool.close()
    shutil.rmtree(run.place)
    shutil.rmtree(data)


SCENARIOS = {function.__name__: function for function in [small, million, percent, pages, sql, mail, log]}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--work", help="where everything is made; gone at the end")
    options.add_argument("scenario", nargs="+", choices=SCENARIOS)
    options = options.parse_args()
    print(machine())
    for name in options.scenario:
        work = Path(tempfile.mkdtemp(prefix="bench-", dir=options.work))
        try:
            SCENARIOS[name](work)
        finally:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
