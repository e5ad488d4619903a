internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

/// What a listing shows of one name.
private struct Fact: Hashable {
    var kind: EntryKind
    var inode: UInt64
    var mode: UInt32
    var size: Int64
    var modified: FileTime
}

/// Random changes to a small tree in which names collide all the time.
private struct Churn {
    var generator: SeededGenerator
    let scratch: ScratchDirectory
    private var directories: [BytePath] = [.root]

    init(seed: UInt64, scratch: ScratchDirectory) {
        generator = SeededGenerator(seed: seed)
        self.scratch = scratch
    }

    /// Everything in the tree: what every directory holds.
    static func survey(_ tree: borrowing FileDescriptor) throws -> [BytePath: [[UInt8]: Fact]] {
        var found: [BytePath: [[UInt8]: Fact]] = [:]
        var pending = [BytePath.root]
        while let path = pending.popLast() {
            let directory = try tree.openBeneath(path, [.readOnly, .directory])
            var facts: [[UInt8]: Fact] = [:]
            try directory.names { name, _ in
                let status = try directory.status(of: name)
                let isDirectory = status.kind == .directory
                if isDirectory { pending.append(path.appending(name)) }
                // A directory's own size and times are its content's matter.
                facts[name] = Fact(
                    kind: status.kind, inode: status.inode, mode: status.mode,
                    size: isDirectory ? 0 : status.size,
                    modified: isDirectory ? FileTime(seconds: 0) : status.modified)
            }
            found[path] = facts
        }
        return found
    }

    /// Makes changes; those that the tree's present state does not allow do nothing.
    mutating func run(_ count: Int) throws {
        let tree = try scratch.descriptor.open(Array("tree".utf8), [.readOnly, .directory])
        directories = Array(try Self.survey(tree).keys)
        for _ in 0..<count {
            do {
                try step(tree)
            } catch let error as SystemError {
                switch error.errno {
                case .noEntry, .exists, .notEmpty, .notDirectory, .isDirectory, .invalid, .loop:
                    continue
                default: throw error
                }
            }
        }
    }

    private mutating func step(_ tree: borrowing FileDescriptor) throws {
        let place = directories.randomElement(using: &generator) ?? .root
        let other = directories.randomElement(using: &generator) ?? .root
        let (name, newName) = (randomName(), randomName())
        let directory = try tree.openBeneath(place, [.readOnly, .directory])
        let target = try tree.openBeneath(other, [.readOnly, .directory])
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1, 2:
            guard place.components.count < 6 else { return }
            try directory.makeDirectory(name, mode: 0o755)
            directories.append(place.appending(name))
        case 3: try directory.remove(name, directory: true)
        case 4, 5:
            let file = try directory.open(name, [.create, .writeOnly, .noFollow], mode: 0o644)
            try file.write(generator.bytes(Int.random(in: 0..<50, using: &generator)), at: 0)
        case 6: try directory.remove(name)
        case 7: try directory.rename(name, to: target, newName, replacing: true)
        case 8: try directory.exchange(name, with: target, newName)
        case 9: try directory.setMode(of: name, Bool.random(using: &generator) ? 0o700 : 0o755)
        case 10: try directory.rename(name, to: scratch.descriptor, newName, replacing: false)
        default: try scratch.descriptor.rename(name, to: directory, newName, replacing: false)
        }
    }

    private mutating func randomName() -> [UInt8] {
        [UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "e"), using: &generator)]
    }
}

extension KernelTests {
    /// Every directory whose listing differs is dirty, and every directory is watched.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func churnIsNeverMissed(seed: UInt64) throws {
        let watched = try WatchedTree(["a/b/c", "b/c", "c"])
        let tree = try watched.tree()
        var churn = Churn(seed: seed, scratch: watched.scratch)
        var before = try Churn.survey(tree)
        for round in 0..<10 {
            var dirty = DirtySet()
            for _ in 0..<3 {
                try churn.run(40)
                dirty.formUnion(watched.watcher.syncPoint(watched.id))
            }
            let after = try Churn.survey(tree)
            let place: Comment = "seed \(seed), round \(round)"
            for (path, facts) in after where before[path] != facts {
                let selection = dirty.names[path]
                #expect(selection != nil, "\(path.display), \(place)")
                guard case .names(let names)? = selection else { continue }
                let old = before[path] ?? [:]
                let changed = Set(facts.keys).union(old.keys).filter { facts[$0] != old[$0] }
                #expect(names.isSuperset(of: changed), "\(path.display), \(place)")
            }
            #expect(watched.watched() == Set(after.keys.map { $0.isRoot ? "" : $0.display }), place)
            #expect(!dirty.everything, place)
            before = after
        }
        #expect(watched.watcher.statistics(watched.id).uncovered == [])
    }
}
