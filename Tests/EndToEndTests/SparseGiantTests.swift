import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// A disk image of terabytes, most of which is holes, from the change to the restored file.
@Suite struct SparseGiantTests {
    private static let size: Int64 = 2 << 40

    @Test(arguments: [SnapshotLayout.complete, .incremental])
    func itIsSavedCheckedAndRestored(layout: SnapshotLayout) throws {
        var random = SeededGenerator()
        let place = try Workplace()
        let scratch = place.scratch
        try scratch.writeSparse(
            "data/vm.img", size: Self.size,
            [0: random.bytes(4096), 1 << 40: random.bytes(3 << 20), Self.size - 1: [1]])
        try scratch.writeSparse("data/hole", size: Self.size)
        try scratch.write("small", to: "data/small")
        try FileManager.default.linkItem(
            atPath: place.data + "/vm.img", toPath: place.data + "/linked.img")
        let agent = try place.startAgent(layout: layout, quiet: "1s")
        try place.waitForSnapshot(1)
        let first = try scratch.sparsePicture("data/vm.img")

        try scratch.writeSparse("data/vm.img", size: Self.size, [(1 << 40) + 50_000: [1, 2, 3]])
        try place.did("snapshot")
        let second = try scratch.sparsePicture("data/vm.img")
        // Nothing differs, whatever is compared.
        try place.did("snapshot", "--full")
        #expect(try place.snapshots().map(\.number).max() == 2)
        let difference = try place.did("diff", "2", "live", "--json")
        #expect(
            try ReportJSON.decode(DiffReport.self, from: Array(difference.utf8)).changes.isEmpty)
        let sizes = try place.zips().map { zip in
            try FileManager.default.attributesOfItem(atPath: zip)[.size] as? Int64 ?? 0
        }
        // In a complete zip every name of a file has the data.
        #expect(sizes[0] < 7 << 20)
        if layout == .incremental { #expect(sizes[1] < 100 << 10) }
        try place.checkZips()
        #expect(try place.did("verify", "--read-data").contains("good"))

        try expectRestored(1, first, place)
        try expectRestored(2, second, place)
        try expectInPlace(first, place)
        try agent.stop()
        let zip = try #require(try place.zips().first)
        let byHand = try runProgram([
            "python3", repositoryRoot + "/docs/restore-by-hand.py", zip, scratch.text + "/hand",
        ])
        #expect(byHand.status == 0, "\(byHand.output)\(byHand.errors)")
        #expect(try scratch.sparsePicture("hand/vm.img") == first)
    }

    private func expectRestored(
        _ number: Int, _ picture: SparsePicture, _ place: Workplace
    ) throws {
        try place.did("restore", "\(number)", "--to", place.scratch.text + "/out\(number)")
        let out = "out\(number)/"
        #expect(try place.scratch.sparsePicture(out + "vm.img") == picture)
        #expect(try place.scratch.sparsePicture(out + "linked.img") == picture)
        let hole = try place.scratch.sparsePicture(out + "hole")
        #expect(hole.size == Self.size)
        #expect(hole.data.isEmpty)
        let status = try FileDescriptor.status(
            of: BytePath(place.scratch.text + "/" + out + "vm.img"), following: false)
        #expect(status.linkCount == 2)
        #expect(status.allocated < 8 << 20)
    }

    private func expectInPlace(_ picture: SparsePicture, _ place: Workplace) throws {
        try place.scratch.writeSparse("data/vm.img", size: Self.size + 5, [1 << 35: [9]])
        try place.did("restore", "1", "--in-place", "--yes")
        #expect(try place.scratch.sparsePicture("data/vm.img") == picture)
        #expect(try place.scratch.sparsePicture("data/linked.img") == picture)
    }

    @Test func whatIsPrintedHasTheZeros() throws {
        let place = try Workplace()
        let size: Int64 = (1 << 30) + (1 << 20)
        try place.scratch.writeSparse(
            "data/f", size: size, [123_456: Array("in the middle".utf8), size - 3: [1, 2, 3]])
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        try agent.stop()
        let command = """
            '\(try builtProgram("snapctl"))' --store '\(place.store)' cat 1:f | cmp - '\(place.data)/f'
            """
        let result = try runProgram(["sh", "-c", command], environment: place.environment)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
}
