import SnapshotModel
import Testing

@testable import SnapshotStore

@Suite struct SnapshotFileNameTests {
    @Test(arguments: [
        "documents_2026-11-30T02-15-00Z_42.zip", "a_b_2026-11-30T02-15-00Z_1.part.zip",
        "사진_0001-01-01T00-00-00Z_1001.zip",
    ])
    func canonicalNamesAreTakenApart(name: String) throws {
        let parsed = try #require(SnapshotFileName(Array(name.utf8)))
        #expect(name.hasPrefix(String(decoding: parsed.dataset, as: UTF8.self) + "_"))
        #expect(name.contains("_\(parsed.number)."))
    }

    @Test(arguments: [
        "documents_2026-11-30T02-15-00Z_42.ZIP", "documents_2026-11-30T02-15-00Z_042.zip",
        "documents_2026-11-30T02-15-00Z_0.zip", "_2026-11-30T02-15-00Z_42.zip",
        "documents_2026-11-30T02:15:00Z_42.zip", "documents_42.zip", "42.zip", ".zip", "",
        "documents_2026-11-30T02-15-00Z_42 (1).zip", "documents_2026-11-30T02-15-00Z_.zip",
        "documents_2026-11-30T02-15-00Z_99999999999999999999.zip",
        "documents-2026-11-30T02-15-00Z_42.zip", "x2026-11-30T02-15-00Z_42.zip",
    ])
    func otherNamesAreNotOurs(name: String) {
        #expect(SnapshotFileName(Array(name.utf8)) == nil)
    }

    @Test func madeNamesAreCanonical() throws {
        var record = SnapshotRecord()
        record.dataset = "documents"
        record.number = 42
        record.created = FileTime(seconds: 1_796_004_900, nanoseconds: 999_999_999)
        let name = SnapshotFileName.make(for: record)
        #expect(String(decoding: name, as: UTF8.self) == "documents_2026-11-30T02-15-00Z_42.zip")
        #expect(SnapshotFileName(name)?.number == 42)
        #expect(SnapshotFileName(name)?.created == record.created.seconds)
        record.layout = .incremental
        #expect(SnapshotFileName.make(for: record).suffix(12).elementsEqual("_42.part.zip".utf8))
    }

    @Test func aContentZipIsNeverTakenForASnapshot() throws {
        for dataset in ["documents", "a_content", "x.part"] {
            let name = ContentFileName.make(
                dataset: dataset, at: FileTime(seconds: 1_764_468_000), number: 3)
            #expect(SnapshotFileName(name) == nil)
            let parsed = try #require(ContentFileName(name))
            #expect(parsed.name.dataset == Array(dataset.utf8))
            #expect(parsed.name.number == 3)
        }
        let snapshot = Array("documents_2026-11-30T02-15-00Z_42.zip".utf8)
        #expect(ContentFileName(snapshot) == nil)
        #expect(ContentFileName(Array("d_2026-11-30T02-15-00Z_4.part.content.zip".utf8)) == nil)
    }
}
