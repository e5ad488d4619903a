internal import LinuxSystem
package import SnapshotModel

extension AgentConfiguration {
    /// Refuses two datasets of one name.
    func checkNames() throws(UserError) {
        for place in datasets.indices {
            let name = datasets[place].name
            guard let earlier = datasets[..<place].firstIndex(where: { $0.name == name }) else {
                continue
            }
            throw UserError(
                .configTwice, prefix(place, "name") + "a second dataset \"\(name)\"",
                why: lineNote(earlier, "name"), remedy: "rename one", subject: name)
        }
    }

    /// Refuses directories that cannot be saved: missing, unreadable, no directory, overlapping, or
    /// with their store inside, by whatever path or mount.
    package func checkDirectories() throws(UserError) {
        let mounts = MountTable.current()
        var checked = [CheckedDataset]()
        for place in datasets.indices {
            let dataset = CheckedDataset(
                root: try root(place, mounts), store: try store(place, mounts))
            if dataset.root.holds(dataset.store) { throw storeInside(place, dataset) }
            if dataset.store.holds(dataset.root) {
                throw UserError(
                    .configOverlap,
                    prefix(place, "path") + "\(datasets[place].path.display) lies in its own store",
                    remedy: "choose another store", subject: datasets[place].path.display)
            }
            for earlier in checked.indices {
                try checkOverlap(of: place, dataset, with: earlier, checked[earlier])
            }
            checked.append(dataset)
        }
    }

    private func root(_ place: Int, _ mounts: MountTable) throws(UserError) -> PhysicalPlace {
        let path = datasets[place].path
        do throws(SystemError) {
            let directory = try FileDescriptor.open(path, [.readOnly, .directory])
            try directory.checkSearchable()
            return mounts.place(of: try CanonicalPath.of(path)).withLineage()
        } catch {
            let flaw =
                switch error.errno {
                case .noEntry: "does not exist"
                case .notDirectory: "is a file, not a directory"
                default: "cannot be read (\(error.errno.message))"
                }
            throw UserError(
                .noDirectory, prefix(place, "path") + "\(path.display) \(flaw)",
                remedy: error.errno == .accessDenied
                    ? "check its mode and owner, and which user runs the agent"
                    : "name a directory that exists",
                subject: path.display, near: path.neighbours())
        }
    }

    private func store(_ place: Int, _ mounts: MountTable) throws(UserError) -> PhysicalPlace {
        let path = datasets[place].store
        do throws(SystemError) {
            return mounts.place(of: try CanonicalPath.ofFuture(path)).withLineage()
        } catch {
            throw UserError(
                .noDirectory,
                prefix(place, "store") + "the store \(path.display) cannot be reached",
                why: error.errno.message, remedy: "choose another store", subject: path.display)
        }
    }

    private func storeInside(_ place: Int, _ dataset: CheckedDataset) -> UserError {
        let (path, store) = (datasets[place].path, datasets[place].store)
        var why: String?
        if !dataset.store.path.isInside(dataset.root.path) {
            why = "\(store.display) is below \(path.display) by a bind mount"
        } else if !store.isInside(path) {
            why = "\(store.display) is \(dataset.store.path.display)"
        }
        return UserError(
            .storeInside, prefix(place, "store") + "the store lies in the directory it saves",
            why: why, remedy: "choose a store outside of \(path.display)", subject: store.display)
    }

    private func checkOverlap(
        of place: Int, _ dataset: CheckedDataset, with earlier: Int, _ other: CheckedDataset
    ) throws(UserError) {
        let path = datasets[place].path.display
        let name = datasets[earlier].name
        if other.root.holds(dataset.root) || dataset.root.holds(other.root) {
            let relation = other.root.holds(dataset.root) ? "lies in" : "holds"
            throw UserError(
                .configOverlap, prefix(place, "path") + "\(path) \(relation) dataset \"\(name)\"",
                why: lineNote(earlier, "path"), remedy: "exclude it there, or drop one",
                subject: path)
        }
        for (root, store, isOwn) in [
            (other.root, dataset.store, true), (dataset.root, other.store, false),
        ] where root.holds(store) {
            let (saver, owner) = isOwn ? (earlier, place) : (place, earlier)
            throw UserError(
                .storeInside,
                prefix(owner, "store")
                    + "the store of \"\(datasets[owner].name)\" lies in dataset "
                    + "\"\(datasets[saver].name)\"",
                remedy: "choose a store outside of \(datasets[saver].path.display)")
        }
        if dataset.store.holds(other.store) || other.store.holds(dataset.store) {
            throw UserError(
                .configOverlap,
                prefix(place, "store") + "the store is that of dataset \"\(name)\", or inside it",
                why: lineNote(earlier, "store"), remedy: "give each dataset a store of its own",
                subject: datasets[place].store.display)
        }
    }

    private func prefix(_ place: Int, _ key: String) -> String {
        source?.prefix(ofValue: "/dataset/\(place)/\(key)") ?? ""
    }

    private func lineNote(_ place: Int, _ key: String) -> String? {
        source.map { "line \($0.line(ofValue: "/dataset/\(place)/\(key)"))" }
    }
}

/// A dataset's two directories as the kernel sees them.
private struct CheckedDataset {
    let root: PhysicalPlace
    let store: PhysicalPlace
}

extension FileDescriptor {
    /// Throws unless the directory can be listed and entered.
    fileprivate borrowing func checkSearchable() throws(SystemError) {
        _ = try open(Array(".".utf8), [.readOnly, .directory])
    }
}

extension BytePath {
    /// Directories beside this path whose names are nearly the same.
    fileprivate func neighbours() -> [String] {
        var names = [String]()
        guard let parent,
            let directory = try? FileDescriptor.open(parent, [.readOnly, .directory]),
            (try? directory.names({ name, kind in
                if kind == .directory { names.append(String(decoding: name, as: UTF8.self)) }
            })) != nil
        else { return [] }
        return NearMatch.find(String(decoding: name, as: UTF8.self), in: names.sorted()).prefix(3)
            .map { parent.appending(Array($0.utf8)).display }
    }
}
