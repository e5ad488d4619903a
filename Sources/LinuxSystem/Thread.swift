internal import CLinux
internal import Glibc

/// What a thread starts with.
private final class ThreadStart {
    let name: String
    let body: () -> Void

    init(name: String, body: @escaping () -> Void) {
        self.name = name
        self.body = body
    }
}

/// A thread of the program's own: see pthread_create(3).
package struct Thread: ~Copyable, Sendable {
    private let handle: pthread_t

    /// Starts a thread, which a debugger shows under the first 15 bytes of `name`.
    package init(name: String, _ body: sending @escaping () -> Void) throws(SystemError) {
        handle = try Self.started(name: name, body)
    }

    /// Waits until the thread has ended: see pthread_join(3).
    package consuming func join() {
        let thread = handle
        discard self
        pthread_join(thread, nil)
    }

    deinit {
        pthread_detach(handle)
    }

    /// Starts a thread that nobody waits for: see pthread_detach(3).
    package static func detach(
        name: String, _ body: sending @escaping () -> Void
    ) throws(SystemError) {
        pthread_detach(try started(name: name, body))
    }

    private static func started(
        name: String, _ body: sending @escaping () -> Void
    ) throws(SystemError) -> pthread_t {
        let start = unsafe Unmanaged.passRetained(ThreadStart(name: name, body: body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
                let name = Array(start.name.utf8)
                _ = unsafe clinux_name_thread(name, name.count)
                start.body()
                return nil
            }, unsafe start.toOpaque())
        guard code == 0 else {
            unsafe start.release()
            throw SystemError("pthread_create", errno: Errno(rawValue: code))
        }
        return thread
    }
}
