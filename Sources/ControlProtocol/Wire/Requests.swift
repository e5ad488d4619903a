/// What every line from a client has, whatever its method.
struct RequestHead: Decodable {
    let id: Int?
    let method: String?
}

/// The parameters of a line whose method is known.
struct RequestBody<Parameters: Decodable>: Decodable {
    let params: Parameters
}

/// A line from a client.
struct RequestLine: Encodable {
    let id: Int?
    let method: Method
    let params: any Encodable

    private enum CodingKeys: String, CodingKey {
        case jsonrpc, id, method, params
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("2.0", forKey: .jsonrpc)
        // Without a number it is a notification, which nobody answers.
        if let id { try container.encode(id, forKey: .id) }
        try container.encode(method, forKey: .method)
        try params.encode(to: container.superEncoder(forKey: .params))
    }
}
