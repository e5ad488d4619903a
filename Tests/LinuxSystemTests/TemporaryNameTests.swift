import LinuxSystem
import Testing

/// A person's own file is never taken for one of this program's.
@Suite struct TemporaryNameTests {
    @Test func madeNamesAreKnown() {
        #expect(TemporaryName.matches(TemporaryName.make()))
        #expect(TemporaryName.process(of: TemporaryName.make()) == nil)
        let name = TemporaryName.makeRun() + Array("17".utf8)
        #expect(TemporaryName.matches(name))
        #expect(TemporaryName.process(of: name) == SystemIdentity.processID)
    }

    @Test(arguments: [
        ".snapagent-tmp-", ".snapagent-tmp-notes.txt", ".snapagent-tmp-1", ".snapagent-tmp-1-2-3",
        ".snapagent-tmp-1-0123456789ab-", ".snapagent-tmp-1-0123456789ab-2-3",
        ".snapagent-tmp-0-0123456789ab-2", ".snapagent-tmp-+1-0123456789ab-2",
        ".snapagent-tmp-0123456789abcdef0123456789abcdeg",
        ".snapagent-tmp-0123456789abcdef0123456789abcdef0", "snapagent-tmp-1-0123456789ab-2",
    ])
    func otherNamesAreNot(name: String) {
        #expect(!TemporaryName.matches(Array(name.utf8)))
    }
}
