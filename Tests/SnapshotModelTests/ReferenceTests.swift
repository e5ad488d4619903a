import CivilCalendar
import SnapshotModel
import Testing

@Suite struct ReferenceTests {
    private static let zones = ["Asia/Seoul", "America/New_York", "Australia/Lord_Howe"]

    /// What a reference reads as: base and rows back, or its code.
    private func reading(_ text: String) -> String {
        do throws(UserError) {
            let reference = try SnapshotReference.parse(Array(text.utf8))
            let base =
                switch reference.base {
                case .number(let number): "number \(number)"
                case .latest: "latest"
                case .live: "live"
                case .label(let label): "label \(label)"
                case .time: "time"
                }
            #expect(reference.text == text)
            return reference.back == 0 ? base : "\(base) back \(reference.back)"
        } catch {
            return "\(error.code.rawValue) \(error.exit.rawValue)"
        }
    }

    @Test(arguments: [
        ("42", "number 42"), ("0", "number 0"), ("007", "number 7"), ("42~1", "number 42 back 1"),
        ("99999999999999999999", "number \(Int.max)"), ("latest", "latest"), ("latest~0", "latest"),
        ("latest~2", "latest back 2"), ("Latest", "label Latest"), ("live", "live"),
        ("before tax", "label before tax"), ("사진 정리", "label 사진 정리"), ("a~3", "label a back 3"),
        ("@2h", "time"), ("@2h~1", "time back 1"), ("@yesterday", "time"), ("@0s", "time"),
        ("@2026-11-29", "time"), ("@2026-11-29T10:00", "time"), ("@2026-11-29 10:00", "time"),
        ("@2026-11-29T1000", "time"), ("@2026-11-29T100030", "time"),
        ("@2026-11-29T10:00:30", "time"), ("@2026-11-29T10:00Z", "time"),
        ("@2026-11-29T10:00+09:00", "time"), ("@2026-11-29 10:00:04 +09:00", "time"),
        ("@99999999999999999999y", "time"), ("@2mo", "time"), ("@1y", "time"), ("@3w", "time"),
        ("live~1", "bad-ref 2"), ("latest~", "bad-ref 2"), ("latest~x", "bad-ref 2"),
        ("42~1~1", "bad-ref 2"), ("~1", "bad-ref 2"), ("", "bad-ref 2"), ("@", "bad-ref 2"),
        ("@2hh", "bad-ref 2"), ("@2 h", "bad-ref 2"), ("@h", "bad-ref 2"), ("@-2h", "bad-ref 2"),
        ("@2H", "bad-ref 2"), ("@1h30m", "bad-ref 2"), ("@today", "bad-ref 2"),
        ("@2026-13-01", "bad-ref 2"), ("@2026-1-1", "bad-ref 2"), ("@26-11-29", "bad-ref 2"),
        ("@2026-11-29T24:00", "bad-ref 2"), ("@2026-11-29T10:60", "bad-ref 2"),
        ("@2026-11-29T10", "bad-ref 2"), ("@2026-11-29T10:00:60", "bad-ref 2"),
        ("@2026-11-29T10:00+9", "bad-ref 2"), ("@2026-11-29t10:00", "bad-ref 2"),
        ("@2026-11-29T10:0000", "bad-ref 2"), ("@2026/11/29", "bad-ref 2"), ("a/b", "bad-ref 2"),
        ("a@2h", "bad-ref 2"), ("42:", "bad-ref 2"), ("a\u{7}", "bad-ref 2"),
    ])
    func theFormDecides(text: String, expected: String) {
        #expect(reading(text) == expected)
    }

    @Test func bytesThatAreNotUTF8AreNoReference() {
        #expect(throws: UserError.self) { try SnapshotReference.parse([0x61, 0xFF]) }
    }

