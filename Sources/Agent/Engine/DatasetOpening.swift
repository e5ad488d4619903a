import Configuration
import LinuxSystem
import SnapshotModel
import SnapshotStore

/// Opens what one dataset needs, and refuses what would lose or leak work.
struct DatasetOpening {
    let configuration: DatasetConfiguration
    let startsNewStore: Bool
    let takesOver: Bool

    /// Opens the dataset's store and makes its engine.
    ///
    /// - Throws: `no-directory` and everything that opening a store throws.
    func open(watchID: Int, services: AgentServices) throws(UserError) -> DatasetEngine {
        let identity = try rootIdentity()
        let path = configuration.store
        var settings = StoreSettings(
            dataset: configuration.name, root: configuration.path, rootIdentity: identity)
        settings.grace = configuration.grace
        settings.startsNewStore = startsNewStore
        settings.takesOver = takesOver
        let store = try Store.open(path, settings)
        do throws(SystemError) {
            let status = try FileDescriptor.status(of: path, following: true)
            services.addOwn(status.identity)
        } catch {
            throw error.asUserError()
        }
        return DatasetEngine(
            configuration: configuration, watchID: watchID, rootIdentity: identity, store: store,
            services: services)
    }

    private func rootIdentity() throws(UserError) -> FileIdentity {
        let path = configuration.path
        do throws(SystemError) {
            let root = try FileDescriptor.open(path, [.readOnly, .directory])
            return try root.status().identity
        } catch {
            let why =
                error.errno == .notDirectory ? "it is no directory" : error.errno.message
            throw UserError(
                .noDirectory, "cannot watch \(path.display)", why: why,
                remedy: "name an existing directory that you may read", subject: path.display)
        }
    }
}
