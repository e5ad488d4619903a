import Configuration
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@Suite struct DirectoryCheckTests {
    /// A scratch directory with its canonical path, since `/tmp` may itself be a link.
    private struct World {
        let scratch: ScratchDirectory
        let base: String

        init() throws {
            scratch = try ScratchDirectory()
            base = String(decoding: try CanonicalPath.of(scratch.path).bytes, as: UTF8.self)
        }

        func load(_ text: String) throws -> AgentConfiguration {
            try scratch.write(text.replacing("BASE", with: base), to: "snapagent.toml")
            return try AgentConfiguration.load(
                BytePath(base + "/snapagent.toml"),
                places: ConfigurationPlaces(isRoot: false) { _ in base })
        }

        func error(_ text: String) throws -> UserError {
            try #require(throws: UserError.self) { try load(text) }
        }
    }

    private func dataset(_ name: String, _ path: String, store: String? = nil) -> String {
        "[[dataset]]\nname = \"\(name)\"\npath = \"BASE/\(path)\"\nstore = \"BASE/\(store ?? "stores/" + name)\"\n"
    }

    @Test func directoriesThatCanBeSavedAreAccepted() throws {
        let world = try World()
        try world.scratch.makeDirectories("data")
        try world.scratch.makeDirectories("data-2")
        let configuration = try world.load(dataset("a", "data") + dataset("b", "data-2"))
        #expect(configuration.datasets.map(\.name) == ["a", "b"])
        #expect(configuration.datasets[0].path == BytePath(world.base + "/data"))
    }

    @Test func aMissingDirectoryHasNeighbours() throws {
        let world = try World()
        try world.scratch.makeDirectories("Documents")
        let error = try world.error(dataset("a", "Documets"))
        #expect(error.code == .noDirectory)
        #expect(
            error.message
                == "\(world.base)/snapagent.toml:3:8: \(world.base)/Documets does not exist")
        #expect(error.near == ["\(world.base)/Documents"])
        #expect(error.exit == .usage)
    }

    @Test func aFileIsNoDirectory() throws {
        let world = try World()
        try world.scratch.write("x", to: "data")
        let error = try world.error(dataset("a", "data"))
        #expect(error.code == .noDirectory)
        #expect(error.message.hasSuffix(":3:8: \(world.base)/data is a file, not a directory"))
    }

    @Test func aDirectoryThatCannotBeReachedIsRefused() throws {
        let world = try World()
        try world.scratch.descriptor.makeLink(
            target: Array("loop".utf8), at: Array("loop".utf8))
        let error = try world.error(dataset("a", "loop"))
        #expect(error.code == .noDirectory)
        #expect(error.message.contains("loop cannot be read (too many levels of symbolic links)"))
    }

    @Test func overlapsAreFoundThroughLinks() throws {
        let world = try World()
        try world.scratch.makeDirectories("data/work")
        try world.scratch.makeDirectories("other")
        try world.scratch.descriptor.makeLink(
            target: Array("../data/work".utf8), at: Array("link".utf8))
        try world.scratch.descriptor.makeLink(
            target: Array("data/work".utf8), at: Array("shortcut".utf8))
        let below = try world.error(dataset("a", "data") + dataset("b", "shortcut"))
        #expect(below.code == .configOverlap)
        #expect(below.message.hasSuffix(":7:8: \(world.base)/shortcut lies in dataset \"a\""))
        #expect(below.why == "line 3")
        let above = try world.error(dataset("b", "data/work") + dataset("a", "data"))
        #expect(above.message.hasSuffix("/data holds dataset \"b\""))
        let same = try world.error(dataset("a", "data") + dataset("b", "data/./work/.."))
        #expect(same.code == .configOverlap)
    }

    @Test(arguments: ["data/store", "data", "data/not/yet/there", "link/store", "data/../data/s"])
    func aStoreInsideItsDirectoryIsRefused(store: String) throws {
        let world = try World()
        try world.scratch.makeDirectories("data")
        try world.scratch.descriptor.makeLink(target: Array("data".utf8), at: Array("link".utf8))
        let error = try world.error(dataset("a", "data", store: store))
        #expect(error.code == .storeInside)
        #expect(error.exit == .refused)
        #expect(error.message.hasSuffix(":4:9: the store lies in the directory it saves"))
        #expect((error.why != nil) == store.hasPrefix("link"))
    }

    @Test func storesAndDirectoriesOfDifferentDatasetsAreKeptApart() throws {
        let world = try World()
        try world.scratch.makeDirectories("a/x")
        try world.scratch.makeDirectories("b")
        try world.scratch.makeDirectories("stores/a/inner")
        let inOther = try world.error(dataset("a", "a") + dataset("b", "b", store: "a/x/store"))
        #expect(inOther.code == .storeInside)
        #expect(inOther.message.hasSuffix(":8:9: the store of \"b\" lies in dataset \"a\""))
        let earlier = try world.error(dataset("a", "a", store: "b/s") + dataset("b", "b"))
        #expect(earlier.message.hasSuffix(":4:9: the store of \"a\" lies in dataset \"b\""))
        let shared = try world.error(dataset("a", "a") + dataset("b", "b", store: "stores/a"))
        #expect(shared.code == .configOverlap)
        let inStore = try world.error(dataset("a", "stores/a/inner"))
        #expect(inStore.message.hasSuffix("stores/a/inner lies in its own store"))
    }

    @Test func aMissingFileSaysWhatToDo() throws {
        let world = try World()
        let error = try #require(throws: UserError.self) {
            try AgentConfiguration.load(BytePath(world.base + "/none.toml"))
        }
        #expect(error.message == "\(world.base)/none.toml cannot be read")
        #expect(error.why == "no such file or directory")
        #expect(error.exit == .usage)
    }

    @Test func aDirectoryNeedsNoFile() throws {
        let world = try World()
        try world.scratch.makeDirectories("My Data")
        let path = BytePath(world.base + "/My Data/")
        let configuration = AgentConfiguration.standard(
            for: path, quiet: .milliseconds(200), maxWait: .seconds(2),
            places: ConfigurationPlaces(isRoot: false) { _ in world.base + "/home" })
        let dataset = try #require(configuration.datasets.first)
        #expect(dataset.name == "my-data")
        #expect(dataset.path == BytePath(world.base + "/My Data"))
        #expect(dataset.store == BytePath(world.base + "/home/snapagent/my-data"))
        try configuration.checkDirectories()
        let inside = AgentConfiguration.standard(
            for: path, name: "x", store: path.appending(Array("s".utf8)))
        let error = try #require(throws: UserError.self) { try inside.checkDirectories() }
        #expect(error.message == "the store lies in the directory it saves")
    }
}
