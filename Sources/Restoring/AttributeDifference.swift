internal import SnapshotModel

/// What makes the attributes of a file those that the snapshot has.
struct AttributeDifference {
    /// What the file lacks, or has with another value.
    var missing: [ExtendedAttribute] = []
    /// The names of what the snapshot does not have.
    var extra: [[UInt8]] = []

    /// Compares what an entry records with what is there.
    ///
    /// What nobody recorded is removed only where people and programs put it, and only if the snapshot knows all that the
    /// file had: the other namespaces belong to the kernel and to file systems.
    init(_ entry: TreeEntry, present: [ExtendedAttribute], isComplete: Bool) {
        // Most files have none.
        if entry.attributes.isEmpty, present.isEmpty { return }
        let present = Dictionary(
            present.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        missing = entry.attributes.filter { present[$0.name] != $0.value }
        guard isComplete else { return }
        let recorded = Set(entry.attributes.map(\.name))
        extra = present.keys.filter { !recorded.contains($0) && Self.isPersonal($0) }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Whether nothing is to be done.
    var isEmpty: Bool { missing.isEmpty && extra.isEmpty }

    private static func isPersonal(_ name: [UInt8]) -> Bool {
        name.starts(with: "user.".utf8)
            || name.elementsEqual("system.posix_acl_access".utf8)
            || name.elementsEqual("system.posix_acl_default".utf8)
    }
}

extension SnapshotRecord {
    /// The paths whose attributes the snapshot may not know, because they could not be read.
    var unreadPaths: Set<BytePath> {
        Set(missing.filter { $0.reason != .torn && $0.reason != .tooLarge }.map(\.path))
    }
}
