internal import SnapshotModel

/// The name that a damaged zip has in `expired/` once another one has its place: `NAME.damaged`, or `NAME.damaged-2`.
///
/// It does not end like a zip's, so that nothing in it is ever leaned on again.
enum SetAsideName {
    private static let ending = Array(".damaged".utf8)

    /// A name for a zip that is none of `taken`.
    static func make(for zip: [UInt8], taken: Set<[UInt8]>) -> [UInt8] {
        var name = zip + ending
        var number = 2
        while taken.contains(name) {
            name = zip + ending + Array("-\(number)".utf8)
            number += 1
        }
        return name
    }

    /// Whether this program gives such names.
    static func isOne(_ name: [UInt8]) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        var rest = name[dot...]
        guard rest.starts(with: ending) else { return false }
        rest = rest.dropFirst(ending.count)
        let zip = Array(name[..<dot])
        let number = rest.first == UInt8(ascii: "-") ? Array(rest.dropFirst()) : []
        let isNumbered =
            !number.isEmpty && number.first != UInt8(ascii: "0")
            && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return (rest.isEmpty || isNumbered)
            && (SnapshotFileName(zip) != nil || ContentFileName(zip) != nil)
    }
}
