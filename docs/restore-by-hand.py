#!/usr/bin/env python3
"""Restores a snapshot exactly, from its zip alone, with nothing but Python's standard library.

usage: restore-by-hand.py ZIP DIRECTORY

DIRECTORY must not exist yet or be empty. Run as root to get owners back. What ZIP leaves to other zips of its store is
looked for in the zips beside it, in base/ and in expired/. Exit status: 0 all is as it was, 3 something is not (said on standard
error: a file whose content is lost is left empty), 1 failed. How it works is how the format works: docs/format.md.
"""

import base64
import hashlib
import json
import os
import re
import stat
import struct
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path

problems = 0


class Lost(Exception):
    """Something is in no zip of the store; the rest can still be restored."""


def complain(path, why):
    global problems
    problems += 1
    print(f"{os.fsdecode(path)!a}: {why}", file=sys.stderr)


def content_digest(entry):
    """The SHA-256 that a central header carries in its field 0x4153: "SNAP", a version, 32 bytes."""
    extra = entry.extra
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        field, extra = extra[4:4 + size], extra[4 + size:]
        if kind == 0x4153 and field[:5] == b"SNAP\x01":
            return field[5:37].hex()
    return None


COPY, ZEROS, STORED, DEFLATED, DICTIONARY = range(5)


class Numbers:
    """Integers in groups of seven bits, lowest first."""

    def __init__(self, data):
        self.data, self.position = data, 0

    def unsigned(self):
        value = shift = 0
        while True:
            byte = self.data[self.position]
            self.position += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self):
        value = self.unsigned()
        return value >> 1 ^ -(value & 1)


def inflate(data, dictionary=b""):
    engine = zlib.decompressobj(-15, zdict=dictionary) if dictionary else zlib.decompressobj(-15)
    return engine.decompress(data) + engine.flush()


def table_of(patch):
    """The digest of the base, its size, the size of the new content, and the operations."""
    if patch[:5] != b"SNPP\x01":
        sys.exit("not a patch of version 1")
    packed, plain = struct.unpack("<II", patch[-8:])
    table = patch[-8 - packed:-8]
    if packed < plain:
        table = inflate(table)
    return table[:32].hex(), Numbers(table[32:])


def patched(base, patch):
    """The content that a patch makes, in order; `base` is called with an offset and a length (docs/format.md, section 9)."""
    digest, numbers = table_of(patch)
    base_size, size = numbers.unsigned(), numbers.unsigned()
    data, expected = 5, 0
    while numbers.position < len(numbers.data):
        first = numbers.unsigned()
        kind, count = first & 7, first >> 3
        packed = count if kind == STORED else numbers.unsigned() if kind in (DEFLATED, DICTIONARY) else 0
        piece = patch[data:data + packed]
        data += packed
        if kind == COPY:
            expected += numbers.signed()
            yield base(expected, count)
        elif kind == ZEROS:
            yield bytes(count)
        elif kind == STORED:
            yield piece
        elif kind == DEFLATED:
            yield inflate(piece)
        elif kind == DICTIONARY:
            place = expected + numbers.signed()
            yield inflate(piece, base(place, count + numbers.signed()))
        else:
            sys.exit("an operation of a later version")
        expected += count


