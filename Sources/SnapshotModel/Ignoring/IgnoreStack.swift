/// The rules that hold somewhere in a tree: the configuration's, then those of each directory on the way.
package struct IgnoreStack: Hashable, Sendable {
    private struct Level: Hashable {
        let directory: [[UInt8]]
        let rules: IgnoreRules

        /// Whether a path lies below the level's directory.
        func holds(_ path: ArraySlice<ArraySlice<UInt8>>) -> Bool {
            path.count > directory.count && zip(path, directory).allSatisfy { $0.elementsEqual($1) }
        }
    }

    private var levels: [Level] = []

    /// Makes a stack with the rules of the tree's root, the configuration's excludes.
    package init(root rules: IgnoreRules = IgnoreRules()) {
        add(rules, of: .root)
    }

    /// Adds the rules found in a directory, which stand above those of the directories that hold it.
    package mutating func add(_ rules: IgnoreRules, of directory: BytePath) {
        guard !rules.isEmpty else { return }
        levels.append(Level(directory: directory.components, rules: rules))
    }

    /// The stack with a directory's own rules on top, for the names that the directory holds.
    package func adding(_ rules: IgnoreRules, of directory: BytePath) -> IgnoreStack {
        var stack = self
        stack.add(rules, of: directory)
        return stack
    }

    /// Whether a path from the tree's root is left out, itself or by one of the directories that hold it.
    ///
    /// What lies in an ignored directory cannot be taken in again, because nobody looks into it.
    package func ignores(path: BytePath, isDirectory: Bool) -> Bool {
        if levels.isEmpty { return false }
        let components = path.bytes.split(separator: UInt8(ascii: "/"))
        for depth in 0..<components.count {
            let isLast = depth == components.count - 1
            if ignores(components[...depth], isDirectory: isDirectory || !isLast) { return true }
        }
        return false
    }

    /// Whether a path is left out, given that the directories that hold it are not.
    package func ignoresEntry(_ path: BytePath, isDirectory: Bool) -> Bool {
        if levels.isEmpty { return false }
        return ignores(
            path.bytes.split(separator: UInt8(ascii: "/"))[...], isDirectory: isDirectory)
    }

    private func ignores(_ path: ArraySlice<ArraySlice<UInt8>>, isDirectory: Bool) -> Bool {
        for level in levels.reversed() where level.holds(path) {
            let below = Array(path.dropFirst(level.directory.count))
            switch level.rules.verdict(components: below, isDirectory: isDirectory) {
            case .ignore: return true
            case .include: return false
            case .none: continue
            }
        }
        return false
    }
}
