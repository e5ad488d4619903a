#!/usr/bin/env python3
"""Makes large files, and changes them as programs do; the same seed gives the same bytes.

usage: bench/large.py make database|mail|log FILE [--size MB] [--seed N]
       bench/large.py change pages|statements|mail|append FILE [--amount X] [--seed N]

make database   a real SQLite file of identifiers and digests with an index (957 MB unless --size says otherwise)
make mail       an mbox: texts, and some attachments in base64 (315 MB)
make log        lines of a web server's log (2,000 MB)
change pages    512 random bytes in --amount of the pages of 4 KiB (0.01)
change statements   --amount SQL statements (20,000): half updates, a quarter inserts, a quarter deletes; half of
                    the rows they touch are among the newest twentieth
change mail     five mails in the middle deleted, twenty status headers longer by a byte, --amount MB appended (3)
change append   --amount MB of lines appended (1)
"""

import argparse
import base64
import os
import random
import sqlite3
import sys

PAGE = 4096
MB = 1_000_000


def vocabulary(chance):
    """Words of which few are frequent, as in any language."""
    letters = "eeeeeeeettttttaaaaaooooiiiinnnnsssshhhrrrdddlluuccmmfwypvbgkqjxz"
    words = ["".join(chance.choices(letters, k=chance.choice((2, 3, 3, 4, 5, 6, 7, 8, 9, 11)))) for _ in range(20_000)]
    weights = [1 / (rank + 10) for rank in range(len(words))]
    return words, weights


def phrases(chance, count=40_000):
    words, weights = vocabulary(chance)
    many = chance.choices(words, weights, k=count * 12)
    return [" ".join(many[12 * number:12 * number + chance.randint(4, 12)]) for number in range(count)]


def text(chance, parts, size):
    found, length = [], 0
    while length < size:
        part = parts[int(chance.random() * len(parts))]
        found.append(part)
        length += len(part) + 2
    return ". ".join(found)


def message(chance, parts, number):
    """A row of the database: identifiers in hexadecimal digits, some of which come again."""
    return (chance.choice(parts), 1_700_000_000 + 37 * number, " ".join(chance.choices(parts, k=25)),
            chance.randbytes(32).hex())


def identifiers(chance):
    return [chance.randbytes(5).hex()[:chance.randint(3, 9)] for _ in range(20_000)]


def make_database(path, size, seed):
    chance = random.Random(seed)
    parts = identifiers(chance)
    with open(path, "wb"):
        pass
    database = sqlite3.connect(path)
    database.executescript(f"""
        PRAGMA page_size = {PAGE}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;
        CREATE TABLE message (id INTEGER PRIMARY KEY, author TEXT, sent INTEGER, body TEXT, token TEXT);
        CREATE INDEX message_author ON message (author);
    """)
    number = 0
    while database.execute("PRAGMA page_count").fetchone()[0] * PAGE < size:
        rows = [message(chance, parts, number + step) for step in range(5_000)]
        database.executemany("INSERT INTO message (author, sent, body, token) VALUES (?, ?, ?, ?)", rows)
        number += len(rows)
    database.commit()
    database.close()


def change_pages(path, share, seed):
    chance = random.Random(seed)
    with open(path, "r+b") as file:
        pages = file.seek(0, 2) // PAGE
        for page in sorted(chance.sample(range(pages), int(pages * share))):
            file.seek(page * PAGE + chance.randrange(PAGE - 512))
            file.write(chance.randbytes(512))


def change_statements(path, count, seed):
    chance = random.Random(seed)
    parts = identifiers(chance)
    database = sqlite3.connect(path)
    database.executescript("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -100000;")
    newest = database.execute("SELECT max(id) FROM message").fetchone()[0]
    for step in range(int(count)):
        first = newest * 19 // 20 if chance.random() < 0.5 else 1
        identifier = chance.randint(first, newest)
        kind = chance.random()
        if kind < 0.5:
            database.execute("UPDATE message SET body = ?, sent = sent + 1 WHERE id = ?",
                             (" ".join(chance.choices(parts, k=25)), identifier))
        elif kind < 0.75:
            database.execute("INSERT INTO message (author, sent, body, token) VALUES (?, ?, ?, ?)",
                             message(chance, parts, newest + step))
        else:
            database.execute("DELETE FROM message WHERE id = ?", (identifier,))
    database.commit()
    database.close()


