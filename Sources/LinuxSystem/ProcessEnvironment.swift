internal import Glibc

/// What the process was started with.
package enum ProcessEnvironment {
    /// The value of an environment variable: see getenv(3).
    package static func value(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        return unsafe String(cString: text)
    }

    /// The arguments as bytes, the program's name first.
    package static var arguments: [[UInt8]] {
        let count = Int(CommandLine.argc)
        return (0..<count).compactMap { index in
            guard let text = unsafe CommandLine.unsafeArgv[index] else { return nil }
            return unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
        }
    }
}
