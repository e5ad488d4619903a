/// Fills the named places of sentences, such as `{number}`.
///
/// What is put in is never read again as a place, so a file called `{path}` stays one.
enum SentenceTemplate {
    static func fill(_ template: String, _ places: [String: String]) -> String {
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let afterOpen = rest[rest.index(after: open)...]
            guard let close = afterOpen.firstIndex(of: "}"),
                let value = places[String(afterOpen[..<close])]
            else {
                result += "{"
                rest = afterOpen
                continue
            }
            result += value
            rest = afterOpen[afterOpen.index(after: close)...]
        }
        return result + rest
    }

    /// The names of a template's places.
    static func places(of template: String) -> [String] {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
            .compactMap { piece in piece.firstIndex(of: "}").map { String(piece[..<$0]) } }
    }
}

/// A sentence of one of the tables: its text, with named places.
protocol Sentence: RawRepresentable<String>, CaseIterable, Sendable {}

extension Sentence {
    /// The sentence with its places filled.
    func callAsFunction(_ places: [String: String] = [:]) -> String {
        SentenceTemplate.fill(rawValue, places)
    }
}
