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

    /// What it dropped may matter to other rules.
    @Test func knowsWhatItMayHaveHidden() throws {
        let fixture = try ScanFixture()
        try fixture.scratch.write("x", to: "a/x")
        let nothing = try fixture.scan().relevance
        try fixture.scratch.write("*.log\n", to: "a/.snapagentignore")
        let logs = try fixture.scan().relevance
        try fixture.scratch.write("*.log\n!b.log\n", to: "a/.snapagentignore")
        let most = try fixture.scan().relevance
        try fixture.scratch.write(
            "Signature: 8a477f597d28d172789f06886806bc55\n", to: "a/CACHEDIR.TAG")
        let cache = try fixture.scan().relevance
        func hides(
            _ one: RelevanceFilter, _ other: RelevanceFilter, gone: String? = nil
        ) -> Bool {
            one.mayHide(whatMattersTo: other) { $0 == gone.map { BytePath($0) } }
        }
        #expect(!hides(nothing, nothing) && !hides(most, most) && !hides(cache, cache))
        #expect(!hides(nothing, logs))
        // An exception takes back what the configuration may leave out.
        #expect(hides(nothing, most))
        #expect(hides(logs, most) && hides(most, logs) && hides(logs, nothing))
        #expect(!hides(logs, nothing, gone: "a") && hides(logs, nothing, gone: "b"))
        #expect(hides(cache, nothing) && !hides(cache, nothing, gone: "a"))
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
