internal import JSONReading

// For values of which a report has thousands: they are read and written without the containers that a compiler makes.
extension TapeDecoder {
    /// The decoder that `ReportJSON` reads with, which alone can do that.
    static func direct(_ decoder: any Decoder) throws -> TapeDecoder {
        guard let direct = decoder as? TapeDecoder else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "this is read by ReportJSON alone"))
        }
        return direct
    }
}

extension OrderedEncoder {
    /// The encoder that `ReportJSON` writes with, which alone can do that.
    static func direct(_ encoder: any Encoder, for value: some Encodable) throws -> OrderedEncoder {
        guard let direct = encoder as? OrderedEncoder else {
            throw EncodingError.invalidValue(
                value,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "this is written by ReportJSON alone"))
        }
        return direct
    }
}

extension RawRepresentable<String> {
    /// Reads one of the known words.
    static func known(_ text: String) throws -> Self {
        guard let word = Self(rawValue: text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "\(text) is not known"))
        }
        return word
    }
}
