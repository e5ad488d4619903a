/// Small files that are replaced as a whole or not at all.
package enum AtomicFile {
    /// Replaces the content of `name` durably: see rename(2) and fsync(2).
    package static func write(
        _ bytes: [UInt8], as name: [UInt8], in directory: borrowing FileDescriptor,
        mode: UInt32 = 0o600
    ) throws(SystemError) {
        let file = try DurableFile.make(in: directory, mode: mode)
        try file.descriptor.write(bytes, at: 0)
        try file.publish(as: name, in: directory, replacing: true)
    }
}
