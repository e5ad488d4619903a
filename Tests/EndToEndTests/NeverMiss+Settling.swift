import ControlProtocol
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

extension Workplace {
    /// Opens a connection that can ask for the status often.
    func connect() throws -> ControlClient {
        try ControlClient.connect(
            SocketSearch([BytePath(socket)]), client: "test", version: "0",
            patience: .seconds(60))
    }

    /// What the agent says of its only dataset, once it has opened that.
    func status(_ client: ControlClient) throws -> DatasetStatus {
        let opened = try poll { () throws -> DatasetStatus? in
            do throws(UserError) {
                let report: StatusReport = try client.call(
                    .status(StatusParameters(scope: CallScope())))
                return report.datasets.first
            } catch {
                guard error.code == .agentStarting else { throw error }
                return nil
            }
        }
        return try #require(opened)
    }

    /// Waits until the agent says that all is saved, and returns that status.
    ///
    /// A doubt that only a walk can settle waits a hundred times as long as the last walk took, which may have stood still
    /// for a second on a busy machine.
    @discardableResult
    func settle(
        _ client: ControlClient, within limit: Duration = .seconds(240),
        as states: Set<DatasetState> = [.watching]
    ) throws -> DatasetStatus {
        var last: DatasetStatus?
        let settled = try poll(deadline: limit) { () throws -> DatasetStatus? in
            let status = try status(client)
            last = status
            return states.contains(status.state) && status.dirty == 0 ? status : nil
        }
        return try #require(settled, "not settled: \(String(describing: last))")
    }
}
