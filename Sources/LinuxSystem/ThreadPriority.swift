internal import CLinux
internal import Glibc

/// How much of the machine the calling thread takes while others want it.
package enum ThreadPriority {
    /// Lets everybody else read, write and compute first: see ioprio_set(2) and nice(2), which Linux keeps by thread.
    ///
    /// A kernel that refuses leaves the thread as it was, which only costs others time.
    package static func makeIdle() {
        _ = clinux_make_io_idle()
        _ = nice(19)
    }
}
