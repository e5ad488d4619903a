internal import CivilCalendar
package import SnapshotModel

/// The zone in which a person reads and types times.
package enum ReaderZone {
    /// The longest name of a zone that is looked up.
    private static let longestName = 64

    /// The rules of a zone by its name, of this machine's zone without one.
    package static func rules(_ name: String?) throws(UserError) -> any ZoneRules {
        guard let name else { return CivilCalendar.local() }
        if name == CivilCalendar.local().name { return CivilCalendar.local() }
        // A name becomes a path below the zones' directory, so it must not lead out of it.
        let isName =
            name.utf8.count <= longestName && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy { isAllowed($0) }
        if isName, let zone = CivilCalendar(zone: name) { return zone }
        if let offset = offset(name) { return CivilCalendar(utcOffset: offset) }
        throw UserError(
            .optionValue, "there is no time zone \"\(displayName(Array(name.utf8)))\"",
            remedy: "set TZ to a name such as Asia/Seoul", subject: name)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
            UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The seconds of `+09:00`, as a zone without a name is called.
    private static func offset(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            let hours = Int(String(decoding: bytes[1...2], as: UTF8.self)),
            let minutes = Int(String(decoding: bytes[4...5], as: UTF8.self))
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }
}
