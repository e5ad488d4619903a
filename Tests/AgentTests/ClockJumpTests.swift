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
    /// How far the clocks go on: the one people set, the one that never stops, and the one that stops in sleep.
    @Test(arguments: [
        (wall: 7_200, running: 7_200, awake: 0), (wall: 10_800, running: 0, awake: 0),
        (wall: -10_800, running: 0, awake: 0),
    ])
    func everythingIsComparedAfterASleepOrAJump(
        by seconds: (wall: Int64, running: Int64, awake: Int64)
    ) throws {
        let clocked = try ClockedEngine()
        let first = try #require(try clocked.walk(after: nil))
        clocked.clocks.update { reading in
            reading.wall.seconds += seconds.wall
            reading.running = reading.running + .seconds(seconds.running)
            reading.awake += seconds.awake * 1_000_000_000
        }
        // Where the kernel did not tell, the next question of a client does.
        _ = try clocked.service.status(StatusParameters(scope: CallScope()))
        #expect(try clocked.walk(after: first) != nil)
    }
}

/// An engine with all its parts but for the clocks, which a test sets.
private final class ClockedEngine: Sendable {
    let scratch: ScratchDirectory
    let engine: DatasetEngine
    let service: AgentService
    let clocks = Monitor(ClockWatch.Reading.now())
    private let watcher: TreeWatcher

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write("content", to: "data/file")
        let place = scratch.path
        let data = place.appending(Array("data".utf8))
        let kept = place.appending(Array("store".utf8))
        let root = try FileDescriptor.status(of: data, following: true).identity
        var settings = StoreSettings(dataset: "data", root: data, rootIdentity: root)
        settings.places = StorePlaces(
            cache: place.appending(Array("cache".utf8)), state: place.appending(Array("state".utf8))
        )
        let store = try Store.open(kept, settings)
        watcher = try SharedWatcher.result.get()
        let services = AgentServices(
            watcher: watcher, log: AgentLog(), events: EventFeed(), zone: CivilCalendar.local(),
            clocks: { [clocks] in clocks.read { $0 } })
        let engine = DatasetEngine(
            configuration: DatasetConfiguration(
                name: "data", path: data, store: kept, quiet: .milliseconds(50),
                maxWait: .seconds(1)),
            watchID: SharedWatcher.newID(), root: .init(accepted: root, isAwaited: false),
            storePlace: try FileDescriptor.status(of: kept, following: true).identity,
            store: store, services: services)
        self.engine = engine
        service = AgentService(services: services, socket: place.appending(Array("socket".utf8)))
        service.serve([engine])
        try watcher.add(engine.watchedRoot) { engine.take($0) }
        try Thread.detach(name: "engine") { engine.run() }
    }

    deinit {
        engine.stop(cancelling: true)
        _ = engine.waitUntilEnded(until: .now + .seconds(20))
        watcher.remove(engine.watchID)
        engine.store.release()
    }

    /// When everything was compared, if that is another moment than before.
    func walk(after last: FileTime?) throws -> FileTime? {
        poll { engine.published.withLock { $0.lastFullWalk }.flatMap { $0 == last ? nil : $0 } }
    }
}
