import ControlProtocol
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// `find` on a real store, once by the catalog and once by the trees alone.
@Suite struct FindTests {
    /// What both ways of looking say, which must be the same.
    private func find(
        _ fixture: CommandFixture, _ pattern: String, deleted: Bool = false, larger: Int64? = nil
    ) throws -> [String] {
        let online = try fixture.commands()
        let parameters = FindParameters(
            scope: online.scope, pattern: WireBytes(pattern), deleted: deleted, larger: larger)
        let report = try online.find(parameters)
        #expect(try fixture.offlineCommands().find(parameters) == report, "\(pattern)")
        return report.matches.map { "\($0.first)..\($0.last) \($0.path)" }
    }

    private func fixture() throws -> CommandFixture {
        let fixture = try CommandFixture()
        try fixture.save([
            "a.csv": "one", "d/b.csv": "four", "d/e/c.txt": "x", "#odd": "y", "d/!x": "z",
        ])
        try fixture.save(["d/new.csv": "12345"], removing: ["a.csv"])
        try fixture.save(["a.csv": "again"], removing: ["d/b.csv"])
        return fixture
    }

    @Test func namesAreFoundInAllSnapshots() throws {
        let fixture = try fixture()
        #expect(try find(fixture, "*.csv") == ["1..3 a.csv", "1..2 d/b.csv", "2..3 d/new.csv"])
        #expect(try find(fixture, "b.csv") == ["1..2 d/b.csv"])
        #expect(try find(fixture, "?.[ct]*") == ["1..3 a.csv", "1..2 d/b.csv", "1..3 d/e/c.txt"])
        #expect(try find(fixture, "d") == ["1..3 d"])
        #expect(try find(fixture, "*/") == ["1..3 d", "1..3 d/e"])
        #expect(try find(fixture, "#odd") == ["1..3 #odd"])
    }

    @Test func aSlashMakesItAPathFromTheTop() throws {
        let fixture = try fixture()
        #expect(try find(fixture, "/*.csv") == ["1..3 a.csv"])
        #expect(try find(fixture, "d/*.csv") == ["1..2 d/b.csv", "2..3 d/new.csv"])
        #expect(
            try find(fixture, "d/**") == [
                "1..3 d/!x", "1..2 d/b.csv", "1..3 d/e", "1..3 d/e/c.txt", "2..3 d/new.csv",
            ])
        #expect(try find(fixture, "**/c.txt") == ["1..3 d/e/c.txt"])
        #expect(try find(fixture, "d/!x") == ["1..3 d/!x"])
    }

    @Test func deletedAndLargeOnes() throws {
        let fixture = try fixture()
        #expect(try find(fixture, "*.csv", deleted: true) == ["1..2 d/b.csv"])
        #expect(try find(fixture, "*", larger: 5) == ["1..3 a.csv", "2..3 d/new.csv"])
        let commands = try fixture.commands()
        _ = try commands.delete(commands.reference("1"))
        #expect(try find(fixture, "*.csv", deleted: true) == ["2..2 d/b.csv"])
    }

    @Test(arguments: ["*.cvs", "", "/", "x/"]) func nothingIsAnError(pattern: String) throws {
        let commands = try fixture().commands()
        let error = failure { () throws(UserError) in
            try commands.find(
                FindParameters(scope: commands.scope, pattern: WireBytes(pattern)))
        }
        #expect(error?.code == .noMatch)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func randomHistoriesAreFoundAsTheTreesHaveThem(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try CommandFixture()
        try fixture.saveRandomly(10, &random)
        let oracle = try HistoryOracle(fixture.store)
        for pattern in ["*", "a", "[ab]", "b/*", "**/c", "*/"] {
            let glob = try #require(PathGlob(Array(pattern.utf8)))
            let expected = oracle.found { glob.matches($0, $1) }
            let found = expected.isEmpty ? [] : try find(fixture, pattern)
            #expect(found == expected, "seed \(seed), \(pattern)")
            let newest = try #require(fixture.store.newest?.number)
            let lost = expected.filter { !$0.contains("..\(newest) ") }
            let deleted = lost.isEmpty ? [] : try find(fixture, pattern, deleted: true)
            #expect(deleted == lost, "seed \(seed), \(pattern)")
        }
    }
}
