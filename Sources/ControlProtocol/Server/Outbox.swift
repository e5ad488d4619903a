internal import LinuxSystem

/// The lines that wait for one client: filled by its job, emptied by the thread that owns its socket.
final class Outbox: Sendable {
    private struct State {
        var lines: [[UInt8]] = []
        var bytes = 0
        var isClosed = false
        var wantsStop = false
    }

    private let state = Monitor(State())
    /// Wakes the thread that owns the socket.
    let wakeUp: EventCounter
    private let room: Int

    /// Makes an outbox in which about `room` bytes may wait.
    init(room: Int) throws(SystemError) {
        self.room = room
        wakeUp = try EventCounter()
    }

    /// Adds a line once there is room; `false` if the client is gone or nobody wants the line any more.
    func append(_ line: [UInt8], unless isCancelled: () -> Bool) -> Bool {
        let isOpen: Bool? = state.wait { state in
            if state.isClosed || isCancelled() { return false }
            guard state.bytes < self.room else { return nil }
            Self.add(line, to: &state)
            return true
        }
        wakeUp.signal()
        return isOpen ?? false
    }

    /// Makes whoever waits for room look again whether its line is still wanted.
    func nudge() {
        state.update { _ in }
    }

    /// Adds a line at once, whatever waits already.
    func appendNow(_ line: [UInt8]) {
        state.update { state in
            if !state.isClosed { Self.add(line, to: &state) }
        }
        wakeUp.signal()
    }

    private static func add(_ line: consuming [UInt8], to state: inout State) {
        line.append(UInt8(ascii: "\n"))
        state.bytes += line.count
        state.lines.append(line)
    }

    /// Takes all lines as one run of bytes, `nil` if there are none.
    func take() -> [UInt8]? {
        state.update { state in
            guard !state.lines.isEmpty else { return nil }
            let bytes = state.lines.count == 1 ? state.lines[0] : Array(state.lines.joined())
            state.lines = []
            state.bytes = 0
            return bytes
        }
    }

    /// Whether more waits than a job alone would make: the client asks without taking the answers.
    var isOverfull: Bool { state.read { $0.bytes > 2 * self.room } }

    /// Whether nothing waits.
    var isEmpty: Bool { state.read { $0.lines.isEmpty } }

    /// Drops what waits and lets nobody wait any more: the client is gone.
    func close() {
        state.update { state in
            state.lines = []
            state.bytes = 0
            state.isClosed = true
        }
    }

    /// Asks the thread that owns the socket to end the connection.
    func requestStop() {
        state.update { $0.wantsStop = true }
        wakeUp.signal()
    }

    /// Whether the connection is to end.
    var isStopRequested: Bool { state.read { $0.wantsStop } }
}
