internal import Glibc

/// How the process ends.
package enum ProcessEnding {
    /// Ends the process with a status: see exit(3).
    package static func exit(_ status: Int32) -> Never {
        Glibc.exit(status)
    }
}
