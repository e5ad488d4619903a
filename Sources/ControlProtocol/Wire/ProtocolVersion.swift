/// The version of the protocol: raised by a change that an older program cannot ignore.
package enum ProtocolVersion {
    /// What this program speaks.
    package static let current = 1
}
