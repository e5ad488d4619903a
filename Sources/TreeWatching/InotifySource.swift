internal import CInotifyTools
internal import Glibc
internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// Events of the kernel, read by libinotifytools, which is one per process: see inotify(7).
///
/// The library owns the descriptor, reads and splits the events. Its recursive watching and its
/// table of paths stay unused: they lose directories that come and go while it looks.
final class InotifySource: EventSource {
    private static let isTaken = Atomic<Bool>(false)

    let descriptor: Int32

    /// Starts the library, which this process has not done before.
    init() throws(SystemError) {
        guard !Self.isTaken.exchange(true, ordering: .sequentiallyConsistent) else {
            throw SystemError("inotify_init", errno: .busy)
        }
        let before = try Self.inotifyDescriptors()
        guard inotifytools_init(0, 0, 0) != 0 else {
            throw SystemError("inotify_init", errno: Errno(rawValue: inotifytools_error()))
        }
        // The library keeps its descriptor to itself, but polling needs it.
        let made = try Self.inotifyDescriptors().subtracting(before)
        guard let number = made.first, made.count == 1 else {
            throw SystemError("inotify_init", errno: .badDescriptor)
        }
        descriptor = number
        // The library sets neither flag: children would inherit it and a read could block.
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
    }

    deinit {
        inotifytools_cleanup()
    }

    /// The system's limit, or the lower one of the user namespace that the program is in.
    var watchLimit: WatchLimit {
        let system = WatchLimit(count: max(0, Int(inotifytools_get_max_user_watches())))
        let path = BytePath("/proc/sys/user/max_inotify_watches")
        guard let text = try? FileDescriptor.open(path, .readOnly).readAll(atMost: 32),
            let count = Int(String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)),
            system.count == 0 || count < system.count
        else { return system }
        return WatchLimit(count: count, sysctl: "user.max_inotify_watches")
    }

    func add(
        _ directory: borrowing FileDescriptor, for mask: EventMask
    ) throws(SystemError) -> Int32 {
        // By descriptor, so that no rename can put another directory in its place.
        let path = "/proc/self/fd/\(directory.rawValue)"
        let flags = mask.union([.onlyDirectory, .addToMask]).rawValue
        let watch = unsafe inotify_add_watch(descriptor, path, flags)
        guard watch >= 0 else {
            throw SystemError("inotify_add_watch", errno: Errno(rawValue: Glibc.errno))
        }
        return watch
    }

    func remove(_ watch: Int32) {
        // EINVAL: the kernel removed it with its directory.
        _ = inotify_rm_watch(descriptor, watch)
    }

    func drain(into events: inout [WatchEvent], atMost limit: Int) throws(SystemError) -> Bool {
        for _ in 0..<limit {
            guard let next = unsafe inotifytools_next_events(0, 1) else {
                let code = Errno(rawValue: inotifytools_error())
                if code.rawValue == 0 { return true }
                if code == .interrupted { continue }
                throw SystemError("inotify_read", errno: code)
            }
            let event = unsafe WatchEvent(
                watch: next.pointee.wd, mask: EventMask(rawValue: next.pointee.mask),
                name: Self.name(of: next), cookie: next.pointee.cookie)
            // A file written in small pieces says the same thing over and over.
            if events.last != event { events.append(event) }
        }
        return false
    }

    private static func name(of event: UnsafeMutablePointer<inotify_event>) -> [UInt8] {
        // The flexible array after the fixed part is padded with NULs.
        let count = unsafe Int(event.pointee.len)
        guard count > 0 else { return [] }
        let start = unsafe UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count).prefix { $0 != 0 })
    }

    private static func inotifyDescriptors() throws(SystemError) -> Set<Int32> {
        let directory = try FileDescriptor.open(BytePath("/proc/self/fd"), [.readOnly, .directory])
        var found: Set<Int32> = []
        do {
            try directory.names { name, _ in
                // ENOENT: closed by another thread since it was listed.
                guard let target = try? directory.readLink(name),
                    target == Array("anon_inode:inotify".utf8),
                    let number = Int32(String(decoding: name, as: UTF8.self))
                else { return }
                found.insert(number)
            }
        } catch let error as SystemError {
            throw error
        } catch {
            throw SystemError("getdents64", errno: .io)
        }
        return found
    }
}
