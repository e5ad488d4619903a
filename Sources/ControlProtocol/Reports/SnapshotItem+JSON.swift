internal import JSONReading
internal import SnapshotModel

extension SnapshotItem {
    /// Reads the members one by one, for the same reason as they are written so.
    package init(from decoder: any Decoder) throws {
        var object = try TapeDecoder.direct(decoder).object()
        number = try object.integer("number")
        dataset = try object.string("dataset")
        created = try Self.time(object.string("created"))
        reason = try object.optionalString("reason").map { try .known($0) }
        layout = try .known(object.string("layout"))
        file = try object.string("file")
        files = try object.optionalInteger("files")
        bytes = try object.optionalInteger("bytes").map { Int64($0) }
        allocated = Int64(try object.integer("allocated"))
        added = try object.optionalInteger("added")
        changed = try object.optionalInteger("changed")
        removed = try object.optionalInteger("removed")
        missing = try object.optionalInteger("missing")
        label = try object.optionalString("label")
        pinned = try object.truth("pinned")
        expires = try object.optionalString("expires").map { try Self.time($0) }
        moved = try object.optionalInteger("moved")
        metadata = try object.optionalInteger("metadata")
        host = try object.optionalString("host")
        state = try .known(object.string("state"))
        flags = try object.strings("flags").map { try .known($0) }
        duration = try object.optionalDouble("duration")
        parent = try object.optionalInteger("parent")
    }

    private static func time(_ text: String) throws -> ReportTime {
        guard let time = ReportTime(text: text) else { throw unreadable(text) }
        return time
    }

    private static func unreadable(_ text: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "\(text) is not known"))
    }

    /// Writes the members one by one.
    ///
    /// Through the containers that a compiler writes this for, a list of a thousand snapshots takes twice the time.
    package func encode(to encoder: any Encoder) throws {
        let encoder = try OrderedEncoder.direct(encoder, for: self)
        try encoder.writer.update { try write(to: &$0, at: encoder.depth) }
    }

    private func write(to document: inout JSONDocument, at depth: Int) throws {
        document.open(.object, at: depth)
        document.member("number", number, at: depth)
        document.member("dataset", dataset, at: depth)
        document.member("created", created.text, at: depth)
        document.member("reason", reason?.rawValue, at: depth)
        document.member("layout", layout.rawValue, at: depth)
        document.member("file", file, at: depth)
        document.member("files", files, at: depth)
        document.member("bytes", bytes, at: depth)
        document.member("allocated", allocated, at: depth)
        document.member("added", added, at: depth)
        document.member("changed", changed, at: depth)
        document.member("removed", removed, at: depth)
        document.member("missing", missing, at: depth)
        document.member("label", label, at: depth)
        document.member("pinned", pinned, at: depth)
        document.member("expires", expires?.text, at: depth)
        document.member("moved", moved, at: depth)
        document.member("metadata", metadata, at: depth)
        document.member("host", host, at: depth)
        document.member("state", state.rawValue, at: depth)
        document.startPlainMember("flags", at: depth)
        document.open(.array, at: depth + 1)
        for flag in flags { document.element(flag.rawValue, at: depth + 1) }
        try document.member("duration", duration, at: depth)
        document.member("parent", parent, at: depth)
    }
}
