import ControlProtocol
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What backup programs stumble over survives a snapshot and a restore.
@Suite struct AwkwardTreeTests {
    @Test func survives() throws {
        let place = try Workplace()
        _ = try AwkwardTree(in: place.scratch)
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        let snapshots = try place.snapshots()
        #expect(snapshots.first?.missing == (SystemIdentity.effectiveUserID == 0 ? 0 : 2))

        let out = place.scratch.text + "/out"
        let restored = try place.snapctl("restore", "1", "--to", out)
        #expect(restored.status == (SystemIdentity.effectiveUserID == 0 ? 0 : 3), "\(restored)")
        try expectEqualTrees(place.data, out)

        // Without an agent the same.
        try agent.stop()
        let offline = place.scratch.text + "/offline"
        _ = try place.snapctl("--store", place.store, "restore", "1", "--to", offline)
        try expectEqualTrees(place.data, offline)
        try place.checkZips()
    }

    /// A snapshot that changes nothing in a tree does not touch what a second restore would find.
    @Test func restoringTwiceChangesNothing() throws {
        let place = try Workplace()
        _ = try AwkwardTree(in: place.scratch)
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        let before = try facts(of: place.data)
        let result = try place.snapctl("restore", "1", "--in-place", "--delete", "--yes")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try facts(of: place.data) == before)
        try agent.stop()
    }

    @Test func aSparseGiantSurvives() throws {
        let place = try Workplace()
        let size: Int64 = 4_402_341_478
        let name = Array("giant".utf8)
        do {
            let data = try place.scratch.descriptor.open(
                Array("data".utf8), [.readOnly, .directory])
            let file = try data.open(name, [.create, .writeOnly])
            try file.truncate(to: size)
            try file.write(Array("beginning".utf8), at: 0)
            try file.write(Array("beyond four GiB".utf8), at: (4 << 30) + 5)
            try file.write(Array("end".utf8), at: size - 3)
        }
        let agent = try place.startAgent()
        try place.waitForSnapshot(1, within: .seconds(120))
        let out = place.scratch.text + "/out"
        let result = try place.snapctl(["restore", "1", "--to", out], deadline: .seconds(120))
        #expect(result.status == 0, "\(result.errors)")
        try expectEqualTrees(place.data, out)
        try agent.stop()
        try place.checkZips()
    }

    @Test func seventyThousandFilesSurvive() throws {
        let place = try Workplace()
        for directory in 0..<70 {
            try place.scratch.makeDirectories("data/\(directory)")
            let inner = try place.scratch.descriptor.openBeneath(
                BytePath("data/\(directory)"), [.readOnly, .directory])
            for file in 0..<1000 {
                let descriptor = try inner.open(
                    Array("file \(file)".utf8), [.create, .exclusive, .writeOnly])
                try descriptor.write(Array("\(directory) \(file)\n".utf8), at: 0)
            }
        }
        let agent = try place.startAgent()
        try place.waitForSnapshot(1, within: .seconds(300))
        try place.scratch.write("changed\n", to: "data/69/file 999")
        try place.waitForSnapshot(2, within: .seconds(300))
        let newest = try #require(place.snapshots().last)
        #expect(newest.files == 70_000)
        #expect(newest.changed == 1 && newest.added == 0 && newest.removed == 0)
        let out = place.scratch.text + "/out"
        try place.did("restore", "latest", "--to", out)
        try expectEqualTrees(place.data, out)
        try agent.stop()
        try place.checkZips()
    }
}
