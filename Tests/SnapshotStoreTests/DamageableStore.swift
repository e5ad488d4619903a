import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotArchive
@testable import SnapshotStore

/// A small store with everything that a store can have, which is put back as it was as often as it is damaged.
final class DamageableStore {
    let fixture: StoreFixture
    /// Every file by its path in the scratch directory.
    let files: [String: [UInt8]]
    /// What each snapshot shows.
    let truth: [Int: [BytePath: StoreFixture.Shown]]
    /// Which zips hold an object, and as what.
    private let homes: [Digest: [String: PlacedObject]]

    /// Complete and incremental snapshots, patches over patches, zips in `base/`, a content zip, a label.
    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        var random = SeededGenerator(seed: 11)
        try fixture.scratch.makeDirectories("data/d/e")
        try fixture.scratch.write("what every snapshot shows", to: "data/d/kept")
        try fixture.scratch.write("below the only directory that goes", to: "data/d/e/deep")
        try fixture.save(store, "first", in: "own")
        // Words, so that it is packed in chunks.
        let words = (0..<64).map { _ in random.bytes(6) + [UInt8(ascii: " ")] }
        var large = [UInt8]()
        while large.count < 1_100_000 { large += words.randomElement(using: &random) ?? [] }
        try fixture.scratch.write(large, to: "data/large")
        try fixture.saveChanges(store, "second", in: "own")
        for (number, text) in ["third", "fourth"].enumerated() {
            large[500_000 + number * 100_000] ^= 0x55
            try fixture.scratch.write(large, to: "data/large")
            try fixture.saveChanges(store, text, in: "own")
        }
        try fixture.removeTree("data/d/e")
        try fixture.saveChanges(store, "fifth", in: "other")
        try store.label(5, "the fifth")
        // The first goes for good, and what is needed of it is carried into a content zip.
        try store.delete(1)
        fixture.clock.advance(hours: 25)
        _ = try store.purge()
        var options = SweepOptions.now
        options.isThorough = true
        options.recompresses = false
        _ = try store.sweep(options)
        try store.delete(2)
        try fixture.save(store, "sixth", in: "other")
        var truth: [Int: [BytePath: StoreFixture.Shown]] = [:]
        for snapshot in store.snapshots + store.expiredSnapshots {
            truth[snapshot.number] = try fixture.everything(in: try store.view(snapshot.number))
        }
        self.truth = truth
        store.release()
        var files: [String: [UInt8]] = [:]
        for folder in ["store", "store/base", "store/expired"] {
            for name in try fixture.names(folder) where name != "base" && name != "expired" {
                files["\(folder)/\(name)"] = try fixture.scratch.read("\(folder)/\(name)")
            }
        }
        self.files = files
        var homes: [Digest: [String: PlacedObject]] = [:]
        for path in files.keys where path.hasSuffix(".zip") {
            for object in try Self.reader(fixture, path).objects() {
                homes[object.digest, default: [:]][path] = object
            }
        }
        self.homes = homes
    }

    /// Puts every file back.
    func putBack() throws {
        for folder in ["store", "store/base", "store/expired"] {
            for name in try fixture.names(folder) where name != "base" && name != "expired" {
                if files["\(folder)/\(name)"] == nil { try fixture.remove("\(folder)/\(name)") }
            }
        }
        for (path, bytes) in files where (try? fixture.scratch.read(path)) != bytes {
            try? fixture.remove(path)
            try fixture.scratch.write(bytes, to: path)
            try fixture.scratch.descriptor.openBeneath(BytePath(path), [.readWrite]).setMode(0o600)
        }
        if try fixture.names(".").contains("cache") { try fixture.removeTree("cache") }
    }

    /// Whether an object can be read though one file cannot be trusted at all.
    func hasOther(_ object: Digest, than file: String, depth: Int = 0) -> Bool {
        guard depth < 32 else { return false }
        return homes[object]?.contains { path, found in
            guard path != file else { return false }
            return found.place.base.map { hasOther($0, than: file, depth: depth + 1) } ?? true
        } ?? false
    }

    /// A part of a file, all of whose bytes mean the same kind of thing.
    struct Region: Hashable {
        var file: String
        var kind: String
        var range: Range<Int64>
    }

    /// The parts of every file.
    func regions() throws -> [Region] {
        var found = [Region]()
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where !bytes.isEmpty {
            if path.hasSuffix(".zip") {
                found += try zipRegions(path, Int64(bytes.count))
            } else {
                found.append(Region(file: path, kind: path, range: 0..<Int64(bytes.count)))
            }
        }
        return found
    }

    private func zipRegions(_ path: String, _ size: Int64) throws -> [Region] {
        let reader = try Self.reader(fixture, path)
        var found = [Region]()
        func add(_ kind: String, _ start: Int64, _ count: Int64) {
            guard count > 0 else { return }
            found.append(Region(file: path, kind: kind, range: start..<(start + count)))
        }
        var position = reader.zip.directory.entriesEnd
        for entry in reader.entries {
            let own = [OwnName.readme, OwnName.trees, OwnName.extents, OwnName.record]
                .first { $0 == entry.name }
            let kind =
                entry.name.starts(with: OwnName.patches)
                ? "patch"
                : own.map { String(decoding: $0, as: UTF8.self) }
                    ?? (entry.plain >= 1 << 20 ? "large" : "\(entry.kind)")
            let owner = own == nil ? "file's" : "own"
            let start = entry.headerOffset
            let header = Int64(entry.localHeaderCount)
            let name = Int64(entry.name.count)
            add("\(owner) local header", start, 30)
            add("\(owner) local name", start + 30, name)
            add("\(owner) local extra", start + 30 + name, header - 30 - name)
            add("\(kind) data", start + header, entry.packed)
            var central = [UInt8]()
            entry.appendCentralHeader(to: &central)
            add("\(owner) central header", position, 46)
            add("\(owner) central name", position + 46, name)
            add("\(owner) central extra", position + 46 + name, Int64(central.count) - 46 - name)
            position += Int64(central.count)
        }
        add("end", position, size - position)
        return found
    }

    private static func reader(_ fixture: StoreFixture, _ path: String) throws -> ArchiveReader {
        try ArchiveReader.openForObjects(
            try fixture.scratch.descriptor.openBeneath(BytePath(path), []), path: BytePath(path))
    }
}
