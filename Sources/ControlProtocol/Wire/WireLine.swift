/// Encodes lines that consist of what JSON can always say.
enum WireLine {
    /// The line's bytes; a number that JSON cannot say, such as an infinite rate, is answered as a fault.
    static func encode(_ line: any Encodable) -> [UInt8] {
        do {
            return try ReportJSON.encode(line)
        } catch {
            return Array(
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal"}}"#.utf8)
        }
    }
}
