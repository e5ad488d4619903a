internal import CLinux

/// A descriptor that becomes readable when another thread says so: see eventfd(2).
package struct EventCounter: ~Copyable, Sendable {
    /// What to poll for reading.
    package let descriptor: FileDescriptor

    /// Makes a counter that nobody has signalled.
    package init() throws(SystemError) {
        descriptor = FileDescriptor(adopting: CInt(try attempt("eventfd", clinux_eventfd())))
    }

    /// Makes the descriptor readable.
    package borrowing func signal() {
        var one: UInt64 = 1
        let number = descriptor.rawValue
        // EAGAIN means that the counter is full, so readable already.
        _ = unsafe clinux_write(number, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes the descriptor unreadable until the next signal.
    package borrowing func drain() {
        var value: UInt64 = 0
        let number = descriptor.rawValue
        // EAGAIN means that nobody signalled.
        _ = unsafe clinux_read(number, &value, MemoryLayout<UInt64>.size)
    }
}
