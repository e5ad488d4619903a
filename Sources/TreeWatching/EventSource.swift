internal import LinuxSystem

/// How many watches the kernel allows, and by which of its settings.
package struct WatchLimit: Sendable, Hashable {
    /// How many, 0 if unknown.
    package var count = 0
    /// The sysctl that sets it: see inotify(7) and namespaces(7).
    package var sysctl = "fs.inotify.max_user_watches"

    /// Makes a limit.
    package init(count: Int = 0, sysctl: String = "fs.inotify.max_user_watches") {
        self.count = count
        self.sysctl = sysctl
    }
}

/// Where events come from: the kernel by way of libinotifytools, or a test's script.
protocol EventSource: AnyObject {
    /// What becomes readable when there are events.
    var descriptor: Int32 { get }

    /// How many watches this user may have.
    var watchLimit: WatchLimit { get }

    /// Watches an open directory, or adds to what it is watched for, and returns its watch.
    func add(
        _ directory: borrowing FileDescriptor, for mask: EventMask
    ) throws(SystemError) -> Int32

    /// Ends a watch, which may be gone already.
    func remove(_ watch: Int32)

    /// Appends queued events and returns whether the queue was empty in the end.
    func drain(into events: inout [WatchEvent], atMost limit: Int) throws(SystemError) -> Bool
}
