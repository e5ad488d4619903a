import Foundation
import SnapshotModel
import TestSupport
import Testing

/// Directories that were ignored when they came are watched once they are not.
@Suite struct NeverMissIgnoredTests {
    enum Way: CaseIterable {
        case madeWhileIgnored, movedToAnIgnoredName, movedInFromOutside, ruleRewritten, tagRemoved
    }

    @Test(
        .timeLimit(.minutes(10)), arguments: Way.allCases,
        [SnapshotLayout.incremental, .complete])
    func whatIsNoLongerIgnoredIsWatched(way: Way, layout: SnapshotLayout) throws {
        let place = try Workplace()
        try place.scratch.write("other", to: "data/a/f")
        try place.scratch.write("one", to: "data/b/work")
        try place.scratch.makeDirectories("data/b/sub")
        try place.configure(
            quiet: "100ms", maxWait: "1s", layout: layout, "verify_interval = \"24h\"")
        let agent = try place.startConfigured()
        let rule = way == .tagRemoved ? "data/build/CACHEDIR.TAG" : "data/.snapagentignore"
        if way == .tagRemoved {
            try place.scratch.write(
                "Signature: 8a477f597d28d172789f06886806bc55\n", to: rule)
        } else {
            try place.scratch.write("/build/\n", to: rule)
        }
        try place.scratch.write("mark", to: "data/a/first")
        try expect(place, "a/first", "mark")
        let (old, new) = (place.data + "/b", place.data + "/build")
        switch way {
        case .movedToAnIgnoredName, .ruleRewritten:
            try FileManager.default.moveItem(atPath: old, toPath: new)
        case .movedInFromOutside:
            let outside = place.scratch.text + "/outside"
            try FileManager.default.copyItem(atPath: old, toPath: outside)
            try FileManager.default.moveItem(atPath: outside, toPath: new)
        case .madeWhileIgnored, .tagRemoved:
            try place.scratch.makeDirectories("data/build/sub")
            try place.scratch.write("one", to: "data/build/work")
        }
        try place.scratch.write("mark", to: "data/a/second")
        try expect(place, "a/second", "mark")
        if way == .ruleRewritten {
            try place.scratch.write("/something else/\n", to: rule)
        } else {
            try FileManager.default.removeItem(atPath: place.scratch.text + "/" + rule)
        }
        try expect(place, "build/work", "one")
        // At once, before the agent can have done more than that.
        try place.scratch.write("two", to: "data/build/work")
        try place.scratch.write("new", to: "data/build/sub/new")
        try expect(place, "build/work", "two")
        try expect(place, "build/sub/new", "new")
        try place.scratch.write("three", to: "data/build/sub/new")
        try expect(place, "build/sub/new", "three")
        try agent.stop()
    }

    private func expect(_ place: Workplace, _ path: String, _ content: String) throws {
        let isThere = try poll { () -> Bool in
            try place.snapctl("cat", "latest:" + path).output == content
        }
        #expect(isThere, "\(path) is not saved with \(content)")
    }
}
