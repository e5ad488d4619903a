package import SnapshotModel

/// What kind of thing an entry is, in the words of reports.
package enum EntryType: String, Codable, Sendable, Hashable, CaseIterable {
    case file, directory, link, fifo, socket
    case characterDevice = "character-device"
    case blockDevice = "block-device"

    /// The word for an entry's kind.
    package init(_ kind: EntryKind) {
        self =
            switch kind {
            case .file: .file
            case .directory: .directory
            case .link: .link
            case .fifo: .fifo
            case .socket: .socket
            case .characterDevice: .characterDevice
            case .blockDevice: .blockDevice
            }
    }
}
