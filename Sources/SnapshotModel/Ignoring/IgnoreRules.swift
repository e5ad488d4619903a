/// The patterns of one gitignore file or of the configuration, the last match deciding.
package struct IgnoreRules: Hashable, Sendable {
    /// What the patterns say of a path.
    package enum Verdict: Hashable, Sendable {
        /// Nothing: rules of a directory further up decide.
        case none
        /// The path is left out, a directory with all it holds.
        case ignore
        /// The path stays, whatever earlier rules say.
        case include
    }

    private let patterns: [IgnorePattern]

    /// Makes rules of patterns, one a line of a gitignore file.
    package init(lines: [[UInt8]]) {
        patterns = lines.compactMap { IgnorePattern(line: $0[...]) }
    }

    /// Makes rules of the patterns of a configuration.
    package init(patterns: [String] = []) {
        self.init(lines: patterns.map { Array($0.utf8) })
    }

    /// Makes rules of a gitignore file's content; a byte order mark and carriage returns do not count.
    package init(content: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = content.starts(with: mark) ? content.dropFirst(3) : content[...]
        patterns = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            IgnorePattern(line: line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        }
    }

    /// Whether there is no pattern at all.
    package var isEmpty: Bool { patterns.isEmpty }

    /// Whether a pattern takes back what others leave out.
    package var hasExceptions: Bool { patterns.contains(where: \.isNegated) }

    /// What the patterns say of a path relative to the rules' directory, its parents not considered.
    package func verdict(path: BytePath, isDirectory: Bool) -> Verdict {
        if patterns.isEmpty { return .none }
        return verdict(
            components: path.bytes.split(separator: UInt8(ascii: "/")), isDirectory: isDirectory)
    }

    func verdict(components: [ArraySlice<UInt8>], isDirectory: Bool) -> Verdict {
        let last = patterns.last { $0.matches(components, isDirectory: isDirectory) }
        guard let last else { return .none }
        return last.isNegated ? .include : .ignore
    }
}
