internal import CLinux
package import SnapshotModel

/// Another program in the place of this one: see execve(2).
package enum ProcessReplacement {
    /// Becomes the program at `path`, with the words as its arguments and its name the first of them.
    ///
    /// What is open without close-on-exec stays open, and the mask of blocked signals stays.
    package static func become(
        _ path: BytePath, _ words: [[UInt8]]
    ) throws(SystemError) -> Never {
        // A NUL inside would end a word early; arguments cannot have any.
        let arguments = words.flatMap { (word: [UInt8]) -> [UInt8] in word + [0] }
        let result = unsafe clinux_become(
            path.bytes, path.bytes.count, arguments, arguments.count)
        throw SystemError("execve", path: path, errno: Errno(rawValue: CInt(-result)))
    }
}
