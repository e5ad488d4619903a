package import SnapshotModel

/// A pattern that chooses paths, in the form of gitignore's: without a slash it is about names, with one about paths
/// from the root, and a slash at its end asks for directories.
package struct PathGlob: Sendable, Hashable {
    private let whole: IgnoreRules
    private let name: IgnoreRules
    /// The longest bytes that every name that matches has.
    let literal: [UInt8]

    /// Makes a pattern of what a person typed, `nil` if it can match nothing.
    package init?(_ text: [UInt8]) {
        whole = IgnoreRules(lines: [Self.line(text)])
        let last = text.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
        let isAnyName = last == Array("**".utf8)
        name = IgnoreRules(lines: [isAnyName ? Array("*".utf8) : Self.line(last)])
        literal = Self.longestLiteral(of: last)
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