class Store:
    """Finds contents and listings by their SHA-256: in one zip, and if need be in all zips beside it."""

    def __init__(self, path):
        self.path = Path(path)
        self.entries, self.texts, self.patches = {}, {}, {}
        self.others = None
        self.zip = self.add(self.path)

    def add(self, path):
        archive = zipfile.ZipFile(path)
        for entry in archive.infolist():
            digest = content_digest(entry)
            if digest:
                self.entries.setdefault(digest, (archive, entry))
        # Each line of the table: kind, SHA-256, where the header of its entry is, then offset, packed and plain bytes.
        pieces = []
        headers = {entry.header_offset: entry for entry in archive.infolist()}
        for kind, digest, header, offset, packed, plain, *base in map(str.split, self.lines(archive)):
            if kind == "tree":
                pieces.append((int(offset), int(plain), digest))
            elif kind == "patch":
                self.patches.setdefault(digest, (archive, headers[int(header)]))
        self.add_listings(archive, sorted(pieces))
        return archive

    @staticmethod
    def lines(archive):
        return archive.read(".snapagent/extents").decode().splitlines()

    def add_listings(self, archive, pieces):
        """They lie end to end in one entry; the table says where each ends."""
        if not pieces:
            return
        text, position = archive.read(".snapagent/trees"), 0
        for _, plain, digest in pieces:
            piece = text[position:position + plain]
            position += plain
            if hashlib.sha256(piece).hexdigest() == digest:
                self.texts[digest] = piece
            else:
                complain(os.fsencode(archive.filename), f"the listing {digest} is damaged")

    def search(self, digest):
        """Whether any zip has it; those beside the first are opened when it does not have everything."""
        if self.others is None and not any(digest in found for found in (self.entries, self.texts, self.patches)):
            store = self.path.resolve().parent
            store = store.parent if store.name in ("base", "expired") else store
            self.others = [path for place in (".", "base", "expired") for path in sorted((store / place).glob("*.zip"))]
            for path in self.others:
                try:
                    self.add(path)
                except (OSError, KeyError, zipfile.BadZipFile) as error:
                    complain(os.fsencode(path), f"cannot be read: {error!r}")

    def listing(self, digest):
        self.search(digest)
        if digest not in self.texts:
            # A file may have the same bytes, and they lie in the store once.
            try:
                return b"".join(self.pieces(digest))
            except Lost:
                raise Lost(f"the listing {digest}")
        return self.texts[digest]

    def pieces(self, digest):
        """The content in order, piece by piece."""
        self.search(digest)
        if digest not in self.entries and digest not in self.patches:
            if digest not in self.texts:
                raise Lost(f"SHA-256 {digest}")
            yield self.texts[digest]
            return
        if digest in self.entries:
            archive, entry = self.entries[digest]
            with archive.open(entry) as source:
                while piece := source.read(1 << 20):
                    yield piece
            return
        # What a patch changes is made first, into a file that is gone at the end.
        archive, entry = self.patches[digest]
        patch = archive.read(entry)
        with tempfile.TemporaryFile() as base:
            for piece in self.pieces(table_of(patch)[0]):
                base.write(piece)

            def read(offset, count):
                base.seek(offset)
                return base.read(count)

            yield from patched(read, patch)


def unescape(word):
    return re.sub(rb"\\([0-7]{3})", lambda match: bytes([int(match[1], 8)]), word)


def read_directory(store, digest, path):
    """The entries of a directory: name and keywords. A large directory is a listing of listings."""
    try:
        listing = store.listing(digest)
    except Lost as lost:
        complain(path, f"names in it are lost: no zip here has {lost}")
        return
    for line in listing.splitlines():
        name, *words = line.split(b" ")
        fields = dict(word.split(b"=", 1) for word in words)
        if fields[b"type"] == b"part":
            yield from read_directory(store, fields[b"tree"].decode(), path)
        else:
            name = unescape(name)
            if name in (b"", b".", b"..") or b"/" in name:
                sys.exit(f"the name {name} would lead outside")
            yield name, fields


def unzip_file(descriptor, fields, store):
    """Writes a file's bytes; where the listing has a map of its data, the rest stays a hole. Returns their SHA-256.

    The content of most files is all of their bytes. Of a file with huge holes it is the data alone, end to end.
    """
    size, is_condensed = int(fields.get(b"size", 0)), b"datadigest" in fields
    ranges = [(0, size)]
    if b"data" in fields:
        ranges = [tuple(map(int, one.split(b"+"))) for one in fields[b"data"].split(b",") if one]
    position, hashed = 0, hashlib.sha256()
    for piece in store.pieces(digest_of(fields)):
        hashed.update(piece)
        before = 0
        for start, count in ranges:
            # Where the range begins in the content: where it begins in the file, but for the holes that are left out.
            place = before if is_condensed else start
            first, last = max(place, position), min(place + count, position + len(piece))
            if first < last:
                os.pwrite(descriptor, piece[first - position:last - position], start + first - place)
            before += count
        position += len(piece)
    os.ftruncate(descriptor, size if is_condensed else position)
    return hashed.hexdigest()


def digest_of(fields):
    """The SHA-256 of a file's content, None if the snapshot does not have it."""
    found = fields.get(b"sha256digest") or fields.get(b"datadigest")
    return found.decode() if found else None


