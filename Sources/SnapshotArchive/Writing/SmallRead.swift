internal import LinuxSystem
internal import SnapshotModel

/// One reading of a small file into memory, and whether it stood still.
struct SmallRead {
    let status: FileStatus
    let isStable: Bool
    /// Whether the file grew so large since the scan that it was not read.
    let isLarge: Bool

    init(
        _ path: BytePath, beneath root: borrowing FileDescriptor, into buffer: inout [UInt8]
    ) throws(SystemError) {
        var file = try StableFile.open(path, beneath: root)
        status = file.status
        buffer.removeAll(keepingCapacity: true)
        guard status.size < PackingJob.largeSize else {
            (isLarge, isStable) = (true, true)
            return
        }
        isLarge = false
        while Int64(buffer.count) < status.size {
            let rest = Int(status.size) - buffer.count
            if try file.read(into: &buffer, atMost: rest, at: Int64(buffer.count)) == 0 { break }
        }
        isStable = try file.finish() == .stable
    }
}

extension PackingJob {
    /// What a failed open or read says of a file; one whose directory is gone too may have another name by now.
    func outcome(of error: SystemError, reading path: BytePath) -> ReadOutcome {
        let outcome = error.readOutcome
        guard outcome == .vanished, let parent = path.parent, !parent.isRoot else { return outcome }
        do throws(SystemError) {
            _ = try root.openBeneath(parent, [.pathOnly, .directory, .noFollow])
            return .vanished
        } catch {
            return error.readOutcome == .vanished ? .displaced : .vanished
        }
    }
}

extension SystemError {
    /// What a failed open or read says of the file: gone, or not to be read.
    var readOutcome: ReadOutcome {
        switch errno {
        // EINVAL and ELOOP: something else has taken the file's place. EXDEV: its directory became a link.
        case .noEntry, .notDirectory, .loop, .invalid, .crossDevice: .vanished
        default: .unreadable(errno)
        }
    }
}

extension TreeEntry {
    /// The entry with what the file's own state says, which is newer than the scan.
    func updated(by status: FileStatus) -> TreeEntry {
        var entry = self
        entry.mode = status.mode
        entry.uid = status.uid
        entry.gid = status.gid
        if entry.modified != status.modified || entry.size != status.size {
            entry.dataRanges = nil
        }
        // Whoever reads the file says how.
        entry.isCondensed = false
        entry.modified = status.modified
        entry.size = status.size
        entry.linkGroup =
            status.linkCount > 1
            ? LinkGroup(device: status.device, inode: status.inode, count: status.linkCount) : nil
        return entry
    }
}
