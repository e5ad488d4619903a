internal import LinuxSystem

/// A moment as zip headers have carried it since DOS: two-second steps from 1980 to 2107, here always UTC.
///
/// The exact times are in the 0x5455 field and in the tree; this one is what is left to readers that know neither.
struct DOSTime: Hashable, Sendable {
    let date: UInt16
    let time: UInt16

    private static let first: Int64 = 315_532_800
    private static let last: Int64 = 4_354_819_198

    /// The form as headers have it.
    init(date: UInt16, time: UInt16) {
        self.date = date
        self.time = time
    }

    /// The moment `seconds` after 1970, drawn into the years that the form can hold.
    init(seconds: Int64) {
        let civil = UniversalTime(seconds: min(max(seconds, Self.first), Self.last))
        date = UInt16((civil.year - 1980) << 9 | civil.month << 5 | civil.day)
        time = UInt16(civil.hour << 11 | civil.minute << 5 | civil.second / 2)
    }
}
