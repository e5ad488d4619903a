internal import LinuxSystem

/// Where events come from: the kernel by way of libinotifytools, or a test's script.
protocol EventSource: AnyObject {
    /// What becomes readable when there are events.
    var descriptor: Int32 { get }

    /// How many watches this user may have, 0 if unknown.
    var watchLimit: Int { get }

    /// Watches an open directory, or adds to what it is watched for, and returns its watch.
    func add(
        _ directory: borrowing FileDescriptor, for mask: EventMask
    ) throws(SystemError) -> Int32

    /// Ends a watch, which may be gone already.
    func remove(_ watch: Int32)

    /// Appends queued events and returns whether the queue was empty in the end.
    func drain(into events: inout [WatchEvent], atMost limit: Int) throws(SystemError) -> Bool
}
