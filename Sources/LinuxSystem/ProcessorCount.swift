internal import Glibc

/// How many processors the machine has for this process.
package enum ProcessorCount {
    /// Processors that are online, at least 1: see sysconf(3).
    package static var available: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
