import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// `list` and `show` on a real store.
@Suite struct ListTests {
    @Test func everySnapshotIsAnItemOldestFirst() throws {
        let fixture = try CommandFixture()
        for text in ["1", "12", "123"] { try fixture.save(["a": text]) }
        let commands = try fixture.commands()
        let report = try commands.list(ListParameters(scope: commands.scope))
        #expect(report.dataset == "documents")
        #expect(report.snapshots.map(\.number) == [1, 2, 3])
        #expect(report.snapshots.map(\.bytes) == [1, 2, 3])
        let first = try #require(report.snapshots.first)
        #expect(first.created.text == "2026-11-30T11:00:00+09:00")
        #expect(first.file == "documents_2026-11-30T02-00-00Z_1.zip")
        #expect(first.allocated > 0)
        #expect(first.host == "desk")
        #expect(first.duration == 0.25)
        #expect(first.flags == [])
        #expect(report.datasets.map(\.snapshots) == [3])
        #expect(report.datasets.first?.root == String(decoding: fixture.data.bytes, as: UTF8.self))
    }

    @Test func lastSinceAndUntilChooseRows() throws {
        let fixture = try CommandFixture()
        for text in ["1", "2", "3", "4"] { try fixture.save(["a": text]) }
        let commands = try fixture.commands()
        func numbers(
            last: Int? = nil, since: String? = nil, until: String? = nil
        ) throws -> [Int] {
            try commands.list(
                ListParameters(
                    scope: commands.scope, last: last, since: since.map { WireBytes($0) },
                    until: until.map { WireBytes($0) })
            ).snapshots.map(\.number)
        }
        #expect(try numbers(last: 2) == [3, 4])
        #expect(try numbers(last: 0) == [])
        #expect(try numbers(since: "2h") == [3, 4])
        #expect(try numbers(until: "@2h") == [1, 2, 3])
        #expect(try numbers(since: "2026-11-30T03:00", until: "2026-11-30T04:00") == [2, 3])
        #expect(try numbers(since: "2026-11-30") == [1, 2, 3, 4])
        #expect(try numbers(until: "yesterday") == [])
        let error = failure { () throws(UserError) in
            try commands.list(
                ListParameters(scope: commands.scope, since: WireBytes("soon")))
        }
        #expect(error?.code == .optionValue)
    }

    @Test func expiredOnesAreListedOnlyWhenAskedFor() throws {
        let fixture = try CommandFixture()
        for text in ["1", "2"] { try fixture.save(["a": text]) }
        let commands = try fixture.commands()
        _ = try commands.delete(commands.reference("1"))
        let present = try commands.list(ListParameters(scope: commands.scope))
        #expect(present.snapshots.map(\.number) == [2])
        let all = try commands.list(ListParameters(scope: commands.scope, all: true))
        #expect(all.snapshots.map(\.state) == [.expired, .present])
        #expect(all.snapshots.first?.expires?.text == "2026-12-01T13:00:00+09:00")
    }

    @Test func flagsSayWhatIsOutOfTheOrdinary() throws {
        let fixture = try CommandFixture()
        try fixture.save(["a": "1"]) { record in
            record.missing = [
                MissingItem(path: BytePath("k"), reason: .unreadable, detail: "permission denied"),
                MissingItem(path: BytePath("v"), reason: .tooLarge, detail: "12.1 GiB"),
            ]
        }
        try fixture.save(["a": "2"]) { $0.created.seconds += 1_000_000 }
        let commands = try fixture.commands()
        let report = try commands.list(ListParameters(scope: commands.scope))
        #expect(report.snapshots.map(\.flags) == [[.partial], [.future]])
        #expect(report.snapshots.map(\.missing) == [1, 0])
    }

    @Test func showTellsWhatIsMissingAndWhatKeepsIt() throws {
        let fixture = try CommandFixture()
        try fixture.save(["a": "1", "d/b": "22"]) { record in
            record.missing = [
                MissingItem(path: BytePath("k"), reason: .unreadable, detail: "permission denied")
            ]
        }
        var commands = try fixture.commands()
        commands.policy = RetentionPolicy(last: 3)
        let report = try commands.show(
            ShowParameters(scope: commands.scope, reference: WireBytes("latest")))
        #expect(report.snapshot.item.number == 1)
        #expect(report.snapshot.directories == 2)
        #expect(report.snapshot.missingItems.map(\.detail) == ["permission denied"])
        #expect(report.snapshot.keptBy.contains { $0.rule == "last" })
        #expect(report.snapshot.isPolicyKnown)
        #expect(report.snapshot.location?.hasSuffix("store/\(report.snapshot.item.file)") == true)
    }

    @Test func aReferenceToNothingSaysWhatThereIs() throws {
        let fixture = try CommandFixture()
        for text in ["1", "2"] { try fixture.save(["a": text]) }
        let commands = try fixture.commands()
        _ = try commands.label(
            LabelParameters(
                scope: commands.scope, reference: WireBytes("2"), text: "before tax"))
        func show(_ text: String) -> UserError? {
            failure { () throws(UserError) in
                try commands.show(
                    ShowParameters(scope: commands.scope, reference: WireBytes(text)))
            }
        }
        #expect(show("57")?.code == .noSnapshot)
        #expect(show("57")?.exit == .notFound)
        #expect(show("befor tax")?.near == ["before tax (2)"])
        #expect(show("@2y")?.code == .beforeFirst)
        #expect(show("@2hh")?.code == .badRef)
        #expect(show("latest~7")?.code == .noSnapshot)
        #expect(show("before tax") == nil)
        #expect(show("@1h") == nil)
    }
}
