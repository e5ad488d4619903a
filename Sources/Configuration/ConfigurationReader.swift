internal import FoundationEssentials
internal import SnapshotModel

/// Turns the text of a configuration file into a configuration.
struct ConfigurationReader {
    let source: ConfigurationSource
    let places: ConfigurationPlaces
    private let document: TOMLDocument

    init(text: [UInt8], file: BytePath, places: ConfigurationPlaces) throws(UserError) {
        let name = file.display
        do {
            document = try TOMLDocument(text)
        } catch {
            let place = error.position
            throw UserError(
                .configSyntax, "\(name):\(place.line):\(place.column): \(error.message)",
                remedy: "man snapagent.toml")
        }
        source = ConfigurationSource(file: name, positions: document.positions)
        self.places = places
    }

    func configuration() throws(UserError) -> AgentConfiguration {
        try checkKeys()
        let tables = try decode()
        var datasets = [DatasetConfiguration]()
        for (place, table) in (tables.dataset ?? []).enumerated() {
            let reader = DatasetReader(
                table: table, pointer: "/dataset/\(place)", source: source, places: places)
            datasets.append(try reader.dataset())
        }
        guard !datasets.isEmpty else {
            throw UserError(
                .configValue, source.prefix(ofValue: "") + "there is no [[dataset]]",
                remedy: "add one with name = \"...\" and path = \"...\"")
        }
        let configuration = AgentConfiguration(
            datasets: datasets, control: try control(tables.control), source: source)
        try configuration.checkNames()
        return configuration
    }

    /// Refuses the first key that means nothing; a typing error must not pass for a default.
    private func checkKeys() throws(UserError) {
        let strangers = document.positions.compactMap { pointer, place in
            stranger(pointer).map { (position: place.key, key: $0.key, near: $0.near) }
        }
        guard let first = strangers.min(by: { $0.position < $1.position }) else { return }
        throw UserError(
            .configKey,
            source.prefix(at: first.position)
                + "unknown key \"\(displayName(Array(first.key.utf8)))\"",
            remedy: "man snapagent.toml", subject: first.key, near: first.near)
    }

    private func stranger(_ pointer: String) -> (key: String, near: [String])? {
        let steps = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let table = steps.dropLast().map { Int($0) == nil ? "/\($0)" : "/*" }.joined()
        guard let key = steps.last, let known = ConfigurationTables.keys[table] else { return nil }
        let name = unescaped(String(key))
        guard !known.contains(name) else { return nil }
        return (name, NearMatch.find(name, in: known))
    }

    /// A step of a JSON pointer as the key it stands for (RFC 6901).
    private func unescaped(_ step: String) -> String {
        step.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
            .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
    }

    private func decode() throws(UserError) -> ConfigurationTables {
        do {
            return try JSONDecoder().decode(ConfigurationTables.self, from: document.json)
        } catch DecodingError.typeMismatch(let type, let context) {
            throw wrongType(type, at: context.codingPath)
        } catch DecodingError.valueNotFound(let type, let context) {
            throw wrongType(type, at: context.codingPath)
        } catch {
            throw UserError(
                .configSyntax, source.prefix(ofValue: "") + "the file cannot be understood",
                why: "\(error)", remedy: "man snapagent.toml")
        }
    }

    private func wrongType(_ type: any Any.Type, at path: [any CodingKey]) -> UserError {
        let pointer = path.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
        let key = path.last { $0.intValue == nil }?.stringValue ?? ""
        let isTable = ConfigurationTables.keys.keys.contains { $0.hasSuffix("/" + key) }
        let (wanted, example) =
            switch type {
            case is String.Type where path.last?.intValue != nil:
                ("a list of texts", "\(key) = [\"...\"]")
            case is String.Type: ("a text in quotes", "\(key) = \"...\"")
            case is Bool.Type: ("true or false", "\(key) = true")
            case is Double.Type: ("a number", "\(key) = 0.5")
            case is Int.Type: ("a whole number", "\(key) = 10")
            case _ where key == "dataset": ("a list of tables", "[[dataset]]")
            case _ where isTable: ("a table", "[\(key)]")
            default: ("a list of texts", "\(key) = [\"...\"]")
            }
        return UserError(
            .configValue, source.prefix(ofValue: pointer) + "\(key) needs \(wanted)",
            remedy: "write \(example)", subject: key)
    }

    private func control(_ table: ControlTable?) throws(UserError) -> ControlConfiguration {
        var control = ControlConfiguration()
        if let text = table?.socket {
            let reader = ValueReader(source: source, places: places)
            let path = try reader.path(text, key: "socket", pointer: "/control/socket")
            guard path.bytes.count <= 107 else {
                throw UserError(
                    .socketLong,
                    source.prefix(ofValue: "/control/socket")
                        + "the socket path has \(path.bytes.count) bytes, the kernel allows 107",
                    remedy: "choose a shorter one, such as /run/snapagent/s", subject: text)
            }
            control.socket = path
        }
        control.group = table?.group
        return control
    }
}
