/// The answer to `version`.
package struct VersionReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The version of snapctl.
    package var snapctl: String
    /// The version of the agent, if one answers.
    package var agent: String?
    /// The version of the protocol that both speak, or that snapctl speaks.
    package var protocolVersion: Int

    /// Makes the value from its parts.
    package init(snapctl: String, agent: String? = nil, protocolVersion: Int) {
        self.snapctl = snapctl
        self.agent = agent
        self.protocolVersion = protocolVersion
    }

    private enum CodingKeys: String, CodingKey {
        case format, snapctl, agent
        case protocolVersion = "protocol"
    }
}
