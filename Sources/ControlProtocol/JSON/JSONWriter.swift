/// A JSON document that grows while encoders, which are values, walk through a report.
final class JSONWriter {
    private var document = JSONDocument()

    /// The document as far as it has come.
    var text: [UInt8] { document.text }

    /// Writes something, with one look at whether nobody else does.
    func update<Value>(_ body: (inout JSONDocument) throws -> Value) rethrows -> Value {
        try body(&document)
    }

    /// Writes a value at the place that is open for one.
    func write(_ value: some Encodable, depth: Int) throws {
        try value.encode(to: OrderedEncoder(writer: self, depth: depth))
    }
}
