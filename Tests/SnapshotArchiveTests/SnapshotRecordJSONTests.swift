import SnapshotArchive
import SnapshotModel
import Testing

@Suite struct SnapshotRecordJSONTests {
    private static var record: SnapshotRecord {
        var record = SnapshotRecord()
        record.id = "0123456789abcdef0123456789abcdef"
        record.number = 7
        record.store = "11111111-2222-4333-8444-555555555555"
        record.dataset = "documents"
        record.host = "here"
        record.root = BytePath(Array("/data/".utf8) + [0xFF])
        record.created = FileTime(seconds: 1_764_468_000, nanoseconds: 1)
        record.utcOffset = 32_400
        record.rootEntry.mode = 0o1750
        record.rootEntry.modified = FileTime(seconds: -1, nanoseconds: 999_999_999)
        record.rootEntry.tree = Digest([UInt8](repeating: 0x5A, count: 32))
        record.rootEntry.attributes = [
            ExtendedAttribute(name: Array("user.x".utf8), value: [0, 1, 255])
        ]
        record.parent = 6
        record.reason = .beforeRestore
        record.counts.files = 3
        record.duration = 1_500_000_000
        record.missing = [
            MissingItem(path: BytePath("a\nb"), reason: .torn, detail: "changed"),
            MissingItem(path: BytePath([0xC3, 0x28]), reason: .tooLarge, detail: ""),
        ]
        record.excludes = ["*.tmp"]
        record.users = [0: "root", 1000: "me"]
        record.groups = [100: "users"]
        return record
    }

    @Test func aRecordReadsBackAsItWas() throws {
        let text = try SnapshotRecordJSON.encode(Self.record)
        #expect(try SnapshotRecordJSON.decode(text) == Self.record)
        #expect(try SnapshotRecordJSON.encode(Self.record) == text)
        #expect(try SnapshotRecordJSON.decode(try SnapshotRecordJSON.encode(.init())) == .init())
    }

    @Test func theTextIsForPeopleToo() throws {
        let text = String(decoding: try SnapshotRecordJSON.encode(Self.record), as: UTF8.self)
        #expect(text.contains(#""utc" : "2025-11-30T02:00:00Z""#))
        #expect(text.contains(#""reason" : "before-restore""#))
        #expect(text.contains(#""path" : "a\nb""#))
        #expect(text.hasSuffix("}\n"))
    }

    @Test func unknownKeysArePassedOver() throws {
        var text = String(decoding: try SnapshotRecordJSON.encode(Self.record), as: UTF8.self)
        text.replace("{\n  \"counts\"", with: "{ \"news\": [1], \"counts\"", maxReplacements: 1)
        #expect(text.contains("news"))
        #expect(try SnapshotRecordJSON.decode(Array(text.utf8)) == Self.record)
    }

    @Test func newerFormatsAndRubbishAreRefused() throws {
        let newer = #expect(throws: UserError.self) {
            try SnapshotRecordJSON.decode(Array(#"{"format": 2}"#.utf8))
        }
        #expect(newer?.code == .storeNewer)
        for text in ["", "{}", "[]", "{\"format\": \"1\"}", "{\"format\": 1}"] {
            let error = #expect(throws: UserError.self) {
                try SnapshotRecordJSON.decode(Array(text.utf8))
            }
            #expect(error?.code == .damaged, "\(text)")
        }
    }
}
