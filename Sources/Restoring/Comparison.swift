internal import LinuxSystem
internal import SnapshotModel

/// Compares what a snapshot has under a name with what is there, as far as that can be told without reading it.
enum Comparison {
    /// What metadata says of the content.
    enum Verdict: Hashable {
        case same
        case different
        /// Equal size: only reading the file tells, since a time can be set and a medium can rot.
        case unclear
    }

    /// Whether a name holds what the snapshot has; `target` is where a link there points.
    static func content(
        of entry: TreeEntry, with status: FileStatus, target: [UInt8] = []
    ) -> Verdict {
        guard entry.kind == status.kind else { return .different }
        switch entry.kind {
        case .directory, .fifo, .socket: return .same
        case .link: return entry.target == target ? .same : .different
        case .characterDevice, .blockDevice:
            return entry.device == status.deviceNumber ? .same : .different
        case .file:
            guard entry.size == status.size else { return .different }
            // Of what the snapshot could not read there is nothing to compare or put back.
            if entry.content == nil, entry.modified == status.modified { return .same }
            return entry.size == 0 && entry.content != nil ? .same : .unclear
        }
    }

    /// Whether a file whose content differs looks as if it did not.
    static func isDisguised(_ entry: TreeEntry, _ status: FileStatus) -> Bool {
        entry.kind == .file && status.kind == .file && entry.size == status.size
            && entry.modified == status.modified
    }

    /// Whether mode, owner, time or attributes differ from what the snapshot has.
    ///
    /// Who is not root cannot give files away, so owners count only with `setsOwners`. The mode of a
    /// symbolic link means nothing.
    static func metadataDiffers(
        _ entry: TreeEntry, from status: FileStatus, attributes: AttributeDifference,
        setsOwners: Bool
    ) -> Bool {
        if entry.modified != status.modified { return true }
        if entry.kind != .link, entry.mode != status.mode { return true }
        if setsOwners, entry.uid != status.uid || entry.gid != status.gid { return true }
        return !attributes.isEmpty
    }
}
