/// The version of the programs, which `snapagent` and `snapctl` share.
package enum ProductVersion {
    /// The version, as semantic versioning writes it.
    package static let text = "1.0.0"
}
