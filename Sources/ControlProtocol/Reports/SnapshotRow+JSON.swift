internal import JSONReading
internal import SnapshotModel

/// A row is a list: its values in the order of `SnapshotRow`'s members, times as seconds.
///
/// A report of a thousand snapshots is five times as long, most of it the same keys again and again.
extension SnapshotRow: Codable {
    /// Reads the values one after another.
    package init(from decoder: any Decoder) throws {
        var values = try TapeDecoder.direct(decoder).elements()
        number = try values.integer()
        created = FileTime(seconds: Int64(try values.integer()))
        reason = try values.optionalString().map { try .known($0) }
        layout = try .known(values.string())
        files = try values.optionalInteger()
        bytes = try values.optionalInteger().map { Int64($0) }
        allocated = Int64(try values.integer())
        added = try values.optionalInteger()
        changed = try values.optionalInteger()
        removed = try values.optionalInteger()
        moved = try values.optionalInteger()
        metadata = try values.optionalInteger()
        missing = try values.optionalInteger()
        duration = try values.optionalDouble()
        label = try values.optionalString()
        pinned = try values.truth()
        expires = try values.optionalInteger().map { FileTime(seconds: Int64($0)) }
        state = try .known(values.string())
        flags = try values.strings().map { try .known($0) }
    }

    /// Writes the values one after another.
    package func encode(to encoder: any Encoder) throws {
        let encoder = try OrderedEncoder.direct(encoder, for: self)
        try encoder.writer.update { try write(to: &$0, at: encoder.depth) }
    }

    private func write(to document: inout JSONDocument, at depth: Int) throws {
        document.open(.array, at: depth)
        document.element(number, at: depth)
        document.element(created.seconds, at: depth)
        document.element(reason?.rawValue, at: depth)
        document.element(layout.rawValue, at: depth)
        document.element(files, at: depth)
        document.element(bytes, at: depth)
        document.element(allocated, at: depth)
        document.element(added, at: depth)
        document.element(changed, at: depth)
        document.element(removed, at: depth)
        document.element(moved, at: depth)
        document.element(metadata, at: depth)
        document.element(missing, at: depth)
        try document.element(duration, at: depth)
        document.element(label, at: depth)
        document.element(pinned, at: depth)
        document.element(expires?.seconds, at: depth)
        document.element(state.rawValue, at: depth)
        document.startElement(at: depth)
        document.open(.array, at: depth + 1)
        for flag in flags { document.element(flag.rawValue, at: depth + 1) }
    }
}
