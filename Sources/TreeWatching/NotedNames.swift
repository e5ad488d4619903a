/// The names that were noted last, by a hash each, so that a file written again and again costs a comparison.
///
/// Its size never changes. A hash takes the place of another that would be kept there, which is then noted again.
struct NotedNames {
    private struct Note {
        var hash = 0
        /// The count under which it was noted: 0 is none.
        var notes: UInt32 = 0
    }

    private var kept = [Note](repeating: Note(), count: 1_024)

    /// Whether a hash was noted under this count.
    func contains(_ hash: Int, _ notes: UInt32) -> Bool {
        let note = kept[hash & (kept.count - 1)]
        return note.hash == hash && note.notes == notes
    }

    /// Notes a hash under a count.
    mutating func insert(_ hash: Int, _ notes: UInt32) {
        kept[hash & (kept.count - 1)] = Note(hash: hash, notes: notes)
    }
}
