import SnapshotModel
import TestSupport
import Testing

@Suite struct TextTests {
    @Test(
        arguments: [
            (0, "0 B"), (313, "313 B"), (999, "999 B"), (1_000, "1000 B"), (1_023, "1023 B"),
            (1_024, "1.0 KiB"), (41_063, "40.1 KiB"), (102_348, "99.9 KiB"), (102_400, "100 KiB"),
            (102_399, "100 KiB"), (1_048_063, "1023 KiB"), (1_048_064, "1.0 MiB"),
            (327_155_712, "312 MiB"), (65_712_619_520, "61.2 GiB"), (Int64.max, "8.0 EiB"),
            (-1_536, "-1.5 KiB"),
        ] as [(Int64, String)])
    func sizesHaveOneDecimalUnderAHundred(bytes: Int64, text: String) {
        #expect(ByteSize.text(bytes) == text)
    }

    @Test(
        arguments: [
            ("0", 0), ("1023", 1_023), ("10M", 10_485_760), ("10MiB", 10_485_760),
            ("10 MiB", 10_485_760), ("10MB", 10_000_000), ("1kB", 1_000), ("1KB", 1_000),
            ("1k", 1_024), ("40.1 KiB", 41_062), ("1.5G", 1_610_612_736), ("7EiB", 7 << 60),
            ("12B", 12), ("8EiB", nil), ("99999999999999999999", nil), ("", nil), ("M", nil),
            ("10 ", nil), ("1.M", nil), (".5M", nil), ("-1", nil), ("1mB", nil), ("1MiBs", nil),
            ("1  M", nil), ("1.2.3", nil), ("0x10", nil), ("１", nil),
        ] as [(String, Int64?)])
    func sizesAreRead(text: String, bytes: Int64?) {
        #expect(ByteSize.parse(text) == bytes)
    }

    @Test func everySizeThatIsShownCanBeTyped() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let bytes =
                Int64.random(in: 0...Int64.max / 2, using: &random)
                >> Int64.random(in: 0..<62, using: &random)
            let text = ByteSize.text(bytes)
            #expect(ByteSize.parse(text).map(ByteSize.text) == text)
            #expect(text.count <= 8)
        }
    }

    @Test(
        arguments: [
            ("3s", 3_000), ("200ms", 200), ("2m", 120_000), ("1h", 3_600_000), ("1d", 86_400_000),
            ("2w", 1_209_600_000), ("1m56s", 116_000), ("1h30m", 5_400_000), ("0.2s", 200),
            ("1.5h", 5_400_000), ("0s", 0), ("3", nil), ("3 s", nil), ("3sec", nil), ("s", nil),
            ("-3s", nil), ("3s2m", nil), ("3s3s", nil), ("", nil), ("9999999999w", nil),
            ("1mo", nil),
            ("99999999999999999999s", nil), ("3S", nil),
        ] as [(String, Int?)])
    func durationsAreRead(text: String, milliseconds: Int?) {
        #expect(DurationText.parse(text) == milliseconds.map { .milliseconds($0) })
    }

    @Test(
        arguments: [
            (3_000, "3s", "3.0s"), (200, "200ms", "0.2s"), (116_000, "1m56s", "1m"),
            (0, "0s", "0.0s"),
            (3_600_000, "1h", "1h"), (3_601_000, "1h", "1h"), (90_061_000, "1d1h", "25h"),
            (2_592_000_000, "30d", "30d"), (1_250, "1s", "1.2s"), (59_999, "59s", "59s"),
        ] as [(Int, String, String)])
    func durationsAreShown(milliseconds: Int, text: String, taken: String) {
        #expect(DurationText.text(.milliseconds(milliseconds)) == text)
        #expect(DurationText.taken(.milliseconds(milliseconds)) == taken)
    }

    @Test(
        arguments: [
            (0, "now"), (1, "1s"), (59, "59s"), (60, "1m"), (3_599, "59m"), (3_600, "1h"),
            (172_799, "47h"), (172_800, "2d"), (1_209_599, "13d"), (1_209_600, "2w"),
            (5_443_199, "8w"), (5_443_200, "2mo"), (63_113_903, "23mo"), (63_113_904, "2y"),
            (315_569_520, "10y"), (-1, "+1s"), (-7_900_000, "+3mo"),
        ] as [(Int64, String)])
    func agesHaveOneUnit(seconds: Int64, text: String) {
        let now = FileTime(seconds: 1_796_000_000, nanoseconds: 500)
        let then = FileTime(seconds: now.seconds - seconds, nanoseconds: 500)
        #expect(Age.text(from: then, to: now) == text)
    }

    @Test func agesAreRoundedDown() {
        let now = FileTime(seconds: 100, nanoseconds: 0)
        #expect(Age.text(from: FileTime(seconds: 99, nanoseconds: 1), to: now) == "now")
        #expect(Age.text(from: FileTime(seconds: 100, nanoseconds: 5), to: now) == "now")
        #expect(Age.text(from: FileTime(seconds: .min), to: FileTime(seconds: .max)).hasSuffix("y"))
    }

    @Test func typingErrorsFindTheirWord() {
        #expect(NearMatch.distance("qiet", "quiet") == 1)
        #expect(NearMatch.distance("lst", "list") == 1)
        #expect(NearMatch.distance("sohw", "show") == 1)
        #expect(NearMatch.distance("", "abc") == 3)
        #expect(NearMatch.distance("kitten", "sitting") == 3)
        #expect(
            NearMatch.find("lst", in: ["ls", "list", "show", "last"]) == ["ls", "list", "last"])
        #expect(NearMatch.find("snapshto", in: ["snapshot", "show"]) == ["snapshot"])
        #expect(NearMatch.find("xyz", in: ["ls", "list"]).isEmpty)
    }

    @Test(arguments: ["before tax", "세금 전", "v1.0_final-2 (b), +1", "e\u{301}", "4a", "2026-11"])
    func textsCanBeLabels(text: String) throws {
        try Label.check(text)
    }

    @Test(arguments: [
        ("42", "number"), ("latest", "latest"), ("live", "live"), ("", "empty"), ("  ", "blank"),
        ("a/b", "no /"),
        ("a@2h", "no @"), ("a:b", "no :"), ("a~1", "no ~"), ("a\nb", #"no $'\n'"#),
        ("🙂", "no 🙂"), (String(repeating: "가", count: 22), "66 bytes"),
    ])
    func textsThatReadAsSomethingElseAreNoLabels(text: String, why: String) throws {
        let error = try #require(throws: UserError.self) { try Label.check(text) }
        #expect(error.code == .badLabel)
        #expect(error.exit == .usage)
        #expect(error.why?.contains(why) == true)
    }
}
