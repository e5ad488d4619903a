"""Makes the trees of files that the benchmarks change."""

import os
import random
import subprocess
from pathlib import Path

WORDS = ["snapshot", "dataset", "store", "retention", "prune", "entry", "extent", "settle", "quiet", "restore", "plan"]


def text(source, size):
    """About so many bytes of words and numbers."""
    parts = []
    while size > 0:
        part = f"{source.choice(WORDS)} {source.randrange(1_000_000)} "
        parts.append(part)
        size -= len(part)
    return "".join(parts).encode()


def nested(place, files, per_directory=20):
    """So many small files, a few in each directory, directories in directories."""
    source = random.Random(1)
    for number in range(files):
        branch, leaf = number // per_directory // 50, number // per_directory % 50
        directory = place / f"branch-{branch % 100}" / f"twig-{branch // 100}" / f"leaf-{leaf}"
        if number % per_directory == 0:
            directory.mkdir(parents=True, exist_ok=True)
        (directory / f"file-{number}.txt").write_bytes(text(source, 200))


def flat(place, files):
    """So many small files in one directory."""
    source = random.Random(2)
    for number in range(files):
        (place / f"file-{number}.txt").write_bytes(text(source, 100))


def copy(place, source="/usr/share"):
    """A copy of a directory of the system."""
    place.rmdir()
    subprocess.check_call(["cp", "-a", source, place])


def files_of(place):
    """Every regular file, sorted."""
    found = []
    for directory, _, names in os.walk(place):
        for name in names:
            path = Path(directory) / name
            if path.is_file() and not path.is_symlink():
                found.append(path)
    return sorted(found)


def change_one(files, number):
    """Adds a line to one small file."""
    with open(files[(number * 7919) % len(files)], "a") as file:
        file.write(f"one more line, {number}\n")


def change_percent(files, source, percent):
    """Edits a share of the files: a line changed, one added, a file rewritten, in equal parts."""
    for path in source.sample(files, len(files) * percent // 100):
        data = path.read_bytes()
        kind = source.randrange(3)
        if kind == 0 and data:
            position = source.randrange(len(data))
            path.write_bytes(data[:position] + text(source, 40) + data[position + 40:])
        elif kind == 1:
            with open(path, "ab") as file:
                file.write(text(source, 80))
        else:
            path.write_bytes(text(source, max(100, min(len(data), 20_000))))
