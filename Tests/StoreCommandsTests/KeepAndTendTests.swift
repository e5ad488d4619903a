import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// The commands that keep, prune, verify and export, on a real store.
@Suite struct KeepAndTendTests {
    private func fixture(_ count: Int = 3) throws -> CommandFixture {
        let fixture = try CommandFixture()
        for number in 1...count {
            try fixture.save(["a": "\(number)", "same": "the same bytes in every snapshot"])
        }
        return fixture
    }

    @Test func pinsAndLabelsReturnTheSnapshotAsItIsNow() throws {
        let commands = try fixture().commands()
        #expect(try commands.pin(commands.reference("2")).snapshot.pinned)
        #expect(try !commands.unpin(commands.reference("2")).snapshot.pinned)
        func label(_ text: String) throws(UserError) -> SnapshotReport {
            try commands.label(
                LabelParameters(scope: commands.scope, reference: WireBytes("2"), text: text))
        }
        #expect(try label("before tax").snapshot.label == "before tax")
        let renamed = try label("sent")
        #expect(renamed.labelBefore == "before tax")
        #expect(try label("").snapshot.label == nil)
        #expect(failure { () throws(UserError) in try label("42") }?.code == .badLabel)
    }

    @Test func whatChangesNothingSaysSo() throws {
        let commands = try fixture().commands()
        let reference = commands.reference("2")
        #expect(try commands.unpin(reference).changed == false)
        #expect(try commands.undelete(reference).changed == false)
        #expect(try commands.pin(reference).changed == true)
        #expect(try commands.pin(reference).changed == false)
        #expect(try commands.unpin(reference).changed == true)
        #expect(try commands.delete(reference).changed == true)
        #expect(try commands.undelete(reference).changed == true)
    }

