/// The names that this program gives to files that are not yet complete.
///
/// In a directory of a person's they are told from the person's own by their whole form, not by how they begin:
/// what is taken for one is not saved.
package enum TemporaryName {
    /// How they all begin.
    package static let prefix = ".snapagent-tmp-"

    private static let dash = UInt8(ascii: "-")

    /// A name that nobody else has: the beginning and 32 hexadecimal digits.
    package static func make() -> [UInt8] { Array((prefix + RandomBytes.identifier()).utf8) }

    /// The beginning of the names of one run of this process: its number and 12 hexadecimal digits between dashes.
    package static func makeRun() -> [UInt8] {
        Array("\(prefix)\(SystemIdentity.processID)-\(RandomBytes.identifier().prefix(12))-".utf8)
    }

    /// Whether a name has one of the two forms.
    package static func matches(_ name: [UInt8]) -> Bool {
        guard name.starts(with: prefix.utf8) else { return false }
        let rest = name.dropFirst(prefix.utf8.count)
        if rest.count == 32, rest.allSatisfy(isHexadecimal) { return true }
        return process(of: name) != nil
    }

    /// The process whose run made a name of the second form, `nil` for any other name.
    package static func process(of name: [UInt8]) -> Int32? {
        guard name.starts(with: prefix.utf8) else { return nil }
        let parts = name.dropFirst(prefix.utf8.count).split(
            separator: dash, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].count == 12, parts[1].allSatisfy(isHexadecimal),
            isNumber(parts[0]), isNumber(parts[2]),
            let process = Int32(String(decoding: parts[0], as: UTF8.self)), process > 0
        else { return nil }
        return process
    }

    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
