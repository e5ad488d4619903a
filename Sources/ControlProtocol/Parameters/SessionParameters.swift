/// How a client introduces itself.
package struct HelloParameters: Codable, Sendable, Hashable {
    /// The program's name.
    package var client: String
    /// The program's version.
    package var version: String
    /// The version of the protocol that it speaks.
    package var protocolVersion: Int

    /// Makes the value from its parts.
    package init(client: String, version: String, protocolVersion: Int) {
        self.client = client
        self.version = version
        self.protocolVersion = protocolVersion
    }

    private enum CodingKeys: String, CodingKey {
        case client, version
        case protocolVersion = "protocol"
    }
}

/// How an agent introduces itself.
package struct HelloReport: Codable, Sendable, Hashable {
    /// The agent's version.
    package var version: String
    /// The version of the protocol that it speaks.
    package var protocolVersion: Int
    /// Its process.
    package var pid: Int
    /// What the client may do.
    package var role: PeerRole

    /// Makes the value from its parts.
    package init(version: String, protocolVersion: Int, pid: Int, role: PeerRole) {
        self.version = version
        self.protocolVersion = protocolVersion
        self.pid = pid
        self.role = role
    }

    private enum CodingKeys: String, CodingKey {
        case version
        case protocolVersion = "protocol"
        case pid, role
    }
}

/// Which call is to stop.
package struct CancelParameters: Codable, Sendable, Hashable {
    /// The number of the call.
    package var id: Int

    /// Makes the value from its parts.
    package init(id: Int) {
        self.id = id
    }
}
