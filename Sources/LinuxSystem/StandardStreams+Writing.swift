internal import Glibc

extension StandardStreams {
    /// Writes bytes to standard output, all of them: see write(2).
    ///
    /// - Throws: what write(2) reports, EPIPE for a reader that is gone.
    package static func writeOutput(_ bytes: [UInt8]) throws(SystemError) {
        try write(bytes, to: STDOUT_FILENO)
    }

    /// Writes bytes to standard error; there is nobody to tell if that fails.
    package static func writeError(_ bytes: [UInt8]) {
        do throws(SystemError) {
            try write(bytes, to: STDERR_FILENO)
        } catch {
            return
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            let code = Glibc.errno
            if count < 0 {
                if code == EINTR { continue }
                throw SystemError("write", errno: Errno(rawValue: code))
            }
            rest = rest.dropFirst(count)
        }
    }
}
