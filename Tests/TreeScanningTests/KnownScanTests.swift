import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import TreeScanning

@Suite struct KnownScanTests {
    @Test func nothingIsReadAgainWhenNothingChanged() throws {
        let fixture = try ScanFixture()
        for path in ["a", "b/c", "b/d/e"] { try fixture.scratch.write(path, to: path) }
        let first = try fixture.scan()
        let second = try fixture.scan(RememberedTree(first))
        #expect(second.toRead == [])
        #expect(second.paths == first.paths)
        #expect(second["b/c"]?.entry.content == first["b/c"].flatMap(RememberedTree.digest))
        #expect(try fixture.scan(RememberedTree(first), trustCache: false).toRead == first.toRead)
        #expect(try fixture.scan(RememberedTree(first), lastScan: nil).toRead == first.toRead)
    }

    @Test func everyPartOfTheIdentityCounts() throws {
        let fixture = try ScanFixture()
        for path in ["same", "size", "time", "inode", "device", "changed", "none", "kind"] {
            try fixture.scratch.write(path, to: path)
        }
        var known = RememberedTree(try fixture.scan())
        known.update("size") { $0.entry.size += 1 }
        known.update("time") { $0.entry.modified.nanoseconds ^= 1 }
        known.update("inode") { $0.identity?.inode += 1 }
        known.update("device") { $0.identity?.device += 1 }
        known.update("changed") { $0.identity?.changed.nanoseconds ^= 1 }
        known.update("none") { $0.identity = nil }
        known.update("kind") { $0.entry.kind = .link }
        let tree = try fixture.scan(known)
        #expect(
            tree.toRead == ["changed", "device", "inode", "kind", "none", "size", "time"])
    }

    @Test func whatIsNotWholeIsReadAgain() throws {
        let fixture = try ScanFixture()
        for path in ["d/torn", "d/unreadable", "d/whole"] {
            try fixture.scratch.write(path, to: path)
        }
        var known = RememberedTree(try fixture.scan())
        known.update("d/torn") { $0.entry.missing = .torn }
        known.update("d/unreadable") {
            $0.entry.missing = .unreadable
            $0.entry.content = nil
        }
        let full = try fixture.scan(known)
        #expect(full.toRead == ["d/torn", "d/unreadable"])
        #expect(try fixture.scan(dirty: [""], known).items == full.items)
    }

    @Test func aChangeJustBeforeTheScanIsNotTrusted() throws {
        let scan = FileTime(seconds: 1000, nanoseconds: 5_000_000)
        let rule = { (seconds: Int64, nanoseconds: Int32) in
            FileTime(seconds: seconds, nanoseconds: nanoseconds).isSettled(before: scan)
        }
        #expect(rule(999, 900_000_000))
        #expect(!rule(999, 990_000_000))
        #expect(!rule(1000, 4_999_999))
        #expect(!rule(1001, 1))
        // Whole seconds come from a coarse clock.
        #expect(!rule(999, 0))
        #expect(rule(998, 0))

        let fixture = try ScanFixture()
        try fixture.scratch.write("x", to: "file")
        let first = try fixture.scan()
        let changed = try #require(first["file"]?.identity?.changed)
        #expect(
            try fixture.scan(RememberedTree(first), lastScan: changed).toRead == ["file"])
    }

    @Test func attributesAreTakenOverUnlessTheInodeChanged() throws {
        let fixture = try ScanFixture()
        for path in ["same", "other"] { try fixture.scratch.write("x", to: path) }
        let known = RememberedTree(try fixture.scan())
        let other = try fixture.scratch.descriptor.open(Array("other".utf8), .readWrite)
        let attribute = ExtendedAttribute(name: Array("user.a".utf8), value: [1])
        try other.setAttribute(attribute)
        // Of one file only, besides the root, are they asked for.
        let tree = try SyscallFaults.refusing("listxattr", with: .io, after: 2) {
            try fixture.scan(known)
        }
        #expect(tree.problems.map(\.path) == [BytePath("other")])
        #expect(try fixture.scan(known)["other"]?.entry.attributes == [attribute])
    }
}
