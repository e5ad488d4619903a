internal import CLinux
internal import Glibc
internal import SnapshotModel

/// The memory of this process.
package enum ProcessMemory {
    /// Keeps what threads free from staying with the process: see mallopt(3).
    ///
    /// It must be called before the first thread is made. An arena for each thread would keep tens of
    /// megabytes of a snapshot's work alive between snapshots.
    package static func keepSmall() {
        clinux_keep_memory_small()
    }

    /// Gives freed memory back to the kernel: see malloc_trim(3).
    package static func releaseUnused() {
        clinux_release_memory()
    }

    /// Bytes of this process that are in memory, `nil` without /proc: see proc_pid_statm(5).
    package static func residentBytes() -> Int64? {
        guard
            let file = try? FileDescriptor.open(BytePath("/proc/self/statm"), .readOnly),
            let content = try? file.readAll(atMost: 4096)
        else { return nil }
        let fields = String(decoding: content, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int64(fields[1]) else { return nil }
        return pages * Int64(sysconf(CInt(_SC_PAGESIZE)))
    }
}
