import SnapshotModel
import TestSupport
import Testing

@testable import Agent

/// `snapagent init DIR` on a real file.
@Suite struct InitCommandTests {
    @Test func aDirectoryIsAddedOnceByWhateverPath() throws {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectories("Documents")
        try scratch.makeDirectories("other/documents")
        let file = scratch.path.appending(BytePath("config/snapagent.toml"))
        func add(_ path: String) throws(UserError) -> String {
            try InitCommand.run(scratch.path.appending(BytePath(path)), file: file)
        }
        func error(_ path: String) -> UserError? {
            #expect(throws: UserError.self) { try add(path) }
        }
        #expect(try add("Documents").hasPrefix("Added "))
        let again = error("Documents")
        #expect(again?.code == .alreadyConfigured)
        #expect(again?.code.exit == .refused)
        #expect(again?.message.hasSuffix("Documents is in the configuration already") == true)
        #expect(again?.why == "dataset \"documents\" in \(file.display)")
        #expect(error("other/../Documents")?.code == .alreadyConfigured)
        // Another directory of the same name is a second dataset.
        #expect(error("other/documents")?.code == .configTwice)
    }
}
