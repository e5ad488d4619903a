/// What a command needs to know of the place where it was typed.
package struct CallScope: Codable, Sendable, Hashable {
    /// The dataset that `--dataset` names.
    package var dataset: String?
    /// The absolute path of the current directory, from which relative paths start.
    package var workingDirectory: WireBytes?
    /// The reader's time zone, in which times without an offset are meant.
    package var zone: String?

    private enum CodingKeys: String, CodingKey {
        case dataset
        case workingDirectory = "working_directory"
        case zone
    }

    /// Makes the value from its parts.
    package init(dataset: String? = nil, workingDirectory: WireBytes? = nil, zone: String? = nil) {
        self.dataset = dataset
        self.workingDirectory = workingDirectory
        self.zone = zone
    }
}
