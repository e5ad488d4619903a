internal import SnapshotModel

extension SnapshotItem {
    /// Writes the members one by one.
    ///
    /// Through the containers that a compiler writes this for, a list of a thousand snapshots takes twice the time.
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? OrderedEncoder else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "a snapshot's report is written by ReportJSON alone"))
        }
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
        document.startMember("flags", at: depth)
        document.open(.array, at: depth + 1)
        for flag in flags {
            document.startElement(at: depth + 1)
            document.write(string: flag.rawValue)
        }
        try document.member("duration", duration, at: depth)
        document.member("parent", parent, at: depth)
    }
}
