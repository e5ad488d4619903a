/// One line of a gitignore file.
struct IgnorePattern: Hashable, Sendable {
    /// A step of the pattern from component to component.
    enum Step: Hashable, Sendable {
        case component(SegmentPattern)
        /// Any number of directories, none included.
        case directories
    }

    /// Whether the line takes back what an earlier one ignores.
    let isNegated: Bool
    /// Whether only directories match.
    let directoriesOnly: Bool
    /// Whether the pattern is about the path from the file's directory, not about a name anywhere below.
    let isAnchored: Bool
    private let steps: [Step]

    /// Reads a line; `nil` for a blank one, a comment and a pattern that can match nothing.
    init?(line: ArraySlice<UInt8>) {
        var rest = Self.withoutTrailingSpaces(line)
        guard let first = rest.first, first != UInt8(ascii: "#") else { return nil }
        isNegated = first == UInt8(ascii: "!")
        if isNegated { rest = rest.dropFirst() }
        directoriesOnly = rest.last == UInt8(ascii: "/")
        if directoriesOnly { rest = rest.dropLast() }
        isAnchored = rest.contains(UInt8(ascii: "/"))
        if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
        guard !rest.isEmpty, let segments = PatternTokenizer.segments(of: rest) else { return nil }
        steps = isAnchored ? Self.steps(segments) : [.component(SegmentPattern(segments[0]))]
    }

    /// Whether the pattern matches a path given by its components.
    func matches(_ components: [ArraySlice<UInt8>], isDirectory: Bool) -> Bool {
        guard isDirectory || !directoriesOnly else { return false }
        if !isAnchored {
            guard let name = components.last, case .component(let pattern) = steps[0] else {
                return false
            }
            return pattern.matches(name)
        }
        return matchesAnchored(components)
    }

    private func matchesAnchored(_ components: [ArraySlice<UInt8>]) -> Bool {
        var at = 0
        var step = 0
        var retry: (at: Int, step: Int)?
        while at < components.count {
            if step < steps.count {
                switch steps[step] {
                case .directories:
                    step += 1
                    retry = (at, step)
                    continue
                case .component(let pattern):
                    if pattern.matches(components[at]) {
                        step += 1
                        at += 1
                        continue
                    }
                }
            }
            guard let last = retry else { return false }
            at = last.at + 1
            step = last.step
            retry = (at, step)
        }
        return step == steps.count
    }

    private static func steps(_ segments: [[PatternToken]]) -> [Step] {
        var steps = [Step]()
        for segment in segments {
            if segment.count < 2 || segment.contains(where: { $0 != .anyBytes }) {
                steps.append(.component(SegmentPattern(segment)))
            } else if steps.last != .directories {
                steps.append(.directories)
            }
        }
        if steps.last == .directories {
            // A last `**` stands for what the directory holds, not for the directory.
            steps.append(.component(SegmentPattern([.anyBytes])))
        }
        return steps
    }

    /// The line without the spaces at its end that no backslash keeps.
    private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = line.startIndex
        var position = line.startIndex
        while position < line.endIndex {
            let byte = line[position]
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte != UInt8(ascii: " ") { end = min(position, line.endIndex) }
        }
        return line[line.startIndex..<end]
    }
}
