import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// Files that are written in all the ways in which programs write files.
@Suite struct NeverMissFileTests {
    @Test(.timeLimit(.minutes(10))) func editorsThatSave() throws {
        let watched = try WatchedPlace { try $0.scratch.write("0\n", to: "data/docs/text") }
        for round in 1...6 {
            // Beside it, then over it.
            try watched.write("temporary \(round)\n", to: "docs/.text.swp")
            try watched.rename("data/docs/.text.swp", "data/docs/text")
            try watched.expectSaved("over it \(round):")
            // The old one becomes the backup.
            try watched.rename("data/docs/text", "data/docs/text~")
            try watched.write("backup \(round)\n", to: "docs/text")
            try watched.expectSaved("backup \(round):")
            // In place, of the same length within the same instant.
            try watched.write("in place \(round)\n", to: "docs/text")
            try watched.write("in PLACE \(round)\n", to: "docs/text")
            try watched.expectSaved("in place \(round):")
        }
        try watched.agent.stop()
    }

    @Test(.timeLimit(.minutes(10))) func filesWithoutAName() throws {
        let watched = try WatchedPlace { try $0.scratch.write("0\n", to: "data/docs/text") }
        let docs = try watched.tree.open(Array("docs".utf8), [.readOnly, .directory])
        for round in 0..<6 {
            let name = Array("linked \(round)".utf8)
            let file = try docs.open([UInt8(ascii: ".")], [.temporary, .readWrite])
            try file.write(Array("complete \(round)\n".utf8), at: 0)
            try docs.makeName(name, for: file)
            if round % 2 == 0 { try watched.expectSaved("linked \(round):") }
            // The kernel tells of this under a name that never was in the directory.
            try file.write(Array("changed since\n".utf8), at: 0)
            try watched.expectSaved("written after \(round):")
        }
        for round in 0..<6 {
            let held = try docs.open(Array("held".utf8), [.writeOnly, .create])
            try held.write([1, 2, 3], at: 0)
            if round % 2 == 0 { try watched.expectSaved("held \(round):") }
            try docs.remove(Array("held".utf8))
            try held.write([4, 5, 6], at: 100)
            try watched.expectSaved("unlinked \(round):")
        }
        try watched.agent.stop()
    }

    /// The kernel tells of such a write in the directory where the file was opened, under a name that is none.
    @Test(.timeLimit(.minutes(10))) func filesThatGetTheirNameInAnotherDirectory() throws {
        let watched = try WatchedPlace {
            try $0.scratch.makeDirectories("data/a")
            try $0.scratch.makeDirectories("data/b/c")
        }
        let a = try watched.tree.open(Array("a".utf8), [.readOnly, .directory])
        let c = try watched.tree.openBeneath(BytePath("b/c"), [.readOnly, .directory])
        for round in 0..<4 {
            let file = try a.open([UInt8(ascii: ".")], [.temporary, .readWrite])
            try file.write(Array("complete \(round)\n".utf8), at: 0)
            try c.makeName(Array("linked \(round)".utf8), for: file)
            if round % 2 == 0 { try watched.expectSaved("linked \(round):") }
            try file.write(Array("changed since\n".utf8), at: 0)
            try watched.expectSaved("written after \(round):")
            // An open file goes with its name from directory to directory.
            let held = try a.open(Array("held".utf8), [.writeOnly, .create])
            try held.write([1, 2, 3], at: 0)
            if round % 2 == 0 { try watched.expectSaved("held \(round):") }
            try a.rename(Array("held".utf8), to: c, Array("moved".utf8), replacing: true)
            if round > 1 { try watched.expectSaved("moved \(round):") }
            try held.write([4, 5, 6], at: 100)
            try watched.expectSaved("written elsewhere \(round):")
        }
        try watched.agent.stop()
    }

    @Test(.timeLimit(.minutes(10))) func linkedFiles() throws {
        let watched = try WatchedPlace {
            try $0.scratch.write("0\n", to: "data/a/one")
            try $0.scratch.makeDirectories("data/b/c")
        }
        let a = try watched.tree.open(Array("a".utf8), [.readOnly, .directory])
        let c = try watched.tree.openBeneath(BytePath("b/c"), [.readOnly, .directory])
        let (one, two) = (Array("one".utf8), Array("two".utf8))
        for round in 0..<6 {
            try c.makeHardLink(from: a, one, to: two)
            if round % 2 == 0 { try watched.expectSaved("linked \(round):") }
            try watched.write("through the second \(round)\n", to: "b/c/two")
            try watched.expectSaved("second \(round):")
            try watched.write("through the first \(round)\n", to: "a/one")
            if round % 3 == 0 { try watched.expectSaved("first \(round):") }
            try c.setMode(of: two, round % 2 == 0 ? 0o600 : 0o644)
            try watched.expectSaved("mode \(round):")
            try c.remove(two)
            if round % 2 == 1 { try watched.expectSaved("unlinked \(round):") }
        }
        try watched.agent.stop()
    }

