internal import LinuxSystem
internal import SnapshotModel

/// A file that appears under its name only when it is whole; a name that is taken is refused.
final class NewFile {
    private let name: [UInt8]
    private let shown: String
    private let directory: FileDescriptor
    private var file: DurableFile?

    /// Makes the file in the directory of its path.
    init(_ path: BytePath, shown: String) throws {
        name = path.name
        self.shown = shown
        let parent = path.parent ?? BytePath("/")
        do throws(SystemError) {
            directory = try FileDescriptor.open(parent, [.directory, .readOnly])
        } catch {
            throw UserError(
                .noDirectory,
                ErrorSentence.noParent([
                    "directory": displayName(parent.bytes), "cause": error.errno.message,
                ]),
                remedy: ErrorSentence.otherFile(), subject: shown)
        }
        if (try? directory.status(of: name)) != nil { throw Self.exists(shown) }
        do throws(SystemError) {
            file = try DurableFile.make(in: directory)
        } catch {
            guard !error.errno.isWantOfSpace else { throw Self.failed(error) }
            throw UserError(
                .outputFailed,
                ErrorSentence.noParent([
                    "directory": displayName(parent.bytes), "cause": error.errno.message,
                ]),
                remedy: ErrorSentence.otherFile(), subject: shown)
        }
    }

    /// Writes the next bytes.
    func take(_ bytes: [UInt8]) throws(UserError) {
        do throws(SystemError) {
            try file?.descriptor.append(bytes)
        } catch {
            throw Self.failed(error)
        }
    }

    /// Gives the file its name, once it is on the disk.
    func publish() throws(UserError) {
        do throws(SystemError) {
            try file.take()?.publish(as: name, in: directory)
        } catch {
            throw error.errno == .exists ? Self.exists(shown) : Self.failed(error)
        }
    }

    private static func exists(_ shown: String) -> UserError {
        UserError(
            .targetNotEmpty, ErrorSentence.fileExists(["file": shown]),
            remedy: ErrorSentence.fileExistsRemedy(), subject: shown)
    }

    private static func failed(_ error: SystemError) -> UserError {
        UserError(
            .outputFailed, ErrorSentence.outputFailed(["cause": error.errno.message]),
            remedy: ErrorSentence.remedy(of: error))
    }
}
