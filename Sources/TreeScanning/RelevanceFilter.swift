internal import LinuxSystem
package import SnapshotModel

/// Says whether an event in a directory can change the next snapshot.
///
/// It asks no file: it knows the configuration's excludes and what the last scan read of ignore files
/// and cache tags. In doubt an event matters.
package struct RelevanceFilter: Hashable, Sendable {
    private let excludes: IgnoreRules
    private var nested: [BytePath: IgnoreRules] = [:]
    private var cacheDirectories: Set<BytePath> = []

    /// Makes a filter of the configuration's excludes alone, for the time before the first scan.
    package init(excludes: IgnoreRules = IgnoreRules()) {
        self.excludes = excludes
    }

    mutating func learn(_ rules: IgnoreRules, of directory: BytePath) {
        if !rules.isEmpty { nested[directory] = rules }
    }

    mutating func learnCache(_ directory: BytePath) {
        cacheDirectories.insert(directory)
    }

    /// Takes over what a scan of changes learned: of the directories that it visited, and of those that are gone.
    package mutating func merge(_ changes: ScannedChanges) {
        let isStale = { (directory: BytePath) in
            changes.visited.contains(directory) || changes.hasEmptied(directory)
        }
        nested = nested.filter { !isStale($0.key) }
        cacheDirectories = cacheDirectories.filter { !isStale($0) }
        nested.merge(changes.learned.nested) { _, new in new }
        cacheDirectories.formUnion(changes.learned.cacheDirectories)
    }

    /// Whether it ignores what another filter lets through, in directories that are still there.
    package func mayHide(
        whatMattersTo other: RelevanceFilter, isGone: (BytePath) -> Bool
    ) -> Bool {
        cacheDirectories.contains { !other.cacheDirectories.contains($0) && !isGone($0) }
            || nested.contains { other.nested[$0.key] != $0.value && !isGone($0.key) }
            || other.nested.contains { nested[$0.key] == nil && $0.value.hasExceptions }
    }

    /// Whether an event in `directory` on `name`, or on the directory itself if there is no name, matters.
    package func isRelevant(directory: BytePath, name: [UInt8]?, isDirectory: Bool) -> Bool {
        if let name, TemporaryName.matches(name) { return false }
        let stack = rules(for: directory)
        if stack.ignores(path: directory, isDirectory: true) { return false }
        if isInsideCache(directory) { return false }
        guard let name else { return true }
        if name == IgnoreRules.fileName || name == CacheTag.name { return true }
        if cacheDirectories.contains(directory) { return false }
        return !stack.ignoresEntry(directory.appending(name), isDirectory: isDirectory)
    }

    /// The rules of a directory and of those that hold it.
    private func rules(for directory: BytePath) -> IgnoreStack {
        var stack = IgnoreStack(root: excludes)
        guard !nested.isEmpty else { return stack }
        var path = BytePath.root
        if let rules = nested[path] { stack.add(rules, of: path) }
        for component in directory.components {
            path = path.appending(component)
            if let rules = nested[path] { stack.add(rules, of: path) }
        }
        return stack
    }

    /// Whether a directory lies below one that a cache tag marks.
    private func isInsideCache(_ directory: BytePath) -> Bool {
        guard !cacheDirectories.isEmpty else { return false }
        var parent = directory.parent
        while let path = parent {
            if cacheDirectories.contains(path) { return true }
            parent = path.parent
        }
        return false
    }
}
