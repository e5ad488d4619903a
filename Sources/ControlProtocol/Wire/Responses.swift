internal import SnapshotModel

/// A line that answers a call.
struct ResponseLine: Encodable {
    let id: Int
    let result: any Encodable

    private enum CodingKeys: String, CodingKey {
        case jsonrpc, id, result
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("2.0", forKey: .jsonrpc)
        try container.encode(id, forKey: .id)
        try result.encode(to: container.superEncoder(forKey: .result))
    }

    /// The result in a line that answers the call `id`, if it is spelled as `encode` spells it; a line that is not may still be one.
    ///
    /// Long reports need not be read twice so, and not at all where they are only passed on.
    static func result(of id: Int, in line: [UInt8]) -> ArraySlice<UInt8>? {
        let start = Array(#"{"jsonrpc":"2.0","id":\#(id),"result":"#.utf8)
        guard line.starts(with: start), line.last == UInt8(ascii: "}") else { return nil }
        return line[start.count..<line.count - 1]
    }
}

/// A line that refuses a call, or a line that is no call.
struct FailureLine: Encodable {
    let jsonrpc = "2.0"
    let id: Int?
    let error: FailureBody
}

/// The error of JSON-RPC: a number, words, and ours as its data.
struct FailureBody: Codable {
    let code: Int
    let message: String
    let data: ErrorBody?

    /// An error of the protocol itself.
    init(_ fault: ProtocolFault, _ message: String) {
        code = fault.rawValue
        self.message = message
        data = nil
    }

    /// An error of the agent's service.
    init(_ error: UserError) {
        code = ProtocolFault.service.rawValue
        message = error.message
        data = ErrorBody(error)
    }
}

/// The numbers that JSON-RPC 2.0 gives to faults, and ours for errors of the service.
enum ProtocolFault: Int {
    case notJSON = -32700
    case notARequest = -32600
    case noSuchMethod = -32601
    case badParameters = -32602
    case service = -32000
}