def set_metadata(place, name, directory, fields, path):
    """Owner, mode, attributes and time, in this order: each may undo the ones after it."""
    options = {"follow_symlinks": False, "dir_fd": directory}
    try:
        os.chown(name, int(fields[b"uid"]), int(fields[b"gid"]), **options)
    except PermissionError:
        complain(path, "its owner could not be set")
    for key, value in fields.items():
        if key.startswith(b"xattr."):
            try:
                os.setxattr(place, unescape(key[6:]), base64.b64decode(value), follow_symlinks=False)
            except OSError as error:
                complain(path, f"{key.decode()} could not be set: {error.strerror}")
    if fields[b"type"] != b"link":
        os.chmod(name, int(fields[b"mode"], 8), dir_fd=directory)
    seconds, fraction = fields[b"time"].split(b".")
    time = int(seconds) * 1_000_000_000 + int(fraction)
    os.utime(name, ns=(time, time), **options)


class Restore:
    def __init__(self, root, store):
        self.root = root
        self.store = store
        self.groups = {}

    def fill(self, directory, digest, path=b""):
        """Makes everything below an open directory."""
        for name, fields in read_directory(self.store, digest, path):
            inner = path + b"/" + name if path else name
            try:
                # Names of one file say the same inode; all but the first are links to it.
                first = self.groups.setdefault(fields.get(b"inode", inner), inner)
                if first != inner and fields[b"type"] != b"dir":
                    os.link(first, name, src_dir_fd=self.root, dst_dir_fd=directory, follow_symlinks=False)
                    continue
                self.make(directory, name, fields, inner)
                set_metadata(b"/proc/self/fd/%d/" % directory + name, name, directory, fields, inner)
            except OSError as error:
                complain(inner, error.strerror)

    def make(self, directory, name, fields, path):
        kind = fields[b"type"]
        if kind == b"file":
            self.make_file(directory, name, fields, path)
        elif kind == b"dir":
            os.mkdir(name, 0o700, dir_fd=directory)
            inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=directory)
            if b"tree" in fields:
                self.fill(inner, fields[b"tree"].decode(), path)
            else:
                complain(path, "what it held is not in the snapshot")
            os.close(inner)
        elif kind == b"link":
            os.symlink(unescape(fields[b"link"]), name, dir_fd=directory)
        else:
            types = {b"fifo": stat.S_IFIFO, b"socket": stat.S_IFSOCK, b"char": stat.S_IFCHR, b"block": stat.S_IFBLK}
            number = os.makedev(*map(int, fields[b"device"].split(b",")[1:])) if b"device" in fields else 0
            os.mknod(name, 0o600 | types[kind], number, dir_fd=directory)

    def make_file(self, directory, name, fields, path):
        descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=directory)
        try:
            if digest_of(fields) is None:
                complain(path, f"its content is not in the snapshot: {fields.get(b'missing', b'?').decode()}")
            elif unzip_file(descriptor, fields, self.store) != digest_of(fields):
                complain(path, "its content differs from its hash")
        except Lost as lost:
            complain(path, f"its content is lost: no zip here has {lost}")
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError) as error:
            complain(path, f"its content cannot be read: {error!r}")
        finally:
            os.close(descriptor)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        store = Store(sys.argv[1])
        record = json.loads(store.zip.read(".snapagent/snapshot.json"))
    except OSError as error:
        sys.exit(f"{sys.argv[1]}: {error.strerror or error}")
    except zipfile.BadZipFile as error:
        sys.exit(f"{sys.argv[1]}: not a whole zip: {error}; what it still has: snapctl repair -n, or unzip")
    except (KeyError, ValueError, zlib.error) as error:
        sys.exit(f"{sys.argv[1]}: not the zip of a snapshot, or damaged: {error}")
    target = os.fsencode(sys.argv[2])
    os.makedirs(target, mode=0o700, exist_ok=True)
    if os.listdir(target):
        sys.exit(f"{sys.argv[2]} is not empty")
    if record["format"] > 1:
        sys.exit(f"the snapshot has format {record['format']}, this script reads up to 1")
    sys.setrecursionlimit(100_000)

    root = record["root_entry"]
    directory = os.open(target, os.O_RDONLY | os.O_DIRECTORY)
    Restore(directory, store).fill(directory, root["tree"])
    fields = {b"type": b"dir", b"uid": root["uid"], b"gid": root["gid"], b"mode": root["mode"],
              b"time": b"%d.%09d" % (root["modified"]["seconds"], root["modified"]["nanoseconds"])}
    for attribute in root["attributes"]:
        fields[b"xattr." + base64.b64decode(attribute["name_base64"])] = attribute["value_base64"]
    set_metadata(target, target, None, fields, target)
    print(f"{record['dataset']} {record['number']}: {record['counts']['files']} files, {problems} problems")
    sys.exit(3 if problems else 0)


if __name__ == "__main__":
    main()
