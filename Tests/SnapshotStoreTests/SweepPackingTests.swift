import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// What rests is packed smaller, and everything reads back as it was.
@Suite struct SweepPackingTests {
    let fixture: StoreFixture
    private let thorough: SweepOptions

    init() throws {
        fixture = try StoreFixture()
        var options = SweepOptions.now
        options.isThorough = true
        thorough = options
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/d")
        for number in 1...4 {
            try fixture.saveChanges(store, words(number), in: "d/\(number)")
        }
    }

    /// Text that packs well, other text for each seed.
    private func words(_ seed: Int) -> String {
        var random = SeededGenerator(seed: UInt64(seed))
        let list = ["alpha", "beta", "gamma", "delta", "store", "snapshot", "tree", "\n"]
        return (0..<5000).map { _ in list.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }

    private func everything(_ store: Store) throws -> [[BytePath: StoreFixture.Shown]] {
        try store.snapshots.map { try fixture.everything(in: try store.view($0.number)) }
    }

    @Test func incrementalSnapshotsBecomeSmallerAndStayTheSame() throws {
        var store: Store? = try fixture.open()
        let before = try store.map { try everything($0) }
        let records = store?.snapshots.map(\.record)
        let outcome = try #require(try store?.sweep(thorough))
        #expect(outcome.recompressed == 4)
        #expect(outcome.saved > 0)
        #expect(try store.map { try everything($0) } == before)
        #expect(store?.snapshots.map(\.record) == records)
        for snapshot in try #require(store?.snapshots) {
            let view = try store?.view(snapshot.number)
            #expect(try view?.archive.contents().isEmpty == true)
            try ForeignCheck.check(try #require(view?.archive))
        }
        let names = try fixture.names("store/base")
        #expect(names.count == 1)
        let content = try fixture.scratch.descriptor.openBeneath(
            BytePath("store/base/\(names[0])"), [])
        try ForeignCheck.check(
            try ArchiveReader.openForObjects(content, path: BytePath(names[0])))
        #expect(try #require(try store?.sweep(thorough)) == SweepOutcome())
        for losesCatalog in [false, true] {
            store = nil
            if losesCatalog { try fixture.removeTree("cache") }
            store = try fixture.open()
            #expect(try store.map { try everything($0) } == before)
            #expect(store?.foreignFiles == [])
        }
        #expect(try everything(try Store.openForReading(fixture.storePath)) == before)
        // The next snapshot leans on the new zip.
        let next = try store.map { try fixture.saveChanges($0, words(1), in: "d/copy") }
        #expect(try next.map { try store?.view($0.number).archive.contents().isEmpty } == true)
    }

    /// The last byte of a content may come out together with the last of a buffer, before the end of its stream was read.
    @Test(arguments: [64, 256, 512, 1_024, 2_048])
    func anySizeIsUnpacked(kibibytes: Int) throws {
        let store = try fixture.open()
        var random = SeededGenerator(seed: UInt64(kibibytes))
        let count = kibibytes << 10
        let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let zeros = [UInt8](repeating: 0, count: count)
        for (number, bytes) in [zeros, noise + zeros, zeros + noise].enumerated() {
            try fixture.scratch.write(bytes, to: "data/\(number)")
            try fixture.scratch.write(bytes.dropLast(), to: "data/short-\(number)")
        }
        try fixture.saveChanges(store)
        let before = try everything(store)
        #expect(try store.verify(depth: .everything).damage.isEmpty)
        let outcome = try store.sweep(thorough)
        #expect(outcome.damaged == 0)
        #expect(try everything(store) == before)
        #expect(try store.sweep(thorough) == SweepOutcome())
        #expect(try store.verify(depth: .everything).damage.isEmpty)
    }

    /// Lines of a table, 17 MiB of it, which are packed in pieces: what repeats is too far apart to be found.
    private func table(_ seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var bytes = [UInt8]()
        while bytes.count < 1 << 20 {
            let number = UInt64.random(in: 0...(1 << 40), using: &random)
            bytes += Array("row \(number) of \(number / 3): open for \(number % 97)\n".utf8)
        }
        return [[UInt8]](repeating: Array(bytes[..<(1 << 20)]), count: 17).flatMap { $0 }
    }

    /// Those above 16 MiB too, piece by piece, and patches over them still read; what never shrank stays where it is.
    @Test func largeContentsBecomeSmallerToo() throws {
        var store: Store? = try fixture.open()
        var bytes = table(1)
        try fixture.scratch.write(bytes, to: "data/table")
        var random = SeededGenerator(seed: 9)
        let noise = [[UInt8]](repeating: random.bytes(1 << 20), count: 17).flatMap { $0 }
        try fixture.scratch.write(noise, to: "data/noise")
        let whole = try store.map { try fixture.saveChanges($0) }
        for offset in stride(from: 0, to: bytes.count, by: 1 << 20) { bytes[offset] ^= 1 }
        try fixture.scratch.write(bytes, to: "data/table")
        let patched = try store.map { try fixture.saveChanges($0) }
        let content = SHA256.digest(of: table(1))
        let before = try store.map { try everything($0) }
        let packed = try #require(try store?.place(of: content))
        #expect(try store?.place(of: SHA256.digest(of: bytes))?.place.form == .patch)
        let outcome = try #require(try store?.sweep(thorough))
        #expect(outcome.recompressed == 5)
        let place = try #require(try store?.place(of: content))
        #expect(place.place.packed * 100 < packed.place.packed * 98)
        #expect(place.zip != whole?.fileName)
        #expect(try store?.place(of: SHA256.digest(of: noise))?.zip == whole?.fileName)
        #expect(patched != nil)
        #expect(try store.map { try everything($0) } == before)
        #expect(try store?.verify(depth: .everything).damage.isEmpty == true)
        // Its pieces are found one by one, for patches and for whoever reads a part.
        let zip = try #require(try store?.pool.zip(named: place.zip)?.archive())
        let chunks = try zip.extents().chunks[place.place.offset]
        #expect(chunks?.count == (bytes.count + 65_535) / 65_536)
        try ForeignCheck.check(zip)
        for tool in [
            ["unzip", "-tq"], ["7z", "t"], ["bsdtar", "-tf"], ["python3", "-m", "zipfile", "-t"],
        ] {
            let path =
                fixture.scratch.text + "/store/base/" + String(decoding: place.zip, as: UTF8.self)
            let result = try runProgram(tool + [path], environment: ["LC_ALL": "C.UTF-8"])
            #expect(result.status == 0 && result.errors.isEmpty, "\(tool): \(result.errors)")
        }
        #expect(try #require(try store?.sweep(thorough)) == SweepOutcome())
        store = nil
        try fixture.removeTree("cache")
        store = try fixture.open()
        #expect(try store.map { try everything($0) } == before)
    }

    @Test func idleSweepsWaitForAWeekAndObeyTheConfiguration() throws {
        let store = try fixture.open()
        var options = SweepOptions(bytesPerSecond: nil)
        options.isAsked = true
        #expect(try store.sweep(options) == SweepOutcome())
        // The files of a test are written now, by a clock that is ahead of the store's.
        fixture.clock.advance(hours: 24 * 800)
        options.recompresses = false
        #expect(try store.sweep(options) == SweepOutcome())
        options.recompresses = true
        #expect(try store.sweep(options).recompressed == 4)
    }

    @Test func completeSnapshotsAreLeftAlone() throws {
        let store = try fixture.open()
        let whole = try fixture.save(store, words(9), in: "d/9")
        let path = "store/\(String(decoding: whole.fileName, as: UTF8.self))"
        let bytes = try fixture.scratch.read(path)
        _ = try store.sweep(thorough)
        #expect(try fixture.scratch.read(path) == bytes)
        #expect(try store.view(whole.number).archive.contents().count == 5)
    }

    @Test(arguments: ["renameat", "fdatasync", "fsync", "linkat", "pwrite", "O_TMPFILE"], 0...3)
    func aPackingCutShortLosesNothing(call: String, after: Int) throws {
        var store: Store? = try fixture.open()
        let before = try store.map { try everything($0) }
        _ = SyscallFaults.refusing(call, with: .io, after: after) {
            userError { _ = try store?.sweep(thorough) }
        }
        #expect(try store.map { try everything($0) } == before)
        store = nil
        store = try fixture.open()
        #expect(store?.brakes == [])
        #expect(store?.foreignFiles == [])
        #expect(try store.map { try everything($0) } == before)
        _ = try store?.sweep(thorough)
        #expect(try store.map { try everything($0) } == before)
    }
}
