internal import Glibc
internal import SnapshotModel

/// One descriptor to wait for.
package struct PollEntry: Sendable, Hashable {
    /// What can be waited for.
    package enum Direction: Sendable, Hashable {
        /// Until there is something to read, or the other end is gone.
        case read
        /// Until something can be written.
        case write
        /// Until the kernel has news of another kind, such as a changed table of mounts.
        case news
    }

    /// The descriptor's number.
    package var descriptor: CInt
    /// What to wait for.
    package var wants: Direction
    /// Whether it came about, or the descriptor failed.
    package var ready = false

    /// Makes an entry that is not ready yet.
    package init(descriptor: CInt, wants: Direction) {
        self.descriptor = descriptor
        self.wants = wants
    }
}

extension PollEntry.Direction {
    fileprivate var events: Int16 {
        switch self {
        case .read: Int16(POLLIN)
        case .write: Int16(POLLOUT)
        case .news: Int16(POLLPRI)
        }
    }
}

/// Waiting for several descriptors at once: see poll(2).
package enum Poll {
    /// Waits until an entry is ready and says how many are, 0 after `timeout`.
    ///
    /// A signal handler that runs meanwhile ends it with EINTR.
    @discardableResult
    package static func wait(
        _ entries: inout [PollEntry], timeout: Duration? = nil
    ) throws(SystemError) -> Int {
        var raw = entries.map { entry in
            pollfd(
                fd: entry.descriptor,
                events: entry.wants.events, revents: 0)
        }
        var milliseconds: CInt = -1
        if let timeout {
            // Rounded up, so that a wait of less than a millisecond does not spin.
            milliseconds = CInt(clamping: (timeout.wholeNanoseconds + 999_999) / 1_000_000)
        }
        let result = unsafe poll(&raw, nfds_t(raw.count), milliseconds)
        let code = Glibc.errno
        let count = try attempt("poll", result < 0 ? -Int64(code) : Int64(result))
        for (index, answer) in raw.enumerated() {
            entries[index].ready = answer.revents != 0
        }
        return count
    }
}
