internal import LinuxSystem
internal import SnapshotModel

/// The right to change a store, held until it goes away: the kernel gives it up when the process dies.
///
/// The directory is locked too, since a lock file can be deleted and made anew.
struct StoreLock: ~Copyable, Sendable {
    private let file: FileDescriptor
    private let directory: FileDescriptor

    /// A program that this one starts has its open files for a moment, the lock of a store that was just closed among them.
    private static let patience = Duration.seconds(2)
    private static let look = Duration.milliseconds(10)

    /// Takes the lock, or says who has it.
    static func take(
        in directory: borrowing FileDescriptor, of path: BytePath
    ) throws(UserError) -> StoreLock {
        let deadline = MonotonicInstant.now + patience
        let monitor = Monitor(())
        while true {
            var owner: Int?
            if let lock = try attempt(in: directory, of: path, owner: &owner) { return lock }
            guard owner == Int(SystemIdentity.processID), MonotonicInstant.now < deadline else {
                throw StoreProblem.busy(path, owner: owner)
            }
            _ = monitor.wait(until: min(deadline, .now + look)) { _ -> Bool? in nil }
        }
    }

    private static func attempt(
        in directory: borrowing FileDescriptor, of path: BytePath, owner: inout Int?
    ) throws(UserError) -> StoreLock? {
        try StoreProblem.translating(path) { () throws(SystemError) -> StoreLock? in
            let file = try directory.open(
                StoreFileName.lock, [.readWrite, .create, .noFollow], mode: 0o600)
            // An open file of its own: a lock on the shared one would be shared too.
            let own = try directory.open([UInt8(ascii: ".")], [.directory])
            guard try own.lock(exclusive: true), try file.lock(exclusive: true) else {
                owner = try Self.owner(in: file)
                return nil
            }
            // The number only helps messages: a full disk must not keep the owner from making room.
            try? file.truncate(to: 0)
            try? file.write(Array("\(SystemIdentity.processID)\n".utf8), at: 0)
            return StoreLock(file: file, directory: own)
        }
    }

    private init(file: consuming FileDescriptor, directory: consuming FileDescriptor) {
        self.file = file
        self.directory = directory
    }

    private static func owner(in file: borrowing FileDescriptor) throws(SystemError) -> Int? {
        let text = try file.readAll(atMost: 64)
        return Int(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
