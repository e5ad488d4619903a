internal import Synchronization

extension Store {
    /// Runs `body`, which makes a snapshot: until it returns, no zip goes that the snapshot may lean on.
    ///
    /// Everything from the first look for what the store has to the publish belongs into it.
    package func whileBuilding<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        job.withLock { $0.building += 1 }
        defer { job.withLock { $0.building -= 1 } }
        return try body()
    }
}
