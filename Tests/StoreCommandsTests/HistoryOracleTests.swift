import ControlProtocol
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// Random histories: `versions` of every path that ever was says what the trees of all kept snapshots say.
@Suite struct HistoryOracleTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func theVersionsAreThoseOfTheTrees(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try CommandFixture()
        try fixture.saveRandomly(12, &random)
        let oracle = try HistoryOracle(fixture.store)
        let online = try fixture.commands()
        let offline = try fixture.offlineCommands()
        for path in oracle.paths {
            let parameters = VersionsParameters(
                scope: online.scope, path: WireBytes(path.isRoot ? Array(".".utf8) : path.bytes))
            let report = try online.versions(parameters)
            #expect(try offline.versions(parameters) == report, "seed \(seed), \(path.display)")
            let problems = oracle.problems(of: report)
            #expect(problems == [], "seed \(seed), \(path.display)")
        }
    }
}