    @Test func aLabelThatOthersHaveIsGivenAndTold() throws {
        let commands = try fixture().commands()
        func label(_ number: String) throws -> SnapshotReport {
            try commands.label(
                LabelParameters(scope: commands.scope, reference: WireBytes(number), text: "same"))
        }
        #expect(try label("1").labelAlso == [])
        #expect(try label("3").labelAlso == [1])
        #expect(
            failure { () throws(UserError) in try commands.pin(commands.reference("same")) }?.code
                == .ambiguousRef)
        // What is among the expired stands in nobody's way.
        _ = try commands.delete(commands.reference("1"))
        #expect(try label("3").labelAlso == [])
        #expect(try commands.pin(commands.reference("same")).snapshot.number == 3)
    }

    @Test func whatIsDeletedComesBack() throws {
        let commands = try fixture().commands()
        let deleted = try commands.delete(commands.reference("2"))
        #expect(deleted.snapshot.state == .expired)
        #expect(deleted.snapshot.expires != nil)
        #expect(try commands.undelete(commands.reference("2")).snapshot.state == .present)
        _ = try commands.pin(commands.reference("2"))
        #expect(
            failure { () throws(UserError) in try commands.delete(commands.reference("2")) }?.code
                == .pinned)
    }

    @Test func aPreviewOfPruningDecidesAsPruningDoes() throws {
        let fixture = try fixture(4)
        let commands = try fixture.commands()
        let policy = RetentionPolicy(last: 2)
        let preview = try commands.prune(
            PruneParameters(scope: commands.scope, dryRun: true), policy: policy)
        #expect(fixture.store.snapshots.count == 4)
        #expect(preview.decisions.map(\.number) == [1, 2, 3, 4])
        #expect(preview.datasets.map(\.policy.last) == [2])
        let expiring = preview.decisions.filter { $0.decision == .expire }.map(\.number)
        #expect(!expiring.isEmpty)
        #expect(preview.freed > 0)
        let report = try commands.prune(
            PruneParameters(scope: commands.scope), policy: policy)
        #expect(report.decisions.map(\.decision) == preview.decisions.map(\.decision))
        #expect(fixture.store.expiredSnapshots.map(\.number) == expiring)
        #expect(report.datasets.first?.expired == expiring.count)
        #expect(report.datasets.first?.kept == 4 - expiring.count)
    }

    @Test func aBrakeIsAnErrorOfPruningAndNoneOfItsPreview() throws {
        let fixture = try fixture(4)
        let commands = try fixture.commands()
        try fixture.store.brake(.massDeletion, "812 of 1204 files vanished in 4")
        let error = failure { () throws(UserError) in
            try commands.prune(
                PruneParameters(scope: commands.scope), policy: RetentionPolicy(last: 1))
        }
        #expect(error?.code == .braked)
        #expect(error?.message == "expiry is stopped: 812 of 1204 files vanished in 4")
        #expect(fixture.store.snapshots.count == 4)
        let preview = try commands.prune(
            PruneParameters(scope: commands.scope, dryRun: true),
            policy: RetentionPolicy(last: 1))
        #expect(preview.decisions.count == 4)
    }

    @Test(arguments: [false, true])
    func aSoundStoreIsGood(readData: Bool) throws {
        let commands = try fixture().commands()
        let report = try commands.verify(
            VerifyParameters(scope: commands.scope, readData: readData))
        #expect(report.dataset == "documents")
        let result = try #require(report.datasets.first)
        #expect(result.ok)
        #expect(result.snapshots == 3)
        #expect(result.trees == 3)
        #expect((result.bytesRead > 0) == readData)
        let one = try commands.verify(
            VerifyParameters(scope: commands.scope, reference: WireBytes("2")))
        #expect(one.datasets.first?.snapshots == 1)
    }

    @Test func damageIsNamedWithTheGoodCopy() throws {
        let fixture = try fixture()
        try damageContent("the same bytes in every snapshot", of: 2, in: fixture)
        let commands = try fixture.commands()
        let shallow = try commands.verify(VerifyParameters(scope: commands.scope))
        #expect(shallow.datasets.first?.ok == true)
        let report = try commands.verify(
            VerifyParameters(scope: commands.scope, readData: true))
        let result = try #require(report.datasets.first)
        #expect(!result.ok)
        let damage = try #require(result.damage.first)
        #expect(damage.snapshot == 2)
        #expect(damage.path == "same")
        #expect(damage.kind == "content")
        #expect(damage.otherCopy == 3)
        #expect(damage.file == "documents_2026-11-30T03-00-00Z_2.zip")
    }

    @Test func whatEachSnapshotTakesIsAddedUp() throws {
        let commands = try fixture().commands()
        let report = try commands.usage(UsageParameters(scope: commands.scope))
        let result = try #require(report.datasets.first)
        #expect(result.snapshots.map(\.number) == [1, 2, 3])
        #expect(result.snapshots.allSatisfy { $0.alone > 0 })
        #expect(result.snapshots.last?.withOlder == result.bytes)
        #expect(result.bytes == result.snapshots.reduce(0) { $0 + $1.alone })
    }

    @Test func anExportIsTheZipItself() throws {
        let fixture = try fixture()
        let commands = try fixture.commands()
        var bytes: [UInt8] = []
        let report = try commands.export(
            ExportParameters(scope: commands.scope, reference: WireBytes("latest"))
        ) { bytes += $0 }
        let snapshot = try #require(fixture.store.newest)
        let file = try FileDescriptor.open(snapshot.path, .readOnly)
        #expect(bytes == (try file.readAll(atMost: 1 << 20)))
        #expect(report.bytes == Int64(bytes.count))
        #expect(report.files == 2)
        #expect(report.plainBytes == 33)
        #expect(report.file == nil)
    }

    @Test func aDamagedZipIsExportedWholeByTheCopyOfAnother() throws {
        let fixture = try fixture()
        try damageContent("the same bytes in every snapshot", of: 2, in: fixture)
        let commands = try fixture.commands()
        var bytes: [UInt8] = []
        let report = try commands.export(
            ExportParameters(scope: commands.scope, reference: WireBytes("2"))
        ) { bytes += $0 }
        #expect(report.bytes == Int64(bytes.count))
        let path = fixture.scratch.path.appending(BytePath("joined.zip"))
        try fixture.scratch.write(bytes, to: "joined.zip")
        let joined = try ArchiveReader.open(try FileDescriptor.open(path, .readOnly), path: path)
        #expect(try joined.check(readData: true).isEmpty)
        #expect(joined.record.number == 2)
    }

    @Test func whatNoZipHasWholeIsNotExportedByHalves() throws {
        let fixture = try fixture()
        for number in 1...3 {
            try damageContent("the same bytes in every snapshot", of: number, in: fixture)
        }
        let commands = try fixture.commands()
        var count = 0
        let error = failure { () throws(UserError) in
            try commands.export(
                ExportParameters(scope: commands.scope, reference: WireBytes("2"))
            ) { count += $0.count }
        }
        #expect(error?.code == .damaged)
        #expect(count == 0)
    }

    @Test func aCancelledCommandEnds() throws {
        let fixture = try fixture()
        let commands = try fixture.commands()
        commands.progress.cancel()
        let errors = [
            failure { () throws(UserError) in
                try commands.verify(VerifyParameters(scope: commands.scope, readData: true))
            },
            failure { () throws(UserError) in try commands.cat("1:same") },
            failure { () throws(UserError) in try commands.ls("1", recursive: true) },
            failure { () throws(UserError) in try commands.diff("1", "2") },
        ]
        #expect(
            errors.map { $0?.code } == [.interrupted, .interrupted, .interrupted, .interrupted])
    }

    /// Flips a bit of a content that is stored as it is.
    private func damageContent(
        _ text: String, of number: Int, in fixture: CommandFixture
    ) throws {
        let path = try fixture.store.snapshot(number).path
        let file = try FileDescriptor.open(path, .readWrite)
        var bytes = try file.readAll(atMost: 1 << 20)
        let archive = try fixture.store.view(number).archive
        let content = try #require(
            archive.entries.first { $0.name == Array("same".utf8) })
        let data = Int(content.headerOffset) + content.localHeaderCount
        bytes[data + Int(content.packed) / 2] ^= 1
        try file.write(bytes, at: 0)
    }
}
