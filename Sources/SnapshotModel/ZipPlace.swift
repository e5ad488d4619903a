/// In which of a store's three directories a zip lies.
package enum ZipPlace: UInt8, Sendable, Hashable, CaseIterable {
    /// The store's own directory: the zip is a snapshot that is kept.
    case main
    /// `base/`: no kept snapshot is this zip, but kept ones need what it holds.
    case base
    /// `expired/`: nothing may lean on the zip, since a person may remove it at any time.
    case expired
}
