internal import SnapshotModel
internal import Testing

@testable internal import TreeWatching

/// A name that came and went before a scan may have been another name of any file.
@Suite final class NameWindowTests {
    private var window = NameWindow()

    private func take(
        _ mask: EventMask, _ name: String, in watch: Int32 = 1, cookie: UInt32 = 0
    ) {
        window.take(
            WatchEvent(watch: watch, mask: mask, name: Array(name.utf8), cookie: cookie))
    }

    /// What the window says at a sync point.
    private func close() -> Bool { window.close() }

    @Test func ordinaryWorkLeavesNoDoubt() {
        take(.create, "new")
        take(.modify, "new")
        take(.closeWrite, "new")
        take(.delete, "old")
        #expect(!close())
        // An editor that saves: beside the file, then over it.
        take(.create, "text.swp")
        take(.movedFrom, "text.swp", cookie: 7)
        take(.movedTo, "text", cookie: 7)
        #expect(!close())
    }

    @Test(arguments: [0, 1, 2]) func aNameThatGoesSoonIsDoubtful(syncPoints: Int) {
        take(.create, "link")
        for _ in 0..<syncPoints { #expect(!close()) }
        take(.delete, "link")
        // The scan behind the second sync point has seen it, and the catalog knows of its other names.
        #expect(close() == (syncPoints < 2))
        #expect(!close())
    }

    @Test func aNameThatIsReplacedOrLeavesIsDoubtful() {
        take(.create, "link")
        take(.movedFrom, "other", cookie: 1)
        take(.movedTo, "link", cookie: 1)
        #expect(close())
        take(.create, "leaves")
        take(.movedFrom, "leaves", cookie: 2)
        #expect(close())
    }

    @Test func whatGoesWithItsDirectoryIsDoubtful() {
        take(.create, "link", in: 3)
        window.end([2])
        #expect(!close())
        window.end([3])
        #expect(close())
        // Names may have been in it before it was watched.
        window.begin(4)
        take(.delete, "link", in: 4)
        #expect(close())
        window.begin(5)
        window.end([5])
        #expect(close())
    }
}
