import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@testable import StoreCommands

/// What the commands show of condensed files.
@Suite struct CondensedCommandTests {
    private static let size: Int64 = 2 << 40
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try write([1 << 40: Array(repeating: 5, count: 20_000)])
        try fixture.save()
    }

    private func write(_ data: [Int64: [UInt8]], size: Int64 = size) throws {
        try fixture.scratch.writeSparse("data/vm.img", size: size, data)
    }

    private func differences(_ from: String, _ to: String) throws -> [ChangeKind] {
        try fixture.commands().diff(from, to, live: TestLiveTree(fixture: fixture)).changes
            .map(\.kind)
    }

    @Test func theLiveFileIsComparedByItsData() throws {
        #expect(try differences("1", "live") == [])
        // At another time, with zeros written into a hole, it reads as before.
        try write([1 << 36: [0, 0, 0]])
        #expect(try differences("1", "live") == [])
        try write([(1 << 40) + 9: [6]])
        #expect(try differences("1", "live") == [.changed])
        try write([(1 << 40) + 9: [5], 77: [1]])
        #expect(try differences("1", "live") == [.changed])
        try fixture.save()
        #expect(try differences("1", "2") == [.changed])
        #expect(try differences("2", "live") == [])
        let folder = try fixture.scratch.descriptor.open(Array("data".utf8), [.directory])
        try folder.rename(
            Array("vm.img".utf8), to: folder, Array("new.img".utf8), replacing: false)
        #expect(try differences("2", "live") == [.moved])
    }

    @Test func dataThatMovedIsAnotherVersion() throws {
        try fixture.remove("vm.img")
        try write([1 << 35: Array(repeating: 5, count: 20_000)])
        try fixture.save()
        #expect(try differences("1", "2") == [.changed])
        let (one, two) = try (
            #require(try fixture.store.view(1).entry(at: BytePath("vm.img"))),
            #require(try fixture.store.view(2).entry(at: BytePath("vm.img")))
        )
        #expect(one.content == two.content)
        #expect(one.differs(from: two))
        #expect(!one.differs(from: one))
    }

    @Test func aListingHasTheSizeButNoHashOfTheFile() throws {
        let report = try fixture.commands().ls("1")
        let entry = try #require(report.entries.first)
        #expect(entry.size == Self.size)
        #expect(entry.sha256 == nil)
        #expect(entry.missing == nil)
    }

    @Test func holesAreFilledWithZeros() throws {
        var random = SeededGenerator()
        for _ in 0..<300 {
            var file = [UInt8](
                repeating: 0, count: Int.random(in: 0...700_000, using: &random))
            var entry = TreeEntry(
                name: [0x61], kind: .file, mode: 0o644, uid: 0, gid: 0,
                modified: FileTime(seconds: 0))
            entry.size = Int64(file.count)
            entry.isCondensed = true
            var (ranges, content, position) = ([DataRange](), [UInt8](), 0)
            while Int.random(in: 0..<4, using: &random) > 0 {
                position += Int.random(in: 0...100_000, using: &random)
                let bytes = random.bytes(Int.random(in: 1...3_000, using: &random))
                guard position + bytes.count <= file.count else { break }
                file.replaceSubrange(position..<position + bytes.count, with: bytes)
                ranges.append(DataRange(offset: Int64(position), count: Int64(bytes.count)))
                content += bytes
                position += bytes.count
            }
            entry.dataRanges = ranges
            var filled = [UInt8]()
            func take(_ bytes: [UInt8]) { filled += bytes }
            var filling = try #require(HoleFilling(entry))
            while !content.isEmpty {
                let count = Int.random(in: 1...content.count, using: &random)
                try filling.add(Array(content.prefix(count)), to: take)
                content.removeFirst(count)
            }
            try filling.finish(take)
            #expect(filled == file, "seed \(random.seed)")
        }
    }
}
