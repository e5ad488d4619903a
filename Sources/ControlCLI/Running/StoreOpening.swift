internal import LinuxSystem
package import SnapshotModel

/// How the program looks into a store's files without an agent.
package enum StoreOpening: Sendable {
    /// By itself.
    case itself(@Sendable (BytePath) throws(UserError) -> any CommandSource)
    /// By becoming the program of this name that lies beside it.
    ///
    /// `snapctl` without the libraries that read a store starts in two thirds of the time.
    case program(String)

    /// Replaces the process where another program reads stores; returns where this one does.
    func begin(_ words: [[UInt8]]) throws(UserError) {
        guard case .program(let name) = self else { return }
        do throws(SystemError) {
            let directory = SystemIdentity.executablePath?.parent ?? BytePath(".")
            let path = directory.appending(Array(name.utf8))
            try ProcessReplacement.become(path, [Array("snapctl".utf8)] + words)
        } catch {
            throw UserError(
                .ioError,
                ErrorSentence.noStoreProgram(["program": name]), why: error.errno.message,
                remedy: ErrorSentence.noStoreProgramRemedy(["program": name]))
        }
    }
}
