#!/usr/bin/env python3
"""Makes a content from a patch and the content it changes, with nothing but Python's standard library.

usage: apply-patch.py BASE PATCH OUTPUT

Prints the SHA-256 of what it made. The format is in docs/format.md, section 9.
"""

import hashlib
import struct
import sys
import zlib

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


def parts(base, patch):
    """The new content in order; `base` is called with an offset and a length."""
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


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as base, open(sys.argv[2], "rb") as patch, open(sys.argv[3], "wb") as output:

        def read(offset, count):
            base.seek(offset)
            return base.read(count)

        digest = hashlib.sha256()
        for part in parts(read, patch.read()):
            output.write(part)
            digest.update(part)
        print(digest.hexdigest())


if __name__ == "__main__":
    main()
