/// Numbers of things in a sentence.
package enum Counted {
    /// `1 file`, `3 files`: for words whose plural ends in s.
    package static func text(_ count: some BinaryInteger, _ word: String) -> String {
        count == 1 ? "1 \(word)" : "\(count) \(word)s"
    }
}