    @Test(arguments: [
        ("@2hours", "@2h"), ("@3mins", "@3m"), ("@5sec", "@5s"), ("@1month", "@1mo"),
        ("@1yr", "@1y"), ("@2hh", "@2h"), ("@yesterady", "@yesterday"), ("@3D", "@3d"),
    ])
    func typingErrorsAreMet(text: String, near: String) throws {
        let error = try #require(throws: UserError.self) {
            try SnapshotReference.parse(Array(text.utf8))
        }
        #expect(error.near == [near])
        #expect(error.message == "\"\(text)\" names no snapshot")
        #expect(error.why == "after @: 2h, yesterday, 2026-11-29, 2026-11-29T10:00")
    }

    /// The latest moment a time takes in, as a clock in the zone shows it, at 2026-03-31 13:40:00.25.
    @Test(
        arguments: [
            ("@0s", "2026-03-31 13:40:00"), ("@30s", "2026-03-31 13:39:30"),
            ("@15m", "2026-03-31 13:25:00"), ("@2h", "2026-03-31 11:40:00"),
            ("@3d", "2026-03-28 13:40:00"), ("@2w", "2026-03-17 13:40:00"),
            ("@1mo", "2026-02-28 13:40:00"), ("@3mo", "2025-12-31 13:40:00"),
            ("@13mo", "2025-02-28 13:40:00"), ("@1y", "2025-03-31 13:40:00"),
            ("@25mo", "2024-02-29 13:40:00"), ("@yesterday", "2026-03-30 23:59:59"),
            ("@2026-03-29", "2026-03-29 23:59:59"), ("@2025-12-31", "2025-12-31 23:59:59"),
            ("@2024-02-29", "2024-02-29 23:59:59"), ("@2026-01-15T10:00", "2026-01-15 10:00:59"),
            ("@2026-01-15 1000", "2026-01-15 10:00:59"),
            ("@2026-01-15T10:00:30", "2026-01-15 10:00:30"),
        ], zones)
    func timesAreMeantInTheReadersZone(example: (text: String, shown: String), name: String) throws
    {
        let zone = try #require(CivilCalendar(zone: name))
        let seconds = zone.seconds(year: 2026, month: 3, day: 31, hour: 13, minute: 40, second: 0)
        let now = FileTime(seconds: seconds, nanoseconds: 250_000_000)
        let time = try #require(TimeReference.parse(example.text.utf8.dropFirst()))
        let moment = try #require(time.moment(now: now, zone: zone))
        let shown = TimeText.second(zone.civilTime(at: moment.seconds))
        #expect(shown.hasPrefix(example.shown))
        let isRelative = !example.text.contains("-") && example.text != "@yesterday"
        #expect(moment.nanoseconds == (isRelative ? 250_000_000 : 999_999_999))
    }

    @Test(arguments: zones)
    func anOffsetCountsInEveryZone(name: String) throws {
        let zone = try #require(CivilCalendar(zone: name))
        let now = FileTime(seconds: 1_796_013_600)
        for (text, seconds) in [
            ("2026-03-08T02:30Z", 1_772_937_059), ("2026-03-08T02:30-05:00", 1_772_955_059),
            ("2026-03-08T02:30:00+09:00", 1_772_904_600), ("2026-10-04T02:15Z", 1_791_080_159),
        ] as [(String, Int64)] {
            let time = try #require(TimeReference.parse(text.utf8))
            #expect(time.moment(now: now, zone: zone)?.seconds == seconds, "\(text)")
        }
    }

    @Test func repeatedAndSkippedHoursAndMidnights() throws {
        let now = FileTime(seconds: 1_796_013_600)
        for (name, text, shown) in [
            ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25 02:30:59 +01:00"),
            ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29 03:00:00 +02:00"),
            ("America/Havana", "2026-10-31", "2026-10-31 23:59:59 -04:00"),
            ("America/Havana", "2026-11-01", "2026-11-01 23:59:59 -05:00"),
            ("Asia/Beirut", "2026-03-28", "2026-03-28 23:59:59 +02:00"),
            ("Pacific/Apia", "2011-12-29", "2011-12-29 23:59:59 -10:00"),
        ] {
            let zone = try #require(CivilCalendar(zone: name))
            let time = try #require(TimeReference.parse(text.utf8))
            let moment = try #require(time.moment(now: now, zone: zone))
            #expect(TimeText.second(zone.civilTime(at: moment.seconds)) == shown)
        }
    }

    @Test func aDayThatTheMonthLacksIsMalformed() {
        let now = FileTime(seconds: 1_796_013_600)
        for text in ["2026-02-30", "2025-02-29", "2026-04-31T10:00", "2026-02-29T10:00Z"] {
            #expect(
                TimeReference.parse(text.utf8)?.moment(now: now, zone: CivilCalendar.utc) == nil)
        }
    }

    @Test(arguments: [
        ("42", "reference 42 -"), ("42:reports/q4.odt", "inside 42 reports/q4.odt"),
        ("42:", "inside 42 ."), ("42:a:b", "inside 42 a:b"),
        ("latest~1:./a", "inside latest~1 ./a"),
        ("@2026-11-29T10:00:a.txt", "inside @2026-11-29T10:00 a.txt"),
        ("@2026-11-29T10:00:30", "reference @2026-11-29T10:00:30 -"),
        ("@2026-11-29T10:00:./30", "inside @2026-11-29T10:00 ./30"),
        ("@2026-11-29T10:00:30:30", "inside @2026-11-29T10:00:30 30"),
        ("@2h:a@b", "inside @2h a@b"), ("before tax:x", "inside before tax x"),
        ("notes.txt@2h", "asOf @2h notes.txt"), ("a@2h@1d", "asOf @1d a@2h"),
        ("a@b@2h", "asOf @2h a@b"), ("./a:b@2h", "asOf @2h ./a:b"),
        ("n@2026-11-29T10:00", "asOf @2026-11-29T10:00 n"), ("n@2h~1", "asOf @2h~1 n"),
        ("notes.txt@{before}", "beforeLastChange - notes.txt"),
        ("a@2h@{before}", "beforeLastChange - a@2h"), ("notes.txt", "reference notes.txt -"),
        ("./42", "path - ./42"), ("a/b", "path - a/b"), ("me@home", "path - me@home"),
        ("live:a", "path - live:a"), ("./a:b", "path - ./a:b"), ("a@2hh", "path - a@2hh"),
    ])
    func pathsAndReferencesAreToldApart(text: String, expected: String) throws {
        let parsed = try PathReference.parse(Array(text.utf8))
        let path = parsed.path.map(\.display) ?? "-"
        #expect("\(parsed.form) \(parsed.ref?.text ?? "-") \(path)" == expected)
    }

    @Test(arguments: ["@2hh", "@2hh:a", "@{before}", "", "@2026-02-3"])
    func whatStartsLikeATimeMustBeOne(text: String) throws {
        let error = try #require(throws: UserError.self) {
            try PathReference.parse(Array(text.utf8))
        }
        #expect(error.code == .badRef)
    }

    @Test func aPathNeedNotBeUTF8() throws {
        let parsed = try PathReference.parse(Array("42:a".utf8) + [0xFF])
        #expect(parsed.path == BytePath([0x61, 0xFF]))
    }
}
