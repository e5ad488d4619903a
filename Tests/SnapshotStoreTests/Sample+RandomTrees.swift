import SnapshotCatalog
import SnapshotModel
import TestSupport

extension Sample {
    /// A tree as objects, by a digest of what they hold.
    struct Objects {
        var root: TreeEntry
        var listings: [Digest: [TreeEntry]]
        var paths: [BytePath: Digest]

        func count(in directory: BytePath) -> Int {
            paths[directory].flatMap { listings[$0]?.count } ?? 0
        }
    }

    /// Adds, changes, removes and retypes a few members.
    static func mutate(_ tree: inout [String: String?], with random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let depth = Int.random(in: 1...4, using: &random)
            let path = (0..<depth).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "" }
                .joined(separator: "/")
            tree = tree.filter { !$0.key.hasPrefix(path + "/") && $0.key != path }
            guard Bool.random(using: &random) else { continue }
            var parent = ""
            for name in path.split(separator: "/").dropLast() {
                parent = parent.isEmpty ? String(name) : parent + "/" + name
                tree[parent] = .some(nil)
            }
            tree[path] = .some(
                Bool.random(using: &random) ? nil : "\(Int.random(in: 0..<5, using: &random))")
        }
    }

    /// What a scanner would report between two trees.
    static func changes(
        from before: [String: String?], to after: [String: String?], isFirst: Bool
    ) -> [CatalogChange] {
        let gone = before.keys.filter { after[$0] == nil }.sorted()
        let changed = after.filter { path, content in before[path] != .some(content) }
        let puts = tree(changed)
        return gone.map { .remove(BytePath($0)) } + (isFirst ? puts : Array(puts.dropFirst()))
    }

    static func objects(_ tree: [String: String?]) -> Objects {
        var result = Objects(root: entry("", .directory), listings: [:], paths: [:])
        result.root.tree = addObject(of: .root, in: tree, to: &result)
        return result
    }

    static func withoutTree(_ entry: TreeEntry) -> TreeEntry {
        var entry = entry
        entry.tree = nil
        return entry
    }

    private static func addObject(
        of directory: BytePath, in tree: [String: String?], to objects: inout Objects
    ) -> Digest {
        var entries = [TreeEntry]()
        for (path, content) in tree {
            let path = BytePath(path)
            guard path.parent == directory else { continue }
            let name = String(decoding: path.name, as: UTF8.self)
            if let content {
                entries.append(file(name, content).entry)
            } else {
                var entry = entry(name, .directory)
                entry.tree = addObject(of: path, in: tree, to: &objects)
                entries.append(entry)
            }
        }
        entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
        var text = [UInt8]()
        TreeText.encode(entries, into: &text)
        let digest = digest(String(decoding: text, as: UTF8.self))
        objects.listings[digest] = entries
        objects.paths[directory] = digest
        return digest
    }
}
