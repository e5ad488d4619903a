internal import SnapshotModel

/// A file that appears under its name only when it is complete and on the disk.
///
/// It has no name until then (O_TMPFILE, see open(2)). Where the file system cannot do that, it
/// has a temporary name, which a crash leaves behind and the next start may remove.
package struct DurableFile: ~Copyable, Sendable {
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
        let name = TemporaryName.make()
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
        try descriptor.synchronizeData()
        if try !linked(as: name, in: target, replacing: replacing) {
            if temporaryName == nil { try copyToTemporaryName() }
            try renameTemporary(to: name, in: target, replacing: replacing)
        }
        do throws(SystemError) {
            try target.synchronize()
        } catch {
            // The caller takes an error for "not published", so the name must not be there.
            if !replacing { try? target.remove(name) }
            throw error
        }
    }

    /// Gives a nameless file its name, or a temporary one where a file has to be replaced.
    private mutating func linked(
        as name: [UInt8], in target: borrowing FileDescriptor, replacing: Bool
    ) throws(SystemError) -> Bool {
        guard temporaryName == nil else { return false }
        let temporary = TemporaryName.make()
        do throws(SystemError) {
            if !replacing {
                try target.makeName(name, for: descriptor)
                return true
            }
            try directory.makeName(temporary, for: descriptor)
            temporaryName = temporary
            return false
        } catch {
            switch error.errno {
            // No /proc, or a file system or a sandbox that does not link by descriptor.
            case .noEntry, .notPermitted, .invalid, .notSupported, .notImplemented, .crossDevice:
                return false
            default: throw error
            }
        }
    }

    private mutating func renameTemporary(
        to name: [UInt8], in target: borrowing FileDescriptor, replacing: Bool
    ) throws(SystemError) {
        guard let temporary = temporaryName else { return }
        do throws(SystemError) {
            try directory.rename(temporary, to: target, name, replacing: replacing)
            temporaryName = nil
        } catch {
            let isUnknown = error.errno == .invalid || error.errno == .notImplemented
            guard !replacing, isUnknown else { throw error }
            // No RENAME_NOREPLACE there: a hard link refuses a taken name just as well. The
            // temporary name goes away at the end.
            try target.makeHardLink(from: directory, temporary, to: name)
        }
    }

    private mutating func copyToTemporaryName() throws(SystemError) {
        let status = try descriptor.status()
        let name = TemporaryName.make()
        let copy = try directory.open(
            name, [.create, .exclusive, .readWrite, .noFollow], mode: status.mode)
        temporaryName = name
        try copy.copyRange(from: descriptor, at: 0, to: 0, count: status.size)
        try copy.synchronizeData()
    }
}
