package import SnapshotModel

/// A system call that failed: which one, on what and why.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the system call, such as `openat`.
    package let operation: String
    /// What it was about, as the caller named it.
    package let path: BytePath?
    /// The kernel's reason.
    package let errno: Errno

    /// Makes an error from the call's name, what it was about and the kernel's reason.
    package init(_ operation: String, path: BytePath? = nil, errno: Errno) {
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// The error as a line of a log.
    package var description: String {
        let subject = path.map { " \(String(decoding: $0.bytes, as: UTF8.self))" } ?? ""
        return "\(operation)\(subject): \(errno.message) (\(errno.name))"
    }
}

/// Runs a system call's wrapper and turns the negated errno it may return into an error.
///
/// A debug build asks ``SyscallFaults`` first, so that tests can make any call fail.
@discardableResult
func attempt(
    _ operation: String, _ path: @autoclosure () -> BytePath?, _ call: @autoclosure () -> Int64
) throws(SystemError) -> Int {
    #if DEBUG
        if let refusal = SyscallFaults.refusal(of: operation) {
            throw SystemError(operation, path: path(), errno: refusal)
        }
    #endif
    let result = call()
    guard result >= 0 else {
        throw SystemError(operation, path: path(), errno: Errno(rawValue: CInt(-result)))
    }
    return Int(result)
}

/// The same for a call that is about a descriptor and no name.
@discardableResult
func attempt(
    _ operation: String, _ call: @autoclosure () -> Int64
) throws(SystemError) -> Int {
    try attempt(operation, nil, call())
}
