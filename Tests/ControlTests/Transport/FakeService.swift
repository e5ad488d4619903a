import ControlProtocol
import LinuxSystem
import SnapshotModel
import TestSupport

/// A service whose calls do what a test needs.
final class FakeService: ControlHandler {
    let feed = EventFeed(history: 8)
    /// Calls that run until they are cancelled.
    let running = Monitor(0)
    /// Pieces that a flood has got rid of.
    let pieces = Monitor(0)
    /// Calls that ended because they were cancelled.
    let cancelled = Monitor(0)

    func handle(_ call: ControlCall, context: CallContext) throws(UserError) -> Reply {
        switch call {
        case .list: return Reply(ListReport(dataset: "d", snapshots: [], datasets: []))
        case .show(let parameters):
            throw UserError(
                .noSnapshot, "d has no snapshot", remedy: "snapctl list",
                subject: String(decoding: parameters.reference.bytes, as: UTF8.self), near: ["1"])
        case .cat(let parameters):
            return try cat(Int(String(decoding: parameters.operand.bytes, as: UTF8.self)), context)
        case .verify: return try untilCancelled(context)
        case .restore:
            context.progress.begin("writing", files: 5, bytes: 100)
            context.progress.add(files: 3, bytes: 50)
            return try untilCancelled(context)
        case .export: return try flood(context)
        case .events(let parameters): return try feed.serve(parameters, context: context)
        case .pin(let parameters):
            return Reply(
                CatReport(
                    dataset: "d", snapshot: 1, path: BytePath(parameters.reference.bytes), bytes: 0)
            )
        default: return Reply(VersionReport(snapctl: "", agent: nil, protocolVersion: 1))
        }
    }

    /// Sends as many bytes as the operand says, in one piece.
    private func cat(_ count: Int?, _ context: CallContext) throws(UserError) -> Reply {
        let count = count ?? 0
        try context.emit(data: (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        return Reply(
            CatReport(dataset: "d", snapshot: 1, path: BytePath("f"), bytes: Int64(count)))
    }

    /// Sends bytes for ever.
    private func flood(_ context: CallContext) throws(UserError) -> Reply {
        running.update { $0 += 1 }
        let piece = [UInt8](repeating: 7, count: 256 << 10)
        do throws(UserError) {
            while true {
                try context.emit(data: piece)
                pieces.update { $0 += 1 }
            }
        } catch {
            cancelled.update { $0 += 1 }
            throw error
        }
    }

    /// Works for ever.
    private func untilCancelled(_ context: CallContext) throws(UserError) -> Reply {
        let end = Monitor(false)
        context.whenCancelled { end.update { $0 = true } }
        running.update { $0 += 1 }
        _ = end.wait { $0 ? true : nil }
        cancelled.update { $0 += 1 }
        try context.progress.checkCancelled()
        return Reply(VersionReport(snapctl: "", agent: nil, protocolVersion: 1))
    }

    /// Waits until so many calls run.
    func waitForRunning(_ count: Int) -> Bool {
        running.wait(until: MonotonicInstant.now + .seconds(60)) { $0 >= count ? true : nil }
            ?? false
    }

    /// Waits until a flood has filled everything between here and a client that does not read.
    func waitForFlood() -> Bool {
        var (last, unchanged) = (0, 0)
        return poll {
            let count = pieces.read { $0 }
            unchanged = count == last ? unchanged + 1 : 0
            last = count
            return count >= 4 && unchanged >= 100
        }
    }

    /// Waits until so many calls have ended by cancellation.
    func waitForCancelled(_ count: Int) -> Bool {
        cancelled.wait(until: MonotonicInstant.now + .seconds(60)) { $0 >= count ? true : nil }
            ?? false
    }
}
