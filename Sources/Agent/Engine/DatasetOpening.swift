import Configuration
import LinuxSystem
import SnapshotModel
import SnapshotStore

/// Opens what one dataset needs, and refuses what would lose or leak work.
struct DatasetOpening {
    let configuration: DatasetConfiguration
    /// What was agreed to about the dataset's store.
    let consent: StoreConsent?

    /// Opens the dataset's store and makes its engine.
    ///
    /// - Throws: `no-directory` and everything that opening a store throws.
    func open(watchID: Int, services: AgentServices) throws(UserError) -> DatasetEngine {
        let present = try rootIdentity()
        let path = configuration.store
        let awaited = awaitedRoot(besides: present)
        let identity = awaited ?? present
        var settings = StoreSettings(
            dataset: configuration.name, root: configuration.path, rootIdentity: identity)
        settings.grace = configuration.grace
        settings.startsNewStore = consent?.newStore ?? false
        settings.takesOver = consent?.takeOver ?? false
        let store = try Store.open(path, settings)
        let place: FileIdentity
        do throws(SystemError) {
            place = try FileDescriptor.status(of: path, following: true).identity
        } catch {
            throw error.asUserError()
        }
        services.addOwn(place)
        addOwnPlaces(to: services)
        let isAwaited = awaited != nil && (store.newest?.record.counts.files ?? 0) > 0
        return DatasetEngine(
            configuration: configuration, watchID: watchID,
            root: .init(accepted: isAwaited ? identity : present, isAwaited: isAwaited),
            storePlace: place, store: store, services: services)
    }

    /// Each snapshot changes the catalog, which would be a reason for the next one in a home directory.
    private func addOwnPlaces(to services: AgentServices) {
        let places = StorePlaces.standard()
        for path in [places.cache, places.state] {
            // One that is not there holds nothing.
            guard let status = try? FileDescriptor.status(of: path, following: true) else {
                continue
            }
            services.addOwn(status.identity)
        }
    }

    /// The directory that was saved so far, if an empty one is in its place, as before a file system is mounted.
    ///
    /// Devices get their numbers at each start of the machine, so the inode alone counts.
    private func awaitedRoot(besides present: FileIdentity) -> FileIdentity? {
        guard
            let saved = Store.recordedRoot(of: configuration.path, at: configuration.store),
            saved.inode != present.inode,
            let directory = try? FileDescriptor.open(configuration.path, [.readOnly, .directory])
        else { return nil }
        var isEmpty = true
        // A directory that cannot be listed is not known to be empty.
        guard (try? directory.names { _, _ in isEmpty = false }) != nil, isEmpty else { return nil }
        return FileIdentity(device: 0, inode: saved.inode)
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
