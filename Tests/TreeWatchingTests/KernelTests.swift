internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

/// A tree under the real watcher.
final class WatchedTree: Sendable {
    let scratch: ScratchDirectory
    let watcher: TreeWatcher
    let id: Int
    let reports = Monitor([WatchReport]())

    /// Watches the directory `tree` of a scratch directory, with these directories in it.
    init(_ directories: [String] = []) throws {
        watcher = try SharedWatcher.result.get()
        id = SharedWatcher.newID()
        scratch = try ScratchDirectory()
        try scratch.makeDirectories("tree")
        for directory in directories { try scratch.makeDirectories("tree/\(directory)") }
        let reports = reports
        try watcher.add(
            WatchedRoot(id: id, path: scratch.path.appending(Array("tree".utf8)))
        ) { report in reports.update { $0.append(report) } }
        _ = watcher.syncPoint(id)
    }

    deinit {
        watcher.remove(id)
    }

    /// The tree's root directory.
    func tree() throws -> FileDescriptor {
        try scratch.descriptor.open(Array("tree".utf8), [.readOnly, .directory])
    }

    /// What is dirty as of now, as strings.
    func dirty() -> Set<String> {
        let dirty = watcher.syncPoint(id)
        if dirty.everything { return ["everything"] }
        return Set(dirty.directories.map { String(decoding: $0.bytes, as: UTF8.self) })
    }

    /// Every watched path of the tree.
    func watched() -> Set<String> {
        let id = id
        return watcher.perform { $0.watchedPaths(of: id) } ?? []
    }

    /// Waits for a report.
    func awaits(_ report: WatchReport) -> Bool {
        reports.wait(until: .now + .seconds(20)) { $0.contains(report) ? true : nil } ?? false
    }
}

/// Tests on the kernel's own events; one after the other, since an overflow concerns every tree.
@Suite(.serialized) struct KernelTests {}