    /// What is written through a descriptor is told under the name by which it was opened, also when that is gone.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [(SnapshotLayout.complete, 0), (.incremental, 0), (.incremental, 4_200)])
    func namesThatAreLost(layout: SnapshotLayout, others: Int) throws {
        let watched = try WatchedPlace(layout: layout) {
            try $0.scratch.makeDirectories("data/b")
            try $0.scratch.write("0\n", to: "data/a/unrelated")
            for number in 0..<others { try $0.scratch.write("", to: "data/a/\(number)") }
        }
        let a = try watched.tree.open(Array("a".utf8), [.readOnly, .directory])
        let (lost, kept) = (Array("lost".utf8), Array("kept".utf8))
        for round in ["a", "b"] {
            let directory = try watched.tree.open(Array(round.utf8), [.readOnly, .directory])
            let file = try a.open(lost, [.writeOnly, .create])
            try file.write([1, 2, 3], at: 0)
            try watched.expectSaved("written \(round):")
            try directory.makeHardLink(from: a, lost, to: kept)
            try a.remove(lost)
            try watched.expectSaved("linked elsewhere \(round):")
            try file.write([4, 5, 6], at: 100)
            try watched.expectSaved("written under the lost name \(round):")
            try watched.write("another\n", to: "a/lost")
            try watched.expectSaved("named anew \(round):")
            try file.write([7, 8, 9], at: 200)
            try watched.expectSaved("written under another's name \(round):")
        }
        try watched.agent.stop()
    }

    /// A file changes under a second name that is gone before anybody looks: no event tells where its first one is.
    @Test(.timeLimit(.minutes(10))) func namesThatComeAndGo() throws {
        let watched = try WatchedPlace {
            try $0.scratch.write("0\n", to: "data/a/one")
            try $0.scratch.makeDirectories("data/b/c")
        }
        let a = try watched.tree.open(Array("a".utf8), [.readOnly, .directory])
        let c = try watched.tree.openBeneath(BytePath("b/c"), [.readOnly, .directory])
        let outside = try FileDescriptor.open(
            BytePath(watched.place.scratch.text + "/outside"), [.readOnly, .directory])
        let (one, two, three) = (Array("one".utf8), Array("two".utf8), Array("three".utf8))
        for round in 0..<4 {
            try c.makeHardLink(from: a, one, to: two)
            try watched.write("through the second \(round)\n", to: "b/c/two")
            try c.remove(two)
            try watched.expectSaved("removed \(round):")
            try c.makeHardLink(from: a, one, to: two)
            try c.setMode(of: two, round % 2 == 0 ? 0o600 : 0o644)
            try c.rename(two, to: outside, Array("\(round)".utf8), replacing: false)
            try watched.expectSaved("moved out \(round):")
            try c.makeHardLink(from: a, one, to: two)
            try watched.write("before it is replaced \(round)\n", to: "b/c/two")
            try watched.write("another\n", to: "b/c/three")
            try c.rename(three, to: c, two, replacing: true)
            try watched.expectSaved("replaced \(round):")
            try c.remove(two)
            try watched.place.scratch.makeDirectories("data/new/deep")
            try watched.tree.openBeneath(BytePath("new/deep"), [.readOnly, .directory])
                .makeHardLink(from: a, one, to: two)
            try watched.write("in a new directory \(round)\n", to: "new/deep/two")
            try watched.removeTree("data/new")
            try watched.expectSaved("with its directory \(round):")
        }
        try watched.agent.stop()
    }

    /// A large file that arrives slowly: whatever is saved meanwhile, the end is saved whole.
    @Test(.timeLimit(.minutes(10))) func aSlowCopy() throws {
        let watched = try WatchedPlace()
        var random = SeededGenerator()
        let file = try watched.tree.open(Array("large".utf8), [.writeOnly, .create, .append])
        for part in 0..<12 {
            try file.append(random.bytes(1 << 20))
            guard part % 3 == 0 else { continue }
            // The copy stalls for longer than the quiet time, and is saved as far as it is.
            try watched.expectSaved("part \(part):")
        }
        try file.close()
        try watched.expectSaved("complete:")
        try watched.agent.stop()
    }
}
