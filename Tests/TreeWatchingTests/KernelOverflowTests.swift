internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

extension KernelTests {
    @Test func anOverflowMakesEverythingDirty() throws {
        let watched = try WatchedTree(["a"])
        let before = watched.watcher.statistics(watched.id)
        let limit = try FileDescriptor.open(
            BytePath("/proc/sys/fs/inotify/max_queued_events"), .readOnly
        ).readAll(atMost: 100)
        let slots = try #require(Int(String(decoding: limit.dropLast(), as: UTF8.self)))
        let gate = Monitor((isHeld: false, isOpen: false))
        let watcher = watched.watcher
        try Thread.detach(name: "holder") {
            watcher.perform { _ in
                gate.update { $0.isHeld = true }
                _ = gate.wait { $0.isOpen ? true : nil }
            }
        }
        _ = gate.wait { $0.isHeld ? true : nil }
        // Two names in turn, since the kernel merges equal events that follow each other.
        let a = try watched.tree().open([97], [.readOnly, .directory])
        try a.makeNode([120], kind: .file, mode: 0o600)
        try a.makeNode([121], kind: .file, mode: 0o600)
        for _ in 0...slots / 2 {
            try a.setMode(of: [120], 0o600)
            try a.setMode(of: [121], 0o600)
        }
        try watched.scratch.makeDirectories("tree/unheard/of")
        gate.update { $0.isOpen = true }
        #expect(watched.dirty() == ["everything"])
        #expect(watched.watched() == ["", "a", "unheard", "unheard/of"])
        let after = watched.watcher.statistics(watched.id)
        #expect(after.overflows == before.overflows + 1)
        #expect(after.walks == before.walks + 1)
        #expect(watched.awaits(.everything(reason: "the kernel's event queue overflowed")))
        try watched.scratch.write("x", to: "tree/unheard/of/file")
        #expect(watched.dirty() == ["unheard/of"])
    }

    @Test func aRootGoesAndComesBack() throws {
        let watched = try WatchedTree(["a"])
        let scratch = try watched.scratch.descriptor.duplicate()
        let name = Array("tree".utf8)
        try scratch.rename(name, to: scratch, Array("away".utf8), replacing: false)
        #expect(watched.awaits(.rootGone(reason: "no such file or directory")))
        try scratch.rename(Array("away".utf8), to: scratch, name, replacing: false)
        #expect(watched.awaits(.rootBack))
        #expect(watched.dirty() == ["everything"])
        try watched.scratch.write("x", to: "tree/a/file")
        #expect(watched.dirty() == ["a"])
    }

    @Test func aRootIsRemovedAndMadeAgain() throws {
        let watched = try WatchedTree()
        let scratch = try watched.scratch.descriptor.duplicate()
        try scratch.remove(Array("tree".utf8), directory: true)
        #expect(watched.awaits(.rootGone(reason: "no such file or directory")))
        #expect(!watched.watcher.statistics(watched.id).isRootPresent)
        try watched.scratch.makeDirectories("tree/new")
        #expect(watched.awaits(.rootBack))
        #expect(watched.dirty() == ["everything"])
        #expect(watched.watched() == ["", "new"])
    }

    @Test func aProcessHasOneWatcher() throws {
        let watched = try WatchedTree()
        let error = #expect(throws: UserError.self) { _ = try TreeWatcher.start() }
        #expect(error?.why == "device or resource busy")
        let missing = watched.scratch.path.appending(Array("missing".utf8))
        let refusal = #expect(throws: UserError.self) {
            try watched.watcher.add(WatchedRoot(id: 0, path: missing)) { _ in }
        }
        #expect(refusal?.code == .noDirectory)
    }

    @Test func aStoppedWatcherSaysSo() async {
        await #expect(processExitsWith: .success) {
            let watcher = try TreeWatcher.start()
            let scratch = try ScratchDirectory()
            try watcher.add(WatchedRoot(id: 1, path: scratch.path)) { _ in }
            _ = watcher.syncPoint(1)
            watcher.stop()
            #expect(watcher.syncPoint(1).reason == "watching has ended")
            #expect(throws: UserError.self) {
                try watcher.add(WatchedRoot(id: 2, path: scratch.path)) { _ in }
            }
        }
    }
}
