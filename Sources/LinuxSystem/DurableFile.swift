internal import SnapshotModel

/// A file that appears under its name only when it is complete and on the disk.
///
/// It has no name until then (O_TMPFILE, see open(2)). Where the file system cannot do that, it
/// has a temporary name, which a crash leaves behind and the next start may remove.
package struct DurableFile: ~Copyable, Sendable {
    /// What every temporary name starts with.
    package static let temporaryPrefix = ".snapagent-tmp-"

    /// The open file, to write into.
    package let descriptor: FileDescriptor
    private let directory: FileDescriptor
    private var temporaryName: [UInt8]?

    /// Makes an empty file that will belong to `directory`'s file system.
    package static func make(
        in directory: borrowing FileDescriptor, mode: UInt32 = 0o600
    ) throws(SystemError) -> DurableFile {
        do throws(SystemError) {
            let file = try directory.open([46], [.temporary, .readWrite], mode: mode)
            return DurableFile(
                descriptor: file, directory: try directory.duplicate(), temporaryName: nil)
        } catch {
            switch error.errno {
            case .notSupported, .isDirectory, .noEntry, .invalid, .notImplemented: break
            default: throw error
            }
        }
        let name = temporaryName()
        let file = try directory.open(
            name, [.create, .exclusive, .readWrite, .noFollow], mode: mode)
        return DurableFile(
            descriptor: file, directory: try directory.duplicate(), temporaryName: name)
    }

    private init(
        descriptor: consuming FileDescriptor, directory: consuming FileDescriptor,
        temporaryName: [UInt8]?
    ) {
        self.descriptor = descriptor
        self.directory = directory
        self.temporaryName = temporaryName
    }

    deinit {
        // Best effort: what stays behind is removed by its prefix at the next start.
        if let temporaryName { try? directory.remove(temporaryName) }
    }

    /// Puts the content on the disk, then gives it its name, then puts that on the disk.
    ///
    /// Without `replacing`, a name that is taken is refused with EEXIST and the file is dropped.
    package consuming func publish(
        as name: [UInt8], in target: borrowing FileDescriptor, replacing: Bool = false
    ) throws(SystemError) {
        try descriptor.synchronize()
        if temporaryName == nil {
            if replacing {
                try linkUnderTemporaryName(in: target)
            } else {
                do throws(SystemError) {
                    try target.makeName(name, for: descriptor)
                    return try target.synchronize()
                } catch {
                    // No /proc, or a file system that cannot link by descriptor.
                    guard error.errno != .exists else { throw error }
                    try linkCopy(in: target)
                }
            }
        }
        try publishTemporaryName(as: name, in: target, replacing: replacing)
    }

    private mutating func publishTemporaryName(
        as name: [UInt8], in target: borrowing FileDescriptor, replacing: Bool
    ) throws(SystemError) {
        guard let temporary = temporaryName else { return }
        do throws(SystemError) {
            try directory.rename(temporary, to: target, name, replacing: replacing)
        } catch {
            let isUnknown = error.errno == .invalid || error.errno == .notImplemented
            guard !replacing, isUnknown else { throw error }
            // No RENAME_NOREPLACE there: a hard link refuses a taken name just as well.
            try target.makeHardLink(from: directory, temporary, to: name)
            try directory.remove(temporary)
        }
        temporaryName = nil
        try target.synchronize()
    }

    private mutating func linkUnderTemporaryName(
        in target: borrowing FileDescriptor
    ) throws(SystemError) {
        let name = Self.temporaryName()
        do throws(SystemError) {
            try directory.makeName(name, for: descriptor)
            temporaryName = name
        } catch {
            try linkCopy(in: target)
        }
    }

    /// Copies the nameless file to one with a temporary name.
    private mutating func linkCopy(in target: borrowing FileDescriptor) throws(SystemError) {
        let status = try descriptor.status()
        let name = Self.temporaryName()
        let copy = try directory.open(
            name, [.create, .exclusive, .readWrite, .noFollow], mode: status.mode)
        temporaryName = name
        try copy.copyRange(from: descriptor, at: 0, to: 0, count: status.size)
        try copy.synchronize()
    }

    private static func temporaryName() -> [UInt8] {
        Array((temporaryPrefix + RandomBytes.identifier()).utf8)
    }
}
