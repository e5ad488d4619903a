import Foundation
import TestSupport
import Testing

/// What a repair cannot get back of a zip that was cut off is named by the repair itself.
@Suite struct NamedLossTests {
    @Test(.timeLimit(.minutes(10))) func whatWasInTheTailIsNamed() throws {
        let scratch = try ScratchDirectory()
        var generator = SeededGenerator()
        let agent = try AgentFixture("layout = \"incremental\"", in: scratch)
        let bytes = (0..<9_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try scratch.write(bytes, to: "data/zz")
        #expect(try agent.snapctl("snapshot").status == 0)
        try FileManager.default.removeItem(atPath: scratch.text + "/data/zz")
        #expect(try agent.snapctl("snapshot").status == 0)
        #expect(try poll { try agent.list().count == 3 })
        let store = scratch.text + "/store"
        let zip = try #require(
            try FileManager.default.contentsOfDirectory(atPath: store)
                .first { $0.hasSuffix("_2.part.zip") })
        let text = try scratch.read("store/" + zip)
        let header = try #require(
            text.indices.first {
                text[$0...].starts(with: [0x50, 0x4B, 3, 4, 20, 0] as [UInt8])
                    && text[($0 + 30)...].starts(with: Array("zz".utf8))
            })
        try scratch.write(Array(text.prefix(header + 4_000)), to: "store/" + zip)
        let plan = try agent.snapctl("repair", "-n")
        #expect(plan.output.contains("  2  zz "), "\(plan.output)")
        #expect(plan.output.contains("no copy anywhere: marks 2 partial"), "\(plan.output)")
        let repair = try agent.snapctl("repair")
        #expect(repair.status == 3)
        #expect(repair.output.contains("  2  zz "), "\(repair.output)")
        #expect(repair.output.contains("lost: no copy anywhere"), "\(repair.output)")
        #expect(repair.errors.contains("1 file in 1 snapshot is lost for good"))
    }
}
