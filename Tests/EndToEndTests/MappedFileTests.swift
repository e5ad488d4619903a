import Glibc
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What programs write through shared mappings of files, of which the kernel sends no events.
@Suite struct MappedFileTests {
    /// The regular comparison comes once a minute at most, for which only `make soak` has the time.
    private static let ways =
        ProcessEnvironment.value("SNAPAGENT_STORM_SECONDS") == nil ? ["asked"] : ["asked", "timer"]

    @Test(.timeLimit(.minutes(10)), arguments: ways, ["complete", "incremental"])
    func everythingIsComparedForThem(way: String, layout: String) throws {
        let scratch = try ScratchDirectory()
        let script =
            "truncate -s 64M image && mkfs.ext4 -q image && mount -o loop image data"
            + " && rm -rf data/lost+found && head -c 16384 /dev/zero > data/file"
        let agent = try AgentFixture(
            "verify_interval = \"60s\"\nlayout = \"\(layout)\"", in: scratch,
            wrapper: AgentFixture.mounting(script, in: scratch))
        let path = agent.placeInItsMounts("data/file")
        let file = try FileDescriptor.open(BytePath(path), .readWrite)
        let mapping = unsafe mmap(
            nil, 16_384, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
        guard unsafe mapping != MAP_FAILED, let memory = unsafe mapping else {
            throw SystemError("mmap", errno: Errno(rawValue: errno))
        }
        defer { unsafe munmap(memory, 16_384) }
        for round in 1...3 {
            unsafe memory.storeBytes(of: UInt8(round), toByteOffset: 100, as: UInt8.self)
            unsafe memory.storeBytes(of: UInt8(round), toByteOffset: 9_000, as: UInt8.self)
            let present = try file.readExactly(16_384, at: 0)
            #expect(present[100] == UInt8(round))
            // Nobody has told the agent.
            #expect(try agent.snapctl("cat", "latest:file").stdout != present)
            #expect(try agent.snapctl("snapshot").output.hasPrefix("Nothing changed"))
            if way == "asked" { #expect(try agent.snapctl("snapshot", "--full").status == 0) }
            let isSaved = try poll(deadline: .seconds(way == "asked" ? 0 : 90)) {
                try agent.snapctl("cat", "latest:file").stdout == present
            }
            #expect(isSaved, "round \(round)")
        }
        #expect(try agent.status()?.verdict == "ok", "\(agent.log)")
    }
}
