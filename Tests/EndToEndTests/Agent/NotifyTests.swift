import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What systemd hears of the agent: see sd_notify(3).
@Suite struct NotifyTests {
    @Test func statusIsTheVerdictWhateverHappens() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("a", to: "data/file")
        let socket = BytePath(scratch.text + "/notify")
        let manager = try NotifySocket.receiver(at: socket)
        var said: [String] = []
        func hears(_ wanted: String) throws -> Bool {
            try poll(deadline: .seconds(20)) {
                var entries = [PollEntry(descriptor: manager.rawValue, wants: .read)]
                if try Poll.wait(&entries, timeout: .milliseconds(10)) > 0 {
                    var bytes: [UInt8] = []
                    _ = try manager.readSome(into: &bytes, atMost: 4_096)
                    said += String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                        .map(String.init)
                }
                return said.contains(wanted)
            }
        }
        let agent = try AgentFixture(
            in: scratch, wrapper: ["env", "NOTIFY_SOCKET=\(scratch.text)/notify"])
        #expect(try hears("READY=1"))
        #expect(try hears("STATUS=All is well. 1 dataset"), "\(said)")
        let data = scratch.text + "/data"
        try FileManager.default.moveItem(atPath: data, toPath: data + ".away")
        #expect(try hears("STATUS=NOT SAVING: data."), "\(said)")
        said = []
        try FileManager.default.moveItem(atPath: data + ".away", toPath: data)
        #expect(try hears("STATUS=All is well. 1 dataset"), "\(said)")
        said = []
        #expect(agent.stop() == .code(0))
        #expect(try hears("STOPPING=1"), "\(said)")
    }
}
