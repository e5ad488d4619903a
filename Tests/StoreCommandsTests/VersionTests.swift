import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// `PATH@{before}` on a real store.
@Suite struct VersionTests {
    @Test func itIsTheVersionBeforeTheLastChange() throws {
        let fixture = try CommandFixture()
        try fixture.save(["a": "one", "b": "same"])
        try fixture.save(["a": "two"])
        try fixture.save(["c": "other"])
        #expect(try fixture.commands().cat("a@{before}") == "one")
    }

    /// A client that does not check its words does not get the root for an empty one.
    @Test func anEmptyPathIsNone() throws {
        let fixture = try CommandFixture()
        try fixture.save(["a": "one"])
        let commands = try fixture.commands()
        let none = failure { () throws(UserError) in
            try commands.versions(VersionsParameters(scope: CallScope(), path: WireBytes("")))
        }
        #expect(none?.code == .missingOperand)
        #expect(none?.exit == .usage)
        let root = try commands.versions(
            VersionsParameters(scope: CallScope(), path: WireBytes(".")))
        #expect(root.versions.count == 1)
    }

    @Test func ofADeletedPathItIsTheLastOne() throws {
        let fixture = try CommandFixture()
        try fixture.save(["a": "one", "b": ""])
        try fixture.save(["a": "two"])
        try fixture.save(removing: ["a"])
        try fixture.save(["b": "x"])
        #expect(try fixture.commands().cat("a@{before}") == "two")
    }

    @Test func aPathThatNeverChangedHasNone() throws {
        let fixture = try CommandFixture()
        try fixture.save(["b": ""])
        try fixture.save(["a": "one"])
        try fixture.save(["b": "x"])
        let commands = try fixture.commands()
        let same = failure { () throws(UserError) in try commands.cat("a@{before}") }
        #expect(same?.code == .noPath)
        #expect(same?.why == "it is the same since 2")
        let never = failure { () throws(UserError) in try commands.cat("z@{before}") }
        #expect(never?.message == "no snapshot of documents has z")
    }
}
