import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Damaged and hostile zips cost an error message or the contents that lie in the damage, never more.
@Suite struct DamageTests {
    private struct Sample {
        let bench: Bench
        let zip: SavedZip
        let bytes: [UInt8]
        let contents: [Digest: [UInt8]]

        init(files: Int = 6) throws {
            bench = try Bench()
            var random = SeededGenerator(seed: 11)
            var contents = [Digest: [UInt8]]()
            for number in 0..<files {
                let content =
                    number % 2 == 0
                    ? random.bytes(300 + number)
                    : Array(String(repeating: "text \(number) ", count: 90).utf8)
                contents[SHA256.digest(of: content)] = content
                try bench.write(content, to: "d/file\(number)")
            }
            zip = try bench.save("1.zip")
            bytes = try bench.scratch.read("zips/1.zip")
            self.contents = contents
        }

        /// Opens changed bytes as a zip.
        func open(_ changed: [UInt8]) throws -> ArchiveReader {
            let file = try bench.scratch.descriptor.open(
                Array("zips".utf8), [.temporary, .readWrite])
            try file.write(changed, at: 0)
            return try ArchiveReader.open(file, path: BytePath("changed.zip"))
        }

        /// Reads everything there is; a content is right or an error.
        func readAll(_ changed: [UInt8], _ note: String) throws {
            do {
                let reader = try open(changed)
                _ = try reader.check(readData: true)
                for (digest, content) in contents {
                    do {
                        var read = [UInt8]()
                        try reader.readContent(digest) { read.append($0) }
                        #expect(read == content, "\(note)")
                    } catch {
                        #expect(error is UserError, "\(note): \(error)")
                    }
                }
            } catch {
                #expect(error is UserError, "\(note): \(error)")
            }
        }
    }

    @Test func flippedBytesAreNeverTakenForTheRightOnes() throws {
        let sample = try Sample()
        var random = SeededGenerator()
        for round in 0..<150 {
            var changed = sample.bytes
            for _ in 0...(round % 3) {
                let position = Int.random(in: 0..<changed.count, using: &random)
                changed[position] ^= UInt8.random(in: 1...255, using: &random)
            }
            try sample.readAll(changed, "seed \(random.seed), round \(round)")
        }
    }

    @Test func everyFlippedByteOfTheDataIsFound() throws {
        let sample = try Sample(files: 2)
        let end = try #require(sample.zip.reader.entries.map(\.headerOffset).max())
        for position in stride(from: 0, to: Int(end), by: 1) {
            var changed = sample.bytes
            // All bits, because up to seven of a byte may be padding.
            changed[position] ^= 0xFF
            let reader = try sample.open(changed)
            // Names, times and owners in local headers are second copies; all else is found.
            let damage = try reader.check(readData: true)
            let entry = try #require(
                sample.zip.reader.entries.last {
                    Int($0.headerOffset) <= position
                        && position < Int($0.headerOffset) + $0.localHeaderCount + Int($0.packed)
                })
            let offset = position - Int(entry.headerOffset)
            let isCopy =
                (4..<8).contains(offset) || (10..<14).contains(offset)
                || (30 + entry.name.count..<entry.localHeaderCount).contains(offset)
            #expect(
                isCopy || !damage.isEmpty,
                "byte \(position), \(offset) of \(displayName(entry.name))")
        }
    }

    @Test func hostileDirectoriesAreRefused() throws {
        let sample = try Sample(files: 3)
        var random = SeededGenerator()
        let bytes = sample.bytes
        let directory = bytes.count - 22 - Int(Self.word(bytes, at: bytes.count - 10))
        for round in 0..<300 {
            var changed = bytes
            for _ in 0...(round % 4) {
                let position = Int.random(in: directory..<changed.count, using: &random)
                let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
                let length = [1, 2, 4, 8][Int.random(in: 0..<4, using: &random)]
                let value = values[Int.random(in: 0..<6, using: &random)]
                for index in position..<min(position + length, changed.count) {
                    changed[index] = value
                }
            }
            try sample.readAll(changed, "seed \(random.seed), round \(round)")
        }
    }

    @Test func truncatedZipsAreRefusedOrSalvaged() throws {
        let sample = try Sample(files: 2)
        for count in stride(from: 0, to: sample.bytes.count, by: 41) {
            try sample.readAll(Array(sample.bytes[..<count]), "\(count) bytes")
        }
        #expect(throws: UserError.self) { try sample.open([]) }
        #expect(throws: UserError.self) { try sample.open(Array("PK".utf8)) }
    }

    @Test func contentsSurviveTheLossOfTheCentralDirectory() throws {
        let sample = try Sample()
        let directory =
            sample.bytes.count - 22 - Int(Self.word(sample.bytes, at: sample.bytes.count - 10))
        for cut in [directory, directory + 10, sample.bytes.count - 1] {
            let reader = try sample.open(Array(sample.bytes[..<cut]))
            #expect(reader.fault != nil)
            #expect(reader.record == sample.zip.reader.record)
            let tree = try #require(reader.record.rootTree)
            #expect(try reader.directory(tree).map(\.name) == [Array("d".utf8)])
            for (digest, content) in sample.contents {
                var read = [UInt8]()
                try reader.readContent(digest) { read.append($0) }
                #expect(read == content)
            }
            let damage = try reader.check(readData: true)
            #expect(damage.map(\.kind) == [.structure])
        }
    }

    @Test func aDamagedHeaderCostsOnlyItsFileEvenWithoutADirectory() throws {
        let sample = try Sample()
        let lost = try #require(sample.zip.entry("d/file3"))
        var changed = sample.bytes
        changed.removeLast(30)
        changed[Int(lost.headerOffset)] = 0
        let reader = try sample.open(changed)
        for digest in sample.contents.keys {
            #expect(reader.holds(digest) == (digest != lost.digest))
        }
    }

    @Test func damageNamesThePathItCosts() throws {
        let sample = try Sample()
        let entry = try #require(sample.zip.entry("d/file2"))
        var changed = sample.bytes
        changed[Int(entry.headerOffset) + entry.localHeaderCount + 5] ^= 1
        let damage = try sample.open(changed).check(readData: true)
        #expect(damage.map(\.kind) == [.content])
        #expect(damage.first?.path == BytePath("d/file2"))
        #expect(damage.first?.digest == entry.digest)
        #expect(try sample.open(changed).check(readData: false).isEmpty)
    }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }
}
