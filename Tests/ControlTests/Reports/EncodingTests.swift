import ControlProtocol
import SnapshotModel
import Testing

/// What all JSON of the project has in common.
@Suite struct EncodingTests {
    @Test func noControlCharacterReachesATerminal() throws {
        let hostile = "\u{0}\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{2028}\n\t\"\\한"
        let text = try ReportFixtures.json(WarningReport(warning: hostile))
        #expect(
            text
                == #"{"warning":"\u0000\u001b[2J\u007f\u009b\u202e\u2028\n\t\"\\한"}"#)
        #expect(try ReportJSON.decode(WarningReport.self, from: text.utf8).warning == hostile)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00+00:00", Int64(0), Int32(0), 0),
        ("1969-12-31T23:59:59.999999999+00:00", -1, 999_999_999, 0),
        ("2026-11-30T11:15:00+09:00", 1_796_004_900, 0, 32_400),
        ("2024-02-29T18:29:59.000000001-05:30", 1_709_251_199, 1, -19_800),
        ("0001-01-02T00:00:00+00:00", -62_135_510_400, 0, 0),
        ("9999-12-30T23:59:59+00:00", 253_402_214_399, 0, 0),
    ])
    func timesAreWrittenAndReadBack(
        text: String, seconds: Int64, nanoseconds: Int32, offset: Int
    ) {
        let time = ReportTime(
            FileTime(seconds: seconds, nanoseconds: nanoseconds), utcOffset: offset)
        #expect(time.text == text)
        #expect(ReportTime(text: text) == time)
    }

    @Test(arguments: [Int64.min, -99_999_999_999_999, 99_999_999_999_999, .max])
    func aFileOfAnotherAgeStillHasATime(seconds: Int64) throws {
        let time = ReportTime(seconds: seconds, utcOffset: 50_400)
        #expect(try ReportJSON.decode(ReportTime.self, from: ReportJSON.encode(time)) == time)
    }

    @Test(arguments: [
        "", "2026-11-30", "2026-11-30T11:15:00", "2026-11-30T11:15:00.+09:00",
        "2026-13-30T11:15:00Z", "2026-11-30T11:15:00*09:00", "2026-11-30T11:15:00.1234567890Z",
    ])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(ReportTime(text: text) == nil)
    }

    @Test func bytesTravelAsTextOrBase64() throws {
        for bytes: [UInt8] in [[], Array("a b".utf8), Array("한글".utf8), [0xFF, 0x00, 0x61]] {
            let text = try ReportJSON.encode(WireBytes(bytes))
            #expect(try ReportJSON.decode(WireBytes.self, from: text).bytes == bytes)
        }
        #expect(try ReportFixtures.json(WireBytes([0xFF])) == #"{"base64":"/w=="}"#)
        #expect(try ReportFixtures.json(WireBytes("x")) == #""x""#)
    }

    @Test(arguments: [
        RestoreDestination.inPlace, .directory(WireBytes("/tmp/x")), .directory(WireBytes([0xFF])),
    ])
    func destinationsTravel(destination: RestoreDestination) throws {
        let parameters = RestoreParameters(
            scope: CallScope(dataset: "d"), operands: [WireBytes("42")], destination: destination)
        let text = try ReportJSON.encode(parameters)
        #expect(try ReportJSON.decode(RestoreParameters.self, from: text) == parameters)
    }
}
