import Foundation
import TestSupport
import Testing

/// The command of `on_alarm`.
@Suite struct AlarmHookTests {
    private func breakThePromise(_ agent: AgentFixture) throws {
        let data = agent.scratch.text + "/data"
        try FileManager.default.moveItem(atPath: data, toPath: data + ".away")
        #expect(try agent.waitForStatus { $0.state == "paused" })
        #expect(try agent.snapctl("status").status == 1)
        try FileManager.default.moveItem(atPath: data + ".away", toPath: data)
        #expect(try agent.waitForStatus { $0.verdict == "ok" })
    }

    @Test func isRunWhenAnAlarmBeginsAndEnds() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("a", to: "data/file")
        let place = scratch.text + "/calls"
        let agent = try AgentFixture(
            "on_alarm = \"echo $SNAPAGENT_STATE $SNAPAGENT_DATASET $SNAPAGENT_ALARM "
                + "$SNAPAGENT_MESSAGE / $SNAPAGENT_REMEDY >> \(place)\"", in: scratch)
        try breakThePromise(agent)
        func calls() throws -> [String] {
            guard FileManager.default.fileExists(atPath: place) else { return [] }
            return try String(contentsOfFile: place, encoding: .utf8).split(separator: "\n")
                .map(String.init)
        }
        #expect(try poll { try calls().count == 2 })
        let lines = try calls()
        #expect(lines[0].hasPrefix("begin data paused cannot save data"), "\(lines)")
        #expect(lines[0].contains(" / mount it or put it back"))
        #expect(lines[1].hasPrefix("end data paused"))
    }

    @Test func itsFailureIsLoggedAndHoldsNothingUp() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("a", to: "data/file")
        let agent = try AgentFixture("on_alarm = [\"false\"]", in: scratch)
        try breakThePromise(agent)
        #expect(poll { agent.log.contains("data: on_alarm ended with status 1") })
    }
}
