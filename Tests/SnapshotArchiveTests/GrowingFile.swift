import LinuxSystem
import SnapshotArchive
import SnapshotModel
import Synchronization
import Testing

extension Bench {
    /// Saves while something appends to a file, until a zip holds it torn; gives that zip and the file's place in it.
    func saveWhileGrowing(
        _ name: String, _ makePlan: (() throws -> ArchivePlan)? = nil
    ) throws -> (zip: SavedZip, index: Int) {
        let plan = try makePlan?() ?? self.plan()
        let started = Monitor(false)
        let log = SharedLog(try root.open(Array(name.utf8), [.writeOnly, .append]))
        let stop = StopFlag()
        let writer = try Thread(name: "appender") {
            while !stop.isSet {
                log.append()
                started.update { $0 = true }
            }
        }
        _ = started.wait { $0 ? true : nil }
        let index = try #require(plan.items.firstIndex { $0.path == BytePath(name) })
        // On a busy machine the writer may sleep through a whole snapshot.
        var round = 1
        var zip = try save("1.zip", plan: plan)
        while zip.written.items[index]?.missing != .torn, round < 50 {
            round += 1
            zip = try save("\(round).zip", plan: plan)
        }
        stop.set()
        writer.join()
        return (zip, index)
    }
}

/// A file that a thread appends to.
final class SharedLog: Sendable {
    private let file: FileDescriptor

    init(_ file: consuming FileDescriptor) {
        self.file = file
    }

    func append() {
        do {
            try file.append(Array("one more line\n".utf8))
        } catch {
            Issue.record("\(error)")
        }
    }
}

/// Tells a thread to end.
final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
