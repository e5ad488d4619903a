import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotArchive
@testable import SnapshotStore

/// One flipped bit in any file of a store: it is named, nothing wrong is given out, and what has a copy comes back.
///
/// `SNAPAGENT_EVERY_BIT=N` flips N bits in every part of every file.
@Suite struct BitFlipTests {
    @Test func everyFlipIsNamedAndMended() throws {
        let world = try DamageableStore()
        var random = SeededGenerator()
        let perRegion = ProcessEnvironment.value("SNAPAGENT_EVERY_BIT").flatMap { Int($0) }
        var regions = try world.regions()
        if perRegion == nil {
            // One part of each kind.
            regions.shuffle(using: &random)
            var seen: Set<String> = []
            regions = regions.filter { seen.insert($0.kind).inserted }
        }
        print("\(regions.count) parts, \(perRegion ?? 1) bits in each")
        for region in regions {
            for _ in 0..<(perRegion ?? 1) {
                let flip = Flip(
                    region: region, offset: Int64.random(in: region.range, using: &random),
                    bit: UInt8.random(in: 0..<8, using: &random),
                    losesCatalog: Bool.random(using: &random))
                try FlipTrial(world, flip, isThorough: perRegion != nil).run()
            }
        }
    }

    /// Which bit is flipped.
    struct Flip: CustomStringConvertible {
        var region: DamageableStore.Region
        var offset: Int64
        var bit: UInt8
        /// Whether the catalog is made from the damaged store.
        var losesCatalog: Bool

        var description: String {
            "\(region.kind): bit \(bit) of byte \(offset) of \(region.file)"
                + (losesCatalog ? ", catalog lost" : "")
        }
    }
}

/// What is looked at after one flip.
struct FlipTrial {
    private let world: DamageableStore
    private let flip: BitFlipTests.Flip
    private let isThorough: Bool
    private let comment: Comment

    init(_ world: DamageableStore, _ flip: BitFlipTests.Flip, isThorough: Bool) {
        self.world = world
        self.isThorough = isThorough
        self.flip = flip
        comment = Comment(rawValue: "\(flip)")
    }

