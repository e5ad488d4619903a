internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct MetadataTests {
    let scratch: ScratchDirectory
    let file = Array("file".utf8)
    let link = Array("link".utf8)

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write("content", to: "file")
        try scratch.descriptor.makeLink(target: file, at: link)
    }

    @Test(arguments: [
        FileTime(seconds: 0), FileTime(seconds: -1, nanoseconds: 999_999_999),
        FileTime(seconds: 1_700_000_000, nanoseconds: 1), FileTime(seconds: 4_294_967_296),
    ])
    func timesAreExact(time: FileTime) throws {
        let root = try FileDescriptor.open(scratch.path, [.readOnly, .directory])
        try root.setTimes(of: file, modified: time)
        #expect(try root.status(of: file).modified == time)
        let descriptor = try root.open(file, .readOnly)
        let later = FileTime(seconds: time.seconds + 1, nanoseconds: time.nanoseconds)
        try descriptor.setTimes(modified: later)
        #expect(try descriptor.status().modified == later)
    }

    @Test func aLinkIsNotFollowed() throws {
        let time = FileTime(seconds: 1_000)
        let root = try FileDescriptor.open(scratch.path, [.readOnly, .directory])
        try root.setTimes(of: link, modified: time)
        try root.setOwner(
            of: link, uid: SystemIdentity.effectiveUserID, gid: SystemIdentity.effectiveGroupID)
        #expect(try root.status(of: link).modified == time)
        #expect(try root.status(of: link).kind == .link)
        #expect(try root.status(of: file).modified != time)
        let path = scratch.path.appending(link)
        #expect(try FileDescriptor.status(of: path, following: true).kind == .file)
        #expect(try FileDescriptor.status(of: path, following: false).kind == .link)
    }

    @Test(arguments: [0, 0o600, 0o1777, 0o2755, 0o4711, 0o7777] as [UInt32])
    func modesAreWhole(mode: UInt32) throws {
        let root = try FileDescriptor.open(scratch.path, [.readOnly, .directory])
        let descriptor = try root.open(file, .readOnly)
        try descriptor.setMode(mode)
        #expect(try descriptor.status().mode == mode)
        try descriptor.setMode(0o600)
        try root.setMode(of: file, mode)
        #expect(try root.status(of: file).mode == mode)
    }

    @Test func statusSaysWhatTheKernelKnows() throws {
        let before = WallClock.now()
        try scratch.write("0123456789", to: "fresh")
        let descriptor = try scratch.descriptor.open(Array("fresh".utf8), .readOnly)
        let status = try descriptor.status()
        #expect(status.kind == .file)
        #expect(status.size == 10)
        #expect(status.uid == SystemIdentity.effectiveUserID)
        #expect(status.changed.seconds >= before.seconds - 1)
        #expect(status.linkCount == 1)
        #expect(status.mountID != 0)
        #expect(status.deviceNumber == nil)
        let null = try FileDescriptor.status(of: BytePath("/dev/null"), following: true)
        #expect(null.kind == .characterDevice)
        #expect(null.deviceNumber == DeviceNumber(major: 1, minor: 3))
    }

    @Test func locksExcludeEachOther() throws {
        let first = try scratch.descriptor.open(file, .readOnly)
        let second = try scratch.descriptor.open(file, .readOnly)
        #expect(try first.lock(exclusive: true))
        #expect(try !second.lock(exclusive: false))
        try first.close()
        #expect(try second.lock(exclusive: false))
        #expect(throws: SystemError("flock", errno: .notSupported)) {
            try SyscallFaults.refusing("flock", with: .notSupported) {
                try second.lock(exclusive: true)
            }
        }
    }

    @Test func fileSystemsAreKnownByName() throws {
        let proc = try FileDescriptor.open(BytePath("/proc"), [.readOnly, .directory]).fileSystem()
        #expect(proc.name == "proc")
        #expect(!proc.isRemote)
        let here = try scratch.descriptor.fileSystem()
        #expect(here.totalBytes > here.freeBytes)
        #expect(here.freeBytes > 0)
        #expect(!here.readOnly)
    }
}
