import SnapshotArchive
import SnapshotModel
import Synchronization

/// Tree objects in memory, which counts what is read and written.
final class MemoryTrees: TreeSource {
    private struct State {
        var objects: [Digest: [UInt8]] = [:]
        var read: [Digest] = []
        var added: [Digest] = []
    }

    private let state = Mutex(State())

    func treeObject(_ tree: Digest) throws(UserError) -> [UInt8] {
        let text = state.withLock { state in
            state.read.append(tree)
            return state.objects[tree]
        }
        guard let text else {
            throw UserError(.damaged, "there is no tree \(tree.hexadecimal)", remedy: "none")
        }
        return text
    }

    func add(_ text: [UInt8]) -> Digest {
        let tree = SHA256.digest(of: text)
        state.withLock { state in
            state.objects[tree] = text
            state.added.append(tree)
        }
        return tree
    }

    /// What was read and added since the last call.
    func takeCounts() -> (read: [Digest], added: [Digest]) {
        state.withLock { state in
            defer { (state.read, state.added) = ([], []) }
            return (state.read, state.added)
        }
    }

    /// The texts of these objects, compressed one by one as in a zip.
    func packedSize(of trees: [Digest]) -> Int {
        var deflater = Deflater()
        var packed: [UInt8] = []
        for tree in trees {
            let text = state.withLock { $0.objects[tree] } ?? []
            deflater.deflate(text.span, ending: .piece, into: &packed)
        }
        return packed.count
    }

    var sink: MemorySink { MemorySink(trees: self) }
}

/// The end of a `MemoryTrees` into which objects go.
struct MemorySink: TreeObjectSink {
    let trees: MemoryTrees

    mutating func add(_ text: [UInt8]) -> Digest { trees.add(text) }
}
