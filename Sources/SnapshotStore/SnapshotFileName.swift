internal import LinuxSystem
internal import SnapshotModel

/// The name of a snapshot's zip: `DATASET_2026-11-30T02-15-00Z_42.zip`, or `..._42.part.zip` if it is incremental.
///
/// Only files with such a name are ever moved or removed. What a snapshot is, its record says; the name only helps people.
struct SnapshotFileName: Hashable, Sendable {
    /// What stands before the date.
    let dataset: [UInt8]
    private let stamp: ArraySlice<UInt8>
    /// The number at the end.
    let number: Int
    /// Whether the name says that the zip holds only what others lack.
    let isIncremental: Bool

    private static let stampForm = Array("dddd-dd-ddTdd-dd-ddZ".utf8)

    /// The name for a new snapshot.
    static func make(for record: SnapshotRecord) -> [UInt8] {
        let ending = record.layout == .incremental ? ".part.zip" : ".zip"
        return Array(
            "\(record.dataset)_\(stamp(record.created))_\(record.number)\(ending)".utf8)
    }

    /// A moment in UTC as names have it: colons are refused by the file systems of other systems.
    static func stamp(_ time: FileTime) -> String {
        String(UniversalTime(seconds: time.seconds).description.map { $0 == ":" ? "-" : $0 })
    }

    /// Takes a name apart, `nil` if it is not in the canonical form.
    init?(_ name: [UInt8]) {
        var rest = name[...]
        guard Self.drop(".zip", from: &rest) else { return nil }
        isIncremental = Self.drop(".part", from: &rest)
        let digits = Array(rest.reversed().prefix { Self.isDigit($0) }.reversed())
        guard !digits.isEmpty, digits.first != UInt8(ascii: "0") || digits.count == 1,
            let number = Int(String(decoding: digits, as: UTF8.self)), number > 0
        else { return nil }
        rest = rest.dropLast(digits.count)
        guard Self.drop("_", from: &rest) else { return nil }
        let stamp = rest.suffix(Self.stampForm.count)
        guard stamp.count == Self.stampForm.count,
            zip(stamp, Self.stampForm).allSatisfy({ byte, form in
                form == UInt8(ascii: "d") ? Self.isDigit(byte) : byte == form
            })
        else { return nil }
        rest = rest.dropLast(stamp.count)
        guard Self.drop("_", from: &rest), !rest.isEmpty else { return nil }
        self.stamp = stamp
        dataset = Array(rest)
        self.number = number
    }

    /// When the snapshot was taken, in seconds since 1970.
    var created: Int64 {
        let numbers = stamp.split { !Self.isDigit($0) }
            .map { Int32(String(decoding: $0, as: UTF8.self)) ?? 0 }
        return UniversalTime.seconds(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
            minute: numbers[4], second: numbers[5])
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func drop(_ ending: String, from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { return false }
        rest = rest.dropLast(ending.utf8.count)
        return true
    }
}
