internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// A directory that is filled under a temporary name, since something else than a directory has its place.
struct HiddenDirectory: Sendable {
    var index: Int
    var holder: BytePath
    var temporary: [UInt8]
    /// What is complete in it, counted when it has its name.
    var succeeded: [RestoreItem] = []
}

extension RestoreJob.Findings {
    /// The hidden directory in which a path lies, `nil` if it lies in none.
    func hiddenDirectory(of path: BytePath) -> BytePath? {
        guard !hidden.isEmpty else { return nil }
        var path = path
        while let parent = path.parent {
            if hidden[parent] != nil { return parent }
            path = parent
        }
        return nil
    }

    /// Where a directory is by now.
    func place(of path: BytePath) -> BytePath {
        guard !hidden.isEmpty else { return path }
        let shown = hidden[path] == nil ? hiddenDirectory(of: path) : path
        guard let shown, let directory = hidden[shown] else { return path }
        let rest = path.components.dropFirst(shown.components.count)
        return rest.reduce(directory.holder.appending(directory.temporary)) { $0.appending($1) }
    }
}

extension RestoreJob {
    /// Puts directories in the place of what is none when all that they hold is on the disk, or removes them if the
    /// restore may not go on.
    func showDirectories() {
        let hidden = findings.withLock { $0.hidden }.sorted { $0.value.index < $1.value.index }
        guard !hidden.isEmpty else { return }
        if mayGoOn {
            do throws(SystemError) {
                try secure()
            } catch {
                abandon(because: error.errno.message)
            }
        }
        for (path, directory) in hidden {
            if mayGoOn, show(directory, at: path) { continue }
            withdraw(directory, at: path)
        }
    }

    private func show(_ directory: HiddenDirectory, at path: BytePath) -> Bool {
        do throws(SystemError) {
            let holder = try open(directory.holder)
            if let failure = try change(of: path, in: holder) {
                fail(directory.index, failure)
                return false
            }
            try exchange(directory, with: path.name, in: holder)
            findings.withLock { findings in
                findings.hidden[path] = nil
                for item in directory.succeeded { findings.count(item) }
            }
            drop([
                PreparedFile(
                    index: directory.index, directory: directory.holder,
                    temporary: directory.temporary)
            ])
            return true
        } catch {
            fail(directory.index, path, error)
            return false
        }
    }

    private func exchange(
        _ directory: HiddenDirectory, with name: [UInt8], in holder: borrowing FileDescriptor
    ) throws(SystemError) {
        do throws(SystemError) {
            try holder.exchange(directory.temporary, with: holder, name)
        } catch {
            switch error.errno {
            // Somebody removed what was there.
            case .noEntry:
                try holder.rename(directory.temporary, to: holder, name, replacing: true)
            case .invalid, .notImplemented:
                try moveIn(directory, as: name, in: holder)
            default: throw error
            }
        }
    }

    /// Without an exchange there is a moment in which neither has the name.
    private func moveIn(
        _ directory: HiddenDirectory, as name: [UInt8], in holder: borrowing FileDescriptor
    ) throws(SystemError) {
        let aside = names.name(plan.items.count + directory.index)
        try holder.rename(name, to: holder, aside, replacing: true)
        do throws(SystemError) {
            try holder.rename(directory.temporary, to: holder, name, replacing: true)
        } catch {
            try holder.rename(aside, to: holder, name, replacing: true)
            throw error
        }
        try holder.remove(aside, directory: false)
    }

    private func withdraw(_ directory: HiddenDirectory, at path: BytePath) {
        findings.withLock { findings in
            findings.hidden[path] = nil
            findings.lost.insert(path)
        }
        do throws(SystemError) {
            try Directories.remove(directory.temporary, in: try open(directory.holder))
        } catch {
            // Nothing is lost: the next restore in this directory removes it by its name.
            return
        }
    }
}
