import LinuxSystem
import SnapshotCatalog
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotArchive
@testable import SnapshotStore

/// One complete zip of a snapshot, from wherever what it holds lies.
@Suite struct ExportTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func everySnapshotOfARandomHistoryIsExportedWhole() throws {
        var random = SeededGenerator(seed: 11)
        let store = try fixture.open()
        try fixture.scratch.write("x", to: "data/$odd\u{1}")
        try fixture.scratch.write(random.bytes(1_300_000), to: "data/large")
        for _ in 1...6 {
            try fixture.mutateData(&random)
            var bytes = try fixture.scratch.read("data/large")
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1
            try fixture.scratch.write(bytes, to: "data/large")
            try fixture.saveChanges(store)
        }
        let last = try store.view(6)
        let large = try #require(try last.entry(at: BytePath("large"))?.content)
        #expect(try store.place(of: large)?.place.form == .patch)
        for source in [store, try Store.openForReading(fixture.storePath)] {
            for number in [1, 4, 6] {
                let view = try source.view(number)
                let path = try export(view, to: "\(number).zip")
                let joined = try ArchiveReader.open(
                    try FileDescriptor.open(path, .readOnly), path: path)
                #expect(try joined.check(readData: true) == [])
                try ForeignCheck.check(joined)
                #expect(joined.record.rootTree == view.record.rootTree)
                #expect(joined.record.layout == .complete)
                let isEqual = try everything(in: joined) == fixture.everything(in: view)
                #expect(isEqual)
            }
        }
    }

    @Test func zipToolsFindNothingWrong() throws {
        let store = try fixture.open()
        var random = SeededGenerator(seed: 12)
        try fixture.scratch.makeDirectories("data/d")
        var large = random.bytes(1_500_000)
        try fixture.scratch.write(large, to: "data/d/large")
        try fixture.scratch.write("", to: "data/empty")
        try fixture.saveChanges(store)
        large[700_000] ^= 1
        try fixture.scratch.write(large, to: "data/d/large")
        try fixture.saveChanges(store)
        let zip = String(decoding: try export(try store.view(2), to: "x.zip").bytes, as: UTF8.self)
        let python = "import sys, zipfile; assert zipfile.ZipFile(sys.argv[1]).testzip() is None"
        for command in [
            ["unzip", "-tqq", zip], ["7z", "t", zip], ["bsdtar", "-tf", zip],
            ["python3", "-W", "error", "-c", python, zip],
        ] {
            let result = try runProgram(command, environment: ["LC_ALL": "C.UTF-8"])
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(result.errors.isEmpty)
            #expect(!result.output.lowercased().contains("warning"))
        }
    }

    @Test func nothingGoesOutIfSomethingIsLost() throws {
        let store = try fixture.open()
        try fixture.saveChanges(store, "one", in: "a")
        try fixture.saveChanges(store, "two", in: "b")
        try fixture.remove("store/\(String(decoding: store.snapshots[0].fileName, as: UTF8.self))")
        let view = try Store.openForReading(fixture.storePath).view(2)
        let export = SnapshotExport(view.record, from: view.objects, progress: JobProgress())
        var lost: [BytePath] = []
        let error = userError {
            try export.prepare { path, error in
                lost.append(path)
                return error
            }
        }
        #expect(error?.code == .damaged)
        #expect(lost == [BytePath("a")])
    }

    private func export(_ view: SnapshotView, to name: String) throws -> BytePath {
        let export = SnapshotExport(view.record, from: view.objects, progress: JobProgress())
        try export.prepare { _, error in error }
        var bytes = [UInt8]()
        let size = try export.write { bytes += $0 }
        #expect(size == Int64(bytes.count))
        try fixture.scratch.write(bytes, to: name)
        return fixture.scratch.path.appending(BytePath(name))
    }

    private func everything(in archive: ArchiveReader) throws -> [BytePath: StoreFixture.Shown] {
        var found: [BytePath: StoreFixture.Shown] = [:]
        var waiting = [(BytePath.root, archive.record.rootEntry)]
        while let (path, entry) = waiting.popLast() {
            var bytes = [UInt8]()
            if let content = entry.content {
                try archive.readContent(content) { bytes.append($0) }
            }
            for child in try entry.tree.map({ try archive.directory($0) }) ?? [] {
                waiting.append((path.appending(child.name), child))
            }
            var entry = entry
            if path.isRoot { entry.tree = nil }
            found[path] = StoreFixture.Shown(entry: entry, bytes: bytes)
        }
        return found
    }
}
