/// Which snapshot is meant, as typed: `42`, `latest~2`, `@2h` or a label.
package struct SnapshotReference: Hashable, Sendable {
    /// What the reference starts from.
    package enum Base: Hashable, Sendable {
        /// A snapshot's number.
        case number(Int)
        /// The highest number.
        case latest
        /// The directory as it is now.
        case live
        /// The snapshot of that label.
        case label(String)
        /// The newest snapshot at or before a moment.
        case time(TimeReference)
    }

    /// What the reference starts from.
    package var base: Base
    /// How many rows of `list` above it.
    package var back: Int
    /// The reference as typed.
    package var text: String

    /// Makes a reference `back` rows above a base, with the text to show in messages.
    package init(_ base: Base, back: Int = 0, text: String) {
        self.base = base
        self.back = back
        self.text = text
    }

    /// Reads a reference; the form decides what it is, whether such a snapshot exists or not.
    package static func parse(_ text: [UInt8]) throws(UserError) -> SnapshotReference {
        guard let reference = read(text[...]) else { throw malformed(text) }
        return reference
    }

    /// Reads a reference; `nil` for a text of no such form.
    static func read(_ text: ArraySlice<UInt8>) -> SnapshotReference? {
        guard let string = String(validating: text, as: UTF8.self), !text.isEmpty else {
            return nil
        }
        var stem = text
        var back = 0
        if let tilde = text.lastIndex(of: UInt8(ascii: "~")) {
            guard let count = number(text[(tilde + 1)...]) else { return nil }
            (stem, back) = (text[..<tilde], count)
        }
        guard let base = base(stem), base != .live || stem.count == text.count else { return nil }
        return SnapshotReference(base, back: back, text: string)
    }

    private static func base(_ text: ArraySlice<UInt8>) -> Base? {
        if let number = number(text) { return .number(number) }
        if text.first == UInt8(ascii: "@") {
            return TimeReference.parse(text.dropFirst()).map { .time($0) }
        }
        let word = String(decoding: text, as: UTF8.self)
        if word == "latest" { return .latest }
        if word == "live" { return .live }
        return Label.isValid(word) ? .label(word) : nil
    }

    /// A text of digits alone; one too large for any snapshot stands for the largest number.
    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(String(decoding: text, as: UTF8.self)) ?? .max
    }

    /// The error for a text that has no form of a reference.
    static func malformed(_ text: [UInt8]) -> UserError {
        let shown = displayName(text)
        let isTime = text.first == UInt8(ascii: "@")
        return UserError(
            .badRef, "\"\(shown)\" names no snapshot",
            why: isTime
                ? "after @: 2h, yesterday, 2026-11-29, 2026-11-29T10:00"
                : "it is no number, not latest, no @TIME and no label",
            remedy: "snapctl help ref", subject: shown, near: isTime ? nearTimes(text) : [])
    }

    private static func nearTimes(_ text: [UInt8]) -> [String] {
        let word = String(decoding: text.dropFirst(), as: UTF8.self)
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        if digits.isEmpty { return NearMatch.find(word, in: ["yesterday"]).map { "@" + $0 } }
        let typed = word.dropFirst(digits.count).lowercased()
        let stem = typed.count > 1 && typed.last == "s" ? String(typed.dropLast()) : typed
        let units = [
            ("s", "second"), ("m", "minute"), ("mo", "month"), ("h", "hour"), ("h", "hr"),
            ("d", "day"), ("w", "week"), ("y", "year"), ("y", "yr"),
        ]
        let unit =
            units.first { !stem.isEmpty && $0.1.hasPrefix(stem) }
            ?? units.first { typed.first == $0.0.first && NearMatch.distance(typed, $0.0) == 1 }
        return unit.map { ["@\(digits)\($0.0)"] } ?? []
    }
}
