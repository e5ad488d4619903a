import LinuxSystem
import SnapshotModel
import TestSupport
import Testing
import TreeScanning

@Suite struct UnreadableTests {
    @Test func anUnreadableDirectoryIsUnlistedNotEmpty() throws {
        let fixture = try ScanFixture()
        for path in ["a/1", "b/2", "c/3"] { try fixture.scratch.write("x", to: path) }
        // The root and `a` are listed, `b` is refused.
        let tree = try SyscallFaults.refusing("getdents64", with: .accessDenied, after: 4, times: 1)
        {
            try fixture.scan()
        }
        #expect(tree.paths == ["", "a", "a/1", "b", "c", "c/3"])
        #expect(tree["b"]?.entry.missing == .unlisted)
        #expect(
            tree.problems == [
                MissingItem(
                    path: BytePath("b"), reason: .unlisted, detail: "permission denied")
            ])
    }

    @Test func anUnlistedDirectoryIsTriedAgain() throws {
        let fixture = try ScanFixture()
        for path in ["a/1", "b/2/3"] { try fixture.scratch.write("x", to: path) }
        let broken = try SyscallFaults.refusing("openat2", with: .accessDenied, after: 1, times: 1)
        {
            try fixture.scan()
        }
        #expect(broken.paths == ["", "a", "a/1", "b"])
        let known = RememberedTree(broken)
        let healed = try fixture.scan(dirty: ["a"], known)
        #expect(healed.paths == ["", "a", "a/1", "b", "b/2", "b/2/3"])
        #expect(healed.problems.isEmpty)
        #expect(healed["b"]?.entry.missing == nil)
    }

    @Test func aDirectoryThatMayNotBeSearchedIsUnlisted() throws {
        let fixture = try ScanFixture()
        try fixture.scratch.write("x", to: "a/1")
        // Status of the root, then of `a` in it, of `a` opened, then of what it holds.
        let tree = try SyscallFaults.refusing("statx", with: .accessDenied, after: 3, times: 1) {
            try fixture.scan()
        }
        #expect(tree.paths == ["", "a"])
        #expect(tree.problems.map(\.reason) == [.unlisted])
    }

    @Test func aNameThatCannotBeLookedAtIsAProblem() throws {
        let fixture = try ScanFixture()
        for path in ["a", "b"] { try fixture.scratch.write("x", to: path) }
        let tree = try SyscallFaults.refusing("statx", with: .io, after: 1, times: 1) {
            try fixture.scan()
        }
        #expect(tree.paths == ["", "b"])
        #expect(tree.problems.map(\.path) == [BytePath("a")])
        #expect(tree.problems.map(\.reason) == [.unreadable])
    }

    @Test func whatVanishesOnTheWayIsNoProblem() throws {
        let fixture = try ScanFixture()
        for path in ["a", "b", "c/d"] { try fixture.scratch.write("x", to: path) }
        let files = try SyscallFaults.refusing("statx", with: .noEntry, after: 1, times: .max) {
            try fixture.scan()
        }
        #expect(files.paths == [""])
        #expect(files.problems.isEmpty)
        let directory = try SyscallFaults.refusing("openat2", with: .noEntry) {
            try fixture.scan()
        }
        #expect(directory.paths == ["", "a", "b"])
        #expect(directory.problems.isEmpty)
    }

    /// A name that is gone when it is looked at may be there again, or what it stood for under another one.
    @Test(arguments: 1...3) func namesThatChangeOnTheWayAreListedAgain(_ after: Int) throws {
        let fixture = try ScanFixture()
        for path in ["a", "b", "c/d"] { try fixture.scratch.write("x", to: path) }
        let tree = try SyscallFaults.refusing("statx", with: .noEntry, after: after, times: 1) {
            try fixture.scan()
        }
        #expect(tree.paths == ["", "a", "b", "c", "c/d"])
        #expect(tree.problems.isEmpty)
    }

    @Test func attributesThatCannotBeReadAreAProblem() throws {
        let fixture = try ScanFixture()
        try fixture.scratch.write("x", to: "a")
        // The root's own come first.
        let tree = try SyscallFaults.refusing("listxattr", with: .io, after: 1, times: 1) {
            try fixture.scan()
        }
        #expect(tree.paths == ["", "a"])
        #expect(tree.problems.map(\.path) == [BytePath("a")])
    }
}
