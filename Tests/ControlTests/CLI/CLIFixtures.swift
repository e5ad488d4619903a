import CivilCalendar
import ControlProtocol
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import ControlCLI

/// The reader, the moment and the snapshots that the transcripts are about.
enum CLIFixtures {
    /// 2026-11-30T13:40:00+09:00.
    static let now = FileTime(seconds: 1_796_013_600)

    static func context(isASCII: Bool = false) throws -> ReadingContext {
        ReadingContext(
            now: now, zone: try #require(CivilCalendar(zone: "Asia/Seoul")),
            name: NameDisplay(isASCII: isASCII))
    }

    /// A terminal of so many columns that knows UTF-8 and no colour.
    static func terminal(_ columns: Int, colour: Bool = false, isASCII: Bool = false) -> Screen {
        Terminal.prepareLocale()
        return Screen(
            isTerminal: true, columns: columns, usesColour: colour, isASCII: isASCII,
            canRedraw: true)
    }

    /// Lines as the screen shows them.
    static func text(_ lines: [OutputLine], _ screen: Screen) -> String {
        String(decoding: LineFormatter(screen: screen).bytes(lines), as: UTF8.self)
    }

    /// A moment in Seoul, such as `2026-11-30 11:02:40`.
    static func moment(_ text: String) throws -> ReportTime {
        let parts = text.split(separator: " ")
        return try #require(ReportTime(text: "\(parts[0])T\(parts[1])+09:00"))
    }

    static func item(
        _ number: Int, _ created: String, _ reason: SnapshotReason = .change,
        bytes: Int64 = 88_080_384, files: Int = 1203, added: Int = 0, changed: Int = 0,
        removed: Int = 0, moved: Int = 0, metadata: Int = 0, missing: Int = 0,
        label: String? = nil, pinned: Bool = false, expires: String? = nil,
        flags: [SnapshotFlag] = [], dataset: String = "documents", parent: Int? = nil
    ) throws -> SnapshotItem {
        SnapshotItem(
            number: number, dataset: dataset, created: try moment(created), reason: reason,
            layout: .complete, file: "documents_\(number).zip", files: files, bytes: bytes,
            allocated: 41_062, added: added, changed: changed, removed: removed, missing: missing,
            label: label, pinned: pinned, expires: try expires.map(moment), moved: moved,
            metadata: metadata, host: "desk", state: expires == nil ? .present : .expired,
            flags: flags, duration: 0.2, parent: parent ?? number - 1)
    }

    /// Names that a terminal could stumble over: wide, decomposed, controlling, not text, long.
    static let oddNames: [[UInt8]] = [
        Array("한글 문서.odt".utf8), Array("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}.txt".utf8),
        Array("😀😀.png".utf8), Array("two\nlines".utf8), Array("\u{1B}[31mred".utf8),
        Array("\u{202E}gpj.exe".utf8), Array("\u{9B}31m".utf8), Array("it's \"q\"".utf8),
        [0x66, 0xFF, 0xFE], [UInt8](repeating: UInt8(ascii: "n"), count: 255),
        Array(String(repeating: "가", count: 85).utf8), Array("$'a'".utf8), Array("-rf".utf8),
    ]
}
