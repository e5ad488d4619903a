internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

@Suite struct MountWatchTests {
    /// A line of the table: see proc_pid_mountinfo(5).
    private func line(_ number: Int, at point: String) -> String {
        "\(number) 1 0:\(number) / \(point) rw,relatime shared:\(number) - tmpfs tmpfs rw"
    }

    /// The mount points of the lines that belong to a tree.
    private func points(_ lines: [String], in root: BytePath) throws -> Set<String> {
        let scratch = try ScratchDirectory()
        try scratch.write(lines.map { $0 + "\n" }.joined(), to: "mountinfo")
        let watch = try MountWatch(table: scratch.path.appending(Array("mountinfo".utf8)))
        return Set(
            try watch.mounts(in: root).map {
                String(decoding: $0.split(separator: UInt8(ascii: " "))[4], as: UTF8.self)
            })
    }

    @Test func aTreeHasTheMountsAtItsRootAndBelow() throws {
        let lines = ["/", "/srv", "/srv/data", "/srv/data/inner", "/srv/database", "/srv/dat"]
            .enumerated().map { line($0.offset, at: $0.element) }
        #expect(
            try points(lines, in: BytePath("/srv/data")) == ["/srv/data", "/srv/data/inner"])
        #expect(try points(lines, in: BytePath("/srv/data/inner/deep")) == [])
        #expect(try points(lines, in: BytePath("/")).count == 6)
    }

    @Test(arguments: [
        ("/with space", #"/with\040space"#), ("/with\ttab", #"/with\011tab"#),
        ("/with\nline", #"/with\012line"#), (#"/with\slash"#, #"/with\134slash"#),
        ("/naïve", "/naïve"),
    ])
    func aPathIsFoundAsTheTableSpellsIt(_ path: String, _ spelled: String) throws {
        let inner = spelled + "/inner"
        let lines = [line(1, at: spelled), line(2, at: inner), line(3, at: "/other")]
        #expect(try points(lines, in: BytePath(path)) == [spelled, inner])
    }

    @Test func namesThatAreNotUTF8AreComparedAsBytes() throws {
        let scratch = try ScratchDirectory()
        let name: [UInt8] = [47, 0xFF, 0xFE]
        let row = Array("7 1 0:7 / ".utf8) + name + Array(" rw - tmpfs tmpfs rw".utf8)
        try scratch.write(row + [10], to: "mountinfo")
        let watch = try MountWatch(table: scratch.path.appending(Array("mountinfo".utf8)))
        #expect(try watch.mounts(in: BytePath(name)) == [row])
        #expect(try watch.mounts(in: BytePath([47, 0xFF])) == [])
    }

    @Test func oneMountOverAnotherIsTwo() throws {
        let scratch = try ScratchDirectory()
        try scratch.write(line(1, at: "/data") + "\n", to: "mountinfo")
        let watch = try MountWatch(table: scratch.path.appending(Array("mountinfo".utf8)))
        let before = try watch.mounts(in: BytePath("/data"))
        try scratch.write(
            line(1, at: "/data") + "\n" + line(2, at: "/data") + "\n", to: "mountinfo")
        // The table is read anew each time, from its beginning.
        #expect(try watch.mounts(in: BytePath("/data")).subtracting(before).count == 1)
    }

    @Test func whatIsNoTableHasNoMounts() throws {
        #expect(try points(["", "garbage", "1 2 3 4"], in: BytePath("/")) == [])
    }

    @Test func theKernelsTableNamesTheRootOfThisProcess() throws {
        let watch = try MountWatch()
        #expect(try !watch.mounts(in: BytePath("/")).isEmpty)
        #expect(try watch.mounts(in: BytePath("/proc")).contains { $0.contains(47) })
    }

    @Test func aMountInATreeAsksForAWalkAndOneElsewhereDoesNot() throws {
        let fixture = try EngineFixture(["a"])
        let tree = try CanonicalPath.of(fixture.scratch.path.appending(Array("tree".utf8)))
        let table = fixture.scratch.path.appending(Array("mountinfo".utf8))
        func write(_ points: [String]) throws {
            let lines = points.enumerated().map { line($0.offset, at: $0.element) + "\n" }
            try fixture.scratch.write(lines.joined(), to: "mountinfo")
        }
        try write(["/"])
        let watch = try MountWatch(table: table)
        fixture.engine.lookAtMounts(watch)
        #expect(fixture.engine.nextWalk == nil)

        try write(["/", "/elsewhere", "\(tree.display)-too"])
        fixture.engine.lookAtMounts(watch)
        #expect(fixture.engine.nextWalk == nil)
        #expect(fixture.dirty() == [])

        for mounts in [["/", "\(tree.display)/a"], ["/"]] {
            try write(mounts)
            fixture.engine.lookAtMounts(watch)
            #expect(fixture.engine.nextWalk != nil)
            #expect(
                fixture.takeReports() == [
                    .everything(reason: "a file system was mounted or unmounted in it")
                ])
            #expect(fixture.dirty() == ["everything"])
        }
    }
}
