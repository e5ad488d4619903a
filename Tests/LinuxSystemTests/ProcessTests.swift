internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct ProcessTests {
    @Test func knowsWhereItIs() throws {
        let name = try FileDescriptor.open(BytePath("/proc/sys/kernel/hostname"), .readOnly)
            .readAll(atMost: 1_000)
        #expect(Array((SystemIdentity.hostName() + "\n").utf8) == name)
        let path = try #require(SystemIdentity.executablePath)
        #expect(try FileDescriptor.status(of: path, following: true).kind == .file)
        if let machine = SystemIdentity.machineID() { #expect(machine.utf8.count == 32) }
    }

    @Test func knowsUsersAndGroups() {
        #expect(SystemIdentity.userName(0) == "root")
        #expect(SystemIdentity.groupName(0) == "root")
        #expect(SystemIdentity.groupNumber("root") == 0)
        #expect(SystemIdentity.groups(ofUser: 0).contains(0))
        #expect(SystemIdentity.userName(4_000_000_000) == nil)
        #expect(SystemIdentity.groupNumber("no such group") == nil)
        #expect(SystemIdentity.groups(ofUser: 4_000_000_000) == [])
    }

    @Test func randomBytesDiffer() throws {
        #expect(RandomBytes.make(0) == [])
        #expect(RandomBytes.make(1_000).count == 1_000)
        #expect(Set((0..<100).map { _ in RandomBytes.identifier() }).count == 100)
        let uuid = RandomBytes.uuid()
        #expect(
            uuid.contains(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))
    }

    @Test func knowsItsMemoryAndArguments() throws {
        let before = try #require(ProcessMemory.residentBytes())
        ProcessMemory.releaseUnused()
        #expect(before > 1 << 20)
        #expect(try #require(ProcessEnvironment.arguments.first).isEmpty == false)
        #expect(ProcessEnvironment.value("PATH")?.isEmpty == false)
        #expect(ProcessEnvironment.value("SNAPAGENT_NO_SUCH_VARIABLE") == nil)
        #expect(ResourceLimits.raiseOpenFiles() >= 256)
    }

    @Test func aPipeIsNoTerminal() throws {
        let pipe = try Pipe()
        #expect(!Terminal.isTerminal(pipe.input.rawValue))
        #expect(Terminal.size(pipe.input.rawValue) == nil)
        #expect(throws: SystemError.self) { try Terminal.setEcho(pipe.input.rawValue, false) }
        let terminal = try FileDescriptor.open(BytePath("/dev/ptmx"), .readWrite)
        #expect(Terminal.isTerminal(terminal.rawValue))
        try Terminal.setEcho(terminal.rawValue, false)
        #expect(Terminal.cellWidth(of: "a") == 1)
        #expect(Terminal.cellWidth(of: "\u{1B}") == nil)
    }

    @Test func newFilesAreForTheirOwner() async throws {
        await #expect(processExitsWith: .success) {
            Umask.restrict()
            let scratch = try ScratchDirectory()
            try scratch.write("x", to: "file")
            #expect(try scratch.descriptor.status(of: Array("file".utf8)).mode == 0o600)
        }
    }

    @Test func clocksRun() {
        let (first, wall) = (MonotonicInstant.now, WallClock.now())
        #expect(MonotonicInstant.now >= first)
        #expect(wall.seconds > 1_700_000_000)
    }
}
