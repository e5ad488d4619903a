/// What an agent sends while a call runs.
struct NotificationLine: Encodable {
    let jsonrpc = "2.0"
    let method: NotificationKind
    let params: NotificationParameters
}

/// What a notification carries.
enum NotificationKind: String, Codable {
    case progress, data, event
}

/// The parameters of a notification: the call it belongs to, and one of the rest.
struct NotificationParameters: Codable {
    let id: Int
    var progress: ProgressReport?
    /// Bytes in base64.
    var data: String?
    var event: EventReport?

    init(id: Int) {
        self.id = id
    }

    private enum CodingKeys: String, CodingKey {
        case id, progress, data, event
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        if let progress { try container.encode(progress, forKey: .progress) }
        if let data { try container.encode(data, forKey: .data) }
        if let event { try container.encode(event, forKey: .event) }
    }
}

/// What a client reads first of any line from an agent.
struct AgentLine: Decodable {
    let id: Int?
    let method: NotificationKind?
    let params: NotificationParameters?
    let error: FailureBody?
}

/// The result in a line that answers a call.
struct ResultBody<Report: Decodable>: Decodable {
    let result: Report
}