extension KernelTests {
    @Test func everyNewDirectoryIsCaught() throws {
        var generator = SeededGenerator(seed: 20)
        let watched = try WatchedTree()
        let scratch = watched.scratch
        let tree = try watched.tree()
        for trial in 0..<300 {
            var name = "trial-\(trial)"
            try scratch.write("content", to: "tree/\(name)/b/c/d/file")
            if trial % 3 == 0 {
                let renamed = "renamed-\(trial)"
                try tree.rename(
                    Array(name.utf8), to: tree, Array(renamed.utf8), replacing: false)
                name = renamed
            }
            guard Bool.random(using: &generator) || trial == 299 else { continue }
            let dirty = watched.dirty()
            #expect(
                dirty.isSuperset(of: ["", name, "\(name)/b", "\(name)/b/c", "\(name)/b/c/d"]),
                "trial \(trial)")
            try scratch.write("more", to: "tree/\(name)/b/c/d/file")
            #expect(watched.dirty() == ["\(name)/b/c/d"], "trial \(trial)")
        }
        #expect(watched.watched().count == 1 + 4 * 300)
        #expect(watched.watcher.statistics(watched.id).unknownEvents == 0)
    }

    @Test func treesMoveInAndOut() throws {
        let watched = try WatchedTree(["a"])
        let scratch = try watched.scratch.descriptor.duplicate()
        let tree = try watched.tree()
        try watched.scratch.write("x", to: "outside/b/c/file")
        try scratch.rename(Array("outside".utf8), to: tree, Array("in".utf8), replacing: false)
        #expect(watched.dirty() == ["", "in", "in/b", "in/b/c"])
        try tree.rename(Array("in".utf8), to: scratch, Array("outside".utf8), replacing: false)
        #expect(watched.dirty() == [""])
        #expect(watched.watched() == ["", "a"])
        try watched.scratch.write("y", to: "outside/b/c/file")
        #expect(watched.dirty() == [])
        #expect(watched.watcher.statistics(watched.id).unknownEvents == 0)
    }

    @Test func aDeletedDirectoryIsMadeAgain() throws {
        let watched = try WatchedTree(["a/b"])
        let tree = try watched.tree()
        for _ in 0..<50 {
            let a = try tree.open([97], [.readOnly, .directory])
            try a.remove([98], directory: true)
            try tree.remove([97], directory: true)
            try watched.scratch.makeDirectories("tree/a/b")
        }
        #expect(watched.dirty() == ["", "a", "a/b"])
        try watched.scratch.write("x", to: "tree/a/b/file")
        #expect(watched.dirty() == ["a/b"])
        #expect(watched.watched() == ["", "a", "a/b"])
    }

    @Test func exchangedDirectoriesChangePlaces() throws {
        let watched = try WatchedTree(["a/in-a", "b/in-b"])
        let tree = try watched.tree()
        try tree.exchange([97], with: tree, [98])
        #expect(watched.dirty() == ["", "a", "b", "a/in-b", "b/in-a"])
        try watched.scratch.write("x", to: "tree/a/in-b/file")
        #expect(watched.dirty() == ["a/in-b"])
    }

    @Test func aLinkTakesADirectorysPlace() throws {
        let watched = try WatchedTree(["a/inner"])
        try watched.scratch.makeDirectories("elsewhere")
        let tree = try watched.tree()
        try tree.rename(
            [97], to: watched.scratch.descriptor, Array("out".utf8), replacing: false)
        try tree.makeLink(target: Array("../elsewhere".utf8), at: [97])
        #expect(watched.dirty() == [""])
        try watched.scratch.write("x", to: "elsewhere/file")
        #expect(watched.dirty() == [])
        #expect(watched.watched() == [""])
    }

    @Test func everyKindOfChangeIsNoticed() throws {
        let watched = try WatchedTree(["a"])
        let a = try watched.tree().open([97], [.readOnly, .directory])
        let file = Array("file".utf8)
        let steps: [(String, () throws -> Void)] = [
            ("create", { _ = try a.open(file, [.create, .writeOnly]) }),
            ("write", { try a.open(file, .writeOnly).write([1], at: 0) }),
            ("truncate", { try a.open(file, .writeOnly).truncate(to: 0) }),
            ("chmod", { try a.setMode(of: file, 0o604) }),
            ("utimes", { try a.setTimes(of: file, modified: FileTime(seconds: 1)) }),
            (
                "setxattr",
                {
                    try a.setAttribute(
                        ExtendedAttribute(name: Array("user.x".utf8), value: [1]), of: file)
                }
            ),
            ("link", { try a.makeHardLink(from: a, file, to: [108]) }),
            ("symlink", { try a.makeLink(target: [120], at: [115]) }),
            ("mkfifo", { try a.makeNode([102], kind: .fifo, mode: 0o600) }),
            ("rename", { try a.rename(file, to: a, [114], replacing: false) }),
            ("unlink", { try a.remove([114]) }),
        ]
        for (name, step) in steps {
            try step()
            #expect(watched.dirty() == ["a"], "\(name)")
        }
        try a.setMode(0o711)
        #expect(watched.dirty() == ["", "a"])
    }

    @Test func changesAreReportedWithoutBeingAsked() throws {
        let watched = try WatchedTree(["a"])
        watched.reports.update { $0 = [] }
        try watched.scratch.write("x", to: "tree/a/file")
        let deletesOnly = watched.reports.wait(until: .now + .seconds(20)) { reports -> Bool? in
            guard case .changed(let deletesOnly, _) = reports.first else { return nil }
            return deletesOnly
        }
        #expect(deletesOnly == false)
    }

    @Test func anIdleWatcherWaitsForEver() throws {
        let watched = try WatchedTree(["a"])
        #expect(watched.dirty() == [])
        let isAtRest = watched.watcher.perform { $0.nextWalk == nil && !$0.hasBacklog }
        #expect(isAtRest == true)
    }
}
