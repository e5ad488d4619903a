internal import LinuxSystem
internal import SnapshotModel

/// What `body` gives, `nil` where a file that it reads is no good.
///
/// - Throws: What kept a file from being read and says nothing about its bytes: without descriptors or memory every
///   file looks damaged. With `onlyShortage` what may not be read is as good as damaged.
func ifReadable<Result>(
    onlyShortage: Bool = false, _ body: () throws -> Result?
) throws(UserError) -> Result? {
    do {
        return try body()
    } catch {
        if let obstacle = obstacle(in: error) {
            if !onlyShortage || obstacle.obstacle == .shortage { throw obstacle }
        }
        return nil
    }
}

/// An error if it says nothing about the bytes of the file that was to be read.
func obstacle(in error: any Error) -> UserError? {
    let error = (error as? SystemError)?.asUserError() ?? error as? UserError
    return error.flatMap { $0.obstacle == nil ? nil : $0 }
}
