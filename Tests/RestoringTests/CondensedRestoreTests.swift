import LinuxSystem
import Restoring
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// Condensed files come back with their holes, and are compared without reading those.
@Suite struct CondensedRestoreTests {
    private static let size: Int64 = 2 << 40

    let scratch: ScratchDirectory
    var snapshot = MemorySnapshot()
    let picture: SparsePicture

    init() throws {
        scratch = try ScratchDirectory()
        var random = SeededGenerator(seed: 3)
        // Pieces of what is handed out end within these ranges.
        try scratch.writeSparse(
            "data/vm.img", size: Self.size,
            [
                8192: random.bytes(4096), 1 << 40: random.bytes(200_000),
                Self.size - 4096: random.bytes(4096),
            ])
        picture = try scratch.sparsePicture("data/vm.img")
        let data = picture.data.sorted { $0.key < $1.key }
        let content = data.flatMap(\.value)
        let digest = SHA256.digest(of: content)
        snapshot.contents[digest] = content
        snapshot.add("vm.img")
        snapshot.update("vm.img") {
            $0.size = Self.size
            $0.content = digest
            $0.isCondensed = true
            $0.dataRanges = data.map { DataRange(offset: $0.key, count: Int64($0.value.count)) }
        }
    }

    private var inPlace: RestoreRequest {
        RestoreRequest(destination: .inPlace(root: scratch.path.appending(BytePath("data"))))
    }

    private func isNew() throws -> Bool {
        let plan = try RestorePlanner(contents: snapshot).plan(inPlace)
        return plan.items.contains { $0.action == .overwrite }
    }

    @Test func elsewhereItIsEqualAndTakesNoMoreRoom() throws {
        let request = RestoreRequest(
            destination: .directory(scratch.path.appending(BytePath("out")), flattenSingle: false))
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        #expect(plan.needs < 1 << 20)
        let progress = JobProgress()
        let summary = try Restorer(contents: snapshot).apply(plan, progress: progress)
        #expect(summary.isComplete)
        #expect(try scratch.sparsePicture("out/vm.img") == picture)
        #expect(try scratch.status("out/vm.img").allocated < 1 << 20)
        #expect(try RestorePlanner(contents: snapshot).plan(request).changesNothing)
    }

    @Test func inPlaceAnEqualFileIsLeftAlone() throws {
        // Its time differs, so its content is compared: where the snapshot has data, and wherever else there is some.
        #expect(try !isNew())
        try scratch.writeSparse("data/vm.img", size: Self.size, [5 << 30: [0, 0, 0, 0]])
        #expect(try scratch.sparsePicture("data/vm.img") != picture)
        #expect(try !isNew())
        try restore(snapshot, inPlace)
        #expect(try RestorePlanner(contents: snapshot).plan(inPlace).changesNothing)
    }

    @Test(arguments: [8192, 5 << 30, (1 << 40) + 100_000, (2 << 40) - 1] as [Int64])
    func inPlaceADifferentFileIsReplaced(place: Int64) throws {
        let byte = try scratch.descriptor.openBeneath(BytePath("data/vm.img"), .readOnly)
            .readExactly(1, at: place)
        try scratch.writeSparse("data/vm.img", size: Self.size, [place: [byte[0] ^ 1]])
        #expect(try isNew())
        let summary = try restore(snapshot, inPlace)
        #expect(summary.overwritten.files == 1)
        #expect(try scratch.sparsePicture("data/vm.img") == picture)
    }

    @Test func anotherSizeIsReplaced() throws {
        try scratch.writeSparse("data/vm.img", size: Self.size + 1)
        try restore(snapshot, inPlace)
        #expect(try scratch.sparsePicture("data/vm.img") == picture)
    }

    @Test func aContentThatDoesNotFitItsMapIsRefused() throws {
        var test = self
        test.snapshot.update("vm.img") { $0.dataRanges?.removeLast() }
        try scratch.writeSparse("data/vm.img", size: 3)
        let summary = try restore(test.snapshot, inPlace)
        #expect(summary.failed.map(\.code) == [.damaged])
        #expect(try scratch.status("data/vm.img").size == 3)
    }

    @Test func aHardLinkToItIsLinked() throws {
        var test = self
        test.snapshot.add("z.img")
        let entry = try #require(
            test.snapshot.directories[.root]?.first { $0.name == Array("vm.img".utf8) })
        let group = LinkGroup(device: 1, inode: 2, count: 2)
        test.snapshot.update("z.img") {
            $0 = entry
            $0.name = Array("z.img".utf8)
            $0.linkGroup = group
        }
        test.snapshot.update("vm.img") { $0.linkGroup = group }
        let request = RestoreRequest(
            destination: .directory(scratch.path.appending(BytePath("out")), flattenSingle: false))
        try restore(test.snapshot, request)
        #expect(try scratch.sparsePicture("out/z.img") == picture)
        #expect(
            try scratch.status("out/z.img").identity == scratch.status("out/vm.img").identity)
    }
}
