import CivilCalendar
import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization
import TestSupport
import Testing
import TreeWatching

@testable import Agent

/// What an engine does when time did not pass as it should have.
@Suite struct ClockJumpTests {
    /// An engine's thread that does not run, on an empty directory.
    private func worker(in scratch: ScratchDirectory) throws -> EngineWorker {
        try scratch.makeDirectories("data")
        let services = AgentServices(
            watcher: try TreeWatcher.start(), log: AgentLog(), events: EventFeed(),
            zone: CivilCalendar.local())
        let configuration = DatasetConfiguration(
            name: "data", path: BytePath(scratch.text + "/data"),
            store: BytePath(scratch.text + "/store"))
        let opening = DatasetOpening(
            configuration: configuration, startsNewStore: false, takesOver: false)
        let engine = try opening.open(watchID: 1, services: services)
        try services.watcher.add(engine.watchedRoot) { engine.take($0) }
        return EngineWorker(engine: engine)
    }

    @Test func aSetClockLeadsToAFullWalkThatMakesNoNeedlessSnapshot() throws {
        let scratch = try ScratchDirectory()
        let worker = try worker(in: scratch)
        defer { worker.services.watcher.stop() }
        worker.snapshotOrReport(.startup)
        #expect(worker.fullWalkReason == nil)
        let before = try #require(worker.engine.published.withLock { $0.lastFullWalk })
        worker.lookAtClocks()
        #expect(worker.fullWalkReason == nil)

        var earlier = ClockWatch.Reading.now()
        earlier.wall.seconds -= 7_200
        worker.clocks = ClockWatch(earlier)
        worker.lookAtClocks()
        #expect(worker.fullWalkReason == "the clock was set 2h ahead")
        let turn = worker.engine.mailbox.update { $0.nextTurn(at: .now) }
        guard case .snapshot(let reason) = turn else {
            Issue.record("no walk is due")
            return
        }
        worker.snapshotOrReport(reason)
        #expect(worker.fullWalkReason == nil)
        let after = try #require(worker.engine.published.withLock { $0.lastFullWalk })
        #expect(before < after)
        #expect(worker.store.snapshots.count == 1)
    }
}