def mail(chance, parts, number):
    lines = [f"From sender@host.example Thu Jan  1 00:00:{number % 60:02} 2026",
             f"From: {chance.choice(parts)[:20]} <sender{chance.randrange(500)}@host.example>",
             f"Message-ID: <{chance.getrandbits(96):024x}@host.example>", f"Subject: {chance.choice(parts)}", "Status: R", ""]
    body = text(chance, parts, chance.choice((400, 900, 2_000, 6_000)))
    lines += [body[start:start + 76] for start in range(0, len(body), 76)]
    if chance.random() < 0.06:
        lines += ["", base64.encodebytes(chance.randbytes(chance.randrange(20_000, 200_000))).decode().rstrip()]
    return ("\n".join(lines) + "\n\n").encode()


def write_until(file, size, piece):
    written = 0
    while written < size:
        written += file.write(piece())


def make_mail(path, size, seed):
    chance = random.Random(seed)
    parts = phrases(chance)
    with open(path, "wb") as file:
        write_until(file, size, lambda: mail(chance, parts, chance.randrange(1 << 20)))


def change_mail(path, megabytes, seed):
    chance = random.Random(seed)
    parts = phrases(chance, 5_000)
    with open(path, "rb") as file:
        mails = file.read().split(b"\n\nFrom ")
    middle = range(len(mails) // 4, len(mails) * 3 // 4)
    for index in sorted(chance.sample(middle, 5), reverse=True):
        del mails[index]
    for index in chance.sample(range(len(mails)), 20):
        mails[index] = mails[index].replace(b"\nStatus: R\n", b"\nStatus: RO\n", 1)
    # Written beside and renamed, as mail programs do.
    with open(f"{path}.new", "wb") as file:
        file.write(b"\n\nFrom ".join(mails))
        write_until(file, megabytes * MB, lambda: mail(chance, parts, chance.randrange(1 << 20)))
    os.replace(f"{path}.new", path)


def log_lines(chance, parts):
    lines = []
    for _ in range(2_000):
        moment = chance.randrange(86_400)
        lines.append(f'192.0.2.{chance.randrange(256)} - - [30/Nov/2026:{moment // 3600:02}:{moment // 60 % 60:02}:{moment % 60:02} '
                     f'+0000] "GET /{chance.choice(parts).replace(" ", "/")} HTTP/1.1" {chance.choice((200, 200, 200, 304, 404))} '
                     f'{chance.randrange(100_000)} "-" "Browser/{chance.randrange(40, 120)}.0" {chance.getrandbits(64):016x}\n')
    return "".join(lines).encode()


def append_lines(path, size, seed, mode="ab"):
    chance = random.Random(seed)
    parts = phrases(chance, 5_000)
    with open(path, mode) as file:
        left = size
        while left > 0:
            left -= file.write(log_lines(chance, parts)[:left])


MAKERS = {
    "database": (make_database, 957),
    "mail": (make_mail, 315),
    "log": (lambda path, size, seed: append_lines(path, size, seed, "wb"), 2_000),
}
CHANGES = {
    "pages": (change_pages, 0.01),
    "statements": (change_statements, 20_000),
    "mail": (change_mail, 3),
    "append": (lambda path, amount, seed: append_lines(path, int(amount * MB), seed), 1),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("make", "change"))
    parser.add_argument("kind", choices=sorted({*MAKERS, *CHANGES}))
    parser.add_argument("file")
    parser.add_argument("--size", type=float, help="MB")
    parser.add_argument("--amount", type=float)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    table = MAKERS if given.action == "make" else CHANGES
    if given.kind not in table:
        sys.exit(f"{given.action} knows {', '.join(sorted(table))}")
    function, usual = table[given.kind]
    if given.action == "make":
        function(given.file, int((given.size or usual) * MB), given.seed)
    else:
        # Not the bytes that the file was made of.
        function(given.file, given.amount or usual, given.seed + 1_000_000)


if __name__ == "__main__":
    main()
