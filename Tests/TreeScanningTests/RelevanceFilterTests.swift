import SnapshotModel
import TestSupport
import Testing
import TreeScanning

@Suite struct RelevanceFilterTests {
    private func isRelevant(
        _ filter: RelevanceFilter, _ directory: String, _ name: String?, isDirectory: Bool = false
    ) -> Bool {
        filter.isRelevant(
            directory: BytePath(directory), name: name.map { Array($0.utf8) },
            isDirectory: isDirectory)
    }

    @Test func knowsTheConfigurationBeforeTheFirstScan() {
        let filter = RelevanceFilter(excludes: IgnoreRules(patterns: ["*.o", "target/"]))
        #expect(isRelevant(filter, "src", "a.c"))
        #expect(!isRelevant(filter, "src", "a.o"))
        #expect(!isRelevant(filter, "", "target", isDirectory: true))
        #expect(isRelevant(filter, "", "target"))
        #expect(!isRelevant(filter, "target/debug", "a.c"))
        #expect(!isRelevant(filter, "target", nil))
        #expect(isRelevant(filter, "src", nil))
        #expect(!isRelevant(filter, "src", ".snapagent-tmp-1-0123456789ab-1"))
    }

    @Test func knowsTheIgnoreFilesOfTheLastScan() throws {
        let fixture = try ScanFixture()
        try fixture.scratch.write("*.log\n", to: "a/.snapagentignore")
        try fixture.scratch.write("!b.log\n", to: "a/b/.snapagentignore")
        try fixture.scratch.write("x", to: "c/x")
        let tree = try fixture.scan()
        for filter in [
            tree.relevance, try fixture.scan(dirty: ["c"], RememberedTree(tree)).relevance,
        ] {
            #expect(!isRelevant(filter, "a", "a.log"))
            #expect(!isRelevant(filter, "a/b", "a.log"))
            #expect(isRelevant(filter, "a/b", "b.log"))
            #expect(isRelevant(filter, "", "a.log"))
            #expect(isRelevant(filter, "a", ".snapagentignore"))
        }
    }
}
