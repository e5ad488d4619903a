internal import LinuxSystem
internal import SnapshotModel

/// What a store refuses and what fails in it, in the words that people see.
enum StoreProblem {
    /// Runs system calls, and says what fails in the store's words.
    static func translating<Result: ~Copyable>(
        _ path: BytePath, _ body: () throws(SystemError) -> Result
    ) throws(UserError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw system(error, store: path)
        }
    }

    static func system(_ error: SystemError, store path: BytePath) -> UserError {
        switch error.errno {
        case .noSpace, .quotaExceeded: full(path, why: error.errno.message)
        case .readOnlyFileSystem: readOnly(path)
        default:
            SystemError(
                error.operation, path: error.path.map { whole($0, in: path) } ?? path,
                errno: error.errno
            ).asUserError()
        }
    }

    /// A path with that of the store before it, if it was named from an open directory.
    private static func whole(_ path: BytePath, in store: BytePath) -> BytePath {
        guard !path.isAbsolute else { return path }
        return path.bytes == Array(".".utf8) ? store : store.appending(path)
    }

    static func full(_ path: BytePath, why: String) -> UserError {
        UserError(
            .storeFull, "the store's disk is full", why: why,
            remedy: "free space on the disk of \(path.display), or: snapctl delete REF",
            subject: path.display)
    }

    static func readOnly(_ path: BytePath) -> UserError {
        UserError(
            .readOnly, "the store is on a read-only file system",
            remedy: "mount -o remount,rw the disk of \(path.display); looking works",
            subject: path.display)
    }

    static func notAStore(_ path: BytePath, why: String) -> UserError {
        UserError(
            .notAStore, "\(path.display) is not a store", why: why,
            remedy: "choose another directory; unzip -l looks into a single zip",
            subject: path.display)
    }

    static func absent(_ path: BytePath, dataset: String) -> UserError {
        UserError(
            .storeAbsent, "the store of \(dataset) is not at \(path.display)",
            why: "it was there before: its disk may not be mounted",
            remedy: "mount it; to start over without its snapshots: --new-store",
            subject: path.display)
    }

    static func newer(_ path: BytePath, format: Int) -> UserError {
        UserError(
            .storeNewer,
            "the store has format \(format), this program reads up to \(StoreIdentity.newestFormat)",
            remedy: "update the package; unzip opens every zip", subject: path.display)
    }

    static func open(_ path: BytePath, mode: UInt32) -> UserError {
        let digits = String(mode, radix: 8)
        return UserError(
            .storeOpen, "the store \(path.display) is open to others",
            why: "its mode is 0\(digits): they could read what only you may read",
            remedy: "chmod 700 \(shellWord(path.bytes))", subject: path.display)
    }

    static func owned(_ path: BytePath, by owner: UInt32) -> UserError {
        let name = SystemIdentity.userName(owner) ?? "user \(owner)"
        return UserError(
            .storeOpen, "the store \(path.display) belongs to \(name)",
            remedy: "run this as \(name), or choose another --store", subject: path.display)
    }

    static func busy(_ path: BytePath, owner: Int?) -> UserError {
        UserError(
            .storeBusy,
            "another agent has this store\(owner.map { " (pid \($0))" } ?? "")",
            remedy: "snapctl status; or another --store", subject: path.display)
    }

    static func released(_ path: BytePath) -> UserError {
        UserError(
            .agentStarting, "the store \(path.display) was opened anew meanwhile",
            why: "the configuration was changed, or the agent ends; nothing was changed by this",
            remedy: "run the same command again", subject: path.display)
    }

    static func shaken(_ path: BytePath) -> UserError {
        UserError(
            .ioError, "zips went away from \(path.display) while a snapshot was made",
            why: "it would lack what only they held; it was dropped and is made anew",
            remedy: "snapctl snapshot; snapctl status tells what is gone", subject: path.display)
    }

    static func foreign(_ path: BytePath) -> UserError {
        UserError(
            .storeForeign, "the store \(path.display) belongs to another machine",
            why: "two machines that write into one store would damage it",
            remedy: "if that machine uses it no more: --take-over", subject: path.display)
    }

    static func missing(_ number: Int, dataset: String, present: [Int]) -> UserError {
        let range = present.first.map { " (it has \($0) to \(present.last ?? $0))" } ?? ""
        let near = present.sorted { abs($0 - number) < abs($1 - number) }.prefix(2).sorted()
        return UserError(
            .noSnapshot, "\(dataset) has no snapshot \(number)\(range)", remedy: "snapctl list",
            subject: "\(number)", near: near.map { "\($0)" })
    }

    static func pinned(_ number: Int) -> UserError {
        UserError(
            .pinned, "\(number) is pinned", remedy: "snapctl unpin \(number)",
            subject: "\(number)")
    }

    static func lastWhole(_ number: Int) -> UserError {
        UserError(
            .lastWhole, "\(number) is the newest whole snapshot and stays",
            remedy: "snapctl snapshot, then delete \(number)", subject: "\(number)")
    }

    static func braked(_ brake: Brake) -> UserError {
        UserError(
            .braked, "expiry is stopped: \(brake.reason)",
            why: "nothing is deleted before a person has looked", remedy: brake.remedy)
    }

    static func damaged(_ number: Int, file: BytePath, why: String?) -> UserError {
        UserError(
            .damaged, "\(number): \(file.display) cannot be read", why: why,
            remedy: "snapctl verify", subject: "\(number)")
    }
}
