internal import LinuxSystem
internal import SnapshotModel

/// One client's connection, run by a thread that alone reads from and writes to the socket.
///
/// Calls run on threads of their own, so that a cancellation or a hang-up is seen at once.
struct Connection: ~Copyable {
    let socket: FileDescriptor
    let outbox: Outbox
    let service: ControlService
    let role: PeerRole
    var input = LineBuffer()
    /// What is being written, and how much of it is.
    var output: [UInt8] = []
    var written = 0
    var call: RunningCall?
    var hasGreeted = false
    /// When the client last took bytes, or there were first some for it.
    var lastTaken: MonotonicInstant
    /// When the client last asked for something, or its call ended.
    var lastAsked: MonotonicInstant
    /// Whether the connection ends once everything is written.
    var isEnding = false

    init(socket: consuming FileDescriptor, outbox: Outbox, service: ControlService, role: PeerRole)
    {
        self.socket = socket
        self.outbox = outbox
        self.service = service
        self.role = role
        lastTaken = .now
        lastAsked = .now
    }

    /// Serves the client until it leaves, misbehaves or is silent for too long.
    mutating func run() {
        do throws(SystemError) {
            while true {
                try exchange()
                finishCall()
                if isOver { break }
            }
        } catch {
            // The client is gone; that is all a failing socket can mean.
        }
        outbox.close()
        call?.cancel()
        call?.waitUntilFinished()
    }

    /// Whether nothing is left to do for this client.
    private var isOver: Bool {
        let now = MonotonicInstant.now
        if outbox.isStopRequested { return true }
        if isWriting, now - lastTaken > service.limits.stall { return true }
        if isEnding { return !isWriting }
        if call == nil, !isWriting {
            let patience = hasGreeted ? service.limits.idle : service.limits.hello
            return now - lastAsked > patience
        }
        return false
    }

    /// Whether bytes wait for the client.
    private var isWriting: Bool { written < output.count || !outbox.isEmpty }

    /// Waits until something can be done, then reads, samples and writes.
    private mutating func exchange() throws(SystemError) {
        // A cancellation is read while bytes wait for the client, but not one refused call after another.
        let isReading = !isEnding && !outbox.isOverfull
        var entries = [PollEntry(descriptor: outbox.wakeUp.descriptor.rawValue, wants: .read)]
        if isReading { entries.append(PollEntry(descriptor: socket.rawValue, wants: .read)) }
        if isWriting { entries.append(PollEntry(descriptor: socket.rawValue, wants: .write)) }
        do throws(SystemError) {
            try Poll.wait(&entries, timeout: timeout)
        } catch {
            guard error.errno == .interrupted else { throw error }
        }
        outbox.wakeUp.drain()
        if isReading, entries[1].ready { try read() }
        sampleProgress()
        try write()
    }

    /// How long to wait at most.
    private var timeout: Duration? {
        let limits = service.limits
        if let call, call.isSampled { return limits.sample }
        if isWriting { return limits.stall }
        if call != nil { return nil }
        return hasGreeted ? limits.idle : limits.hello
    }

    /// Takes what the client sent and answers each whole line.
    private mutating func read() throws(SystemError) {
        do throws(SystemError) {
            var received: [UInt8] = []
            // Whoever wants an answer keeps its side open.
            guard try socket.readSome(into: &received, atMost: 64 << 10) > 0 else {
                throw SystemError("read", errno: .connectionReset)
            }
            input.append(received)
        } catch {
            guard error.errno == .again || error.errno == .interrupted else { throw error }
        }
        let limit = hasGreeted ? service.limits.line : service.limits.firstLine
        while !isEnding, let line = input.next() {
            guard line.count <= limit else { break }
            lastAsked = .now
            answer(line)
        }
        if !isEnding, input.pending > limit {
            refuse(nil, .notARequest, "a line has at most \(limit) bytes")
            isEnding = true
        }
    }

    /// Writes what the socket takes.
    private mutating func write() throws(SystemError) {
        while true {
            if written == output.count {
                output = []
                written = 0
                guard let bytes = outbox.take() else { return }
                output = bytes
                lastTaken = .now
            }
            do throws(SystemError) {
                written += try socket.sendSome(output, from: written)
                lastTaken = .now
            } catch {
                guard error.errno == .again || error.errno == .interrupted else { throw error }
                return
            }
        }
    }
}
