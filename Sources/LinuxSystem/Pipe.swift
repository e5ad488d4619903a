internal import CLinux

/// The two ends of a pipe: see pipe(2).
package struct Pipe: ~Copyable, Sendable {
    /// Where the bytes come out.
    package let output: FileDescriptor
    /// Where the bytes go in.
    package let input: FileDescriptor

    /// Makes a pipe.
    package init() throws(SystemError) {
        var ends: [CInt] = [-1, -1]
        try attempt("pipe2", unsafe clinux_pipe(&ends))
        output = FileDescriptor(adopting: ends[0])
        input = FileDescriptor(adopting: ends[1])
    }
}
