package import SnapshotModel

/// A pattern that chooses paths, in the form of gitignore's: without a slash it is about names, with one about paths
/// from the root, and a slash at its end asks for directories.
package struct PathGlob: Sendable, Hashable {
    private let whole: IgnoreRules
    private let name: IgnoreRules
    /// Whether it matches directories alone.
    let isForDirectories: Bool
    /// The longest bytes that every name that matches has.
    let literal: [UInt8]

    /// Makes a pattern of what a person typed, `nil` if it can match nothing.
    package init?(_ text: [UInt8]) {
        whole = IgnoreRules(lines: [Self.line(text)])
        let last = text.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
        let isAnyName = last == Array("**".utf8)
        name = IgnoreRules(lines: [isAnyName ? Array("*".utf8) : Self.line(last)])
        literal = Self.longestLiteral(of: last)
        isForDirectories = text.last == UInt8(ascii: "/")
        if whole.isEmpty || name.isEmpty { return nil }
    }

    /// Whether it matches a path that stands for such a thing.
    package func matches(_ path: BytePath, _ kind: EntryKind) -> Bool {
        whole.verdict(path: path, isDirectory: kind == .directory) == .ignore
    }

    /// Whether it may match a path whose last name is this one.
    func matches(name: [UInt8]) -> Bool {
        self.name.verdict(path: BytePath(name), isDirectory: true) == .ignore
    }

    /// The pattern as a line of a gitignore file, where some bytes mean something else when they come first.
    private static func line(_ pattern: [UInt8]) -> [UInt8] {
        let isSpecial =
            pattern.first == UInt8(ascii: "!") || pattern.first == UInt8(ascii: "#")
        return isSpecial ? [UInt8(ascii: "\\")] + pattern : pattern
    }

    private static func longestLiteral(of pattern: [UInt8]) -> [UInt8] {
        // What stands in brackets may be anything, so nothing behind one is taken.
        let plain = pattern.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\\") }
        let runs = plain.split { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
        let longest = runs.max { $0.count < $1.count }.map { Array($0) } ?? []
        // A blank at the end may be none of the pattern's.
        return longest.contains(UInt8(ascii: " ")) ? [] : longest
    }
}

/// Which paths are looked for.
package struct WantedPaths: Sendable, Hashable {
    /// What they match.
    package var glob: PathGlob
    /// Whether the newest snapshot lacks them.
    package var isDeleted: Bool
    /// Fewest bytes that they have in the last snapshot that has them, `nil` for any.
    package var larger: Int64?

    /// Makes the value from its parts.
    package init(glob: PathGlob, isDeleted: Bool = false, larger: Int64? = nil) {
        self.glob = glob
        self.isDeleted = isDeleted
        self.larger = larger
    }

    /// Whether a path that matches is wanted, where the newest snapshot has this place.
    func wants(_ path: FoundPath, newest: Int) -> Bool {
        (!isDeleted || path.last < newest) && path.entry.size >= (larger ?? 0)
    }
}