    func run() throws {
        try world.putBack()
        let file = flip.region.file
        let store: Store
        do {
            if flip.losesCatalog {
                try world.fixture.flip(file, at: flip.offset, bit: flip.bit)
                store = try world.fixture.open()
            } else {
                store = try world.fixture.open()
                try world.fixture.flip(file, at: flip.offset, bit: flip.bit)
            }
        } catch let error as UserError {
            // The store itself cannot be told any more; the message names the file.
            #expect("\(error)".contains(String(file.dropFirst("store/".count))), comment)
            return
        }
        defer { store.release() }
        let name = BytePath(file).name
        // What a verification by itself finds, a repair must find too.
        let alone = isThorough ? try store.verify(depth: .everything).damage : nil
        let before = try failures(in: store)
        let outcome = try store.repair(RepairOptions()) {}
        let found = outcome.items.map(\.found)
        if let alone { #expect(Set(alone.map(\.file)) == Set(found.map(\.file)), comment) }
        let losses = found.compactMap(\.damage.digest)
        #expect(losses.count == Set(losses).count, comment)
        let isFileNamed = found.contains { $0.file == name && !$0.isElsewhere }
        #expect(isFileNamed || before.isEmpty, comment)
        for (number, path) in before {
            #expect(mayFail(path, in: number, file), "\(flip): \(number) \(path.display)")
            #expect(
                isNamed(path, in: number, by: found, store), "\(flip): \(number) \(path.display)")
        }
        guard isFileNamed else { return }
        let isRecordLost = flip.losesCatalog && !outcome.left.isEmpty
        #expect(outcome.left.isEmpty || isRecordLost, "\(flip): \(outcome.left)")
        let after = try failures(in: store)
        for (number, path) in after where !isRecordLost {
            #expect(mayFail(path, in: number, file), "\(flip): \(number) \(path.display) is left")
        }
        let marked = store.snapshots.flatMap { snapshot in
            snapshot.lost.map { Item(number: snapshot.number, path: $0.path) }
        }
        let failed = after.filter { item in store.snapshots.contains { $0.number == item.0 } }
        for (number, path) in failed where !isRecordLost {
            #expect(
                marked.contains { mark in
                    mark.number == number && (mark.path == path || path.isInside(mark.path))
                }, "\(flip): \(number) \(path.display) is not marked")
        }
        for mark in marked {
            #expect(
                after.contains {
                    $0.0 == mark.number && ($0.1 == mark.path || $0.1.isInside(mark.path))
                },
                "\(flip): \(mark.number) \(mark.path.display) is marked")
        }
        if isThorough, !isRecordLost {
            #expect(try store.verify(depth: .everything).damage == [], comment)
        }
    }

    private struct Item: Hashable {
        var number: Int
        var path: BytePath
    }

    /// What cannot be read; anything that is read and wrong is a failure of the test.
    private func failures(in store: Store) throws -> [(Int, BytePath)] {
        var failed = [(Int, BytePath)]()
        // What one snapshot gets by its digest, all get.
        var read: [Digest: [UInt8]] = [:]
        for (number, shown) in world.truth.sorted(by: { $0.key < $1.key }) {
            guard let view = try? store.view(number) else {
                failed.append((number, .root))
                continue
            }
            let objects = view.objects
            var seen: Set<BytePath> = []
            var waiting = [BytePath.root]
            while let directory = waiting.popLast() {
                guard let entries = try? view.directory(at: directory) else {
                    failed.append((number, directory))
                    continue
                }
                for entry in entries {
                    let path = directory.appending(entry.name)
                    seen.insert(path)
                    if entry.kind == .directory { waiting.append(path) }
                    var bytes = [UInt8]()
                    if let content = entry.content, let known = read[content] {
                        bytes = known
                    } else if let content = entry.content {
                        guard let found = Self.read(content, objects) else {
                            failed.append((number, path))
                            continue
                        }
                        bytes = found
                        read[content] = found
                    }
                    let right = shown[path] == StoreFixture.Shown(entry: entry, bytes: bytes)
                    #expect(right, "\(flip): \(number) \(path.display) is wrong")
                }
            }
            if !failed.contains(where: { $0.0 == number && $0.1.isRoot }) {
                for path in shown.keys where !path.isRoot && !seen.contains(path) {
                    let isBelow = failed.contains { $0.0 == number && path.isInside($0.1) }
                    #expect(isBelow, "\(flip): \(number) \(path.display) is not shown")
                }
            }
        }
        return failed
    }

    /// Reads a content as a restore does: again, if a damaged copy was met after the first bytes had come.
    private static func read(_ content: Digest, _ objects: StoreObjects) -> [UInt8]? {
        for _ in 0..<3 {
            var bytes = [UInt8]()
            if (try? objects.readContent(content) { bytes.append($0) }) != nil { return bytes }
        }
        return nil
    }

    /// Whether the bytes, the base or the listing of a path lie in the file that was damaged and nowhere else.
    private func mayFail(_ path: BytePath, in number: Int, _ file: String) -> Bool {
        guard let shown = world.truth[number] else { return false }
        if path.isRoot { return SnapshotFileName(BytePath(file).name)?.number == number }
        var objects = [shown[path]?.entry.content, shown[path]?.entry.tree].compactMap(\.self)
        var parent = path.parent
        while let directory = parent, !directory.isRoot {
            if let tree = shown[directory]?.entry.tree { objects.append(tree) }
            parent = directory.parent
        }
        return objects.contains { !world.hasOther($0, than: file) }
    }

    private func isNamed(
        _ path: BytePath, in number: Int, by found: [StoreDamage], _ store: Store
    ) -> Bool {
        guard let shown = world.truth[number] else { return false }
        // Expired ones are not examined as snapshots: what they lack is found when they are taken back.
        if store.expiredSnapshots.contains(where: { $0.number == number }) { return true }
        let objects = [shown[path]?.entry.content, shown[path]?.entry.tree].compactMap(\.self)
        return found.contains { damage in
            if let digest = damage.damage.digest, objects.contains(digest) {
                return damage.snapshots.contains(number)
            }
            return path.isRoot && SnapshotFileName(damage.file)?.number == number
        }
    }
}
