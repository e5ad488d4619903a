import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// What snapshots need, found through their trees.
@Suite struct NeededObjectsTests {
    private struct Counting {
        var texts: [Digest: [UInt8]] = [:]
        var reads: [Digest: Int] = [:]
    }

    /// A tree with these members: names to contents, or to trees.
    private func tree(
        _ name: String, files: [String: String] = [:], folders: [String: Digest] = [:],
        parts: [Digest] = [], in store: inout Counting
    ) -> Digest {
        var text = [UInt8]()
        guard parts.isEmpty else {
            let parts = parts.map { TreePart(first: [97], last: [122], count: 1, tree: $0) }
            TreeText.encode(parts, into: &text)
            return add(text, name, to: &store)
        }
        var entries = files.map { Sample.file($0.key, $0.value).entry }
        entries += folders.map { name, tree in
            var entry = Sample.entry(name, .directory)
            entry.tree = tree
            return entry
        }
        TreeText.encode(
            entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }, into: &text)
        return add(text, name, to: &store)
    }

    private func add(_ text: [UInt8], _ name: String, to store: inout Counting) -> Digest {
        let digest = Sample.digest("tree \(name)")
        store.texts[digest] = text
        return digest
    }

    private func add(
        _ root: Digest, isKept: Bool, to needed: inout NeededObjects, from store: inout Counting
    ) throws {
        var reads = store.reads
        let texts = store.texts
        defer { store.reads = reads }
        try needed.add(root: root, isKept: isKept, progress: JobProgress()) {
            tree throws(UserError) in
            reads[tree, default: 0] += 1
            guard let text = texts[tree] else {
                throw UserError(.damaged, "gone", remedy: "")
            }
            return text
        }
    }

    @Test func everythingBelowARootIsNeededAndEqualTreesAreReadOnce() throws {
        var store = Counting()
        let shared = tree("shared", files: ["x": "1"], in: &store)
        let part = tree("part", files: ["y": "2"], folders: ["s": shared], in: &store)
        let split = tree("split", parts: [part], in: &store)
        let first = tree("first", files: ["a": "3"], folders: ["d": split], in: &store)
        let second = tree("second", files: ["a": "4"], folders: ["d": split], in: &store)
        var needed = NeededObjects()
        try add(first, isKept: true, to: &needed, from: &store)
        try add(second, isKept: false, to: &needed, from: &store)
        let kept = [first, split, part, shared] + ["1", "2", "3"].map { Sample.digest($0) }
        #expect(needed.kept == Set(kept))
        #expect(needed.grace == [second, Sample.digest("4")])
        #expect(store.reads.values.allSatisfy { $0 == 1 })
        #expect(!needed.contains(Sample.digest("5")))
    }

    @Test(arguments: [false, true]) func whatPatchesChangeIsNeededToo(isNotedLater: Bool) throws {
        var store = Counting()
        let root = tree("root", files: ["a": "new"], in: &store)
        var needed = NeededObjects()
        if isNotedLater { try add(root, isKept: true, to: &needed, from: &store) }
        needed.note(patch: Sample.digest("middle"), of: Sample.digest("old"))
        needed.note(patch: Sample.digest("new"), of: Sample.digest("middle"))
        needed.note(patch: Sample.digest("new"), of: Sample.digest("other"))
        needed.note(patch: Sample.digest("old"), of: Sample.digest("middle"))
        needed.note(patch: Sample.digest("unused"), of: Sample.digest("base"))
        if !isNotedLater { try add(root, isKept: true, to: &needed, from: &store) }
        let contents = ["new", "middle", "old", "other"].map { Sample.digest($0) }
        #expect(needed.kept == Set(contents + [root]))
    }

    @Test func aTreeThatCannotBeReadStopsTheMarking() throws {
        var store = Counting()
        let root = tree("root", folders: ["d": Sample.digest("missing")], in: &store)
        var needed = NeededObjects()
        #expect(
            userError { try add(root, isKept: true, to: &needed, from: &store) }?.code == .damaged)
        let cancelled = JobProgress()
        cancelled.cancel()
        let error = userError {
            try needed.add(root: Sample.digest("x"), isKept: true, progress: cancelled) { _ in [] }
        }
        #expect(error?.code == .interrupted)
    }
}
