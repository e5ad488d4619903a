internal import CCivilTime
package import SnapshotModel
internal import Synchronization

/// A time zone of the tz database, by cctz.
package struct CivilCalendar: ZoneRules, Hashable {
    /// The zone's name, such as `Asia/Seoul`.
    package let name: String
    /// The zone's number in the C++ part, which keeps every zone for ever.
    private let zone: Int32

    /// Finds a zone by its name in the tz database; `nil` if it is not there.
    package init?(zone name: String) {
        let bytes = Array(name.utf8)
        let zone = unsafe civil_zone_load(bytes, bytes.count)
        guard zone >= 0 else { return nil }
        self.init(number: zone)
    }

    /// Zones of fixed offsets that were asked for: a list of a thousand times asks a thousand times.
    private static let fixed = Mutex([Int: CivilCalendar]())

    /// Makes the zone that is always so many seconds ahead of UTC.
    package init(utcOffset seconds: Int) {
        self = Self.fixed.withLock { known in
            if let calendar = known[seconds] { return calendar }
            let calendar = CivilCalendar(fixedOffset: seconds)
            known[seconds] = calendar
            return calendar
        }
    }

    private init(fixedOffset seconds: Int) {
        zone = civil_zone_fixed(Int32(clamping: seconds))
        name = seconds == 0 ? "UTC" : TimeText.offset(seconds)
    }

    private init(number: Int32) {
        zone = number
        name = Self.name(of: number)
    }

    /// The reader's zone: `$TZ`, else `/etc/localtime`.
    package static func local() -> CivilCalendar {
        CivilCalendar(number: civil_zone_local())
    }

    /// Universal time.
    package static let utc = CivilCalendar(utcOffset: 0)

    /// What a clock on the wall shows at a moment, in seconds since 1970.
    package func civilTime(at seconds: Int64) -> CivilTime {
        let value = civil_zone_time(zone, seconds)
        return CivilTime(
            year: Int(value.year), month: Int(value.month), day: Int(value.day),
            hour: Int(value.hour), minute: Int(value.minute), second: Int(value.second),
            utcOffset: Int(value.utc_offset), isoYear: Int(value.iso_year),
            isoWeek: Int(value.iso_week))
    }

    /// The moment of a date and time of day, out of range or not: later of two, end of a gap.
    package func seconds(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
    ) -> Int64 {
        civil_zone_seconds(
            zone, Int64(year), Int64(month), Int64(day), Int64(hour), Int64(minute), Int64(second))
    }

    private static func name(of zone: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = unsafe civil_zone_name(zone, &buffer, buffer.count)
        return String(decoding: buffer.prefix(length), as: UTF8.self)
    }
}
