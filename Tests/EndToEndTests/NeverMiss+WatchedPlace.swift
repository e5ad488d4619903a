import ControlProtocol
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// A workplace with a running agent, for one thing after another that is hard to see in time.
final class WatchedPlace: Sendable {
    let place: Workplace
    let agent: AgentProcess
    let client: ControlClient
    let tree: FileDescriptor

    init(
        _ options: [String] = [], layout: SnapshotLayout? = nil, quiet: String = "50ms",
        prepare: (Workplace) throws -> Void = { _ in }
    ) throws {
        place = try Workplace()
        try place.scratch.makeDirectories("outside")
        try prepare(place)
        agent =
            if let layout {
                try place.startAgent(layout: layout, quiet: quiet)
            } else {
                try place.startAgent(options, quiet: quiet)
            }
        client = try place.connect()
        tree = try FileDescriptor.open(BytePath(place.data), [.readOnly, .directory])
        try place.settle(client)
    }

    /// Waits until the agent says that all is saved, and compares.
    func expectSaved(
        _ note: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try place.settle(client)
        try expectNewestEquals(place, note, sourceLocation: sourceLocation)
    }

    func write(_ text: String, to file: String) throws {
        try place.scratch.write(text, to: "data/" + file)
    }

    func rename(_ from: String, _ to: String) throws {
        let scratch = place.scratch
        let (source, target) = (BytePath(from), BytePath(to))
        try scratch.descriptor.openBeneath(source.parent ?? .root, [.readOnly, .directory]).rename(
            source.name,
            to: scratch.descriptor.openBeneath(target.parent ?? .root, [.readOnly, .directory]),
            target.name, replacing: true)
    }

    func removeTree(_ path: String) throws {
        try place.scratch.descriptor.openBeneath(
            BytePath(path).parent ?? .root, [.readOnly, .directory]
        ).removeTree(BytePath(path).name)
    }
}
