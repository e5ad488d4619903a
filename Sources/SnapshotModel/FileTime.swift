/// A moment of the wall clock in nanoseconds: seconds since 1970 rounded down, and the rest.
package struct FileTime: Hashable, Sendable, Comparable, BitwiseCopyable {
    /// Whole seconds since 1970-01-01T00:00:00Z, negative before it.
    package var seconds: Int64
    /// Nanoseconds after `seconds`, 0 to 999,999,999, before 1970 too.
    package var nanoseconds: Int32

    /// Makes a moment from seconds since 1970 and nanoseconds after them.
    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Orders moments from early to late.
    package static func < (left: FileTime, right: FileTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
