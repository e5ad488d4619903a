import ControlProtocol
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// Directories that appear, go and change places faster than anybody looks.
@Suite struct NeverMissRaceTests {
    /// Peers lose most of these: the file is written before the watch on its directory can be there.
    @Test(.timeLimit(.minutes(10))) func deepDirectoriesThatAppearAtOnce() throws {
        let watched = try WatchedPlace()
        var random = SeededGenerator()
        for batch in 0..<40 {
            for trial in 0..<25 {
                let top = "\(batch)-\(trial)"
                try watched.write("\(trial)\n", to: "\(top)/b/c/d/file")
                if Int.random(in: 0..<3, using: &random) == 0 {
                    try watched.rename("data/\(top)", "data/moved-\(top)")
                    try watched.write("more\n", to: "moved-\(top)/b/c/d/other")
                }
            }
            try watched.expectSaved("seed \(random.seed), batch \(batch):")
            let root = try FileManager.default.contentsOfDirectory(atPath: watched.place.data)
            for name in root where Bool.random(using: &random) || root.count > 60 {
                try watched.removeTree("data/\(name)")
            }
        }
        try watched.agent.stop()
    }

    @Test(.timeLimit(.minutes(10))) func treesThatMove() throws {
        let watched = try WatchedPlace()
        for round in 0..<8 {
            // In, and changed at once, while the agent still looks at what came.
            try watched.place.scratch.write("\(round)\n", to: "outside/tree/in/deep/file")
            try watched.rename("outside/tree", "data/tree\(round)")
            try watched.write("after\n", to: "tree\(round)/in/deep/second")
            if round % 2 == 0 { try watched.expectSaved("in \(round):") }
            // Around.
            try watched.write("", to: "other\(round)/place")
            try watched.rename("data/tree\(round)/in", "data/other\(round)/in")
            try watched.write("around\n", to: "other\(round)/in/deep/file")
            if round % 3 == 0 { try watched.expectSaved("around \(round):") }
            // Out, where changes do not count, and in again under another name.
            try watched.rename("data/other\(round)/in", "outside/out")
            try watched.place.scratch.write("outside\n", to: "outside/out/deep/file")
            if round % 2 == 1 { try watched.expectSaved("out \(round):") }
            try watched.rename("outside/out", "data/again\(round)")
            try watched.write("in again\n", to: "again\(round)/deep/third")
        }
        try watched.expectSaved()
        try watched.agent.stop()
    }

    @Test(.timeLimit(.minutes(10))) func namesThatStandForSomethingElse() throws {
        let watched = try WatchedPlace()
        let (one, two) = (Array("one".utf8), Array("two".utf8))
        let tree = try watched.tree.duplicate()
        for round in 0..<8 {
            try watched.write("first \(round)\n", to: "one/a/file")
            try watched.write("second \(round)\n", to: "two/b/file")
            try watched.write("plain\n", to: "plain")
            if round % 2 == 0 { try watched.expectSaved("made \(round):") }
            try tree.exchange(one, with: tree, two)
            try watched.write("first again\n", to: "one/b/file")
            try watched.expectSaved("exchanged \(round):")
            // A directory for a file, and the other way round.
            try tree.exchange(one, with: tree, Array("plain".utf8))
            try watched.write("inside\n", to: "plain/b/file")
            if round % 2 == 1 { try watched.expectSaved("exchanged with a file \(round):") }
            // A link in the place of a directory, and the directory back.
            try watched.rename("data/two", "outside/kept")
            try tree.makeLink(target: Array("../outside/kept".utf8), at: two)
            try watched.place.scratch.write("hidden\n", to: "outside/kept/a/file")
            try watched.expectSaved("a link \(round):")
            try tree.remove(two)
            try watched.rename("outside/kept", "data/two")
            try watched.write("seen\n", to: "two/a/file")
            // Removed and made again under the same name.
            try watched.removeTree("data/two")
            try watched.write("new\n", to: "two/a/file")
            try watched.expectSaved("made again \(round):")
            for name in ["two", "plain"] { try watched.removeTree("data/\(name)") }
            try tree.remove(one)
        }
        try watched.expectSaved()
        try watched.agent.stop()
    }

    @Test(.timeLimit(.minutes(10))) func aRootThatIsRenamedOrMadeAgain() throws {
        let watched = try WatchedPlace { try $0.scratch.write("1\n", to: "data/a/file") }
        let place = watched.place
        try watched.rename("data", "elsewhere")
        try place.settle(watched.client, as: [.paused])
        let count = try place.zips().count
        try place.scratch.write("while it was away\n", to: "elsewhere/a/file")
        try watched.rename("elsewhere", "data")
        try watched.expectSaved("renamed back:")
        #expect(try place.zips().count == count + 1)

        try watched.removeTree("data")
        try watched.write("2\n", to: "b/file")
        try watched.write("3\n", to: "b/other")
        try watched.expectSaved("made again:")
        try watched.write("4\n", to: "b/c/file")
        try watched.expectSaved("made again and changed:")
        try watched.agent.stop()
    }
}
